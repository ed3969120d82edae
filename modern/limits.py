"""The limits of a search, as in UCI's `go`."""

from __future__ import annotations

import math
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

    Raises ValueError for a limit that no search can keep, and TypeError for one of another type.
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

    def __post_init__(self) -> None:
        """Checks the limits."""
        for name in ("depth", "nodes", "mate", "moves_to_go"):
            number = getattr(self, name)
            if number is None:
                continue
            if not isinstance(number, int) or isinstance(number, bool):
                raise TypeError(f"{name} is {number!r}; expected a whole number, or None for no limit")
            if number < 1:
                raise ValueError(f"{name} is {number}; expected at least 1, or None for no limit")
        times = {"seconds": self.seconds}
        for side, clock in (("white", self.white), ("black", self.black)):
            if clock is None:
                continue
            if not isinstance(clock, tuple) or len(clock) != 2:
                raise TypeError(f"{side} is {clock!r}; expected Clock(left, increment), or None for no clock")
            times |= {f"{side}.left": clock[0], f"{side}.increment": clock[1]}
        for name, seconds in times.items():
            if seconds is None and name == "seconds":
                continue
            if not isinstance(seconds, int | float) or isinstance(seconds, bool):
                raise TypeError(f"{name} is {seconds!r}; expected a number of seconds")
            if math.isnan(seconds) or seconds < 0:
                raise ValueError(f"{name} is {seconds}; expected at least 0 seconds")

    def __repr__(self) -> str:
        """Returns the limits that differ from the defaults: `Limits(depth=2)`."""
        given = [(entry.name, getattr(self, entry.name), entry.default) for entry in fields(self)]
        return f"Limits({', '.join(f'{name}={value!r}' for name, value, default in given if value != default)})"

    def clock(self, side: str) -> Clock | None:
        """Returns the clock of 'white' or 'black'."""
        return self.white if side == "white" else self.black
