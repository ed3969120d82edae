"""Draws two screens of the 1994 program: the title picture and the board of letters."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from historic import Program
from historic.basic import Stop
from historic.machine.picture import COLORS, SIZE, svg, svg_elements
from historic.machine.screen import CELL, HEIGHT, Screen
from modern.pictures.svg import LEGEND_LINE_HEIGHT, document, legend_elements

#: The rows and columns of characters that the board of letters occupies, with one more on each side.
ROWS: Final = range(1, 13)
COLUMNS: Final = range(-1, 18)
#: The enlargement, compared with a whole screen: a dot is 4x4.
SCALE: Final = 2


def title_screen() -> str:
    """Draws the title picture: what START draws and prints."""
    screen = Screen()
    with suppress(Stop):  # START waits for a key, and none is pressed
        Program(screen=screen).START()
    return svg(
        screen,
        "The title picture: COMPUTER CHESS by Ghislain de Blois, TECHNICAL REPORT, framed in cyan, magenta and white",
    )


def letter_board(legend: Sequence[str], description: str) -> str:
    """Draws the board at the start as BOARD2 prints it in SCREEN 1; `legend` has the lines of text below it."""
    screen = Screen()
    screen.SCREEN(1)
    Program(screen=screen).BOARD()
    left, top, across, down = (CELL * count for count in (COLUMNS[0], ROWS[0], len(COLUMNS), len(ROWS)))
    width = round(SCALE * across * SIZE[0] / screen.width)
    height = round(SCALE * down * SIZE[1] / HEIGHT)
    elements = (
        f'<svg width="{width}" height="{height}" viewBox="{left} {top} {across} {down}" preserveAspectRatio="none">',
        f'<rect x="{left}" y="{top}" width="{across}" height="{down}" fill="{COLORS[0]}"/>',
        *svg_elements(screen),
        "</svg>",
        *legend_elements(height, legend),
    )
    title = "The board of letters at the start, as the 1994 program prints it"
    return document(width, height + LEGEND_LINE_HEIGHT * len(legend), elements, title, description)
