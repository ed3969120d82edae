"""Redraws the report's diagrams, and the title picture, from the program's own data.

Only one of the four diagrams survives in the scan.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from historic import Program, State
from historic.basic import Stop
from historic.machine.picture import COLORS, SIZE, svg, svg_elements
from historic.machine.screen import CELL, HEIGHT, Screen
from historic.study.candidates import think_move_board
from historic.study.terms import board_from_state
from modern.pictures.board_12x12 import draw_12x12_board
from modern.pictures.directions import directions_diagram
from modern.pictures.heat import tint
from modern.pictures.svg import LEGEND_LINE_HEIGHT, document, legend_elements

REDRAWN_NOTE: Final = "Redrawn from the program's own data: the scan has lost the original."

#: The rows and columns of characters that the board of letters occupies, with one more on each side.
ROWS: Final = range(1, 13)
COLUMNS: Final = range(-1, 18)
#: The enlargement of the board of letters, compared with a whole screen: a dot is 4x4.
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


def diagram_2_1() -> str:
    """Draws the 12x12 board at the start of the game."""
    legend = (
        "Above: the number of the square, 12 times its row plus its column.",
        "Below: its content. A piece is its number, 0 to 15, plus 1 for White",
        "or 25 for Black; 0 is an empty square, 99 the border.",
        REDRAWN_NOTE,
    )
    return draw_12x12_board(
        board_from_state(State.initial()),
        "Diagram 2-1, redrawn: the 12x12 board of the 1994 program at the start, with its 144 numbers",
        legend=legend,
        description=REDRAWN_NOTE,
    )


def diagram_2_3() -> str:
    """Draws the sixteen directions."""
    legend = (
        "The offset that White adds to a square for one step; Black subtracts it.",
        "Below it, the direction's number and its bit in a piece's move code:",
        "a rook has 15, a bishop 240, queen and king 255, a knight 65280, a pawn 1.",
        REDRAWN_NOTE,
    )
    return directions_diagram(legend, REDRAWN_NOTE)


def diagram_2_4() -> str:
    """Draws White's think move board at the start of the game."""
    bits = think_move_board(State.initial(), "white")
    legend = (
        "White's think move board: on each square, the sum of the bits of the pieces",
        "that reach it. The pawns from a to h have the bits 1, 2, 4, 8, 16, 32, 64, 128,",
        "the rook on the a-file has 256, and so on: knight 512, bishop 1024, queen 2048,",
        "king 4096, bishop 8192, knight 16384, rook 32768.",
        "The sum on e2 is 2048 + 4096 + 8192 + 16384.",
        REDRAWN_NOTE,
    )
    return draw_12x12_board(
        board_from_state(State.initial()),
        "Diagram 2-4, redrawn: White's think move board at the start, 144 sums of bits",
        numbers=bits,
        fill={at: tint(number) for at, number in enumerate(bits)},
        legend=legend,
        description=REDRAWN_NOTE,
    )


def diagram_2_5() -> str:
    """Draws the board at the start of the game as BOARD2 prints it in SCREEN 1."""
    screen = Screen()
    screen.SCREEN(1)
    Program(screen=screen).BOARD()
    left, top, across, down = (CELL * count for count in (COLUMNS[0], ROWS[0], len(COLUMNS), len(ROWS)))
    width = round(SCALE * across * SIZE[0] / screen.width)
    height = round(SCALE * down * SIZE[1] / HEIGHT)
    legend = (
        "Diagram 2-5, as BOARD2 prints it: 17 stars from the first column on.",
        "The report's page has a blank, 16 stars, and Black's pawns as capitals.",
    )
    elements = (
        f'<svg width="{width}" height="{height}" viewBox="{left} {top} {across} {down}" preserveAspectRatio="none">',
        f'<rect x="{left}" y="{top}" width="{across}" height="{down}" fill="{COLORS[0]}"/>',
        *svg_elements(screen),
        "</svg>",
        *legend_elements(height, legend),
    )
    title = "The board of letters at the start, as the 1994 program prints it"
    return document(width, height + LEGEND_LINE_HEIGHT * len(legend), elements, title, " ".join(legend))


#: The function that draws each named picture.
NAMED_PICTURES: Final[dict[str, Callable[[], str]]] = {
    "title": title_screen,
    "diagram-2-1": diagram_2_1,
    "diagram-2-3": diagram_2_3,
    "diagram-2-4": diagram_2_4,
    "diagram-2-5": diagram_2_5,
}
