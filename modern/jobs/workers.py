"""Workers: this process or several processes, each as an executor of concurrent.futures."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import cache
from multiprocessing.connection import wait
from types import FrameType
from typing import Any, Final, NamedTuple, ParamSpec, TypeVar

from modern.build import build_mode
from modern.system import MAX_PROCESSES, begin_worker, interrupt_not_inherited, working_folder_not_imported

P = ParamSpec("P")
R = TypeVar("R")

#: Tasks that each worker has at a time, so that it never waits for the next one.
TASKS_PER_WORKER: Final = 4
#: The signals that a terminal sends to all processes of a group: by Ctrl-C, by Ctrl-\\, and at its end.
FROM_THE_TERMINAL: Final = {getattr(signal, name) for name in ("SIGINT", "SIGQUIT", "SIGHUP") if hasattr(signal, name)}
#: Why long work ended early: by Ctrl-C, or because a worker was killed.
INTERRUPTED: Final = "interrupted"
LOST_WORKER: Final = "a worker process has ended unexpectedly"


class WorkersError(Exception):
    """Work cannot go on: there are no workers, they have been lost, or they cannot do it. The message is one line."""


class Workers(NamedTuple):
    """An executor, and how many tasks it should have at a time."""

    executor: Executor
    max_pending: int


class InProcessExecutor(Executor):
    """Does each task in this process, when it is submitted."""

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Calls the function now. Its exceptions are raised here."""
        future: Future[R] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


class ProcessPool(ProcessPoolExecutor):
    """A pool of worker processes that ignore a terminal's signals, such as Ctrl-C: only this process handles it."""

    def __init__(self, jobs: int, on_exit: Callable[[], None] | None = None) -> None:
        """Creates the pool. A worker that is terminated, or whose parent has died, calls `on_exit` before it exits."""
        with starting_worker():  # its locks start the resource tracker
            super().__init__(jobs, multiprocessing.get_context("spawn"), _install_exit_handlers, (on_exit,))

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Submits the call. A worker started for it inherits the blocked signals, so Ctrl-C never reaches it."""
        with starting_worker():
            return super().submit(fn, *args, **kwargs)

    def stop(self) -> None:
        """Terminates the workers at once and abandons their work."""
        # The executor notices and abandons the pending work itself. Cancelling it first would interfere.
        for child in multiprocessing.active_children():
            child.terminate()


@contextmanager
def starting_worker() -> Iterator[None]:
    """Keeps Ctrl-C and the modules of the working folder from the worker processes that are started in the block.

    This process handles Ctrl-C after the block: a worker that is only half started would end with a traceback.
    """
    with interrupt_deferred(), working_folder_not_imported(), interrupt_blocked():
        yield


@contextmanager
def interrupt_blocked() -> Iterator[None]:
    """Keeps Ctrl-C from the processes that are started in the block, and so Ctrl-\\ and the end of the terminal.

    A terminal sends these signals to all processes of a group. POSIX blocks them in this thread and its children.
    """
    mask: Any = getattr(signal, "pthread_sigmask", None)
    if mask is None:
        with interrupt_not_inherited():
            yield
        return
    from multiprocessing import resource_tracker  # only a POSIX system has one

    previous = mask(getattr(signal, "SIG_BLOCK"), FROM_THE_TERMINAL)  # noqa: B009
    try:
        # It is started with the first process, and until Python 3.12 SIGINT was unblocked then, also for that process.
        resource_tracker.ensure_running()
        mask(getattr(signal, "SIG_BLOCK"), FROM_THE_TERMINAL)  # noqa: B009
        yield
    finally:
        mask(getattr(signal, "SIG_SETMASK"), previous)  # noqa: B009


def _install_exit_handlers(on_exit: Callable[[], None] | None) -> None:
    """Makes a worker exit when its parent has been killed, because nothing will collect its results.

    SIGTERM ends a process by default. It is only handled if there is an `on_exit` to call first.
    """
    begin_worker()
    parent: Any = multiprocessing.parent_process()

    def exit_worker(code: int) -> None:
        if on_exit:
            on_exit()
        os._exit(code)

    def exit_with_parent() -> None:
        wait([parent.sentinel])
        exit_worker(1)

    def exit_on_signal(number: int, frame: FrameType | None) -> None:
        exit_worker(128 + number)

    if on_exit:
        signal.signal(signal.SIGTERM, exit_on_signal)
    threading.Thread(target=exit_with_parent, daemon=True).start()


def core_count() -> int:
    """Returns how many cores this process may use, but no more than there can be worker processes."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, MAX_PROCESSES or cores)


def builds_of(executor: Executor) -> str:
    """Returns which builds have made an executor's calls, such as `compiled` or `compiled and interpreted`.

    An executor on other machines has them as `builds`; any other has this process's build.
    """
    return " and ".join(sorted(getattr(executor, "builds", None) or [_own_build()]))


@cache
def _own_build() -> str:
    """Returns the build of this process. To find it takes longer than to compare a chunk."""
    return build_mode()


@contextmanager
def local_workers(jobs: int, on_exit: Callable[[], None] | None = None) -> Iterator[Workers]:
    """Provides `jobs` worker processes, or only this process if it is 1. An exception terminates them at once.

    A worker that is terminated calls `on_exit` first.
    """
    if jobs == 1:
        yield Workers(InProcessExecutor(), 1)
        return
    with terminated_on_error(ProcessPool(jobs, on_exit)) as executor:
        yield Workers(executor, jobs * TASKS_PER_WORKER)


@contextmanager
def terminated_on_error(executor: ProcessPool) -> Iterator[ProcessPool]:
    """Provides a pool and shuts it down at the end. An exception terminates its workers at once."""
    try:
        yield executor
    except BaseException:
        executor.stop()
        raise
    finally:
        executor.shutdown()


@contextmanager
def interrupt_deferred() -> Iterator[None]:
    """Defers Ctrl-C, and each other signal that this process handles, until the block is done.

    Only the main thread is ever interrupted, so other threads skip this.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    received: list[int] = []
    previous = {}
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGBREAK"):
        number = getattr(signal, name, None)  # not every system has every signal
        if number is not None and callable(signal.getsignal(number)):
            previous[number] = signal.signal(number, lambda number, frame: received.append(number))
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)
    for number in received[:1]:
        signal.raise_signal(number)
