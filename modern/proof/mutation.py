"""Every one-token change of the port, or a drawn sample of them, over the recorded game; resumable."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, ExitStack
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from historic.readings import PRINTED
from modern.agreement.code_digest import digest_of
from modern.jobs.early_end import early_end
from modern.jobs.journal import Journal
from modern.jobs.loop import record_results, run_tasks
from modern.jobs.workers import INTERRUPTED, Workers
from modern.proof.changed_port import changed_port
from modern.proof.changes import Change
from modern.proof.effects import NEVER, Start, first_effects, restored
from modern.proof.port_changes import port_changes, port_source
from modern.proof.record import PRINTED_MOVE, PRINTED_PLY, Ending, followed

#: The files of `historic` that decide what a changed port plays.
DECIDING_FILES: Final = (
    *("basic/single.py", "memory.py", "position/castling.py", "position/squares.py", "position/state.py"),
    *("program.py", "tables.py", "thought.py"),
)


def drawn(changes: Sequence[Change], count: int | None, seed: int) -> list[Change]:
    """Returns `count` changes, drawn without replacement, in the order in which they were drawn; None is all of them.

    A smaller count gives the beginning of the same order, so that a sample can be extended.
    """
    order = list(changes)
    random.Random(seed).shuffle(order)
    return order[:count]


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


def _starts(changes: Sequence[Change]) -> dict[str, Start]:
    """Returns where the game of each change may begin."""
    starts = {change.id: NEVER for change in changes}
    for found in first_effects(changes):
        starts |= found
    return starts


class MutationJournal(Journal):
    """The endings that are already known, by the name of the change."""

    command = "gosub readings --mutate"
    task = "count of changes"
    entry_content = "the ending of a change"

    def __init__(self, path: Path) -> None:
        """Opens or creates the file. Raises JournalError or OSError, and then leaves the file unchanged."""
        self.endings: dict[str, Ending] = {}
        super().__init__(path, identity())

    def add(self, change: Change, ending: Ending) -> None:
        """Writes the ending of a change as one line."""
        self.write({"change": change.id, **ending.as_json()})
        self.endings[change.id] = ending

    def load_entry(self, entry: Any) -> None:
        """Loads the ending of a change."""
        self.endings[str(entry["change"])] = Ending.from_json(entry)


def identity() -> dict[str, str]:
    """Returns what a journal must agree with: digests of the changes and of the code that plays them."""
    names = "\n".join(change.id for change in port_changes(port_source()))
    code = {name: (files("historic") / name).read_bytes() for name in DECIDING_FILES}
    return {"changes": hashlib.sha256(names.encode()).hexdigest()[:16], "code": digest_of(code)}


#: With fewer changes to play, it takes longer to find where they have their first effects than to play whole games.
FEWEST_FOR_EFFECTS: Final = 60

#: What becomes of a change, as the counts name it.
EARLIER: Final = "before ply 22"
UNCHANGED: Final = "as unchanged"
COMPLETE: Final = "all 23"
OTHERWISE: Final = "otherwise"
OUTCOMES: Final = (EARLIER, UNCHANGED, OTHERWISE, COMPLETE)


def outcome(ending: Ending) -> str:
    """Returns which of OUTCOMES an ending is: `otherwise` leaves the record at ply 22 or 23, and not by castling."""
    if ending.is_earlier:
        return EARLIER
    if ending.is_unchanged:
        return UNCHANGED
    return COMPLETE if ending.ply is None else OTHERWISE


class Mutation:
    """The changes that are wanted, with the endings that are known so far, and why it ended early, or ''."""

    def __init__(self, changes: Sequence[Change]) -> None:
        self.changes = changes
        self.endings: dict[str, Ending] = {}
        self.failure = ""

    @property
    def known(self) -> list[tuple[Change, Ending]]:
        """The changes whose ending is known, in their order."""
        return [(change, self.endings[change.id]) for change in self.changes if change.id in self.endings]

    @property
    def is_interrupted(self) -> bool:
        """True if Ctrl-C ended it."""
        return self.failure == INTERRUPTED

    def load(self, resume: Path | None) -> None:
        """Loads the endings that a journal has. Raises JournalError and OSError."""
        if resume:
            with MutationJournal(resume) as journal:
                self._take(journal)

    def _take(self, journal: MutationJournal) -> None:
        wanted = {change.id for change in self.changes}
        self.endings |= {name: ending for name, ending in journal.endings.items() if name in wanted}

    def run(self, workers: AbstractContextManager[Workers], resume: Path | None) -> Iterator[Change]:
        """Plays the changed games whose endings are not in the journal `resume`. Yields each change when it is done.

        Ctrl-C ends it, and so do lost workers and a journal that cannot grow; `failure` then says so. Raises
        JournalError and OSError if it cannot begin.
        """
        with ExitStack() as stack:
            journal = stack.enter_context(MutationJournal(resume)) if resume else None
            if journal:
                self._take(journal)
            missing = [change for change in self.changes if change.id not in self.endings]

            def record(change: Change, ending: Ending) -> None:
                self.endings[change.id] = ending
                if journal:
                    journal.add(change, ending)

            with early_end() as end:
                executor, max_pending = stack.enter_context(workers)
                starts = _starts(missing) if len(missing) >= FEWEST_FOR_EFFECTS else {}

                def submit(change: Change) -> Future[Ending]:
                    return executor.submit(ending_of, change, starts.get(change.id))

                yield from record_results(run_tasks(submit, missing, max_pending), record)
            self.failure = end.failure
