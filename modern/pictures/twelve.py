"""The program's own board: 144 squares in one row, drawn as 12 x 12."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from historic.squares import NAMES
from historic.tables import LETTERS
from modern.pictures.svg import DARK, EDGE, FAINT, LIGHT, LINE, document, legend, man, square, words

CELL: Final = 48
WIDTH: Final = 12


def twelve_by_twelve(
    men: Sequence[int],
    title: str,
    numbers: Sequence[int] | None = None,
    fill: Mapping[int, str] | None = None,
    below: Sequence[str] = (),
    description: str = "",
) -> str:
    """A board with the number of each square above, and below that of the man who stands on it.

    `men` is A(0,..). `numbers` are other numbers to stand in the place of the men's, `fill` colours of squares, and
    `below` the lines of a legend.
    """
    drawn = []
    for at, who in enumerate(men):
        y, x = divmod(at, WIDTH)
        left, top = CELL * x, CELL * (WIDTH - 1 - y)
        drawn.append(square(left, top, CELL, (fill or {}).get(at) or colour_of(at)))
        if 0 < who < len(LETTERS):
            drawn.append(man(LETTERS[who], left + 12, top + 9, 0.6))
        drawn.append(words(left + 3, top + 10, at, 9, FAINT))
        drawn.append(words(left + CELL - 3, top + CELL - 4, (numbers or men)[at], 11, anchor="end"))
    drawn += legend(WIDTH * CELL, below)
    return document(WIDTH * CELL, WIDTH * CELL + LINE * len(below), drawn, title, description)


def colour_of(at: int) -> str:
    """Light or dark, as on a chess board, or the border's."""
    if at not in NAMES:
        return EDGE
    return LIGHT if sum(divmod(at, WIDTH)) % 2 else DARK
