"""A think move board laid over the board: where one side's men reach, and how many of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import chess
from chess.svg import Arrow

from historic import Program, State
from historic.candidates import ROW
from historic.squares import FILES, NAMES, NUMBERS, RANKS
from modern.pictures.svg import ADVANCE, BY_NAME, FAINT, LEGEND, LINE, arrow, document, legend, man, square, words
from modern.pictures.twelve import WIDTH, colour_of

CELL: Final = 60
BOARD: Final = 8 * CELL
#: Left of the board stand the ranks, and below it the files.
MARGIN: Final = 16
#: The sum of bits is no larger than this, and no wider than its square.
SUM: Final = 12
WIDEST: Final = CELL - 5
#: For one man that reaches a square, for two, and so on; the last is for all that are more.
TINTS: Final = ("#d6e7f5", "#b4d4ee", "#8fbfe4", "#6aa8d8", "#4a90c8")
SWATCH: Final = 26
#: An arrow's shaft and its head.
SHAFT: Final = 6
HEAD: Final = 20
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
    return list(program.A[ROW[side]])


def tint(bits: int) -> str:
    """The colour of a square that the men of `bits` reach; '' where none does."""
    return TINTS[min(bits.bit_count(), len(TINTS)) - 1] if bits else ""


def heat_map(state: State, side: str, white_below: bool = True, arrows: Iterable[Arrow] = ()) -> str:
    """The think move board of 'white' or 'black' at a state, over its men, and arrows over both."""
    bits, men = think_move_board(state, side), state.letters()
    drawn = []
    for at in NAMES:
        left, top = _corner(at, white_below)
        drawn.append(square(left, top, CELL, tint(bits[at]) or colour_of(at)))
        if at in men:
            drawn.append(man(men[at], left + 12, top + 5, 0.8))
        if bits[at]:
            drawn += _figures(left, top, bits[at])
    for one in arrows:
        drawn += _arrow(one, white_below)
    name = side.capitalize()
    below = (
        f"{name}'s think move board, as the program of 1994 fills it.",
        "Below: 2 to the power of each man that reaches the square, added up.",
        "Above, and in the colour: how many men they are.",
    )
    foot = BOARD + MARGIN
    drawn += [*_coordinates(white_below), *legend(foot, below), *_swatches(foot + LINE * len(below) + 8)]
    title = f"{name}'s think move board: how many men reach each square, and the sum of their bits"
    return document(BOARD + MARGIN, foot + LINE * len(below) + 8 + LINE, drawn, title, state.to_fen(side))


def _corner(at: int, white_below: bool) -> tuple[int, int]:
    """The upper left corner of a square."""
    row, column = divmod(at, WIDTH)
    row, column = (9 - row, column - 2) if white_below else (row - 2, 9 - column)
    return MARGIN + CELL * column, CELL * row


def _figures(left: int, top: int, bits: int) -> Iterator[str]:
    """The sum, and how many men make it up."""
    size = min(SUM, WIDEST / (ADVANCE * len(str(bits))))
    yield words(left + CELL / 2, top + CELL - 5, bits, round(size, 1), anchor="middle")
    yield words(left + CELL - 4, top + 13, bits.bit_count(), 11, anchor="end")


def _arrow(one: Arrow, white_below: bool) -> Iterator[str]:
    """From the middle of a square to that of another; on a lone square, a circle."""
    tail, tip = (_middle(square, white_below) for square in (one.tail, one.head))
    colour = BY_NAME[one.color]
    yield f'<g opacity="{OPACITY}">'
    if tail == tip:
        x, y = tail
        ring = f'r="{CELL / 2 - SHAFT:g}" fill="none" stroke="{colour}" stroke-width="{SHAFT}"'
        yield f'<circle cx="{x:g}" cy="{y:g}" {ring}/>'
    else:
        yield from arrow(tail, tip, colour, SHAFT, HEAD)
    yield "</g>"


def _middle(square: int, white_below: bool) -> tuple[float, float]:
    """The middle of a square that python-chess numbers."""
    left, top = _corner(NUMBERS[chess.square_name(square)], white_below)
    return left + CELL / 2, top + CELL / 2


def _coordinates(white_below: bool) -> Iterator[str]:
    step = 1 if white_below else -1
    for number, (file, rank) in enumerate(zip(FILES[::step], RANKS[::-step], strict=True)):
        middle = CELL * number + CELL / 2
        yield words(MARGIN + middle, BOARD + 13, file, LEGEND, FAINT, anchor="middle")
        yield words(0, middle + 4, rank, LEGEND, FAINT)


def _swatches(top: int) -> Iterator[str]:
    """The colours in a row, each with its number of men."""
    for number, colour in enumerate(TINTS, 1):
        left = SWATCH * 2 * (number - 1)
        more = " or more" if number == len(TINTS) else ""
        yield f'<rect x="{left}" y="{top}" width="{SWATCH}" height="{LEGEND}" fill="{colour}"/>'
        yield words(left + SWATCH + 4, top + LEGEND - 2, f"{number}{more}", LEGEND)
