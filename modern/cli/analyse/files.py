"""The files that an analysis of games is written to: PGN, JSON, and a page or a folder of pages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from modern.cli.files import DASH
from modern.cli.page import PAGE_SUFFIXES

if TYPE_CHECKING:
    from modern.cli.analyse.games import AnalysedGame, GamesOfFile
    from modern.cli.analyse.options import AnalysisOptions
    from modern.game.game import Game
    from modern.players import Player


class Outputs(NamedTuple):
    """The files to be written, or None; `-` is standard output."""

    pgn: Path | None
    html: Path | None
    json: Path | None

    def check(self, count: int) -> None:
        """Raises OSError if a file cannot be written, or a folder for the pages of several games."""
        from modern.output_files import check_writable
        from modern.pages.folder import GENERATOR, check_pages_folder

        for path in (self.pgn, self.json, self.html if count == 1 else None):
            if path and path != DASH:
                check_writable(path)
        if self.html and count > 1:
            if self.html == DASH or self.html.suffix.lower() in PAGE_SUFFIXES:
                raise click.UsageError("the pages of several games need a folder: expected --html FOLDER, or --game N")
            check_pages_folder(self.html, GENERATOR, "pages of games")


class Analyst(NamedTuple):
    """The name of the player, how far it searched each position, and the name for a page; '' for today's engine."""

    name: str
    effort: str
    page_name: str

    def __str__(self) -> str:
        """Returns the header `Annotator`: `Gosub Chess, modern, depth 8`."""
        return f"{self.name}, {self.effort}"


def analyst_of(player: Player, options: AnalysisOptions) -> Analyst:
    """Returns who analyses with these options. A player with a depth of its own ignores them."""
    from modern.pages import DEFAULT_ANALYST

    effort = player.depth if player.has_own_depth and player.depth else str(options)
    return Analyst(player.name, effort, "" if options.player == DEFAULT_ANALYST else player.name)


def write_outputs(games: GamesOfFile, outputs: Outputs, options: AnalysisOptions, analyst: Analyst) -> bool:
    """Writes the games that are finished; returns True if a file has been written.

    If the analysis ended early, a file is only written if a game is finished. Standard output also gets a game that is
    not finished, but for its page.
    """
    from modern.cli.output import write

    finished = [game for game in games.analysed if game.analysis.is_complete]
    for path, text_of in ((outputs.pgn, _pgn), (outputs.json, _json)):
        shown = games.analysed if path == DASH else finished
        if path and (shown or not games.failure):
            write(path, text_of(games, shown, options, analyst))
    if outputs.html and finished:
        _write_pages(games, finished, outputs.html, analyst)
    return bool(finished) and any(path and path != DASH for path in outputs)


def _pgn(_games: GamesOfFile, shown: list[AnalysedGame], _options: AnalysisOptions, analyst: Analyst) -> str:
    return "\n".join(_pgn_of(game, analyst) for game in shown)


def _pgn_of(game: AnalysedGame, analyst: Analyst) -> str:
    from modern.analysis.annotations import analysed_pgn

    return analysed_pgn(game.text, game.analysis, str(analyst))


def _json(games: GamesOfFile, shown: list[AnalysedGame], options: AnalysisOptions, _analyst: Analyst) -> str:
    from modern.analysis.result import analysis_json

    result: dict[str, Any] = {
        "player": options.player,
        "depth": options.depth,
        "seconds": options.seconds,
        "nodes": options.nodes,
        "complete": not games.failure,
        "games": [{"game": game.number, "headers": _headers(game), **analysis_json(game.analysis)} for game in shown],
    }
    return json.dumps(result, indent=1) + "\n"


def _headers(game: AnalysedGame) -> dict[str, str]:
    from modern.game.pgn_text import header_value

    return {name: header_value(text) for name, text in game.game.headers.items()}


def _write_pages(games: GamesOfFile, finished: list[AnalysedGame], html: Path, analyst: Analyst) -> None:
    """Writes the page of a game, or a folder with those of several."""
    from modern.cli.output import write
    from modern.output_files import write_atomically
    from modern.pages.folder import INDEX, index_page, page_name

    if games.count == 1:
        write(html, _page(finished[0], analyst)[1])
        return
    html.mkdir(exist_ok=True)
    written: list[tuple[int, Game]] = []
    for game in finished:
        page_game, text = _page(game, analyst)
        write_atomically(html / page_name(game.number), text)
        written.append((game.number, page_game))
    write_atomically(html / INDEX, index_page(f"{len(written)} games, analysed", written, games.unreadable))


def _page(game: AnalysedGame, analyst: Analyst) -> tuple[Game, str]:
    """Returns the game of a page, with the annotations of its analysis, and the page."""
    from historic.readings import PRINTED
    from modern.analysis.page_data import accuracy_facts, page_findings
    from modern.cli.output import progress
    from modern.game.pgn_reading import standard_game
    from modern.pages.data import page_positions
    from modern.pages.game_page import game_page

    page_game = standard_game(_pgn_of(game, analyst).encode())
    positions = page_positions(page_game, PRINTED, 0, analysed=page_findings(game.analysis, analyst.name))
    with progress(positions, "the page", len(game.analysis.findings)) as tracked:
        page = game_page(
            page_game,
            list(tracked),
            PRINTED,
            0,
            analyst.page_name,
            effort=analyst.effort,
            more_facts=accuracy_facts(game.analysis),
        )
    return page_game, page
