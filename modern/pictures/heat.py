"""A think move board laid over the board: where one side's men reach, and how many of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import chess
from chess.svg import Arrow

from historic import Program, State
from historic.candidates import THINK_MOVE_BOARD_ROW
from historic.squares import FILES, NAME_TO_SQUARE, RANKS, SQUARE_TO_NAME
from modern.pictures.board_12x12 import WIDTH, square_colour
from modern.pictures.svg import (
    ARROW_COLOURS,
    FAINT,
    GLYPH_ADVANCE,
    LEGEND_FONT_SIZE,
    LEGEND_LINE_HEIGHT,
    arrow_elements,
    document,
    legend_elements,
    piece_element,
    square_element,
    text_element,
)

CELL: Final = 60
BOARD: Final = 8 * CELL
#: Left of the board stand the ranks, and below it the files.
MARGIN: Final = 16
#: The sum of bits is no larger than this, and no wider than its square.
SUM_FONT_SIZE: Final = 12
MAX_SUM_WIDTH: Final = CELL - 5
#: For one man that reaches a square, for two, and so on; the last is for all that are more.
TINTS: Final = ("#d6e7f5", "#b4d4ee", "#8fbfe4", "#6aa8d8", "#4a90c8")
SWATCH_WIDTH: Final = 26
#: An arrow's shaft and its head.
SHAFT_WIDTH: Final = 6
HEAD_LENGTH: Final = 20
OPACITY: Final = 0.75


def think_move_board(state: State, side: str) -> list[int]:
    """What WHITE, or BLACK, fills after BOARD: 144 sums of two to the power of each man that reaches the square."""
    program = Program()
    program.state = state
    program.BOARD()
    if side == "white":
        program.WHITE()
    else:
        program.BLACK()
    return list(program.A[THINK_MOVE_BOARD_ROW[side]])


def tint(bits: int) -> str:
    """The colour of a square that the men of `bits` reach; '' where none does."""
    return TINTS[min(bits.bit_count(), len(TINTS)) - 1] if bits else ""


def heat_map(state: State, side: str, white_at_bottom: bool = True, arrows: Iterable[Arrow] = ()) -> str:
    """The think move board of 'white' or 'black' at a state, over its men, and arrows over both."""
    bits, letters = think_move_board(state, side), state.letters()
    elements = []
    for at in SQUARE_TO_NAME:
        left, top = _corner(at, white_at_bottom)
        elements.append(square_element(left, top, CELL, tint(bits[at]) or square_colour(at)))
        if at in letters:
            elements.append(piece_element(letters[at], left + 12, top + 5, 0.8))
        if bits[at]:
            elements += _square_figures(left, top, bits[at])
    for an_arrow in arrows:
        elements += _arrow(an_arrow, white_at_bottom)
    name = side.capitalize()
    legend = (
        f"{name}'s think move board, as the program of 1994 fills it.",
        "Below: 2 to the power of each man that reaches the square, added up.",
        "Above, and in the colour: how many men they are.",
    )
    legend_top = BOARD + MARGIN
    elements += [
        *_coordinates(white_at_bottom),
        *legend_elements(legend_top, legend),
        *_swatches(legend_top + LEGEND_LINE_HEIGHT * len(legend) + 8),
    ]
    title = f"{name}'s think move board: how many men reach each square, and the sum of their bits"
    return document(
        BOARD + MARGIN,
        legend_top + LEGEND_LINE_HEIGHT * len(legend) + 8 + LEGEND_LINE_HEIGHT,
        elements,
        title,
        state.to_fen(side),
    )


def _corner(at: int, white_at_bottom: bool) -> tuple[int, int]:
    """The upper left corner of a square."""
    row, column = divmod(at, WIDTH)
    row, column = (9 - row, column - 2) if white_at_bottom else (row - 2, 9 - column)
    return MARGIN + CELL * column, CELL * row


def _square_figures(left: int, top: int, bits: int) -> Iterator[str]:
    """The sum, and how many men make it up."""
    size = min(SUM_FONT_SIZE, MAX_SUM_WIDTH / (GLYPH_ADVANCE * len(str(bits))))
    yield text_element(left + CELL / 2, top + CELL - 5, bits, round(size, 1), anchor="middle")
    yield text_element(left + CELL - 4, top + 13, bits.bit_count(), 11, anchor="end")


def _arrow(an_arrow: Arrow, white_at_bottom: bool) -> Iterator[str]:
    """From the middle of a square to that of another; on a lone square, a circle."""
    tail, tip = (_middle(square, white_at_bottom) for square in (an_arrow.tail, an_arrow.head))
    colour = ARROW_COLOURS[an_arrow.color]
    yield f'<g opacity="{OPACITY}">'
    if tail == tip:
        x, y = tail
        ring = f'r="{CELL / 2 - SHAFT_WIDTH:g}" fill="none" stroke="{colour}" stroke-width="{SHAFT_WIDTH}"'
        yield f'<circle cx="{x:g}" cy="{y:g}" {ring}/>'
    else:
        yield from arrow_elements(tail, tip, colour, SHAFT_WIDTH, HEAD_LENGTH)
    yield "</g>"


def _middle(square: int, white_at_bottom: bool) -> tuple[float, float]:
    """The middle of a square that python-chess numbers."""
    left, top = _corner(NAME_TO_SQUARE[chess.square_name(square)], white_at_bottom)
    return left + CELL / 2, top + CELL / 2


def _coordinates(white_at_bottom: bool) -> Iterator[str]:
    step = 1 if white_at_bottom else -1
    for number, (file, rank) in enumerate(zip(FILES[::step], RANKS[::-step], strict=True)):
        middle = CELL * number + CELL / 2
        yield text_element(MARGIN + middle, BOARD + 13, file, LEGEND_FONT_SIZE, FAINT, anchor="middle")
        yield text_element(0, middle + 4, rank, LEGEND_FONT_SIZE, FAINT)


def _swatches(top: int) -> Iterator[str]:
    """The colours in a row, each with its number of men."""
    for number, colour in enumerate(TINTS, 1):
        left = SWATCH_WIDTH * 2 * (number - 1)
        suffix = " or more" if number == len(TINTS) else ""
        yield f'<rect x="{left}" y="{top}" width="{SWATCH_WIDTH}" height="{LEGEND_FONT_SIZE}" fill="{colour}"/>'
        yield text_element(left + SWATCH_WIDTH + 4, top + LEGEND_FONT_SIZE - 2, f"{number}{suffix}", LEGEND_FONT_SIZE)
