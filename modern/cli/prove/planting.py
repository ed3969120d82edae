"""Plants changes, and prints which were found and which were not."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click

from historic.listing.restoration import Restoration
from modern.cli.output import console, new_table, print_table, progress_bar
from modern.cli.prove.proving import jobs_progress, layout_in
from modern.cli.shell import EXIT_FAILURE, EXIT_INTERRUPTED
from modern.jobs.journal import JournalError
from modern.jobs.workers import local_workers
from modern.proof.changes import LISTING, PORT
from modern.proof.proof import jobs_of, prove
from modern.proof.sides import ProofTask
from modern.proof.verdicts import BEFORE, Planting, Workload, planted_changes, workload_of


def run_planting(
    restored: Restoration,
    reading: str,
    tasks: Sequence[ProofTask],
    count: int,
    seed: int,
    jobs: int,
    resume: Path | None,
) -> None:
    """Plants `count` changes in the port and in the listing, and exits with 0, or with 130 after Ctrl-C."""
    workload = _workload(restored, reading, tasks, jobs)
    with tempfile.TemporaryDirectory() as folder:
        planting = Planting(planted_changes(restored.text, count, seed), workload, Path(folder) / "workload")
        try:
            with progress_bar("planting", len(planting.changes)) as advance:
                for change in planting.run(local_workers(jobs), resume):
                    advance(f"{change.where} {change.id}")
        except JournalError as error:
            raise click.ClickException(str(error)) from None
    for line in planting.damage:
        click.echo(line, err=True)
    _print_found(planting)
    _print_survivors(planting)
    if planting.failure:
        hint = f": the same command resumes from {resume}" if resume else ""
        click.echo(f"{planting.failure}{hint}")
    code = EXIT_INTERRUPTED if planting.is_interrupted else EXIT_FAILURE if planting.failure else 0
    click.get_current_context().exit(code)


def _workload(restored: Restoration, reading: str, tasks: Sequence[ProofTask], jobs: int) -> Workload:
    """Returns the tasks with the trails of the unchanged sides. Exits if these differ, or on Ctrl-C."""
    listings = {reading: restored.text}
    layout = layout_in(listings)
    every = jobs_of([reading], tasks)
    proof = prove(every, listings, local_workers(min(jobs, len(every))), jobs_progress("unchanged", len(every)))
    if proof.difference:
        raise click.ClickException(f"the unchanged sides differ in {proof.difference[1].task}: run it without --plant")
    if proof.failure:
        click.echo(f"{proof.failure} before the first change was planted")
        click.get_current_context().exit(EXIT_INTERRUPTED if proof.is_interrupted else EXIT_FAILURE)
    click.echo(f"unchanged: {len(every)} runs with {proof.total(lambda one: one.calls):,} returns, all the same")
    return workload_of(restored.text, reading, layout, [(job.task, compared.trail) for job, compared in proof.done])


def _print_found(planting: Planting) -> None:
    """Prints how many changes of each side were found, and in what."""
    kinds = [BEFORE, *dict.fromkeys(task.kind for task, _ in planting.workload.runs)]
    table = new_table("changes of the", ">planted", ">found", *(f">{kind}" for kind in kinds), ">explained", ">not yet")
    for where in (PORT, LISTING):
        known = planting.known_in(where)
        counts = Counter(finding.kind for _, finding in known)
        explained = len(planting.survivors(where, explained=True))
        left = len(planting.survivors(where, explained=False))
        found = len(known) - explained - left
        cells = [len(known), found, *(counts[kind] for kind in kinds), explained, left]
        table.add_row(where, *map(str, cells))
    print_table(console(), table)
    click.echo()


def _print_survivors(planting: Planting) -> None:
    """Prints the changes that were not found, with the reason why nothing can find them, or that it is not known."""
    for where in (PORT, LISTING):
        for change in [*planting.survivors(where, explained=True), *planting.survivors(where, explained=False)]:
            click.echo(f"{where}: {change.id}\n    {planting.reason(change) or 'not yet distinguished'}")
