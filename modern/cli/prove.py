"""`gosub prove`: the listing and the port side by side, and changes planted in either."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from historic.listing.restoration import Restoration
from historic.readings import PRINTED, READINGS
from historic.study.sample_game import SAMPLE_GAME
from modern.build import build_mode
from modern.cli.combinations import check_combination
from modern.cli.lazy import lazily
from modern.cli.options import (
    AT_LEAST_0,
    AT_LEAST_1,
    FILE,
    INPUT_FILE,
    ReadingName,
    WholeNumberRange,
    check_files,
    jobs_option,
    resume_option,
    seed_option,
)
from modern.cli.output import carry_out, console, exit_early, how_to_resume, new_table, print_table, write
from modern.cli.restore import restoration_of
from modern.cli.shell import EXIT_FAILURE, Command, echo, reported
from modern.facts import counted

with lazily():
    from historic.basic import language
    from historic.study import traces
    from modern.jobs import work as works
    from modern.jobs import workers
    from modern.pages import proof_page
    from modern.proof import c_side, c_terms, changes, coverage, listing_side, sides, tasks, verdicts
    from modern.proof import proof as proofs

if TYPE_CHECKING:
    from modern.proof.c_side import CSide
    from modern.proof.coverage import Stays
    from modern.proof.proof import Job, Proof
    from modern.proof.sides import ProofTask
    from modern.proof.trails import FirstDifference
    from modern.proof.variables import Layout
    from modern.proof.verdicts import Planting, Workload

PLIES: Final = len(SAMPLE_GAME)
BOTH: Final = "both"
SEED: Final = 1994
#: How many of the differences at one moment are printed.
MAX_DIFFERENCES: Final = 12
#: The longest part of a printed text that is shown.
MAX_TEXT: Final = 200
SHORTER: Final = "--plies 2 --reading printed takes less"


@click.command(cls=Command)
@click.argument("report", metavar="REPORT.txt", type=INPUT_FILE)
@click.option(
    "--plies",
    metavar="N",
    type=WholeNumberRange(0, PLIES),
    default=PLIES,
    show_default=True,
    help="Number of plies of the recorded game to run.",
)
@click.option(
    "--reading",
    type=ReadingName([*READINGS, BOTH]),
    default=BOTH,
    show_default=True,
    help="The listing as printed, with one letter changed so that it fits the recorded game, or both.",
)
@click.option("--self", "self_play", is_flag=True, help="Also run a self-play game, until error 9 stops it.")
@click.option(
    "--states",
    metavar="FILE",
    type=INPUT_FILE,
    help="Also run a turn from each state in a file, in the format of `gosub think --states`.",
)
@click.option(
    "--random",
    "random_states",
    metavar="N",
    type=AT_LEAST_0,
    default=0,
    help="Also run a turn from each of N random states.",
)
@seed_option(SEED, "Seed of the random states and of the planted changes.")
@click.option(
    "--plant",
    metavar="N",
    type=AT_LEAST_1,
    help="Test the proof: change one token, N times in the port and N times in the listing, and look for each change.",
)
@resume_option("With --plant: save progress in a file, or resume from it.")
@click.option("--c", "in_c", is_flag=True, help="Translate the listing to C and run that instead of the BASIC.")
@jobs_option()
@click.option("--html", metavar="FILE", type=FILE, help="Write an HTML page about the proof.")
@click.pass_context
def prove(
    ctx: click.Context,
    report: Path,
    plies: int,
    reading: str,
    self_play: bool,
    states: Path | None,
    random_states: int,
    seed: int | None,
    plant: int | None,
    resume: Path | None,
    in_c: bool,
    jobs: int | None,
    html: Path | None,
) -> None:
    """Prove that the port is the listing, variable by variable.

    Restores the listing from the report's text and runs it in the BASIC, next to the port, over the positions of the
    recorded game. Whenever BOARD, WHITE, BLACK, CWHITE, CBLACK or INIT returns, both must have the same variables,
    the same score for each move tried, and the same printed text. The first difference ends the proof with exit code 1.
    Needs lark: in a checkout, pip install ".[listing]". The report is not part of Gosub Chess (docs/program/report.md).

    With --c, the listing runs as C instead. The translator shares no code with the BASIC or the port. This needs a C
    compiler (cc, or the one that the variable CC names), but no lark.

    With --plant, the command tests the proof itself: how many planted changes does it find? It lists those that it
    misses, and says why if nothing can find them. Without --reading, the changes go into the reading `printed`.
    """
    check_combination(ctx)
    check_files()
    if plant and reading == BOTH:
        reading = PRINTED
    readings = READINGS if reading == BOTH else (reading,)
    restored = {name: _whole_listing(report, name) for name in readings}
    seed = SEED if seed is None else seed
    wanted = _tasks_of(plies, self_play, states, random_states, seed)
    if not wanted:
        raise click.UsageError("there is nothing to run: expected --plies above 0, --self, --states or --random")
    if plant:
        _run_planting(restored[reading], reading, wanted, plant, seed, jobs, resume)
    else:
        _run_proof(restored, wanted, jobs, html, in_c)


def _whole_listing(report: Path, reading: str) -> Restoration:
    """Returns the whole listing of a reading. Raises ClickException if the file does not give it, and OSError."""
    result = restoration_of(report, reading)
    if result.findings:
        count = len(result.findings)
        raise click.ClickException(
            f"{report}: the listing is not whole ({count} found): {result.findings[0]}; see `gosub restore`"
        )
    return result


def _tasks_of(plies: int, self_play: bool, states: Path | None, random_states: int, seed: int) -> list[ProofTask]:
    """Returns the tasks that run on both sides. Raises ClickException for a bad line of `states`, and OSError."""
    found: list[ProofTask] = [*tasks.record_turns(plies), *tasks.random_turns(random_states, seed)]
    if states:
        with states.open("rb") as file:
            try:
                found += tasks.given_turns(traces.lines_of(file))
            except ValueError as error:
                raise click.ClickException(f"{states}: {error}") from None
    if self_play:
        found.append(tasks.SelfPlay("self-play"))
    return found


def _run_proof(
    restored: Mapping[str, Restoration], wanted: Sequence[ProofTask], jobs: int | None, html: Path | None, in_c: bool
) -> None:
    """Runs the tasks in the readings, prints and writes the results, and exits if there is a difference.

    `in_c` runs the listing as C, and not in the BASIC. Without a number of jobs, one process per core works.
    """
    jobs = jobs or workers.core_count()
    texts = {reading: one.text for reading, one in restored.items()}
    every = proofs.jobs_of(list(restored), wanted)
    if jobs > 1:
        every.sort(key=lambda job: job.task.kind != tasks.SELF_PLAY)  # the longest first
    processes = min(jobs, len(every))
    with ExitStack() as compiled:
        listings: Mapping[str, str | CSide] = _listings_in_c(texts, compiled) if in_c else texts
        layout = _layout_in(listings)
        for reading, one in restored.items():
            click.echo(f"SHA-256 of the listing ({reading})  {one.result_sum}")
        proof = proofs.Proof("proving", every, listings)
        carry_out(proof, processes, SHORTER)
    _print_counts(proof)
    if proof.difference:
        _print_difference(*proof.difference)
    elif not proof.failure:
        echo(_verdict(proof, layout, processes, in_c))
    if html and not proof.failure:
        ran = [] if proof.difference else _ran(next(iter(texts.values())), wanted, jobs)
        write(html, proof_page.proof_page(proof, restored, layout, ran))
    if proof.difference:
        click.get_current_context().exit(EXIT_FAILURE)
    exit_early(proof.failure, f" after {len(proof.done)} of {len(every)} runs: no difference so far")


def _ran(text: str, wanted: Sequence[ProofTask], jobs: int) -> list[tuple[str, Stays]]:
    """Returns the parts of the listing that each task runs. Ctrl-C and lost workers end the command without a page."""
    work = works.ListWork("what of the listing runs", partial(coverage.stays_in, text), wanted)
    carry_out(work, min(jobs, len(wanted)))
    exit_early(work.failure, ": the proof is complete, but the page is not written")
    return [(task.name, stays) for task, stays in work.done]


def _layout_in(listings: Mapping[str, str | CSide]) -> Layout:
    """Returns the variables of the listing, which are the same in both readings. Raises ClickException."""
    first = next(iter(listings.values()))
    with reported(language.ListingRefused, language.ParserMissing):
        return listing_side.listing_side(first).layout if isinstance(first, str) else first.layout


def _listings_in_c(texts: Mapping[str, str], compiled: ExitStack) -> dict[str, CSide]:
    """Returns the listing of each reading in C. `compiled` removes the programs at its end. Raises ClickException."""
    with reported(c_side.CompilerFailed, c_terms.WitnessRefused):
        return {reading: compiled.enter_context(c_side.c_side(text)) for reading, text in texts.items()}


def _print_counts(proof: Proof) -> None:
    """Prints the comparisons, by reading and kind of task."""
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
    workers = counted(processes, "process", "processes")
    return (
        f"No difference: after each of {returns:,} returns, {variables} variables and {len(layout.arrays)} arrays with "
        f"{layout.count - variables:,} elements are the same, and so are {scores:,} scores and all that is printed. "
        f"No variable is left out.{witness} ({proof.seconds:.1f} s, {workers}, {build_mode()})"
    )


def _print_difference(job: Job, difference: FirstDifference) -> None:
    """Prints the place of the first difference, and the values that differ there."""
    first, second = difference.sides
    echo(f"Difference in {job.task.name} ({job.reading}), after {difference.index:,} equal returns")
    echo(f"  when {difference.label} returns" if difference.label in sides.WATCHED else f"  at {difference.label}")
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


def _run_planting(
    restored: Restoration,
    reading: str,
    wanted: Sequence[ProofTask],
    count: int,
    seed: int,
    jobs: int | None,
    resume: Path | None,
) -> None:
    """Plants `count` changes in the port and in the listing. Exits if it ends early."""
    jobs = jobs or workers.core_count()
    workload = _workload(restored, reading, wanted, jobs)
    with tempfile.TemporaryDirectory() as folder:
        planted = verdicts.planted_changes(restored.text, count, seed)
        planting = verdicts.Planting(planted, workload, Path(folder) / "workload")
        carry_out(planting, jobs, resume=resume)
    _print_found(planting)
    _print_survivors(planting)
    exit_early(planting.failure, how_to_resume(resume))


def _workload(restored: Restoration, reading: str, wanted: Sequence[ProofTask], jobs: int) -> Workload:
    """Returns the tasks with the trails of the unchanged sides. Exits if these differ, or if it ends early."""
    listings = {reading: restored.text}
    layout = _layout_in(listings)
    every = proofs.jobs_of([reading], wanted)
    proof = proofs.Proof("unchanged", every, listings)
    carry_out(proof, min(jobs, len(every)), SHORTER)
    if proof.difference:
        raise click.ClickException(f"the unchanged sides differ in {proof.difference[1].task}: run it without --plant")
    exit_early(proof.failure, " before the first change was planted")
    echo(f"unchanged: {len(every)} runs with {proof.total(lambda one: one.calls):,} returns, all the same")
    trails = [(job.task, compared.trail) for job, compared in proof.done]
    return verdicts.workload_of(restored.text, reading, layout, trails)


def _print_found(planting: Planting) -> None:
    """Prints how many changes of each side were found, and in what."""
    kinds = [verdicts.BEFORE, *dict.fromkeys(task.kind for task, _ in planting.workload.runs)]
    table = new_table("changes of the", ">planted", ">found", *(f">{kind}" for kind in kinds), ">explained", ">not yet")
    for where in (changes.PORT, changes.LISTING):
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
    for where in (changes.PORT, changes.LISTING):
        for change in [*planting.survivors(where, explained=True), *planting.survivors(where, explained=False)]:
            echo(f"{where}: {change.id}\n    {planting.reason(change) or 'not yet distinguished'}")
