"""The analysis of the games of a file, as an annotated PGN and as JSON."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Final, NamedTuple

from modern.analysis.formats import analysed_game, analysis_json
from modern.analysis.game_analysis import GameAnalysis
from modern.game.game import Game
from modern.game.pgn_reading import PgnError, error_text, every_game, numbered_game
from modern.game.pgn_writing import pgn_as_read
from modern.limits import Limits
from modern.players import Player

#: How many games are read before the first is analysed, to say how long it will take.
READ_AHEAD: Final = 50


class Analyst(NamedTuple):
    """Who analyses: the player as it was requested, its name, and how far it searches each position, `depth 8`."""

    spec: str
    name: str
    effort: str

    def __str__(self) -> str:
        """Returns the header `Annotator`: `Gosub Chess, modern, depth 8`."""
        return f"{self.name}, {self.effort}"


def analyst_of(player: Player, spec: str, limits: Limits) -> Analyst:
    """Returns the player with its limits, in words. A player that always searches to its own depth ignores them."""
    parts = [
        f"depth {limits.depth}" if limits.depth is not None else "",
        f"{limits.seconds:g} s" if limits.seconds is not None else "",
        f"{limits.nodes:,} nodes" if limits.nodes is not None else "",
    ]
    effort = player.depth if player.has_own_depth and player.depth else ", ".join(filter(None, parts))
    return Analyst(spec, player.name, effort)


class GamesOfFile:
    """The games of a PGN in order, with their numbers: a few are read ahead, the others when they are wanted.

    `count`      the number of games, None if there are more than are read ahead.
    `positions`  the number of positions in the games that are read ahead.
    """

    def __init__(self, lines: Iterable[str], number: int | None = None) -> None:
        """Reads the games of a PGN's lines, or the one with a number. Raises PgnError if there is none to analyse."""
        games = enumerate(every_game(lines), 1) if number is None else iter([(number, numbered_game(lines, number))])
        ahead = list(islice(games, READ_AHEAD))
        if not ahead:
            raise PgnError("no game in the file")
        if len(ahead) == 1 and ahead[0][1].error:
            raise PgnError(error_text(ahead[0][1], ahead[0][0]))
        self.count = len(ahead) if len(ahead) < READ_AHEAD else None
        self.positions = sum(len(game.moves) + 1 for _, game in ahead if not game.error)
        self._ahead = deque(ahead)
        self._others = games

    def __iter__(self) -> Iterator[tuple[int, Game]]:
        while self._ahead:
            yield self._ahead.popleft()
        yield from self._others


def pgn_of_game(game: GameAnalysis, analyst: Analyst) -> str:
    """Returns a game with evaluations, glyphs, comments and better lines, as PGN."""
    return pgn_as_read(analysed_game(game, str(analyst)))


def json_of_game(game: GameAnalysis) -> dict[str, Any]:
    """Returns the figures of a game as JSON."""
    return {"game": game.number, "headers": game.game.headers, **analysis_json(game)}


def settings_json(analyst: Analyst, limits: Limits) -> dict[str, Any]:
    """Returns the player of an analysis and its limits as JSON."""
    return {"player": analyst.spec, "depth": limits.depth, "seconds": limits.seconds, "nodes": limits.nodes}
