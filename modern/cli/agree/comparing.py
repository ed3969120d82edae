"""Compares positions for `gosub agree`, shows its progress, and prints what was found."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Final

import click
from rich.columns import Columns
from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from modern.agreement import campaign as campaigns
from modern.agreement.campaign import DECIDING_CODE, Campaign, CampaignPlan
from modern.agreement.classes import CLASS_BY_NAME, CLASSES, classes_of
from modern.agreement.differences import CHOICES, UNEXPLAINED
from modern.agreement.expected import surprising_counts
from modern.agreement.pair import INVALID_POSITION, NotRepresentable, pair_at
from modern.agreement.sheet import class_sheet, position_sheet, reproducing_command
from modern.agreement.sources import Listener, SourceError
from modern.agreement.tally import KindTally, Tally
from modern.build import COMPILED, RULES, build_mode
from modern.cli.names import bad_name
from modern.cli.options import LIST
from modern.cli.output import (
    announce,
    console,
    cursor_restored_on_suspend,
    new_table,
    print_table,
    process_count,
    write,
)
from modern.cli.problems import ReadingReport
from modern.cli.shell import DASH, EXIT_FAILURE, EXIT_INTERRUPTED, echo
from modern.cli.typed_game import typed_game, usage_errors
from modern.game.problems import Problem
from modern.jobs.cluster import cluster_workers
from modern.jobs.journal import JournalError
from modern.jobs.workers import core_count, local_workers
from modern.system import command_line

#: About how many positions a process compares in a second, compiled and interpreted, without and with the choices.
RATES: Final = {(True, False): 1600, (True, True): 80, (False, False): 250, (False, True): 20}


# One position.


def show_class(ctx: click.Context, name: str) -> None:
    """Prints the sheet of a class, and exits with 1 if it has an unexplained difference. Raises BadParameter."""
    if name not in CLASS_BY_NAME:
        hint = f"`--show {LIST}` lists them"
        raise bad_name("class", name, (*CLASS_BY_NAME, LIST), hint, "--show")
    _print_sheet(ctx, *class_sheet(name))


def list_classes() -> None:
    """Prints the classes with their causes."""
    rows = new_table("kind", "class", "cause")
    for index, one in enumerate(CLASSES):
        first = index == 0 or CLASSES[index - 1].kind != one.kind
        if first and index:
            rows.add_section()
        rows.add_row(one.kind if first else "", one.name, one.cause)
    print_table(console(), rows, ["kind"])


def show_position(ctx: click.Context, fen: str, moves: str, kinds: Sequence[str]) -> None:
    """Prints the sheet of a position, and exits with 1 if it has an unexplained difference. Raises BadParameter."""
    with usage_errors():
        game = typed_game(fen, moves)
        try:
            pair = pair_at(game.start, " ".join(move.uci() for move in game.moves))
        except NotRepresentable as reason:
            raise click.BadParameter(f"the 1994 program cannot represent this: {reason}") from None
    _print_sheet(ctx, *position_sheet(pair, kinds))


def _print_sheet(ctx: click.Context, lines: Sequence[str], unexplained: bool) -> None:
    echo("\n".join(lines))
    if unexplained:
        ctx.exit(EXIT_FAILURE)


# Many positions.


def run_campaign(
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
    jobs = jobs or core_count()
    if plan.positions and not dask and not (resume and resume.exists()):
        rate = RATES[build_mode(RULES) == COMPILED, CHOICES in plan.kinds]
        announce(plan.positions / (rate * min(jobs, core_count())), "--positions 1000 compares fewer")
    report = ReadingReport(plan.source)

    def listener(noun: str, number: int, problems: Sequence[Problem], is_skipped: bool) -> None:
        report.noun = noun
        report.add(number, problems, is_skipped)

    result = _result_of(plan, jobs, dask, resume, listener)
    report.print_count()
    if not result.tally.positions and not result.interrupted:
        raise click.ClickException(result.failure)
    origin = plan.source.name if plan.source else f"seed {plan.seed}"
    workers = dask or process_count(jobs)
    surprises = _surprises(plan, result.tally)
    _print_counts(result.tally, json_file, surprises, f"{origin}, {_speed(result)}{workers}")
    if json_file and (not result.failure or json_file == DASH):
        _write_json(json_file, plan.seed, result)
    if result.interrupted:
        echo(f"interrupted{_resume_hint(resume)}", err=json_file == DASH)
        ctx.exit(EXIT_INTERRUPTED)
    if result.failure:
        raise click.ClickException(f"{result.failure}{_resume_hint(resume)}")
    _check_agreement(ctx, plan, result.tally, surprises)
    ctx.exit(report.exit_code)


def _result_of(plan: CampaignPlan, jobs: int, dask: str | None, resume: Path | None, listener: Listener) -> Campaign:
    """Runs a campaign. Raises ClickException if it cannot begin."""

    def say(line: str) -> None:
        echo(line, err=True)

    def progress(campaign: Campaign) -> AbstractContextManager[Callable[[Tally], None]]:
        for line in campaign.journal.damage if campaign.journal else ():
            say(line)
        return _progress(campaign, plan.positions)

    workers = (
        local_workers(jobs) if dask is None else cluster_workers(dask, DECIDING_CODE, lambda line: echo(line, err=True))
    )
    try:
        return campaigns.run_campaign(plan, workers, progress, resume, listener)
    except (JournalError, SourceError) as error:
        raise click.ClickException(str(error)) from None


def _check_agreement(ctx: click.Context, plan: CampaignPlan, tally: Tally, surprises: list[str]) -> None:
    """Exits with a failure if a complete campaign has no valid position, an unexplained difference, or a surprise."""
    if tally.not_representable[INVALID_POSITION] == tally.positions:
        raise click.ClickException(f"{plan.source} contains no valid position")
    if tally.unexplained or surprises:
        ctx.exit(EXIT_FAILURE)


def _surprises(plan: CampaignPlan, tally: Tally) -> list[str]:
    """Describes the classes that random games show too rarely or too often, if everything is explained."""
    return [] if plan.source or tally.unexplained else surprising_counts(tally)


def _resume_hint(resume: Path | None) -> str:
    return f": the same command resumes from {resume}" if resume else ""


@contextmanager
def _progress(campaign: Campaign, total: int | None) -> Iterator[Callable[[Tally], None]]:
    """Shows a progress bar on standard error if it is a terminal, with positions a second and the count of each class.

    Yields a function that updates the display with the counts so far.
    """
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


def _speed(result: Campaign) -> str:
    """Returns the time of a campaign, its positions a second, and the builds, each followed by a comma."""
    compared = result.tally.positions - result.resumed_positions
    earlier = f"{result.resumed_positions} compared earlier, " if result.resumed_positions else ""
    rate = f"{compared / result.seconds:,.0f} positions a second, " if compared and result.seconds else ""
    builds = f"{result.builds}, " if result.builds else ""
    return f"{earlier}{result.seconds:.1f} s, {rate}{builds}"


def _print_counts(tally: Tally, json_file: Path | None, surprises: list[str], speed: str) -> None:
    """Prints a table for each kind, the positions that are not representable, what is unexplained, and surprises."""
    out = console(to_stderr=json_file == DASH)
    for name, kind in tally.kinds.items():
        if tally.compared:
            _print_kind(out, name, kind)
    if tally.not_representable:
        _print_not_representable(out, tally)
    for name, kind in tally.kinds.items():
        _print_unexplained(out, name, kind)
    for line in surprises:
        echo(line, err=out.stderr)
    positions = "1 position" if tally.compared == 1 else f"{tally.compared} positions"
    echo(f"{positions} compared, {tally.unexplained} unexplained ({speed})", err=out.stderr)


def _print_not_representable(out: Console, tally: Tally) -> None:
    """Prints a table of the reasons, each with an example."""
    rows = new_table("not representable", ">positions", "example")
    for reason, count in sorted(tally.not_representable.items()):
        rows.add_row(reason, str(count), tally.details[reason])
    print_table(out, rows, ["example"])
    click.echo(err=out.stderr)


def _print_unexplained(out: Console, name: str, kind: KindTally) -> None:
    """Prints the smallest unexplained difference of a kind, if there is one, with a command that reproduces it."""
    if example := kind.smallest.get(UNEXPLAINED):
        echo(f"unexplained difference in {name}: {example.what}", err=out.stderr)
        click.echo(f"  {example.fen}", err=out.stderr)
        command = command_line(reproducing_command(name, example.start, example.moves, example.fen))
        click.echo(f"  {command}", err=out.stderr)


def _print_kind(out: Console, name: str, kind: KindTally) -> None:
    agreement = f"{kind.agree} of {kind.compared} positions agree"
    echo(f"{name}: {agreement}, {kind.unexplained} unexplained", err=out.stderr)
    rows = new_table("class", ">differences", ">positions", ">%")
    for one in [*classes_of(name), *([UNEXPLAINED] if kind.unexplained else [])]:
        share = f"{100 * kind.positions[one] / kind.compared:.3f}" if kind.compared else "-"
        rows.add_row(one, str(kind.differences[one]), str(kind.positions[one]), share)
    print_table(out, rows, ["differences", "%"])
    click.echo(err=out.stderr)


def _write_json(path: Path, seed: int | None, result: Campaign) -> None:
    counts = result.tally.as_json()
    contents = {"positions": counts["positions"], "seed": seed, "complete": not result.failure, **counts}
    write(path, json.dumps(contents, indent=1) + "\n")
