"""The limits of a search, as in UCI's `go`."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final, NamedTuple

from modern.rules import Move

#: The greatest depth that is searched, in plies.
MAX_DEPTH: Final = 100
#: A node limit that no search reaches.
MAX_NODES: Final = 1 << 62


class Clock(NamedTuple):
    """A side's time left and its increment per move, in seconds."""

    left: float
    increment: float = 0.0


@dataclass(frozen=True)
class Limits:
    """The limits of a search; None means no limit.

    `depth`           the maximum depth, in plies.
    `nodes`           the maximum number of nodes.
    `mate`            stop once a mate in this many moves is found.
    `seconds`         the time for this move.
    `white`, `black`  the clocks; only the clock of the side to move is used.
    `moves_to_go`     the number of moves to the next time control.
    `infinite`        search until stopped, even if nothing is left to search.
    `only`            the root moves to search (UCI's `searchmoves`); empty means all legal moves.
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

    def __repr__(self) -> str:
        """Returns the limits that differ from the defaults: `Limits(depth=2)`."""
        given = [(entry.name, getattr(self, entry.name), entry.default) for entry in fields(self)]
        return f"Limits({', '.join(f'{name}={value!r}' for name, value, default in given if value != default)})"

    def clock(self, side: str) -> Clock | None:
        """Returns the clock of 'white' or 'black'."""
        return self.white if side == "white" else self.black
