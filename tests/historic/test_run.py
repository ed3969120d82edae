"""The running program, with a keyboard."""

from __future__ import annotations

import signal

import pytest
from scenarios import ScriptedKeyboard, program_at, run_program

from historic import Program
from historic.basic.stops import Stop
from historic.machine.screen import Keyboard, Screen
from historic.position.squares import NAME_TO_SQUARE


def test_as_printed_the_questions_are_skipped_and_the_program_plays_both_sides() -> None:
    """Quirk nobody-plays: what is typed is ignored, except for X at White's prompt."""
    program, printed = run_program(" ", "d2d4", "nonsense", "X")
    assert "HUMAN" not in printed
    assert program.PW[3] == NAME_TO_SQUARE["d2"]
    assert program.PW[4] == NAME_TO_SQUARE["e3"]
    assert program.PB[4] == NAME_TO_SQUARE["e6"]


def test_the_program_shows_title_board_prompt_and_moves_in_turn() -> None:
    _, printed = run_program(" ", "", "", "X")
    order = ["COMPUTER CHESS", "MOVE # 1 ", "WHITE'S MOVE\nENTER MOVE? ", "-.76  9  50 ", "BLACK'S MOVE", "MOVE # 2 "]
    places = [printed.index(text) for text in order]
    assert places == sorted(places)


def test_x_at_whites_prompt_ends_the_program() -> None:
    program, _ = run_program(" ", "X", "", "")
    assert (program.MOVE, program.A_string) == (1, "X")
    assert program.PW == Program().PW


def test_run_clears_what_the_program_has_played() -> None:
    program = Program(screen=Screen(ScriptedKeyboard(" ", "X")))
    program.play("white")
    assert program.PW != Program().PW
    with pytest.raises(Stop):
        program.run()
    assert (program.state, program.MOVE) == (Program().state, 1)


@pytest.mark.parametrize("typed", ["x", "XX", "Y"])
def test_only_a_capital_x_ends_the_program(typed: str) -> None:
    """Quirk capitals: a lowercase x is not an X."""
    program, _ = run_program(" ", typed)
    assert program.PW[4] == NAME_TO_SQUARE["e3"]


def test_x_at_blacks_prompt_does_nothing() -> None:
    """Quirk only-white-stops."""
    program, _ = run_program(" ", "", "X", "X")
    assert program.MOVE == 2
    assert program.PB[4] == NAME_TO_SQUARE["e6"]


def test_a_capital_a_stops_the_program_while_it_thinks() -> None:
    program, printed = run_program(" ", "", thinking="A")
    assert program.A_string == "A"
    assert program.PW[4] == NAME_TO_SQUARE["e2"]
    assert "BLACK'S MOVE" not in printed


def test_a_lowercase_a_does_not_stop_the_program_while_it_thinks() -> None:
    program, _ = run_program(" ", "", thinking="a")
    assert program.PW[4] == NAME_TO_SQUARE["e3"]


class InkeyCounter(Keyboard):
    """Counts the calls of INKEY$."""

    def __init__(self) -> None:
        self.count = 0

    def inkey(self) -> str:
        self.count += 1
        return ""


def _search_of_replies(program: Program, side: str) -> None:
    """Lets a side try its moves without looking for replies to them."""
    if side == "white":
        program.WHITE()
        program.CWHITE()
    else:
        program.BLACK()
        program.JAA = 1
        program.CBLACK()


@pytest.mark.parametrize("side", ["white", "black"])
def test_inkey_is_read_once_for_each_of_24_pieces_at_each_target_square(side: str) -> None:
    """In the initial position, in a search of replies, the targets are the 16 squares in front of the pawns."""
    keyboard = InkeyCounter()
    program = Program(screen=Screen(keyboard))
    program.BOARD()
    _search_of_replies(program, side)
    assert keyboard.count == 24 * 16


class AtOneQuestion(InkeyCounter):
    """Gives an A at one call of INKEY$, counted from 1, and nothing at the others."""

    def __init__(self, question: int) -> None:
        super().__init__()
        self.question = question

    def inkey(self) -> str:
        super().inkey()
        return "A" if self.count == self.question else ""


@pytest.mark.parametrize("side", ["white", "black"])
def test_a_capital_a_stops_the_program_at_every_piece_that_it_asks_for_tried_or_not(side: str) -> None:
    """At the first target, a3 or a6, the 15th piece is tried: knight 9. Pieces 23 to 10 do not reach that square."""
    for question in range(1, 2 * 24 + 1):
        keyboard = AtOneQuestion(question)
        program = Program(screen=Screen(keyboard))
        program.BOARD()
        with pytest.raises(Stop):
            _search_of_replies(program, side)
        assert keyboard.count == question
        assert program.A_string == "A"


@pytest.mark.posix
def test_ctrl_c_stops_the_program_while_it_thinks() -> None:
    """This also holds in the compiled build, where Python checks for signals only when uncompiled code is called."""
    program = program_at("r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1")
    before = program.state
    handler = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.001)
    try:
        with pytest.raises(KeyboardInterrupt):
            program.play("white")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
    assert program.state == before


def test_the_end_of_input_stops_the_program_at_the_title_and_at_a_prompt() -> None:
    assert run_program()[0].MOVE == 0
    assert run_program(" ")[0].MOVE == 1
