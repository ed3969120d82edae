"""`gosub agree`: historic against modern, at a position or at as many as one likes."""

from __future__ import annotations

import json
import os
import shlex
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from historic.shell import EXIT_FAILURE, EXIT_INTERRUPTED, check_writable
from modern.agreement.classes import ALL_KINDS, CLASS_BY_NAME, CLASSES, DEFAULT_KINDS
from modern.cli.files import DASH, FILE_OR_DASH, check_distinct

if TYPE_CHECKING:
    from rich.console import Console

    from modern.agreement.campaign import Campaign
    from modern.agreement.journal import CampaignJournal
    from modern.agreement.tally import KindTally, Tally

#: How many positions of random games are compared where nobody says.
POSITIONS = 10_000
#: More than anybody waits for.
MAX_POSITIONS = 10**12
SEED = 1994
#: In place of a class for --show: all of them.
LIST_CLASSES = "list"
#: In place of a kind for --kind: each of them.
EVERY_KIND = "all"

KIND = click.Choice([*ALL_KINDS, EVERY_KIND])
SOURCE = click.Path(exists=True, dir_okay=False, path_type=Path)

#: Options that make no sense beside another.
CONFLICTING_OPTIONS = {
    "show": ("positions", "seed", "source", "kinds", "json_file", "resume", "dask", "jobs", "fen", "moves"),
    "fen": ("positions", "seed", "source", "json_file", "resume", "dask", "jobs"),
    "source": ("seed",),
    "dask": ("jobs",),
}


def _complete_class(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """What a shell may complete."""
    from modern.agreement.classes import CLASS_BY_NAME

    return [name for name in (*CLASS_BY_NAME, LIST_CLASSES) if name.startswith(incomplete)]


@click.command(short_help="Compare the program of 1994 with the rules of chess.")
@click.option(
    "--positions", metavar="N", type=click.IntRange(1, MAX_POSITIONS), help=f"How many.  [{POSITIONS}; of a file, all]"
)
@click.option("--seed", metavar="N", type=click.IntRange(min=0), help=f"Of the random games.  [{SEED}]")
@click.option("--from", "source", type=SOURCE, metavar="FILE.pgn|FILE.epd", help="Take positions of a file.")
@click.option(
    "--kind",
    "kinds",
    type=click.Choice([*ALL_KINDS, EVERY_KIND]),
    multiple=True,
    help="May be given again.  [the first three]",
)
@click.option("--jobs", metavar="N", type=click.IntRange(min=1), help="Processes.  [one a core]")
@click.option("--dask", metavar="ADDRESS", help="Work on a Dask cluster (extra `cluster`).")
@click.option("--json", "json_file", metavar="FILE", type=FILE_OR_DASH, help="Write the counts; - is standard output.")
@click.option(
    "--resume",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Note what is done in a file, and go on from there.",
)
@click.option(
    "--show",
    metavar="CLASS",
    shell_complete=_complete_class,
    help="Show a class at a small position; `list` names them.",
)
@click.option("--fen", metavar="FEN", help="Compare at one position only, and show it.")
@click.option("--moves", metavar="MOVES", help="Moves that lead on from there: 'e2e4 e7e5'.")
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
    """Compare the program of 1994 with the rules of chess, and count each difference under its name.

    Moves: what the program tries, beside the legal moves. Attacks: its think move boards, beside what the men attack.
    Scores: its score of a move, beside the formula in the report's prose. Choices: the move it chooses, beside that of
    an exact search of the same two plies. A difference that no class explains is a fault, and the exit code is then 1.
    """
    _check_options(ctx)
    if show is not None:
        _show_class(ctx, show)
    elif fen is not None:
        _show_position(ctx, fen, moves or "", _kinds(kinds))
    else:
        _run_campaign(ctx, positions, seed, source, _kinds(kinds), jobs or _cores(), dask, json_file, resume)


def _check_options(ctx: click.Context) -> None:
    """Refuse options that would be passed over in silence."""
    given = {name for name, value in ctx.params.items() if value not in (None, ())}
    flags = {option.name: option.opts[0] for option in ctx.command.params}
    for name, others in CONFLICTING_OPTIONS.items():
        for other in others:
            if name in given and other in given:
                raise click.UsageError(f"{flags[other]} does not go with {flags[name]}")
    if "moves" in given and "fen" not in given:
        raise click.UsageError("--moves goes with --fen, the position from which they lead")


def _kinds(asked: tuple[str, ...]) -> list[str]:
    """The kinds to compare, in their order, each once."""
    if not asked:
        return list(DEFAULT_KINDS)
    return [kind for kind in ALL_KINDS if kind in asked or EVERY_KIND in asked]


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


# One position.


def _show_class(ctx: click.Context, name: str) -> None:
    from modern.agreement.sheet import class_sheet

    if name == LIST_CLASSES:
        _list_classes()
        return
    if name not in CLASS_BY_NAME:
        raise click.BadParameter(
            f"no such class: {name[:40]!a}; `--show {LIST_CLASSES}` has them all", param_hint="--show"
        )
    _print_sheet(ctx, *class_sheet(name))


def _list_classes() -> None:
    from modern.cli.output import console, new_table, print_table

    rows = new_table("kind", "class", "why")
    for index, one in enumerate(CLASSES):
        first = index == 0 or CLASSES[index - 1].kind != one.kind
        if first and index:
            rows.add_section()
        rows.add_row(one.kind if first else "", one.name, one.cause)
    print_table(console(), rows)


def _show_position(ctx: click.Context, fen: str, moves: str, kinds: list[str]) -> None:
    from modern.agreement.pair import ILLEGAL_MOVE, INVALID_POSITION, NotRepresentable, pair_at
    from modern.agreement.sheet import position_sheet

    try:
        pair = pair_at(fen, moves)
    except NotRepresentable as reason:
        what = "" if reason.reason in (ILLEGAL_MOVE, INVALID_POSITION) else "this cannot be held: "
        raise click.ClickException(f"{what}{reason}") from None
    _print_sheet(ctx, *position_sheet(pair, kinds))


def _print_sheet(ctx: click.Context, lines: list[str], unexplained: bool) -> None:
    click.echo("\n".join(lines))
    if unexplained:
        ctx.exit(EXIT_FAILURE)


# Many.


def _run_campaign(
    ctx: click.Context,
    positions: int | None,
    seed: int | None,
    source: Path | None,
    kinds: list[str],
    jobs: int,
    dask: str | None,
    json_file: Path | None,
    resume: Path | None,
) -> None:
    from concurrent.futures import BrokenExecutor

    from modern.agreement.campaign import Campaign
    from modern.agreement.journal import JournalError
    from modern.agreement.pair import INVALID_POSITION
    from modern.agreement.sources import SourceError, code_digest, digest, file_chunks, random_chunks
    from modern.workers import WorkersError, cluster_workers, local_workers

    _check_files(json_file, resume, source)
    seed = SEED if seed is None else seed
    wanted = positions or (None if source else POSITIONS)
    described: dict[str, object] = {
        "positions": wanted,
        "seed": None if source else seed,
        "kinds": kinds,
        "from": digest(source) if source and resume else None,
        "code": code_digest() if resume else None,
    }
    failure = ""
    with ExitStack() as files:
        journal = files.enter_context(_open_journal(resume, described)) if resume else None
        try:
            chunks = file_chunks(source, positions) if source else random_chunks(seed, positions or POSITIONS)
        except SourceError as error:
            raise click.ClickException(str(error)) from None
        campaign = Campaign(chunks, kinds, journal)
        start = time.perf_counter()
        try:
            workers = local_workers(jobs) if dask is None else cluster_workers(dask)
            with workers as (executor, at_once), _progress(campaign, wanted) as show:
                for found in campaign.run(executor, at_once):
                    show(found)
        except KeyboardInterrupt:
            failure = "interrupted"
        except BrokenExecutor:
            failure = "a process that did the work has ended"
        except (JournalError, WorkersError) as error:
            failure = str(error)
        seconds = time.perf_counter() - start
    found = campaign.tally
    if not found.positions and failure != "interrupted":
        raise click.ClickException(failure or f"{source} has no game and no position")
    if not failure and not source and found.positions != wanted:
        failure = f"{found.positions} of {wanted} positions have come back"
    who = dask or ("1 process" if jobs == 1 else f"{jobs} processes")
    of = source.name if source else f"seed {seed}"
    _print_counts(campaign, json_file, f"{of}, {_speed(campaign, seconds)}{who}")
    if json_file and not (failure and json_file != DASH):
        _write_json(json_file, described, found, complete=not failure)
    if failure == "interrupted":
        click.echo(f"interrupted{_resume_hint(resume)}", err=json_file == DASH)
        ctx.exit(EXIT_INTERRUPTED)
    if failure:
        raise click.ClickException(f"{failure}{_resume_hint(resume)}")
    if found.not_representable[INVALID_POSITION] == found.positions:
        raise click.ClickException(f"nothing in {source} is a position of chess")
    if found.unexplained:
        ctx.exit(EXIT_FAILURE)


def _check_files(json_file: Path | None, resume: Path | None, source: Path | None) -> None:
    """Refuse now, and not after minutes, files that cannot be written or would be written over."""

    if json_file == DASH:
        json_file = None
    if resume == DASH:
        raise click.BadParameter("a file was expected, not standard output", param_hint="--resume")
    for path in (json_file, resume):
        if path:
            check_writable(path)
    if source and resume and not source.is_file():
        raise click.UsageError(f"--resume wants positions that can be read again, not those of {source}")
    check_distinct([("--json", json_file), ("--resume", resume), ("--from", source)])


def _resume_hint(resume: Path | None) -> str:
    return f": the same command goes on from {resume}" if resume else ""


def _open_journal(path: Path, described: dict[str, object]) -> CampaignJournal:
    from modern.agreement.journal import CampaignJournal, JournalError

    try:
        return CampaignJournal(path, described)
    except JournalError as error:
        raise click.ClickException(str(error)) from None


@contextmanager
def _progress(campaign: Campaign, wanted: int | None) -> Iterator[Callable[[Tally], None]]:
    """A bar on standard error while it is a terminal: how far it is, positions a second, and the count of each class.

    What it gives is to be called with what has been found.
    """
    from rich.columns import Columns
    from rich.console import Console, Group
    from rich.live import Live
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from modern.cli.output import cursor_restored_on_suspend

    errors = Console(stderr=True, highlight=False, markup=False)
    if not errors.is_terminal:
        yield lambda found: None
        return
    bar = Progress(
        *(TextColumn("comparing"), BarColumn(), MofNCompleteColumn()),
        *(TextColumn("{task.fields[rate]:,.0f} a second"), TimeRemainingColumn()),
        console=errors,
    )
    task = bar.add_task("", total=wanted, completed=campaign.resumed_positions, rate=0.0)
    start = time.perf_counter()

    with Live(bar, console=errors, transient=True, refresh_per_second=4) as live, cursor_restored_on_suspend(errors):

        def show(found: Tally) -> None:
            rate = (found.positions - campaign.resumed_positions) / (time.perf_counter() - start)
            bar.update(task, completed=found.positions, rate=rate)
            counts = [
                f"{name} {count:,}" for kind in found.kinds.values() for name, count in kind.differences.most_common()
            ]
            live.update(Group(bar, Columns(counts, padding=(0, 3))))

        yield show


# What came of it.


def _speed(campaign: Campaign, seconds: float) -> str:
    compared = campaign.tally.positions - campaign.resumed_positions
    earlier = f"{campaign.resumed_positions} looked at earlier, " if campaign.resumed_positions else ""
    rate = f"{compared / seconds:,.0f} positions a second, " if compared and seconds else ""
    from modern.build import build_mode

    return f"{earlier}{seconds:.1f} s, {rate}{build_mode()}, "


def _print_counts(campaign: Campaign, json_file: Path | None, pace: str) -> None:
    from modern.agreement.findings import UNEXPLAINED
    from modern.agreement.sheet import reproducing_command
    from modern.cli.output import console, new_table, print_table

    out = console(to_stderr=json_file == DASH)
    found = campaign.tally
    for name, kind in found.kinds.items():
        if found.compared:
            _print_kind(out, name, kind)
    if found.not_representable:
        rows = new_table("cannot be held", ">positions", "one of them")
        for reason, count in sorted(found.not_representable.items()):
            rows.add_row(reason, str(count), found.details[reason])
        print_table(out, rows)
        click.echo(err=out.stderr)
    for name, kind in found.kinds.items():
        if example := kind.smallest.get(UNEXPLAINED):
            click.echo(f"unexplained, in {name}: {example.what}", err=out.stderr)
            click.echo(f"  {example.fen}", err=out.stderr)
            command = shlex.join(reproducing_command(name, example.start, example.moves, example.fen))
            click.echo(f"  {command}", err=out.stderr)
    positions = "1 position" if found.compared == 1 else f"{found.compared} positions"
    click.echo(f"{positions} compared, {found.unexplained} unexplained ({pace})", err=out.stderr)


def _print_kind(out: Console, name: str, kind: KindTally) -> None:
    from modern.agreement.classes import classes_of
    from modern.agreement.findings import UNEXPLAINED
    from modern.cli.output import new_table, print_table

    agree = f"{kind.agree} of {kind.compared} positions agree"
    click.echo(f"{name}: {agree}, {kind.unexplained} unexplained", err=out.stderr)
    rows = new_table("class", ">differences", ">positions", ">%")
    for one in [*classes_of(name), *([UNEXPLAINED] if kind.unexplained else [])]:
        share = f"{100 * kind.positions[one] / kind.compared:.3f}" if kind.compared else "-"
        rows.add_row(one, str(kind.differences[one]), str(kind.positions[one]), share)
    print_table(out, rows)
    click.echo(err=out.stderr)


def _write_json(path: Path, described: dict[str, object], found: Tally, complete: bool) -> None:
    from modern.cli.output import write

    counted = found.as_json()
    told = {"positions": counted["positions"], "seed": described["seed"], "complete": complete, **counted}
    write(path, json.dumps(told, indent=1) + "\n")
