"""Runs the engine on a test suite for `gosub bench tactics`, and prints which positions it solves."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import Final

import click
from rich.table import Table

from modern.bench.suite import DEFAULT_SUITE, Puzzle, SuiteError, read_suite
from modern.bench.tactics import Attempt, attempt_all, engine_build, results_json
from modern.cli.output import console, new_table, print_table, progress, write
from modern.cli.problems import ReadingReport
from modern.cli.shell import DASH, EXIT_INTERRUPTED, echo
from modern.engine.engine import DEFAULT_EVALUATION, NETWORK
from modern.engine.network.weights_file import WeightsError, installed_weights
from modern.facts import counted
from modern.game.pgn_scanning import PgnError
from modern.jobs.workers import local_workers
from modern.limits import Limits

#: The number at the end of a puzzle's name. Puzzles whose names are otherwise equal form a category.
TRAILING_NUMBER: Final = re.compile(r"\W*\d+$")


def run_suite(
    ctx: click.Context, suite: Path | None, limits: Limits, evaluation: str | None, jobs: int, json_file: Path | None
) -> None:
    """Runs the engine on a suite, and prints and writes the results, also if it ends early. Raises ClickException."""
    evaluation = evaluation or DEFAULT_EVALUATION
    try:
        puzzles, problems = read_suite(suite or DEFAULT_SUITE)
        if evaluation == NETWORK:
            installed_weights()  # raises WeightsError now, and not in a worker
    except (PgnError, SuiteError, WeightsError) as error:
        raise click.ClickException(str(error)) from None
    report = ReadingReport(suite, "position")
    for problem in problems:
        report.add_line(problem)
    report.read = len(puzzles)
    done, stopped_by = _run_attempts(puzzles, limits, evaluation, jobs)
    _print_results(puzzles, done, limits, evaluation, jobs, to_stderr=json_file == DASH)
    if json_file and not (stopped_by and json_file != DASH):
        write(json_file, json.dumps(results_json(puzzles, done, limits), indent=1) + "\n")
    if stopped_by == "interrupted":
        echo(stopped_by, err=json_file == DASH)
        ctx.exit(EXIT_INTERRUPTED)
    if stopped_by:
        raise click.ClickException(stopped_by)
    report.print_count()
    ctx.exit(report.exit_code)


def _run_attempts(puzzles: Sequence[Puzzle], limits: Limits, evaluation: str, jobs: int) -> tuple[list[Attempt], str]:
    """Returns the attempts in the suite's order, and why the run ended early, or an empty string."""
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
    _print_table(_solved_table(done), to_stderr)
    unsolved = [line for attempt in done if attempt.solved_at is None for line in _unsolved_lines(attempt)]
    click.echo("".join(f"{line}\n" for line in unsolved), nl=bool(unsolved), err=to_stderr)
    _print_table(_category_table(done), to_stderr)
    solved = sum(attempt.solved_at is not None for attempt in done)
    rest = f", {len(puzzles) - len(done)} not attempted" if len(done) < len(puzzles) else ""
    how = f"{_limit_text(limits)} each, {evaluation}, {engine_build()}, {counted(jobs, 'process', 'processes')}"
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
        return "1 ply" if limits.depth == 1 else f"{limits.depth} plies"
    return f"{limits.seconds:g} s" if limits.nodes is None else f"{limits.nodes:,} nodes"
