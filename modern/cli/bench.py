"""`gosub bench`: speed relative to a named peer in the same run, and tactical test suites."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from click.decorators import FC

from modern.bench.rates import BenchError, Comparison, TimedRun, medians, timed_runs
from modern.cli.combinations import check_combination
from modern.cli.lazy import lazily
from modern.cli.options import (
    AT_LEAST_1,
    INPUT_FILE,
    Choice,
    WholeNumberRange,
    check_files,
    depth_option,
    jobs_option,
    json_option,
    nodes_option,
    time_option,
)
from modern.cli.output import carry_out, console, exit_early, new_table, print_table, progress, write_json
from modern.cli.shell import DASH, SuggestingGroup, echo, reported
from modern.facts import counted

with lazily():
    from modern import limits
    from modern.bench import basic as basic_bench
    from modern.bench import engine as engine_bench
    from modern.bench import historic as historic_bench
    from modern.bench import positions, suite
    from modern.bench import rules as rules_bench
    from modern.bench import start as start_bench
    from modern.bench import tactics as tactics_bench
    from modern.cli import problems
    from modern.engine import engine as search_engine
    from modern.engine.network import weights_file
    from modern.game import text_lines
    from modern.jobs import early_end
    from modern.jobs import work as works

if TYPE_CHECKING:
    from rich.table import Table

    from modern.bench.suite import Puzzle
    from modern.bench.tactics import Attempt
    from modern.limits import Limits

#: The default time for each position of a test suite, in seconds.
DEFAULT_SECONDS = 1.0
#: The number at the end of a puzzle's name. Puzzles whose names are otherwise equal form a category.
TRAILING_NUMBER: Final = re.compile(r"\W*\d+$")

JSON = json_option("the rates")


def runs_option(default: int) -> Callable[[FC], FC]:
    return click.option(
        "--runs",
        metavar="N",
        type=AT_LEAST_1,
        default=default,
        show_default=True,
        help="Number of runs of each program.",
    )


@click.group(cls=SuggestingGroup, invoke_without_command=True)
@click.pass_context
def bench(ctx: click.Context) -> None:
    """Measure speed next to other programs in the same run, and run test suites.

    Without a command, search 24 positions in one process and print `N nodes M nps`, the line that OpenBench reads.
    """
    if ctx.invoked_subcommand is None:
        with reported(BenchError), early_end.early_end() as end:
            *_, last = engine_bench.bench_lines()
            echo(last)
        exit_early(end.failure, err=True)


@bench.command(short_help="Measure the 1994 program: recorded game and self-play.")
@runs_option(5)
@JSON
def historic(runs: int, json_file: Path | None) -> None:
    """Measure the 23 plies of the recorded game and 24 plies of self-play, in plies per second."""
    _measure(nullcontext(historic_bench.comparisons()), runs, json_file)


@bench.command(short_help="Measure the rules of chess: perft.")
@runs_option(3)
@JSON
def rules(runs: int, json_file: Path | None) -> None:
    """Measure perft in nodes per second, next to python-chess and, if it is on the PATH, Stockfish."""
    _measure(rules_bench.comparisons(), runs, json_file)


@bench.command(short_help="Measure the BASIC that runs listings.")
@runs_option(3)
@JSON
def basic(runs: int, json_file: Path | None) -> None:
    """Measure a small program in BASIC in statements per second, next to the same program in Python.

    If `pcbasic` is on the PATH, PC-BASIC runs it too. Needs lark: in a checkout, pip install ".[listing]".
    """
    _measure(basic_bench.comparisons(), runs, json_file)


@bench.command(short_help="Measure how fast gosub starts.")
@runs_option(5)
@JSON
def start(runs: int, json_file: Path | None) -> None:
    """Measure how often a second `gosub --help` can run, next to a Python that only imports click."""
    _measure(nullcontext(start_bench.comparisons()), runs, json_file)


@bench.command(short_help="Measure the engine: 24 searches and their signature.")
@click.option(
    "--depth", metavar="PLIES", type=WholeNumberRange(1, 20), default=10, show_default=True, help="Search depth."
)
@click.option(
    "--evaluation",
    type=Choice(["network", "hand"]),
    help="The evaluation in these searches: the network, or the hand-written terms.  [default: as the engine plays]",
)
@runs_option(3)
@JSON
def engine(depth: int, evaluation: str | None, runs: int, json_file: Path | None) -> None:
    """Search 24 positions to a fixed depth, and print the move, score and nodes of each and a signature of all.

    The compiled and the interpreted build must give the same signature. Then measure nodes per second with either
    evaluation, next to a plain search with python-chess and, if it is on the PATH, sunfish.
    """
    check_files()
    _show_signature(depth, evaluation or search_engine.DEFAULT_EVALUATION, to_stderr=json_file == DASH)
    _measure(engine_bench.comparisons(depth), runs, json_file)


@bench.command(short_help="Test the engine with tactical positions.")
@click.option(
    "--suite",
    "file",
    metavar="FILE.epd",
    type=INPUT_FILE,
    help="Positions with bm, am or dm.  [default: the built-in suite]",
)
@time_option(f"Time for each position.  [default: {DEFAULT_SECONDS:g}]")
@depth_option("Search depth for each position.")
@nodes_option("Node limit for each position.")
@click.option(
    "--evaluation",
    type=Choice(["network", "hand"]),
    help="The evaluation: the network, or the hand-written terms.  [default: as the engine plays]",
)
@jobs_option(1, "Number of processes. With --time, use no more than there are cores.")
@json_option("the results")
@click.pass_context
def tactics(
    ctx: click.Context,
    file: Path | None,
    seconds: float | None,
    depth: int | None,
    nodes: int | None,
    evaluation: str | None,
    jobs: int,
    json_file: Path | None,
) -> None:
    """Test whether the engine finds the best move or the mate in each position of a suite.

    A position is solved if the final move is one of its bm and none of its am, and the final score is a mate in exactly
    dm moves. A position need not have all three. A new engine searches each position.
    """
    check_combination(ctx)
    check_files()
    if seconds is None and depth is None and nodes is None:
        seconds = DEFAULT_SECONDS
    thinking_limits = limits.Limits(depth=depth, nodes=nodes, seconds=seconds)
    evaluation = evaluation or search_engine.DEFAULT_EVALUATION
    with reported(text_lines.PgnError, suite.SuiteError, weights_file.WeightsError):
        puzzles, faults = suite.read_suite(file or suite.DEFAULT_SUITE)
        if evaluation == search_engine.NETWORK:
            weights_file.installed_weights()  # raises WeightsError now, and not in a worker
    report = problems.ReadingReport(file, "position")
    for fault in faults:
        report.add_line(fault)
    report.read = len(puzzles)
    attempt = partial(tactics_bench.attempt_puzzle, limits=thinking_limits, evaluation=evaluation)
    work = works.ListWork("solving", attempt, puzzles)
    carry_out(work, jobs)
    done = work.results
    _print_attempts(puzzles, done, thinking_limits, evaluation, jobs, to_stderr=json_file == DASH)
    if json_file:
        write_json(json_file, tactics_bench.results_json(puzzles, done, thinking_limits), bool(work.failure))
    exit_early(work.failure, err=json_file == DASH)
    report.print_count()
    ctx.exit(report.exit_code)


# Rates.


def _show_signature(depth: int, evaluation: str, to_stderr: bool) -> None:
    """Prints the table of search results, and the signature. Exits after Ctrl-C."""
    results: list[engine_bench.SearchResult] = []
    count = len(positions.POSITIONS)
    searches = engine_bench.search_positions(depth, evaluation)
    with reported(BenchError), early_end.early_end() as end, progress(searches, "searching", count) as tracked:
        results += tracked
    rows = new_table("position", "move", ">score", ">nodes")
    for result in results:
        rows.add_row(result.name, result.move, result.score, str(result.nodes))
    if results:
        print_table(console(to_stderr), rows, ["nodes", "score"])
    exit_early(end.failure, f": {len(results)} of {count} positions were searched", err=to_stderr)
    nodes = sum(result.nodes for result in results)
    echo(
        f"{nodes} nodes at depth {depth} with {evaluation}, signature {engine_bench.signature(results)}\n",
        err=to_stderr,
    )


def _measure(opened: AbstractContextManager[Sequence[Comparison]], runs: int, json_file: Path | None) -> None:
    """Runs the contenders in turn and prints the medians. If it ends early, prints those measured so far."""
    check_files()
    timed: list[TimedRun] = []
    with ExitStack() as stack:
        with reported(BenchError):
            comparisons = stack.enter_context(opened)
        contenders = sum(len(comparison.contenders) for comparison in comparisons)
        try:
            measuring = progress(timed_runs(comparisons, runs), "measuring", runs * contenders)
            with early_end.early_end() as end, measuring as measurements:
                timed += measurements
            failure = end.failure
        except BenchError as error:
            failure = str(error)
    rates = medians(comparisons, timed)
    out = console(to_stderr=json_file == DASH)
    if rates:
        amounts = {comparison.unit: comparison.amount for comparison in comparisons}
        table = new_table("benchmark", "program", ">per second", ">ratio", ">seconds")
        for index, rate in enumerate(rates):
            first = index == 0 or rates[index - 1].unit != rate.unit
            if first and index:
                table.add_section()
            amount = amounts[rate.unit]
            label = f"{amount or ''} {rate.unit}".strip() if first else ""
            seconds = f"{amount / rate.per_second:.3f}" if amount else ""
            table.add_row(label, rate.contender, _format_rate(rate.per_second), f"{rate.ratio:.3f}", seconds)
        print_table(out, table, ["seconds"])
    if json_file:
        write_json(json_file, [rate.as_json() for rate in rates], bool(failure))
    done = len(timed) // (contenders or 1)
    summary = f"the median of {counted(done, 'run')} of each, in turn" if done else "not all contenders have run"
    summary = summary if rates else "no comparison has been measured"
    exit_early(failure, f": {summary}", err=out.stderr)
    echo(summary, err=out.stderr)


def _format_rate(per_second: float) -> str:
    return f"{per_second:,.0f}" if per_second >= 1000 else f"{per_second:.2f}"


# Attempts at a test suite.


def _print_attempts(
    puzzles: Sequence[Puzzle], done: list[Attempt], limits: Limits, evaluation: str, jobs: int, to_stderr: bool
) -> None:
    """Prints the solved puzzles, the unsolved ones, and the counts."""
    _print_table(_solved_table(done), to_stderr)
    unsolved = [line for attempt in done if attempt.solved_at is None for line in _unsolved_lines(attempt)]
    click.echo("".join(f"{line}\n" for line in unsolved), nl=bool(unsolved), err=to_stderr)
    _print_table(_category_table(done), to_stderr)
    solved = sum(attempt.solved_at is not None for attempt in done)
    rest = f", {len(puzzles) - len(done)} not attempted" if len(done) < len(puzzles) else ""
    processes = counted(jobs, "process", "processes")
    how = f"{_limit_text(limits)} each, {evaluation}, {tactics_bench.engine_build()}, {processes}"
    echo(f"{solved} of {len(done)} solved{rest} ({how})", err=to_stderr)


def _print_table(rows: Table, to_stderr: bool) -> None:
    """Prints a table and a blank line, unless the table is empty."""
    if rows.row_count:
        print_table(console(to_stderr), rows)
        click.echo(err=to_stderr)


def _unsolved_lines(attempt: Attempt) -> tuple[str, str]:
    """Returns the expected and the played move, and the FEN on a line of its own, so that it never wraps."""
    moves = f"expected {attempt.puzzle.solution()}, played {attempt.played} ({attempt.final_report.score})"
    return f"not solved: {attempt.puzzle.name}: {moves}", f"    {attempt.puzzle.fen}"


def _solved_table(done: list[Attempt]) -> Table:
    """Returns the table of solved puzzles, with the depth, nodes and seconds of the solution."""
    rows = new_table("solved", "move", ">score", ">at depth", ">nodes", ">seconds")
    for attempt in done:
        if attempt.solved_at is not None:
            at = attempt.solved_at
            figures = (str(attempt.final_report.score), str(at.depth), f"{at.nodes:,}", f"{at.seconds:.3f}")
            rows.add_row(attempt.puzzle.name, attempt.played, *figures)
    return rows


def _category_table(done: list[Attempt]) -> Table:
    """Returns the table of solved counts by category."""
    rows = new_table("category", ">solved", ">of")
    categories = [TRAILING_NUMBER.sub("", attempt.puzzle.name) for attempt in done]
    solved = Counter(
        category for category, attempt in zip(categories, done, strict=True) if attempt.solved_at is not None
    )
    for category, count in Counter(categories).items():
        rows.add_row(category, str(solved[category]), str(count))
    return rows


def _limit_text(limits: Limits) -> str:
    if limits.depth is not None:
        return counted(limits.depth, "ply", "plies")
    return f"{limits.seconds:g} s" if limits.nodes is None else f"{limits.nodes:,} nodes"
