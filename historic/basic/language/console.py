"""PRINT, INPUT and the other statements that use the screen and the keyboard, for a compiled listing."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Final

from historic.basic.language.errors import ILLEGAL_FUNCTION_CALL, LineError
from historic.basic.language.runtime import integer, long, number_text, single_of, whole
from historic.basic.language.terms import INTEGER, LONG
from historic.machine.screen import COLUMNS, HEIGHT, ROWS, Screen

#: A comma in PRINT moves to the next zone of this many columns.
ZONE: Final = 14
#: The number of colours of each screen mode that has a picture.
COLORS: Final = {1: 4, 2: 2}
#: White on black, which COLOR changes.
DEFAULT_COLORS: Final = (7, 0)
#: What INPUT takes for a number.
NUMBER: Final = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(E[+-]?\d+)?", re.IGNORECASE)
#: What DOS shows for the characters that a terminal would take for commands. Those that end a line still do.
PICTURES: Final = dict(zip([*range(32), 127], " ☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼⌂", strict=True))


class NextZone:
    """The comma between the items of PRINT."""


NEXT_ZONE: Final = NextZone()


class Console:
    """The statements of BASIC on a Screen, with numbers as BASIC has them."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.inkey = screen.INKEY

    def print_(self, end_line: bool, *items: str | float | NextZone) -> None:
        """PRINT. An item that does not fit into the row begins the next row, as in QBasic."""
        width = self.screen.columns
        column = self.screen.column - 1
        text = ""
        for item in items:
            if isinstance(item, NextZone):
                zone = (column // ZONE + 1) * ZONE
                fits = zone + ZONE <= width
                text += " " * (zone - column) if fits else "\n"
                column = zone if fits else 0
                continue
            piece = _shown(item) if isinstance(item, str) else number_text(item)
            if column > 0 and column + len(piece) > width:
                text += "\n"
                column = 0
            text += piece
            column += len(piece)
            column = column if column <= width else (column - 1) % width + 1
        self.screen.PRINT(text, end="\n" if end_line else "")

    def input_text(self, prompt: str, mark: str) -> str:
        """INPUT into a string variable."""
        return self.screen.INPUT(prompt, mark)

    def input_number(self, prompt: str, mark: str, type_: str) -> float:
        """INPUT into a numeric variable. An empty line is 0; anything else that is no number is asked for again."""
        to_type = {INTEGER: integer, LONG: long}.get(type_, single_of)
        while True:
            line = self.screen.INPUT(prompt, mark)
            if not line or NUMBER.fullmatch(line):
                with suppress(LineError):
                    return to_type(float(line or "0"))
            self.screen.PRINT("Redo from start")

    def input_line(self, prompt: str) -> str:
        """LINE INPUT into a string variable."""
        return self.screen.LINE_INPUT(prompt)

    def wait_for_key(self) -> str:
        """A loop over INKEY$ until a key is pressed."""
        return self.screen.wait_for_key()

    def locate(self, row: float, column: float) -> None:
        """LOCATE. Raises error 5 outside the screen."""
        place = whole(row), whole(column)
        if not (1 <= place[0] <= ROWS and 1 <= place[1] <= self.screen.columns):
            raise LineError(ILLEGAL_FUNCTION_CALL)
        self.screen.LOCATE(*place)

    def clear(self) -> None:
        """CLS."""
        self.screen.CLS()

    def screen_mode(self, mode: float) -> None:
        """SCREEN. Raises error 5 for a mode other than 0, 1 and 2."""
        number = whole(mode)
        if number not in COLUMNS:
            raise LineError(ILLEGAL_FUNCTION_CALL)
        self.screen.SCREEN(number)

    def color(self, foreground: float | None, background: float | None = None) -> None:
        """COLOR in SCREEN 0. What is left out stays as it is. Raises error 5 in a screen with dots, and beyond 31."""
        colors = self.screen.color or DEFAULT_COLORS
        front = colors[0] if foreground is None else whole(foreground)
        back = colors[1] if background is None else whole(background)
        if self.screen.mode or not (0 <= front < 32 and 0 <= back < 16):
            raise LineError(ILLEGAL_FUNCTION_CALL)
        self.screen.COLOR(front % 16, back % 8)

    def draw_line(self, x1: float, y1: float, x2: float, y2: float, color: float) -> None:
        """LINE. What lies outside the screen is not drawn. Raises error 5 in SCREEN 0 and for a colour it lacks."""
        colors = COLORS.get(self.screen.mode, 0)
        left, top, right, bottom, dot = (whole(value, -32768, 32767) for value in (x1, y1, x2, y2, color))
        if not 0 <= dot < colors:
            raise LineError(ILLEGAL_FUNCTION_CALL)
        steps = max(abs(right - left), abs(bottom - top))
        for step in range(steps + 1):
            x = left + _share(right - left, step, steps)
            y = top + _share(bottom - top, step, steps)
            if 0 <= x < self.screen.width and 0 <= y < HEIGHT:
                self.screen.LINE(x, y, x, y, dot)


def _share(distance: int, step: int, steps: int) -> int:
    """Returns how far a line has come after some of its steps, rounded to the nearest dot."""
    return (2 * distance * step + steps) // (2 * steps) if steps else 0


def _shown(text: str) -> str:
    """Returns a string as PRINT shows it: no character of it can be a command to the terminal."""
    if text.isprintable():
        return text
    lines = re.split(r"\r\n|\r|\n", text)
    return "\n".join(re.sub(r"[^ -~]", _picture, line) for line in lines)


def _picture(match: re.Match[str]) -> str:
    char = match[0]
    return char if char.isprintable() else PICTURES.get(ord(char), " ")
