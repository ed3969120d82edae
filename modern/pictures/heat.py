"""Draws a think move board over the board: the squares that one side's pieces reach, and how many reach each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from chess.svg import Arrow

from historic import State
from historic.position.squares import FILES, NAME_TO_SQUARE, RANKS, SQUARE_TO_NAME
from historic.study.candidates import think_move_board
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
from modern.rules.bitboard import SQUARE_NAMES

CELL: Final = 60
BOARD: Final = 8 * CELL
#: The space left of the board for the ranks, and below it for the files.
MARGIN: Final = 16
#: The largest font size of a sum of bits, and its largest width: it must fit its square.
SUM_FONT_SIZE: Final = 12
MAX_SUM_WIDTH: Final = CELL - 5
#: The tint of a square that one piece reaches, two pieces, and so on; the last is for more than that.
TINTS: Final = ("#d6e7f5", "#b4d4ee", "#8fbfe4", "#6aa8d8", "#4a90c8")
SWATCH_WIDTH: Final = 26
#: The width of an arrow's shaft and the length of its head.
SHAFT_WIDTH: Final = 6
HEAD_LENGTH: Final = 20
OPACITY: Final = 0.75


def tint(bits: int) -> str:
    """Returns the colour of a square that the pieces of `bits` reach; '' if none does."""
    return TINTS[min(bits.bit_count(), len(TINTS)) - 1] if bits else ""


def heat_map(state: State, side: str, white_at_bottom: bool = True, arrows: Iterable[Arrow] = ()) -> str:
    """Draws the think move board of 'white' or 'black' at a state as SVG, with its pieces and with arrows over both."""
    bits, letters = think_move_board(state, side), state.letters()
    elements = []
    for square in SQUARE_TO_NAME:
        left, top = _corner(square, white_at_bottom)
        elements.append(square_element(left, top, CELL, tint(bits[square]) or square_colour(square)))
        if square in letters:
            elements.append(piece_element(letters[square], left + 12, top + 5, 0.8))
        if bits[square]:
            elements += _square_figures(left, top, bits[square])
    for arrow in arrows:
        elements += _arrow(arrow, white_at_bottom)
    name = side.capitalize()
    legend = (
        f"{name}'s think move board, as the 1994 program fills it.",
        "Below: the sum of the bits of the pieces that reach the square.",
        "Above, and as the tint: how many pieces these are.",
    )
    legend_top = BOARD + MARGIN
    elements += [
        *_coordinates(white_at_bottom),
        *legend_elements(legend_top, legend),
        *_swatches(legend_top + LEGEND_LINE_HEIGHT * len(legend) + 8),
    ]
    title = f"{name}'s think move board: the number of pieces that reach each square, and the sum of their bits"
    return document(
        BOARD + MARGIN,
        legend_top + LEGEND_LINE_HEIGHT * len(legend) + 8 + LEGEND_LINE_HEIGHT,
        elements,
        title,
        state.to_fen(side),
    )


def _corner(square: int, white_at_bottom: bool) -> tuple[int, int]:
    """Returns the upper left corner of a square, given by its number from 0 to 143."""
    row, column = divmod(square, WIDTH)
    row, column = (9 - row, column - 2) if white_at_bottom else (row - 2, 9 - column)
    return MARGIN + CELL * column, CELL * row


def _square_figures(left: int, top: int, bits: int) -> Iterator[str]:
    """Draws the sum of bits and the number of pieces that it stands for."""
    size = min(SUM_FONT_SIZE, MAX_SUM_WIDTH / (GLYPH_ADVANCE * len(str(bits))))
    yield text_element(left + CELL / 2, top + CELL - 5, bits, round(size, 1), anchor="middle")
    yield text_element(left + CELL - 4, top + 13, bits.bit_count(), 11, anchor="end")


def _arrow(arrow: Arrow, white_at_bottom: bool) -> Iterator[str]:
    """Draws an arrow from the middle of one square to the middle of another, or a circle if both are the same."""
    tail, tip = (_middle(square, white_at_bottom) for square in (arrow.tail, arrow.head))
    colour = ARROW_COLOURS[arrow.color]
    yield f'<g opacity="{OPACITY}">'
    if tail == tip:
        x, y = tail
        ring = f'r="{CELL / 2 - SHAFT_WIDTH:g}" fill="none" stroke="{colour}" stroke-width="{SHAFT_WIDTH}"'
        yield f'<circle cx="{x:g}" cy="{y:g}" {ring}/>'
    else:
        yield from arrow_elements(tail, tip, colour, SHAFT_WIDTH, HEAD_LENGTH)
    yield "</g>"


def _middle(chess_square: int, white_at_bottom: bool) -> tuple[float, float]:
    """Returns the middle of a square, given by python-chess's number from 0 to 63."""
    left, top = _corner(NAME_TO_SQUARE[SQUARE_NAMES[chess_square]], white_at_bottom)
    return left + CELL / 2, top + CELL / 2


def _coordinates(white_at_bottom: bool) -> Iterator[str]:
    step = 1 if white_at_bottom else -1
    for number, (file, rank) in enumerate(zip(FILES[::step], RANKS[::-step], strict=True)):
        middle = CELL * number + CELL / 2
        yield text_element(MARGIN + middle, BOARD + 13, file, LEGEND_FONT_SIZE, FAINT, anchor="middle")
        yield text_element(0, middle + 4, rank, LEGEND_FONT_SIZE, FAINT)


def _swatches(top: int) -> Iterator[str]:
    """Draws the tints in a row, each with its number of pieces."""
    for number, colour in enumerate(TINTS, 1):
        left = SWATCH_WIDTH * 2 * (number - 1)
        suffix = " or more" if number == len(TINTS) else ""
        yield f'<rect x="{left}" y="{top}" width="{SWATCH_WIDTH}" height="{LEGEND_FONT_SIZE}" fill="{colour}"/>'
        yield text_element(left + SWATCH_WIDTH + 4, top + LEGEND_FONT_SIZE - 2, f"{number}{suffix}", LEGEND_FONT_SIZE)
