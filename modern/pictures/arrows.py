"""Arrows and marks on a board, as one writes them: `e2e4 g8f6:red d4`."""

from __future__ import annotations

import re
from typing import Final

import chess
from chess.svg import Arrow

from modern.pictures.svg import BY_NAME
from modern.rules.errors import quoted

#: The colours that chess.svg has names for; the first is taken where none is said.
COLOURS: Final = tuple(BY_NAME)

#: A square, or a move in UCI's notation, to which belongs what a pawn becomes.
_MOVE: Final = re.compile(r"([a-h][1-8])(?:([a-h][1-8])[qrbn]?)?")


class ArrowError(ValueError):
    """What is no arrow; its text is one line that says why."""


def arrows_of(text: str) -> list[Arrow]:
    """The arrows of a line. A lone square is a circle: an arrow to where it begins. Raises ArrowError."""
    return [_arrow(written) for written in text.split()]


def _arrow(written: str) -> Arrow:
    move, _, colour = written.partition(":")
    found = _MOVE.fullmatch(move)
    if not found:
        raise ArrowError(
            f"{quoted(written)} is no arrow: a move (e2e4) or a square (d4) was expected, and after a colon its colour"
        )
    if ":" in written and colour not in COLOURS:
        raise ArrowError(f"{quoted(colour)} is no colour of an arrow: one of {', '.join(COLOURS)} was expected")
    tail = chess.parse_square(found[1])
    return Arrow(tail, chess.parse_square(found[2]) if found[2] else tail, color=colour or COLOURS[0])
