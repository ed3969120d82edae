"""Draws the sixteen directions of the 1994 program as arrows from one square of its board."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from historic.position.squares import NAME_TO_SQUARE, SQUARE_TO_NAME
from historic.tables import DIRECTIONS
from modern.pictures.board_12x12 import WIDTH, square_colour
from modern.pictures.svg import (
    BLUE,
    FAINT,
    LEGEND_LINE_HEIGHT,
    RED,
    arrow_elements,
    document,
    legend_elements,
    square_element,
    text_element,
)

CENTRE: Final = NAME_TO_SQUARE["e4"]
#: The squares drawn on each side of the centre: a knight's jump goes no further than two.
REACH: Final = 2
CELL: Final = 108
#: An arrow starts this far from the middle of the centre square and ends this far inside its target square.
ARROW_START: Final = 24
ARROW_OVERSHOOT: Final = 16
SHAFT_WIDTH: Final = 3
HEAD_LENGTH: Final = 12
#: The directions from this number on are a knight's.
FIRST_KNIGHT_DIRECTION: Final = 8


def directions_diagram(legend: Sequence[str], description: str) -> str:
    """Draws each direction from White's side as an arrow, with its offset, its number and its bit in a move code."""
    elements = []
    for down in range(-REACH, REACH + 1):
        for right in range(-REACH, REACH + 1):
            square = CENTRE - WIDTH * down + right
            left, top = CELL * (right + REACH), CELL * (down + REACH)
            elements.append(square_element(left, top, CELL, square_colour(square)))
            if square != CENTRE:
                elements.append(_square_number(left, top, right, down, square))
    for number, offset in enumerate(DIRECTIONS):
        right, down = offset_to_steps(-offset)
        colour = RED if number >= FIRST_KNIGHT_DIRECTION else BLUE
        elements += [*_arrow(right, down, colour), *_direction_figures(right, down, number, -offset, colour)]
    middle = CELL * (REACH + 0.5)
    elements.append(text_element(middle, middle, SQUARE_TO_NAME[CENTRE], 18, anchor="middle"))
    elements.append(text_element(middle, middle + 14, CENTRE, 11, FAINT, anchor="middle"))
    width = CELL * (2 * REACH + 1)
    elements += legend_elements(width, legend)
    title = "The sixteen directions of the 1994 program, drawn from e4, each with its offset, its number and its bit"
    return document(width, width + LEGEND_LINE_HEIGHT * len(legend), elements, title, description)


def offset_to_steps(offset: int) -> tuple[int, int]:
    """Splits an offset into squares to the right and squares down."""
    up = round(offset / WIDTH)
    return offset - WIDTH * up, -up


def _square_number(left: int, top: int, right: int, down: int, square: int) -> str:
    """Draws the number of a square in its outer corner, where it does not touch an arrow."""
    y = top + (CELL - 6 if down > 0 else 13)
    if right < 0:
        return text_element(left + 5, y, square, 11, FAINT)
    return text_element(left + CELL - 5, y, square, 11, FAINT, anchor="end")


def _direction_figures(right: int, down: int, number: int, offset: int, colour: str) -> Iterator[str]:
    """Draws a direction's offset, its number and its bit, a little outside the middle of the target square."""
    x = CELL * (right + REACH + 0.5) + 8 * _sign(right)
    y = CELL * (down + REACH + 0.5) + 8 * _sign(down)
    yield text_element(x, y, f"{offset:+d}", 20, colour, anchor="middle", weight="bold")
    yield text_element(x, y + 16, f"{number}: {2**number}", 12, anchor="middle")


def _arrow(right: int, down: int, colour: str) -> Iterator[str]:
    """Draws an arrow from the centre square to just inside the target square."""
    length, longest_axis = math.hypot(right, down), max(abs(right), abs(down))
    across, along = right / length, down / length
    middle = CELL * (REACH + 0.5)
    end = CELL * length * (longest_axis - 0.5) / longest_axis + ARROW_OVERSHOOT
    tail, tip = ((middle + distance * across, middle + distance * along) for distance in (ARROW_START, end))
    return arrow_elements(tail, tip, colour, SHAFT_WIDTH, HEAD_LENGTH)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
