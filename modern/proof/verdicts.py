"""Verdicts: what the recorded game says of a change, and what the proof says of it.

- The record: the changed port plays the recorded game, and the verdict is at which ply it leaves the record (Ending).
- The proof: the changed side, port or listing, is compared with the trails of the unchanged ones, the shortest run
  first, until its first difference (Finding). A changed program may also stop with an error of Python, or never end:
  both are differences.

Any number of processes share the changes, and a journal keeps the verdicts, so that the work can be resumed.
"""

from __future__ import annotations

import hashlib
import pickle
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, Generic, Self, TypeVar

from historic.basic.language import ListingRefused, compile_listing
from historic.readings import PRINTED
from modern.jobs.code_digest import digest_of
from modern.jobs.early_end import early_end
from modern.jobs.journal import Journal
from modern.jobs.loop import record_results, run_tasks
from modern.jobs.workers import INTERRUPTED, Workers
from modern.proof.changed_port import NEVER, Start, changed_port, first_effects, restored
from modern.proof.changes import PORT, Change, listing_changes, sampled
from modern.proof.equivalent import reason_for
from modern.proof.listing_side import ListingSide
from modern.proof.port_changes import port_changes, port_source
from modern.proof.port_side import PortSide
from modern.proof.record import PRINTED_MOVE, PRINTED_PLY, Ending, followed
from modern.proof.sides import ProofTask, WatchedSide
from modern.proof.trails import Differs, RunDigest, follow
from modern.proof.variables import Layout
from modern.system import called_every

#: Where a change is found that is no program.
BEFORE: Final = "before it runs"

#: A run in which nothing returns for this many seconds of processor time is endless. The longest such time is a
#: fraction of a second.
ENDLESS_SECONDS: Final = 4.0

#: The files of `historic` that decide what a changed port plays.
DECIDING_FILES: Final = (
    *("basic/single.py", "memory.py", "position/castling.py", "position/squares.py", "position/state.py"),
    *("program.py", "tables.py", "thought.py"),
)

#: With fewer changes to play, it takes longer to find where they have their first effects than to play whole games.
FEWEST_FOR_EFFECTS: Final = 60

#: What becomes of a change, as the counts name it.
EARLIER: Final = "before ply 22"
UNCHANGED: Final = "as unchanged"
COMPLETE: Final = "all 23"
OTHERWISE: Final = "otherwise"
OUTCOMES: Final = (EARLIER, UNCHANGED, OTHERWISE, COMPLETE)


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

    def as_json(self) -> dict[str, Any]:
        return {**vars(self)}

    @classmethod
    def from_json(cls, entry: Any) -> Self:
        """Returns the finding of a JSON object. Raises KeyError, TypeError or ValueError if it is not one."""
        return cls(str(entry["task"]), str(entry["kind"]), int(entry["equal"]), str(entry["what"]))


#: The finding of a change that no task of the workload shows.
NOT_FOUND: Final = Finding("", "", 0, "")

V = TypeVar("V", Ending, Finding)


class VerdictJournal(Journal, Generic[V]):
    """The verdicts that are already known, by the name that the change has in the journal."""

    verdict: type[V]

    def __init__(self, path: Path, description: Mapping[str, str]) -> None:
        """Opens or creates the file. Raises JournalError or OSError, and then leaves the file unchanged."""
        self.verdicts: dict[str, V] = {}
        super().__init__(path, description)

    def name_of(self, change: Change) -> str:
        return change.id

    def add(self, change: Change, verdict: V) -> None:
        self.write({"change": self.name_of(change), **verdict.as_json()})

    def load_entry(self, entry: Any) -> None:
        self.verdicts[str(entry["change"])] = self.verdict.from_json(entry)


class Verdicts(ABC, Generic[V]):
    """The changes that are wanted, with the verdicts known so far, and why the work ended early, or ''.

    `damage` says which lines of the journal do not count.
    """

    def __init__(self, changes: Sequence[Change]) -> None:
        self.changes = changes
        self.verdicts: dict[Change, V] = {}
        self.failure = ""
        self.damage: list[str] = []

    @abstractmethod
    def journal(self, path: Path) -> VerdictJournal[V]:
        """Opens the journal of this work. Raises JournalError and OSError."""

    @abstractmethod
    def submitter(self, executor: Executor, missing: Sequence[Change]) -> Callable[[Change], Future[V]]:
        """Prepares the work on the missing changes. Returns what has a worker give the verdict of one."""

    @property
    def known(self) -> list[tuple[Change, V]]:
        return [(change, self.verdicts[change]) for change in self.changes if change in self.verdicts]

    @property
    def is_interrupted(self) -> bool:
        """True if Ctrl-C ended it."""
        return self.failure == INTERRUPTED

    def load(self, resume: Path | None) -> None:
        """Loads the verdicts that a journal has. Raises JournalError and OSError."""
        if resume:
            with self.journal(resume) as journal:
                self._take(journal)

    def _take(self, journal: VerdictJournal[V]) -> None:
        self.damage = journal.damage
        names = {change: journal.name_of(change) for change in self.changes}
        self.verdicts |= {change: journal.verdicts[name] for change, name in names.items() if name in journal.verdicts}

    def run(self, workers: AbstractContextManager[Workers], resume: Path | None) -> Generator[Change]:
        """Has the verdicts given that are not in the journal `resume`. Yields each change when it is done.

        Ctrl-C ends it, and so do lost workers and a journal that cannot grow; `failure` then says so. Raises
        JournalError and OSError if it cannot begin.
        """
        with ExitStack() as stack:
            journal = stack.enter_context(self.journal(resume)) if resume else None
            if journal:
                self._take(journal)
            missing = [change for change in self.changes if change not in self.verdicts]

            def record(change: Change, verdict: V) -> None:
                self.verdicts[change] = verdict
                if journal:
                    journal.add(change, verdict)

            with early_end() as end:
                executor, max_pending = stack.enter_context(workers)
                submit = self.submitter(executor, missing)
                yield from record_results(run_tasks(submit, missing, max_pending), record)
            self.failure = end.failure


# ---- the record


def outcome(ending: Ending) -> str:
    """Returns which of OUTCOMES an ending is: `otherwise` leaves the record at ply 22 or 23, and not by castling."""
    if ending.is_earlier:
        return EARLIER
    if ending.is_unchanged:
        return UNCHANGED
    return COMPLETE if ending.ply is None else OTHERWISE


def ending_of(change: Change, start: Start | None = None) -> Ending:
    """Returns how far the port with a change follows the record, as printed otherwise.

    `start` is where the change has its first effect; without it, the whole game is played.
    """
    if start == NEVER:
        return Ending(PRINTED_PLY, PRINTED_MOVE)
    program = changed_port([change])(PRINTED, None)
    if start:
        restored(program, start.variables)
    return followed(lambda side: program.play(side).move, first=start.ply if start else 1)


def identity() -> dict[str, str]:
    """Returns what a journal must agree with: digests of the changes and of the code that plays them."""
    names = "\n".join(change.id for change in port_changes(port_source()))
    code = {name: (files("historic") / name).read_bytes() for name in DECIDING_FILES}
    return {"changes": hashlib.sha256(names.encode()).hexdigest()[:16], "code": digest_of(code)}


class MutationJournal(VerdictJournal[Ending]):
    """The endings of changes of the port."""

    command = "gosub readings --mutate"
    task = "count of changes"
    entry_content = "the ending of a change"
    verdict = Ending


class Mutation(Verdicts[Ending]):
    """Changes of the port over the recorded game."""

    def journal(self, path: Path) -> MutationJournal:
        return MutationJournal(path, identity())

    def submitter(self, executor: Executor, missing: Sequence[Change]) -> Callable[[Change], Future[Ending]]:
        """Finds where the changes have their first effects, if that saves time."""
        starts = {change.id: NEVER for change in missing} if len(missing) >= FEWEST_FOR_EFFECTS else {}
        if starts:
            for found in first_effects(missing):
                starts |= found
        return lambda change: executor.submit(ending_of, change, starts.get(change.id))


# ---- the proof


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


class Endless(Exception):
    """Nothing returns any more."""


def workload_of(text: str, reading: str, layout: Layout, runs: Sequence[tuple[ProofTask, RunDigest]]) -> Workload:
    return Workload(text, reading, layout, tuple(sorted(runs, key=lambda run: len(run[1]))))


def planted_changes(text: str, count: int, seed: int) -> list[Change]:
    """Returns `count` changes of the port and as many of the listing, chosen at random."""
    return [*sampled(port_changes(port_source()), count, seed), *sampled(listing_changes(text), count, seed)]


def find(change: Change, path: Path) -> Finding:
    """Returns how a change is found in the workload that is in a file."""
    workload = _loaded(path)
    try:
        side = _changed_side(change, workload)
    except ListingRefused as refused:
        return Finding("", BEFORE, 0, f"refused: {refused.reason}")
    except Exception as error:  # whatever a changed program raises while it is made
        return Finding("", BEFORE, 0, f"Python's {type(error).__name__}")
    for task, trail in workload.runs:
        if found := _found_in(side, task, trail):
            return found
    return NOT_FOUND


def _changed_side(change: Change, workload: Workload) -> WatchedSide:
    if change.where == PORT:
        program = changed_port([change])
        return PortSide(program, workload.layout, {"reading": workload.reading})
    lines = change.applied_to(workload.text.splitlines())
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

    def look() -> None:
        nonlocal last
        if beat[0] == last:
            raise Endless
        last = beat[0]

    with called_every(ENDLESS_SECONDS, look):
        yield beat


@cache
def _loaded(path: Path) -> Workload:
    workload: Workload = pickle.loads(path.read_bytes())
    return workload


class PlantingJournal(VerdictJournal[Finding]):
    """The findings of planted changes."""

    command = "gosub prove --plant"
    task = "planting"
    entry_content = "the finding of a change"
    verdict = Finding

    def name_of(self, change: Change) -> str:
        """Returns the name of a change with the text in which it is made."""
        return f"{change.where} {change.id}"


class Planting(Verdicts[Finding]):
    """Changes of both sides, looked for in a workload. `path` is a file for the workload, which the workers read."""

    def __init__(self, changes: Sequence[Change], workload: Workload, path: Path) -> None:
        super().__init__(changes)
        self.workload = workload
        self.path = path

    def journal(self, path: Path) -> PlantingJournal:
        return PlantingJournal(path, {"workload": self.workload.digest()})

    def submitter(self, executor: Executor, missing: Sequence[Change]) -> Callable[[Change], Future[Finding]]:
        """Writes the workload."""
        self.path.write_bytes(pickle.dumps(self.workload))
        return lambda change: executor.submit(find, change, self.path)

    def known_in(self, where: str) -> list[tuple[Change, Finding]]:
        """Returns the changes of one side whose finding is known, in their order."""
        return [(change, finding) for change, finding in self.known if change.where == where]

    def survivors(self, where: str, *, explained: bool) -> list[Change]:
        """Returns the changes of a side that were not found: those with a reason, or those without."""
        lost = [change for change, finding in self.known_in(where) if not finding.is_found]
        return [change for change in lost if bool(self.reason(change)) == explained]

    def reason(self, change: Change) -> str:
        """Returns why a change that was not found changes nothing, or '' if that is not known."""
        text = port_source() if change.where == PORT else self.workload.text
        return reason_for(change, text.splitlines()[change.line - 1])
