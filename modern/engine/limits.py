"""How long a search may take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from modern.rules import Move

#: Deeper than any search comes.
MAX_DEPTH: Final = 100
#: More nodes than any search visits.
MAX_NODES: Final = 1 << 62


class Clock(NamedTuple):
    """What a side's clock shows, and what it is given with each move, in seconds."""

    left: float
    increment: float = 0.0


@dataclass(frozen=True)
class Limits:
    """What ends a search; what is None does not.

    `depth`    plies.
    `nodes`    positions visited.
    `mate`     moves: once a mate in so many is found.
    `seconds`  for this move.
    `white`, `black`  the clocks, of which the mover looks at its own.
    `moves_to_go`     moves until time is added to the clocks.
    `infinite`  nothing but a stop ends it, though nothing be left to look for.
    `only`     the moves that may be considered; none stands for all.
    """

    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    seconds: float | None = None
    white: Clock | None = None
    black: Clock | None = None
    moves_to_go: int | None = None
    infinite: bool = False
    only: tuple[Move, ...] = ()

    def clock(self, side: str) -> Clock | None:
        """The clock of 'white' or 'black'."""
        return self.white if side == "white" else self.black
