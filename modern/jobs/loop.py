"""The loop that keeps workers busy: it submits tasks a few at a time, and collects their results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, wait
from itertools import islice
from queue import Empty, SimpleQueue
from typing import Final, TypeVar

from modern.jobs.workers import interrupt_deferred

T = TypeVar("T")
R = TypeVar("R")

#: How long the main thread waits without looking at Ctrl-C, in seconds: on Windows nothing interrupts such a wait.
WAIT_SECONDS: Final = 0.1


def _never() -> bool:
    """Returns False: the default of `stop`."""
    return False


def run_tasks(
    submit: Callable[[T], Future[R]],
    tasks: Iterable[T],
    max_pending: int,
    *,
    in_order: bool = False,
    stop: Callable[[], bool] = _never,
) -> Iterator[tuple[T, R]]:
    """Yields each task with its result: as the tasks finish, or else in their order. Raises a task's errors.

    At most `max_pending` tasks, at least 1, are pending at a time, and a task is taken only when it is submitted. Once
    `stop` returns True, nothing more is submitted, and only the results that are already there are still yielded.

    Ctrl-C leaves the loop while it waits. `interrupt_deferred` keeps it away from a result that is being recorded. The
    tasks that are then still pending are the executor's to cancel, as they are if the caller stops early.
    """
    remaining = iter(tasks)
    pending: dict[Future[R], T] = {}
    done: SimpleQueue[Future[R]] = SimpleQueue()
    while not stop():
        for task in islice(remaining, max_pending - len(pending)):
            future = submit(task)
            pending[future] = task
            if not in_order:
                future.add_done_callback(done.put)
        if not pending:
            return
        finished = [next(iter(pending))] if in_order else _all_of(done)
        for future in finished:
            yield pending.pop(future), result_of(future)


def _all_of(done: SimpleQueue[T]) -> list[T]:
    """Waits until a queue has something, and returns all that it has. Ctrl-C ends the wait."""
    while True:
        try:
            first = done.get(timeout=WAIT_SECONDS)
        except Empty:
            continue
        return [first, *(done.get() for _ in range(done.qsize()))]


def result_of(future: Future[R]) -> R:
    """Waits for a result, and returns it or raises its task's error. Ctrl-C ends the wait."""
    while not wait([future], WAIT_SECONDS).done:
        pass
    return future.result()


def record_results(results: Iterable[tuple[T, R]], record: Callable[[T, R], None]) -> Iterator[T]:
    """Calls `record` with each task and its result, and yields the task. Ctrl-C waits until a result is recorded."""
    for task, result in results:
        with interrupt_deferred():
            record(task, result)
        yield task
