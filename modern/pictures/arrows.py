"""Arrows and marks on a board, as one writes them: `e2e4 g8f6:red d4`."""

from __future__ import annotations

import re
from typing import Final

import chess
from chess.svg import Arrow

from modern.pictures.svg import ARROW_COLOURS
from modern.rules.errors import quoted

#: The colours that chess.svg has names for; the first is taken where none is said.
COLOUR_NAMES: Final = tuple(ARROW_COLOURS)

#: A square, or a move in UCI's notation, to which belongs what a pawn becomes.
_MOVE: Final = re.compile(r"([a-h][1-8])(?:([a-h][1-8])[qrbn]?)?")


class ArrowError(ValueError):
    """What is no arrow; its text is one line that says why."""


def parse_arrows(text: str) -> list[Arrow]:
    """The arrows of a line. A lone square is a circle: an arrow to where it begins. Raises ArrowError."""
    return [_parse_arrow(word) for word in text.split()]


def _parse_arrow(text: str) -> Arrow:
    move, _, colour = text.partition(":")
    match = _MOVE.fullmatch(move)
    if not match:
        raise ArrowError(
            f"{quoted(text)} is no arrow: a move (e2e4) or a square (d4) was expected, and after a colon its colour"
        )
    if ":" in text and colour not in COLOUR_NAMES:
        raise ArrowError(f"{quoted(colour)} is no colour of an arrow: one of {', '.join(COLOUR_NAMES)} was expected")
    from_square = chess.parse_square(match[1])
    return Arrow(
        from_square, chess.parse_square(match[2]) if match[2] else from_square, color=colour or COLOUR_NAMES[0]
    )
