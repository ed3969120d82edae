"""The machine's screen as BASIC sees it: characters in rows and columns over a picture made of dots.

SCREEN 1 has 40 x 25 characters over 320 x 200 dots in four colours (CGA's black, cyan, magenta and white), SCREEN 2
has 80 x 25 over 640 x 200 in black and white, SCREEN 9 has 80 x 25 over 640 x 350 in EGA's 16 colours, and SCREEN 0
has characters only. Rows and columns count from 1, dots from 0. A Screen exists only in memory: a Keyboard supplies its
input and a Display shows it. By default it has neither.
"""

from __future__ import annotations

import copy
import re
import time
from collections.abc import Callable
from typing import Final

from historic.basic import Stop, print_number

ROWS: Final = 25
#: A character is 8 x 8 dots.
CELL: Final = 8

#: The largest number of characters that INPUT accepts.
MAX_INPUT_LENGTH: Final = 255

#: The mode with EGA's picture.
EGA: Final = 9
#: Its picture has as many planes, each of which has a bit of each dot's colour.
PLANES: Final = 4
COLUMNS: Final = {0: 80, 1: 40, 2: 80, EGA: 80}
WIDTHS: Final = {0: 640, 1: 320, 2: 640, EGA: 640}
#: The dots from top to bottom. SCREEN 9 has more.
HEIGHT: Final = 200
HEIGHTS: Final = {EGA: 350}
#: The number of colours of each mode that has a picture.
COLORS: Final = {1: 4, 2: 2, EGA: 16}

#: The bytes that PRINT obeys in place of showing them: a bell, the top of the screen, a clear screen, and four steps.
COMMANDS: Final = "\a\x0b\x0c\x1c\x1d\x1e\x1f"
#: DOS's codes of the keys without a character, which are the second byte of INKEY$: alone, with Ctrl, and with Alt.
#: Shift changes only the function keys.
KEY_CODES: Final = {
    "Up": (72, 141, 152),
    "Down": (80, 145, 160),
    "Right": (77, 116, 157),
    "Left": (75, 115, 155),
    "Home": (71, 119, 151),
    "End": (79, 117, 159),
    "Insert": (82, 146, 162),
    "Delete": (83, 147, 163),
    "Page Up": (73, 132, 153),
    "Page Down": (81, 118, 161),
    **{f"F{number}": (58 + number, 93 + number, 103 + number) for number in range(1, 11)},
    "F11": (133, 137, 139),
    "F12": (134, 138, 140),
}
SHIFTED_CODES: Final = {**{f"F{number}": 83 + number for number in range(1, 11)}, "F11": 135, "F12": 136}
BACK_TAB: Final = 15
#: The codes of letters, digits and signs with Alt: those of each row of the keyboard count on from its first one.
ALT_CODES: Final = {
    char: first + place
    for row, first in (("qwertyuiop", 16), ("asdfghjkl", 30), ("zxcvbnm", 44), ("1234567890-=", 120))
    for place, char in enumerate(row)
}
#: What ends a terminal's sequence for a key: a letter or, before a tilde, a number.
KEY_ENDS: Final = {
    **dict(zip("ABCDHF", ("Up", "Down", "Right", "Left", "Home", "End"), strict=True)),
    **dict(zip("PQRS", ("F1", "F2", "F3", "F4"), strict=True)),
    **{f"[{letter}": f"F{number}" for number, letter in enumerate("ABCDE", 1)},
    **dict(zip("12345678", ("Home", "Insert", "Delete", "End", "Page Up", "Page Down", "Home", "End"), strict=True)),
    **{str(10 + number): f"F{number}" for number in range(1, 6)},
    **{str(11 + number): f"F{number}" for number in range(6, 11)},
    "23": "F11",
    "24": "F12",
}
#: The sequence: a bracket or O, numbers, of which the second one says what is held down, and its end.
KEY_SEQUENCE: Final = re.compile(r"[\[O](?:(?P<number>\d+)(?:;(?P<held>\d+))?)?(?P<end>~|\[?[A-Z]|)")
SHIFT, ALT, CTRL = 1, 2, 4

#: How PUT joins a dot of the screen with one of a picture.
PUT_VERBS: Final[dict[str, Callable[[int, int], int]]] = {
    "XOR": int.__xor__,
    "OR": int.__or__,
    "AND": int.__and__,
    "PSET": lambda old, new: new,
    "PRESET": lambda old, new: COLORS[EGA] - 1 - new,
}
#: A function that is called with the part of a line typed so far.
Echo = Callable[[str], None]


def no_echo(line: str) -> None:
    """Ignores the line."""


def no_key() -> str:
    """Returns '': INKEY$ where no key can be pressed."""
    return ""


class Keyboard:
    """A keyboard on which no key is ever pressed. historic.machine.keyboard has the real ones."""

    #: True while the keyboard waits for a key. `on_waiting` is called each time when that begins.
    is_waiting: bool = False
    on_waiting: Callable[[], object] | None = None

    def inkey(self) -> str:
        """Returns the pressed key, or '' if there is none, as INKEY$ does. Never waits."""
        return ""

    def wait(self, seconds: float) -> None:
        """Waits for `seconds`, or until a key is pressed."""
        time.sleep(seconds)

    def key(self) -> str:
        """Waits for a key and returns it. Raises Stop at the end of input."""
        raise Stop

    def line(self, echo: Echo = no_echo) -> str:
        """Waits for a line, as INPUT does, and returns it without its end. Raises Stop at the end of input.

        If keys arrive one by one, `echo` is called with the line after each change.
        """
        raise Stop


class Display:
    """A display that shows nothing. historic.machine.display has the real ones."""

    def show(self, screen: Screen) -> None:
        """Called after the screen has changed, and before the program waits for input."""

    def on_print(self, text: str) -> None:
        """Called after PRINT has written `text`, line end included, at the cursor."""

    def on_resize(self) -> None:
        """Called after the terminal may have been resized, while the program waits for input."""

    def on_typing(self, screen: Screen, line: str) -> None:
        """Called with INPUT's line so far, which is not on the screen yet."""

    def on_input(self, line: str, end: str = "\n") -> None:
        """Called after INPUT has read `line`, written it at the cursor, and, by its `end`, begun the next row."""

    def on_beep(self) -> None:
        """Called for BEEP."""

    def on_locate(self, row: int, column: int) -> None:
        """Called after LOCATE has moved the cursor."""

    def on_clear(self) -> None:
        """Called after CLS has cleared the screen."""


class Screen:
    """The screen, with one method for each BASIC statement that changes it, under the statement's name."""

    def __init__(self, keyboard: Keyboard | None = None, display: Display | None = None) -> None:
        self.keyboard = keyboard or Keyboard()
        self.display = display or Display()
        self.SCREEN(0)

    def SCREEN(self, mode: int, columns: int = 0) -> None:
        """Switches to SCREEN 0, 1, 2 or 9, and clears it. SCREEN 0 may have 40 `columns`."""
        self.mode = mode
        #: COLOR's foreground and background, or None where the program has not set any.
        self.color: tuple[int, int] | None = None
        self.columns = columns or COLUMNS[mode]
        self.width = WIDTHS[mode]
        self.height = HEIGHTS.get(mode, HEIGHT)
        #: The rows that scroll: all but the last one, unless VIEW PRINT chooses others.
        self.top, self.bottom = 1, ROWS - 1
        self._clear()

    def CLS(self) -> None:
        """Clears characters and picture, and moves the cursor to the top left."""
        self._clear()
        self.display.on_clear()

    def VIEW_PRINT(self, top: int, bottom: int) -> None:
        """Lets only the rows from `top` to `bottom` scroll, and moves the cursor to the first of them."""
        self.top, self.bottom = top, bottom
        self.LOCATE(top, 1)

    def clear_view(self) -> None:
        """Clears the rows that scroll, and moves the cursor to their beginning."""
        for _ in range(self.top, self.bottom + 1):
            self._scroll()
        self.LOCATE(self.top, 1)

    @property
    def cell_height(self) -> int:
        """The dots of a character from top to bottom."""
        return self.height // ROWS

    def BEEP(self) -> None:
        """Rings the bell."""
        self.display.on_beep()

    def LOCATE(self, row: int, column: int) -> None:
        """Moves the cursor to `row` (1 to 25) and `column` (1 to 40 or 80)."""
        self.row, self.column = row, column
        self.display.on_locate(row, column)

    def COLOR(self, foreground: int, background: int) -> None:
        """Sets the colours of the characters that are written from now on: 0 to 15, and 0 to 7 behind them."""
        self.color = foreground, background

    def PRINT(self, *items: str | int | float, end: str = "\n") -> str:
        """Writes `items` at the cursor, as if separated by semicolons. `end=""` stands for a semicolon at the end.

        Returns the text written, without the end.
        """
        text = "".join(item if isinstance(item, str) else print_number(item) for item in items)
        self._write(text + end)
        self.display.on_print(text + end)
        self.show()
        return text

    def show(self) -> None:
        """Shows what has been printed."""
        self.display.show(self)

    def LINE(self, x1: int, y1: int, x2: int, y2: int, color: int) -> None:
        """Draws a line from dot (x1, y1) to dot (x2, y2) inclusive. The listing's lines are horizontal or vertical.

        Raises ValueError for any other line.
        """
        if x1 != x2 and y1 != y2:
            raise ValueError(f"a line must be horizontal or vertical, not ({x1}, {y1})-({x2}, {y2})")
        for y in range(min(y1, y2), max(y1, y2) + 1):
            left, right = y * self.width + min(x1, x2), y * self.width + max(x1, x2) + 1
            self.dots[left:right] = bytes([color]) * (right - left)

    def draw(self, left: int, top: int, right: int, bottom: int, color: int, shape: str = "") -> None:
        """Draws any line, or, with the `shape` B or BF, a box or a full one. Leaves out what is off the screen."""
        if shape:
            rows = (top, bottom) if shape == "B" else range(min(top, bottom), max(top, bottom) + 1)
            for row in rows:
                if 0 <= row < self.height:
                    self.draw(left, row, right, row, color)
            for column in (left, right) if shape == "B" else ():
                self.draw(column, top, column, bottom, color)
            return
        steps = max(abs(right - left), abs(bottom - top))
        for step in range(steps + 1):
            x = left + _share(right - left, step, steps)
            y = top + _share(bottom - top, step, steps)
            if 0 <= x < self.width and 0 <= y < self.height:
                self.LINE(x, y, x, y, color)

    def PUT(self, left: int, top: int, dots: list[list[int]], verb: str) -> None:
        """Joins rows of dots with those of the screen, by a verb of PUT. Raises ValueError outside the screen."""
        if not (0 <= left <= self.width - len(dots[0]) and 0 <= top <= self.height - len(dots)):
            raise ValueError("a picture must be on the screen as a whole")
        join = PUT_VERBS[verb]
        for y, row in enumerate(dots, top):
            for place, dot in enumerate(row, y * self.width + left):
                self.dots[place] = join(self.dots[place], dot)

    def obey(self, command: str) -> None:
        """Does what one of COMMANDS stands for."""
        match command:
            case "\a":
                self.BEEP()
            case "\x0b":
                self.LOCATE(1, 1)
            case "\x0c":
                self.CLS()
            case _:
                down, right = {"\x1c": (0, 1), "\x1d": (0, -1), "\x1e": (-1, 0), "\x1f": (1, 0)}[command]
                self.LOCATE(min(max(self.row + down, 1), ROWS), min(max(self.column + right, 1), self.columns))

    @property
    def INKEY(self) -> Callable[[], str]:
        """INKEY$: the keyboard's own method, for speed. It returns the pressed key, or '' if there is none."""
        return self.keyboard.inkey

    def wait_for_key(self) -> str:
        """Returns the key that ends a loop over INKEY$. Raises Stop at the end of input."""
        self.display.show(self)
        return self.keyboard.key()

    def LINE_INPUT(self, prompt: str, end: str = "\n") -> str:
        """Runs LINE INPUT "prompt"; A$ and returns the line typed. Raises Stop at the end of input.

        With `end` '', which stands for LINE INPUT; "prompt"; A$, the cursor stays behind the line.
        """
        self.PRINT(prompt, end="")
        line = self.keyboard.line(self._echo)[:MAX_INPUT_LENGTH]
        line = "".join(char if char.isprintable() else " " for char in line)
        self._write(line + end)
        self.display.on_input(line, end)
        self.display.show(self)
        return line

    def INPUT(self, prompt: str, mark: str = "? ") -> str:
        """Runs INPUT "prompt";A$ and returns the value typed, without surrounding blanks or quotes.

        `mark` stands behind the prompt; it is '' for INPUT "prompt",A$. A comma outside quotes separates two values,
        and BASIC then asks for the line again. Raises Stop at the end of input.
        """
        while True:
            values = _split_values(self.LINE_INPUT(prompt + mark))
            if len(values) == 1:
                return values[0]
            self.PRINT("Redo from start")

    def with_line(self, line: str) -> Screen:
        """Returns a copy of the screen with `line` written at the cursor."""
        other = copy.copy(self)
        other.cells = [row[:] for row in self.cells]
        other.colors = [row[:] for row in self.colors]
        other._write(line)
        return other

    def lines(self) -> list[str]:
        """Returns the 25 rows of characters as text, without trailing blanks."""
        return ["".join(char or " " for char in row).rstrip() for row in self.cells]

    def _echo(self, line: str) -> None:
        self.display.on_typing(self, line)

    def _clear(self) -> None:
        #: Each character, or '' where none has been written and the picture shows.
        self.cells = [[""] * self.columns for _ in range(ROWS)]
        #: The colours of each character.
        self.colors = [[self.color] * self.columns for _ in range(ROWS)]
        self.dots = bytearray(self.width * self.height)
        self.row, self.column = self.top, 1

    def _write(self, text: str) -> None:
        for char in text:
            if char == "\n":
                self._next_row()
                continue
            if self.column > self.columns:
                self._next_row()
            self.cells[self.row - 1][self.column - 1] = char
            self.colors[self.row - 1][self.column - 1] = self.color
            self.column += 1

    def _next_row(self) -> None:
        self.column = 1
        self.row += 1
        if self.row > self.bottom:
            self.row = self.bottom
            self._scroll()

    def _scroll(self) -> None:
        first, last = self.top - 1, self.bottom
        self.cells[first:last] = [*self.cells[first + 1 : last], [""] * self.columns]
        self.colors[first:last] = [*self.colors[first + 1 : last], [self.color] * self.columns]
        line_of_dots = self.width * self.cell_height
        start, end = first * line_of_dots, last * line_of_dots
        self.dots[start:end] = self.dots[start + line_of_dots : end] + bytearray(line_of_dots)


class Unseen(Screen):
    """A screen that nobody looks at, and a keyboard on which no key is pressed. They cost the program no time."""

    @property
    def INKEY(self) -> Callable[[], str]:
        """no_key, which the program need not call: it reads a key 24 times for each target square."""
        return no_key

    def CLS(self) -> None:
        """Does nothing."""

    def PRINT(self, *items: str | int | float, end: str = "\n") -> str:
        """Writes nothing, and returns ''."""
        return ""


UNSEEN: Final = Unseen()


def _split_values(line: str) -> list[str]:
    values = [""]
    quoted = False
    for char in line:
        if char == '"':
            quoted = not quoted
        if char == "," and not quoted:
            values.append("")
        else:
            values[-1] += char
    return [_unquoted(value.strip()) for value in values]


def _unquoted(value: str) -> str:
    return value[1:-1] if len(value) >= 2 and value[0] == value[-1] == '"' else value


def _share(distance: int, step: int, steps: int) -> int:
    """Returns how far a line has come after some of its steps, rounded to the nearest dot."""
    return (2 * distance * step + steps) // (2 * steps) if steps else 0


def dots_of(data: bytes) -> list[list[int]]:
    """Returns the rows of dots of a picture in SCREEN 9, as GET packs it. Raises ValueError if it is not complete.

    The width and the height have two bytes each. Each row has its planes one after the other: a bit for each dot.
    """
    width, height = int.from_bytes(data[:2], "little"), int.from_bytes(data[2:4], "little")
    span = (width + 7) // 8
    if not 0 < span * height * PLANES <= len(data) - 4:
        raise ValueError(f"a picture of {width}x{height} dots is expected")
    dots = [[0] * width for _ in range(height)]
    for place in range(span * height * PLANES * 8):
        line, plane, column = place // (span * 32), place // (span * 8) % PLANES, place % (span * 8)
        if column < width:
            dots[line][column] |= (data[4 + place // 8] >> (7 - place % 8) & 1) << plane
    return dots


def dos_key(key: str) -> str:
    """Returns a terminal's key as DOS has it: a character, or two for a key without one; Backspace is 8.

    A key that DOS does not know is ''.
    """
    if len(key) < 2:
        return "\b" if key == "\x7f" else key
    code = ALT_CODES.get(key[1:].lower()) if len(key) == 2 else _code_of(key[1:])
    return "\0" + bytes([code]).decode("cp437") if code else ""


def _code_of(sequence: str) -> int | None:
    """Returns DOS's code of the key with this sequence, or None."""
    found = KEY_SEQUENCE.fullmatch(sequence)
    if not found:
        return None
    if found["end"] == "Z":
        return BACK_TAB
    name = KEY_ENDS.get((found["number"] or "") if found["end"] == "~" else found["end"], "")
    held = int(found["held"] or 1) - 1
    if name not in KEY_CODES:
        return None
    alone, with_ctrl, with_alt = KEY_CODES[name]
    if held & CTRL or held & ALT:
        return with_ctrl if held & CTRL else with_alt
    return SHIFTED_CODES.get(name, alone) if held & SHIFT else alone
