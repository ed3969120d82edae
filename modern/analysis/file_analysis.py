"""The analysis of the games of a file, and its three forms: the annotated PGN, JSON, and pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from modern.analysis.formats import accuracy_facts, analysed_game, analysis_json, page_analysis
from modern.analysis.game_analysis import GameAnalysis
from modern.engine.limits import Limits
from modern.game.game import Game
from modern.game.pgn_reading import PgnError, decode, every_game, numbered_game
from modern.game.pgn_writing import pgn_as_read
from modern.output_files import write_atomically
from modern.pages import DEFAULT_ANALYST
from modern.pages.folder import INDEX, games_counted, index_page, page_name
from modern.pages.game_page import game_page
from modern.pages.positions import page_positions
from modern.players import Player


class Analyst(NamedTuple):
    """Who analyses: the player as it was requested, its name, its name for a page ('' for today's engine), and how far
    it searches each position, `depth 8`."""

    spec: str
    name: str
    page_name: str
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
    return Analyst(spec, player.name, "" if spec == DEFAULT_ANALYST else player.name, effort)


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


def page_of_game(
    analysis: GameAnalysis, analyst: Analyst, reading: str, advance: Callable[[str], None]
) -> tuple[Game, str]:
    """Returns the game that a page shows, with the notes of its analysis, and the page.

    `reading` is that of the 1994 program on the page. `advance` is called for each position.
    """
    shown = analysed_game(analysis, str(analyst))
    shown.pgn = pgn_as_read(shown)
    positions = []
    for position in page_positions(shown, reading, 0, analysed=page_analysis(analysis, analyst.name)):
        positions.append(position)
        advance("")
    facts = accuracy_facts(analysis)
    return shown, game_page(shown, positions, reading, 0, analyst.page_name, effort=analyst.effort, more_facts=facts)


def write_pages(folder: Path, pages: Iterable[tuple[int, Game, str]], unreadable: Sequence[str]) -> None:
    """Writes the pages of several games, each with its number and its game, and their index. Raises OSError."""
    folder.mkdir(exist_ok=True)
    games = []
    for number, game, text in pages:
        write_atomically(folder / page_name(number), text)
        games.append((number, game))
    write_atomically(folder / INDEX, index_page(f"{games_counted(len(games))}, analysed", games, unreadable))
