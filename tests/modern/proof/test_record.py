"""How far a program follows the record: the port, a changed port, and a listing."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from historic.basic import BasicError
from historic.study.sample_game import SAMPLE_GAME
from modern.proof.changed_port import changed_port, loaded
from modern.proof.changes import Change
from modern.proof.port_changes import port_changes, port_source
from modern.proof.record import ENDLESS, NO_MOVE, OUT_OF_STACK, Ending, cut, followed, in_words, listing_ending
from modern.proof.verdicts import ending_of

#: A listing that knows the game by heart: it makes each side's move from a table of [piece, square].
BY_HEART = """
GOSUB INIT
MLOOP:
GOSUB BOARD
JAA=1
GOSUB CWHITE
GOSUB BOARD
JAA=0
GOSUB CBLACK
GOTO MLOOP
INIT:
DIM PW(23)
DIM PB(23)
DIM PM(23,1)
PW(4)=42
PB(4)=102
PW(11)=29
PB(3)=101
RETURN
BOARD:
RETURN
WHITE:
RETURN
BLACK:
RETURN
CWHITE:
READ BESTPIECE1,BESTPOS1
PW(BESTPIECE1)=BESTPOS1
RETURN
CBLACK:
GOSUB WHITE
GOSUB BLACK
READ BESTPIECE,BESTPOS
PB(BESTPIECE)=BESTPOS
RETURN
DATA 4,54, 4,90, 11,55, 3,77
"""


def player(moves: Iterator[str | None]) -> Callable[[str], str | None]:
    return lambda side: next(moves)


def test_a_program_with_all_recorded_moves_follows_the_record_to_its_end() -> None:
    assert followed(player(iter(SAMPLE_GAME))) == Ending(None)


def test_the_first_other_move_is_where_a_program_leaves_the_record() -> None:
    assert followed(player(iter([*SAMPLE_GAME[:4], "a2a3", *SAMPLE_GAME[5:]]))) == Ending(5, "a2a3")


def test_only_the_plies_that_are_asked_for_are_played() -> None:
    assert followed(player(iter(SAMPLE_GAME[:4])), 4) == Ending(None)


def test_no_move_leaves_the_record() -> None:
    assert followed(player(iter([None]))) == Ending(1, NO_MOVE)


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (BasicError(9, "Subscript out of range", "CWHITE3"), "error 9: Subscript out of range"),
        (IndexError(), "error 9: Subscript out of range"),
        (RecursionError(), OUT_OF_STACK),
    ],
)
def test_an_error_leaves_the_record(error: Exception, text: str) -> None:
    def turn(side: str) -> str:
        raise error

    assert followed(turn) == Ending(1, error=text)


@pytest.mark.parametrize(
    ("ending", "unchanged", "earlier"),
    [
        (Ending(21, "a2a3"), False, True),
        (Ending(22, "e8g8"), True, False),
        (Ending(22, "a7a6"), False, False),
        (Ending(22, error="error 9"), False, False),
        (Ending(None), False, False),
    ],
)
def test_an_ending_is_compared_with_that_of_the_listing_as_printed(
    ending: Ending, unchanged: bool, earlier: bool
) -> None:
    assert (ending.is_unchanged, ending.is_earlier) == (unchanged, earlier)
    assert Ending.from_json(ending.as_json()) == ending


def test_an_ending_after_the_plies_that_count_is_none() -> None:
    assert cut(Ending(5, "a2a3"), 4) == Ending(None)
    assert cut(Ending(5, "a2a3"), 5) == Ending(5, "a2a3")


def test_an_ending_is_told_in_the_notation_of_the_report() -> None:
    assert in_words(Ending(22, "e8g8")) == "ply 22: 0-0 instead of d8-e7"
    assert in_words(Ending(13, "g2g4")) == "ply 13: g2-g4 instead of f3xe5"
    assert in_words(Ending(4, error="error 9: Subscript out of range")) == "ply 4: error 9: Subscript out of range"
    assert in_words(Ending(None), 4) == "follows it for all 4 plies"


# ---- a changed port


def change_of(new: str, *, line_has: str, old: str) -> Change:
    """Returns the first change of a token `old` to `new` in a line of the port that contains a text."""
    source = port_source()
    lines = source.splitlines()
    return next(
        one for one in port_changes(source) if (one.old, one.new) == (old, new) and line_has in lines[one.line - 1]
    )


def test_an_interpreted_copy_of_the_port_plays_as_the_port_does() -> None:
    program = changed_port([])("printed", None)
    assert followed(lambda side: program.play(side).move, 2) == Ending(None)


def test_a_change_of_the_think_move_board_leaves_the_record_at_blacks_first_move() -> None:
    assert ending_of(change_of(">=", line_has="if board[X - 11] != 99", old="!=")) == Ending(2, "d7d5")


def test_subroutines_that_call_each_other_without_end_run_out_of_stack() -> None:
    assert ending_of(change_of("==", line_has="if self.JAA != 0", old="!=")).error == OUT_OF_STACK


def test_a_negative_subscript_on_a_changed_line_is_error_9_and_not_the_last_element() -> None:
    source = ["A = [1, 2, 3]", "def F(X):", "    return A[X]"]
    assert loaded(source).F(-1) == 3
    strict = loaded(source, [3]).F
    assert strict(2) == 3
    with pytest.raises(BasicError, match="error 9"):
        strict(-1)


def test_a_changed_for_checks_the_subscripts_of_its_whole_loop() -> None:
    source = ["A = [1, 2, 3]", "def F(X):", "    for Y in range(X, 2):", "        Z = A[Y]"]
    with pytest.raises(BasicError, match="error 9"):
        loaded(source, [3]).F(-1)


def test_the_port_itself_is_not_changed() -> None:
    from historic.program import Program

    changed_port([change_of("self.BLACK", line_has="self.WHITE()", old="self.WHITE")])
    assert Program().play("white").move == SAMPLE_GAME[0]


# ---- a listing


def test_a_listing_with_the_recorded_moves_follows_the_record() -> None:
    assert listing_ending(BY_HEART, 4) == Ending(None)


def test_the_move_of_a_listing_that_is_not_the_recorded_one_is_where_it_leaves() -> None:
    assert listing_ending(BY_HEART.replace("11,55", "11,53")) == Ending(3, "d1d3")


def test_replies_that_a_listing_only_thinks_of_are_no_moves() -> None:
    thinking = BY_HEART.replace("CBLACK:\n", "CBLACK:\nGOSUB THINK\n") + "THINK:\nJAA=1\nJAA=0\nRETURN\n"
    nested = thinking.replace("THINK:\nJAA=1\n", "THINK:\nGOSUB REPLY\n") + "REPLY:\nRETURN\n"
    assert listing_ending(nested, 4) == Ending(None)


def test_a_listing_that_stops_with_an_error_leaves_the_record_there() -> None:
    assert listing_ending(BY_HEART.replace("11,55", "24,55")).error.startswith("error 9: Subscript out of range, in")
    ending = listing_ending(BY_HEART)
    assert (ending.ply, ending.error[:20]) == (5, "error 4: Out of DATA")


def test_a_listing_that_is_refused_leaves_the_record_at_once() -> None:
    ending = listing_ending(BY_HEART.replace("GOSUB BOARD", "GOSUB B0ARD"))
    assert (ending.ply, ending.error.partition(":")[0]) == (1, "refused")


def test_a_ply_that_does_not_come_to_an_end_is_given_up() -> None:
    endless = BY_HEART.replace("CBLACK:\nGOSUB WHITE\n", "CBLACK:\nGOSUB WHITE\nGOTO CBLACK\n")
    assert listing_ending(endless) == Ending(2, error=ENDLESS)
