"""Analyses the games of a file, prints each when it is done, and writes files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, Final

import click

from historic.readings import PRINTED
from modern.analysis.file_analysis import Analyst, GamesOfFile, analyst_of
from modern.analysis.game_analysis import GameAnalysis
from modern.cli.analyse.position import on_line, started
from modern.cli.analyse.printing import GamePrinter
from modern.cli.analyse.writing import AnalysedGame, Outputs, Writer
from modern.cli.lazy import lazily
from modern.cli.options import depth_ignored
from modern.cli.output import carry_out, console, exit_early, progress, progress_bar
from modern.cli.problems import ReadingReport
from modern.cli.shell import DASH, echo
from modern.game.pgn_reading import PgnError, lines_of
from modern.jobs.work import Work
from modern.jobs.workers import WorkersError, interrupt_deferred, local_workers
from modern.limits import Limits
from modern.pages.analysis_page import page_of_game
from modern.players import Player, PlayerError, player_named
from modern.players.engine_log import log_to
from modern.players.spec import is_outside
from modern.rules.errors import printable

with lazily():
    from modern.players import engine_process

#: How many times the limits of a position a game takes for each, with second looks and better moves
#: (docs/measurements/analyse.md).
LOOKS: Final = 4


@dataclass(frozen=True)
class AnalysisSettings:
    """Who analyses each game, and how far; if there will be pages; and where outside programs write their log."""

    spec: str
    limits: Limits
    analyst: Analyst
    has_pages: bool
    log: Path | None


def analyse_by_new_player(settings: AnalysisSettings, game: GameAnalysis) -> AnalysedGame:
    """Does what `analyse_by` does, in a worker process. Raises WorkersError."""
    log_to(settings.log)
    try:
        with player_named(settings.spec) as player:
            return analyse_by(player, settings, "", game)
    except PlayerError as error:
        raise WorkersError(str(error)) from None


def analyse_by(player: Player, settings: AnalysisSettings, title: str, game: GameAnalysis) -> AnalysedGame:
    """Lets a player go through a game, unless it cannot be read, and makes its page.

    Shows a progress bar meanwhile, unless its title is ''. Raises WorkersError.
    """
    if game.game.error:
        return AnalysedGame(game)
    try:
        player.new_game()
        steps = game.run(player, settings.limits, on_line(settings.spec))
        with progress(steps, title.format(game.number), len(game.game.moves) + 1, bool(title)) as tracked:
            for _ in tracked:
                pass
    except PlayerError as error:
        raise WorkersError(str(error)) from None
    if not settings.has_pages:
        return AnalysedGame(game)
    with progress_bar("the page", len(game.verdicts), bool(title)) as advance:
        return AnalysedGame(game, page_of_game(game, settings.analyst, PRINTED, advance))


class FileAnalysis(Work[GameAnalysis, AnalysedGame]):
    """The analysis of the games of a file, in their order.

    `latest`   the game that has come last, until it is written: without `analyse`, one that is done, else also one that
               has only begun.
    `broken`   says why the rest of the file cannot be read; '' if it can.
    """

    def __init__(
        self,
        games: GamesOfFile,
        settings: AnalysisSettings,
        analyse: Callable[[GameAnalysis], AnalysedGame] | None = None,
    ) -> None:
        """`analyse` analyses a game in this process; without it, a new player does so in another."""
        super().__init__(in_order=True)
        self.games = games
        self.settings = settings
        self.analyse = analyse
        self.latest: AnalysedGame | None = None
        self.broken = ""

    def expected_seconds(self, processes: int) -> float:
        """Returns about how long the games take that have been read ahead; 0 without a limit of time."""
        seconds = LOOKS * self.games.positions * (self.settings.limits.seconds or 0.0)
        return seconds / min(processes, self.games.count or processes)

    def items(self) -> Iterator[GameAnalysis]:
        try:
            for number, game in self.games:
                analysis = GameAnalysis(game, number)
                if self.analyse:
                    self.latest = AnalysedGame(analysis)
                yield analysis
        except PgnError as error:  # the rest of the file is not text
            self.broken = str(error)

    def call(self, item: GameAnalysis) -> Callable[[], AnalysedGame]:
        return partial(self.analyse or partial(analyse_by_new_player, self.settings), item)

    def record(self, item: GameAnalysis, result: AnalysedGame) -> None:
        """Keeps a result until it has been printed."""
        self.latest = result


def analyse_games(
    ctx: click.Context,
    file: Path,
    number: int | None,
    spec: str,
    limits: Limits,
    outputs: Outputs,
    jobs: int = 1,
    log: Path | None = None,
) -> None:
    """Lets the player named `spec` analyse the games of a file, or one of them, and prints each when it is done.

    If Ctrl-C or a failing player ends it early, it prints what it has found, and files get the games that are finished.
    Games that cannot be read are reported, and the exit code is then 1. Raises PlayerError and OSError.
    """
    name = "standard input" if file == DASH else printable(str(file))
    report = ReadingReport(name)
    out = console(to_stderr=DASH in outputs)
    with click.open_file(str(file), "rb") as opened, ExitStack() as cleanup:
        games = _games_in(opened, name, number)
        outputs.check(games.count)
        player = cleanup.enter_context(started(spec))
        if limits.depth is not None and player.has_own_depth:
            echo(depth_ignored(player.name, player.depth), err=out.stderr)
        settings = AnalysisSettings(spec, limits, analyst_of(player, spec, limits), bool(outputs.html), log)
        title = "analysing" if games.count == 1 else f"game {{}}{f' of {games.count}' if games.count else ''}"
        analyse = partial(analyse_by, player, settings, title)
        work = FileAnalysis(games, settings, analyse if jobs == 1 else None)
        printer = GamePrinter(out, report, player.score_note)
        writer = cleanup.enter_context(Writer(outputs, settings.analyst, limits, games.count == 1))

        @contextmanager
        def printed() -> Iterator[Callable[[GameAnalysis], None]]:
            """Yields a function that prints and writes the game that is done."""

            def show(_: GameAnalysis) -> None:
                assert work.latest
                try:
                    printer.print(work.latest.analysis)
                finally:
                    with interrupt_deferred():
                        writer.add(work.latest)
                        work.latest = None

            yield show

        try:
            used = local_workers(jobs, engine_process.kill_all if is_outside(spec) else None)
            carry_out(work, jobs, "for a quicker analysis, add --depth 4", display=printed, used=used)
        except OSError:  # such as a reader of its output that has gone
            writer.finish(is_partial=True)
            raise
        failure = f"{name}: {work.broken}" if work.broken and not work.failure else work.failure
        rest = work.latest
        with interrupt_deferred():
            if rest:
                writer.add(rest)
            writer.finish(is_partial=bool(failure))
        if rest:
            printer.print(rest.analysis)
    report.print_count()
    written = "the games that are finished are written" if writer.has_written else "no file has been written"
    if outputs.html and rest and rest.analysis.is_complete and not rest.page:
        written = "not all pages are written"
    exit_early(failure, f": {written}" if any(path and path != DASH for path in outputs) else "", err=True)
    ctx.exit(report.exit_code)


def _games_in(opened: IO[bytes], name: str, number: int | None) -> GamesOfFile:
    """Returns the games of an open file, or the one with a number. Raises ClickException."""
    try:
        return GamesOfFile(lines_of(opened), number)
    except PgnError as error:
        raise click.ClickException(f"{name}: {error}") from None
