"""The options of a match: the players, the number of games, the pace, the openings and the SPRT."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from modern.game.adjudication import NO_ADJUDICATION, Adjudication
from modern.game.clock import TimeSetting
from modern.match.defaults import DEFAULT_GAMES, DEFAULT_PLIES, DEFAULT_SEED, MAX_PLIES, MAX_SPRT_GAMES, RANDOM_PREFIX
from modern.match.fixture import Entrant
from modern.match.match import Pairing
from modern.match.openings import FileOpenings, Openings, RandomOpenings
from modern.match.statistics import Sprt


class NamedOpenings(NamedTuple):
    """Openings, how a result refers to them, and their seed if they are random."""

    openings: Openings
    name: str
    seed: int | None


@dataclass(frozen=True)
class MatchOptions:
    """The match to be played; `jobs` games are played in parallel."""

    first: Entrant
    second: Entrant
    games: int
    pace: TimeSetting
    openings: NamedOpenings
    sprt: Sprt | None
    jobs: int
    adjudication: Adjudication = NO_ADJUDICATION

    @property
    def pairing(self) -> Pairing:
        """Returns who plays whom, from which openings, at which pace, and when a game is adjudicated."""
        return Pairing(self.first, self.second, self.openings.openings, self.pace, self.adjudication)

    def identity(self) -> dict[str, Any]:
        """Returns the settings that a resumed match must not change; the number of games and the SPRT may change."""
        return {
            "a": self.first.player_name,
            "a_options": dict(self.first.options),
            "b": self.second.player_name,
            "b_options": dict(self.second.options),
            "pace": self.pace.as_json(),
            "openings": self.openings.openings.as_json(),
            "seed": self.openings.seed,
            **self.adjudication.as_json(),
        }


def number_of_games(games: int | None, with_sprt: bool) -> int:
    """Returns the number of games, or the default if it is None. Raises ValueError if the openings cannot be paired."""
    if games is None:
        return MAX_SPRT_GAMES if with_sprt else DEFAULT_GAMES
    if games % 2 and games != 1:
        raise ValueError(f"{games} is odd; expected an even number, two games for each opening, or 1")
    return games


def is_random(openings: str | None) -> bool:
    """Returns True if openings are random, by default or by name, and not from a file."""
    return not openings or openings.startswith(RANDOM_PREFIX)


def random_openings(name: str | None, seed: int | None) -> NamedOpenings:
    """Returns the openings named `random:PLIES`, or the default ones. Raises ValueError."""
    name = name or f"{RANDOM_PREFIX}{DEFAULT_PLIES}"
    plies = name.removeprefix(RANDOM_PREFIX)
    if not (plies.isascii() and plies.isdigit() and len(plies) < 4 and int(plies) <= MAX_PLIES):
        raise ValueError(f"{name[:40]!a} is not an opening; expected random:PLIES with 0 to {MAX_PLIES} plies")
    seed = DEFAULT_SEED if seed is None else seed
    return NamedOpenings(RandomOpenings(int(plies), seed), f"{name}, seed {seed}", seed)


def file_openings(path: Path, games: int) -> NamedOpenings:
    """Returns the openings of a file, as many as so many games need. Raises OpeningError and OSError."""
    return NamedOpenings(FileOpenings(path, (games + 1) // 2), path.name, None)
