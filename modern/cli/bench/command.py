"""`gosub bench`: speed relative to a named peer in the same run, and tactical test suites."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import click
from click.decorators import FC

from modern.bench.rates import BenchError, Comparison, TimedRun, medians, timed_runs
from modern.cli.combinations import check_combination
from modern.cli.lazy import lazily
from modern.cli.options import (
    AT_LEAST_1,
    INPUT_FILE,
    WholeNumberRange,
    check_files,
    depth_option,
    jobs_option,
    json_option,
    nodes_option,
    time_option,
)
from modern.cli.output import console, new_table, print_table, progress, write
from modern.cli.shell import DASH, EXIT_INTERRUPTED, SuggestingGroup, echo

with lazily():
    from modern import limits
    from modern.bench import basic as basic_bench
    from modern.bench import engine as engine_bench
    from modern.bench import historic as historic_bench
    from modern.bench import positions
    from modern.bench import rules as rules_bench
    from modern.bench import start as start_bench
    from modern.cli.bench import tactics as tactics_bench
    from modern.engine import engine as search_engine

#: The default time for each position of a test suite, in seconds.
DEFAULT_SECONDS = 1.0

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


@click.group(cls=SuggestingGroup)
def bench() -> None:
    """Measure speed next to other programs in the same run, and run test suites."""


@bench.command(short_help="Measure the 1994 program: recorded game and self-play.")
@runs_option(5)
@JSON
def historic(runs: int, json_file: Path | None) -> None:
    """Measure the 23 plies of the recorded game and 24 plies of self-play, in plies per second."""
    check_files()
    _measure(historic_bench.comparisons(), runs, json_file)


@bench.command(short_help="Measure the rules of chess: perft.")
@runs_option(3)
@JSON
def rules(runs: int, json_file: Path | None) -> None:
    """Measure perft in nodes per second, next to python-chess and, if it is on the PATH, Stockfish."""
    check_files()
    try:
        with rules_bench.comparisons() as compared:
            _measure(compared, runs, json_file)
    except BenchError as error:
        raise click.ClickException(str(error)) from None


@bench.command(short_help="Measure the BASIC that runs listings.")
@runs_option(3)
@JSON
def basic(runs: int, json_file: Path | None) -> None:
    """Measure a small program in BASIC in statements per second, next to the same program in Python.

    If `pcbasic` is on the PATH, PC-BASIC runs it too. Needs lark: pip install 'gosub-chess[listing]'.
    """
    check_files()
    try:
        with basic_bench.comparisons() as compared:
            _measure(compared, runs, json_file)
    except BenchError as error:
        raise click.ClickException(str(error)) from None


@bench.command(short_help="Measure how fast gosub starts.")
@runs_option(5)
@JSON
def start(runs: int, json_file: Path | None) -> None:
    """Measure how often a second `gosub --help` can run, next to a Python that only imports click."""
    check_files()
    _measure(start_bench.comparisons(), runs, json_file)


@bench.command(short_help="Measure the engine: 24 searches and their signature.")
@click.option(
    "--depth", metavar="PLIES", type=WholeNumberRange(1, 20), default=10, show_default=True, help="Search depth."
)
@click.option(
    "--evaluation",
    type=click.Choice(["network", "hand"]),
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
    try:
        _show_signature(depth, evaluation or search_engine.DEFAULT_EVALUATION, to_stderr=json_file == DASH)
        with engine_bench.comparisons(depth) as compared:
            _measure(compared, runs, json_file)
    except BenchError as error:
        raise click.ClickException(str(error)) from None


@bench.command(short_help="Test the engine with tactical positions.")
@click.option(
    "--suite", metavar="FILE.epd", type=INPUT_FILE, help="Positions with bm, am or dm.  [default: the built-in suite]"
)
@time_option(f"Time for each position.  [default: {DEFAULT_SECONDS:g}]")
@depth_option("Search depth for each position.")
@nodes_option("Node limit for each position.")
@click.option(
    "--evaluation",
    type=click.Choice(["network", "hand"]),
    help="The evaluation: the network, or the hand-written terms.  [default: as the engine plays]",
)
@jobs_option(1, "Number of processes. With --time, use no more than there are cores.")
@json_option("the results")
@click.pass_context
def tactics(
    ctx: click.Context,
    suite: Path | None,
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
    tactics_bench.run_suite(ctx, suite, thinking_limits, evaluation, jobs, json_file)


def _show_signature(depth: int, evaluation: str, to_stderr: bool) -> None:
    """Prints the table of search results, and the signature."""
    results: list[engine_bench.SearchResult] = []
    interrupted = False
    try:
        with progress(
            engine_bench.search_positions(depth, evaluation), "searching", len(positions.POSITIONS)
        ) as searches:
            for result in searches:
                results.append(result)  # noqa: PERF402  keeps the results so far after Ctrl-C
    except KeyboardInterrupt:
        interrupted = True
    out = console(to_stderr)
    rows = new_table("position", "move", ">score", ">nodes")
    for result in results:
        rows.add_row(result.name, result.move, result.score, str(result.nodes))
    if results:
        print_table(out, rows, ["nodes", "score"])
    if interrupted:
        echo(f"interrupted: {len(results)} of {len(positions.POSITIONS)} positions were searched", err=to_stderr)
        click.get_current_context().exit(EXIT_INTERRUPTED)
    nodes = sum(result.nodes for result in results)
    echo(
        f"{nodes} nodes at depth {depth} with {evaluation}, signature {engine_bench.signature(results)}\n",
        err=to_stderr,
    )


def _measure(comparisons: Sequence[Comparison], runs: int, json_file: Path | None) -> None:
    """Runs the contenders in turn and prints the medians. If interrupted, prints those measured so far."""
    contenders = sum(len(comparison.contenders) for comparison in comparisons)
    timed: list[TimedRun] = []
    interrupted = False
    failure: BenchError | None = None
    try:
        with progress(timed_runs(comparisons, runs), "measuring", runs * contenders) as measurements:
            for run in measurements:
                timed.append(run)  # noqa: PERF402  keeps the runs so far after Ctrl-C
    except KeyboardInterrupt:
        interrupted = True
    except BenchError as error:
        failure = error
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
    ended_early = interrupted or failure is not None
    if json_file and not (ended_early and json_file != DASH):
        write(json_file, json.dumps([rate.as_json() for rate in rates], indent=1) + "\n")
    done = len(timed) // contenders
    times = "1 run" if done == 1 else f"{done} runs"
    summary = f"the median of {times} of each, in turn" if done else "not all contenders have run"
    summary = summary if rates else "no comparison has been measured"
    echo(f"{'interrupted: ' if interrupted else ''}{summary}", err=out.stderr)
    if failure:
        raise click.ClickException(str(failure))
    if interrupted:
        click.get_current_context().exit(EXIT_INTERRUPTED)


def _format_rate(per_second: float) -> str:
    return f"{per_second:,.0f}" if per_second >= 1000 else f"{per_second:.2f}"
