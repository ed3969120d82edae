"""Many games between two players, two of each opening with colours swapped, by whoever works.

Games are counted in their order, so that what a match finds does not depend on who was fastest: a test that is sure
after some pair ends the match there, whatever later games were under way or done.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import closing
from dataclasses import dataclass
from typing import Any, NamedTuple

from modern.match.journal import MatchJournal
from modern.match.openings import Opening, Openings
from modern.match.pace import BLACK, WHITE, Pace
from modern.match.record import PlayedGame
from modern.match.referee import play_game
from modern.match.standing import Standing
from modern.match.statistics import Sprt
from modern.players import OptionError, Player, player_named
from modern.workers import interrupt_deferred

#: Makes a new player for a game. Raises PlayerError and OptionError. Another process may be told to call it.
PlayerFactory = Callable[[], Player]


@dataclass(frozen=True)
class Entrant:
    """A player by its name and its options, to be made for each game."""

    player_name: str
    options: tuple[tuple[str, str], ...] = ()

    def __call__(self) -> Player:
        """A new one. Raises PlayerError and OptionError."""
        player = player_named(self.player_name)
        try:
            for name, value in self.options:
                player.set_option(name, value)
        except OptionError:
            player.close()
            raise
        return player


def name_of(factory: PlayerFactory) -> str:
    """Whether a player can be made at all, and what it calls itself. Raises PlayerError and OptionError."""
    with closing(factory()) as player:
        return player.name


class Fixture(NamedTuple):
    """A game that is to be played."""

    number: int
    white: PlayerFactory
    black: PlayerFactory
    opening: Opening
    pace: Pace


def play_fixture(fixture: Fixture) -> PlayedGame:
    """Play a game, between players that are made for it. This is what an executor does. Raises PlayerError."""
    with closing(fixture.white()) as white, closing(fixture.black()) as black:
        moves, ending = play_game({WHITE: white, BLACK: black}, fixture.opening, fixture.pace)
        names = white.name, black.name
    return PlayedGame(fixture.number, *names, time.strftime("%Y.%m.%d"), fixture.opening, moves, ending)


class Pairing(NamedTuple):
    """Who plays, from which openings, and at what pace. The first player has White in games of even numbers."""

    first: PlayerFactory
    second: PlayerFactory
    openings: Openings
    pace: Pace

    def fixture(self, number: int) -> Fixture:
        """The game of a number, from 0. Raises OpeningError."""
        white, black = (self.first, self.second) if number % 2 == 0 else (self.second, self.first)
        return Fixture(number, white, black, self.openings.for_pair(number // 2), self.pace)


def _discard(game: PlayedGame) -> None:
    """Nobody wants to keep the games."""


class Match:
    """A match as it goes.

    `standing` has the games that are counted; `decided` is what the test says, None while it wants more, or where
    there is none.
    """

    def __init__(
        self,
        pairing: Pairing,
        games: int,
        sprt: Sprt | None = None,
        journal: MatchJournal | None = None,
        on_game: Callable[[PlayedGame], Any] = _discard,
    ) -> None:
        """With a journal, games that it has are not played again. `keep` is given each game as it is counted."""
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
        """Whether nothing is left to be played."""
        return self.sprt_verdict is not None or self.next_number >= self.total_games

    def run(self, executor: Executor, jobs: int) -> Iterator[Standing]:
        """Have it played, `at_once` games at a time; after each, how the match stands.

        When a test has decided, games may still be with the executor, which may give them up. Raises PlayerError and
        OpeningError.
        """
        missing = iter(self.unplayed)
        playing: dict[Future[PlayedGame], int] = {}
        while not self.complete:
            for number in missing:
                playing[executor.submit(play_fixture, self.pairing.fixture(number))] = number
                if len(playing) >= jobs:
                    break
            finished, _ = wait(playing, return_when=FIRST_COMPLETED)
            for future in finished:
                game = future.result()
                with interrupt_deferred():
                    self._add(playing.pop(future), game)
            yield self.standing

    def count_remaining(self) -> None:
        """Count also games before which some are missing: the match has been broken off."""
        for number in sorted(self.uncounted):
            if number < self.total_games:
                self._count_game(self.uncounted.pop(number))

    def _add(self, number: int, game: PlayedGame) -> None:
        if self.journal:
            self.journal.add(game)
        self.uncounted[number] = game
        self._count_in_order()

    def _count_in_order(self) -> None:
        """Count all games that have come and before which none is missing."""
        while not self.complete and self.next_number in self.uncounted:
            self._count_game(self.uncounted.pop(self.next_number))
            self.next_number += 1
            if self.sprt and self.next_number % 2 == 0:
                self.sprt_verdict = self.sprt.verdict(self.standing.pairs)

    def _count_game(self, game: PlayedGame) -> None:
        self.standing.add(game)
        self.on_game(game)
