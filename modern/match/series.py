"""A series of games, numbered from 0: played in parallel, recorded in a journal as they end, and counted in order.

Games are counted in the order of their numbers, so the result of a series does not depend on which game ended first.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from typing import Any

from modern.jobs.loop import record_results, run_tasks
from modern.match.fixture import Fixture, play_fixture
from modern.match.journal import GamesJournal
from modern.match.record import PlayedGame


def discard(game: PlayedGame) -> None:
    """Does nothing: the default of `on_game`."""


class Series(ABC):
    """A series in progress. `games_counted` is the number of games counted, `earlier_games` of these from a journal."""

    def __init__(
        self, games: int, journal: GamesJournal | None = None, on_game: Callable[[PlayedGame], Any] = discard
    ) -> None:
        """Games in the journal are not played again. `on_game` is called with each game when it is counted."""
        self.total_games = games
        self.journal = journal
        self.on_game = on_game
        self.games_counted = 0
        self.next_number = 0
        self.uncounted = dict(journal.games) if journal else {}
        self.unplayed = [number for number in range(games) if number not in self.uncounted]
        self._count_in_order()
        self.earlier_games = self.games_counted

    @abstractmethod
    def fixture(self, number: int) -> Fixture:
        """Returns the game with a number, from 0. Raises OpeningError."""

    @abstractmethod
    def count(self, game: PlayedGame) -> None:
        """Adds a game to the result."""

    @property
    def complete(self) -> bool:
        """True if no game remains to be played."""
        return self.next_number >= self.total_games

    def run(self, executor: Executor, max_pending: int) -> Iterator[None]:
        """Plays the games, `max_pending` at a time in the executor. Yields after each game.

        A series that is complete early leaves games running in the executor; they can be abandoned. Raises PlayerError
        and OpeningError.
        """

        def submit(number: int) -> Future[PlayedGame]:
            return executor.submit(play_fixture, self.fixture(number))

        played = run_tasks(submit, self.unplayed, max_pending, stop=lambda: self.complete)
        for _ in record_results(played, self._add):
            yield

    def count_remaining(self) -> None:
        """After an interruption, also counts the games that come after an unfinished one."""
        if self.complete:
            return
        for number in sorted(self.uncounted):
            if number < self.total_games:
                self._count_game(self.uncounted.pop(number))

    def _add(self, number: int, game: PlayedGame) -> None:
        if self.journal:
            self.journal.add(game)
        self.uncounted[number] = game
        self._count_in_order()

    def _count_in_order(self) -> None:
        """Counts the finished games up to the first gap."""
        while not self.complete and self.next_number in self.uncounted:
            self.next_number += 1
            self._count_game(self.uncounted.pop(self.next_number - 1))

    def _count_game(self, game: PlayedGame) -> None:
        self.games_counted += 1
        self.count(game)
        self.on_game(game)
