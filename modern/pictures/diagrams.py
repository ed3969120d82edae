"""The report's diagrams of the program, drawn from the program itself: the scan has kept only one of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from historic import State
from historic.terms import board_from_state
from modern.pictures import directions, screens
from modern.pictures.board_12x12 import draw_12x12_board
from modern.pictures.heat import think_move_board, tint

REDRAWN_NOTE: Final = "Redrawn from the program's own data: the scan has lost the original."


def diagram_2_1() -> str:
    """The board of 12 x 12 at the start."""
    legend = (
        "Above: the number of the square, 12 times its row plus its column.",
        "Below: what stands there: a man's number, from 0 on, and 1 more for White,",
        "25 more for Black; 0 is an empty square, 99 the border.",
        REDRAWN_NOTE,
    )
    return draw_12x12_board(
        board_from_state(State.initial()),
        "Diagram 2-1, redrawn: the board of the program of 1994 at the start, 144 numbers",
        legend=legend,
        description=REDRAWN_NOTE,
    )


def diagram_2_3() -> str:
    """The directions."""
    legend = (
        "What White adds to a square to go a step; Black subtracts it.",
        "Below it the number of the direction, and its bit in a man's move code:",
        "a rook has 15, a bishop 240, queen and king 255, a knight 65280, a pawn 1.",
        REDRAWN_NOTE,
    )
    return directions.directions_diagram(legend, REDRAWN_NOTE)


def diagram_2_4() -> str:
    """White's first think move board."""
    bits = think_move_board(State.initial(), "white")
    legend = (
        "White's think move board: 2 to the power of each man that reaches the square,",
        "added up. The pawns from a to h have 1, 2, 4, 8, 16, 32, 64 and 128, the rook",
        "of the a-file 256, and so on: knight 512, bishop 1024, queen 2048, king 4096,",
        "bishop 8192, knight 16384, rook 32768. On e2 are 2048 + 4096 + 8192 + 16384.",
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
    """The board of letters."""
    legend = (
        "Diagram 2-5, as BOARD2 prints it: 17 stars from the first column on.",
        "The report's page has a blank and 16 stars, and black pawns as capitals.",
    )
    return screens.letter_board(legend, " ".join(legend))


#: Name to what draws it.
NAMED_PICTURES: Final[dict[str, Callable[[], str]]] = {
    "title": screens.title_screen,
    "diagram-2-1": diagram_2_1,
    "diagram-2-3": diagram_2_3,
    "diagram-2-4": diagram_2_4,
    "diagram-2-5": diagram_2_5,
}
