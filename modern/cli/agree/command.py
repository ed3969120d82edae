"""`gosub agree`: its options, and what they ask for."""

from __future__ import annotations

from pathlib import Path

import click

from modern.agreement.differences import ALL_KINDS, DEFAULT_KINDS
from modern.cli.combinations import check_combination
from modern.cli.lazy import lazily
from modern.cli.options import (
    INPUT_FILE,
    LIST,
    POSITION_FORMS,
    WholeNumberRange,
    check_distinct,
    check_output_files,
    jobs_option,
    json_option,
    moves_option,
    position_option,
    resume_option,
    seed_option,
)
from modern.cli.shell import DASH

with lazily():
    from modern.agreement import campaign, classes
    from modern.cli.agree import comparing

#: The default number of positions of random games.
POSITIONS = 10_000
#: A guard against typing errors.
MAX_POSITIONS = 10**12
SEED = 1994
#: The argument of --kind that stands for all kinds.
EVERY_KIND = "all"


def _complete_class(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [name for name in (*classes.CLASS_BY_NAME, LIST) if name.startswith(incomplete)]


@click.command()
@click.option(
    "--positions",
    metavar="N",
    type=WholeNumberRange(1, MAX_POSITIONS),
    help=f"Number of positions.  [default: {POSITIONS}; of a file, all]",
)
@seed_option(SEED, "Seed of the random games.")
@click.option(
    "--from", "source", type=INPUT_FILE, metavar="FILE.pgn|FILE.epd", help="Read positions or games from a file."
)
@click.option(
    "--kind",
    "kinds",
    type=click.Choice([*ALL_KINDS, EVERY_KIND]),
    multiple=True,
    metavar="KIND",
    help=f"Kind of comparison: {', '.join(ALL_KINDS)} or {EVERY_KIND}; can be repeated.  "
    "[default: moves, attacks and scores]",
)
@jobs_option()
@click.option("--dask", metavar="ADDRESS", help="Run on a Dask cluster (extra `cluster`).")
@json_option("the counts")
@resume_option()
@click.option(
    "--show",
    metavar="CLASS",
    shell_complete=_complete_class,
    help="Show a class of difference in a small position; `list` lists all classes.",
)
@position_option(f"Show one position: {POSITION_FORMS}.")
@moves_option("Moves from that position")
@click.pass_context
def agree(
    ctx: click.Context,
    positions: int | None,
    seed: int | None,
    source: Path | None,
    kinds: tuple[str, ...],
    jobs: int | None,
    dask: str | None,
    json_file: Path | None,
    resume: Path | None,
    show: str | None,
    fen: str | None,
    moves: str | None,
) -> None:
    """Compare the 1994 program with the rules of chess, and count the differences by class.

    Compares the moves that the program tries with the legal moves, its think move boards with the attacks of the
    pieces, its score of a move with the formula in the report's prose, and its choice with that of an exact two-ply
    search. The exit code is 1 if a difference belongs to no class, or if a class is far rarer or more frequent than
    expected.
    """
    check_combination(ctx)
    if show == LIST:
        comparing.list_classes()
    elif show is not None:
        comparing.show_class(ctx, show)
    elif fen is not None:
        comparing.show_position(ctx, fen, moves or "", _kinds(kinds))
    else:
        _check_files(json_file, resume, source)
        if source is None:
            positions, seed = positions or POSITIONS, SEED if seed is None else seed
        plan = campaign.CampaignPlan(_kinds(kinds), positions, seed, source)
        comparing.run_campaign(ctx, plan, jobs, dask, json_file, resume)


def _kinds(requested: tuple[str, ...]) -> list[str]:
    """Returns the kinds to compare, in their order, without duplicates."""
    if not requested:
        return list(DEFAULT_KINDS)
    return [kind for kind in ALL_KINDS if kind in requested or EVERY_KIND in requested]


def _check_files(json_file: Path | None, resume: Path | None, source: Path | None) -> None:
    """Checks the files before a long run. Raises click's errors, and OSError if a file cannot be written."""
    if json_file == DASH:
        json_file = None
    if resume == DASH:
        raise click.BadParameter("expected a file, not standard output", param_hint="--resume")
    if source and resume and not source.is_file():
        raise click.UsageError(f"--resume needs a source that can be read again, and {source} cannot")
    check_output_files([("--json", json_file), ("--resume", resume)])
    check_distinct([("--json", json_file), ("--resume", resume), ("--from", source)])
