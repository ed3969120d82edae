"""How long players may think: a time control for the game, or a limit for each move."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from modern.game.game import BLACK, WHITE
from modern.limits import Clock, Limits
from modern.rules.errors import quoted

#: `40/60+1`: 40 moves in 60 seconds, and an increment of 1 second; the first and the last part are optional.
TIME_CONTROL: Final = re.compile(r"(?:(\d{1,4})/)?(\d{1,7}(?:\.\d{1,4})?)(?:\+(\d{1,5}(?:\.\d{1,4})?))?", re.ASCII)

#: A player is sent a stop this many seconds after its limit for a move.
STOP_MARGIN: Final = 1.0


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

    def left_after(self, used: Sequence[float]) -> float:
        """Returns the time on a clock after moves that took `used` seconds each, in seconds."""
        periods = 1 + (len(used) // self.moves if self.moves else 0)
        return periods * self.seconds + len(used) * self.increment - sum(used)

    def moves_to_go(self, moves_made: int) -> int | None:
        """Returns the number of moves until time is added; None if the time is for the whole game."""
        return self.moves - moves_made % self.moves if self.moves else None


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
class TimeSetting:
    """A time control for the game, or else a limit for each move: seconds, depth in plies or nodes.

    A player that exceeds its seconds for a move does not lose: only a time control has clocks. A game may have both;
    the limit for a move then applies where clocks do not.
    """

    control: TimeControl | None = None
    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None

    def __str__(self) -> str:
        """Returns `1+0.01`, `0.1 s a move`, `depth 3` or `1000 nodes`; `own limits` if it has none."""
        if self.control:
            return str(self.control)
        if self.seconds is not None:
            return f"{self.seconds:g} s a move"
        if self.depth is not None:
            return f"depth {self.depth}"
        return "own limits" if self.nodes is None else f"{self.nodes} nodes"

    @property
    def without_clocks(self) -> TimeSetting:
        """The limit for each move alone."""
        return replace(self, control=None)

    def thinking_time(self, moves: int) -> float | None:
        """Returns about how long a side thinks in a game in which it makes `moves` moves, in seconds.

        It is None if only depth or nodes limit the thinking.
        """
        if self.control is None:
            return None if self.seconds is None else moves * self.seconds
        periods = 1 + ((moves - 1) // self.control.moves if self.control.moves else 0)
        return periods * self.control.seconds + moves * self.control.increment

    def as_json(self) -> dict[str, Any]:
        """Returns the parts that are set: the time control as a string, seconds, depth and nodes."""
        parts = {
            "tc": str(self.control) if self.control else None,
            "seconds": self.seconds,
            "depth": self.depth,
            "nodes": self.nodes,
        }
        return {name: value for name, value in parts.items() if value is not None}

    def limits(self, left: Mapping[str, float], moves_made: int) -> Limits:
        """Returns the limits for the next move of a side.

        `left` is the time on the clock of each side in seconds, which matters only with a time control; `moves_made`
        is the number of moves that the side to move has made.
        """
        control = self.control
        if control is None:
            return Limits(seconds=self.seconds, depth=self.depth, nodes=self.nodes)
        white, black = (Clock(left[side], control.increment) for side in (WHITE, BLACK))
        return Limits(white=white, black=black, moves_to_go=control.moves_to_go(moves_made))

    def seconds_until_stop(self, left: float) -> float | None:
        """Returns the seconds until a player is sent a stop: when its flag falls, or STOP_MARGIN after its limit."""
        if self.control:
            return left
        return None if self.seconds is None else self.seconds + STOP_MARGIN
