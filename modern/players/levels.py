"""The ten levels of `modern` that a human chooses from: a name for each, and the UCI_Elo that it stands for.

This is the only table of them: `gosub play` and the form of a new game in the browser read it here. UCI_Elo itself is
calibrated in modern/engine/strength.py; the first level is its minimum and the last its maximum.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from modern.engine.strength import MAX_ELO, MIN_ELO
from modern.players.ladder import LadderRating, ladder_rating
from modern.players.protocol import UCI_ELO
from modern.players.suggestion import not_found

#: The player that has levels.
LEVELLED_PLAYER: Final = "modern"


class NamedLevel(NamedTuple):
    """A level: its number, its name and its Elo."""

    number: int
    name: str
    elo: int

    def __str__(self) -> str:
        """Returns `level 3, casual`."""
        return f"level {self.number}, {self.name}"

    @property
    def rating(self) -> LadderRating | None:
        """Its rating on the ladder, None if it has not played there."""
        return ladder_rating(f"{LEVELLED_PLAYER}[{UCI_ELO}={self.elo}]")


NAMED_LEVELS: Final = tuple(
    NamedLevel(number, name, elo)
    for number, (name, elo) in enumerate(
        (
            ("beginner", MIN_ELO),
            ("learner", 1000),
            ("casual", 1200),
            ("hobbyist", 1400),
            ("club", 1600),
            ("league", 1700),
            ("tournament", 1800),
            ("expert", 1900),
            ("candidate", 2000),
            ("master", MAX_ELO),
        ),
        1,
    )
)


def level_named(text: str) -> NamedLevel:
    """Returns the level with a number or a name; case does not matter. Raises ValueError."""
    typed = text.strip().lower()
    for level in NAMED_LEVELS:
        if typed in (str(level.number), level.name):
            return level
    names = [level.name for level in NAMED_LEVELS]
    expected = f"expected 1 to {len(NAMED_LEVELS)}, or one of {', '.join(names)}"
    raise ValueError(not_found("level", text, names, expected))


def level_at(elo: int) -> NamedLevel | None:
    """Returns the level that has exactly this Elo, or None."""
    return next((level for level in NAMED_LEVELS if level.elo == elo), None)
