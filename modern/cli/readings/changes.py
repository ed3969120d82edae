"""The part of `gosub readings` that plays one-token changes, and draws the shape of the listing from them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from historic.listing.report import NotAReport, read_report
from historic.listing.restoration import restored_listing
from historic.readings import PRINTED
from modern.cli.output import new_table, print_table, progress, write
from modern.cli.readings.command import IN_LISTING, PLIES, SEED
from modern.cli.readings.trials import check_parser
from modern.cli.shell import EXIT_FAILURE, EXIT_INTERRUPTED
from modern.jobs.early_end import early_end
from modern.jobs.journal import JournalError
from modern.jobs.loop import run_tasks
from modern.jobs.workers import local_workers
from modern.pictures.listing_shape import Bar, listing_shape_svg
from modern.proof.changes import drawn
from modern.proof.counterparts import Check, CheckResult, ShapeLine, check_result, checks, shape_of
from modern.proof.port_changes import port_changes, port_source
from modern.proof.record import in_words
from modern.proof.verdicts import FEWEST_FOR_EFFECTS, OUTCOMES, Mutation, outcome


def play_changes(out: Console, report: Path | None, options: dict[str, Any]) -> int:
    """Plays the changes, prints the counts, and returns the exit code."""
    listing = _listing(report) if report else None
    every = port_changes(port_source())
    seed = SEED if options["seed"] is None else options["seed"]
    plies = options["plies"] or PLIES
    mutation = Mutation(drawn(every, options["sample"], seed))
    _play(mutation, options["jobs"], options["resume"])
    _print_counts(out, mutation, len(every), seed)
    checked: list[CheckResult] = []
    if listing and not mutation.failure:
        count = IN_LISTING if options["in_listing"] is None else options["in_listing"]
        mutation.failure = _check(out, checks(listing, mutation.known, count, plies), plies, options["jobs"], checked)
    shape = shape_of(listing, mutation.known) if listing else []
    if options["json_file"]:
        write(options["json_file"], _mutation_json(mutation, len(every), seed, plies, checked, shape))
    if options["picture"]:
        assert listing is not None
        draw(options["picture"], shape, listing if options["with_text"] else None)
    if mutation.failure:
        click.echo(f"{mutation.failure}: {len(mutation.known)} of {len(mutation.changes)} changes are played", err=True)
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
    sample = f", drawn with seed {seed}" if len(mutation.changes) < every else ""
    click.echo(f"{len(known)} of {every} one-token changes played{sample}", err=out.stderr)
    table = new_table("label", ">changes", *(f">{name}" for name in OUTCOMES))
    by_label: dict[str, Counter[str]] = {}
    for change, ending in known:
        by_label.setdefault(change.label, Counter())[outcome(ending)] += 1
    for label, counted in [*sorted(by_label.items()), ("all", sum(by_label.values(), Counter()))]:
        table.add_row(label, str(counted.total()), *(str(counted[name]) for name in OUTCOMES))
    print_table(out, table)
    plies = Counter(ending.ply for _, ending in known if ending.ply is not None and ending.is_earlier)
    click.echo(
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
    click.echo(f"made in the listing too: {agreeing} of {len(results)} agree over {plies} plies", err=out.stderr)
    for result in results:
        if not result.agrees:
            ends = (in_words(result.check.port, plies), in_words(result.listing, plies))
            out.print(f"  {result.check.change.id}: {ends[0]} in the port, {ends[1]} in the listing", soft_wrap=True)
    return end.failure


def _mutation_json(
    mutation: Mutation, every: int, seed: int, plies: int, checked: Iterable[CheckResult], shape: Iterable[ShapeLine]
) -> str:
    """Returns the endings as JSON, one change and one line of the listing a row; no text of the listing."""
    endings = [{"change": change.id, **ending.as_json()} for change, ending in mutation.known]
    in_listing = [
        {"change": result.check.change.id, "port": result.check.port.as_json(), "listing": result.listing.as_json()}
        for result in checked
    ]
    parts: dict[str, list[Any]] = {
        "endings": endings,
        "in_listing": in_listing,
        "shape": [list(line) for line in shape],
    }
    rows = [f'"{name}": [\n{_rows(part)}\n]' for name, part in parts.items()]
    return "{" + f'"changes": {every}, "seed": {seed}, "plies_in_listing": {plies},\n' + ",\n".join(rows) + "}\n"


def _rows(part: Iterable[Any]) -> str:
    return ",\n".join(json.dumps(row) for row in part)


# ---- the picture of the shape of the listing


def shape_in(file: Path) -> list[ShapeLine]:
    """Returns the shape in a file that --mutate --json wrote. Raises ClickException for another file."""
    try:
        lines = [ShapeLine.from_json(row) for row in json.loads(file.read_bytes())["shape"]]
    except (KeyError, TypeError, ValueError, RecursionError):
        lines = []
    if not lines:
        raise click.ClickException(
            f"{file}: no shape in it; expected what `gosub readings REPORT.txt --mutate --json` writes"
        )
    return lines


def bars_of(shape: Sequence[ShapeLine], listing: str | None = None) -> list[Bar]:
    """Returns the bars of a shape, with the lines' texts if the listing is given."""
    texts = [line.strip() for line in listing.splitlines() if line.strip()] if listing else [""] * len(shape)
    return [
        Bar("" if line.offset else line.label, line.indent, line.length, line.share, text)
        for line, text in zip(shape, texts, strict=True)
    ]


def draw(picture: Path, shape: Sequence[ShapeLine], listing: str | None) -> None:
    """Draws the shape, with the lines' texts if the listing is given."""
    write(picture, listing_shape_svg(bars_of(shape, listing)))
