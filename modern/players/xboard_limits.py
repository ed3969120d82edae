"""The limits of a move as xboard's own program sends them, and how an engine refuses them, a move or a position.

The protocol has whole seconds for a move (`st`) and hundredths on the clocks (`time`, `otim`). It has no
limit of nodes.
https://www.gnu.org/software/xboard/engine-intf.html
"""

from __future__ import annotations

import math
import re
from typing import Final

from modern.game.game import opponent
from modern.limits import Limits

#: An engine's answer to a command that it does not know; Phalanx and GNU Chess take it for a move.
REFUSAL: Final = re.compile(r"\s*(?:Error|Illegal move|Invalid move)(?:\s*\([^()]+\))?\s*:\s*(\S+)")
#: Its answer to a position that it does not accept. It is silent then, as after a move that it refuses.
REFUSED_POSITION: Final = re.compile(r"\s*tellusererror\s+illegal position", re.IGNORECASE)
#: The commands without which an engine does not know its limit, and their purposes.
LIMIT_COMMANDS: Final = {"sd": "depth", "st": "time", "level": "clock", "time": "clock"}
#: Other commands that an engine may not know; it plays all the same.
DISPENSABLE: Final = ("?", "otim", "post", "nopost", "easy", "hard", "random", "computer")


def limit_lines(limits: Limits, side: str, new_game: bool) -> list[str]:
    """Returns the commands that tell an engine its limits; its time control is sent only for a new game.

    A limit for the move below a whole second is rounded up: send `?` when it is over.
    """
    lines: list[str] = []
    clock, other = limits.clock(side), limits.clock(opponent(side))
    if clock is not None:
        if new_game:
            minutes, seconds = divmod(max(1, math.ceil(clock.left)), 60)
            base = f"{minutes}:{seconds:02d}" if seconds else f"{minutes}"
            lines.append(f"level {limits.moves_to_go or 0} {base} {clock.increment:g}")
        lines.append(f"time {_hundredths(clock.left)}")
        if other is not None:
            lines.append(f"otim {_hundredths(other.left)}")
    if limits.seconds is not None:
        lines.append(f"st {max(1, math.ceil(limits.seconds))}")
    if limits.depth is not None:
        lines.append(f"sd {max(1, limits.depth)}")
    return lines


def refused_command(line: str) -> str:
    """Returns the command that an engine refuses with this line; empty if the line refuses none, or a move."""
    match = REFUSAL.match(line)
    word = match[1] if match else ""
    return word if word in LIMIT_COMMANDS or word in DISPENSABLE else ""


def refuses_game(line: str) -> bool:
    """Returns True if an engine refuses the position or a move of its opponent with this line, and not a command."""
    return bool(REFUSED_POSITION.match(line) or (REFUSAL.match(line) and not refused_command(line)))


def _hundredths(seconds: float) -> int:
    return max(1, round(seconds * 100))
