"""`compare` finds at one position what a campaign counts there."""

from __future__ import annotations

import re

import pytest

from historic import Program
from modern.agreement import Difference, NotRepresentable, compare
from modern.agreement.classes import CLASS_BY_NAME, classes_of
from modern.agreement.comparison import COMPARISONS, compare_position
from modern.agreement.differences import ATTACKS, CHOICES, DEFAULT_KINDS, MOVES, UNEXPLAINED
from modern.agreement.pair import pair_at
from modern.rules import Position
from modern.rules.fen import INITIAL_FEN

#: White's rook is captured at home: then the king has not moved, and has no castling right either.
CAPTURED_AT_HOME = ("4k3/8/8/8/8/6n1/8/4K2R b K - 0 1", "g3h1")


def position_after(fen: str, moves: str) -> Position:
    position = Position(fen)
    for uci in moves.split():
        position.make(position.parse_uci(uci))
    return position


@pytest.mark.parametrize("name", [*classes_of(MOVES), *classes_of(ATTACKS)])
def test_at_the_position_of_a_class_it_finds_the_class_with_its_cause(name: str) -> None:
    one = CLASS_BY_NAME[name]
    found = {difference.name: difference for difference in compare(position_after(one.fen, one.moves), one.kind)}
    assert (found[name].kind, found[name].cause) == (one.kind, one.cause)


def test_it_finds_what_a_campaign_counts() -> None:
    fen, moves = CAPTURED_AT_HOME
    counted = compare_position(pair_at(fen, moves), DEFAULT_KINDS, Program())
    found = compare(position_after(fen, moves))
    assert [(one.kind, one.name, one.what, one.count) for one in found] == [
        (kind, one.name, one.what, one.differences) for kind, findings in counted.items() for one in findings
    ]


def test_the_moves_made_in_a_position_tell_which_pieces_have_moved() -> None:
    position = position_after(*CAPTURED_AT_HOME)
    castlings = {one.name for one in compare(position, "moves") if one.name.startswith("castles")}
    assert castlings == {"castles-with-a-captured-rook"}
    assert not any(one.name.startswith("castles") for one in compare(position.fen(), "moves"))
    assert len(position.moves_made()) == 1


def test_choices_are_compared_on_request_and_in_both_readings() -> None:
    fen = CLASS_BY_NAME["choice-by-the-letter"].fen
    assert not any(one.kind.startswith(CHOICES) for one in compare(fen))
    assert [(one.kind, one.name) for one in compare(fen, ["choices"])] == [("choices_recorded", "choice-by-the-letter")]


def test_what_no_class_explains_has_no_cause(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(program: Program) -> None:
        raise IndexError("list index out of range")

    monkeypatch.setitem(COMPARISONS, "moves", broken)
    [one] = compare(INITIAL_FEN, "moves")
    assert one == Difference("moves", UNEXPLAINED, "", one.what, 1)
    assert "IndexError" in one.what


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("4k3/8/8/8/8/8/8/4K3", "not a position of chess: a FEN has 4 to 6 fields, not 1"),
        ("4k3/8/8/8/8/8/NNN5/4K3 w - - 0 1", "a third knight: "),
        (5, "not a position of chess: a FEN must be a string, not an object of type int"),
    ],
)
def test_a_position_that_cannot_be_compared_is_refused_with_its_reason(position: str, message: str) -> None:
    with pytest.raises(NotRepresentable, match=re.escape(message)):
        compare(position)


def test_an_unknown_kind_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"no kind of comparison is called 'move'; the kinds are: moves, attacks, "):
        compare(INITIAL_FEN, "move")
