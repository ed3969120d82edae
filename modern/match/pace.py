"""How long players may think: a time control for the game, or a limit for each move."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from modern.engine.limits import Clock, Limits
from modern.rules.errors import quoted

#: `40/60+1`: 40 moves in 60 seconds, and an increment of 1 second; the first and the last part are optional.
TIME_CONTROL: Final = re.compile(r"(?:(\d{1,4})/)?(\d{1,7}(?:\.\d{1,4})?)(?:\+(\d{1,5}(?:\.\d{1,4})?))?", re.ASCII)

#: A player is sent a stop this many seconds after its limit for a move.
STOP_MARGIN: Final = 1.0

WHITE: Final = "white"
BLACK: Final = "black"


def opponent(side: str) -> str:
    """Returns 'black' for 'white', and 'white' for 'black'."""
    return BLACK if side == WHITE else WHITE


@dataclass(frozen=True)
class TimeControl:
    """The time and the increment in seconds. The time is for the whole game, or is added again every `moves` moves."""

    seconds: float
    increment: float = 0.0
    moves: int | None = None

    def __str__(self) -> str:
        """Returns the notation that parse_time_control reads: `1+0.01`, `40/60+1`."""
        moves = f"{self.moves}/" if self.moves else ""
        increment = f"+{_figure(self.increment)}" if self.increment else ""
        return f"{moves}{_figure(self.seconds)}{increment}"


def _figure(seconds: float) -> str:
    """Returns the shortest notation, with up to four decimals."""
    return f"{seconds:.4f}".rstrip("0").rstrip(".")


def parse_time_control(text: str) -> TimeControl:
    """Parses `1+0.01`, `40/60+1` or `60`. Raises ValueError."""
    match = TIME_CONTROL.fullmatch(text.strip())
    if match is None or not float(match[2]) > 0 or (match[1] and not int(match[1])):
        raise ValueError(f"{quoted(text)} is not a time control; expected SECONDS+INCREMENT or MOVES/SECONDS+INCREMENT")
    return TimeControl(float(match[2]), float(match[3] or 0), int(match[1]) if match[1] else None)


@dataclass(frozen=True)
class Pace:
    """A time control for the game, or else a limit for each move: seconds, depth in plies or nodes.

    A player that exceeds its seconds for a move does not lose: only a time control has clocks.
    """

    control: TimeControl | None = None
    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None

    def __str__(self) -> str:
        """Returns `1+0.01`, `0.1 s a move`, `depth 3` or `1000 nodes`."""
        if self.control:
            return str(self.control)
        if self.seconds is not None:
            return f"{self.seconds:g} s a move"
        return f"depth {self.depth}" if self.depth is not None else f"{self.nodes} nodes"

    def as_json(self) -> dict[str, Any]:
        """Returns the part that is set: the time control as a string, seconds, depth or nodes."""
        parts = {
            "tc": str(self.control) if self.control else None,
            "seconds": self.seconds,
            "depth": self.depth,
            "nodes": self.nodes,
        }
        return {name: value for name, value in parts.items() if value is not None}


class Clocks:
    """The two clocks of a game, in seconds. Without a time control they do not run."""

    def __init__(self, pace: Pace) -> None:
        self.pace = pace
        first = pace.control.seconds if pace.control else float("inf")
        self.remaining = {WHITE: first, BLACK: first}
        self.moves_made = {WHITE: 0, BLACK: 0}

    def limits(self, side: str) -> Limits:
        """Returns the limits for the next move of `side`."""
        control = self.pace.control
        if control is None:
            return Limits(seconds=self.pace.seconds, depth=self.pace.depth, nodes=self.pace.nodes)
        moves_to_go = control.moves - self.moves_made[side] % control.moves if control.moves else None
        white, black = (Clock(self.remaining[color], control.increment) for color in (WHITE, BLACK))
        return Limits(white=white, black=black, moves_to_go=moves_to_go)

    def seconds_until_stop(self, side: str) -> float | None:
        """Returns the seconds until a player is sent a stop: when its flag falls, or STOP_MARGIN after its limit."""
        if self.pace.control:
            return self.remaining[side]
        return None if self.pace.seconds is None else self.pace.seconds + STOP_MARGIN

    def flag_falls(self, side: str, seconds: float) -> bool:
        """Returns True if a move of this many seconds exceeds the remaining time of `side`."""
        return seconds > self.remaining[side]

    def record_move(self, side: str, seconds: float) -> None:
        """Subtracts the time of a move, then adds the increment and the time for the next moves, if it is due."""
        control = self.pace.control
        if control is None:
            return
        self.remaining[side] += control.increment - seconds
        self.moves_made[side] += 1
        if control.moves and self.moves_made[side] % control.moves == 0:
            self.remaining[side] += control.seconds
