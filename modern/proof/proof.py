"""A proof: listing and port run the same tasks, in each reading, on any number of processes."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import cache

from historic.position.moves import PieceMove
from modern.build import COMPILED, PROGRAM, build_mode
from modern.jobs.early_end import early_end
from modern.jobs.loop import run_tasks
from modern.jobs.workers import Workers
from modern.proof.c_side import CSide
from modern.proof.listing_side import ListingSide, listing_side
from modern.proof.port_side import PortSide, installed_sides, port_side
from modern.proof.sides import ProofTask
from modern.proof.tasks import SingleTurn
from modern.proof.trails import FirstDifference, RunDigest, find_difference, run_digest, state_in
from modern.proof.variables import Layout, unpacked


@dataclass(frozen=True)
class Job:
    """A task in a reading."""

    reading: str
    task: ProofTask


@dataclass(frozen=True)
class Compared:
    """What was compared in a task: `calls` returns of subroutines, the variables after each, and scores; the trail.

    `choice` is the move chosen at the end of a turn, in UCI notation, with its value; empty if there is none.
    `difference` is the first one, or None.
    """

    calls: int
    values: int
    scores: int
    ending: str
    choice: str
    trail: RunDigest
    difference: FirstDifference | None


@dataclass
class Proof:
    """A proof, complete or not: the jobs that are done with what was compared, and why it ended early, or ''."""

    done: list[tuple[Job, Compared]] = field(default_factory=list)
    seconds: float = 0.0
    failure: str = ""

    @property
    def difference(self) -> tuple[Job, FirstDifference] | None:
        """The difference that was found, with its job."""
        found = ((job, compared.difference) for job, compared in self.done if compared.difference)
        return next(found, None)

    def by_kind(self) -> dict[tuple[str, str], list[Compared]]:
        """Returns what was compared, by reading and kind of task."""
        kinds: dict[tuple[str, str], list[Compared]] = {}
        for job, compared in self.done:
            kinds.setdefault((job.reading, job.task.kind), []).append(compared)
        return kinds

    def total(self, part: Callable[[Compared], int]) -> int:
        """Returns the sum of a count over all that was compared."""
        return sum(part(compared) for _, compared in self.done)


#: Shows the progress of a proof: a function that is called with each job that is done.
Progress = AbstractContextManager[Callable[[Job], None]]


def prove(
    jobs: Sequence[Job],
    listings: Mapping[str, str | CSide],
    workers: AbstractContextManager[Workers],
    progress: Progress,
) -> Proof:
    """Runs the jobs until the first difference, or until Ctrl-C. `listings` has each reading: its restored text,
    which then runs in the BASIC, or the listing in C.
    """
    proof = Proof()
    start = time.perf_counter()
    with early_end() as end, workers as (executor, max_pending), progress as show:

        def submit(job: Job) -> Future[Compared]:
            return executor.submit(compare, listings[job.reading], job)

        for job, compared in run_tasks(submit, jobs, max_pending, stop=lambda: proof.difference is not None):
            proof.done.append((job, compared))
            show(job)
    proof.failure = end.failure
    order = {id(job): place for place, job in enumerate(jobs)}
    proof.done.sort(key=lambda pair: order[id(pair[0])])
    proof.seconds = time.perf_counter() - start
    return proof


def compare(listed: str | CSide, job: Job) -> Compared:
    """Returns what listing and port have in common in one task, or where they differ first.

    The port runs first, and the listing is compared with its trail. A compiled port is then compared with its source.
    """
    listing, port = sides_of(listed, job.reading)
    trail = run_digest(port, job.task)
    difference = find_difference(job.task, trail, (listing, port))
    if difference is None and build_mode(PROGRAM) == COMPILED:
        source, installed = installed_sides(listing.layout, job.reading)
        difference = find_difference(job.task, run_digest(installed, job.task), (source, installed))
    calls = difference.index if difference else len(trail) - 1
    choice = choice_of_turn(job.task, listing.layout, trail) if isinstance(job.task, SingleTurn) else ""
    return Compared(calls, calls * listing.layout.count, trail.scores, trail.ending, choice, trail, difference)


@cache
def sides_of(listed: str | CSide, reading: str) -> tuple[ListingSide | CSide, PortSide]:
    """Returns both sides, for a text or for the listing in C. Raises ListingRefused."""
    listing = listing_side(listed) if isinstance(listed, str) else listed
    return listing, port_side(listing.layout, reading)


def choice_of_turn(turn: SingleTurn, layout: Layout, trail: RunDigest) -> str:
    """Returns the move that a turn chose, in UCI notation, with its value; '' if it stopped with an error."""
    if trail.ending.startswith("error"):
        return ""
    values = dict(zip(layout.places, unpacked(trail.last), strict=True))
    last = "1" if turn.side == "white" else ""
    best = PieceMove(int(values[f"BESTPIECE{last}"]), int(values[f"BESTPOS{last}"]))
    move = best.uci_as_played(turn.state, state_in(values), turn.side)
    return f"{move or 'none'} {round(values[f'BESTVAL{last}'], 2):.2f}"


def jobs_of(readings: Sequence[str], tasks: Sequence[ProofTask]) -> list[Job]:
    return [Job(reading, task) for reading in readings for task in tasks]
