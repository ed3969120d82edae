"""Who works: this process, several, or a Dask cluster, each as an executor of concurrent.futures's shape."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from multiprocessing.connection import wait
from types import FrameType
from typing import Any, Final, NamedTuple, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

#: So that nobody waits for another chunk, each worker has some at a time.
CHUNKS_PER_WORKER: Final = 4
#: How long a Dask cluster may take to answer, in seconds.
CLUSTER_TIMEOUT: Final = 10


class WorkersError(Exception):
    """Nobody can work, or whoever did has gone; the text is one line that says why."""


class Workers(NamedTuple):
    """Who works, and how many chunks they should have at a time."""

    executor: Executor
    max_pending: int


class InProcessExecutor(Executor):
    """Works in this process, at once."""

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Do it; what it raises is raised here."""
        future: Future[R] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


class ProcessPool(ProcessPoolExecutor):
    """Works in several processes. Ctrl-C is for this one alone to deal with."""

    def __init__(self, jobs: int, on_exit: Callable[[], None] | None = None) -> None:
        """A process that is told to leave, or whose parent has gone, first ends by `before_leaving` what it began."""
        super().__init__(jobs, multiprocessing.get_context("spawn"), _install_exit_handlers, (on_exit,))

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Have it done. A process that is started for it inherits that Ctrl-C is held back, from its first line on."""
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def stop(self) -> None:
        """End the processes at once; what they had is given up."""
        # The executor sees them go, and gives up what they had; to cancel that before would be in its way.
        for child in multiprocessing.active_children():
            child.terminate()


def _install_exit_handlers(on_exit: Callable[[], None] | None) -> None:
    """Leave where the parent has been killed: nobody waits for what is found here.

    SIGTERM ends a process by itself. Only one that has something to end first is told of it.
    """
    parent: Any = multiprocessing.parent_process()

    def leave(code: int) -> None:
        if on_exit:
            on_exit()
        os._exit(code)

    def leave_with_parent() -> None:
        wait([parent.sentinel])
        leave(1)

    def leave_at(number: int, frame: FrameType | None) -> None:
        leave(128 + number)

    if on_exit:
        signal.signal(signal.SIGTERM, leave_at)
    threading.Thread(target=leave_with_parent, daemon=True).start()


@contextmanager
def local_workers(jobs: int) -> Iterator[Workers]:
    """So many processes, or this one alone. Whatever ends the work early stops them at once."""
    if jobs == 1:
        yield Workers(InProcessExecutor(), 1)
        return
    with terminated_on_error(ProcessPool(jobs)) as executor:
        yield Workers(executor, jobs * CHUNKS_PER_WORKER)


@contextmanager
def terminated_on_error(executor: ProcessPool) -> Iterator[ProcessPool]:
    """The processes until they are no longer wanted. Whatever ends the work early stops them at once."""
    try:
        yield executor
    except BaseException:
        executor.stop()
        raise
    finally:
        executor.shutdown()


def in_order(submissions: Iterable[Future[R]], max_pending: int) -> Iterator[R]:
    """What each piece of work comes to, in their order; `coming` submits one when it is asked for the next.

    So many are under way at once, and no more wait.
    """
    remaining = iter(submissions)
    pending = deque(islice(remaining, max_pending))
    while pending:
        yield pending.popleft().result()
        pending.extend(islice(remaining, 1))


@contextmanager
def interrupt_deferred() -> Iterator[None]:
    """Ctrl-C comes when this is done, and not amid it. Only the main thread is ever disturbed by it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if came and callable(before):
        before(signal.SIGINT, None)


@contextmanager
def cluster_workers(address: str) -> Iterator[Workers]:
    """The Dask cluster whose scheduler is at an address. Raises WorkersError, also where it goes while it works."""
    try:
        from distributed import Client
    except ImportError:
        raise WorkersError("a Dask cluster needs the extra `cluster`: pip install '.[cluster]'") from None
    logging.disable(logging.CRITICAL)  # what fails is said in one line
    try:
        client = Client(address, timeout=CLUSTER_TIMEOUT)
    except (OSError, ValueError) as error:
        raise WorkersError(f"no Dask cluster answers at {address}: {_first_line(error)}") from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise WorkersError(f"the Dask cluster at {address} has no workers")
        try:
            with client.get_executor() as executor:
                yield Workers(executor, threads * CHUNKS_PER_WORKER)
        except Exception as error:  # a cluster can fail with anything
            hint = " (gosub-chess must be installed on its workers too)" if "deserializ" in str(error) else ""
            raise WorkersError(f"the Dask cluster at {address} failed: {_first_line(error)}{hint}") from None


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0] or type(error).__name__
