"""`gosub bench tactics`: how many positions with something to find the engine solves, and how soon."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from historic.shell import EXIT_INTERRUPTED
from modern.cli.files import DASH, FILE_OR_DASH, check_distinct, check_output_files
from modern.cli.number_range import SECONDS_TO_THINK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from modern.bench.suite import Puzzle
    from modern.bench.tactics import Attempt
    from modern.engine.limits import Limits

#: How long it thinks about a position where nobody says, in seconds.
DEFAULT_SECONDS = 1.0

#: What may stand at the end of a name.
TRAILING_NUMBER: Final = re.compile(r"\W*\d+$")
SUITE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command(short_help="The engine: positions with something to find.")
@click.option("--suite", metavar="FILE.epd", type=SUITE, help="Positions with bm, am or dm.  [our own]")
@click.option(
    "--time", "seconds", metavar="SECONDS", type=SECONDS_TO_THINK, help=f"How long, a position.  [{DEFAULT_SECONDS:g}]"
)
@click.option("--depth", metavar="PLIES", type=click.IntRange(1, 100), help="How deep, a position.")
@click.option("--nodes", metavar="N", type=click.IntRange(1, 10**12), help="How many positions it may visit for each.")
@click.option(
    "--jobs",
    metavar="N",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Positions at a time. By time, no more than there are cores.",
)
@click.option("--json", "json_file", metavar="FILE", type=FILE_OR_DASH, help="- is standard output.")
@click.pass_context
def tactics(
    ctx: click.Context,
    suite: Path | None,
    seconds: float | None,
    depth: int | None,
    nodes: int | None,
    jobs: int,
    json_file: Path | None,
) -> None:
    """Have the engine solve positions: find the move or the mate, and never take it back while there is time.

    A position is solved if the move that is played in the end is one of bm and none of am, and the score a mate in
    exactly dm, as far as these are given. Each is thought about by a new engine.
    """
    check_output_files([("--json", json_file)])
    check_distinct([("--suite", suite), ("--json", None if json_file == DASH else json_file)])
    from modern.bench.suite import DEFAULT_SUITE, SuiteError, read_suite

    limits = _limits(seconds, depth, nodes)
    try:
        puzzles = read_suite(suite or DEFAULT_SUITE)
    except SuiteError as error:
        raise click.ClickException(str(error)) from None
    done, broken_off = _run_attempts(puzzles, limits, jobs)
    _print_results(puzzles, done, limits, jobs, to_stderr=json_file == DASH)
    if json_file and not (broken_off and json_file != DASH):
        from modern.cli.output import write

        write(json_file, json.dumps(_as_json(puzzles, done, limits), indent=1) + "\n")
    if broken_off == "interrupted":
        click.echo(broken_off, err=json_file == DASH)
        ctx.exit(EXIT_INTERRUPTED)
    if broken_off:
        raise click.ClickException(broken_off)


def _limits(seconds: float | None, depth: int | None, nodes: int | None) -> Limits:
    """The one that was given, or else so many seconds."""
    from modern.engine.limits import Limits

    given = {"--time": seconds, "--depth": depth, "--nodes": nodes}
    flags = [flag for flag, value in given.items() if value is not None]
    if len(flags) > 1:
        raise click.UsageError(f"{flags[1]} does not go with {flags[0]}")
    return Limits(depth=depth, nodes=nodes, seconds=seconds if flags else DEFAULT_SECONDS)


def _run_attempts(puzzles: Sequence[Puzzle], limits: Limits, jobs: int) -> tuple[list[Attempt], str]:
    """What has been done, in the suite's order, and what broke it off, or nothing."""
    from concurrent.futures import BrokenExecutor

    from modern.bench.tactics import attempt_all
    from modern.cli.output import progress
    from modern.workers import local_workers

    done: list[Attempt] = []
    broken_off = ""
    try:
        with (
            local_workers(jobs) as workers,
            progress(attempt_all(puzzles, limits, workers), "solving", len(puzzles)) as passing,
        ):
            for attempt in passing:
                done.append(attempt)  # noqa: PERF402  what has been done stays when Ctrl-C comes
    except KeyboardInterrupt:
        broken_off = "interrupted"
    except BrokenExecutor:
        broken_off = "a process that had positions to solve has ended"
    places = {puzzle: place for place, puzzle in enumerate(puzzles)}
    return sorted(done, key=lambda attempt: places[attempt.puzzle]), broken_off


# What came of it.


def _print_results(puzzles: Sequence[Puzzle], done: list[Attempt], limits: Limits, jobs: int, to_stderr: bool) -> None:
    """What is solved, what is not, and how many of how many."""
    from modern.bench.tactics import engine_build

    _print_rows(_solved_table(done), to_stderr)
    unsolved = [line for one in done if one.solved_at is None for line in _unsolved_lines(one)]
    click.echo("".join(f"{line}\n" for line in unsolved), nl=bool(unsolved), err=to_stderr)
    _print_rows(_category_table(done), to_stderr)
    solved = sum(one.solved_at is not None for one in done)
    rest = f", {len(puzzles) - len(done)} not done" if len(done) < len(puzzles) else ""
    who = "1 process" if jobs == 1 else f"{jobs} processes"
    how = f"{_limit_text(limits)} each, {engine_build()}, {who}"
    click.echo(f"{solved} of {len(done)} solved{rest} ({how})", err=to_stderr)


def _print_rows(rows: Table, to_stderr: bool) -> None:
    """A table and a blank line, if there is anything in it."""
    from modern.cli.output import console, print_table

    if rows.row_count:
        print_table(console(to_stderr), rows)
        click.echo(err=to_stderr)


def _unsolved_lines(one: Attempt) -> tuple[str, str]:
    """What was wanted in place of what was played, and where: a FEN is never broken."""
    asked = f"{one.puzzle.solution()} wanted, {one.played} ({one.final_report.score}) played"
    return f"not solved: {one.puzzle.name}: {asked}", f"    {one.puzzle.fen}"


def _solved_table(done: list[Attempt]) -> Table:
    """From what depth, and after how many seconds, each was solved."""
    from modern.cli.output import new_table

    rows = new_table("solved", "move", ">score", ">from depth", ">nodes", ">seconds")
    for one in done:
        if one.solved_at is not None:
            since = one.solved_at
            figures = (str(one.final_report.score), str(since.depth), f"{since.nodes:,}", f"{since.seconds:.3f}")
            rows.add_row(one.puzzle.name, one.played, *figures)
    return rows


def _category_table(done: list[Attempt]) -> Table:
    """How many are solved of each kind: of those whose names are alike but for the number at their end."""
    from modern.cli.output import new_table

    rows = new_table("kind", ">solved", ">of")
    kinds = [TRAILING_NUMBER.sub("", one.puzzle.name) for one in done]
    solved = Counter(kind for kind, one in zip(kinds, done, strict=True) if one.solved_at is not None)
    for kind, count in Counter(kinds).items():
        rows.add_row(kind, str(solved[kind]), str(count))
    return rows


def _limit_text(limits: Limits) -> str:
    if limits.depth is not None:
        return "1 ply" if limits.depth == 1 else f"{limits.depth} plies"
    return f"{limits.seconds:g} s" if limits.nodes is None else f"{limits.nodes:,} nodes"


def _as_json(puzzles: Sequence[Puzzle], done: list[Attempt], limits: Limits) -> dict[str, Any]:
    """What came of it, for --json."""
    return {
        "positions": len(puzzles),
        "complete": len(done) == len(puzzles),
        "seconds": limits.seconds,
        "depth": limits.depth,
        "nodes": limits.nodes,
        "solved": sum(attempt.solved_at is not None for attempt in done),
        "attempts": [attempt.as_json() for attempt in done],
    }
