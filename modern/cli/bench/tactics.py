"""`gosub bench tactics`: runs the engine on a test suite of tactical positions."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from modern.cli.options import (
    DASH,
    FILE_OR_DASH,
    SECONDS_TO_THINK,
    WholeNumberRange,
    check_distinct,
    check_output_files,
)
from modern.cli.output import process_count
from modern.cli.shell import EXIT_INTERRUPTED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from modern.bench.suite import Puzzle
    from modern.bench.tactics import Attempt
    from modern.engine.limits import Limits

#: The default time for each position, in seconds.
DEFAULT_SECONDS = 1.0

#: The number at the end of a puzzle's name. Puzzles whose names are otherwise equal form a category.
TRAILING_NUMBER: Final = re.compile(r"\W*\d+$")
SUITE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command(short_help="The engine: a test suite of tactical positions.")
@click.option(
    "--suite", metavar="FILE.epd", type=SUITE, help="Positions with bm, am or dm.  [default: the built-in suite]"
)
@click.option(
    "--time",
    "seconds",
    metavar="SECONDS",
    type=SECONDS_TO_THINK,
    help=f"Time for each position.  [default: {DEFAULT_SECONDS:g}]",
)
@click.option("--depth", metavar="PLIES", type=WholeNumberRange(1, 100), help="Search depth for each position.")
@click.option("--nodes", metavar="N", type=WholeNumberRange(1, 10**12), help="Node limit for each position.")
@click.option(
    "--evaluation",
    type=click.Choice(["network", "hand"]),
    help="What evaluates: the network, or the hand-written terms.  [default: as the engine plays]",
)
@click.option(
    "--jobs",
    metavar="N",
    type=WholeNumberRange(min=1),
    default=1,
    show_default=True,
    help="Number of processes. With --time, use no more than there are cores.",
)
@click.option(
    "--json", "json_file", metavar="FILE", type=FILE_OR_DASH, help="Write the results as JSON; - is standard output."
)
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
    """Run the engine on a test suite: it has to find the best move or the mate, and stay with it.

    A position is solved if the final move is one of bm and none of am, and the final score is a mate in exactly dm
    moves; an operation that the position lacks is not tested. A new engine searches each position.
    """
    check_output_files([("--json", json_file)])
    check_distinct([("--suite", suite), ("--json", None if json_file == DASH else json_file)])
    from modern.bench.suite import DEFAULT_SUITE, SuiteError, read_suite
    from modern.engine.engine import DEFAULT_EVALUATION, NETWORK
    from modern.engine.network.weights_file import WeightsError, installed_weights

    evaluation = evaluation or DEFAULT_EVALUATION
    limits = _limits(seconds, depth, nodes)
    try:
        puzzles = read_suite(suite or DEFAULT_SUITE)
        if evaluation == NETWORK:
            installed_weights()  # raises WeightsError now, and not in a worker
    except (SuiteError, WeightsError) as error:
        raise click.ClickException(str(error)) from None
    done, stopped_by = _run_attempts(puzzles, limits, evaluation, jobs)
    _print_results(puzzles, done, limits, evaluation, jobs, to_stderr=json_file == DASH)
    if json_file and not (stopped_by and json_file != DASH):
        from modern.cli.output import write

        write(json_file, json.dumps(_as_json(puzzles, done, limits), indent=1) + "\n")
    if stopped_by == "interrupted":
        click.echo(stopped_by, err=json_file == DASH)
        ctx.exit(EXIT_INTERRUPTED)
    if stopped_by:
        raise click.ClickException(stopped_by)


def _limits(seconds: float | None, depth: int | None, nodes: int | None) -> Limits:
    """Returns the limit that was given, or the default time."""
    from modern.engine.limits import Limits

    given = {"--time": seconds, "--depth": depth, "--nodes": nodes}
    flags = [flag for flag, value in given.items() if value is not None]
    if len(flags) > 1:
        raise click.UsageError(f"{flags[1]} cannot be combined with {flags[0]}")
    return Limits(depth=depth, nodes=nodes, seconds=seconds if flags else DEFAULT_SECONDS)


def _run_attempts(puzzles: Sequence[Puzzle], limits: Limits, evaluation: str, jobs: int) -> tuple[list[Attempt], str]:
    """Returns the attempts in the suite's order, and why the run ended early, or an empty string."""
    from concurrent.futures import BrokenExecutor

    from modern.bench.tactics import attempt_all
    from modern.cli.output import progress
    from modern.jobs.workers import local_workers

    done: list[Attempt] = []
    stopped_by = ""
    try:
        with (
            local_workers(jobs) as workers,
            progress(attempt_all(puzzles, limits, workers, evaluation), "solving", len(puzzles)) as solving,
        ):
            for attempt in solving:
                done.append(attempt)  # noqa: PERF402  keeps the attempts so far after Ctrl-C
    except KeyboardInterrupt:
        stopped_by = "interrupted"
    except BrokenExecutor:
        stopped_by = "a worker process died"
    order = {puzzle: index for index, puzzle in enumerate(puzzles)}
    return sorted(done, key=lambda attempt: order[attempt.puzzle]), stopped_by


# Output.


def _print_results(
    puzzles: Sequence[Puzzle], done: list[Attempt], limits: Limits, evaluation: str, jobs: int, to_stderr: bool
) -> None:
    """Prints the solved puzzles, the unsolved ones, and the counts."""
    from modern.bench.tactics import engine_build

    _print_table(_solved_table(done), to_stderr)
    unsolved = [line for attempt in done if attempt.solved_at is None for line in _unsolved_lines(attempt)]
    click.echo("".join(f"{line}\n" for line in unsolved), nl=bool(unsolved), err=to_stderr)
    _print_table(_category_table(done), to_stderr)
    solved = sum(attempt.solved_at is not None for attempt in done)
    rest = f", {len(puzzles) - len(done)} not attempted" if len(done) < len(puzzles) else ""
    how = f"{_limit_text(limits)} each, {evaluation}, {engine_build()}, {process_count(jobs)}"
    click.echo(f"{solved} of {len(done)} solved{rest} ({how})", err=to_stderr)


def _print_table(rows: Table, to_stderr: bool) -> None:
    """Prints a table and a blank line, unless the table is empty."""
    from modern.cli.output import console, print_table

    if rows.row_count:
        print_table(console(to_stderr), rows)
        click.echo(err=to_stderr)


def _unsolved_lines(attempt: Attempt) -> tuple[str, str]:
    """Returns the expected and the played move, and the FEN on a line of its own, so that it never wraps."""
    moves = f"expected {attempt.puzzle.solution()}, played {attempt.played} ({attempt.final_report.score})"
    return f"not solved: {attempt.puzzle.name}: {moves}", f"    {attempt.puzzle.fen}"


def _solved_table(done: list[Attempt]) -> Table:
    """Returns the table of solved puzzles, with the depth, nodes and seconds of the solution."""
    from modern.cli.output import new_table

    rows = new_table("solved", "move", ">score", ">at depth", ">nodes", ">seconds")
    for attempt in done:
        if attempt.solved_at is not None:
            at = attempt.solved_at
            figures = (str(attempt.final_report.score), str(at.depth), f"{at.nodes:,}", f"{at.seconds:.3f}")
            rows.add_row(attempt.puzzle.name, attempt.played, *figures)
    return rows


def _category_table(done: list[Attempt]) -> Table:
    """Returns the table of solved counts by category."""
    from modern.cli.output import new_table

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
        return "1 ply" if limits.depth == 1 else f"{limits.depth} plies"
    return f"{limits.seconds:g} s" if limits.nodes is None else f"{limits.nodes:,} nodes"


def _as_json(puzzles: Sequence[Puzzle], done: list[Attempt], limits: Limits) -> dict[str, Any]:
    """Returns the results for --json."""
    return {
        "positions": len(puzzles),
        "complete": len(done) == len(puzzles),
        "seconds": limits.seconds,
        "depth": limits.depth,
        "nodes": limits.nodes,
        "solved": sum(attempt.solved_at is not None for attempt in done),
        "attempts": [attempt.as_json() for attempt in done],
    }
