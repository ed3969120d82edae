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
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, Self, TypeVar

from historic.basic.language import ListingRefused, compile_listing
from historic.readings import PRINTED
from modern.jobs.code_digest import digest_of
from modern.jobs.journal import CODE, JournalForm
from modern.jobs.work import Work
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
#: About how long the port plays with one token changed, until it leaves the recorded game, in seconds of a core.
SECONDS_A_CHANGE: Final = 1

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


class Verdicts(Work[Change, V]):
    """The changes that are wanted, with the verdicts known so far by the changes' names."""

    verdict: type[V]

    def __init__(self, title: str, changes: Sequence[Change]) -> None:
        super().__init__(title)
        self.changes = changes
        self.verdicts: dict[str, V] = {}

    @property
    def known(self) -> list[tuple[Change, V]]:
        """The changes whose verdict is known, in their order."""
        names = ((change, self.name_of(change)) for change in self.changes)
        return [(change, self.verdicts[name]) for change, name in names if name in self.verdicts]

    @property
    def missing(self) -> list[Change]:
        """The other changes."""
        return [change for change in self.changes if self.name_of(change) not in self.verdicts]

    @property
    def left(self) -> int:
        """The number of changes without a verdict."""
        return len(self.missing)

    def name_of(self, change: Change) -> str:
        """Returns the name of a change."""
        return change.id

    def items(self) -> Sequence[Change]:
        """Returns the changes without a verdict."""
        return self.missing

    def record(self, change: Change, verdict: V) -> None:
        """Adds a verdict. Raises JournalError."""
        self.verdicts[self.name_of(change)] = verdict
        self.write({"change": self.name_of(change), **verdict.as_json()})

    def load_entry(self, entry: Any) -> None:
        """Loads a verdict. Raises KeyError, TypeError or ValueError if the entry is none."""
        self.verdicts[str(entry["change"])] = self.verdict.from_json(entry)


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


class Mutation(Verdicts[Ending]):
    """Changes of the port over the recorded game."""

    form = JournalForm("gosub readings --mutate", "count of changes", "the ending of a change")
    verdict = Ending

    def __init__(self, changes: Sequence[Change]) -> None:
        super().__init__("playing", changes)
        self._starts: dict[str, Start] = {}

    def items(self) -> Sequence[Change]:
        """Finds where the changes have their first effects, if that saves time."""
        missing = self.missing
        if len(missing) >= FEWEST_FOR_EFFECTS:
            self._starts = {change.id: NEVER for change in missing}
            for found in first_effects(missing):
                self._starts |= found
        return missing

    def call(self, change: Change) -> Callable[[], Ending]:
        """Returns the game with a change."""
        return partial(ending_of, change, self._starts.get(change.id))

    def identity(self) -> dict[str, str]:
        """Returns digests of the changes and of the code that plays them."""
        names = "\n".join(change.id for change in port_changes(port_source()))
        code = {name: (files("historic") / name).read_bytes() for name in DECIDING_FILES}
        return {"changes": hashlib.sha256(names.encode()).hexdigest()[:16], CODE: digest_of(code)}

    def expected_seconds(self, processes: int) -> float:
        """Returns about how long the changes take that are left."""
        return SECONDS_A_CHANGE * len(self.missing) / processes


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


class Planting(Verdicts[Finding]):
    """Changes of both sides, looked for in a workload. `path` is a file for the workload, which the workers read."""

    form = JournalForm("gosub prove --plant", "planting", "the finding of a change")
    verdict = Finding

    def __init__(self, changes: Sequence[Change], workload: Workload, path: Path) -> None:
        super().__init__("planting", changes)
        self.workload = workload
        self.path = path

    def name_of(self, change: Change) -> str:
        """Returns the name of a change with the text in which it is made."""
        return f"{change.where} {change.id}"

    def items(self) -> Sequence[Change]:
        """Writes the workload."""
        self.path.write_bytes(pickle.dumps(self.workload))
        return self.missing

    def call(self, change: Change) -> Callable[[], Finding]:
        """Returns the search for a change."""
        return partial(find, change, self.path)

    def identity(self) -> dict[str, str]:
        """Returns a digest of the workload."""
        return {"workload": self.workload.digest()}

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
