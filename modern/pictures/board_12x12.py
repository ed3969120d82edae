"""Draws the board of the 1994 program: an array of 144 numbers, drawn as 12x12 squares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from historic.position.squares import SQUARE_TO_NAME
from historic.tables import LETTERS
from modern.pictures.svg import (
    BORDER,
    DARK,
    FAINT,
    LEGEND_LINE_HEIGHT,
    LIGHT,
    document,
    legend_elements,
    piece_element,
    square_element,
    text_element,
)

CELL: Final = 48
WIDTH: Final = 12


def draw_12x12_board(
    board: Sequence[int],
    title: str,
    numbers: Sequence[int] | None = None,
    fill: Mapping[int, str] | None = None,
    legend: Sequence[str] = (),
    description: str = "",
) -> str:
    """Draws a board as SVG, with the number of each square at the top and its content in A(0,..) at the bottom.

    `board` is A(0,..). `numbers` replaces the contents by other numbers, `fill` maps squares to colours, and `legend`
    has the lines of text below the board.
    """
    elements = []
    for square, value in enumerate(board):
        y, x = divmod(square, WIDTH)
        left, top = CELL * x, CELL * (WIDTH - 1 - y)
        elements.append(square_element(left, top, CELL, (fill or {}).get(square) or square_colour(square)))
        if 0 < value < len(LETTERS):
            elements.append(piece_element(LETTERS[value], left + 12, top + 9, 0.6))
        elements.append(text_element(left + 3, top + 10, square, 9, FAINT))
        elements.append(text_element(left + CELL - 3, top + CELL - 4, (numbers or board)[square], 11, anchor="end"))
    elements += legend_elements(WIDTH * CELL, legend)
    return document(WIDTH * CELL, WIDTH * CELL + LEGEND_LINE_HEIGHT * len(legend), elements, title, description)


def square_colour(square: int) -> str:
    """Returns the colour of a square: light or dark, as on a chessboard, or the border's."""
    if square not in SQUARE_TO_NAME:
        return BORDER
    return LIGHT if sum(divmod(square, WIDTH)) % 2 else DARK
