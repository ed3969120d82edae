"""A run of either side: the listing, or the port. Both are started, stopped and looked at in the same way."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from historic.basic import BasicError, Stop
from modern.proof.machine import machine
from modern.proof.variables import Layout, Snapshot, packed

#: The subroutines whose returns are compared.
WATCHED: Final = ("BOARD", "WHITE", "BLACK", "CWHITE", "CBLACK", "INIT")
#: The variable that holds the score of the move being tried.
SCORE: Final = "S1"

#: Called with each moment of a run.
Watch = Callable[[Snapshot], None]


class WatchedRun(ABC):
    """One run of a side from its start, watched. The task that is run calls `main`, or `gosub` and `set`."""

    def __init__(self, layout: Layout, watch: Watch, lines: int | None = None) -> None:
        self.layout = layout
        self.watch = watch
        self.screen, typist, self.notes = machine(lines)
        #: True if the returns of subroutines that others call are not seen. Each score is noted then, new or not.
        self.sees_few_returns = False
        self._returns = 0
        self._scored = 0
        if SCORE in layout.numbers:
            typist.on_inkey = self._note_score

    @abstractmethod
    def main(self) -> None:
        """Runs the program from its first line."""

    @abstractmethod
    def gosub(self, label: str) -> None:
        """Calls a subroutine."""

    @abstractmethod
    def get(self, name: str) -> float:
        """Returns a variable that is a number."""

    @abstractmethod
    def set(self, name: str, value: float) -> None:
        """Assigns a variable that is a number."""

    @abstractmethod
    def set_elements(self, array: str, values: Sequence[int]) -> None:
        """Assigns all elements of an array; the last subscript runs fastest."""

    @abstractmethod
    def numbers(self) -> Iterable[float]:
        """Returns all numbers, in the order of the layout."""

    @abstractmethod
    def texts(self) -> tuple[str, ...]:
        """Returns all strings, in the order of the layout."""

    def returned(self, label: str) -> None:
        """Called when a watched subroutine returns."""
        self._returns += 1
        scores, shown = self.notes.taken()
        self.watch(Snapshot(label, packed(self.numbers()), self.texts(), packed(scores), shown))

    def ended(self, how: str) -> None:
        """Called at the end. What the variables hold then is compared only if no error stopped the program."""
        scores, shown = self.notes.taken()
        error = how.startswith("error")
        numbers, texts = (b"", ()) if error else (packed(self.numbers()), self.texts())
        self.watch(Snapshot(how, numbers, texts, packed(scores), shown))

    def _note_score(self) -> None:
        """Notes the score, unless no subroutine has returned since the last one: then it is no new one."""
        if self.sees_few_returns or self._scored != self._returns:
            self._scored = self._returns
            self.notes.scores.append(self.get(SCORE))


class WatchedSide(ABC):
    """The listing or the port. `layout` are the variables that are compared."""

    name: str
    layout: Layout

    @abstractmethod
    def start(self, watch: Watch, lines: int | None = None) -> WatchedRun:
        """Returns a new run."""


class ProofTask(ABC):
    """Something that both sides can run. `name` says what it is, `kind` of what it is one."""

    name: str
    kind: str
    #: How many lines are typed at INPUT before the program is stopped there; None if there is no end.
    lines: int | None = None

    @abstractmethod
    def play(self, run: WatchedRun) -> None:
        """Runs it on one side. Raises what the program ends with."""


def run_task(side: WatchedSide, task: ProofTask, watch: Watch) -> None:
    """Runs a task on a side, and calls `watch` with each moment; the last one says how the run ended.

    STOP and errors of BASIC end a run. Anything else passes: what `watch` raises, and errors of Python, which a changed
    program can raise.
    """
    run = side.start(watch, task.lines)
    try:
        task.play(run)
    except Stop:
        how = "STOP"
    except BasicError as error:
        how = f"error {error.code} under {error.label}"
    else:
        how = "complete"
    run.ended(how)
