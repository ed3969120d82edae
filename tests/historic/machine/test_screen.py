"""BASIC's screen: its characters, dots and keys."""

from __future__ import annotations

import pytest
from scenarios import ScriptedKeyboard, title_screen

from historic.basic import Stop
from historic.machine.screen import Screen

#: SCREEN 1's colours; 0 is black.
CYAN, MAGENTA, WHITE = 1, 2, 3


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


def test_all_rows_but_the_last_one_scroll() -> None:
    """As in QB64-PE, whose VIEW PRINT has rows 1 to 24 at first."""
    screen = Screen()
    screen.SCREEN(1)
    screen.LINE(0, 8, 319, 8, WHITE)
    screen.LOCATE(25, 1)
    screen.PRINT("below", end="")
    screen.LOCATE(1, 1)
    for number in range(26):
        screen.PRINT("row", number)
    assert screen.lines()[0] == "row 3"
    assert screen.lines()[22:] == ["row 25", "", "below"]
    assert (screen.row, screen.column) == (24, 1)
    assert not any(screen.dots)


def test_the_rows_that_scroll_are_cleared_from_the_first_to_the_last_and_no_others() -> None:
    screen = Screen()
    for row in range(1, 25):
        screen.LOCATE(row, 1)
        screen.PRINT(str(row), end="")
    screen.VIEW_PRINT(3, 6)
    screen.clear_view()
    assert screen.lines()[:24] == [str(row) if not 3 <= row <= 6 else "" for row in range(1, 25)]


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
    screen = title_screen()
    assert dot(screen, 160, 10) == CYAN
    assert dot(screen, 160, 190) == WHITE
    assert dot(screen, 10, 100) == dot(screen, 310, 100) == MAGENTA
    assert dot(screen, 75, 75) == MAGENTA
    assert dot(screen, 76, 76) == dot(screen, 243, 123) == 0
    lines = screen.lines()
    assert lines[11] == " " * 13 + "COMPUTER CHESS"
    assert lines[12] == " " * 10 + "by Ghislain de Blois"
    assert lines[13] == " " * 12 + "TECHNICAL REPORT"


@pytest.mark.parametrize(("first", "last"), [(1, 24), (5, 9)])
def test_dots_scroll_with_the_rows_they_are_on(first: int, last: int) -> None:
    screen = Screen()
    screen.SCREEN(9)
    screen.VIEW_PRINT(first, last)
    for row in range(25):
        screen.draw(row, 14 * row, row, 14 * row + 13, 1 + row % 15, "BF")
    before = [bytes(screen.dots[640 * 14 * row : 640 * 14 * (row + 1)]) for row in range(25)]
    screen.LOCATE(last, 1)
    screen.PRINT("")
    after = [bytes(screen.dots[640 * 14 * row : 640 * 14 * (row + 1)]) for row in range(25)]
    assert len(set(before)) == 25
    assert after == [*before[: first - 1], *before[first:last], bytes(640 * 14), *before[last:]]
