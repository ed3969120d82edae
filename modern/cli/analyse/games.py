"""Goes through the games of a PGN file, prints what a player finds in them, and writes the files of the analysis."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from modern.cli.files import DASH
from modern.cli.shell import EXIT_INTERRUPTED

if TYPE_CHECKING:
    from modern.analysis.game_analysis import GameAnalysis
    from modern.cli.analyse.options import AnalysisOptions
    from modern.pgn.reading import PgnGame
    from modern.pictures.page.page_game import PageGame
    from modern.players import Player


class Outputs(NamedTuple):
    """The files to be written, or None; `-` is standard output."""

    pgn: Path | None
    html: Path | None
    json: Path | None


@dataclass
class AnalysedGame:
    """A game of a file with its number, from 1, the text of its PGN, and its analysis."""

    number: int
    game: PgnGame
    text: str
    analysis: GameAnalysis

    @property
    def title(self) -> str:
        """The names of the players and the result: `Anna - Bert, 1-0`."""
        from modern.rules.errors import printable

        known = {name: printable(text) for name, text in self.game.headers.items() if text not in ("", "?")}
        return f"{known.get('White', 'White')} - {known.get('Black', 'Black')}, {known.get('Result', '*')}"


@dataclass
class GamesOfFile:
    """The games of a file that have been analysed so far, the reasons why others cannot be, and whether Ctrl-C came."""

    count: int
    analysed: list[AnalysedGame] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    interrupted: bool = False


def analyse_games(
    ctx: click.Context, file: Path, number: int | None, options: AnalysisOptions, outputs: Outputs
) -> None:
    """Analyses the games of a file, or one of them, and prints each when it is done.

    After Ctrl-C it prints what it has found, and leaves the files as they are; standard output gets what there is.
    Games that cannot be read are reported, and the exit code is then 1. Raises PlayerError and OSError.
    """
    from modern.cli.analyse.printing import print_game
    from modern.cli.output import console
    from modern.players import player_named

    found = list(_games_in(file, number))
    _check_outputs(outputs, len(found))
    games = GamesOfFile(len(found))
    out = console(to_stderr=DASH in outputs)
    with closing(player_named(options.player)) as player:
        for game in found:
            if isinstance(game, str):
                games.failed.append(game)
                click.echo(f"{file}: {game}", err=True)
                continue
            games.analysed.append(game)
            games.interrupted = _run(player, game, options, len(found))
            click.echo("\n" * (len(games.analysed) > 1), nl=False, err=out.stderr)
            print_game(out, game, player.score_note)
            if games.interrupted:
                break
        _write(games, outputs, options, player.name)
    if games.interrupted:
        files = "" if not any(path and path != DASH for path in outputs) else ": no file has been written"
        click.echo(f"interrupted{files}", err=True)
        ctx.exit(EXIT_INTERRUPTED)
    ctx.exit(1 if games.failed else 0)


def _games_in(file: Path, number: int | None) -> Iterator[AnalysedGame | str]:
    """Yields the games of a file, or the one with a number; for one that cannot be read, why. Raises RulesError."""
    from modern.analysis.game_analysis import GameAnalysis
    from modern.input_files import read_to_end
    from modern.pgn.checking import check_standard
    from modern.pgn.encoding import PgnError, decode
    from modern.pgn.reading import every_game, numbered_game
    from modern.players import Game
    from modern.rules import RulesError
    from modern.rules.errors import printable

    name = "standard input" if file == DASH else printable(str(file))
    with click.open_file(str(file), "rb") as opened:
        content = read_to_end(opened, file)
    try:
        text = decode(content)
        games = list(every_game(text)) if number is None else [numbered_game(text, number)]
        if not games:
            raise PgnError("no game in the file")
    except PgnError as error:
        raise click.ClickException(f"{name}: {error}") from None
    for index, (game, its_text) in enumerate(games, number or 1):
        try:
            check_standard(game, its_text)
            yield AnalysedGame(index, game, its_text, GameAnalysis(Game(game.start, game.uci_moves)))
        except (PgnError, RulesError) as error:
            if len(games) == 1:
                raise click.ClickException(f"{name}: game {index}: {error}") from None
            yield f"game {index}: {error}"


def _check_outputs(outputs: Outputs, count: int) -> None:
    """Raises OSError if a file cannot be written, or a folder for the pages of several games."""
    from modern.output_files import check_writable
    from modern.pictures.page.folder import GENERATOR, check_pages_folder

    for path in (outputs.pgn, outputs.json, outputs.html if count == 1 else None):
        if path and path != DASH:
            check_writable(path)
    if outputs.html and count > 1:
        if outputs.html == DASH:
            raise click.UsageError("the pages of several games need a folder: expected --html FOLDER, or --game N")
        check_pages_folder(outputs.html, GENERATOR, "pages of games")


def _run(player: Player, game: AnalysedGame, options: AnalysisOptions, count: int) -> bool:
    """Lets a player go through a game, with a progress bar. Returns True if Ctrl-C ended it early."""
    from modern.cli.output import progress

    steps = game.analysis.run(player, options.depth, options.seconds, options.nodes)
    title = "analysing" if count == 1 else f"game {game.number} of {count}"
    player.new_game()
    try:
        with progress(steps, title, len(game.game.moves) + 1) as tracked:
            for _ in tracked:
                pass
    except KeyboardInterrupt:
        return True
    return False


def _write(games: GamesOfFile, outputs: Outputs, options: AnalysisOptions, player: str) -> None:
    """Writes the files; after Ctrl-C only what goes to standard output."""
    from modern.analysis.annotations import analysed_pgn
    from modern.analysis.result import analysis_json
    from modern.cli.output import write

    wanted = Outputs(*(path if not games.interrupted or path == DASH else None for path in outputs))
    annotator = annotator_of(player, options)
    if wanted.pgn:
        texts = (analysed_pgn(game.text, game.analysis, annotator) for game in games.analysed)
        write(wanted.pgn, "\n".join(texts))
    if wanted.json:
        result: dict[str, Any] = {
            "player": options.player,
            "depth": options.depth,
            "seconds": options.seconds,
            "nodes": options.nodes,
            "games": [
                {"game": game.number, "headers": dict(game.game.headers), **analysis_json(game.analysis)}
                for game in games.analysed
            ],
        }
        write(wanted.json, json.dumps(result, indent=1) + "\n")
    if wanted.html:
        _write_pages(games, wanted.html, options, player)


def annotator_of(player: str, options: AnalysisOptions) -> str:
    """Returns who has analysed a game, and how far, for the header of that name: `Gosub Chess, modern, depth 8`."""
    return f"{player}, {options}"


def _write_pages(games: GamesOfFile, html: Path, options: AnalysisOptions, name: str) -> None:
    """Writes the page of a game, or a folder with those of several."""
    from modern.cli.output import write
    from modern.output_files import write_atomically
    from modern.pictures.page.folder import INDEX, index_page, page_name

    if games.count == 1:
        write(html, _page(games.analysed[0], options, name)[1])
        return
    html.mkdir(exist_ok=True)
    written: list[tuple[int, PageGame]] = []
    for game in games.analysed:
        page_game, text = _page(game, options, name)
        write_atomically(html / page_name(game.number), text)
        written.append((game.number, page_game))
    write_atomically(html / INDEX, index_page(f"{len(written)} games, analysed", written, games.failed))


def _page(game: AnalysedGame, options: AnalysisOptions, name: str) -> tuple[PageGame, str]:
    """Returns the game of a page, with the annotations of its analysis, and the page."""
    from historic.readings import PRINTED
    from modern.analysis.annotations import analysed_pgn
    from modern.analysis.page_data import accuracy_facts, page_findings
    from modern.cli.output import progress
    from modern.pictures.page import DEFAULT_ANALYST
    from modern.pictures.page.data import page_positions
    from modern.pictures.page.page import game_page
    from modern.pictures.page.page_game import game_from_pgn

    page_game = game_from_pgn(analysed_pgn(game.text, game.analysis, annotator_of(name, options)).encode())
    page_game = replace(page_game, facts=(*page_game.facts, *accuracy_facts(game.analysis)))
    analyst = "" if options.player == DEFAULT_ANALYST else name
    positions = page_positions(page_game, PRINTED, 0, analysed=page_findings(game.analysis, name))
    with progress(positions, "the page", len(game.analysis.findings)) as tracked:
        return page_game, game_page(page_game, list(tracked), PRINTED, 0, analyst, effort=str(options))
