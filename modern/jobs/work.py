"""Long work: items that any worker can do, a summary of the results so far, and how it begins, resumes and ends."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from bisect import insort
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

from modern.jobs.early_end import early_end
from modern.jobs.journal import Journal, JournalForm
from modern.jobs.loop import record_results, run_tasks
from modern.jobs.workers import INTERRUPTED, Workers, builds_of

T = TypeVar("T")
R = TypeVar("R")


class Work(ABC, Generic[T, R]):
    """Work on many items. A subclass keeps a summary of the results so far, and defines the journal's lines.

    `title`    stands beside a progress bar.
    `in_order` is True if the results are recorded in the order of the items, and not as they come.
    `failure`  says in one line why the work ended early; it is '' otherwise.
    `damage`   has a sentence for each damaged line of the journal, or for the first few.
    `seconds`  is how long the work took.
    `builds`   says which builds have done it, in words.
    """

    #: The form of the journal of such work; None if it has none.
    form: JournalForm | None = None

    def __init__(self, title: str = "", *, in_order: bool = False) -> None:
        self.title = title
        self.in_order = in_order
        self.failure = ""
        self.damage: Sequence[str] = ()
        self.seconds = 0.0
        self.builds = ""
        self._journal: Journal | None = None

    @abstractmethod
    def items(self) -> Iterable[T]:
        """Returns the items that are still to be done. It is called once, when the work begins."""

    @abstractmethod
    def call(self, item: T) -> Callable[[], R]:
        """Returns the call that does an item. A worker makes it, so it can be pickled."""

    @abstractmethod
    def record(self, item: T, result: R) -> None:
        """Adds a result. Ctrl-C waits meanwhile. Raises JournalError."""

    @property
    def has_journal(self) -> bool:
        """True if results are written into a journal."""
        return self._journal is not None

    @property
    def left(self) -> int | None:
        """The number of items that are still to be done; None if it is not known."""
        return None

    @property
    def is_decided(self) -> bool:
        """True if the items that are left do not count."""
        return False

    @property
    def is_interrupted(self) -> bool:
        """True if Ctrl-C ended the work."""
        return self.failure == INTERRUPTED

    def name_of(self, item: T) -> str:
        """Returns the text of a progress bar when an item is done."""
        return ""

    def expected_seconds(self, processes: int) -> float:
        """Returns about how long the items that are left take in a number of processes; 0 if that is not known."""
        return 0.0

    def identity(self) -> Mapping[str, Any]:
        """Returns the identity that a journal must agree with to be resumed. Raises OSError."""
        return {}

    def load_entry(self, entry: Any) -> None:
        """Loads an entry of a journal. Raises KeyError, TypeError, ValueError or OverflowError if it is not one."""

    @contextmanager
    def resumed(self, path: Path | None) -> Iterator[None]:
        """Loads a journal, and writes into it in the block. Without a path, there is no journal.

        Raises JournalError and OSError, and then leaves the file unchanged.
        """
        if path is None:
            yield
            return
        assert self.form
        with Journal(path, self.form, self.identity(), self.load_entry) as self._journal:
            self.damage = self._journal.damage
            yield
        self._journal = None

    def write(self, *entries: Mapping[str, Any]) -> None:
        """Writes entries into the journal, if there is one, and waits for the disk. Raises JournalError."""
        if self._journal:
            self._journal.write(*entries)

    def steps(self, executor: Executor, max_pending: int) -> Generator[T]:
        """Does the items, at most `max_pending` at a time. Yields each when it is recorded. Raises a call's errors.

        At an early end, the executor cancels the pending ones.
        """
        results = run_tasks(
            lambda item: executor.submit(self.call(item)),
            self.items(),
            max_pending,
            in_order=self.in_order,
            stop=lambda: self.is_decided,
        )
        for item in record_results(results, self.record):
            self.builds = builds_of(executor)
            yield item


def _discard(sentence: str) -> None:
    """Does nothing: the default of `tell`."""


class ListWork(Work[T, R]):
    """A call for each item of a list. `done` has the items that are done with their results, in their order."""

    def __init__(
        self,
        title: str,
        function: Callable[[T], R],
        wanted: Sequence[T],
        seconds: float = 0.0,
        *,
        in_order: bool = False,
    ) -> None:
        """`seconds` is about how long an item takes, in seconds of a core."""
        super().__init__(title, in_order=in_order)
        self.function = function
        self.wanted = wanted
        self.done: list[tuple[T, R]] = []
        self._seconds = seconds
        self._places = {id(item): place for place, item in enumerate(wanted)}

    @property
    def left(self) -> int:
        """The number of items that are still to be done."""
        return len(self.wanted) - len(self.done)

    @property
    def results(self) -> list[R]:
        """The results so far, in the order of the items."""
        return [result for _, result in self.done]

    def items(self) -> Sequence[T]:
        return self.wanted

    def call(self, item: T) -> Callable[[], R]:
        return partial(self.function, item)

    def record(self, item: T, result: R) -> None:
        """Adds a result."""
        insort(self.done, (item, result), key=lambda pair: self._places[id(pair[0])])

    def expected_seconds(self, processes: int) -> float:
        """Returns about how long the items that are left take."""
        return self._seconds * self.left / processes


#: Shows the progress of work. Yields a function that is called with each item that is done.
Display = Callable[[], AbstractContextManager[Callable[[T], object]]]


def run(
    work: Work[T, R],
    workers: AbstractContextManager[Workers],
    display: Display[T],
    resume: Path | None = None,
    tell: Callable[[str], object] = _discard,
) -> None:
    """Does the rest of the work, to its end or to an early one, whose reason `failure` then has.

    It ends early by Ctrl-C, by lost workers and by a journal that cannot grow. `resume` is the file of the journal;
    `tell` is called with a sentence for each line of it that is damaged. Without anything to do, no worker is started.
    Raises JournalError and OSError before it begins.
    """
    with work.resumed(resume):
        for sentence in work.damage:
            tell(sentence)
        if work.left == 0:
            return
        start = time.perf_counter()
        with (
            early_end() as end,
            workers as (executor, max_pending),
            display() as show,
            closing(work.steps(executor, max_pending)) as steps,
        ):
            for item in steps:
                show(item)
        work.seconds = time.perf_counter() - start
        work.failure = end.failure
