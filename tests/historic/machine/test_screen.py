"""BASIC's screen: its characters, dots and keys, and the displays that show it."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET

import pytest
from scenarios import ScriptedKeyboard

from historic import Program
from historic.basic import Stop
from historic.machine.display import StreamDisplay, TerminalDisplay, terminal_rows
from historic.machine.keyboard import StreamKeyboard, edit_line, is_incomplete_key, split_keys
from historic.machine.pace import PacedScreen
from historic.machine.picture import COLORS, svg
from historic.machine.screen import CYAN, MAGENTA, MAX_INPUT_LENGTH, WHITE, Display, Keyboard, Screen


def title() -> Screen:
    screen = Screen()
    with pytest.raises(Stop):
        Program(screen=screen).START()
    return screen


def dot(screen: Screen, x: int, y: int) -> int:
    return screen.dots[y * screen.width + x]


def test_print_puts_a_blank_on_either_side_of_a_number_and_none_around_text() -> None:
    screen = Screen()
    assert screen.PRINT("MOVE #", 12) == "MOVE # 12 "
    assert screen.PRINT(-0.5, 9, 50) == "-.5  9  50 "
    assert screen.lines()[:2] == ["MOVE # 12", "-.5  9  50"]


def test_a_semicolon_at_the_end_stays_on_the_line() -> None:
    screen = Screen()
    screen.PRINT("8*", end="")
    screen.PRINT("r ", end="")
    screen.PRINT()
    screen.PRINT("next")
    assert screen.lines()[:2] == ["8*r", "next"]


def test_locate_and_print_leave_the_rest_of_the_row_unchanged() -> None:
    screen = Screen()
    screen.LOCATE(18, 1)
    screen.PRINT("a longer line")
    screen.LOCATE(18, 1)
    screen.PRINT("short")
    assert screen.lines()[17] == "shortger line"
    assert (screen.row, screen.column) == (19, 1)


def test_cls_clears_characters_and_dots_and_moves_the_cursor_to_the_top() -> None:
    screen = Screen()
    screen.SCREEN(1)
    screen.LINE(0, 0, 319, 0, CYAN)
    screen.PRINT("something")
    screen.CLS()
    assert not any(screen.dots)
    assert not any(screen.lines())
    assert (screen.row, screen.column) == (1, 1)


def test_screen_1_has_40_columns_and_screen_2_has_80() -> None:
    screen = Screen()
    screen.SCREEN(1)
    screen.PRINT("x" * 41)
    assert [len(line) for line in screen.lines()[:2]] == [40, 1]
    screen.SCREEN(2)
    screen.PRINT("x" * 81)
    assert [len(line) for line in screen.lines()[:2]] == [80, 1]


def test_the_screen_scrolls_when_row_25_is_full() -> None:
    screen = Screen()
    screen.SCREEN(1)
    screen.LINE(0, 8, 319, 8, WHITE)
    for number in range(26):
        screen.PRINT("row", number)
    assert screen.lines()[0] == "row 2"
    assert screen.lines()[23:] == ["row 25", ""]
    assert (screen.row, screen.column) == (25, 1)
    assert not any(screen.dots)


def test_input_accepts_one_value_and_asks_again_after_two() -> None:
    screen = Screen(ScriptedKeyboard("e2,e4", '  "X, Y"  '))
    assert screen.INPUT("ENTER MOVE") == "X, Y"
    assert screen.lines()[:3] == ["ENTER MOVE? e2,e4", "Redo from start", 'ENTER MOVE?   "X, Y"']


def test_input_of_an_empty_line_is_empty() -> None:
    assert Screen(ScriptedKeyboard("")).INPUT("ENTER MOVE") == ""


def test_waiting_for_input_without_a_keyboard_raises_stop() -> None:
    screen = Screen()
    assert screen.INKEY() == ""
    with pytest.raises(Stop):
        screen.INPUT("ENTER MOVE")
    with pytest.raises(Stop):
        screen.wait_for_key()


def test_input_accepts_255_characters_and_shows_no_control_characters() -> None:
    screen = Screen(ScriptedKeyboard("x" * 10**6, "a\x1b[2Jb"))
    assert len(screen.INPUT("ENTER MOVE")) == 255
    assert screen.INPUT("ENTER MOVE") == "a [2Jb"


def test_only_horizontal_and_vertical_lines_can_be_drawn() -> None:
    with pytest.raises(ValueError, match="horizontal or vertical"):
        Screen().LINE(0, 0, 5, 5, WHITE)


def test_the_title_picture_is_cyan_above_white_below_magenta_at_the_sides_and_black_inside() -> None:
    screen = title()
    assert dot(screen, 160, 10) == CYAN
    assert dot(screen, 160, 190) == WHITE
    assert dot(screen, 10, 100) == dot(screen, 310, 100) == MAGENTA
    assert dot(screen, 75, 75) == MAGENTA
    assert dot(screen, 76, 76) == dot(screen, 243, 123) == 0
    lines = screen.lines()
    assert lines[11] == " " * 13 + "COMPUTER CHESS"
    assert lines[12] == " " * 10 + "by Ghislain de Blois"
    assert lines[13] == " " * 12 + "TECHNICAL REPORT"


def test_the_picture_is_an_svg_with_every_word_and_colour() -> None:
    root = ET.fromstring(svg(title(), "The <title>"))
    space = "{http://www.w3.org/2000/svg}"
    assert root.findtext(f"{space}title") == "The <title>"
    words = [element.text for element in root.iter(f"{space}text")]
    assert words == ["COMPUTER", "CHESS", "by", "Ghislain", "de", "Blois", "TECHNICAL", "REPORT"]
    assert {element.get("fill") for element in root.iter(f"{space}rect")} == {*COLORS, "none"}


def test_a_terminal_of_80_columns_shows_the_words_of_the_picture_unbroken() -> None:
    rows = terminal_rows(title(), double_width=True)
    assert len(rows) == 25
    assert "       COMPUTER CHESS       " in rows[11]
    assert rows[0].count("\N{UPPER HALF BLOCK}") == 80
    assert terminal_rows(title(), double_width=False)[0].count("\N{UPPER HALF BLOCK}") == 40


def test_a_narrow_terminal_shows_as_many_columns_as_it_has() -> None:
    screen = Screen()
    screen.SCREEN(1)
    screen.PRINT("0123456789" * 4)
    assert terminal_rows(screen, double_width=False, columns=12)[0].endswith("m012345678901")
    assert terminal_rows(title(), double_width=False, columns=12)[0].count("\N{UPPER HALF BLOCK}") == 12


def test_a_short_terminal_shows_the_rows_around_the_cursor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.get_terminal_size", lambda: (80, 10))
    stream = io.StringIO()
    screen = Screen(display=TerminalDisplay(stream))
    screen.SCREEN(1)
    screen.LOCATE(18, 1)
    screen.PRINT(-0.5, 9, 50)
    assert "\x1b[9;1H\x1b[97;40m-.5  9  50 " in stream.getvalue()
    assert stream.getvalue().endswith("\x1b[10;1H")


def test_a_terminal_without_half_blocks_gets_blanks() -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    display = TerminalDisplay(stream)
    display.show(title())
    stream.flush()


def test_the_terminal_shows_the_last_screen_as_text_at_the_end() -> None:
    stream = io.StringIO()
    display = TerminalDisplay(stream)
    display.acquire()
    screen = Screen(display=display)
    screen.SCREEN(1)
    screen.PRINT("WHITE'S MOVE")
    display.release()
    written = stream.getvalue()
    assert written.startswith("\x1b[?1049h")
    assert written.endswith("\x1b[?1049lWHITE'S MOVE\n")


def test_a_stream_gets_each_line_as_it_is_printed_and_the_input_of_a_pipe() -> None:
    stream = io.StringIO()
    screen = Screen(ScriptedKeyboard("X"), StreamDisplay(stream))
    screen.CLS()
    screen.PRINT("one")
    screen.CLS()
    screen.LOCATE(18, 3)
    screen.PRINT(1.5)
    screen.PRINT("half", end="")
    screen.LOCATE(1, 1)
    screen.INPUT("ENTER MOVE")
    assert stream.getvalue() == "one\n\n   1.5 \nhalf\nENTER MOVE? X\n"


def test_a_pipe_supplies_keys_and_lines_and_then_raises_stop() -> None:
    keyboard = StreamKeyboard(io.StringIO("a\nrest of it\r\n"))
    assert keyboard.key() == "a"
    assert keyboard.key() == "\r"
    assert keyboard.inkey() == ""
    assert keyboard.line() == "rest of it"
    with pytest.raises(Stop):
        keyboard.line()
    with pytest.raises(Stop):
        keyboard.key()


def test_a_very_long_line_from_a_pipe_is_one_line() -> None:
    keyboard = StreamKeyboard(io.StringIO("x" * 10**6 + "\ny" * 2))
    assert set(keyboard.line()) == {"x"}
    assert keyboard.line() == "y"


def test_a_plain_terminal_shows_what_is_typed_and_deleted() -> None:
    class PlainTerminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    shown = PlainTerminal()
    display = StreamDisplay(shown)
    for line in ("e", "e2", "e", "", "X"):
        display.on_typing(Screen(), line)
    display.on_input("X")
    assert shown.getvalue() == "e2" + "\b \b" * 2 + "X\n"


def test_a_drawn_screen_shows_a_line_while_it_is_typed_even_over_two_rows() -> None:
    screen = Screen(display=TerminalDisplay(io.StringIO()))
    screen.SCREEN(1)
    screen.PRINT("ENTER MOVE? ", end="")
    shown = screen.with_line("x" * 30)
    assert shown.lines()[:2] == ["ENTER MOVE? " + "x" * 28, "xx"]
    assert screen.lines()[:2] == ["ENTER MOVE?", ""]
    assert (screen.row, screen.column) == (1, 13)


def test_backspace_deletes_a_character_and_ctrl_u_the_line() -> None:
    line = ""
    for key in ("e", "3", "\x7f", "2", "\x1b[A", "\t"):
        line = edit_line(line, key)
    assert line == "e2"
    assert edit_line("", "\b") == ""
    assert edit_line("e2e4", "\x15") == ""
    assert len(edit_line("x" * MAX_INPUT_LENGTH, "y")) == MAX_INPUT_LENGTH


def test_an_arrow_key_is_one_key_and_not_an_a() -> None:
    assert split_keys("x\x1b[A\n\x1bOBA") == ["x", "\x1b[A", "\r", "\x1bOB", "A"]
    assert split_keys("\x1b[1;5") == ["\x1b[1;5"]
    assert split_keys("\x1b") == ["\x1b"]
    assert split_keys("\x1bA\x1b[[AB") == ["\x1bA", "\x1b[[A", "B"]


def test_an_escape_sequence_in_two_parts_is_an_incomplete_key() -> None:
    for text in ("\x1b", "x\x1b[", "\x1b[1;5", "\x1b[["):
        assert is_incomplete_key(text)
    for text in ("", "A", "\x1b[A", "\x1bA", "\x1b[[A", "\x1b[1;5Ax"):
        assert not is_incomplete_key(text)


def test_a_paced_screen_pauses_after_each_move_tried_and_nowhere_else() -> None:
    pauses: list[float] = []

    class PauseRecorder(Keyboard):
        def wait(self, seconds: float) -> None:
            pauses.append(seconds)

    program = Program(screen=PacedScreen(PauseRecorder(), Display(), pause=4))
    thought = program.play("white")
    assert pauses == [4.0] * len(thought.candidates)


def test_check_and_check2_print_the_think_move_boards_one_file_per_row() -> None:
    """Quirk turned-board: X is the outer loop, so each row is a file."""
    program = Program(screen=Screen(ScriptedKeyboard("k", "k")))
    program.BOARD()
    program.WHITE()
    program.BLACK()
    screens: list[list[str]] = []

    class Screen2Recorder(Display):
        def show(self, screen: Screen) -> None:
            if screen.mode == 2:
                screens.append(screen.lines())

    program.screen.display = Screen2Recorder()
    program.CHECK()
    assert program.screen.mode == 1
    assert screens[-1][0] == " 0  0  0  0  1  513  256  0"
    assert (program.X, program.Y) == (10, 10)
    program.CHECK2()
    assert screens[-1][0] == " 0  256  513  1  0  0  0  0"
