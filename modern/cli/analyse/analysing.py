"""Analyses a position, or the games of a file, prints what a player thinks of them, and writes files."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from textwrap import indent
from typing import IO, Final, NamedTuple

import click
from rich.console import Console
from rich.live import Live
from rich.table import Table

from historic.readings import PRINTED
from modern.analysis.accuracy import JUDGEMENTS
from modern.analysis.file_analysis import (
    Analyst,
    GamesOfFile,
    analyst_of,
    json_of_game,
    pgn_of_game,
    settings_json,
)
from modern.analysis.formats import decisive_moves, loss_text
from modern.analysis.game_analysis import GameAnalysis, JudgedMove, PositionVerdict
from modern.analysis.openings import opening_of
from modern.cli.options import depth_ignored
from modern.cli.output import (
    MIN_MEASURABLE_SECONDS,
    announce,
    console,
    cursor_restored_on_suspend,
    exit_early,
    new_table,
    print_table,
    progress,
    progress_bar,
    write,
)
from modern.cli.page import PAGE_SUFFIXES
from modern.cli.problems import ReadingReport
from modern.cli.shell import DASH, echo, reported
from modern.game.game import SIDES, Game
from modern.game.pgn_reading import PgnError, error_text, lines_of
from modern.jobs.workers import INTERRUPTED, interrupt_deferred
from modern.limits import Limits
from modern.output_files import check_writable, write_atomically
from modern.pages.analysis_page import page_of_game, write_pages
from modern.pages.folder import GENERATOR, check_pages_folder
from modern.players import OptionError, Player, PlayerError, player_named
from modern.players.position_search import PositionSearch, analysis_limits
from modern.players.protocol import MULTI_PV
from modern.players.spec import is_outside
from modern.report import discard
from modern.rules import Position
from modern.rules.errors import printable

#: The number of moves shown of the best line.
LINE_SHOWN: Final = 6
#: Whose the figures of a table are. The first game has it.
LEGEND: Final = (
    "score and win % are White's; lost is what the move costs the side that made it, in % of winning chances"
)
#: What stands above the largest mistakes of both sides.
DECISIVE: Final = "The moves that decided the game:"
#: The columns that are left out of the moves of a game in a narrow terminal, the first of them first.
DROPPABLE: Final = ("win %", "lost")
#: A terminal with fewer columns shows the figures of the two sides beside each other.
MIN_WIDTH: Final = 70
#: What an analysis that ended early says of its files.
FINISHED_WRITTEN: Final = "the games that are finished are written"
#: The colours of mistakes in a terminal.
COLOURS: Final = {"blunder": "red", "mistake": "yellow", "inaccuracy": "cyan"}


def _started(spec: str) -> Player:
    """Returns the player with a name. Raises BadParameter if it cannot be started, or has other options."""
    with reported(PlayerError, option="--player"):
        return player_named(spec)


# A position.


def analyse_position(game: Game, name: str, limits: Limits, multipv: int, terms: bool) -> bool:
    """Prints the analysis of the last position of a game. Returns True if Ctrl-C ended it early.

    Raises PlayerError, and BadParameter if it cannot show that many lines.
    """
    with _started(name) as player:
        if multipv > 1:
            with reported(OptionError, option="--multipv"):
                player.set_option(MULTI_PV, str(multipv))
        if terms:
            _print_terms(player, game)
        end = game.position.outcome() if not game.position.legal_moves() else None
        if end:
            echo(f"The game is over: {end.reason}, {end.result}.")
            return False
        return _print_search(player, game, limits, _on_line(name))


def _on_line(spec: str) -> Callable[[str], None]:
    """Returns what is done with a line that a player shows: an outside program's says that it is waited for."""
    return partial(echo, err=True) if is_outside(spec) else discard


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


def _print_search(player: Player, game: Game, limits: Limits, on_line: Callable[[str], None]) -> bool:
    """Prints the lines that a player finds. Returns True if Ctrl-C ended the search early. Raises PlayerError."""
    full_limits = analysis_limits(game.position, limits.depth, limits.seconds, limits.nodes)
    search = PositionSearch(player, game, full_limits, on_line=on_line)
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

    def check(self, count: int | None) -> None:
        """Raises OSError if the page cannot be written, or the folder for the pages of several games; None is many."""
        if self.html and count != 1:
            if self.html == DASH or self.html.suffix.lower() in PAGE_SUFFIXES:
                raise click.UsageError("the pages of several games need a folder: expected --html FOLDER, or --game N")
            check_pages_folder(self.html, GENERATOR, "pages of games")
        elif self.html and self.html != DASH:
            check_writable(self.html)


def analyse_games(
    ctx: click.Context, file: Path, number: int | None, spec: str, limits: Limits, outputs: Outputs
) -> None:
    """Lets the player named `spec` analyse the games of a file, or one of them, and prints each when it is done.

    If Ctrl-C or a failing player ends it early, it prints what it has found, and files get the games that are finished.
    Games that cannot be read are reported, and the exit code is then 1. Raises PlayerError and OSError.
    """
    report = ReadingReport(_name_of(file))
    out = console(to_stderr=DASH in outputs)
    failure, shown = "", 0
    with click.open_file(str(file), "rb") as opened, ExitStack() as cleanup:
        games = _games_in(opened, file, number)
        outputs.check(games.count)
        if limits.seconds is not None:
            announce(games.positions * limits.seconds, "for a quicker analysis, add --depth 4")
        player = cleanup.enter_context(_started(spec))
        if limits.depth is not None and player.has_own_depth:
            echo(depth_ignored(player.name, player.depth), err=out.stderr)
        writer = cleanup.enter_context(_Writer(outputs, analyst_of(player, spec, limits), limits, games.count == 1))
        try:
            for index, game in games:
                report.add_game(index, game)
                if game.error:
                    writer.unreadable.append(error_text(game, index))
                    continue
                analysis = GameAnalysis(game, index)
                failure = _run(player, analysis, limits, games.count, _on_line(spec))
                try:
                    if shown:
                        echo(err=out.stderr)
                    shown += 1
                    _print_game(out, analysis, player.score_note)
                    if shown == 1 and analysis.has_chances and analysis.moves():
                        echo(LEGEND, err=out.stderr)
                finally:
                    with interrupt_deferred():
                        writer.add(analysis)
                if failure:
                    break
        except PgnError as error:  # the rest of the file is not text
            failure = f"{_name_of(file)}: {error}"
        except KeyboardInterrupt:  # while it reads or prints
            failure = INTERRUPTED
        except OSError:  # such as a reader of its output that has gone
            writer.finish(is_partial=True)
            raise
        try:
            which = FINISHED_WRITTEN if writer.finish(is_partial=bool(failure)) else "no file has been written"
        except KeyboardInterrupt:  # after the PGN and the JSON
            failure, which = INTERRUPTED, "not all pages are written" if outputs.html else FINISHED_WRITTEN
    report.print_count()
    exit_early(failure, f": {which}" if any(path and path != DASH for path in outputs) else "", err=True)
    ctx.exit(report.exit_code)


def _name_of(file: Path) -> str:

    return "standard input" if file == DASH else printable(str(file))


def _games_in(opened: IO[bytes], file: Path, number: int | None) -> GamesOfFile:
    """Returns the games of an open file, or the one with a number. Raises ClickException."""
    try:
        return GamesOfFile(lines_of(opened), number)
    except PgnError as error:
        raise click.ClickException(f"{_name_of(file)}: {error}") from None


def _run(player: Player, game: GameAnalysis, limits: Limits, count: int | None, on_line: Callable[[str], None]) -> str:
    """Lets a player go through a game, with a progress bar. Returns why it ended early, or ''."""
    title = "analysing" if count == 1 else f"game {game.number}{f' of {count}' if count else ''}"
    try:
        player.new_game()
        with progress(game.run(player, limits, on_line), title, len(game.game.moves) + 1) as tracked:
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
    decisive = decisive_moves(analysis)
    if decisive:
        echo(f"\n{DECISIVE}", err=out.stderr)
        for side, found in decisive.items():
            echo(f" {side.capitalize()}: {', '.join(text for _, text in found)}", err=out.stderr)
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
            loss_text(move),
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
    rows = [["side", "moves", "accuracy", "average centipawn loss", *(plurals[kind] for kind in kinds)]]
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


class _Parts:
    """A text that is written game by game: to standard output at once, to a file when all of it is there.

    `opening` stands before the first game, `joint` between games.
    """

    def __init__(self, path: Path, opening: str, joint: str) -> None:
        self.path = path
        self.opening = opening
        self.joint = joint
        self.count = 0
        self.file: IO[bytes] | None = None if path == DASH else TemporaryFile()  # noqa: SIM115

    def add(self, text: str) -> None:
        """Adds a game."""
        self._put((self.joint if self.count else self.opening) + text)
        self.count += 1

    def finish(self, closing_text: str, is_partial: bool) -> None:
        """Writes the file; one without any game only if that is the whole of it."""
        if not self.count and is_partial:
            return
        self._put(("" if self.count else self.opening) + closing_text)
        if self.file:
            self.file.seek(0)
            write_atomically(self.path, self.file)

    def _put(self, text: str) -> None:
        if self.file:
            self.file.write(text.encode())
        else:
            click.echo(text, nl=False)

    def close(self) -> None:
        """Closes the temporary file."""
        if self.file:
            self.file.close()


class _Writer:
    """Writes the games that are finished, one after another; standard output also gets one that is not finished.

    Games are kept only for their pages.
    """

    def __init__(self, outputs: Outputs, analyst: Analyst, limits: Limits, is_single: bool) -> None:
        self.outputs = outputs
        self.analyst = analyst
        self.is_single = is_single
        self.unreadable: list[str] = []
        self.finished = 0
        self.for_pages: list[GameAnalysis] = []
        head = json.dumps(settings_json(analyst, limits), indent=1).removesuffix("\n}")
        self.pgn = _Parts(outputs.pgn, "", "\n") if outputs.pgn else None
        self.json = _Parts(outputs.json, f'{head},\n "games": [\n', ",\n") if outputs.json else None

    def __enter__(self) -> _Writer:
        return self

    def __exit__(self, *_: object) -> None:
        for parts in (self.pgn, self.json):
            if parts:
                parts.close()

    def add(self, game: GameAnalysis) -> None:
        """Writes a game."""
        self.finished += game.is_complete
        if self.pgn and (game.is_complete or self.pgn.path == DASH):
            self.pgn.add(pgn_of_game(game, self.analyst))
        if self.json and (game.is_complete or self.json.path == DASH):
            self.json.add(indent(json.dumps(json_of_game(game), indent=1), "  "))
        if self.outputs.html and game.is_complete:
            self.for_pages.append(game)

    def finish(self, is_partial: bool) -> bool:
        """Ends the files, and writes the pages. Returns True if a file has been written.

        Ctrl-C leaves out the pages that are not yet made.
        """
        with interrupt_deferred():
            if self.pgn:
                self.pgn.finish("", is_partial)
            if self.json:
                self.json.finish(f'\n ],\n "complete": {json.dumps(not is_partial)}\n}}\n', is_partial)
        if self.outputs.html and self.for_pages:
            if self.is_single:
                write(self.outputs.html, _page(self.for_pages[0], self.analyst)[1])
            else:
                pages = ((game.number, *_page(game, self.analyst)) for game in self.for_pages)
                write_pages(self.outputs.html, pages, self.unreadable)
        return bool(self.finished) and any(path and path != DASH for path in self.outputs)


def _page(game: GameAnalysis, analyst: Analyst) -> tuple[Game, str]:
    """Returns the game that a page shows, and the page; shows a progress bar meanwhile."""
    with progress_bar("the page", len(game.verdicts)) as advance:
        return page_of_game(game, analyst, PRINTED, advance)
