"""The ratings of the ladder, docs/ladder.md: how strong players are that have met each other.

`python benchmarks/ladder.py report FOLDER` writes ladder.json together with the page.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from modern.players.spec import is_outside

#: Two players of the ladder are called about as strong if their ratings differ by this much or less, in Elo.
SIMILAR_ELO: Final = 50


class LadderRating(NamedTuple):
    """A player of the ladder, what it is, its Elo, and half the width of the rating's 95 % interval."""

    player: str
    what: str
    elo: int
    error: int

    @property
    def title(self) -> str:
        """The name that `gosub` knows it by; what it is, if it is an outside program."""
        return self.what if is_outside(self.player) else self.player


@cache
def ladder_ratings() -> tuple[LadderRating, ...]:
    """Returns the players of the ladder, from the weakest to the strongest."""
    text = files("modern.players").joinpath("ladder.json").read_text(encoding="utf-8")
    return tuple(sorted((LadderRating(**rated) for rated in json.loads(text)), key=lambda rating: rating.elo))


def ladder_rating(player: str) -> LadderRating | None:
    """Returns a player's rating on the ladder, None if it has not played there."""
    return next((rating for rating in ladder_ratings() if rating.player == player), None)


def compared(rating: LadderRating) -> str:
    """Returns how strong a player is beside players of another name: `between historic and diablo[Depth=3]`."""
    name = rating.player.partition("[")[0]
    others = [other for other in ladder_ratings() if other.player.partition("[")[0] != name]
    nearest = min(others, key=lambda other: abs(other.elo - rating.elo))
    if abs(nearest.elo - rating.elo) <= SIMILAR_ELO:
        return f"about as strong as {nearest.title}"
    weaker = [other for other in others if other.elo < rating.elo]
    stronger = [other for other in others if other.elo > rating.elo]
    if weaker and stronger:
        return f"between {weaker[-1].title} and {stronger[0].title}"
    return f"stronger than {weaker[-1].title}" if weaker else f"weaker than {stronger[0].title}"
