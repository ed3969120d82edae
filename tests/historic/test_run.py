"""The running program, with a keyboard."""

from __future__ import annotations

import signal

import pytest
from scenarios import ScriptedKeyboard, program_at

from historic import Program
from historic.basic import Stop
from historic.human.questions import run_with_questions
from historic.machine.screen import Display, Keyboard, Screen
from historic.position.squares import NAME_TO_SQUARE


class PrintedText(Display):
    """Records every line that is printed or typed."""

    def __init__(self) -> None:
        self.text = ""

    def on_print(self, text: str) -> None:
        self.text += text

    def on_input(self, line: str) -> None:
        self.text += line + "\n"


def run(*typed: str, thinking: str = "", ask: bool = False) -> tuple[Program, str]:
    """Runs the program until it stops, and returns it with the text it printed."""
    display = PrintedText()
    program = Program(screen=Screen(ScriptedKeyboard(*typed, thinking=thinking), display))
    with pytest.raises(Stop):
        run_with_questions(program) if ask else program.run()
    return program, display.text


def test_as_printed_the_questions_are_skipped_and_the_program_plays_both_sides() -> None:
    """Quirk nobody-plays: what is typed is ignored, except for X at White's prompt."""
    program, printed = run(" ", "d2d4", "nonsense", "X")
    assert "HUMAN" not in printed
    assert program.PW[3] == NAME_TO_SQUARE["d2"]
    assert program.PW[4] == NAME_TO_SQUARE["e3"]
    assert program.PB[4] == NAME_TO_SQUARE["e6"]


def test_the_program_shows_title_board_prompt_and_moves_in_turn() -> None:
    _, printed = run(" ", "", "", "X")
    order = ["COMPUTER CHESS", "MOVE # 1 ", "WHITE'S MOVE\nENTER MOVE? ", "-.76  9  50 ", "BLACK'S MOVE", "MOVE # 2 "]
    places = [printed.index(text) for text in order]
    assert places == sorted(places)


def test_x_at_whites_prompt_ends_the_program() -> None:
    program, _ = run(" ", "X", "", "")
    assert (program.MOVE, program.A_string) == (1, "X")
    assert program.PW == Program().PW


@pytest.mark.parametrize("typed", ["x", "XX", "Y"])
def test_only_a_capital_x_ends_the_program(typed: str) -> None:
    """Quirk capitals: a lowercase x is not an X."""
    program, _ = run(" ", typed)
    assert program.PW[4] == NAME_TO_SQUARE["e3"]


def test_x_at_blacks_prompt_does_nothing() -> None:
    """Quirk only-white-stops."""
    program, _ = run(" ", "", "X", "X")
    assert program.MOVE == 2
    assert program.PB[4] == NAME_TO_SQUARE["e6"]


def test_a_capital_a_stops_the_program_while_it_thinks() -> None:
    program, printed = run(" ", "", thinking="A")
    assert program.A_string == "A"
    assert program.PW[4] == NAME_TO_SQUARE["e2"]
    assert "BLACK'S MOVE" not in printed


def test_a_lowercase_a_does_not_stop_the_program_while_it_thinks() -> None:
    program, _ = run(" ", "", thinking="a")
    assert program.PW[4] == NAME_TO_SQUARE["e3"]


class InkeyCounter(Keyboard):
    """Counts the calls of INKEY$."""

    def __init__(self) -> None:
        self.count = 0

    def inkey(self) -> str:
        self.count += 1
        return ""


@pytest.mark.parametrize("side", ["white", "black"])
def test_inkey_is_read_once_for_each_of_24_pieces_at_each_target_square(side: str) -> None:
    """In the initial position, in a search of replies, the targets are the 16 squares in front of the pawns."""
    keyboard = InkeyCounter()
    program = Program(screen=Screen(keyboard))
    program.BOARD()
    if side == "white":
        program.WHITE()
        program.CWHITE()
    else:
        program.BLACK()
        program.JAA = 1
        program.CBLACK()
    assert keyboard.count == 24 * 16


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
    assert run()[0].MOVE == 0
    assert run(" ")[0].MOVE == 1


def test_ask_makes_white_human_except_for_c_and_black_human_only_for_h() -> None:
    for white, black, expected in (("H", "C", (1, 0)), ("C", "H", (0, 1)), ("?", "?", (1, 0)), ("c", "h", (1, 0))):
        program, printed = run(" ", white, black, " ", ask=True)
        assert (program.PW_, program.PB_) == expected
        words = [word for word in printed.split("\n") if word in ("HUMAN", "COMPUTER")]
        assert words == ["HUMAN" if human else "COMPUTER" for human in expected]
        assert "IS WHITE (H)UMAN OR (C)OMPUTER?" in printed
        assert "HIT ANY KEY" in printed


def test_a_human_white_plays_against_the_program() -> None:
    program, printed = run(" ", "H", "C", " ", "a2a5", "a2-a3", "", "g1f3", "", "X", ask=True)
    assert "the pawn on a2 cannot reach a5; it can" in printed
    assert (program.PW[0], program.PW[14]) == (NAME_TO_SQUARE["a3"], NAME_TO_SQUARE["f3"])
    assert program.MOVE == 3
    assert sum(flags[1] == 1 for flags in program.PM) == 2


def test_a_human_black_plays_against_the_program_and_may_end_the_game_with_x() -> None:
    program, printed = run(" ", "C", "H", " ", "", "e7e5", "", "X", ask=True)
    assert program.PB[4] == NAME_TO_SQUARE["e5"]
    assert program.MOVE == 2
    assert printed.count("BLACK'S MOVE") == 2


def test_two_humans_can_play_to_checkmate_without_a_word_from_the_program() -> None:
    program, printed = run(" ", "H", "H", " ", "f2f3", "e7e5", "g2g4", "d8h4", "e1f2", "X", ask=True)
    assert program.PB[11] == NAME_TO_SQUARE["h4"]
    assert "the king on f2 would be attacked by" in printed
