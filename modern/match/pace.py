"""How long players may think in a game: by a clock, or for each move."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from modern.engine.limits import Clock, Limits

#: `40/60+1`: 40 moves in 60 seconds, and a second more with each move; the first and the last part may be left out.
TIME_CONTROL: Final = re.compile(r"(?:(\d{1,4})/)?(\d{1,7}(?:\.\d{1,4})?)(?:\+(\d{1,5}(?:\.\d{1,4})?))?", re.ASCII)

#: Whoever thinks for so many seconds longer than it was to is told to stop.
STOP_MARGIN: Final = 1.0

WHITE: Final = "white"
BLACK: Final = "black"


def opponent(side: str) -> str:
    """The other of 'white' and 'black'."""
    return BLACK if side == WHITE else WHITE


@dataclass(frozen=True)
class TimeControl:
    """What the clocks show at first, and what a move adds, in seconds; after each `moves`, the first is added again."""

    seconds: float
    increment: float = 0.0
    moves: int | None = None

    def __str__(self) -> str:
        """As it is read: `1+0.01`, `40/60+1`."""
        moves = f"{self.moves}/" if self.moves else ""
        increment = f"+{_figure(self.increment)}" if self.increment else ""
        return f"{moves}{_figure(self.seconds)}{increment}"


def _figure(seconds: float) -> str:
    """As short as it can be written with the four places that are read."""
    return f"{seconds:.4f}".rstrip("0").rstrip(".")


def parse_time_control(text: str) -> TimeControl:
    """Read `1+0.01`, `40/60+1` or `60`. Raises ValueError."""
    match = TIME_CONTROL.fullmatch(text.strip())
    if match is None or not float(match[2]) > 0 or (match[1] and not int(match[1])):
        raise ValueError(f"a time control is SECONDS+INCREMENT or MOVES/SECONDS+INCREMENT, not {text[:40]!a}")
    return TimeControl(float(match[2]), float(match[3] or 0), int(match[1]) if match[1] else None)


@dataclass(frozen=True)
class Pace:
    """A time control, or else a limit of each move: seconds, depth or nodes.

    Who takes longer than its seconds for a move loses nothing by it: only a clock has a flag.
    """

    control: TimeControl | None = None
    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None

    def __str__(self) -> str:
        """`1+0.01`, `0.1 s a move`, `depth 3`, `1000 nodes`."""
        if self.control:
            return str(self.control)
        if self.seconds is not None:
            return f"{self.seconds:g} s a move"
        return f"depth {self.depth}" if self.depth is not None else f"{self.nodes} nodes"

    def as_json(self) -> dict[str, Any]:
        """What there is of it: the control as it is read, seconds, depth or nodes."""
        parts = {
            "tc": str(self.control) if self.control else None,
            "seconds": self.seconds,
            "depth": self.depth,
            "nodes": self.nodes,
        }
        return {name: value for name, value in parts.items() if value is not None}


class Clocks:
    """The two clocks of a game, in seconds; where there is no time control they do not run."""

    def __init__(self, pace: Pace) -> None:
        self.pace = pace
        first = pace.control.seconds if pace.control else float("inf")
        self.remaining = {WHITE: first, BLACK: first}
        self.moves_made = {WHITE: 0, BLACK: 0}

    def limits(self, side: str) -> Limits:
        """What the side to move may take."""
        control = self.pace.control
        if control is None:
            return Limits(seconds=self.pace.seconds, depth=self.pace.depth, nodes=self.pace.nodes)
        to_go = control.moves - self.moves_made[side] % control.moves if control.moves else None
        white, black = (Clock(self.remaining[each], control.increment) for each in (WHITE, BLACK))
        return Limits(white=white, black=black, moves_to_go=to_go)

    def seconds_until_stop(self, side: str) -> float | None:
        """In how many seconds whoever still thinks is to be told to stop: at the fall of its flag, or a second late."""
        if self.pace.control:
            return self.remaining[side]
        return None if self.pace.seconds is None else self.pace.seconds + STOP_MARGIN

    def flag_falls(self, side: str, seconds: float) -> bool:
        """Whether its flag falls in so many seconds."""
        return seconds > self.remaining[side]

    def record_move(self, side: str, seconds: float) -> None:
        """Take away what a move took, and add what a move adds."""
        control = self.pace.control
        if control is None:
            return
        self.remaining[side] += control.increment - seconds
        self.moves_made[side] += 1
        if control.moves and self.moves_made[side] % control.moves == 0:
            self.remaining[side] += control.seconds
