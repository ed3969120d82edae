"""What a search says of what it has found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from modern.rules import Move

#: What a Report's score is: the value itself, or a bound of it.
UCI_EXACT: Final = ""
UCI_LOWER_BOUND: Final = "lowerbound"
UCI_UPPER_BOUND: Final = "upperbound"


class Score(NamedTuple):
    """How good a position is for the side to move: one of the two is given, the other None.

    `centipawns`  hundredths of a pawn.
    `mate`        moves until it mates, or, where negative, is mated.
    """

    centipawns: int | None = None
    mate: int | None = None

    def __str__(self) -> str:
        """`+0.35`, `#3`, `#-2`."""
        return f"#{self.mate}" if self.centipawns is None else f"{self.centipawns / 100:+.2f}"


class Term(NamedTuple):
    """A part of an evaluation: what it gives White and what it gives Black, in centipawns."""

    name: str
    white: int
    black: int


def discard(message: object) -> None:
    """In place of somebody to report to: nobody wants to hear it."""


@dataclass(frozen=True)
class Report:
    """What is known after an iteration, or so far in one.

    `depth`     plies; `deepest` the longest line looked at, in plies.
    `number`    which line it is, 1 for the best.
    `score`     for the side to move; `bound` tells whether it is EXACT, a LOWER_BOUND or an UPPER_BOUND.
    `line`      the moves that are expected, the best first.
    `nodes`, `seconds`  since the search began.
    `full`      how full the transposition table is, in thousandths.
    """

    depth: int
    seldepth: int
    multipv: int
    score: Score
    pv: tuple[Move, ...]
    nodes: int
    seconds: float
    hashfull: int = 0
    bound: str = UCI_EXACT
