"""`gosub agree`: compares positions, shows the progress, and prints the result."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from modern.agreement.differences import ALL_KINDS, CHOICES, DEFAULT_KINDS, MOST_PIECES, UNEXPLAINED
from modern.build import COMPILED, RULES, build_mode
from modern.cli.combinations import check_combination
from modern.cli.lazy import lazily
from modern.cli.options import (
    AT_LEAST_0,
    INPUT_FILE,
    LIST,
    POSITION_FORMS,
    Choice,
    WholeNumberRange,
    check_files,
    jobs_option,
    json_option,
    moves_option,
    position_option,
    resume_option,
    seed_option,
)
from modern.cli.output import (
    carry_out,
    console,
    exit_early,
    how_to_resume,
    new_table,
    print_table,
    progress_with_results,
    write_json,
)
from modern.cli.shell import DASH, EXIT_FAILURE, Command, echo, printable_lines, reported, typed_here
from modern.facts import counted
from modern.system import command_line

with lazily():
    from rich import columns
    from rich import progress as bars

    from modern.agreement import campaign as campaigns
    from modern.agreement import classes, expected, pair, sheet, sources
    from modern.agreement import complete as completeness
    from modern.cli import names, problems
    from modern.cli import typed_game as typed
    from modern.jobs import cluster, workers

if TYPE_CHECKING:
    from rich.console import Console

    from modern.agreement.campaign import Campaign, CampaignPlan
    from modern.agreement.tally import KindTally, Tally
    from modern.game.problems import Problem

#: The default number of positions of random games.
POSITIONS = 10_000
#: A guard against typing errors.
MAX_POSITIONS = 10**12
SEED = 1994
#: The argument of --kind that stands for all kinds.
EVERY_KIND = "all"
#: About how many positions a process compares in a second, compiled and interpreted, without and with the choices: of
#: games, and with few pieces, where each score is compared.
RATES: Final = {(True, False): 6500, (True, True): 150, (False, False): 400, (False, True): 10}
COMPLETE_RATES: Final = {(True, False): 3500, (True, True): 500, (False, False): 400, (False, True): 60}


def _complete_class(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [name for name in (*classes.CLASS_BY_NAME, LIST) if name.startswith(incomplete)]


@click.command(cls=Command)
@click.option(
    "--positions",
    metavar="N",
    type=WholeNumberRange(1, MAX_POSITIONS),
    help=f"Number of positions.  [default: {POSITIONS}; of a file or with --complete, all]",
)
@seed_option(SEED, "Seed of the random games or of the sample.")
@click.option(
    "--from", "source", type=INPUT_FILE, metavar="FILE.pgn|FILE.epd", help="Read positions or games from a file."
)
@click.option(
    "--complete",
    "pieces",
    metavar="N",
    type=WholeNumberRange(0, MOST_PIECES),
    help="Compare every position with the two kings and N more pieces, and every score there; with --positions, "
    "a random sample.",
)
@click.option(
    "--kind",
    "kinds",
    type=Choice([*ALL_KINDS, EVERY_KIND]),
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
@click.option("--number", metavar="N", type=AT_LEAST_0, help="Show one position of --complete, by its number.")
@position_option(f"Show one position: {POSITION_FORMS}.")
@moves_option("Moves from that position")
@click.pass_context
def agree(
    ctx: click.Context,
    positions: int | None,
    seed: int | None,
    source: Path | None,
    pieces: int | None,
    kinds: tuple[str, ...],
    jobs: int | None,
    dask: str | None,
    json_file: Path | None,
    resume: Path | None,
    show: str | None,
    number: int | None,
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
        _list_classes()
    elif show is not None:
        _show_class(ctx, show)
    elif fen is not None:
        _show_position(ctx, fen, moves or "", _kinds(kinds))
    elif pieces is not None and number is not None:
        _show_numbered(ctx, pieces, number, _kinds(kinds))
    else:
        if source and resume and not source.is_file():
            raise click.UsageError(f"--resume needs a source that can be read again, and {source} cannot")
        if pieces is not None and positions is None and seed is not None:
            raise click.UsageError("--seed needs --positions: without it, every position is compared")
        check_files()
        if pieces is not None and positions is None:
            positions = completeness.position_count(pieces)
        elif source is None:
            positions, seed = positions or POSITIONS, SEED if seed is None else seed
        plan = campaigns.CampaignPlan(_kinds(kinds), positions, seed, source, pieces)
        _run_campaign(ctx, plan, jobs, dask, json_file, resume)


def _kinds(requested: tuple[str, ...]) -> list[str]:
    """Returns the kinds to compare, in their order, without duplicates."""
    if not requested:
        return list(DEFAULT_KINDS)
    return [kind for kind in ALL_KINDS if kind in requested or EVERY_KIND in requested]


# One position.


def _show_class(ctx: click.Context, name: str) -> None:
    """Prints the sheet of a class, and exits with 1 if it has an unexplained difference. Raises BadParameter."""
    if name not in classes.CLASS_BY_NAME:
        hint = f"`--show {LIST}` lists them"
        raise names.bad_name("class", name, (*classes.CLASS_BY_NAME, LIST), hint, "--show")
    _print_sheet(ctx, *sheet.class_sheet(name))


def _list_classes() -> None:
    """Prints the classes with their causes."""
    rows = new_table("kind", "class", "cause")
    for index, one in enumerate(classes.CLASSES):
        first = index == 0 or classes.CLASSES[index - 1].kind != one.kind
        if first and index:
            rows.add_section()
        rows.add_row(one.kind if first else "", one.name, one.cause)
    print_table(console(), rows, ["kind"])


def _show_position(ctx: click.Context, fen: str, moves: str, kinds: Sequence[str]) -> None:
    """Prints the sheet of a position, and exits with 1 if it has an unexplained difference. Raises BadParameter."""
    with typed.usage_errors():
        game = typed.typed_game(fen, moves)
        try:
            compared = pair.pair_at(game.start, " ".join(move.uci() for move in game.moves))
        except pair.NotRepresentable as reason:
            raise click.BadParameter(f"the 1994 program cannot represent this: {reason}") from None
    _print_sheet(ctx, *sheet.position_sheet(compared, kinds))


def _show_numbered(ctx: click.Context, pieces: int, number: int, kinds: Sequence[str]) -> None:
    """Prints the sheet of a position of --complete, as _show_position does. Raises BadParameter."""
    position = completeness.position_numbered(number, pieces)
    if position is None:
        what = f"no position with {counted(pieces, 'piece')} besides the kings has the number {number}"
        raise click.BadParameter(what, param_hint="--number")
    try:
        compared = position.pair()
    except pair.NotRepresentable as reason:
        raise click.BadParameter(f"the rules have no moves there: {reason}", param_hint="--number") from None
    _print_sheet(ctx, *sheet.position_sheet(compared, kinds))


def _print_sheet(ctx: click.Context, lines: Sequence[str], unexplained: bool) -> None:
    echo("\n".join(lines))
    if unexplained:
        ctx.exit(EXIT_FAILURE)


# Many positions.


def _run_campaign(
    ctx: click.Context,
    plan: CampaignPlan,
    jobs: int | None,
    dask: str | None,
    json_file: Path | None,
    resume: Path | None,
) -> None:
    """Runs a campaign, prints and writes its counts, and exits with the code that its end has.

    Without a number of jobs, one process per core works.
    """
    jobs = jobs or workers.core_count()
    report = problems.ReadingReport(plan.source)

    def listener(noun: str, number: int, problems: Sequence[Problem], is_skipped: bool) -> None:
        report.noun = noun
        report.add(number, problems, is_skipped)

    rates = RATES if plan.pieces is None else COMPLETE_RATES
    rate = 0 if dask else rates[build_mode(RULES) == COMPILED, CHOICES in plan.kinds]
    result = campaigns.Campaign(plan, listener, rate)
    used = cluster.cluster_workers(dask, campaigns.DECIDING_CODE, partial(echo, err=True)) if dask else None
    shorter, display = "--positions 1000 compares fewer", partial(_progress, result)
    with reported(sources.SourceError):
        carry_out(result, jobs, shorter, resume=resume, display=display, used=used)
    report.print_count()
    if not result.tally.positions and not result.is_interrupted:
        raise click.ClickException(result.failure)
    # Random games show which classes are too rare or too frequent, if everything is explained.
    is_of_games = plan.source is None and plan.pieces is None
    surprises = expected.surprising_counts(result.tally) if is_of_games and not result.tally.unexplained else []
    by_whom = dask or counted(jobs, "process", "processes")
    _print_counts(result.tally, json_file, surprises, f"{_origin(plan)}, {_speed(result)}{by_whom}", plan.pieces)
    if json_file:
        counts = result.tally.as_json()
        is_partial = bool(result.failure)
        contents = {"positions": counts["positions"], "seed": plan.seed, "complete": not is_partial, **counts}
        if plan.pieces is not None:
            contents["pieces"] = plan.pieces
        write_json(json_file, contents, is_partial)
    exit_early(result.failure, how_to_resume(resume), err=json_file == DASH)
    if result.tally.not_representable[pair.INVALID_POSITION] == result.tally.positions:
        raise click.ClickException(f"{plan.source} contains no valid position")
    ctx.exit(EXIT_FAILURE if result.tally.unexplained or surprises else report.exit_code)


def _origin(plan: CampaignPlan) -> str:
    """Returns where the positions come from, in words."""
    if plan.source:
        return plan.source.name
    pieces = "" if plan.pieces is None else f"{counted(plan.pieces, 'piece')} besides the kings"
    seed = "" if plan.seed is None else f"seed {plan.seed}"
    return ", ".join(filter(None, (pieces, seed)))


@contextmanager
def _progress(campaign: Campaign) -> Iterator[Callable[[object], None]]:
    """Shows a progress bar with positions a second, and the count of each class.

    Yields a function that updates the display with the counts so far.
    """
    shown = (
        *(bars.TextColumn("comparing"), bars.BarColumn(), bars.MofNCompleteColumn()),
        *(bars.TextColumn("{task.fields[rate]:,.0f} a second"), bars.TimeRemainingColumn()),
    )
    start, tally = time.perf_counter(), campaign.tally
    with progress_with_results(shown, campaign.plan.positions, campaign.resumed_positions, rate=0.0) as update:

        def show(_: object) -> None:
            rate = (tally.positions - campaign.resumed_positions) / (time.perf_counter() - start)
            counts = [
                f"{name} {count:,}"
                for kind in tally.kinds.values()
                for name, count in sorted(kind.differences.items(), key=itemgetter(1), reverse=True)
            ]
            update(tally.positions, columns.Columns(counts, padding=(0, 3)), rate=rate)

        yield show


# Results.


def _speed(result: Campaign) -> str:
    """Returns the time of a campaign, its positions a second, and the builds, each followed by a comma."""
    compared = result.tally.positions - result.resumed_positions
    earlier = f"{result.resumed_positions} compared earlier, " if result.resumed_positions else ""
    rate = f"{compared / result.seconds:,.0f} positions a second, " if compared and result.seconds else ""
    builds = f"{result.builds}, " if result.builds else ""
    return f"{earlier}{result.seconds:.1f} s, {rate}{builds}"


def _print_counts(tally: Tally, json_file: Path | None, surprises: list[str], speed: str, pieces: int | None) -> None:
    """Prints a table for each kind, the positions outside its memory, unexplained differences, and surprises."""
    out = console(to_stderr=json_file == DASH)
    for name, kind in tally.kinds.items():
        if tally.compared:
            _print_kind(out, name, kind)
    if tally.not_representable:
        _print_not_representable(out, tally)
    for name, kind in tally.kinds.items():
        _print_unexplained(out, name, kind, pieces)
    for line in surprises:
        echo(line, err=out.stderr)
    echo(f"{counted(tally.compared, 'position')} compared, {tally.unexplained} unexplained ({speed})", err=out.stderr)


def _print_not_representable(out: Console, tally: Tally) -> None:
    """Prints a table of the reasons, each with an example."""
    rows = new_table("not representable", ">positions", "example")
    for reason, count in sorted(tally.not_representable.items()):
        rows.add_row(reason, str(count), tally.details[reason])
    print_table(out, rows, ["example"])
    click.echo(err=out.stderr)


def _print_unexplained(out: Console, name: str, kind: KindTally, pieces: int | None) -> None:
    """Prints the smallest unexplained difference of a kind, if there is one, with a command that reproduces it."""
    if example := kind.smallest.get(UNEXPLAINED):
        echo(f"unexplained difference in {name}: {example.what}", err=out.stderr)
        click.echo(f"  {example.fen}", err=out.stderr)
        command = sheet.reproducing_command(name, example, pieces)
        click.echo(typed_here(printable_lines(f"  {command_line(command)}")), err=out.stderr)


def _print_kind(out: Console, name: str, kind: KindTally) -> None:
    agreement = f"{kind.agree} of {kind.compared} positions agree"
    echo(f"{name}: {agreement}, {kind.unexplained} unexplained", err=out.stderr)
    rows = new_table("class", ">differences", ">positions", ">%")
    for one in [*classes.classes_of(name), *([UNEXPLAINED] if kind.unexplained else [])]:
        differences, positions = kind.differences.get(one, 0), kind.positions.get(one, 0)
        share = f"{100 * positions / kind.compared:.3f}" if kind.compared else "-"
        rows.add_row(one, str(differences), str(positions), share)
    print_table(out, rows, ["differences", "%"])
    click.echo(err=out.stderr)
