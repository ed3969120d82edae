"""The displays: a terminal that is drawn, and plain text."""

from __future__ import annotations

import io
import re

import pytest
from scenarios import ScriptedKeyboard, title_screen

from historic.machine.display import StreamDisplay, TerminalDisplay, terminal_rows
from historic.machine.screen import Screen


def test_a_terminal_of_80_columns_shows_the_words_of_the_picture_unbroken() -> None:
    rows = terminal_rows(title_screen(), double_width=True)
    assert len(rows) == 25
    assert "       COMPUTER CHESS       " in rows[11]
    assert rows[0].count("\N{UPPER HALF BLOCK}") == 80
    assert terminal_rows(title_screen(), double_width=False)[0].count("\N{UPPER HALF BLOCK}") == 40


def test_a_narrow_terminal_shows_as_many_columns_as_it_has() -> None:
    screen = Screen()
    screen.SCREEN(1)
    screen.PRINT("0123456789" * 4)
    assert terminal_rows(screen, double_width=False, columns=12)[0].endswith("m012345678901")
    assert terminal_rows(title_screen(), double_width=False, columns=12)[0].count("\N{UPPER HALF BLOCK}") == 12


def test_a_terminal_shows_the_colours_of_the_characters() -> None:
    screen = Screen()
    screen.PRINT("a", end="")
    screen.COLOR(4, 1)
    screen.PRINT("bc", end="")
    screen.COLOR(15, 0)
    screen.PRINT("d")
    assert terminal_rows(screen, double_width=False, columns=6)[0] == (
        "\x1b[97;40ma\x1b[31;44mbc\x1b[97;40md\x1b[97;40m  "
    )
    assert terminal_rows(screen.with_line("e"), double_width=False, columns=3)[1] == "\x1b[97;40me\x1b[97;40m  "


def test_a_short_terminal_shows_the_rows_around_the_cursor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.get_terminal_size", lambda fallback=(80, 24): (80, 10))
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
    display.show(title_screen())
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


def test_a_drawn_screen_shows_a_line_while_it_is_typed_even_over_two_rows() -> None:
    screen = Screen(display=TerminalDisplay(io.StringIO()))
    screen.SCREEN(1)
    screen.PRINT("ENTER MOVE? ", end="")
    shown = screen.with_line("x" * 30)
    assert shown.lines()[:2] == ["ENTER MOVE? " + "x" * 28, "xx"]
    assert screen.lines()[:2] == ["ENTER MOVE?", ""]
    assert (screen.row, screen.column) == (1, 13)


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


@pytest.mark.parametrize("double_width", [True, False])
def test_a_half_block_has_the_colour_of_the_dots_in_its_middle(double_width: bool) -> None:
    """The left half of each column is red, and the right half blue; a single cell shows what is right of the middle."""
    screen = Screen()
    screen.SCREEN(9)
    for column in range(4):
        screen.draw(8 * column, 0, 8 * column + 3, 349, 12, "BF")
        screen.draw(8 * column + 4, 0, 8 * column + 7, 349, 9, "BF")
    (row, *_) = terminal_rows(screen, double_width=double_width, columns=4)
    shades = re.findall(r"\x1b\[(\d+);\d+m\N{UPPER HALF BLOCK}", row)
    assert shades == (["91", "94"] * 2 if double_width else ["94"] * 4)
