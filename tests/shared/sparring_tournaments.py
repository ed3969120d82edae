"""A short tournament of players that need no engine, for its pages."""

from __future__ import annotations

from sparring import GreedyMover, RandomMover, SparringFactory

from modern.game.clock import TimeSetting
from modern.game.game import Game
from modern.jobs.workers import InProcessExecutor
from modern.match.openings import NamedOpenings, Opening
from modern.match.options import TournamentOptions
from modern.match.tournament import Tournament


class OneOpening:
    """White mates at once, or Black may take the rook."""

    def for_pair(self, pair: int) -> Opening:
        """Returns the opening, with two moves."""
        return Opening("7k/8/8/8/8/8/4K3/R7 b - - 90 80", ("h8g8", "e2e3"))

    def as_json(self) -> str:
        """Returns a name."""
        return "one opening"


def played_tournament(first: str, second: str, openings: str = "one") -> tuple[Tournament, dict[int, Game]]:
    """Returns a tournament of two players with these names, and its two games by their numbers."""
    options = TournamentOptions((first, second), 2, TimeSetting(depth=1), NamedOpenings(OneOpening(), openings, None))
    games: dict[int, Game] = {}
    tournament = Tournament(options, on_game=lambda scheduled, game: games.update({scheduled.number: game}))
    tournament.player_factories = [SparringFactory(GreedyMover), SparringFactory(RandomMover)]
    for _ in tournament.run(InProcessExecutor(), 1):
        pass
    return tournament, games
