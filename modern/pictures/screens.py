"""What the program of 1994 shows on its screen."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from historic import Program
from historic.basic import Stop
from historic.picture import COLORS, TUBE, svg, svg_elements
from historic.screen import CELL, HEIGHT, Screen
from modern.pictures.svg import LEGEND_LINE_HEIGHT, document, legend_elements

#: The rows and columns of characters that the board of letters takes up, and one more on each side.
ROWS: Final = range(1, 13)
COLUMNS: Final = range(-1, 18)
#: So much larger than on a tube of 640 x 480.
SCALE: Final = 1.75


def title_screen() -> str:
    """The title picture: what START draws and writes."""
    screen = Screen()
    with suppress(Stop):  # nobody presses a key
        Program(screen=screen).START()
    return svg(
        screen,
        "The title: COMPUTER CHESS by Ghislain de Blois, TECHNICAL REPORT, in a frame of cyan, magenta and white",
    )


def letter_board(legend: Sequence[str], description: str) -> str:
    """The board at the start as BOARD2 prints it in SCREEN 1; `below` are the lines of a legend."""
    screen = Screen()
    screen.SCREEN(1)
    Program(screen=screen).BOARD()
    left, top, across, down = (CELL * count for count in (COLUMNS[0], ROWS[0], len(COLUMNS), len(ROWS)))
    # The tube stretches the dots.
    width = round(SCALE * across * TUBE[0] / screen.width)
    height = round(SCALE * down * TUBE[1] / HEIGHT)
    elements = (
        f'<svg width="{width}" height="{height}" viewBox="{left} {top} {across} {down}" preserveAspectRatio="none">',
        f'<rect x="{left}" y="{top}" width="{across}" height="{down}" fill="{COLORS[0]}"/>',
        *svg_elements(screen),
        "</svg>",
        *legend_elements(height, legend),
    )
    title = "The board of letters at the start, as the program of 1994 prints it"
    return document(width, height + LEGEND_LINE_HEIGHT * len(legend), elements, title, description)
