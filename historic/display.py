"""Displays for the screen: a terminal that looks like it, or plain text, line after line."""

from __future__ import annotations

import shutil
from typing import Final, TextIO

from historic.screen import CELL, ROWS, Display, Screen

CSI: Final = "\x1b["
#: The four colours in a terminal's numbers for the foreground; the background has 10 more. CGA's are the bright ones.
COLORS: Final = (30, 96, 95, 97)
TEXT: Final = f"{CSI}97;40m"
PLAIN: Final = f"{CSI}0m"
#: Takes the character before the cursor away.
RUB_OUT: Final = "\b \b"
UPPER_HALF: Final = "\N{UPPER HALF BLOCK}"


class StreamDisplay(Display):
    """What is printed, one line after the other; where a line stood on the screen is not shown."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        #: What has been shown of the line that is being typed.
        self.echoed = ""
        self.at_line_start = True
        self.blank = True

    def acquire(self) -> None:
        """There is nothing to prepare."""

    def release(self) -> None:
        """End the line that may stand there."""
        self.stream.write("" if self.at_line_start else "\n")
        self.stream.flush()
        self.at_line_start = True

    def show(self, screen: Screen) -> None:
        """Let through what has been written."""
        self.stream.flush()

    def on_print(self, text: str) -> None:
        """Write it."""
        if text:
            self.stream.write(text)
            self.at_line_start = text.endswith("\n")
            self.blank = False

    def on_typing(self, screen: Screen, line: str) -> None:
        """A terminal shows each character as it is typed, anything else the whole line at its end."""
        if self.stream.isatty():
            self._echo(line)
            self.stream.flush()

    def on_input(self, line: str) -> None:
        """Write what has not been seen of it."""
        self._echo(line)
        self.stream.write("\n")
        self.echoed = ""
        self.at_line_start = True

    def _echo(self, line: str) -> None:
        while not line.startswith(self.echoed):
            self.stream.write(RUB_OUT)
            self.echoed = self.echoed[:-1]
        self.stream.write(line[len(self.echoed) :])
        self.echoed = line

    def on_locate(self, row: int, column: int) -> None:
        """Go on in a new line, as far to the right."""
        self.stream.write(("" if self.at_line_start else "\n") + " " * (column - 1))

    def on_clear(self) -> None:
        """A blank line stands for the empty screen."""
        if not self.blank:
            self.stream.write("\n" if self.at_line_start else "\n\n")
        self.at_line_start = self.blank = True


class TerminalDisplay(Display):
    """The screen, drawn in a terminal; in a small one, the part where the cursor is.

    historic.terminal takes the terminal over for it, and gives it back with the last screen as plain text.
    """

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.drawn_rows: list[str] = []
        self.last_screen: Screen | None = None
        self.size = (0, 0)
        self.half_block = UPPER_HALF
        try:
            UPPER_HALF.encode(stream.encoding or "ascii")
        except UnicodeEncodeError:
            self.half_block = " "

    def acquire(self) -> None:
        """Draw on a page of the terminal's that is the program's own."""
        self.stream.write(f"{CSI}?1049h")
        self.size = (0, 0)
        if self.last_screen:
            self.show(self.last_screen)

    def release(self) -> None:
        """Go back to the page that was there before."""
        self.stream.write(f"{PLAIN}{CSI}?1049l")
        if self.last_screen:
            self.stream.write("\n".join(self.last_screen.lines()).strip("\n") + "\n")
        self.stream.flush()

    def show(self, screen: Screen) -> None:
        """Draw the rows that have changed, and put the cursor where the program's is."""
        self.last_screen = screen
        size = columns, height = shutil.get_terminal_size()
        if size != self.size:
            # The terminal has moved what stood there about.
            self.stream.write(f"{PLAIN}{CSI}2J")
            self.size, self.drawn_rows = size, []
        double_width = has_picture(screen) and columns >= 2 * screen.columns
        first_row = max(0, screen.row - height)
        rows = terminal_rows(screen, double_width, columns, self.half_block)[first_row : first_row + height]
        if len(self.drawn_rows) != len(rows):
            self.drawn_rows = [""] * len(rows)
        for number, row in enumerate(rows):
            if row != self.drawn_rows[number]:
                self.stream.write(f"{CSI}{number + 1};1H{row}{PLAIN}{CSI}K")
        self.drawn_rows = rows
        self.stream.write(f"{TEXT}{CSI}{screen.row - first_row};{screen.column}H")
        self.stream.flush()

    def on_resize(self) -> None:
        """Draw everything again."""
        if self.last_screen:
            self.show(self.last_screen)

    def on_typing(self, screen: Screen, line: str) -> None:
        """Show the screen as it will be if the line ends here."""
        self.show(screen.with_line(line))


def has_picture(screen: Screen) -> bool:
    """Whether any dot of the screen is lit."""
    return any(screen.dots)


def terminal_rows(screen: Screen, double_width: bool, columns: int = 80, half_block: str = UPPER_HALF) -> list[str]:
    """The 25 rows as a terminal of so many `columns` writes them, in colour.

    `doubled` gives a character of BASIC two places. Where the picture shows, a place is two dots, an upper and a lower
    one, each taken from the middle of what it stands for; `half` is the character whose upper half is its foreground.
    """
    places = 2 if double_width else 1
    visible = min(screen.columns, columns // places)
    if not has_picture(screen):
        return [TEXT + "".join(char or " " for char in row[:visible]) for row in screen.cells]
    return [_picture_row(screen, row, places, visible, half_block) for row in range(ROWS)]


def _picture_row(screen: Screen, row: int, places: int, visible: int, half_block: str) -> str:
    text = ""
    column = 0
    while column < visible:
        end = column
        while end < visible and screen.cells[row][end]:
            end += 1
        if end > column:
            text += TEXT + "".join(screen.cells[row][column:end]).center(places * (end - column))
            column = end
            continue
        for place in range(places):
            x = CELL * column + CELL * (2 * place + 1) // (2 * places)
            upper = _color(screen, x, CELL * row + CELL // 4)
            lower = _color(screen, x, CELL * row + 3 * CELL // 4)
            text += f"{CSI}{upper};{lower + 10}m{half_block}"
        column += 1
    return text


def _color(screen: Screen, x: int, y: int) -> int:
    return COLORS[screen.dots[y * screen.width + x]]
