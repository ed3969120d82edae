"""The report's diagrams of the program, drawn from the program itself: the scan has kept only one of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from historic import State
from historic.terms import board_of
from modern.pictures import directions, screens
from modern.pictures.heat import think_move_board, tint
from modern.pictures.twelve import twelve_by_twelve

REDRAWN: Final = "Redrawn from the program's own data: the scan has lost the original."


def diagram_2_1() -> str:
    """The board of 12 x 12 at the start."""
    below = (
        "Above: the number of the square, 12 times its row plus its column.",
        "Below: what stands there: a man's number, from 0 on, and 1 more for White,",
        "25 more for Black; 0 is an empty square, 99 the border.",
        REDRAWN,
    )
    return twelve_by_twelve(
        board_of(State.initial()),
        "Diagram 2-1, redrawn: the board of the program of 1994 at the start, 144 numbers",
        below=below,
        description=REDRAWN,
    )


def diagram_2_3() -> str:
    """The directions."""
    below = (
        "What White adds to a square to go a step; Black subtracts it.",
        "Below it the number of the direction, and its bit in a man's move code:",
        "a rook has 15, a bishop 240, queen and king 255, a knight 65280, a pawn 1.",
        REDRAWN,
    )
    return directions.directions(below, REDRAWN)


def diagram_2_4() -> str:
    """White's first think move board."""
    bits = think_move_board(State.initial(), "white")
    below = (
        "White's think move board: 2 to the power of each man that reaches the square,",
        "added up. The pawns from a to h have 1, 2, 4, 8, 16, 32, 64 and 128, the rook",
        "of the a-file 256, and so on: knight 512, bishop 1024, queen 2048, king 4096,",
        "bishop 8192, knight 16384, rook 32768. On e2 are 2048 + 4096 + 8192 + 16384.",
        REDRAWN,
    )
    return twelve_by_twelve(
        board_of(State.initial()),
        "Diagram 2-4, redrawn: White's think move board at the start, 144 sums of bits",
        numbers=bits,
        fill={at: tint(number) for at, number in enumerate(bits)},
        below=below,
        description=REDRAWN,
    )


def diagram_2_5() -> str:
    """The board of letters."""
    below = (
        "Diagram 2-5, as BOARD2 prints it: 17 stars from the first column on.",
        "The report's page has a blank and 16 stars, and black pawns as capitals.",
    )
    return screens.board_of_letters(below, " ".join(below))


#: Name to what draws it.
NAMED: Final[dict[str, Callable[[], str]]] = {
    "title": screens.title,
    "diagram-2-1": diagram_2_1,
    "diagram-2-3": diagram_2_3,
    "diagram-2-4": diagram_2_4,
    "diagram-2-5": diagram_2_5,
}
