"""The ten levels of `modern` that a human chooses from: a name, the UCI_Elo that it stands for, and its effect.

This is the only table of them: `gosub play` and the form of a new game in the browser read it here. What UCI_Elo means
is in modern/engine/strength.py; the first level is its minimum and the last its maximum, which is full strength.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from modern.engine.strength import MAX_ELO, MIN_ELO
from modern.players.suggestion import not_found

#: The player that has levels.
LEVELLED_PLAYER: Final = "modern"
#: The words accepted instead of a level, for messages.
ELO_RANGE: Final = f"an Elo from {MIN_ELO} to {MAX_ELO}"
WHOLE_NUMBER: Final = re.compile(r"\d{1,5}", re.ASCII)


class NamedLevel(NamedTuple):
    """A level: its number, its name and its Elo, and the measured losses of its moves.

    `centipawn_loss`  on average, with scores within ten pawns.
    `piece_losses`    the percentage of moves that lose two and a half pawns or more.

    `python benchmarks/matches.py mistakes` measures both.
    """

    number: int
    name: str
    elo: int
    centipawn_loss: int
    piece_losses: int

    def __str__(self) -> str:
        """Returns `level 3, casual`."""
        return f"level {self.number}, {self.name}"


NAMED_LEVELS: Final = (
    NamedLevel(1, "beginner", MIN_ELO, 220, 32),
    NamedLevel(2, "learner", 600, 158, 22),
    NamedLevel(3, "casual", 800, 119, 15),
    NamedLevel(4, "hobbyist", 1000, 83, 10),
    NamedLevel(5, "club", 1200, 65, 7),
    NamedLevel(6, "league", 1400, 45, 3),
    NamedLevel(7, "tournament", 1600, 38, 2),
    NamedLevel(8, "expert", 1900, 33, 2),
    NamedLevel(9, "master", 2200, 25, 2),
    NamedLevel(10, "full", MAX_ELO, 13, 0),
)


def level_named(text: str) -> NamedLevel:
    """Returns the level with a number or a name; case does not matter. Raises ValueError."""
    typed = text.strip().lower()
    for level in NAMED_LEVELS:
        if typed in (str(level.number), level.name):
            return level
    names = [level.name for level in NAMED_LEVELS]
    expected = f"expected 1 to {len(NAMED_LEVELS)}, or one of {', '.join(names)}, or {ELO_RANGE}"
    raise ValueError(not_found("level", text, names, expected))


def is_elo(text: str) -> bool:
    """Returns True if a text is an Elo that today's engine can be limited to."""
    return WHOLE_NUMBER.fullmatch(text) is not None and MIN_ELO <= int(text) <= MAX_ELO


def elo_named(text: str) -> int:
    """Returns the Elo of the level with a number or a name; any other number is an Elo itself. Raises ValueError."""
    typed = text.strip()
    return int(typed) if is_elo(typed) else level_named(typed).elo


def nearest_level(elo: int) -> NamedLevel:
    """Returns the level whose Elo is nearest; of two that are equally near, the lower one."""
    return min(NAMED_LEVELS, key=lambda level: abs(level.elo - elo))


def level_at(elo: int) -> NamedLevel | None:
    """Returns the level that has exactly this Elo, or None."""
    return next((level for level in NAMED_LEVELS if level.elo == elo), None)
