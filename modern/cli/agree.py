"""`gosub agree`: compares the 1994 program with the rules of chess, at one position or at many."""

from __future__ import annotations

import json
import shlex
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from modern.agreement.differences import ALL_KINDS, DEFAULT_KINDS
from modern.cli.options import DASH, FILE_OR_DASH, POSITION, POSITION_FORMS, WholeNumberRange, check_distinct
from modern.cli.output import process_count
from modern.cli.shell import EXIT_FAILURE, EXIT_INTERRUPTED
from modern.output_files import check_writable

if TYPE_CHECKING:
    from rich.console import Console

    from modern.agreement.campaign import Campaign, CampaignPlan, CampaignResult
    from modern.agreement.tally import KindTally, Tally

#: The default number of positions of random games.
POSITIONS = 10_000
#: A guard against typing errors.
MAX_POSITIONS = 10**12
SEED = 1994
#: The argument of --show that lists all classes.
LIST_CLASSES = "list"
#: The argument of --kind that stands for all kinds.
EVERY_KIND = "all"

SOURCE = click.Path(exists=True, dir_okay=False, path_type=Path)

#: For each option, the options that cannot be combined with it.
CONFLICTING_OPTIONS = {
    "show": ("positions", "seed", "source", "kinds", "json_file", "resume", "dask", "jobs", "fen", "moves"),
    "fen": ("positions", "seed", "source", "json_file", "resume", "dask", "jobs"),
    "source": ("seed",),
    "dask": ("jobs",),
}


def _complete_class(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Returns the completions of a class name for the shell."""
    from modern.agreement.classes import CLASS_BY_NAME

    return [name for name in (*CLASS_BY_NAME, LIST_CLASSES) if name.startswith(incomplete)]


#: The options of a campaign.
CAMPAIGN_OPTIONS = (
    click.option(
        "--positions",
        metavar="N",
        type=WholeNumberRange(1, MAX_POSITIONS),
        help=f"Number of positions.  [default: {POSITIONS}; of a file, all]",
    ),
    click.option(
        "--seed", metavar="N", type=WholeNumberRange(min=0), help=f"Seed of the random games.  [default: {SEED}]"
    ),
    click.option(
        "--from", "source", type=SOURCE, metavar="FILE.pgn|FILE.epd", help="Read positions or games from a file."
    ),
    click.option(
        "--kind",
        "kinds",
        type=click.Choice([*ALL_KINDS, EVERY_KIND]),
        multiple=True,
        help="Kind of comparison; can be repeated.  [default: moves, attacks and scores]",
    ),
    click.option(
        "--jobs", metavar="N", type=WholeNumberRange(min=1), help="Number of processes.  [default: one per core]"
    ),
    click.option("--dask", metavar="ADDRESS", help="Run on a Dask cluster (extra `cluster`)."),
    click.option(
        "--json", "json_file", metavar="FILE", type=FILE_OR_DASH, help="Write the counts as JSON; - is standard output."
    ),
    click.option(
        "--resume",
        metavar="FILE",
        type=click.Path(path_type=Path),
        help="Save progress in a file, or resume from it.",
    ),
)
#: The options of a single position.
POSITION_OPTIONS = (
    click.option(
        "--show",
        metavar="CLASS",
        shell_complete=_complete_class,
        help="Show a class of difference at a small position; `list` lists all classes.",
    ),
    click.option("--fen", metavar="POSITION", type=POSITION, help=f"Show one position: {POSITION_FORMS}."),
    click.option("--moves", metavar="MOVES", help="Moves from that position: 'e4 e5' or 'e2e4 e7e5'."),
)


def _with_options(command: click.decorators.FC) -> click.decorators.FC:
    """Decorates a command with all options, in the order in which --help lists them."""
    for option in reversed((*CAMPAIGN_OPTIONS, *POSITION_OPTIONS)):
        command = option(command)
    return command


@click.command()
@_with_options
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

    Moves: the moves that the program tries and the legal moves. Attacks: its think move boards and the attacks of the
    pieces. Scores: its score of a move and the formula in the report's prose. Choices: the move that it chooses and
    the choice of an exact search of the same two plies. The exit code is 1 if no class explains a difference, or if far
    too few or too many random positions show a class.
    """
    from modern.jobs.workers import core_count

    _check_options(ctx)
    if show is not None:
        _show_class(ctx, show)
    elif fen is not None:
        _show_position(ctx, fen, moves or "", _kinds(kinds))
    else:
        _check_files(json_file, resume, source)
        _run_campaign(ctx, _plan(_kinds(kinds), positions, seed, source), jobs or core_count(), dask, json_file, resume)


def _check_options(ctx: click.Context) -> None:
    """Raises UsageError for options that would have no effect."""
    given = {name for name, value in ctx.params.items() if value not in (None, ())}
    flags = {option.name: option.opts[0] for option in ctx.command.params}
    for name, others in CONFLICTING_OPTIONS.items():
        for other in others:
            if name in given and other in given:
                raise click.UsageError(f"{flags[other]} cannot be combined with {flags[name]}")
    if "moves" in given and "fen" not in given:
        raise click.UsageError("--moves needs --fen, the position before the moves")


def _kinds(requested: tuple[str, ...]) -> list[str]:
    """Returns the kinds to compare, in their order, without duplicates."""
    if not requested:
        return list(DEFAULT_KINDS)
    return [kind for kind in ALL_KINDS if kind in requested or EVERY_KIND in requested]


def _plan(kinds: list[str], positions: int | None, seed: int | None, source: Path | None) -> CampaignPlan:
    """Returns what to compare: the positions of a file if there is one, and else those of random games."""
    from modern.agreement.campaign import CampaignPlan

    if source:
        return CampaignPlan(kinds, positions, None, source)
    return CampaignPlan(kinds, positions or POSITIONS, SEED if seed is None else seed, None)


# One position.


def _show_class(ctx: click.Context, name: str) -> None:
    from modern.agreement.classes import CLASS_BY_NAME, current_name
    from modern.agreement.sheet import class_sheet

    if name == LIST_CLASSES:
        _list_classes()
        return
    name = current_name(name)
    if name not in CLASS_BY_NAME:
        from modern.players.suggestion import suggestion

        hint = suggestion(name, (*CLASS_BY_NAME, LIST_CLASSES), f"`--show {LIST_CLASSES}` lists them")
        raise click.BadParameter(f"no such class {name[:40]!a}; {hint}", param_hint="--show")
    _print_sheet(ctx, *class_sheet(name))


def _list_classes() -> None:
    from modern.agreement.classes import CLASSES
    from modern.cli.output import console, new_table, print_table

    rows = new_table("kind", "class", "cause")
    for index, one in enumerate(CLASSES):
        first = index == 0 or CLASSES[index - 1].kind != one.kind
        if first and index:
            rows.add_section()
        rows.add_row(one.kind if first else "", one.name, one.cause)
    print_table(console(), rows)


def _show_position(ctx: click.Context, fen: str, moves: str, kinds: list[str]) -> None:
    from modern.agreement.pair import NotRepresentable, pair_at
    from modern.agreement.sheet import position_sheet
    from modern.cli.typed_game import typed_game
    from modern.rules import RulesError

    try:
        game = typed_game(fen, moves)
        pair = pair_at(game.start, " ".join(move.uci() for move in game.moves))
    except RulesError as error:
        raise click.ClickException(str(error)) from None
    except NotRepresentable as reason:
        raise click.ClickException(f"the 1994 program cannot represent this: {reason}") from None
    _print_sheet(ctx, *position_sheet(pair, kinds))


def _print_sheet(ctx: click.Context, lines: list[str], unexplained: bool) -> None:
    click.echo("\n".join(lines))
    if unexplained:
        ctx.exit(EXIT_FAILURE)


# Many positions.


def _run_campaign(
    ctx: click.Context, plan: CampaignPlan, jobs: int, dask: str | None, json_file: Path | None, resume: Path | None
) -> None:
    """Runs a campaign, prints and writes its counts, and exits with the code that its end has."""
    result = _result_of(plan, jobs, dask, resume)
    if not result.tally.positions and not result.interrupted:
        raise click.ClickException(result.failure)
    origin = plan.source.name if plan.source else f"seed {plan.seed}"
    workers = dask or process_count(jobs)
    surprises = _surprises(plan, result.tally)
    _print_counts(result.tally, json_file, surprises, f"{origin}, {_speed(result)}{workers}")
    if json_file and (not result.failure or json_file == DASH):
        _write_json(json_file, plan.seed, result)
    if result.interrupted:
        click.echo(f"interrupted{_resume_hint(resume)}", err=json_file == DASH)
        ctx.exit(EXIT_INTERRUPTED)
    if result.failure:
        raise click.ClickException(f"{result.failure}{_resume_hint(resume)}")
    _check_agreement(ctx, plan, result.tally, surprises)


def _result_of(plan: CampaignPlan, jobs: int, dask: str | None, resume: Path | None) -> CampaignResult:
    """Runs a campaign. Raises ClickException if it cannot begin."""
    from modern.agreement.campaign import run_campaign
    from modern.agreement.journal import JournalError
    from modern.agreement.sources import SourceError
    from modern.jobs.workers import cluster_workers, local_workers

    def progress(campaign: Campaign) -> AbstractContextManager[Callable[[Tally], None]]:
        for line in campaign.journal.damage if campaign.journal else ():
            click.echo(line, err=True)
        return _progress(campaign, plan.positions)

    try:
        return run_campaign(plan, local_workers(jobs) if dask is None else cluster_workers(dask), progress, resume)
    except (JournalError, SourceError) as error:
        raise click.ClickException(str(error)) from None


def _check_agreement(ctx: click.Context, plan: CampaignPlan, tally: Tally, surprises: list[str]) -> None:
    """Exits with a failure if a complete campaign has no valid position, an unexplained difference, or a surprise."""
    from modern.agreement.pair import INVALID_POSITION

    if tally.not_representable[INVALID_POSITION] == tally.positions:
        raise click.ClickException(f"{plan.source} contains no valid position")
    if tally.unexplained or surprises:
        ctx.exit(EXIT_FAILURE)


def _surprises(plan: CampaignPlan, tally: Tally) -> list[str]:
    """Describes the classes that random games show too rarely or too often, if everything is explained."""
    from modern.agreement.expected import surprising_counts

    return [] if plan.source or tally.unexplained else surprising_counts(tally)


def _check_files(json_file: Path | None, resume: Path | None, source: Path | None) -> None:
    """Checks the files before a long run. Raises click's errors, and OSError if a file cannot be written."""
    if json_file == DASH:
        json_file = None
    if resume == DASH:
        raise click.BadParameter("expected a file, not standard output", param_hint="--resume")
    for path in (json_file, resume):
        if path:
            check_writable(path)
    if source and resume and not source.is_file():
        raise click.UsageError(f"--resume needs a source that can be read again, and {source} cannot")
    check_distinct([("--json", json_file), ("--resume", resume), ("--from", source)])


def _resume_hint(resume: Path | None) -> str:
    return f": the same command resumes from {resume}" if resume else ""


@contextmanager
def _progress(campaign: Campaign, total: int | None) -> Iterator[Callable[[Tally], None]]:
    """Shows a progress bar on standard error if it is a terminal, with positions a second and the count of each class.

    Yields a function that updates the display with the counts so far.
    """
    from rich.columns import Columns
    from rich.console import Console, Group
    from rich.live import Live
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from modern.cli.output import cursor_restored_on_suspend

    errors = Console(stderr=True, highlight=False, markup=False)
    if not errors.is_terminal:
        yield lambda tally: None
        return
    bar = Progress(
        *(TextColumn("comparing"), BarColumn(), MofNCompleteColumn()),
        *(TextColumn("{task.fields[rate]:,.0f} a second"), TimeRemainingColumn()),
        console=errors,
    )
    task = bar.add_task("", total=total, completed=campaign.resumed_positions, rate=0.0)
    start = time.perf_counter()

    with Live(bar, console=errors, transient=True, refresh_per_second=4) as live, cursor_restored_on_suspend(errors):

        def show(tally: Tally) -> None:
            rate = (tally.positions - campaign.resumed_positions) / (time.perf_counter() - start)
            bar.update(task, completed=tally.positions, rate=rate)
            counts = [
                f"{name} {count:,}" for kind in tally.kinds.values() for name, count in kind.differences.most_common()
            ]
            live.update(Group(bar, Columns(counts, padding=(0, 3))))

        yield show


# Results.


def _speed(result: CampaignResult) -> str:
    """Returns the time of a campaign, its positions a second, and the build, each followed by a comma."""
    from modern.build import build_mode

    compared = result.tally.positions - result.resumed_positions
    earlier = f"{result.resumed_positions} compared earlier, " if result.resumed_positions else ""
    rate = f"{compared / result.seconds:,.0f} positions a second, " if compared and result.seconds else ""
    return f"{earlier}{result.seconds:.1f} s, {rate}{build_mode()}, "


def _print_counts(tally: Tally, json_file: Path | None, surprises: list[str], speed: str) -> None:
    """Prints a table for each kind, the positions that are not representable, what is unexplained, and surprises."""
    from modern.cli.output import console

    out = console(to_stderr=json_file == DASH)
    for name, kind in tally.kinds.items():
        if tally.compared:
            _print_kind(out, name, kind)
    if tally.not_representable:
        _print_not_representable(out, tally)
    for name, kind in tally.kinds.items():
        _print_unexplained(out, name, kind)
    for line in surprises:
        click.echo(line, err=out.stderr)
    positions = "1 position" if tally.compared == 1 else f"{tally.compared} positions"
    click.echo(f"{positions} compared, {tally.unexplained} unexplained ({speed})", err=out.stderr)


def _print_not_representable(out: Console, tally: Tally) -> None:
    """Prints a table of the reasons, each with an example."""
    from modern.cli.output import new_table, print_table

    rows = new_table("not representable", ">positions", "example")
    for reason, count in sorted(tally.not_representable.items()):
        rows.add_row(reason, str(count), tally.details[reason])
    print_table(out, rows)
    click.echo(err=out.stderr)


def _print_unexplained(out: Console, name: str, kind: KindTally) -> None:
    """Prints the smallest unexplained difference of a kind, if there is one, with a command that reproduces it."""
    from modern.agreement.differences import UNEXPLAINED
    from modern.agreement.sheet import reproducing_command

    if example := kind.smallest.get(UNEXPLAINED):
        click.echo(f"unexplained difference in {name}: {example.what}", err=out.stderr)
        click.echo(f"  {example.fen}", err=out.stderr)
        command = shlex.join(reproducing_command(name, example.start, example.moves, example.fen))
        click.echo(f"  {command}", err=out.stderr)


def _print_kind(out: Console, name: str, kind: KindTally) -> None:
    from modern.agreement.classes import classes_of
    from modern.agreement.differences import UNEXPLAINED
    from modern.cli.output import new_table, print_table

    agreement = f"{kind.agree} of {kind.compared} positions agree"
    click.echo(f"{name}: {agreement}, {kind.unexplained} unexplained", err=out.stderr)
    rows = new_table("class", ">differences", ">positions", ">%")
    for one in [*classes_of(name), *([UNEXPLAINED] if kind.unexplained else [])]:
        share = f"{100 * kind.positions[one] / kind.compared:.3f}" if kind.compared else "-"
        rows.add_row(one, str(kind.differences[one]), str(kind.positions[one]), share)
    print_table(out, rows)
    click.echo(err=out.stderr)


def _write_json(path: Path, seed: int | None, result: CampaignResult) -> None:
    """Writes the counts."""
    from modern.cli.output import write

    counts = result.tally.as_json()
    contents = {"positions": counts["positions"], "seed": seed, "complete": not result.failure, **counts}
    write(path, json.dumps(contents, indent=1) + "\n")
