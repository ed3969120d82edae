"""The machine's screen as BASIC sees it: characters in rows and columns over a picture made of dots.

SCREEN 1 has 40 x 25 characters over 320 x 200 dots in four colours (CGA's black, cyan, magenta and white), SCREEN 2
has 80 x 25 over 640 x 200 in black and white, and SCREEN 0 characters only. Rows and columns count from 1, dots from 0.
The screen itself is only memory. A Keyboard feeds it and a Display shows it, and by default there is neither.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Callable
from typing import Final

from historic.basic import Stop, print_number

ROWS: Final = 25
#: A character is 8 x 8 dots.
CELL: Final = 8

#: INPUT takes no more characters than this.
MAX_INPUT_LENGTH: Final = 255

COLUMNS: Final = {0: 80, 1: 40, 2: 80}
WIDTHS: Final = {0: 640, 1: 320, 2: 640}
HEIGHT: Final = 200

#: SCREEN 1's colours 0 to 3; SCREEN 2 has only the first and the last.
CYAN: Final = 1
MAGENTA: Final = 2
WHITE: Final = 3


#: What is called with a line as far as it has been typed.
Echo = Callable[[str], None]


def no_echo(line: str) -> None:
    """Nobody wants to see it."""


class Keyboard:
    """Nobody at the keys. What a real keyboard does is told in historic.keyboard."""

    #: Whether it stands still until a key comes.
    is_waiting: bool = False

    def inkey(self) -> str:
        """INKEY$: the key that has been pressed, or '' for none. Returns at once."""
        return ""

    def wait(self, seconds: float) -> None:
        """Let `seconds` go by, or less if a key is pressed."""
        time.sleep(seconds)

    def key(self) -> str:
        """Wait for a key. Raises Stop where none can come any more."""
        raise Stop

    def line(self, echo: Echo = no_echo) -> str:
        """Wait for a line, as INPUT does, without its end. Raises Stop where none can come any more.

        `echo` is told of each change to the line, if keys come one by one.
        """
        raise Stop


class Display:
    """Shows the screen nowhere. What a real display does is told in historic.display."""

    def show(self, screen: Screen) -> None:
        """The screen has changed, or is about to be waited at."""

    def on_print(self, text: str) -> None:
        """PRINT put `text` at the cursor; a line's end is part of it."""

    def on_resize(self) -> None:
        """What shows the screen has another size."""

    def on_typing(self, screen: Screen, line: str) -> None:
        """INPUT's line so far; it does not stand on the screen yet."""

    def on_input(self, line: str) -> None:
        """INPUT has taken `line`, which now stands at the cursor; the cursor goes to the next row."""

    def on_locate(self, row: int, column: int) -> None:
        """LOCATE moved the cursor."""

    def on_clear(self) -> None:
        """CLS emptied the screen."""


class Screen:
    """What BASIC's statements do to the screen, each under its own name."""

    def __init__(self, keyboard: Keyboard | None = None, display: Display | None = None) -> None:
        self.keyboard = keyboard or Keyboard()
        self.display = display or Display()
        self.SCREEN(0)

    def SCREEN(self, mode: int) -> None:
        """Change to SCREEN 0, 1 or 2, and clear it."""
        self.mode = mode
        self.columns = COLUMNS[mode]
        self.width = WIDTHS[mode]
        self._clear()

    def CLS(self) -> None:
        """Clear characters and picture; the cursor goes to the top left."""
        self._clear()
        self.display.on_clear()

    def LOCATE(self, row: int, column: int) -> None:
        """Put the cursor at `row` (1 to 25) and `column` (1 to 40 or 80)."""
        self.row, self.column = row, column
        self.display.on_locate(row, column)

    def PRINT(self, *items: str | int | float, end: str = "\n") -> str:
        """Write `items` at the cursor, as if semicolons stood between them; `end=""` is a semicolon at the end too.

        Returns what was written, without the end.
        """
        text = "".join(item if isinstance(item, str) else print_number(item) for item in items)
        self._write(text + end)
        self.display.on_print(text + end)
        self.display.show(self)
        return text

    def LINE(self, x1: int, y1: int, x2: int, y2: int, color: int) -> None:
        """Draw from dot (x1, y1) to dot (x2, y2), both included. The listing's lines are all level or upright."""
        if x1 != x2 and y1 != y2:
            raise ValueError(f"only level and upright lines are drawn, not ({x1}, {y1})-({x2}, {y2})")
        for y in range(min(y1, y2), max(y1, y2) + 1):
            left, right = y * self.width + min(x1, x2), y * self.width + max(x1, x2) + 1
            self.dots[left:right] = bytes([color]) * (right - left)

    @property
    def INKEY(self) -> Callable[[], str]:
        """INKEY$: the key that has been pressed, or '' for none. Asked so often that the keyboard itself answers."""
        return self.keyboard.inkey

    def wait_for_key(self) -> str:
        """The key that ends a loop over INKEY$. Raises Stop where none can come any more."""
        self.display.show(self)
        return self.keyboard.key()

    def INPUT(self, prompt: str) -> str:
        """INPUT "prompt";A$ with one variable: a line of one value, without the blanks or quotes around it.

        A comma outside quotes makes two values, which BASIC asks to have typed again. Raises Stop where no line can
        come any more.
        """
        while True:
            self.PRINT(prompt, "? ", end="")
            line = self.keyboard.line(self._echo)[:MAX_INPUT_LENGTH]
            line = "".join(char if char.isprintable() else " " for char in line)
            self._write(line + "\n")
            self.display.on_input(line)
            self.display.show(self)
            values = _split_values(line)
            if len(values) == 1:
                return values[0]
            self.PRINT("Redo from start")

    def with_line(self, line: str) -> Screen:
        """A copy, on which `line` stands at the cursor."""
        other = copy.copy(self)
        other.cells = [row[:] for row in self.cells]
        other._write(line)
        return other

    def lines(self) -> list[str]:
        """The 25 rows of characters as text, without blanks at the end."""
        return ["".join(char or " " for char in row).rstrip() for row in self.cells]

    def _echo(self, line: str) -> None:
        self.display.on_typing(self, line)

    def _clear(self) -> None:
        #: Each character, or '' where none has been written and the picture shows.
        self.cells = [[""] * self.columns for _ in range(ROWS)]
        self.dots = bytearray(self.width * HEIGHT)
        self.row = self.column = 1

    def _write(self, text: str) -> None:
        for char in text:
            if char == "\n":
                self._next_row()
                continue
            if self.column > self.columns:
                self._next_row()
            self.cells[self.row - 1][self.column - 1] = char
            self.column += 1

    def _next_row(self) -> None:
        self.column = 1
        self.row += 1
        if self.row > ROWS:
            self.row = ROWS
            self.cells = [*self.cells[1:], [""] * self.columns]
            line_of_dots = self.width * CELL
            self.dots = self.dots[line_of_dots:] + bytearray(line_of_dots)


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
