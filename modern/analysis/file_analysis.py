"""The analysis of the games of a file, as an annotated PGN and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from modern.analysis.formats import analysed_game, analysis_json
from modern.analysis.game_analysis import GameAnalysis
from modern.game.pgn_reading import PgnError, decode, every_game, numbered_game
from modern.game.pgn_writing import pgn_as_read
from modern.limits import Limits
from modern.players import Player


class Analyst(NamedTuple):
    """Who analyses: the player as it was requested, its name, and how far it searches each position, `depth 8`."""

    spec: str
    name: str
    effort: str

    def __str__(self) -> str:
        """Returns the header `Annotator`: `Gosub Chess, modern, depth 8`."""
        return f"{self.name}, {self.effort}"


def analyst_of(player: Player, spec: str, limits: Limits) -> Analyst:
    """Returns who analyses within limits. A player with a depth of its own ignores them."""
    parts = [
        f"depth {limits.depth}" if limits.depth is not None else "",
        f"{limits.seconds:g} s" if limits.seconds is not None else "",
        f"{limits.nodes:,} nodes" if limits.nodes is not None else "",
    ]
    effort = player.depth if player.has_own_depth and player.depth else ", ".join(filter(None, parts))
    return Analyst(spec, player.name, effort)


@dataclass
class FileAnalysis:
    """The games of a file, and those that have been analysed so far.

    `found`    each game that is to be analysed, or why it cannot be read.
    `games`    those whose analysis has begun.
    `failure`  why the analysis ended early, '' if it did not.
    """

    found: Sequence[GameAnalysis | str]
    games: list[GameAnalysis] = field(default_factory=list)
    failure: str = ""

    @property
    def unreadable(self) -> list[str]:
        """Why games cannot be read, a line for each."""
        return [game for game in self.found if isinstance(game, str)]

    @property
    def finished(self) -> list[GameAnalysis]:
        return [game for game in self.games if game.is_complete]

    @property
    def positions(self) -> int:
        """The number of positions in all games that can be read."""
        return sum(len(game.game.moves) + 1 for game in self.found if isinstance(game, GameAnalysis))


def games_of_file(content: bytes, number: int | None) -> FileAnalysis:
    """Returns the games of a PGN, or the one with a number. Raises PgnError if none can be read."""
    text = decode(content)
    games = list(every_game(text)) if number is None else [numbered_game(text, number)]
    if not games:
        raise PgnError("no game in the file")
    if len(games) == 1 and games[0].error:
        raise PgnError(f"game {number or 1}: {games[0].error}")
    return FileAnalysis(
        [
            f"game {index}: {game.error}" if game.error else GameAnalysis(game, index)
            for index, game in enumerate(games, number or 1)
        ]
    )


def pgn_of_file(games: Sequence[GameAnalysis], analyst: Analyst) -> str:
    """Returns games with evaluations, glyphs, comments and better lines, as PGN."""
    return "\n".join(pgn_as_read(analysed_game(game, str(analyst))) for game in games)


def json_of_file(games: Sequence[GameAnalysis], analyst: Analyst, limits: Limits, is_complete: bool) -> dict[str, Any]:
    """Returns the figures of games as JSON, with the player and its limits."""
    return {
        "player": analyst.spec,
        "depth": limits.depth,
        "seconds": limits.seconds,
        "nodes": limits.nodes,
        "complete": is_complete,
        "games": [
            {
                "game": game.number,
                "headers": game.game.headers,
                **analysis_json(game),
            }
            for game in games
        ],
    }
