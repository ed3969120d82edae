"""A proof: listing and port run the same tasks, in each reading, on any number of processes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Final

from historic.position.moves import PieceMove
from modern.build import COMPILED, PROGRAM, build_mode
from modern.jobs.work import ListWork
from modern.proof.c_side import CSide
from modern.proof.listing_side import ListingSide, listing_side
from modern.proof.port_side import PortSide, installed_sides, port_side
from modern.proof.sides import ProofTask
from modern.proof.tasks import SELF_PLAY, SingleTurn
from modern.proof.trails import FirstDifference, RunDigest, find_difference, run_digest, state_in
from modern.proof.variables import Layout, unpacked

#: About how long a turn and a whole self-play game take on both sides, in seconds of a core, and how much less in C.
SECONDS_A_TURN: Final = 3
SECONDS_OF_SELF_PLAY: Final = 240
SHARE_IN_C: Final = 0.2


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


class Proof(ListWork[Job, Compared]):
    """Listing and port run jobs side by side, until the first difference."""

    def __init__(self, title: str, jobs: Sequence[Job], listings: Mapping[str, str | CSide]) -> None:
        """`listings` has each reading: its restored text, which then runs in the BASIC, or the listing in C."""
        super().__init__(title, partial(compare, listings), jobs)
        self.in_c = any(isinstance(listing, CSide) for listing in listings.values())

    @property
    def is_decided(self) -> bool:
        """True if there is a difference."""
        return self.difference is not None

    def name_of(self, job: Job) -> str:
        """Returns the task and the reading."""
        return f"{job.task.name}, {job.reading}"

    def expected_seconds(self, processes: int) -> float:
        """Returns about how long the jobs take; the self-play is one of them."""
        each = [SECONDS_OF_SELF_PLAY if job.task.kind == SELF_PLAY else SECONDS_A_TURN for job in self.wanted]
        return max(sum(each) / processes, *each) * (SHARE_IN_C if self.in_c else 1)

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


def compare(listings: Mapping[str, str | CSide], job: Job) -> Compared:
    """Returns what listing and port have in common in one task, or where they differ first.

    The port runs first, and the listing is compared with its trail. A compiled port is then compared with its source.
    """
    listing, port = sides_of(listings[job.reading], job.reading)
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
