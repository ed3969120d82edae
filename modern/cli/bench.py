"""`gosub bench`: how fast the programs are, beside a named peer in the same run, and what the engine finds."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from historic.shell import EXIT_INTERRUPTED
from modern.cli.bench_tactics import tactics
from modern.cli.files import DASH, FILE_OR_DASH
from modern.cli.usage import SuggestingGroup

if TYPE_CHECKING:
    from modern.bench.rates import Comparison, TimedRun

JSON = click.option(
    "--json",
    "json_file",
    metavar="FILE",
    type=FILE_OR_DASH,
    help="- is standard output.",
)


@click.group(cls=SuggestingGroup, short_help="Measure speed, beside a named peer, and what the engine finds.")
def bench() -> None:
    """Measure how fast the programs are here, beside a named peer in the same run, and what the engine finds."""


bench.add_command(tactics)


@bench.command(short_help="The program of 1994: the record, and a game with itself.")
@click.option(
    "--runs", metavar="N", type=click.IntRange(min=1), default=5, show_default=True, help="Of each; the median counts."
)
@JSON
def historic(runs: int, json_file: Path | None) -> None:
    """The 23 plies of the record, and 24 that the program plays with itself: plies a second, and seconds in all."""
    _check_writable(json_file)
    from modern.bench.historic import comparisons

    _measure(comparisons(), runs, json_file)


@bench.command(short_help="The rules: perft.")
@click.option("--runs", type=click.IntRange(min=1), default=3, show_default=True, help="Of each; the median counts.")
@JSON
def rules(runs: int, json_file: Path | None) -> None:
    """perft, beside python-chess's and, where it is on the PATH, Stockfish's: nodes a second, and seconds in all."""
    _check_writable(json_file)
    from modern.bench.rates import BenchError
    from modern.bench.rules import comparisons

    try:
        with comparisons() as made:
            _measure(made, runs, json_file)
    except BenchError as error:
        raise click.ClickException(str(error)) from None


@bench.command(short_help="The engine: 24 positions, and a signature of what it finds.")
@click.option("--depth", metavar="PLIES", type=click.IntRange(1, 20), default=10, show_default=True, help="In plies.")
@click.option("--runs", type=click.IntRange(min=1), default=3, show_default=True, help="Of each; the median counts.")
@JSON
def engine(depth: int, runs: int, json_file: Path | None) -> None:
    """Search 24 positions to a depth: move, score and nodes at each, and a signature of them all.

    Both builds have the same signature. Then nodes a second, beside a search of python-chess's and, where it is on the
    PATH, sunfish's.
    """
    _check_writable(json_file)
    from modern.bench.engine import comparisons
    from modern.bench.rates import BenchError

    try:
        _show_signature(depth, to_stderr=json_file == DASH)
        with comparisons(depth) as made:
            _measure(made, runs, json_file)
    except BenchError as error:
        raise click.ClickException(str(error)) from None


def _show_signature(depth: int, to_stderr: bool) -> None:
    """The table of what the engine finds, and the signature."""
    from modern.bench.engine import SearchResult, search_positions, signature
    from modern.bench.positions import POSITIONS
    from modern.cli.output import console, new_table, print_table, progress

    found: list[SearchResult] = []
    interrupted = False
    try:
        with progress(search_positions(depth), "searching", len(POSITIONS)) as passing:
            for row in passing:
                found.append(row)  # noqa: PERF402  what has been found stays when Ctrl-C comes
    except KeyboardInterrupt:
        interrupted = True
    out = console(to_stderr)
    shown = new_table("position", "move", ">score", ">nodes")
    for row in found:
        shown.add_row(row.name, row.move, row.score, str(row.nodes))
    if found:
        print_table(out, shown)
    if interrupted:
        click.echo(f"interrupted: {len(found)} of {len(POSITIONS)} positions are searched", err=to_stderr)
        click.get_current_context().exit(EXIT_INTERRUPTED)
    nodes = sum(row.nodes for row in found)
    click.echo(f"{nodes} nodes at depth {depth}, signature {signature(found)}\n", err=to_stderr)


def _check_writable(json_file: Path | None) -> None:
    """Say now, and not after minutes, that the file cannot be written."""
    from historic.shell import check_writable

    if json_file and json_file != DASH:
        check_writable(json_file)


def _measure(comparisons: Sequence[Comparison], runs: int, json_file: Path | None) -> None:
    """Run everything in turn and show the medians: all of them, or those there are when it is interrupted."""
    from modern.bench.rates import BenchError, medians, timed_runs
    from modern.cli.output import console, new_table, print_table, progress, write

    contenders = sum(len(comparison.contenders) for comparison in comparisons)
    taken: list[TimedRun] = []
    interrupted = False
    failure: BenchError | None = None
    try:
        with progress(timed_runs(comparisons, runs), "measuring", runs * contenders) as passing:
            for run in passing:
                taken.append(run)  # noqa: PERF402  what has been taken stays when Ctrl-C comes
    except KeyboardInterrupt:
        interrupted = True
    except BenchError as error:
        failure = error
    rates = medians(comparisons, taken)
    out = console(to_stderr=json_file == DASH)
    if rates:
        amounts = {comparison.unit: comparison.amount for comparison in comparisons}
        rows = new_table("what", "who", ">a second", ">ratio", ">seconds")
        for index, rate in enumerate(rates):
            first = index == 0 or rates[index - 1].unit != rate.unit
            if first and index:
                rows.add_section()
            amount = amounts[rate.unit]
            what = f"{amount or ''} {rate.unit}".strip() if first else ""
            seconds = f"{amount / rate.per_second:.3f}" if amount else ""
            rows.add_row(what, rate.contender, _figure(rate.per_second), f"{rate.ratio:.3f}", seconds)
        print_table(out, rows)
    ended_early = interrupted or failure is not None
    if json_file and not (ended_early and json_file != DASH):
        write(json_file, json.dumps([rate.as_json() for rate in rates], indent=1) + "\n")
    done = len(taken) // contenders
    times = "1 run" if done == 1 else f"{done} runs"
    measured = f"the median of {times} of each, in turn" if done else "not all of them have run"
    measured = measured if rates else "nothing that can be compared has been measured"
    click.echo(f"{'interrupted: ' if interrupted else ''}{measured}", err=out.stderr)
    if failure:
        raise click.ClickException(str(failure))
    if interrupted:
        click.get_current_context().exit(EXIT_INTERRUPTED)


def _figure(per_second: float) -> str:
    return f"{per_second:,.0f}" if per_second >= 1000 else f"{per_second:.2f}"
