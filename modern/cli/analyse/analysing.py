"""Analyses games, prints each when it is done, and writes their files and pages."""

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
from modern.game.game import Game
from modern.game.pgn_reading import PgnError, lines_of
from modern.jobs.early_end import early_end
from modern.jobs.work import Work
from modern.jobs.workers import WorkersError, interrupt_deferred, local_workers
from modern.limits import Limits
from modern.pages import DEFAULT_ANALYST
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
NOTHING_WRITTEN: Final = "nothing has been written"


@dataclass(frozen=True)
class AnalysisRequest:
    """What is to be done with games.

    `spec`       the player that analyses them.
    `limits`     how far it searches each position; None for pages without an analysis.
    `outputs`    the files.
    `reading`    that of the 1994 program on pages.
    `jobs`       the number of processes.
    `log`        where outside programs write their log.
    `is_quiet`   True if only the names of the files are printed.
    `quicker`    what to type for less work.
    """

    spec: str
    limits: Limits | None
    outputs: Outputs
    reading: str = PRINTED
    jobs: int = 1
    log: Path | None = None
    is_quiet: bool = False
    quicker: str = "--depth 4"

    def analyst(self, player: Player) -> Analyst | None:
        """Returns the player with its limits, in words; None if nobody analyses."""
        return analyst_of(player, self.spec, self.limits) if self.limits else None


def analyse_by_new_player(request: AnalysisRequest, game: GameAnalysis) -> AnalysedGame:
    """Does what `analyse_by` does, in a worker process. Raises WorkersError."""
    log_to(request.log)
    try:
        with player_named(request.spec) as player:
            return analyse_by(player, request, "", game)
    except PlayerError as error:
        raise WorkersError(str(error)) from None


def analyse_by(player: Player, request: AnalysisRequest, title: str, game: GameAnalysis) -> AnalysedGame:
    """Lets a player go through a game, unless it cannot be read, and makes its page.

    Shows a progress bar meanwhile, unless its title is ''. Raises WorkersError.
    """
    if game.game.error:
        return AnalysedGame(game)
    title, positions = title.format(game.number), len(game.game.moves) + 1
    if request.limits:
        try:
            player.new_game()
            steps = game.run(player, request.limits, on_line(request.spec))
            with progress(steps, title, positions, bool(title)) as tracked:
                for _ in tracked:
                    pass
        except PlayerError as error:
            raise WorkersError(str(error)) from None
    if not request.outputs.html:
        return AnalysedGame(game)
    with progress_bar(f"{title}: the page", positions, bool(title)) as advance:
        return AnalysedGame(game, page_of_game(game, request.analyst(player), request.reading, advance))


def page_text(game: Game, reading: str, seconds: float) -> str:
    """Returns the page of a game; today's engine thinks `seconds` about each position, or not at all.

    Ctrl-C ends the command.
    """
    outputs = Outputs(html=DASH)
    request = AnalysisRequest(DEFAULT_ANALYST, time_limits(seconds), outputs, reading)
    with started(request.spec) as player, early_end() as end:
        analysed = analyse_by(player, request, "thinking", GameAnalysis(game))
    exit_early(end.failure, f": {NOTHING_WRITTEN}", err=True)
    assert analysed.page
    return analysed.page[1]


def time_limits(seconds: float) -> Limits | None:
    """Returns the limits of an analysis by time; 0 is none."""
    return Limits(seconds=seconds) if seconds else None


class FileAnalysis(Work[GameAnalysis, AnalysedGame]):
    """The analysis of the games of a file, in their order.

    `latest`   the game that has come last, until it is written: without `analyse`, one that is done, else also one that
               has only begun.
    `broken`   says why the rest of the file cannot be read; '' if it can.
    """

    def __init__(
        self,
        games: GamesOfFile,
        request: AnalysisRequest,
        analyse: Callable[[GameAnalysis], AnalysedGame] | None = None,
    ) -> None:
        """`analyse` analyses a game in this process; without it, a new player does so in another."""
        super().__init__(in_order=True)
        self.games = games
        self.request = request
        self.analyse = analyse
        self.latest: AnalysedGame | None = None
        self.broken = ""

    def expected_seconds(self, processes: int) -> float:
        """Returns about how long the games take that have been read ahead; 0 without a limit of time."""
        limits = self.request.limits
        seconds = LOOKS * self.games.positions * (limits.seconds or 0.0) if limits else 0.0
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
        return partial(self.analyse or partial(analyse_by_new_player, self.request), item)

    def record(self, item: GameAnalysis, result: AnalysedGame) -> None:
        """Keeps a result until it has been printed."""
        self.latest = result


def analyse_games(ctx: click.Context, name: str, games: GamesOfFile, request: AnalysisRequest) -> None:
    """Lets a player analyse games of the file called `name`, and prints each when it is done.

    If Ctrl-C or a failing player ends it early, it prints what it has found, and files get the games that are finished.
    Games that cannot be read are reported, and the exit code is then 1. Raises PlayerError and OSError.
    """
    outputs, limits, jobs = request.outputs, request.limits, request.jobs
    report = ReadingReport(name)
    out = console(to_stderr=DASH in outputs)
    with ExitStack() as cleanup:
        outputs.check(games.count)
        player = cleanup.enter_context(started(request.spec))
        if limits and limits.depth is not None and player.has_own_depth:
            echo(depth_ignored(player.name, player.depth), err=out.stderr)
        title = "analysing" if games.count == 1 else f"game {{}}{f' of {games.count}' if games.count else ''}"
        analyse = partial(analyse_by, player, request, title)
        work = FileAnalysis(games, request, analyse if jobs == 1 else None)
        printer = GamePrinter(out, report, player.score_note, request.is_quiet)
        writer = cleanup.enter_context(Writer(outputs, name, games.count, request.analyst(player), limits))

        @contextmanager
        def printed() -> Iterator[Callable[[GameAnalysis], None]]:
            """Yields a function that prints and writes the game that is done."""
            with progress_bar("making pages", games.count, shown=request.is_quiet and jobs > 1) as advance:

                def show(_: GameAnalysis) -> None:
                    assert work.latest
                    try:
                        printer.print(work.latest.analysis)
                    finally:
                        with interrupt_deferred():
                            writer.add(work.latest)
                            work.latest = None
                    advance("")

                yield show

        try:
            used = local_workers(jobs, engine_process.kill_all if is_outside(request.spec) else None)
            carry_out(work, jobs, f"for a quicker analysis, add {request.quicker}", display=printed, used=used)
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
    if request.is_quiet and writer.result:
        echo(writer.result, err=out.stderr)
    written = "the games that are finished are written" if writer.has_written else NOTHING_WRITTEN
    if outputs.html and rest and rest.analysis.is_complete and not rest.page:
        written = "not all pages are written"
    exit_early(failure, f": {written}" if any(path and path != DASH for path in outputs) else "", err=True)
    ctx.exit(report.exit_code)


def analyse_file(ctx: click.Context, file: Path, number: int | None, request: AnalysisRequest) -> None:
    """Does what `analyse_games` does with all games of a file, or with one of them; `-` is standard input."""
    with click.open_file(str(file), "rb") as opened:
        name = file_name(file)
        analyse_games(ctx, name, games_in(opened, name, number), request)


def file_name(file: Path) -> str:
    """Returns the name of a file in messages."""
    return "standard input" if file == DASH else printable(str(file))


def games_in(opened: IO[bytes], name: str, number: int | None) -> GamesOfFile:
    """Returns the games of an open file, or the one with a number. Raises ClickException."""
    try:
        return GamesOfFile(lines_of(opened), number)
    except PgnError as error:
        raise click.ClickException(f"{name}: {error}") from None
