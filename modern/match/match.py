"""A match: many games between two players, two for each opening with colours reversed, played in parallel.

Games are counted in order of their numbers, so the result of a match does not depend on which game finished first. If
the SPRT accepts a hypothesis after some pair, the match ends there, whatever later games are running or finished.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import closing
from dataclasses import dataclass
from typing import Any, NamedTuple

from modern.jobs.loop import run_tasks
from modern.jobs.workers import interrupt_deferred
from modern.match.journal import MatchJournal
from modern.match.openings import Opening, Openings
from modern.match.pace import BLACK, WHITE, Pace
from modern.match.record import PlayedGame
from modern.match.referee import play_game
from modern.match.standing import Standing
from modern.match.statistics import Sprt
from modern.players import OptionError, Player, player_named

#: Makes a new player for a game, possibly in another process. Raises PlayerError and OptionError.
PlayerFactory = Callable[[], Player]


@dataclass(frozen=True)
class Entrant:
    """A player's name and options. Calling it makes a new player, once for each game."""

    player_name: str
    options: tuple[tuple[str, str], ...] = ()

    def __call__(self) -> Player:
        """Makes a new player. Raises PlayerError and OptionError."""
        player = player_named(self.player_name)
        try:
            for name, value in self.options:
                player.set_option(name, value)
        except OptionError:
            player.close()
            raise
        return player


def name_of(factory: PlayerFactory) -> str:
    """Makes a player once. Returns the name that it gives itself. Raises PlayerError and OptionError."""
    with closing(factory()) as player:
        return player.name


class Fixture(NamedTuple):
    """A game to be played."""

    number: int
    white: PlayerFactory
    black: PlayerFactory
    opening: Opening
    pace: Pace


def play_fixture(fixture: Fixture) -> PlayedGame:
    """Plays a game between two new players. This is the function that an executor runs. Raises PlayerError."""
    with closing(fixture.white()) as white, closing(fixture.black()) as black:
        moves, ending = play_game({WHITE: white, BLACK: black}, fixture.opening, fixture.pace)
        names = white.name, black.name
    return PlayedGame(fixture.number, *names, time.strftime("%Y.%m.%d"), fixture.opening, moves, ending)


class Pairing(NamedTuple):
    """The two players, the openings and the pace of a match. The first player has White in games with even numbers."""

    first: PlayerFactory
    second: PlayerFactory
    openings: Openings
    pace: Pace

    def fixture(self, number: int) -> Fixture:
        """Returns the game with a number, from 0. Raises OpeningError."""
        white, black = (self.first, self.second) if number % 2 == 0 else (self.second, self.first)
        return Fixture(number, white, black, self.openings.for_pair(number // 2), self.pace)


def _discard(game: PlayedGame) -> None:
    """Does nothing: the default of `on_game`."""


class Match:
    """A match in progress.

    `standing` has the games that have been counted. `sprt_verdict` is True or False when the SPRT has accepted elo1 or
    elo0, and None until then or without an SPRT.
    """

    def __init__(
        self,
        pairing: Pairing,
        games: int,
        sprt: Sprt | None = None,
        journal: MatchJournal | None = None,
        on_game: Callable[[PlayedGame], Any] = _discard,
    ) -> None:
        """Games in the journal are not played again. `on_game` is called with each game when it is counted."""
        self.pairing = pairing
        self.total_games = games
        self.sprt = sprt
        self.journal = journal
        self.on_game = on_game
        self.standing = Standing()
        self.sprt_verdict: bool | None = None
        self.next_number = 0
        self.uncounted = dict(journal.games) if journal else {}
        self.unplayed = [number for number in range(games) if number not in self.uncounted]
        self._count_in_order()
        self.earlier_games = self.standing.games

    @property
    def complete(self) -> bool:
        """True if no game remains to be played."""
        return self.sprt_verdict is not None or self.next_number >= self.total_games

    def run(self, executor: Executor, jobs: int) -> Iterator[Standing]:
        """Plays the match, `jobs` games at a time. Yields the standing after each game.

        When the SPRT ends the match, games may still be running in the executor; they can be abandoned. Raises
        PlayerError and OpeningError.
        """

        def submit(number: int) -> Future[PlayedGame]:
            return executor.submit(play_fixture, self.pairing.fixture(number))

        for number, game in run_tasks(submit, self.unplayed, jobs, stop=lambda: self.complete):
            with interrupt_deferred():
                self._add(number, game)
            yield self.standing

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
            self._count_game(self.uncounted.pop(self.next_number))
            self.next_number += 1
            if self.sprt and self.next_number % 2 == 0:
                self.sprt_verdict = self.sprt.verdict(self.standing.pairs)

    def _count_game(self, game: PlayedGame) -> None:
        self.standing.add(game)
        self.on_game(game)
