"""Runs a proof, shows its progress, and prints what was compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from modern.build import build_mode
from modern.cli.output import process_count
from modern.cli.shell import EXIT_FAILURE, EXIT_INTERRUPTED

if TYPE_CHECKING:
    from historic.listing.restoration import Restoration
    from modern.proof.c_side import CSide
    from modern.proof.coverage import Stays
    from modern.proof.proof import Job, Proof
    from modern.proof.sides import ProofTask
    from modern.proof.trails import FirstDifference
    from modern.proof.variables import Layout

#: How many of the differences at one moment are printed.
MAX_DIFFERENCES: Final = 12
#: The longest part of a printed text that is shown.
MAX_TEXT: Final = 200


def run_proof(
    restored: Mapping[str, Restoration], tasks: Sequence[ProofTask], jobs: int, html: Path | None, in_c: bool
) -> None:
    """Runs the tasks in the readings, prints and writes what was found, and exits with the code that it has.

    `in_c` runs the listing as C, and not in the BASIC.
    """
    from modern.jobs.workers import local_workers
    from modern.proof.page import proof_page
    from modern.proof.proof import jobs_of, prove
    from modern.proof.tasks import SELF_PLAY

    texts = {reading: one.text for reading, one in restored.items()}
    every = jobs_of(list(restored), tasks)
    if jobs > 1:
        every.sort(key=lambda job: job.task.kind != SELF_PLAY)  # the longest first
    processes = min(jobs, len(every))
    with ExitStack() as compiled:
        listings: Mapping[str, str | CSide] = _listings_in_c(texts, compiled) if in_c else texts
        layout = layout_in(listings)
        for reading, one in restored.items():
            click.echo(f"SHA-256 of the listing ({reading})  {one.result_sum}")
        proof = prove(every, listings, local_workers(processes), jobs_progress("proving", len(every)))
    _print_counts(proof)
    if proof.difference:
        _print_difference(*proof.difference)
    elif proof.failure:
        click.echo(f"{proof.failure} after {len(proof.done)} of {len(every)} runs: no difference so far")
    else:
        click.echo(_verdict(proof, layout, processes, in_c))
    if html and not proof.failure:
        from modern.cli.output import write

        ran = [] if proof.difference else _ran(next(iter(texts.values())), tasks, jobs)
        write(html, proof_page(proof, restored, layout, ran))
    code = EXIT_INTERRUPTED if proof.is_interrupted else EXIT_FAILURE if proof.difference or proof.failure else 0
    click.get_current_context().exit(code)


def _ran(text: str, tasks: Sequence[ProofTask], jobs: int) -> list[tuple[str, Stays]]:
    """Returns what each task runs of the listing. Ctrl-C and lost workers end the command: no page is written."""
    from modern.cli.output import progress_bar
    from modern.jobs.early_end import early_end
    from modern.jobs.loop import run_tasks
    from modern.jobs.workers import INTERRUPTED, local_workers
    from modern.proof.coverage import stays_in

    ran: list[tuple[str, Stays]] = []
    with (
        early_end() as end,
        local_workers(min(jobs, len(tasks))) as (executor, pending),
        progress_bar("what of the listing runs", len(tasks)) as advance,
    ):
        done = run_tasks(lambda task: executor.submit(stays_in, text, task), tasks, pending, in_order=True)
        for task, stays in done:
            ran.append((task.name, stays))
            advance(task.name)
    if end.failure:
        click.echo(f"{end.failure}: the proof is complete, but the page is not written")
        click.get_current_context().exit(EXIT_INTERRUPTED if end.failure == INTERRUPTED else EXIT_FAILURE)
    return ran


def layout_in(listings: Mapping[str, str | CSide]) -> Layout:
    """Returns the variables of the listing, which are the same in both readings. Raises ClickException."""
    from historic.basic.language import ListingRefused, ParserMissing
    from modern.proof.listing_side import listing_side

    first = next(iter(listings.values()))
    try:
        return listing_side(first).layout if isinstance(first, str) else first.layout
    except (ListingRefused, ParserMissing) as error:
        raise click.ClickException(str(error)) from None


def _listings_in_c(texts: Mapping[str, str], compiled: ExitStack) -> dict[str, CSide]:
    """Returns the listing of each reading in C. `compiled` removes the programs at its end. Raises ClickException."""
    from modern.proof.c_side import CompilerFailed, c_side
    from modern.proof.c_terms import WitnessRefused

    try:
        return {reading: compiled.enter_context(c_side(text)) for reading, text in texts.items()}
    except (CompilerFailed, WitnessRefused) as error:
        raise click.ClickException(str(error)) from None


@contextmanager
def jobs_progress(title: str, total: int) -> Iterator[Callable[[Job], None]]:
    """Shows a progress bar. Yields a function that takes each job that is done."""
    from modern.cli.output import progress_bar

    with progress_bar(title, total) as advance:
        yield lambda job: advance(f"{job.task.name}, {job.reading}")


def _print_counts(proof: Proof) -> None:
    """Prints what was compared, by reading and kind of task."""
    from modern.cli.output import console, new_table, print_table

    table = new_table("reading", "what ran", ">runs", ">returns", ">values", ">scores", "ended by")
    for (reading, kind), compared in proof.by_kind().items():
        endings = ", ".join(sorted({one.ending for one in compared if not one.difference}))
        counts = (sum(one.calls for one in compared), sum(one.values for one in compared))
        scores = sum(one.scores for one in compared)
        table.add_row(reading, kind, str(len(compared)), *(f"{count:,}" for count in (*counts, scores)), endings)
    if proof.done:
        print_table(console(), table)
        click.echo()


def _verdict(proof: Proof, layout: Layout, processes: int, in_c: bool) -> str:
    variables = len(layout.numbers) + len(layout.texts)
    returns, scores = proof.total(lambda one: one.calls), proof.total(lambda one: one.scores)
    witness = " The listing ran as C." if in_c else ""
    return (
        f"No difference: after each of {returns:,} returns, {variables} variables and {len(layout.arrays)} arrays with "
        f"{layout.count - variables:,} elements are the same, and so are {scores:,} scores and all that is printed. "
        f"No variable is left out.{witness} ({proof.seconds:.1f} s, {process_count(processes)}, {build_mode()})"
    )


def _print_difference(job: Job, difference: FirstDifference) -> None:
    """Prints where the first difference is, and what differs there."""
    from modern.proof.sides import WATCHED

    first, second = difference.sides
    click.echo(f"Difference in {job.task.name} ({job.reading}), after {difference.index:,} equal returns")
    click.echo(f"  when {difference.label} returns" if difference.label in WATCHED else f"  at {difference.label}")
    if difference.position:
        click.echo(f"  position: {difference.position}")
    for one in difference.differences[:MAX_DIFFERENCES]:
        left, right = (_brief(value) for value in one.values)
        click.echo(f"  {one.name}: {left} in {first}, {right} in {second}")
    if len(difference.differences) > MAX_DIFFERENCES:
        click.echo(f"  and {len(difference.differences) - MAX_DIFFERENCES} more")


def _brief(value: str) -> str:
    return value if len(value) <= MAX_TEXT else f"{value[:MAX_TEXT]}..."
