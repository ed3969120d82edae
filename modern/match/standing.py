"""How a match stands: points, pairs, how games ended, and how long moves took."""

from __future__ import annotations

from collections import Counter
from typing import Final

from modern.match.record import PlayedGame
from modern.match.statistics import PAIR_SCORES, Strength, strength

#: The players of a match, and who wins where neither does.
FIRST: Final = "a"
SECOND: Final = "b"
DRAWN: Final = "drawn"


class Standing:
    """What the games that were added came to.

    `won` counts games by who won them, FIRST, SECOND or NEITHER; `pairs` by the share that the first player made of
    each (statistics.SHARES); `endings` by reason and winner. `moves` and `seconds` are those of each player, and
    `names` are what they call themselves; they are empty where there is no game yet.
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
        """How many there were."""
        return self.results.total()

    @property
    def points(self) -> float:
        """The first player's."""
        return self.results[FIRST] + self.results[DRAWN] / 2

    @property
    def strength(self) -> Strength | None:
        """What the pairs say of it; None where there is no whole pair."""
        return strength(self.pairs)

    def add(self, game: PlayedGame) -> None:
        """Count a game."""
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
        """How long FIRST or SECOND took for a move, on average; None where it made none."""
        return self.seconds[player] / self.moves[player] if self.moves[player] else None

    def _add_times(self, game: PlayedGame) -> None:
        """Whoever is to move after the opening makes the first move, and then they take turns."""
        black_begins = (" b " in game.opening.start) != (len(game.opening.moves) % 2 == 1)
        players = (FIRST, SECOND) if (game.number % 2 == 1) == black_begins else (SECOND, FIRST)
        for index, move in enumerate(game.moves):
            self.moves[players[index % 2]] += 1
            self.seconds[players[index % 2]] += move.seconds
