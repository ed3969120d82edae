"""PRINT, INPUT and the other statements that use the screen and the keyboard, for a compiled listing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from historic.basic.charset import shown, typed_bytes
from historic.basic.language.errors import ILLEGAL_FUNCTION_CALL, InputEnded, LineError
from historic.basic.language.runtime import TO_TYPE, byte_, integer, number_of, whole
from historic.basic.language.terms import INTEGER, STRING
from historic.basic.printing import NextZone, Spaces, laid_out
from historic.basic.rnd import Random
from historic.basic.stops import Stop
from historic.machine.screen import COLORS, COLUMNS, COMMANDS, ROWS, Screen, dos_key

#: White on black, which COLOR changes.
DEFAULT_COLORS: Final = (7, 0)
#: The characters that INPUT may have around a value.
QUOTED: Final = re.compile(r'[ \t]*(?:"([^"]*)"?[ \t]*|([^,]*))(,|$)')


class Console:
    """The statements of BASIC on a Screen, with numbers as BASIC has them.

    Where a program waits for a key and none can come, InputEnded is raised.
    """

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.random = Random()
        self.has_view = False

    def print_(self, end_line: bool, *items: str | float | NextZone | Spaces) -> None:
        """PRINT. An item that does not fit into the row begins the next row, as in QBasic."""
        text = laid_out(items, self.screen.column - 1, self.screen.columns)
        *others, last = [text] if text.isprintable() else re.split(f"([{COMMANDS}])", text)
        for part in others:
            if part and part in COMMANDS:
                self.screen.obey(part)
            else:
                self.screen.PRINT(shown(part), end="")
        self.screen.PRINT(shown(last), end="\n" if end_line else "")

    def input_values(self, prompt: str, mark: str, stay: bool, types: Sequence[str]) -> list[str | float]:
        """INPUT into variables of these types. Asks again if a value is missing, left over, or not a number."""
        while True:
            values = values_of(self.input_line(prompt, mark, stay)[0], types)
            if values:
                return values
            self.screen.PRINT("Redo from start")

    def input_line(self, prompt: str, mark: str, stay: bool, types: Sequence[str] = ()) -> list[str]:
        """LINE INPUT into a string variable."""
        self.print_(False, prompt + mark)
        try:
            return [typed_bytes(self.screen.LINE_INPUT("", end="" if stay else "\n"))]
        except Stop:
            raise InputEnded from None

    def inkey(self) -> str:
        """INKEY$: the pressed key, two bytes for one without a character, or '' without a key."""
        try:
            return typed_bytes(dos_key(self.screen.INKEY()))
        except Stop:
            raise InputEnded from None

    def keys(self, count: float) -> str:
        """INPUT$: waits for a number of keys."""
        return "".join(self.wait_for_key()[-1:] for _ in range(byte_(count)))

    def wait_for_key(self) -> str:
        """A loop over INKEY$ until a key is pressed."""
        try:
            while not (key := typed_bytes(dos_key(self.screen.wait_for_key()))):
                pass  # a key that DOS does not know
        except Stop:
            raise InputEnded from None
        return key

    def sleep(self, seconds: float | None = None) -> None:
        """SLEEP: waits so long, or until a key is pressed."""
        if seconds:
            self.screen.keyboard.wait(max(whole(seconds), 0))
        else:
            self.wait_for_key()

    def silence(self, *_: object) -> None:
        """SOUND and PLAY: make no sound, and take no time."""

    def randomize(self, number: float | None = None) -> None:
        """RANDOMIZE. Without a number, the user is asked for one."""
        prompt = "Random-number seed (-32768 to 32767)"
        self.random.begin(float(self.input_values(prompt, "? ", False, INTEGER)[0]) if number is None else number)

    def pos(self, _: float) -> float:
        """POS: the cursor's column."""
        return float((self.screen.column - 1) % self.screen.columns + 1)

    def width(self, columns: float | None, rows: float | None = None) -> None:
        """WIDTH: 40 or 80 columns; the screen is cleared if that is new. Raises error 5 for others than 25 rows."""
        number = _given(columns, self.screen.columns, 40, 80)
        if number not in (40, 80) or (rows is not None and whole(rows) != ROWS) or self.screen.mode:
            raise LineError(ILLEGAL_FUNCTION_CALL)
        if number != self.screen.columns:
            self.screen.SCREEN(0, number)

    def locate(self, row: float | None, column: float | None = None, *_: float | None) -> None:
        """LOCATE; an omitted value stays as it is. Raises error 5 outside VIEW PRINT and the last row."""
        place = _given(row, self.screen.row, 1, ROWS), _given(column, int(self.pos(0)), 1, self.screen.columns)
        if self.has_view and not self.screen.top <= place[0] <= self.screen.bottom and place[0] != ROWS:
            raise LineError(ILLEGAL_FUNCTION_CALL)
        self.screen.LOCATE(*place)

    def view_print(self, top: float | None = None, bottom: float | None = None) -> None:
        """VIEW PRINT: the rows that scroll, or again all but the last one. Raises error 5 for other rows."""
        first, last = _given(top, 1, 1, ROWS), _given(bottom, ROWS - 1, 1, ROWS)
        if first > last:
            raise LineError(ILLEGAL_FUNCTION_CALL)
        self.has_view = top is not None
        self.screen.VIEW_PRINT(first, last)

    def clear(self, what: float | None = None) -> None:
        """CLS: clears the rows of VIEW PRINT, or the whole screen, as CLS 0 always does. Raises error 5 beyond 2."""
        if self.has_view and _given(what, 2, 0, 2):
            self.screen.clear_view()
        else:
            _given(what, 0, 0, 2)
            self.screen.CLS()

    def character(self, row: float, column: float, is_color: float = 0.0) -> float:
        """SCREEN as a function: the character at a place, or its colours. Raises error 5 outside the screen."""
        y, x = _given(row, 1, 1, ROWS) - 1, _given(column, 1, 1, self.screen.columns) - 1
        if is_color:
            front, back = self.screen.colors[y][x] or DEFAULT_COLORS
            return float(front + 16 * back)
        return float(ord(typed_bytes(self.screen.cells[y][x] or " ")))

    def screen_mode(self, mode: float | None, *_: float | None) -> None:
        """SCREEN. Raises error 5 for a mode other than 0, 1, 2 and 9."""
        number = _given(mode, self.screen.mode, min(COLUMNS), max(COLUMNS))
        if number not in COLUMNS:
            raise LineError(ILLEGAL_FUNCTION_CALL)
        self.screen.SCREEN(number)
        self.has_view = False

    def color(self, foreground: float | None, background: float | None = None, *_: float | None) -> None:
        """COLOR. An omitted value stays as it is. Raises error 5 in SCREEN 1 and 2, and beyond 31 or 15."""
        front, back = self.screen.color or DEFAULT_COLORS
        front, back = _given(foreground, front, 0, 31), _given(background, back, 0, 15)
        if self.screen.mode in (1, 2):
            raise LineError(ILLEGAL_FUNCTION_CALL)
        self.screen.COLOR(front % 16, back % 8)

    def draw_line(self, x1: float, y1: float, x2: float, y2: float, color: float | None, shape: str) -> None:
        """LINE, and with B or BF a box. Parts outside the screen are not drawn.

        Raises error 5 in SCREEN 0 and for a colour that the mode lacks.
        """
        colors = COLORS.get(self.screen.mode, 0)
        default = (self.screen.color or (colors - 1,))[0]
        left, top, right, bottom = (int(integer(value)) for value in (x1, y1, x2, y2))
        self.screen.draw(left, top, right, bottom, _given(color, default, 0, colors - 1), shape)


def _given(value: float | None, present: int, lowest: int, highest: int) -> int:
    """Returns a number, or the present one where it is left out. Raises error 5 outside the limits."""
    number = present if value is None else whole(value)
    if not lowest <= number <= highest:
        raise LineError(ILLEGAL_FUNCTION_CALL)
    return number


def values_of(line: str, types: Sequence[str]) -> list[str | float]:
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
                values.append(TO_TYPE[type_](number_of(text)))
            except (LineError, ValueError):
                return []
        else:
            values.append(text)
        place, comma = found.end(), found[3]
    return values if len(values) == len(types) else []
