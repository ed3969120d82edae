"""Runs a proof or plants changes for `gosub prove`, shows the progress, and prints what was compared or found."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import click

from historic.basic.language import ListingRefused, ParserMissing
from historic.listing.restoration import Restoration
from historic.study.traces import lines_of
from modern.build import build_mode
from modern.cli.output import announce, console, new_table, print_table, process_count, progress_bar, write
from modern.cli.shell import EXIT_FAILURE, EXIT_INTERRUPTED, echo
from modern.jobs.early_end import early_end
from modern.jobs.journal import JournalError
from modern.jobs.loop import run_tasks
from modern.jobs.workers import INTERRUPTED, core_count, local_workers
from modern.pages.proof_page import proof_page
from modern.proof.c_side import CompilerFailed, CSide, c_side
from modern.proof.c_terms import WitnessRefused
from modern.proof.changes import LISTING, PORT
from modern.proof.coverage import Stays, stays_in
from modern.proof.listing_side import listing_side
from modern.proof.proof import Job, Proof, jobs_of, prove
from modern.proof.sides import WATCHED, ProofTask
from modern.proof.tasks import SELF_PLAY, SelfPlay, given_turns, random_turns, record_turns
from modern.proof.trails import FirstDifference
from modern.proof.variables import Layout
from modern.proof.verdicts import BEFORE, Planting, Workload, planted_changes, workload_of

#: About how long a turn and a whole self-play game take on both sides, in seconds of a core, and how much less in C.
SECONDS_A_TURN: Final = 3
SECONDS_OF_SELF_PLAY: Final = 240
SHARE_IN_C: Final = 0.2
#: How many of the differences at one moment are printed.
MAX_DIFFERENCES: Final = 12
#: The longest part of a printed text that is shown.
MAX_TEXT: Final = 200
SHORTER: Final = "--plies 2 --reading printed takes less"


def tasks_of(plies: int, self_play: bool, states: Path | None, random_states: int, seed: int) -> list[ProofTask]:
    """Returns what runs on both sides. Raises ClickException if a line of `states` is no state, and OSError."""
    tasks: list[ProofTask] = [*record_turns(plies), *random_turns(random_states, seed)]
    if states:
        with states.open("rb") as file:
            try:
                tasks += given_turns(lines_of(file))
            except ValueError as error:
                raise click.ClickException(f"{states}: {error}") from None
    if self_play:
        tasks.append(SelfPlay("self-play"))
    return tasks


def run_proof(
    restored: Mapping[str, Restoration], tasks: Sequence[ProofTask], jobs: int | None, html: Path | None, in_c: bool
) -> None:
    """Runs the tasks in the readings, prints and writes what was found, and exits with the code that it has.

    `in_c` runs the listing as C, and not in the BASIC. Without a number of jobs, one process per core works.
    """
    jobs = jobs or core_count()

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
        announce(_seconds(every, processes) * (SHARE_IN_C if in_c else 1), SHORTER)
        proof = prove(every, listings, local_workers(processes), jobs_progress("proving", len(every)))
    _print_counts(proof)
    if proof.difference:
        _print_difference(*proof.difference)
    elif proof.failure:
        echo(f"{proof.failure} after {len(proof.done)} of {len(every)} runs: no difference so far")
    else:
        echo(_verdict(proof, layout, processes, in_c))
    if html and not proof.failure:
        ran = [] if proof.difference else _ran(next(iter(texts.values())), tasks, jobs)
        write(html, proof_page(proof, restored, layout, ran))
    code = EXIT_INTERRUPTED if proof.is_interrupted else EXIT_FAILURE if proof.difference or proof.failure else 0
    click.get_current_context().exit(code)


def _ran(text: str, tasks: Sequence[ProofTask], jobs: int) -> list[tuple[str, Stays]]:
    """Returns what each task runs of the listing. Ctrl-C and lost workers end the command: no page is written."""
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
        echo(f"{end.failure}: the proof is complete, but the page is not written")
        click.get_current_context().exit(EXIT_INTERRUPTED if end.failure == INTERRUPTED else EXIT_FAILURE)
    return ran


def _seconds(every: Sequence[Job], processes: int) -> float:
    """Returns about how long the jobs take in a number of processes."""
    each = [SECONDS_OF_SELF_PLAY if job.task.kind == SELF_PLAY else SECONDS_A_TURN for job in every]
    return max(sum(each) / min(processes, core_count()), *each)


def layout_in(listings: Mapping[str, str | CSide]) -> Layout:
    """Returns the variables of the listing, which are the same in both readings. Raises ClickException."""
    first = next(iter(listings.values()))
    try:
        return listing_side(first).layout if isinstance(first, str) else first.layout
    except (ListingRefused, ParserMissing) as error:
        raise click.ClickException(str(error)) from None


def _listings_in_c(texts: Mapping[str, str], compiled: ExitStack) -> dict[str, CSide]:
    """Returns the listing of each reading in C. `compiled` removes the programs at its end. Raises ClickException."""
    try:
        return {reading: compiled.enter_context(c_side(text)) for reading, text in texts.items()}
    except (CompilerFailed, WitnessRefused) as error:
        raise click.ClickException(str(error)) from None


@contextmanager
def jobs_progress(title: str, total: int) -> Iterator[Callable[[Job], None]]:
    """Shows a progress bar. Yields a function that takes each job that is done."""
    with progress_bar(title, total) as advance:
        yield lambda job: advance(f"{job.task.name}, {job.reading}")


def _print_counts(proof: Proof) -> None:
    """Prints what was compared, by reading and kind of task."""
    table = new_table("reading", "what ran", ">runs", ">returns", ">values", ">scores", "ending")
    for (reading, kind), compared in proof.by_kind().items():
        endings = ", ".join(sorted({one.ending for one in compared if not one.difference}))
        counts = (sum(one.calls for one in compared), sum(one.values for one in compared))
        scores = sum(one.scores for one in compared)
        table.add_row(reading, kind, str(len(compared)), *(f"{count:,}" for count in (*counts, scores)), endings)
    if proof.done:
        print_table(console(), table, ["ending", "scores", "runs", "values"])
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
    first, second = difference.sides
    echo(f"Difference in {job.task.name} ({job.reading}), after {difference.index:,} equal returns")
    echo(f"  when {difference.label} returns" if difference.label in WATCHED else f"  at {difference.label}")
    if difference.position:
        echo(f"  position: {difference.position}")
    for one in difference.differences[:MAX_DIFFERENCES]:
        left, right = (_brief(value) for value in one.values)
        echo(f"  {one.name}: {left} in {first}, {right} in {second}")
    if len(difference.differences) > MAX_DIFFERENCES:
        echo(f"  and {len(difference.differences) - MAX_DIFFERENCES} more")


def _brief(value: str) -> str:
    return value if len(value) <= MAX_TEXT else f"{value[:MAX_TEXT]}..."


# Planted changes.


def run_planting(
    restored: Restoration,
    reading: str,
    tasks: Sequence[ProofTask],
    count: int,
    seed: int,
    jobs: int | None,
    resume: Path | None,
) -> None:
    """Plants `count` changes in the port and in the listing, and exits with 0, or with 130 after Ctrl-C."""
    jobs = jobs or core_count()
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
        echo(line, err=True)
    _print_found(planting)
    _print_survivors(planting)
    if planting.failure:
        hint = f": the same command resumes from {resume}" if resume else ""
        echo(f"{planting.failure}{hint}")
    code = EXIT_INTERRUPTED if planting.is_interrupted else EXIT_FAILURE if planting.failure else 0
    click.get_current_context().exit(code)


def _workload(restored: Restoration, reading: str, tasks: Sequence[ProofTask], jobs: int) -> Workload:
    """Returns the tasks with the trails of the unchanged sides. Exits if these differ, or on Ctrl-C."""
    listings = {reading: restored.text}
    layout = layout_in(listings)
    every = jobs_of([reading], tasks)
    announce(_seconds(every, jobs), SHORTER)
    proof = prove(every, listings, local_workers(min(jobs, len(every))), jobs_progress("unchanged", len(every)))
    if proof.difference:
        raise click.ClickException(f"the unchanged sides differ in {proof.difference[1].task}: run it without --plant")
    if proof.failure:
        echo(f"{proof.failure} before the first change was planted")
        click.get_current_context().exit(EXIT_INTERRUPTED if proof.is_interrupted else EXIT_FAILURE)
    echo(f"unchanged: {len(every)} runs with {proof.total(lambda one: one.calls):,} returns, all the same")
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
    print_table(console(), table, kinds)
    click.echo()


def _print_survivors(planting: Planting) -> None:
    """Prints the changes that were not found, with the reason why nothing can find them, or that it is not known."""
    for where in (PORT, LISTING):
        for change in [*planting.survivors(where, explained=True), *planting.survivors(where, explained=False)]:
            echo(f"{where}: {change.id}\n    {planting.reason(change) or 'not yet distinguished'}")
