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
        self.at_start = True
        self.blank = True

    def take(self) -> None:
        """There is nothing to prepare."""

    def give_back(self) -> None:
        """End the line that may stand there."""
        self.stream.write("" if self.at_start else "\n")
        self.stream.flush()
        self.at_start = True

    def show(self, screen: Screen) -> None:
        """Let through what has been written."""
        self.stream.flush()

    def wrote(self, text: str) -> None:
        """Write it."""
        if text:
            self.stream.write(text)
            self.at_start = text.endswith("\n")
            self.blank = False

    def typing(self, screen: Screen, line: str) -> None:
        """A terminal shows each character as it is typed, anything else the whole line at its end."""
        if self.stream.isatty():
            self._echo(line)
            self.stream.flush()

    def typed(self, line: str) -> None:
        """Write what has not been seen of it."""
        self._echo(line)
        self.stream.write("\n")
        self.echoed = ""
        self.at_start = True

    def _echo(self, line: str) -> None:
        while not line.startswith(self.echoed):
            self.stream.write(RUB_OUT)
            self.echoed = self.echoed[:-1]
        self.stream.write(line[len(self.echoed) :])
        self.echoed = line

    def moved(self, row: int, column: int) -> None:
        """Go on in a new line, as far to the right."""
        self.stream.write(("" if self.at_start else "\n") + " " * (column - 1))

    def cleared(self) -> None:
        """A blank line stands for the empty screen."""
        if not self.blank:
            self.stream.write("\n" if self.at_start else "\n\n")
        self.at_start = self.blank = True


class TerminalDisplay(Display):
    """The screen, drawn in a terminal; in a small one, the part where the cursor is.

    historic.terminal takes the terminal over for it, and gives it back with the last screen as plain text.
    """

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.drawn: list[str] = []
        self.last: Screen | None = None
        self.size = (0, 0)
        self.half = UPPER_HALF
        try:
            UPPER_HALF.encode(stream.encoding or "ascii")
        except UnicodeEncodeError:
            self.half = " "

    def take(self) -> None:
        """Draw on a page of the terminal's that is the program's own."""
        self.stream.write(f"{CSI}?1049h")
        self.size = (0, 0)
        if self.last:
            self.show(self.last)

    def give_back(self) -> None:
        """Go back to the page that was there before."""
        self.stream.write(f"{PLAIN}{CSI}?1049l")
        if self.last:
            self.stream.write("\n".join(self.last.lines()).strip("\n") + "\n")
        self.stream.flush()

    def show(self, screen: Screen) -> None:
        """Draw the rows that have changed, and put the cursor where the program's is."""
        self.last = screen
        size = columns, height = shutil.get_terminal_size()
        if size != self.size:
            # The terminal has moved what stood there about.
            self.stream.write(f"{PLAIN}{CSI}2J")
            self.size, self.drawn = size, []
        doubled = shows_picture(screen) and columns >= 2 * screen.columns
        above = max(0, screen.row - height)
        rows = terminal_rows(screen, doubled, columns, self.half)[above : above + height]
        if len(self.drawn) != len(rows):
            self.drawn = [""] * len(rows)
        for number, row in enumerate(rows):
            if row != self.drawn[number]:
                self.stream.write(f"{CSI}{number + 1};1H{row}{PLAIN}{CSI}K")
        self.drawn = rows
        self.stream.write(f"{TEXT}{CSI}{screen.row - above};{screen.column}H")
        self.stream.flush()

    def resized(self) -> None:
        """Draw everything again."""
        if self.last:
            self.show(self.last)

    def typing(self, screen: Screen, line: str) -> None:
        """Show the screen as it will be if the line ends here."""
        self.show(screen.with_line(line))


def shows_picture(screen: Screen) -> bool:
    """Whether any dot of the screen is lit."""
    return any(screen.dots)


def terminal_rows(screen: Screen, doubled: bool, columns: int = 80, half: str = UPPER_HALF) -> list[str]:
    """The 25 rows as a terminal of so many `columns` writes them, in colour.

    `doubled` gives a character of BASIC two places. Where the picture shows, a place is two dots, an upper and a lower
    one, each taken from the middle of what it stands for; `half` is the character whose upper half is its foreground.
    """
    places = 2 if doubled else 1
    seen = min(screen.columns, columns // places)
    if not shows_picture(screen):
        return [TEXT + "".join(char or " " for char in row[:seen]) for row in screen.cells]
    return [_row_of_picture(screen, row, places, seen, half) for row in range(ROWS)]


def _row_of_picture(screen: Screen, row: int, places: int, seen: int, half: str) -> str:
    drawn = ""
    column = 0
    while column < seen:
        end = column
        while end < seen and screen.cells[row][end]:
            end += 1
        if end > column:
            drawn += TEXT + "".join(screen.cells[row][column:end]).center(places * (end - column))
            column = end
            continue
        for place in range(places):
            x = CELL * column + CELL * (2 * place + 1) // (2 * places)
            upper = _color(screen, x, CELL * row + CELL // 4)
            lower = _color(screen, x, CELL * row + 3 * CELL // 4)
            drawn += f"{CSI}{upper};{lower + 10}m{half}"
        column += 1
    return drawn


def _color(screen: Screen, x: int, y: int) -> int:
    return COLORS[screen.dots[y * screen.width + x]]
