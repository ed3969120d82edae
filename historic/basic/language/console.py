"""PRINT, INPUT and the other statements that use the screen and the keyboard, for a compiled listing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from historic.basic.language.errors import ILLEGAL_FUNCTION_CALL, LineError
from historic.basic.language.runtime import (
    BITS_TEXT,
    NUMBER_TEXT,
    SHOWN,
    TO_TYPE,
    Random,
    byte,
    double_of,
    number_text,
    single_of,
    typed_bytes,
    whole,
)
from historic.basic.language.terms import INTEGER, STRING
from historic.machine.screen import COLORS, COLUMNS, ROWS, Screen

#: A comma in PRINT moves to the next zone of this many columns.
ZONE: Final = 14
#: White on black, which COLOR changes.
DEFAULT_COLORS: Final = (7, 0)
#: The bytes that act when they are printed: those that begin a row, clear the screen or move the cursor.
ACTING: Final = re.compile("\r\n|[\a\t-\r\x1c-\x1f]")
TAB_STOP: Final = 8
#: The second byte of the keys that have two, by the end of a terminal's sequence for them.
EXTENDED_KEYS: Final = {
    **{f"[{letter}": code for letter, code in zip("ABCDFH", "HPMKOG", strict=True)},
    **{f"O{letter}": code for letter, code in zip("ABCDFHPQRS", "HPMKOG;<=>", strict=True)},
    **{f"[{key}~": code for key, code in zip((1, 2, 3, 4, 5, 6), "GRSOIQ", strict=True)},
    **{f"[{key}~": code for key, code in zip((15, 17, 18, 19, 20, 21), "?@ABCD", strict=True)},
}
#: What INPUT may have around a value.
QUOTED: Final = re.compile(r'[ \t]*(?:"([^"]*)"?[ \t]*|([^,]*))(,|$)')


class Spaces(NamedTuple):
    """TAB or SPC in PRINT: up to a column, or so many blanks."""

    to_column: bool
    size: float


class NextZone:
    """The comma between the items of PRINT."""


NEXT_ZONE: Final = NextZone()


class Console:
    """The statements of BASIC on a Screen, with numbers as BASIC has them."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.random = Random()

    def print_(self, end_line: bool, *items: str | float | NextZone | Spaces) -> None:
        """PRINT. An item that does not fit into the row begins the next row, as in QBasic."""
        text = laid_out(items, self.screen.column - 1, self.screen.columns)
        place = 0
        for found in ACTING.finditer(text):
            if found[0] in "\a\x0b\x0c\x1c\x1d\x1e\x1f":
                self.screen.PRINT(_shown(text[place : found.start()]), end="")
                self._act(found[0])
                place = found.end()
        self.screen.PRINT(_shown(text[place:]), end="\n" if end_line else "")

    def _act(self, char: str) -> None:
        """Does what a byte stands for: a bell, the cursor's move to the top, a clear screen, or a step."""
        row, column = self.screen.row, self.screen.column
        match char:
            case "\a":
                self.screen.BEEP()
            case "\x0b":
                self.screen.LOCATE(1, 1)
            case "\x0c":
                self.screen.CLS()
            case _:
                down, right = {"\x1c": (0, 1), "\x1d": (0, -1), "\x1e": (-1, 0), "\x1f": (1, 0)}[char]
                self.screen.LOCATE(min(max(row + down, 1), ROWS), min(max(column + right, 1), self.screen.columns))

    def input_values(self, prompt: str, mark: str, stay: bool, types: str) -> list[str | float]:
        """INPUT into variables of these types. Asks again if a value is missing, left over, or no number."""
        while True:
            values = values_of(self.input_line(prompt, mark, stay)[0], types)
            if values:
                return values
            self.screen.PRINT("Redo from start")

    def input_line(self, prompt: str, mark: str, stay: bool, types: str = "") -> list[str]:
        """LINE INPUT into a string variable."""
        return [typed_bytes(self.screen.LINE_INPUT(_shown(prompt + mark), end="" if stay else "\n"))]

    def inkey(self) -> str:
        """INKEY$: the pressed key, two bytes for one without a character, or '' if there is none."""
        return key_of(self.screen.INKEY())

    def keys(self, count: float) -> str:
        """INPUT$: waits for so many keys."""
        return "".join(self.wait_for_key()[-1:] for _ in range(byte(count)))

    def wait_for_key(self) -> str:
        """A loop over INKEY$ until a key is pressed."""
        return key_of(self.screen.wait_for_key())

    def sleep(self, seconds: float | None = None) -> None:
        """SLEEP: waits so long, or until a key is pressed."""
        if seconds:
            self.screen.keyboard.wait(max(whole(seconds), 0))
        else:
            self.screen.wait_for_key()

    def beep(self) -> None:
        """BEEP."""
        self.screen.BEEP()

    def sound(self, *_: float) -> None:
        """SOUND: makes no sound, and takes no time."""

    def play(self, _: str) -> None:
        """PLAY: makes no sound, and takes no time."""

    def randomize(self, number: float | None = None) -> None:
        """RANDOMIZE. Without a number, the user is asked for one."""
        asked = number is None
        prompt = "Random-number seed (-32768 to 32767)"
        self.random.begin(float(self.input_values(prompt, "? ", False, INTEGER)[0]) if asked else number or 0.0)

    def csrlin(self) -> float:
        """CSRLIN: the cursor's row."""
        return float(self.screen.row)

    def pos(self, _: float) -> float:
        """POS: the cursor's column."""
        return float((self.screen.column - 1) % self.screen.columns + 1)

    def width(self, columns: float | None, rows: float | None = None) -> None:
        """WIDTH: 40 or 80 columns; the screen is cleared if that is new. Raises error 5 for others than 25 rows."""
        number = self.screen.columns if columns is None else whole(columns)
        if number not in (40, 80) or (rows is not None and whole(rows) != ROWS) or self.screen.mode:
            raise LineError(ILLEGAL_FUNCTION_CALL)
        if number != self.screen.columns:
            self.screen.SCREEN(0, number)

    def locate(self, row: float | None, column: float | None = None, *_: float | None) -> None:
        """LOCATE; what is left out stays as it is. Raises error 5 outside the screen."""
        place = (
            self.screen.row if row is None else whole(row),
            int(self.pos(0)) if column is None else whole(column),
        )
        if not (1 <= place[0] <= ROWS and 1 <= place[1] <= self.screen.columns):
            raise LineError(ILLEGAL_FUNCTION_CALL)
        self.screen.LOCATE(*place)

    def clear(self, what: float | None = None) -> None:
        """CLS; 0, 1 and 2 all clear the whole screen. Raises error 5 for other numbers."""
        if what is not None and not 0 <= whole(what) <= 2:
            raise LineError(ILLEGAL_FUNCTION_CALL)
        self.screen.CLS()

    def screen_mode(self, mode: float | None, *_: float | None) -> None:
        """SCREEN. Raises error 5 for a mode other than 0, 1, 2 and 9."""
        number = self.screen.mode if mode is None else whole(mode)
        if number not in COLUMNS:
            raise LineError(ILLEGAL_FUNCTION_CALL)
        self.screen.SCREEN(number)

    def color(self, foreground: float | None, background: float | None = None) -> None:
        """COLOR. What is left out stays as it is. Raises error 5 in SCREEN 1 and 2, and beyond 31 or 15."""
        colors = self.screen.color or DEFAULT_COLORS
        front = colors[0] if foreground is None else whole(foreground)
        back = colors[1] if background is None else whole(background)
        if self.screen.mode in (1, 2) or not (0 <= front < 32 and 0 <= back < 16):
            raise LineError(ILLEGAL_FUNCTION_CALL)
        self.screen.COLOR(front % 16, back % 8)

    def draw_line(self, x1: float, y1: float, x2: float, y2: float, color: float | None, shape: str) -> None:
        """LINE, and with B or BF a box. What lies outside the screen is not drawn.

        Raises error 5 in SCREEN 0 and for a colour that the mode lacks.
        """
        colors = COLORS.get(self.screen.mode, 0)
        default = (self.screen.color or (colors - 1,))[0]
        left, top, right, bottom = (whole(value, -32768, 32767) for value in (x1, y1, x2, y2))
        dot = default if color is None else whole(color)
        if not 0 <= dot < colors:
            raise LineError(ILLEGAL_FUNCTION_CALL)
        if shape:
            rows = (top, bottom) if shape == "B" else range(min(top, bottom), max(top, bottom) + 1)
            lines = [(left, row, right, row) for row in rows if 0 <= row < self.screen.height]
            lines += [(column, top, column, bottom) for column in (left, right) if shape == "B"]
            for line in lines:
                self.draw_line(*line, dot, "")
            return
        steps = max(abs(right - left), abs(bottom - top))
        for step in range(steps + 1):
            x = left + _share(right - left, step, steps)
            y = top + _share(bottom - top, step, steps)
            if 0 <= x < self.screen.width and 0 <= y < self.screen.height:
                self.screen.LINE(x, y, x, y, dot)


def laid_out(items: Sequence[str | float | NextZone | Spaces], column: int, width: int) -> str:
    """Returns what PRINT writes behind so many columns of a row that is so wide."""
    text = ""
    for item in items:
        if isinstance(item, NextZone):
            zone = (column // ZONE + 1) * ZONE
            fits = zone + ZONE <= width
            text += " " * (zone - column) if fits else "\n"
            column = zone if fits else 0
            continue
        if isinstance(item, Spaces):
            count = max(whole(item.size, -32768, 32767), 0)
            if item.to_column:
                target = (max(count, 1) - 1) % width
                text += "\n" * (target < column)
                count = target - column * (target >= column)
            piece = " " * (count % width)
        else:
            piece = item if isinstance(item, str) else number_text(item)
        last = max((found.end() for found in ACTING.finditer(piece)), default=0) if not piece.isprintable() else 0
        if last:
            piece, column = _acted(piece, column)
        elif column > 0 and column + len(piece) > width:
            text += "\n"
            column = 0
        text += piece
        column += len(piece) if not last else 0
        column = column if column <= width else (column - 1) % width + 1
    return text


def _acted(text: str, column: int) -> tuple[str, int]:
    """Returns a text with blanks in place of tabs, and one end of line for each kind, and the column behind it."""
    parts = re.split(r"(\r\n|\r|\n|\t|\x0b|\x0c)", text)
    for place, part in enumerate(parts):
        if part == "\t":
            parts[place] = " " * (TAB_STOP - column % TAB_STOP)
        elif part in ("\r\n", "\r", "\n"):
            parts[place] = "\n"
        column = 0 if parts[place] in ("\n", "\x0b", "\x0c") else column + len(parts[place].replace("\a", ""))
    return "".join(parts), column


def values_of(line: str, types: str) -> list[str | float]:
    """Returns the values of a line for INPUT into variables of these types, or none if they do not fit."""
    values: list[str | float] = []
    place, comma = 0, ","
    while comma:
        found = QUOTED.match(line, place)
        if not found or len(values) == len(types):
            return []
        type_ = types[len(values)]
        text = found[1] if found[1] is not None else found[2].strip(" \t")
        if type_ != STRING:
            try:
                values.append(TO_TYPE.get(type_, single_of)(number_of(text)))
            except (LineError, ValueError):
                return []
        else:
            values.append(text)
        place, comma = found.end(), found[3]
    return values if len(values) == len(types) else []


def number_of(text: str) -> float:
    """Returns the number that is typed; nothing is 0. Raises ValueError for what is no number."""
    if not text:
        return 0.0
    if not (NUMBER_TEXT.fullmatch(text) or BITS_TEXT.fullmatch(text)):
        raise ValueError
    return double_of(text)


def key_of(key: str) -> str:
    """Returns a key of the terminal as INKEY$ has it."""
    if len(key) < 2:
        return "\b" if key == "\x7f" else typed_bytes(key)
    code = EXTENDED_KEYS.get(key[1:])
    return "\0" + code if code else typed_bytes(key[:1])


def _share(distance: int, step: int, steps: int) -> int:
    """Returns how far a line has come after some of its steps, rounded to the nearest dot."""
    return (2 * distance * step + steps) // (2 * steps) if steps else 0


def _shown(text: str) -> str:
    """Returns a string as PRINT shows it: no character of it can be a command to the terminal."""
    if text.isascii() and text.isprintable():
        return text
    return "\n".join(line.translate(SHOWN) for line in text.split("\n"))
