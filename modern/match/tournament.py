"""A tournament: every player, or one of them, against all others, with its files, its processes and its ratings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from modern.game.adjudication import NO_ADJUDICATION, Adjudication
from modern.game.clock import TimeSetting
from modern.match.crosstable import Crosstable
from modern.match.fixture import Entrant, Fixture, PlayerFactory
from modern.match.games_file import GamesFile, pgn_with_headers
from modern.match.journal import TournamentJournal
from modern.match.options import NamedOpenings
from modern.match.processes import game_workers
from modern.match.ratings import Ratings, fit_ratings
from modern.match.record import PlayedGame
from modern.match.schedule import Schedule
from modern.match.series import Series, discard


@dataclass(frozen=True)
class TournamentOptions:
    """The tournament to be played.

    `players` are the names of the players, with their options. `gauntlet` is the number of the player who meets all
    others, None for a round robin. `anchor` is the number of a player and its Elo. `jobs` games are played in parallel,
    or those of the Dask cluster at the address `cluster`.
    """

    players: Sequence[str]
    games_per_pairing: int
    pace: TimeSetting
    openings: NamedOpenings
    gauntlet: int | None = None
    adjudication: Adjudication = NO_ADJUDICATION
    anchor: tuple[int, float] | None = None
    jobs: int = 1
    cluster: str | None = None

    @property
    def schedule(self) -> Schedule:
        """Returns who plays whom."""
        return Schedule(len(self.players), self.games_per_pairing, self.gauntlet)

    @property
    def entrants(self) -> list[Entrant]:
        """Returns what makes the players."""
        return [Entrant(name) for name in self.players]

    def identity(self) -> dict[str, Any]:
        """Returns the settings that a resumed tournament must not change; games per pairing and anchor may change."""
        return {
            "players": list(self.players),
            "gauntlet": None if self.gauntlet is None else self.players[self.gauntlet],
            "pace": self.pace.as_json(),
            "openings": self.openings.openings.as_json(),
            "seed": self.openings.seed,
            **self.adjudication.as_json(),
        }


class Tournament(Series):
    """A tournament in progress; `crosstable` has the games that have been counted."""

    def __init__(
        self,
        options: TournamentOptions,
        journal: TournamentJournal | None = None,
        on_game: Callable[[PlayedGame], Any] = discard,
    ) -> None:
        """Games in the journal are not played again. `on_game` is called with each game when it is counted."""
        self.options = options
        self.schedule = options.schedule
        self.entrants: Sequence[PlayerFactory] = options.entrants
        self.crosstable = Crosstable(len(options.players))
        super().__init__(self.schedule.games, journal, on_game)

    def fixture(self, number: int) -> Fixture:
        """Returns the game with a number, from 0. Raises OpeningError."""
        slot = self.schedule.slot(number)
        opening = self.options.openings.openings.for_pair(slot.round)
        white, black = self.entrants[slot.white], self.entrants[slot.black]
        return Fixture(number, white, black, opening, self.options.pace, self.options.adjudication)

    def count(self, game: PlayedGame) -> None:
        """Adds a game to the crosstable."""
        self.crosstable.add(self.schedule.slot(game.number), game)

    def ratings(self) -> Ratings:
        """Returns the ratings that the games so far imply."""
        return fit_ratings(len(self.options.players), self.crosstable.colour_results(), self.options.anchor)


def tournament_pgn(options: TournamentOptions, game: PlayedGame) -> str:
    """Returns a game of a tournament as PGN. Its round is the number of the round and of the game in it, from 1."""
    schedule = options.schedule
    slot = schedule.slot(game.number)
    headers = {
        "Event": f"gosub tournament, {options.pace}",
        "Round": f"{slot.round + 1}.{game.number % (2 * len(schedule.pairings)) + 1}",
        "White": options.players[slot.white],
        "Black": options.players[slot.black],
    }
    return pgn_with_headers(game, options.pace, headers)


@contextmanager
def open_tournament(
    options: TournamentOptions,
    pgn: Path | None,
    journal: Path | None,
    on_game: Callable[[PlayedGame], Any] = discard,
) -> Iterator[Tournament]:
    """Provides a tournament that writes its games to a PGN and to a journal, from which it is resumed.

    `on_game` is also called with each game. Raises JournalError if the journal is that of another tournament, and
    OSError.
    """

    def add(game: PlayedGame) -> None:
        games.add(game)
        on_game(game)

    with ExitStack() as files:
        opened = files.enter_context(TournamentJournal(journal, options.identity())) if journal else None
        games = files.enter_context(GamesFile(pgn, lambda game: tournament_pgn(options, game)))
        yield Tournament(options, opened, add)


@contextmanager
def playing_tournament(tournament: Tournament) -> Iterator[Iterator[None]]:
    """Provides an iterator that plays a tournament and stops after each game.

    Raises MatchError. Any exception terminates the games in progress.
    """
    options = tournament.options
    with game_workers(options.entrants, options.jobs, options.cluster) as (executor, max_pending):
        yield tournament.run(executor, max_pending)
