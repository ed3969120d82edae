"""Plants changes of one token in the port and in the listing, one at a time, and looks for each by comparing.

The runs are put in order of their length. A changed side is compared with the trail of the unchanged ones until its
first difference. A changed program may also stop with an error of Python, or never end: both are differences.
"""

from __future__ import annotations

import hashlib
import pickle
import signal
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from historic.basic.language import ListingRefused, compile_listing
from modern.jobs.early_end import early_end
from modern.jobs.journal import Journal
from modern.jobs.loop import record_results, run_tasks
from modern.jobs.workers import INTERRUPTED, Workers
from modern.proof.changed_port import changed_port
from modern.proof.changes import Change
from modern.proof.equivalent import LISTING, PORT, reason_for
from modern.proof.listing_changes import listing_changes
from modern.proof.listing_side import ListingSide
from modern.proof.mutation import drawn
from modern.proof.port_changes import port_changes, port_source
from modern.proof.port_side import PortSide
from modern.proof.sides import ProofTask, WatchedSide
from modern.proof.trails import Differs, RunDigest, follow
from modern.proof.variables import Layout

#: Where a change is found that is no program.
BEFORE: Final = "before it runs"

#: A run in which nothing returns for so many seconds of this process is endless. The longest such time is a fraction of
#: a second.
ENDLESS_SECONDS: Final = 4.0


@dataclass(frozen=True)
class Mutant:
    """A change, and the side in which it is planted."""

    where: str
    change: Change

    @property
    def id(self) -> str:
        """Its name, the same as long as both texts are."""
        return f"{self.where} {self.change.id}"


@dataclass(frozen=True)
class Workload:
    """What the changes are looked for in: the tasks with the trails of the unchanged sides, the shortest first."""

    text: str
    reading: str
    layout: Layout
    runs: tuple[tuple[ProofTask, RunDigest], ...]

    def digest(self) -> str:
        """Returns a digest of what decides whether a change is found."""
        digest = hashlib.sha256(self.text.encode() + port_source().encode())
        for task, trail in self.runs:
            digest.update(f"{task!r}".encode() + trail.digests)
        return digest.hexdigest()[:16]


@dataclass(frozen=True)
class Finding:
    """How a change was found: in which task, after how many equal returns, and what happened; or '' and 0: not found.

    `kind` is the kind of the task, and `what` the subroutine after which a value differed, or the error.
    """

    task: str
    kind: str
    equal: int
    what: str

    @property
    def is_found(self) -> bool:
        """True if the change was found."""
        return bool(self.what)


NOT_FOUND: Final = Finding("", "", 0, "")


class Endless(Exception):
    """Nothing returns any more."""


def workload_of(text: str, reading: str, layout: Layout, runs: Sequence[tuple[ProofTask, RunDigest]]) -> Workload:
    """Returns the workload of tasks with their trails."""
    return Workload(text, reading, layout, tuple(sorted(runs, key=lambda run: len(run[1]))))


def planted_changes(text: str, count: int, seed: int) -> list[Mutant]:
    """Returns `count` changes of the port and as many of the listing, drawn from all that there are."""
    port = drawn(port_changes(port_source()), count, seed)
    listing = drawn(listing_changes(text), count, seed)
    return [*(Mutant(PORT, change) for change in port), *(Mutant(LISTING, change) for change in listing)]


def find(planted: Mutant, path: Path) -> Finding:
    """Returns how a change is found in the workload that is in a file."""
    workload = _loaded(path)
    try:
        side = _changed_side(planted, workload)
    except ListingRefused as refused:
        return Finding("", BEFORE, 0, f"refused: {refused.reason}")
    except Exception as error:  # whatever a changed program raises while it is made
        return Finding("", BEFORE, 0, f"Python's {type(error).__name__}")
    for task, trail in workload.runs:
        if found := _found_in(side, task, trail):
            return found
    return NOT_FOUND


def _changed_side(planted: Mutant, workload: Workload) -> WatchedSide:
    if planted.where == PORT:
        program = changed_port([planted.change])
        return PortSide(program, workload.layout, {"reading": workload.reading})
    lines = planted.change.applied_to(workload.text.splitlines())
    side = ListingSide(compile_listing("\n".join(lines) + "\n"))
    side.layout = workload.layout  # the change can take the only use of a variable away, or add another
    return side


def _found_in(side: WatchedSide, task: ProofTask, trail: RunDigest) -> Finding | None:
    """Returns how a changed side differs from the trail, or None if it does not."""
    with _watched_for_endlessness() as beat:
        try:
            follow(side, task, trail, beat)
        except Differs as differs:
            return Finding(task.name, task.kind, differs.index, f"at {differs.label}")
        except Endless:
            return Finding(task.name, task.kind, 0, "nothing returns any more")
        except Exception as error:  # whatever a changed program raises
            return Finding(task.name, task.kind, 0, f"Python's {type(error).__name__}")
    return None


@contextmanager
def _watched_for_endlessness() -> Iterator[list[int]]:
    """Raises Endless in the block if a whole interval passes without a beat. The caller adds to the list's number."""
    beat = [0]
    last = -1

    def look(number: int, frame: object) -> None:
        nonlocal last
        if beat[0] == last:
            raise Endless
        last = beat[0]

    previous = signal.signal(signal.SIGVTALRM, look)
    signal.setitimer(signal.ITIMER_VIRTUAL, ENDLESS_SECONDS, ENDLESS_SECONDS)
    try:
        yield beat
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, previous)


@cache
def _loaded(path: Path) -> Workload:
    workload: Workload = pickle.loads(path.read_bytes())
    return workload


class PlantingJournal(Journal):
    """The findings that are already known, by the name of the change."""

    command = "gosub prove --plant"
    task = "planting"
    entry_content = "the finding of a change"

    def __init__(self, path: Path, workload: str) -> None:
        """Opens or creates the file. Raises JournalError or OSError, and then leaves the file unchanged."""
        self.findings: dict[str, Finding] = {}
        super().__init__(path, {"workload": workload})

    def add(self, planted: Mutant, finding: Finding) -> None:
        """Writes a finding as one line."""
        self.write({"change": planted.id, **vars(finding)})

    def load_entry(self, entry: Any) -> None:
        """Loads a finding."""
        finding = Finding(str(entry["task"]), str(entry["kind"]), int(entry["equal"]), str(entry["what"]))
        self.findings[str(entry["change"])] = finding


@dataclass
class Planting:
    """The changes that are planted, with the findings known so far, and why it ended early, or ''.

    `text` is the listing in which some of them are.
    """

    planted: Sequence[Mutant]
    text: str = ""
    findings: dict[str, Finding] = field(default_factory=dict)
    failure: str = ""

    @property
    def is_interrupted(self) -> bool:
        """True if Ctrl-C ended it."""
        return self.failure == INTERRUPTED

    def survivors(self, where: str, *, explained: bool) -> list[Change]:
        """Returns the changes of a side that were not found: those with a reason, or those without."""
        lost = [change for change, finding in self.known(where) if not finding.is_found]
        return [change for change in lost if bool(self.reason(where, change)) == explained]

    def reason(self, where: str, change: Change) -> str:
        """Returns why a change that was not found changes nothing, or '' if that is not known."""
        source = port_source() if where == PORT else self.text
        return reason_for(change, source.splitlines()[change.line - 1])

    def known(self, where: str) -> list[tuple[Change, Finding]]:
        """The changes of one side whose finding is known, in their order."""
        return [
            (one.change, self.findings[one.id])
            for one in self.planted
            if one.where == where and one.id in self.findings
        ]

    def run(
        self, workload: Workload, workers: AbstractContextManager[Workers], path: Path, resume: Path | None
    ) -> Generator[Mutant]:
        """Looks for the changes that are not in the journal `resume`. Yields each when it is done.

        `path` is a file for the workload, which the workers read. Ctrl-C ends it, and so do lost workers and a journal
        that cannot grow; `failure` then says so. Raises JournalError and OSError if it cannot begin.
        """
        path.write_bytes(pickle.dumps(workload))
        with ExitStack() as stack:
            journal = stack.enter_context(PlantingJournal(resume, workload.digest())) if resume else None
            if journal:
                known = journal.findings
                self.findings |= {one.id: known[one.id] for one in self.planted if one.id in known}
            missing = [one for one in self.planted if one.id not in self.findings]

            def record(planted: Mutant, finding: Finding) -> None:
                self.findings[planted.id] = finding
                if journal:
                    journal.add(planted, finding)

            with early_end() as end:
                executor, max_pending = stack.enter_context(workers)

                def submit(planted: Mutant) -> Future[Finding]:
                    return executor.submit(find, planted, path)

                yield from record_results(run_tasks(submit, missing, max_pending), record)
            self.failure = end.failure
