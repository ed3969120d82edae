"""Plays the readings and the one-token changes of `gosub readings`, and prints what becomes of each."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

import click
from rich.console import Console

from historic.basic.language import ParserMissing, compile_listing
from historic.listing.report import NotAReport, read_report
from historic.listing.restoration import restored_listing
from historic.readings import PRINTED
from historic.study.sample_game import SAMPLE_GAME
from modern.cli.names import bad_name
from modern.cli.output import announce, new_table, print_table, progress, write
from modern.cli.shell import EXIT_FAILURE, EXIT_INTERRUPTED, echo
from modern.jobs.early_end import early_end
from modern.jobs.journal import JournalError
from modern.jobs.loop import run_tasks
from modern.jobs.workers import INTERRUPTED, local_workers
from modern.proof.changes import sampled
from modern.proof.counterparts import Check, CheckResult, check_result, checks, shape_of
from modern.proof.port_changes import port_changes, port_source
from modern.proof.record import Trial, in_words, listing_ending, trials
from modern.proof.shape import drawn_shape, mutation_json, shape_in
from modern.proof.verdicts import FEWEST_FOR_EFFECTS, OUTCOMES, Mutation, outcome

#: About how long the listing plays the whole recorded game again with another reading, in seconds of a core.
SECONDS_A_TRIAL: Final = 17
#: About how long the port plays with one token changed, until it leaves the recorded game.
SECONDS_A_CHANGE: Final = 1

# Repairs taken back, and other readings.


def play_trials(out: Console, report: Path, options: dict[str, Any]) -> int:
    """Plays the trials, prints them as they end, and returns the exit code."""
    reading, plies = options["reading"], options["plies"]
    wanted = _trials(report, reading, options["names"])
    rows: list[dict[str, Any]] = []
    kind = ""
    announce(
        SECONDS_A_TRIAL * len(wanted) * plies / len(SAMPLE_GAME) / options["jobs"],
        "--only NAME or --plies 2 takes less",
    )
    with early_end() as end, local_workers(options["jobs"]) as (executor, pending):
        done = run_tasks(
            lambda trial: executor.submit(listing_ending, trial.text, plies), wanted, pending, in_order=True
        )
        for trial, ending in done:
            if trial.kind != kind:
                kind = trial.kind
                click.echo(f"{kind}:", err=out.stderr)
            out.print(f"  {trial.place:12} {trial.name:26} {in_words(ending, plies)}", soft_wrap=True)
            rows.append({"kind": kind, "name": trial.name, "place": trial.place, **ending.as_json()})
    if options["json_file"]:
        content = {"reading": reading, "plies": plies, "trials": rows}
        write(options["json_file"], json.dumps(content, indent=1) + "\n")
    if not end.failure:
        return 0
    echo(f"{end.failure}: {len(rows)} of {len(wanted)} are done", err=True)
    return EXIT_INTERRUPTED if end.failure == INTERRUPTED else EXIT_FAILURE


def _trials(report: Path, reading: str, names: Sequence[str]) -> list[Trial]:
    """Returns the trials with these names, or all of them. Raises ClickException."""
    try:
        found = list(trials(read_report(report), reading))
    except NotAReport as error:
        raise click.ClickException(f"{report}: {error}") from None
    check_parser()
    known = [trial.name for trial in found]
    for name in names:
        if name not in known:
            hint = "`gosub restore --list` lists the repairs"
            raise bad_name("repair or other reading", name, known, hint, "--only")
    return [trial for trial in found if not names or trial.name in names]


def check_parser() -> None:
    """Raises ClickException if the parser of the BASIC is not installed."""
    try:
        compile_listing("STOP\n")
    except ParserMissing as missing:
        raise click.ClickException(str(missing)) from None


# One-token changes.


def play_changes(out: Console, report: Path | None, options: dict[str, Any]) -> int:
    """Plays the changes, prints the counts, and returns the exit code."""
    listing = _listing(report) if report else None
    every = port_changes(port_source())
    seed, plies = options["seed"], options["plies"]
    mutation = Mutation(sampled(every, options["sample"], seed))
    if not (options["resume"] and options["resume"].exists()):
        announce(SECONDS_A_CHANGE * len(mutation.changes) / options["jobs"], "--sample 20 takes less")
    _play(mutation, options["jobs"], options["resume"])
    _print_counts(out, mutation, len(every), seed)
    checked: list[CheckResult] = []
    if listing and not mutation.failure:
        mutation.failure = _check(
            out, checks(listing, mutation.known, options["in_listing"], plies), plies, options["jobs"], checked
        )
    shape = shape_of(listing, mutation.known) if listing else []
    if options["json_file"]:
        write(options["json_file"], mutation_json(mutation, len(every), seed, plies, checked, shape))
    if options["picture"]:
        assert listing is not None
        write(options["picture"], drawn_shape(shape, listing if options["with_text"] else None))
    if mutation.failure:
        echo(f"{mutation.failure}: {len(mutation.known)} of {len(mutation.changes)} changes were played", err=True)
    wrong = any(not result.agrees for result in checked)
    return EXIT_INTERRUPTED if mutation.is_interrupted else EXIT_FAILURE if mutation.failure or wrong else 0


def _listing(report: Path) -> str:
    try:
        text = restored_listing(read_report(report), PRINTED)
    except NotAReport as error:
        raise click.ClickException(f"{report}: {error}") from None
    check_parser()
    return text


def _play(mutation: Mutation, jobs: int, resume: Path | None) -> None:
    """Plays the changes with a progress bar. Raises ClickException for a journal that is not of this work."""
    try:
        mutation.load(resume)
        for line in mutation.damage:
            click.echo(line, err=True)
        missing = len(mutation.changes) - len(mutation.known)
        description = "finding first effects, then playing" if missing >= FEWEST_FOR_EFFECTS else "playing"
        with progress(mutation.run(local_workers(jobs), resume), description, missing) as steps:
            for _ in steps:
                pass
    except JournalError as error:
        raise click.ClickException(str(error)) from None


def _print_counts(out: Console, mutation: Mutation, every: int, seed: int) -> None:
    """Prints how many changes leave the record, by ply and by label."""
    known = mutation.known
    sample = f", a sample with seed {seed}" if len(mutation.changes) < every else ""
    echo(f"{len(known)} of {every} one-token changes played{sample}", err=out.stderr)
    table = new_table("label", ">changes", *(f">{name}" for name in OUTCOMES))
    by_label: dict[str, Counter[str]] = {}
    for change, ending in known:
        by_label.setdefault(change.label, Counter())[outcome(ending)] += 1
    for label, counted in [*sorted(by_label.items()), ("all", sum(by_label.values(), Counter()))]:
        table.add_row(label, str(counted.total()), *(str(counted[name]) for name in OUTCOMES))
    print_table(out, table, OUTCOMES[::-1])
    plies = Counter(ending.ply for _, ending in known if ending.ply is not None and ending.is_earlier)
    echo(
        "left before ply 22: " + (", ".join(f"{plies[ply]} at ply {ply}" for ply in sorted(plies)) or "none"),
        err=out.stderr,
    )


def _check(out: Console, wanted: Iterable[Check], plies: int, jobs: int, results: list[CheckResult]) -> str:
    """Plays changes made in the listing too, adds to `results`, and returns why it ended early, or ''."""
    wanted = list(wanted)
    with early_end() as end, local_workers(jobs) as (executor, pending):
        done = run_tasks(lambda check: executor.submit(check_result, check, plies), wanted, pending, in_order=True)
        with progress(done, "in the listing", len(wanted)) as steps:
            results += (result for _, result in steps)
    agreeing = sum(result.agrees for result in results)
    echo(f"made in the listing too: {agreeing} of {len(results)} agree over {plies} plies", err=out.stderr)
    for result in results:
        if not result.agrees:
            ends = (in_words(result.check.port, plies), in_words(result.listing, plies))
            out.print(f"  {result.check.change.id}: {ends[0]} in the port, {ends[1]} in the listing", soft_wrap=True)
    return end.failure


def draw(picture: Path, shape: Path) -> None:
    """Draws the shape in a file that --mutate --json wrote. Raises ClickException for another file."""
    try:
        write(picture, drawn_shape(shape_in(shape.read_bytes())))
    except ValueError:
        raise click.ClickException(
            f"{shape}: no shape in it; expected what `gosub readings REPORT.txt --mutate --json` writes"
        ) from None
