"""A match: many games between two players, two for each opening with colours reversed, played in parallel.

If the SPRT accepts a hypothesis after some pair, the match ends there, whatever later games are running or finished.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from modern.game.adjudication import NO_ADJUDICATION, Adjudication
from modern.game.clock import TimeSetting
from modern.match.fixture import Fixture, PlayerFactory
from modern.match.journal import MatchJournal
from modern.match.openings import Openings
from modern.match.record import PlayedGame
from modern.match.series import Series, discard
from modern.match.standing import Standing
from modern.match.statistics import Sprt


class Pairing(NamedTuple):
    """The two players of a match, its openings, its pace, and when a game is adjudicated.

    The first player has White in games with even numbers.
    """

    first: PlayerFactory
    second: PlayerFactory
    openings: Openings
    pace: TimeSetting
    adjudication: Adjudication = NO_ADJUDICATION

    def fixture(self, number: int) -> Fixture:
        """Returns the game with a number, from 0. Raises OpeningError."""
        white, black = (self.first, self.second) if number % 2 == 0 else (self.second, self.first)
        opening = self.openings.for_pair(number // 2)
        return Fixture(number, white, black, opening, self.pace, self.adjudication)


class Match(Series):
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
        on_game: Callable[[PlayedGame], Any] = discard,
    ) -> None:
        """Games in the journal are not played again. `on_game` is called with each game when it is counted."""
        self.pairing = pairing
        self.sprt = sprt
        self.standing = Standing()
        self.sprt_verdict: bool | None = None
        super().__init__(games, journal, on_game)

    @property
    def complete(self) -> bool:
        """True if no game remains to be played."""
        return self.sprt_verdict is not None or super().complete

    def fixture(self, number: int) -> Fixture:
        """Returns the game with a number, from 0. Raises OpeningError."""
        return self.pairing.fixture(number)

    def count(self, game: PlayedGame) -> None:
        """Adds a game to the standing, and after a pair asks the SPRT."""
        self.standing.add(game)
        in_order = game.number == self.next_number - 1
        if self.sprt and in_order and game.number % 2 == 1:
            self.sprt_verdict = self.sprt.verdict(self.standing.pairs)
