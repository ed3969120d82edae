"""Analyses a position, or the games of a file, prints what a player thinks of them, and writes files."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import click
from rich.console import Console
from rich.live import Live
from rich.table import Table

from historic.readings import PRINTED
from modern.analysis.accuracy import JUDGEMENTS
from modern.analysis.file_analysis import (
    Analyst,
    FileAnalysis,
    analyst_of,
    games_of_file,
    json_of_file,
    pgn_of_file,
)
from modern.analysis.game_analysis import GameAnalysis, JudgedMove, PositionVerdict
from modern.analysis.openings import opening_of
from modern.cli.options import depth_ignored
from modern.cli.output import (
    MIN_MEASURABLE_SECONDS,
    announce,
    console,
    cursor_restored_on_suspend,
    new_table,
    print_table,
    progress,
    progress_bar,
    write,
)
from modern.cli.page import PAGE_SUFFIXES
from modern.cli.shell import DASH, EXIT_INTERRUPTED, echo
from modern.game.game import SIDES, Game
from modern.game.pgn_reading import PgnError
from modern.input_files import read_to_end
from modern.jobs.workers import INTERRUPTED
from modern.limits import Limits
from modern.output_files import check_writable
from modern.pages.analysis_page import page_of_game, write_pages
from modern.pages.folder import GENERATOR, check_pages_folder
from modern.players import OptionError, Player, PlayerError, player_named
from modern.players.position_search import PositionSearch, analysis_limits
from modern.players.protocol import MULTI_PV
from modern.rules import Position
from modern.rules.errors import printable

#: The number of moves shown of the best line.
LINE_SHOWN: Final = 6
#: The columns that are left out of the moves of a game in a narrow terminal, the first of them first.
DROPPABLE: Final = ("win %", "lost")
#: A terminal with fewer columns shows the figures of the two sides beside each other.
MIN_WIDTH: Final = 70
#: The colours of mistakes in a terminal.
COLOURS: Final = {"blunder": "red", "mistake": "yellow", "inaccuracy": "cyan"}


def _started(spec: str) -> Player:
    """Returns the player with a name. Raises BadParameter if it cannot be started, or has other options."""
    try:
        return player_named(spec)
    except PlayerError as error:
        raise click.BadParameter(str(error), param_hint="'--player'") from None


# A position.


def analyse_position(game: Game, name: str, limits: Limits, multipv: int, terms: bool) -> bool:
    """Prints the analysis of the last position of a game. Returns True if Ctrl-C ended it early.

    Raises PlayerError, and BadParameter if it cannot show so many lines.
    """
    with closing(_started(name)) as player:
        if multipv > 1:
            try:
                player.set_option(MULTI_PV, str(multipv))
            except OptionError as error:
                raise click.BadParameter(str(error), param_hint="--multipv") from None
        if terms:
            _print_terms(player, game)
        end = game.position.outcome() if not game.position.legal_moves() else None
        if end:
            echo(f"The game is over: {end.reason}, {end.result}.")
            return False
        return _print_search(player, game, limits)


def _print_terms(player: Player, game: Game) -> None:
    """Prints the terms of the static evaluation for both sides, in pawns. Raises ClickException if there are none."""
    terms = player.terms(game)
    if not terms:
        raise click.ClickException(f"{player.name} does not report the terms of its evaluation")
    rows = new_table("term", ">White", ">Black")
    for term in terms:
        rows.add_row(term.name, _pawns(term.white), _pawns(term.black))
    rows.add_section()
    rows.add_row("total", _pawns(sum(term.white for term in terms)), _pawns(sum(term.black for term in terms)))
    print_table(console(), rows)
    note = player.terms_note()
    echo(f"{player.name}: {note}\n" if note else "")


def _pawns(centipawns: int) -> str:
    return f"{centipawns / 100:.2f}"


def _print_search(player: Player, game: Game, limits: Limits) -> bool:
    """Prints the lines that a player finds. Returns True if Ctrl-C ended the search early. Raises PlayerError."""
    full_limits = analysis_limits(game.position, limits.depth, limits.seconds, limits.nodes)
    search = PositionSearch(player, game, full_limits)
    try:
        with _live_table(search) as redraw:
            search.on_report = lambda _: redraw()
            search.run()
    except KeyboardInterrupt:
        return True
    finally:
        _print_result(search)
    return False


@contextmanager
def _live_table(search: PositionSearch) -> Iterator[Callable[[], None]]:
    """Shows the table on a terminal during the search. Yields a function that redraws it."""

    out = console()
    if not out.is_terminal:
        yield lambda: None
        return
    with Live(console=out, transient=True, auto_refresh=False) as live, cursor_restored_on_suspend(out):
        yield lambda: live.update(_table(search), refresh=True)


def _print_result(search: PositionSearch) -> None:
    """Prints the final table, the node count and the player's remarks."""
    if search.reports:
        print_table(console(), _table(search))
    elif search.decision:
        echo(f"{search.player.name} plays {search.decision.move} and gives no score")
    last = search.latest()
    if last and last.nodes:
        rate = f", {last.nodes / last.seconds:,.0f} a second" if last.seconds >= MIN_MEASURABLE_SECONDS else ""
        echo(f"{search.player.name}: {last.nodes:,} nodes in {last.seconds:.2f} s{rate}")
    for remark in search.remarks:
        echo(remark)
    if search.limits.depth is not None and search.player.has_own_depth:
        echo(depth_ignored(search.player.name, search.player.depth))


def _table(search: PositionSearch) -> Table:

    position = search.game.position
    rows = new_table(">", ">depth", f">for {position.side.capitalize()}", "line")
    for number, report in sorted(search.reports.items()):
        bound = {"lowerbound": " or more", "upperbound": " or less"}.get(report.bound, "")
        depth = f"{report.depth}/{report.seldepth}"
        rows.add_row(str(number), depth, f"{report.score}{bound}", position.variation_san(report.pv))
    return rows


# Games.


class Outputs(NamedTuple):
    """The files to be written, or None; `-` is standard output."""

    pgn: Path | None
    html: Path | None
    json: Path | None

    def check(self, count: int) -> None:
        """Raises OSError if a file cannot be written, or a folder for the pages of several games."""

        for path in (self.pgn, self.json, self.html if count == 1 else None):
            if path and path != DASH:
                check_writable(path)
        if self.html and count > 1:
            if self.html == DASH or self.html.suffix.lower() in PAGE_SUFFIXES:
                raise click.UsageError("the pages of several games need a folder: expected --html FOLDER, or --game N")
            check_pages_folder(self.html, GENERATOR, "pages of games")


def analyse_games(
    ctx: click.Context, file: Path, number: int | None, spec: str, limits: Limits, outputs: Outputs
) -> None:
    """Lets the player named `spec` analyse the games of a file, or one of them, and prints each when it is done.

    If Ctrl-C or a failing player ends it early, it prints what it has found, and files get the games that are finished.
    Games that cannot be read are reported, and the exit code is then 1. Raises PlayerError and OSError.
    """
    done = _games_in(file, number)
    outputs.check(len(done.found))
    if limits.seconds is not None:
        announce(done.positions * limits.seconds, "for a short analysis type --depth 4 instead of a time")
    out = console(to_stderr=DASH in outputs)
    with closing(_started(spec)) as player:
        if limits.depth is not None and player.has_own_depth:
            echo(depth_ignored(player.name, player.depth), err=out.stderr)
        for game in done.found:
            if isinstance(game, str):
                echo(f"{_name_of(file)}: {game}", err=True)
                continue
            done.failure = _run(player, game, limits, len(done.found))
            if done.games:
                echo(err=out.stderr)
            done.games.append(game)
            _print_game(out, game, player.score_note)
            if done.failure:
                break
        written = _write_outputs(done, outputs, analyst_of(player, spec, limits), limits)
    if done.failure:
        wanted = any(path and path != DASH for path in outputs)
        which = "the games that are finished are written" if written else "no file has been written"
        reason = f"{done.failure}{f': {which}' if wanted else ''}"
        if done.failure != INTERRUPTED:
            raise click.ClickException(reason)
        echo(reason, err=True)
        ctx.exit(EXIT_INTERRUPTED)
    ctx.exit(1 if done.unreadable else 0)


def _name_of(file: Path) -> str:

    return "standard input" if file == DASH else printable(str(file))


def _games_in(file: Path, number: int | None) -> FileAnalysis:
    """Returns the games of a file, or the one with a number. Raises ClickException."""
    with click.open_file(str(file), "rb") as opened:
        content = read_to_end(opened, file)
    try:
        return games_of_file(content, number)
    except PgnError as error:
        raise click.ClickException(f"{_name_of(file)}: {error}") from None


def _run(player: Player, game: GameAnalysis, limits: Limits, count: int) -> str:
    """Lets a player go through a game, with a progress bar. Returns why it ended early, or ''."""
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
    moves = analysis.moves()
    opening = opening_of(analysis.game)
    echo(f"{analysis.number}. {analysis.title}{f', {opening}' if opening else ''}", err=out.stderr)
    if not moves:
        echo("no move has been analysed" if analysis.game.moves else "the game has no moves", err=out.stderr)
        return
    print_table(out, _moves_table(analysis), DROPPABLE)
    for ply, verdict in enumerate(analysis.verdicts, analysis.first + 1):
        for remark in verdict.remarks:
            echo(f"ply {ply}: {remark}", err=out.stderr)
    if not analysis.is_complete:
        part = f"the last {len(moves)}" if analysis.first else str(len(moves))
        echo(f"{part} of {len(analysis.game.moves)} plies analysed", err=out.stderr)
    sides = _sides_table(analysis, out)
    if sides.row_count:
        echo(err=out.stderr)
        print_table(out, sides)
    elif score_note:
        echo(f"no accuracy: {score_note}", err=out.stderr)
    else:
        unknown = sum(verdict.win is None for verdict in analysis.verdicts)
        echo(f"no accuracy can be computed: {unknown} positions got no score", err=out.stderr)


def _moves_table(analysis: GameAnalysis) -> Table:
    """Returns a row for each move: its score, what it loses, its judgement, and the best line instead of it.

    Without chances to win there are no columns for what follows from them.
    """
    judged = (">win %", ">lost", "judgement") if analysis.has_chances else ()
    rows = new_table("move", ">score", *judged, "best line")
    if judged:
        rows.columns[4].no_wrap = True
    position = analysis.game.up_to(analysis.first).position
    for move in analysis.moves():
        rows.add_row(*_cells(move, position), style=COLOURS.get(move.judgement.name) if move.judgement else None)
        position.make(move.move)
    return rows


def _cells(move: JudgedMove, position: Position) -> list[str]:
    """Returns the cells of a move's row; `position` is that before it."""
    decision = move.before.decision
    line = position.variation_san(decision.pv[:LINE_SHOWN]) if decision and decision.pv else ""
    cells = [position.variation_san([move.move]), _score(move.after)]
    if move.has_chances:
        cells += [
            "" if move.after.win is None else f"{move.after.win:.0f}",
            f"{move.lost:.0f}" if move.lost and move.lost >= 0.5 else "",
            move.judgement.name if move.judgement else "",
        ]
    return [*cells, line]


def _score(verdict: PositionVerdict) -> str:
    """Returns the score of a position from White's side, or how the game has ended there."""
    if verdict.outcome:
        return verdict.outcome.result
    return str(verdict.score) if verdict.score else ""


def _sides_table(analysis: GameAnalysis, out: Console) -> Table:
    """Returns a row for each side of which a move has been judged; in a narrow terminal a column for each."""
    plurals = {"inaccuracy": "inaccuracies", "mistake": "mistakes", "blunder": "blunders"}
    kinds = [judgement.name for judgement in reversed(JUDGEMENTS)]
    rows = [["side", "moves", "accuracy", "centipawns lost a move", *(plurals[kind] for kind in kinds)]]
    for side in SIDES:
        figures = analysis.side(side)
        if figures:
            counts = (str(figures.mistakes[kind]) for kind in kinds)
            shares = f"{figures.accuracy:.1f} %", f"{figures.centipawn_loss:.0f}"
            rows.append([side.capitalize(), str(figures.moves), *shares, *counts])
    if len(rows) == 1:
        return new_table()
    if out.is_terminal and out.width < MIN_WIDTH:
        rows = list(map(list, zip(*rows, strict=True)))
    (first, *others), *body = rows
    table = new_table(first, *(f">{title}" for title in others))
    for row in body:
        table.add_row(*row)
    return table


def _write_outputs(done: FileAnalysis, outputs: Outputs, analyst: Analyst, limits: Limits) -> bool:
    """Writes the games that are finished; returns True if a file has been written.

    If the analysis ended early, a file is only written if a game is finished. Standard output also gets a game that is
    not finished, but for its page.
    """
    for path in (outputs.pgn, outputs.json):
        shown = done.games if path == DASH else done.finished
        if path and (shown or not done.failure):
            if path is outputs.pgn:
                write(path, pgn_of_file(shown, analyst))
            else:
                write(path, json.dumps(json_of_file(shown, analyst, limits, not done.failure), indent=1) + "\n")
    if outputs.html and done.finished:
        _write_pages(done, outputs.html, analyst)
    return bool(done.finished) and any(path and path != DASH for path in outputs)


def _write_pages(done: FileAnalysis, html: Path, analyst: Analyst) -> None:
    """Writes the page of a game, or a folder with those of several."""
    if len(done.found) == 1:
        write(html, _page(done.finished[0], analyst)[1])
    else:
        write_pages(html, ((game.number, *_page(game, analyst)) for game in done.finished), done.unreadable)


def _page(game: GameAnalysis, analyst: Analyst) -> tuple[Game, str]:
    """Returns the game that a page shows, and the page; shows a progress bar meanwhile."""
    with progress_bar("the page", len(game.verdicts)) as advance:
        return page_of_game(game, analyst, PRINTED, advance)
