"""`gosub analyse GAME.pgn`: goes through the games of a file, prints what a player thinks of them, and writes files."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from modern.cli.options import DASH, depth_ignored
from modern.cli.page import PAGE_SUFFIXES
from modern.cli.shell import EXIT_INTERRUPTED

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from modern.analysis.game_analysis import GameAnalysis, JudgedMove, PositionVerdict
    from modern.engine.limits import Limits
    from modern.game.game import Game
    from modern.players import Player
    from modern.rules import Position

#: The number of moves shown of the best line.
LINE_SHOWN = 6
#: The colours of mistakes in a terminal.
COLOURS = {"blunder": "red", "mistake": "yellow", "inaccuracy": "cyan"}


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
    """Who analyses: the player as it was requested, its name, its name for a page ('' for today's engine), and how far
    it searches each position, `depth 8`."""

    spec: str
    name: str
    page_name: str
    effort: str

    def __str__(self) -> str:
        """Returns the header `Annotator`: `Gosub Chess, modern, depth 8`."""
        return f"{self.name}, {self.effort}"


def _analyst(player: Player, spec: str, limits: Limits) -> Analyst:
    """Returns who analyses within limits. A player with a depth of its own ignores them."""
    from modern.pages import DEFAULT_ANALYST

    parts = [
        f"depth {limits.depth}" if limits.depth is not None else "",
        f"{limits.seconds:g} s" if limits.seconds is not None else "",
        f"{limits.nodes:,} nodes" if limits.nodes is not None else "",
    ]
    effort = player.depth if player.has_own_depth and player.depth else ", ".join(filter(None, parts))
    return Analyst(spec, player.name, "" if spec == DEFAULT_ANALYST else player.name, effort)


@dataclass
class FileAnalysis:
    """The games of a file: how many it has, those that have been analysed so far, and why others cannot be read.

    `failure` is why the analysis ended early, '' if it did not.
    """

    count: int
    games: list[GameAnalysis] = field(default_factory=list)
    unreadable: list[str] = field(default_factory=list)
    failure: str = ""


def analyse_games(
    ctx: click.Context, file: Path, number: int | None, spec: str, limits: Limits, outputs: Outputs
) -> None:
    """Lets the player named `spec` analyse the games of a file, or one of them, and prints each when it is done.

    If Ctrl-C or a failing player ends it early, it prints what it has found, and files get the games that are finished.
    Games that cannot be read are reported, and the exit code is then 1. Raises PlayerError and OSError.
    """
    from modern.cli.output import console
    from modern.jobs.workers import INTERRUPTED
    from modern.players import player_named

    found = _games_in(file, number)
    outputs.check(len(found))
    done = FileAnalysis(len(found))
    out = console(to_stderr=DASH in outputs)
    with closing(player_named(spec)) as player:
        if limits.depth is not None and player.has_own_depth:
            click.echo(depth_ignored(player.name, player.depth), err=out.stderr)
        for game in found:
            if isinstance(game, str):
                done.unreadable.append(game)
                click.echo(f"{_name_of(file)}: {game}", err=True)
                continue
            done.failure = _run(player, game, limits, len(found))
            if done.games:
                click.echo(err=out.stderr)
            done.games.append(game)
            _print_game(out, game, player.score_note)
            if done.failure:
                break
        written = _write_outputs(done, outputs, _analyst(player, spec, limits), limits)
    if done.failure:
        wanted = any(path and path != DASH for path in outputs)
        which = "the games that are finished are written" if written else "no file has been written"
        reason = f"{done.failure}{f': {which}' if wanted else ''}"
        if done.failure != INTERRUPTED:
            raise click.ClickException(reason)
        click.echo(reason, err=True)
        ctx.exit(EXIT_INTERRUPTED)
    ctx.exit(1 if done.unreadable else 0)


def _name_of(file: Path) -> str:
    from modern.rules.errors import printable

    return "standard input" if file == DASH else printable(str(file))


def _games_in(file: Path, number: int | None) -> list[GameAnalysis | str]:
    """Returns the games of a file, or the one with a number; why one cannot be read. Raises ClickException."""
    from modern.analysis.game_analysis import GameAnalysis
    from modern.game.pgn_reading import PgnError, decode, every_game, numbered_game
    from modern.input_files import read_to_end

    name = _name_of(file)
    with click.open_file(str(file), "rb") as opened:
        content = read_to_end(opened, file)
    try:
        text = decode(content)
        games = list(every_game(text)) if number is None else [numbered_game(text, number)]
        if not games:
            raise PgnError("no game in the file")
    except PgnError as error:
        raise click.ClickException(f"{name}: {error}") from None
    if len(games) == 1 and games[0].error:
        raise click.ClickException(f"{name}: game {number or 1}: {games[0].error}")
    return [
        f"game {index}: {game.error}" if game.error else GameAnalysis(game, index)
        for index, game in enumerate(games, number or 1)
    ]


def _run(player: Player, game: GameAnalysis, limits: Limits, count: int) -> str:
    """Lets a player go through a game, with a progress bar. Returns why it ended early, or ''."""
    from modern.cli.output import progress
    from modern.jobs.workers import INTERRUPTED
    from modern.players import PlayerError

    title = "analysing" if count == 1 else f"game {game.number} of {count}"
    player.new_game()
    try:
        with progress(game.run(player, limits), title, len(game.game.moves) + 1) as tracked:
            for _ in tracked:
                pass
    except KeyboardInterrupt:
        return INTERRUPTED
    except PlayerError as error:
        return str(error)
    return ""


def _print_game(out: Console, analysis: GameAnalysis, score_note: str) -> None:
    """Prints what was found in a game, complete or not. `score_note` is a remark on the player's scores, or ''."""
    from modern.cli.output import print_table

    moves = analysis.moves()
    click.echo(f"{analysis.number}. {analysis.title}", err=out.stderr)
    if not moves:
        click.echo("no move has been analysed" if analysis.game.moves else "the game has no moves", err=out.stderr)
        return
    print_table(out, _moves_table(analysis))
    for ply, verdict in enumerate(analysis.verdicts, 1):
        for remark in verdict.remarks:
            click.echo(f"ply {ply}: {remark}", err=out.stderr)
    if score_note:
        click.echo(score_note, err=out.stderr)
    if not analysis.is_complete:
        click.echo(f"{len(moves)} of {len(analysis.game.moves)} plies analysed", err=out.stderr)
    sides = _sides_table(analysis)
    if sides.row_count:
        click.echo(err=out.stderr)
        print_table(out, sides)
    else:
        unknown = sum(verdict.win is None for verdict in analysis.verdicts)
        click.echo(f"no accuracy can be computed: {unknown} positions got no score", err=out.stderr)


def _moves_table(analysis: GameAnalysis) -> Table:
    """Returns a row for each move: its score, what it loses, its judgement, and the best line instead of it."""
    from modern.cli.output import new_table
    from modern.rules import Position

    rows = new_table("move", ">score", ">win %", ">lost", "judgement", "best line")
    position = Position.from_fen(analysis.game.start)
    for move in analysis.moves():
        rows.add_row(*_cells(move, position), style=COLOURS.get(move.judgement.name) if move.judgement else None)
        position.make(move.move)
    return rows


def _cells(move: JudgedMove, position: Position) -> list[str]:
    """Returns the cells of a move's row; `position` is that before it."""
    decision = move.before.decision
    line = position.variation_san(decision.pv[:LINE_SHOWN]) if decision and decision.pv else ""
    return [
        position.variation_san([move.move]),
        _score(move.after),
        "" if move.after.win is None else f"{move.after.win:.0f}",
        f"{move.lost:.0f}" if move.lost and move.lost >= 0.5 else "",
        move.judgement.name if move.judgement else "",
        line,
    ]


def _score(verdict: PositionVerdict) -> str:
    """Returns the score of a position from White's side, or how the game has ended there."""
    if verdict.outcome:
        return verdict.outcome.result
    return str(verdict.score) if verdict.score else ""


def _sides_table(analysis: GameAnalysis) -> Table:
    """Returns a row for each side of which a move has been judged."""
    from modern.analysis.accuracy import JUDGEMENTS
    from modern.cli.output import new_table
    from modern.game.game import SIDES

    plurals = {"inaccuracy": "inaccuracies", "mistake": "mistakes", "blunder": "blunders"}
    kinds = [judgement.name for judgement in reversed(JUDGEMENTS)]
    rows = new_table("side", ">moves", ">accuracy", ">centipawns lost a move", *(f">{plurals[kind]}" for kind in kinds))
    for side in SIDES:
        figures = analysis.side(side)
        if figures:
            counts = (str(figures.mistakes[kind]) for kind in kinds)
            rows.add_row(
                side.capitalize(),
                str(figures.moves),
                f"{figures.accuracy:.1f} %",
                f"{figures.centipawn_loss:.0f}",
                *counts,
            )
    return rows


def _write_outputs(done: FileAnalysis, outputs: Outputs, analyst: Analyst, limits: Limits) -> bool:
    """Writes the games that are finished; returns True if a file has been written.

    If the analysis ended early, a file is only written if a game is finished. Standard output also gets a game that is
    not finished, but for its page.
    """
    from modern.cli.output import write

    finished = [game for game in done.games if game.is_complete]
    for path in (outputs.pgn, outputs.json):
        shown = done.games if path == DASH else finished
        if path and (shown or not done.failure):
            write(path, _pgn(shown, analyst) if path is outputs.pgn else _json(done, shown, analyst, limits))
    if outputs.html and finished:
        _write_pages(done, finished, outputs.html, analyst)
    return bool(finished) and any(path and path != DASH for path in outputs)


def _pgn(shown: list[GameAnalysis], analyst: Analyst) -> str:
    from modern.analysis.formats import analysed_game
    from modern.game.pgn_writing import pgn_as_read

    return "\n".join(pgn_as_read(analysed_game(game, str(analyst))) for game in shown)


def _json(done: FileAnalysis, shown: list[GameAnalysis], analyst: Analyst, limits: Limits) -> str:
    from modern.analysis.formats import analysis_json
    from modern.game.pgn_text import header_value

    result: dict[str, Any] = {
        "player": analyst.spec,
        "depth": limits.depth,
        "seconds": limits.seconds,
        "nodes": limits.nodes,
        "complete": not done.failure,
        "games": [
            {
                "game": game.number,
                "headers": {name: header_value(text) for name, text in game.game.headers.items()},
                **analysis_json(game),
            }
            for game in shown
        ],
    }
    return json.dumps(result, indent=1) + "\n"


def _write_pages(done: FileAnalysis, finished: list[GameAnalysis], html: Path, analyst: Analyst) -> None:
    """Writes the page of a game, or a folder with those of several."""
    from modern.cli.output import write
    from modern.output_files import write_atomically
    from modern.pages.folder import INDEX, index_page, page_name

    if done.count == 1:
        write(html, _page(finished[0], analyst)[1])
        return
    html.mkdir(exist_ok=True)
    written: list[tuple[int, Game]] = []
    for game in finished:
        shown, text = _page(game, analyst)
        write_atomically(html / page_name(game.number), text)
        written.append((game.number, shown))
    write_atomically(html / INDEX, index_page(f"{len(written)} games, analysed", written, done.unreadable))


def _page(game: GameAnalysis, analyst: Analyst) -> tuple[Game, str]:
    """Returns the game that a page shows, with the notes of its analysis, and the page."""
    from historic.readings import PRINTED
    from modern.analysis.formats import accuracy_facts, analysed_game, page_analysis
    from modern.cli.output import progress
    from modern.game.pgn_writing import pgn_as_read
    from modern.pages.game_page import game_page
    from modern.pages.positions import page_positions

    shown = analysed_game(game, str(analyst))
    shown.pgn = pgn_as_read(shown)
    positions = page_positions(shown, PRINTED, 0, analysed=page_analysis(game, analyst.name))
    with progress(positions, "the page", len(game.verdicts)) as tracked:
        page = game_page(
            shown,
            list(tracked),
            PRINTED,
            0,
            analyst.page_name,
            effort=analyst.effort,
            more_facts=accuracy_facts(game),
        )
    return shown, page
