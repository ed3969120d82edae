"""The standing of a match: points, pairs, how games ended, and the time per move."""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple

from modern.game.game import BLACK
from modern.match.record import PlayedGame
from modern.match.statistics import PAIR_SCORES, Strength, strength

#: The two players of a match; the winner of a game is one of them, or DRAWN.
FIRST: Final = "a"
SECOND: Final = "b"
DRAWN: Final = "drawn"


class PlayerTotals(NamedTuple):
    """A player's row in the table of a match: games by result, points, and the average time per move in seconds."""

    name: str
    points: float
    won: int
    drawn: int
    lost: int
    seconds_per_move: float | None


class Standing:
    """The totals of the games that have been added.

    `results` counts games by winner: FIRST, SECOND or DRAWN.
    `pairs`   counts pairs by the first player's score, in the order of statistics.PAIR_SCORES.
    `endings` counts games by reason and winner.
    `moves`, `seconds`  are the number of moves and the time of each player.
    `names`   are the names that the players give themselves; empty before the first game.
    """

    def __init__(self) -> None:
        self.names = ("", "")
        self.results = Counter({FIRST: 0, SECOND: 0, DRAWN: 0})
        self.pairs = [0] * len(PAIR_SCORES)
        self.endings: Counter[tuple[str, str]] = Counter()
        self.moves = Counter({FIRST: 0, SECOND: 0})
        self.seconds = {FIRST: 0.0, SECOND: 0.0}
        self._half_pairs: dict[int, float] = {}

    @property
    def games(self) -> int:
        """Returns the number of games."""
        return self.results.total()

    @property
    def points(self) -> float:
        """Returns the first player's points."""
        return self.results[FIRST] + self.results[DRAWN] / 2

    @property
    def strength(self) -> Strength | None:
        """Returns the difference in strength that the pairs imply; None without a complete pair."""
        return strength(self.pairs)

    @property
    def table(self) -> tuple[PlayerTotals, PlayerTotals]:
        """Returns the rows of the first and of the second player."""
        won, drawn, lost = (self.results[winner] for winner in (FIRST, DRAWN, SECOND))
        first, second = self.names
        return (
            PlayerTotals(first, self.points, won, drawn, lost, self.seconds_per_move(FIRST)),
            PlayerTotals(second, self.games - self.points, lost, drawn, won, self.seconds_per_move(SECOND)),
        )

    def add(self, game: PlayedGame) -> None:
        """Adds a game."""
        self.names = game.names
        winner = {1.0: FIRST, 0.0: SECOND}.get(game.points, DRAWN)
        self.results[winner] += 1
        self.endings[game.ending.reason, winner] += 1
        self._add_times(game)
        half = self._half_pairs.pop(game.pair, None)
        if half is None:
            self._half_pairs[game.pair] = game.points
        else:
            self.pairs[int(2 * (half + game.points))] += 1

    def seconds_per_move(self, player: str) -> float | None:
        """Returns the average time per move of FIRST or SECOND, in seconds; None if it has made no move."""
        return self.seconds[player] / self.moves[player] if self.moves[player] else None

    def _add_times(self, game: PlayedGame) -> None:
        """Adds the times of the moves. The side to move after the opening made the first of them."""
        players = (FIRST, SECOND) if (game.number % 2 == 1) == (game.first_side == BLACK) else (SECOND, FIRST)
        for index, move in enumerate(game.moves):
            self.moves[players[index % 2]] += 1
            self.seconds[players[index % 2]] += move.seconds
