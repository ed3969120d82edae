"""Displays for the screen: a terminal that looks like the original screen, or plain text, line after line."""

from __future__ import annotations

import shutil
from itertools import groupby
from typing import Final, TextIO

from historic.machine.screen import CELL, EGA, ROWS, Display, Screen
from historic.machine.system import can_show

CSI: Final = "\x1b["
#: The ANSI codes of CGA's four colours in the foreground, black and three bright ones. A background's is 10 higher.
COLORS: Final = (30, 96, 95, 97)
TEXT: Final = f"{CSI}97;40m"
#: The place of each of COLOR's first eight colours among ANSI's. The eight bright ones follow in the same order.
ANSI_COLORS: Final = (0, 4, 2, 6, 1, 5, 3, 7)
PLAIN: Final = f"{CSI}0m"
#: Erases the character before the cursor.
RUB_OUT: Final = "\b \b"
BELL: Final = "\a"
UPPER_HALF: Final = "\N{UPPER HALF BLOCK}"


class StreamDisplay(Display):
    """Writes what is printed line after line, and does not show where a line stood on the screen."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        #: The part of the line being typed that has been shown.
        self.echoed = ""
        self.at_line_start = True
        self.blank = True

    def acquire(self) -> None:
        """Does nothing: a stream needs no preparation."""

    def release(self) -> None:
        """Ends the current line, if there is one."""
        self.stream.write("" if self.at_line_start else "\n")
        self.stream.flush()
        self.at_line_start = True

    def show(self, screen: Screen) -> None:
        """Flushes what has been written."""
        self.stream.flush()

    def on_print(self, text: str) -> None:
        """Writes `text`."""
        if text:
            self.stream.write(text)
            self.at_line_start = text.endswith("\n")
            self.blank = False

    def on_typing(self, screen: Screen, line: str) -> None:
        """Shows each character as it is typed on a terminal; any other stream gets the whole line at its end."""
        if self.stream.isatty():
            self._echo(line)
            self.stream.flush()

    def on_input(self, line: str, end: str = "\n") -> None:
        """Writes the part of `line` that has not been shown yet."""
        self._echo(line)
        self.stream.write(end)
        self.echoed = ""
        self.at_line_start = bool(end)

    def on_beep(self) -> None:
        """Rings the bell of a terminal."""
        if self.stream.isatty():
            self.stream.write(BELL)

    def _echo(self, line: str) -> None:
        while not line.startswith(self.echoed):
            self.stream.write(RUB_OUT)
            self.echoed = self.echoed[:-1]
        self.stream.write(line[len(self.echoed) :])
        self.echoed = line

    def on_locate(self, row: int, column: int) -> None:
        """Starts a new line and indents it to `column`."""
        self.stream.write(("" if self.at_line_start else "\n") + " " * (column - 1))

    def on_clear(self) -> None:
        """Writes a blank line for the cleared screen."""
        if not self.blank:
            self.stream.write("\n" if self.at_line_start else "\n\n")
        self.at_line_start = self.blank = True


class TerminalDisplay(Display):
    """Draws the screen in a terminal. A small terminal shows the part around the cursor.

    historic.machine.terminal acquires the terminal for it, and releases it with the last screen as plain text.
    """

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.drawn_rows: list[str] = []
        self.last_screen: Screen | None = None
        self.size = (0, 0)
        self.half_block = UPPER_HALF if can_show(UPPER_HALF, stream.encoding) else " "

    def acquire(self) -> None:
        """Switches to the terminal's alternate screen."""
        self.stream.write(f"{CSI}?1049h")
        self.size = (0, 0)
        if self.last_screen:
            self.show(self.last_screen)

    def release(self) -> None:
        """Returns to the terminal's normal screen, and prints the last screen there as text."""
        self.stream.write(f"{PLAIN}{CSI}?1049l")
        if self.last_screen:
            self.stream.write("\n".join(self.last_screen.lines()).strip("\n") + "\n")
        self.stream.flush()

    def show(self, screen: Screen) -> None:
        """Draws the rows that have changed, and moves the cursor to its place on `screen`."""
        self.last_screen = screen
        size = columns, height = shutil.get_terminal_size()
        if size != self.size:
            # The terminal has rearranged its contents.
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
        """Draws the whole screen again if the terminal has another size."""
        if self.last_screen and shutil.get_terminal_size() != self.size:
            self.show(self.last_screen)

    def on_beep(self) -> None:
        """Rings the bell."""
        self.stream.write(BELL)

    def on_typing(self, screen: Screen, line: str) -> None:
        """Shows the screen as it will be if the line ends here."""
        self.show(screen.with_line(line))


def has_picture(screen: Screen) -> bool:
    """Returns True if any dot of the screen is lit."""
    return any(screen.dots)


def terminal_rows(screen: Screen, double_width: bool, columns: int = 80, half_block: str = UPPER_HALF) -> list[str]:
    """Returns the 25 rows as a terminal with `columns` columns writes them, in colour.

    With `double_width`, each of BASIC's characters takes two terminal cells. In a picture, a terminal cell shows two
    dots, an upper and a lower one, each taken from the middle of the area it represents. `half_block` is the character
    whose upper half has the foreground colour.
    """
    cells = 2 if double_width else 1
    visible = min(screen.columns, columns // cells)
    if not has_picture(screen):
        return [_text_row(screen, row, visible) for row in range(ROWS)]
    return [_picture_row(screen, row, cells, visible, half_block) for row in range(ROWS)]


def _text_row(screen: Screen, row: int, visible: int) -> str:
    text = ""
    for color, run in groupby(range(visible), screen.colors[row].__getitem__):
        text += TEXT if color is None else f"{CSI}{_ansi(color[0])};{_ansi(color[1]) + 10}m"
        text += "".join(screen.cells[row][column] or " " for column in run)
    return text


def _ansi(color: int) -> int:
    """Returns ANSI's code for one of COLOR's 16 colours in the foreground."""
    return ANSI_COLORS[color % 8] + (90 if color >= 8 else 30)


def _picture_row(screen: Screen, row: int, cells: int, visible: int, half_block: str) -> str:
    text = ""
    column = 0
    while column < visible:
        end = column
        while end < visible and screen.cells[row][end]:
            end += 1
        if end > column:
            text += TEXT + "".join(screen.cells[row][column:end]).center(cells * (end - column))
            column = end
            continue
        for cell in range(cells):
            x = CELL * column + CELL * (2 * cell + 1) // (2 * cells)
            y, height = screen.cell_height * row, screen.cell_height
            upper = _color(screen, x, y + height // 4)
            lower = _color(screen, x, y + 3 * height // 4)
            text += f"{CSI}{upper};{lower + 10}m{half_block}"
        column += 1
    return text


def _color(screen: Screen, x: int, y: int) -> int:
    dot = screen.dots[y * screen.width + x]
    return _ansi(dot) if screen.mode == EGA else COLORS[dot]
