"""`gosub readings`: what the recorded game says about each repair, each other reading, and each one-token change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from historic.readings import PRINTED, READING_HELP
from historic.study.sample_game import SAMPLE_GAME
from modern.cli.combinations import check_combination
from modern.cli.lazy import lazily
from modern.cli.options import (
    AT_LEAST_0,
    AT_LEAST_1,
    FILE_OR_DASH,
    INPUT_FILE,
    READING,
    WholeNumberRange,
    check_files,
    jobs_option,
    json_option,
    resume_option,
    seed_option,
)
from modern.cli.output import (
    announce,
    console,
    exit_early,
    new_table,
    print_table,
    progress,
    write,
    write_json,
)
from modern.cli.shell import DASH, EXIT_FAILURE, echo, reported

with lazily():
    from historic.basic import language
    from historic.listing import report as reports
    from historic.listing import restoration
    from modern.cli import names
    from modern.jobs import early_end, journal, loop, workers
    from modern.proof import changes, counterparts, port_changes, record, verdicts
    from modern.proof import shape as shapes

if TYPE_CHECKING:
    from rich.console import Console

    from modern.proof.counterparts import Check, CheckResult
    from modern.proof.record import Trial
    from modern.proof.verdicts import Mutation

T = TypeVar("T")

#: The default values of the options. IN_LISTING is for --mutate with a report.
SEED: Final = 1994
IN_LISTING: Final = 50
PLIES: Final = len(SAMPLE_GAME)
DEFAULTS: Final = {"reading": PRINTED, "seed": SEED, "in_listing": IN_LISTING, "plies": PLIES}
#: About how long the listing plays the whole recorded game again with another reading, in seconds of a core.
SECONDS_A_TRIAL: Final = 17
#: About how long the port plays with one token changed, until it leaves the recorded game.
SECONDS_A_CHANGE: Final = 1


@click.command()
@click.argument("report", metavar="REPORT.txt", type=INPUT_FILE, required=False)
@click.option("--reading", type=READING, help=f"{READING_HELP}  [default: {PRINTED}]")
@click.option(
    "--only", "names", metavar="NAME", multiple=True, help="Try only this repair or reading; can be repeated."
)
@click.option(
    "--plies",
    metavar="N",
    type=WholeNumberRange(1, PLIES),
    help=f"Number of plies to play.  [default: {PLIES}]",
)
@jobs_option(1)
@json_option("the results")
@click.option("--mutate", is_flag=True, help="Try every one-token change of the port's four subroutines instead.")
@click.option("--sample", metavar="N", type=AT_LEAST_1, help="Try only N random changes.")
@seed_option(SEED, "Seed of the sample.")
@resume_option()
@click.option(
    "--in-listing",
    metavar="N",
    type=AT_LEAST_0,
    help=f"Also make N of the changes in the listing.  [default: {IN_LISTING} if REPORT.txt is given]",
)
@click.option("--picture", metavar="FILE", type=FILE_OR_DASH, help="Draw the shape of the listing as SVG.")
@click.option(
    "--shape",
    metavar="FILE",
    type=INPUT_FILE,
    help="Draw the shape from a file that --mutate --json wrote.",
)
@click.option(
    "--with-text", is_flag=True, help="Include the listing's text in the picture. The text belongs to its author."
)
@click.pass_context
def readings(ctx: click.Context, /, report: Path | None, mutate: bool, **options: Any) -> None:
    """Test each repair and each doubtful place of the listing against the recorded game.

    Undoes one repair, or reads one place in another way, and lets the listing play both sides: at which of the 23 plies
    does it leave the record? With --mutate, tests every one-token change of WHITE, BLACK, CWHITE and CBLACK in the port
    instead; this needs no report. The report is not part of Gosub Chess (docs/report.md).
    """
    check_combination(ctx)
    if report is None and not mutate and not options["shape"]:
        raise click.UsageError("REPORT.txt is missing: the text of the report, whose Appendix B is the listing")
    for name, default in DEFAULTS.items():
        options[name] = default if options[name] is None else options[name]
    json_file, picture = options["json_file"], options["picture"]
    check_files()
    out = console(to_stderr=DASH in (json_file, picture))
    if options["shape"]:
        _draw(picture, options["shape"])
    elif mutate:
        _play_changes(out, report, options)
    else:
        assert report is not None
        _play_trials(out, report, options)


# Repairs taken back, and other readings.


def _play_trials(out: Console, report: Path, options: dict[str, Any]) -> None:
    """Plays the trials, and prints them as they end. Exits if it ends early."""
    reading, plies, jobs = options["reading"], options["plies"], options["jobs"]
    wanted = _trials(report, reading, options["names"])
    rows: list[dict[str, Any]] = []
    kind = ""
    announce(SECONDS_A_TRIAL * len(wanted) * plies / len(SAMPLE_GAME) / jobs, "--only NAME or --plies 2 takes less")
    with early_end.early_end() as end, workers.local_workers(jobs) as (executor, pending):
        done = loop.run_tasks(
            lambda trial: executor.submit(record.listing_ending, trial.text, plies), wanted, pending, in_order=True
        )
        for trial, ending in done:
            if trial.kind != kind:
                kind = trial.kind
                click.echo(f"{kind}:", err=out.stderr)
            out.print(f"  {trial.place:12} {trial.name:26} {record.in_words(ending, plies)}", soft_wrap=True)
            rows.append({"kind": kind, "name": trial.name, "place": trial.place, **ending.as_json()})
    if options["json_file"]:
        write_json(options["json_file"], {"reading": reading, "plies": plies, "trials": rows})
    exit_early(end.failure, f": {len(rows)} of {len(wanted)} are done", err=True)


def _trials(report: Path, reading: str, wanted: Sequence[str]) -> list[Trial]:
    """Returns the trials with these names, or all of them. Raises ClickException."""
    found = _from_report(report, lambda text: list(record.trials(text, reading)))
    known = [trial.name for trial in found]
    for name in wanted:
        if name not in known:
            hint = "`gosub restore --list` lists the repairs"
            raise names.bad_name("repair or other reading", name, known, hint, "--only")
    return [trial for trial in found if not wanted or trial.name in wanted]


def _from_report(report: Path, look: Callable[[str], T]) -> T:
    """Returns what is found in the report's text. Raises ClickException if that is another text, or without lark."""
    try:
        with reported(language.ParserMissing):
            found = look(reports.read_report(report))
            language.compile_listing("STOP\n")
    except reports.NotAReport as error:
        raise click.ClickException(f"{report}: {error}") from None
    return found


# One-token changes.


def _play_changes(out: Console, report: Path | None, options: dict[str, Any]) -> None:
    """Plays the changes, and prints the counts. Exits if it ends early, or if port and listing do not agree."""
    listing = _from_report(report, lambda text: restoration.restored_listing(text, PRINTED)) if report else None
    every = port_changes.port_changes(port_changes.port_source())
    seed, plies, jobs, resume = options["seed"], options["plies"], options["jobs"], options["resume"]
    mutation = verdicts.Mutation(changes.sampled(every, options["sample"], seed))
    if not (resume and resume.exists()):
        announce(SECONDS_A_CHANGE * len(mutation.changes) / jobs, "--sample 20 takes less")
    _play(mutation, jobs, resume)
    _print_counts(out, mutation, len(every), seed)
    checked: list[CheckResult] = []
    if listing and not mutation.failure:
        wanted = counterparts.checks(listing, mutation.known, options["in_listing"], plies)
        mutation.failure = _check(out, wanted, plies, jobs, checked)
    shape = counterparts.shape_of(listing, mutation.known) if listing else []
    if options["json_file"]:
        write(options["json_file"], shapes.mutation_json(mutation, len(every), seed, plies, checked, shape))
    if options["picture"]:
        assert listing is not None
        write(options["picture"], shapes.drawn_shape(shape, listing if options["with_text"] else None))
    played = f": {len(mutation.known)} of {len(mutation.changes)} changes were played"
    exit_early(mutation.failure, played, err=True)
    if any(not result.agrees for result in checked):
        click.get_current_context().exit(EXIT_FAILURE)


def _play(mutation: Mutation, jobs: int, resume: Path | None) -> None:
    """Plays the changes with a progress bar. Raises ClickException for a journal that is not of this work."""
    with reported(journal.JournalError):
        mutation.load(resume)
        for line in mutation.damage:
            click.echo(line, err=True)
        missing = len(mutation.changes) - len(mutation.known)
        description = "finding first effects, then playing" if missing >= verdicts.FEWEST_FOR_EFFECTS else "playing"
        with progress(mutation.run(workers.local_workers(jobs), resume), description, missing) as steps:
            for _ in steps:
                pass


def _print_counts(out: Console, mutation: Mutation, every: int, seed: int) -> None:
    """Prints how many changes leave the record, by ply and by label."""
    known = mutation.known
    sample = f", a sample with seed {seed}" if len(mutation.changes) < every else ""
    echo(f"{len(known)} of {every} one-token changes played{sample}", err=out.stderr)
    table = new_table("label", ">changes", *(f">{name}" for name in verdicts.OUTCOMES))
    by_label: dict[str, Counter[str]] = {}
    for change, ending in known:
        by_label.setdefault(change.label, Counter())[verdicts.outcome(ending)] += 1
    for label, counted in [*sorted(by_label.items()), ("all", sum(by_label.values(), Counter()))]:
        table.add_row(label, str(counted.total()), *(str(counted[name]) for name in verdicts.OUTCOMES))
    print_table(out, table, verdicts.OUTCOMES[::-1])
    plies = Counter(ending.ply for _, ending in known if ending.ply is not None and ending.is_earlier)
    echo(
        "left before ply 22: " + (", ".join(f"{plies[ply]} at ply {ply}" for ply in sorted(plies)) or "none"),
        err=out.stderr,
    )


def _check(out: Console, wanted: Iterable[Check], plies: int, jobs: int, results: list[CheckResult]) -> str:
    """Plays changes made in the listing too, adds to `results`, and returns why it ended early, or ''."""
    wanted = list(wanted)
    with early_end.early_end() as end, workers.local_workers(jobs) as (executor, pending):
        done = loop.run_tasks(
            lambda check: executor.submit(counterparts.check_result, check, plies), wanted, pending, in_order=True
        )
        with progress(done, "in the listing", len(wanted)) as steps:
            results += (result for _, result in steps)
    agreeing = sum(result.agrees for result in results)
    echo(f"made in the listing too: {agreeing} of {len(results)} agree over {plies} plies", err=out.stderr)
    for result in results:
        if not result.agrees:
            ends = (record.in_words(result.check.port, plies), record.in_words(result.listing, plies))
            out.print(f"  {result.check.change.id}: {ends[0]} in the port, {ends[1]} in the listing", soft_wrap=True)
    return end.failure


def _draw(picture: Path, shape: Path) -> None:
    """Draws the shape in a file that --mutate --json wrote. Raises ClickException for another file."""
    try:
        write(picture, shapes.drawn_shape(shapes.shape_in(shape.read_bytes())))
    except ValueError:
        raise click.ClickException(
            f"{shape}: no shape in it; expected what `gosub readings REPORT.txt --mutate --json` writes"
        ) from None
