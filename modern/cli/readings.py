"""`gosub readings`: the record's evidence for each repair, each other reading, and each one-token change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
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
from modern.cli.output import carry_out, console, exit_early, how_to_resume, new_table, print_table, write, write_json
from modern.cli.shell import DASH, EXIT_FAILURE, Command, echo, reported

with lazily():
    from historic.basic import language
    from historic.listing import report as reports
    from historic.listing import restoration
    from modern.cli import names
    from modern.jobs import work as works
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


@click.command(cls=Command)
@click.argument("report", metavar="REPORT.txt", type=INPUT_FILE, required=False)
@click.option("--reading", type=READING, help=f"{READING_HELP}  [default: {PRINTED}]")
@click.option(
    "--only", "names", metavar="NAME", multiple=True, help="Try only this repair or reading; can be repeated."
)
@click.option(
    "--plies",
    metavar="N",
    type=WholeNumberRange(1, PLIES),
    help=f"Number of plies that the listing plays, so it needs REPORT.txt.  [default: {PLIES}]",
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
    instead; this needs no report. The report is not part of Gosub Chess (docs/program/report.md).
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
    seconds = SECONDS_A_TRIAL * plies / len(SAMPLE_GAME)
    work = works.ListWork("", partial(record.trial_ending, plies), wanted, seconds, in_order=True)

    @contextmanager
    def printed() -> Iterator[Callable[[Trial], None]]:
        """Yields a function that prints a trial that is done."""
        kind = ""

        def show(trial: Trial) -> None:
            nonlocal kind
            if trial.kind != kind:
                kind = trial.kind
                click.echo(f"{kind}:", err=out.stderr)
            ending = record.in_words(work.results[-1], plies)
            out.print(f"  {trial.place:12} {trial.name:26} {ending}", soft_wrap=True)

        yield show

    carry_out(work, jobs, "--only NAME or --plies 2 takes less", display=printed)
    if options["json_file"]:
        rows = [
            {"kind": trial.kind, "name": trial.name, "place": trial.place, **ending.as_json()}
            for trial, ending in work.done
        ]
        write_json(options["json_file"], {"reading": reading, "plies": plies, "trials": rows}, bool(work.failure))
    exit_early(work.failure, f": {len(work.done)} of {len(wanted)} are done", err=True)


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
    """Returns the findings in the report's text. Raises ClickException for a different text, or without lark."""
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
    carry_out(mutation, jobs, "--sample 20 takes less", resume=resume)
    _print_counts(out, mutation, len(every), seed)
    checked: Sequence[CheckResult] = ()
    failure = mutation.failure
    if listing and not failure:
        wanted = counterparts.checks(listing, mutation.known, options["in_listing"], plies)
        checked, failure = _check(out, list(wanted), plies, jobs)
    shape = counterparts.shape_of(listing, mutation.known) if listing else []
    if options["json_file"]:
        content = shapes.mutation_json(mutation, len(every), seed, plies, checked, shape)
        write(options["json_file"], content, bool(failure))
    if options["picture"]:
        assert listing is not None
        picture = shapes.drawn_shape(shape, listing if options["with_text"] else None)
        write(options["picture"], picture, bool(failure))
    played = f": {len(mutation.known)} of {len(mutation.changes)} changes were played"
    exit_early(failure, f"{played}{how_to_resume(resume)}", err=True)
    if any(not result.agrees for result in checked):
        click.get_current_context().exit(EXIT_FAILURE)


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


def _check(out: Console, wanted: Sequence[Check], plies: int, jobs: int) -> tuple[Sequence[CheckResult], str]:
    """Plays changes made in the listing too. Returns the results, and why it ended early, or ''."""
    work = works.ListWork("in the listing", partial(counterparts.check_result, plies), wanted)
    carry_out(work, jobs)
    results = work.results
    agreeing = sum(result.agrees for result in results)
    echo(f"made in the listing too: {agreeing} of {len(results)} agree over {plies} plies", err=out.stderr)
    for result in results:
        if not result.agrees:
            ends = (record.in_words(result.check.port, plies), record.in_words(result.listing, plies))
            out.print(f"  {result.check.change.id}: {ends[0]} in the port, {ends[1]} in the listing", soft_wrap=True)
    return results, work.failure


def _draw(picture: Path, shape: Path) -> None:
    """Draws the shape in a file that --mutate --json wrote. Raises ClickException for another file."""
    try:
        write(picture, shapes.drawn_shape(shapes.shape_in(shape.read_bytes())))
    except ValueError:
        raise click.ClickException(
            f"{shape}: no shape in it; expected a file that `gosub readings REPORT.txt --mutate --json` writes"
        ) from None
