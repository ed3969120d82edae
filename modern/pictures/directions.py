"""The sixteen directions of the program, as arrows from one square of its board."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from historic.squares import NAMES, NUMBERS
from historic.tables import DIRECTIONS
from modern.pictures.svg import BLUE, FAINT, LINE, RED, arrow, document, legend, square, words
from modern.pictures.twelve import WIDTH, colour_of

FROM: Final = NUMBERS["e4"]
#: A knight's jump goes no further than two squares.
REACH: Final = 2
CELL: Final = 108
#: An arrow begins so far from the middle of the board, and goes so far into its square; its shaft and its head.
START: Final = 24
INTO: Final = 16
SHAFT: Final = 3
HEAD: Final = 12
#: A knight takes the directions from here on.
KNIGHTS: Final = 8


def directions(below: Sequence[str], description: str) -> str:
    """Each direction as White takes it: its number, what it adds to a square, and its bit in a move code."""
    drawn = []
    for down in range(-REACH, REACH + 1):
        for right in range(-REACH, REACH + 1):
            at = FROM - WIDTH * down + right
            left, top = CELL * (right + REACH), CELL * (down + REACH)
            drawn.append(square(left, top, CELL, colour_of(at)))
            if at != FROM:
                drawn.append(_number(left, top, right, down, at))
    for number, offset in enumerate(DIRECTIONS):
        right, down = steps_of(-offset)
        colour = RED if number >= KNIGHTS else BLUE
        drawn += [*_arrow(right, down, colour), *_figures(right, down, number, -offset, colour)]
    middle = CELL * (REACH + 0.5)
    drawn.append(words(middle, middle, NAMES[FROM], 18, anchor="middle"))
    drawn.append(words(middle, middle + 14, FROM, 11, FAINT, anchor="middle"))
    side = CELL * (2 * REACH + 1)
    drawn += legend(side, below)
    title = "The sixteen directions of the program of 1994, a number each, from one square of its board"
    return document(side, side + LINE * len(below), drawn, title, description)


def steps_of(offset: int) -> tuple[int, int]:
    """How many squares to the right and how many down an offset leads."""
    up = round(offset / WIDTH)
    return offset - WIDTH * up, -up


def _number(left: int, top: int, right: int, down: int, at: int) -> str:
    """The number of a square, in the corner that is farthest from the middle, where no arrow comes."""
    y = top + (CELL - 6 if down > 0 else 13)
    if right < 0:
        return words(left + 5, y, at, 11, FAINT)
    return words(left + CELL - 5, y, at, 11, FAINT, anchor="end")


def _figures(right: int, down: int, number: int, offset: int, colour: str) -> Iterator[str]:
    """What a direction adds, its number and its bit, a little outside the middle of its square."""
    x = CELL * (right + REACH + 0.5) + 8 * _sign(right)
    y = CELL * (down + REACH + 0.5) + 8 * _sign(down)
    yield words(x, y, f"{offset:+d}", 20, colour, anchor="middle", weight="bold")
    yield words(x, y + 16, f"{number}: {2**number}", 12, anchor="middle")


def _arrow(right: int, down: int, colour: str) -> Iterator[str]:
    """From the middle of the board to a little way into the square."""
    length, longer = math.hypot(right, down), max(abs(right), abs(down))
    across, along = right / length, down / length
    middle = CELL * (REACH + 0.5)
    end = CELL * length * (longer - 0.5) / longer + INTO
    tail, tip = ((middle + far * across, middle + far * along) for far in (START, end))
    return arrow(tail, tip, colour, SHAFT, HEAD)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
