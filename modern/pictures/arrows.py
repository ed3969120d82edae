"""Parses arrows and circles to draw on a board: `e2e4 g8f6:red d4`."""

from __future__ import annotations

import re
from typing import Final

from chess.svg import Arrow

from modern.pictures.svg import ARROW_COLOURS
from modern.rules.bitboard import square_named
from modern.rules.errors import quoted

#: The names of the arrow colours, which are those of chess.svg; the first is the default.
COLOUR_NAMES: Final = tuple(ARROW_COLOURS)

#: A square, or a move in UCI notation, with a promotion if it has one.
_MOVE: Final = re.compile(r"([a-h][1-8])(?:([a-h][1-8])[qrbn]?)?")


class ArrowError(ValueError):
    """A text that is not an arrow; the error's text is one line that says what was expected."""


def parse_arrows(text: str) -> list[Arrow]:
    """Parses the arrows of a line. A single square becomes a circle: an arrow from a square to itself.

    Raises ArrowError.
    """
    return [_parse_arrow(word) for word in text.split()]


def _parse_arrow(text: str) -> Arrow:
    move, _, colour = text.partition(":")
    match = _MOVE.fullmatch(move)
    if not match:
        raise ArrowError(
            f"{quoted(text)} is not an arrow; expected a move (e2e4) or a square (d4), "
            "each with an optional colour (e2e4:red)"
        )
    if ":" in text and colour not in COLOUR_NAMES:
        raise ArrowError(f"{quoted(colour)} is not an arrow colour; expected one of {', '.join(COLOUR_NAMES)}")
    from_square = square_named(match[1])
    return Arrow(from_square, square_named(match[2]) if match[2] else from_square, color=colour or COLOUR_NAMES[0])
