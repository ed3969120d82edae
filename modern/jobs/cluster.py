"""A Dask cluster as an executor: each worker gets its share of the calls, but only a worker with this code.

This process decides which worker makes which call, and Dask carries it there. So a worker that cannot load a call, or
that answers with the digest of other code, is known by its address: it is named, it gets no more work, and others do
it again. The scheduler sees nothing but bytes, so it needs `distributed` and not this project.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from threading import Thread
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeVar

from modern.jobs.code_digest import code_digest
from modern.jobs.loop import result_of
from modern.jobs.remote_calls import Answer, RemoteCall, answer_calls
from modern.jobs.workers import Workers, WorkersError

if TYPE_CHECKING:
    from distributed import Client

P = ParamSpec("P")
R = TypeVar("R")

#: The time that a scheduler has to answer at first, and the time between two looks at its workers, in seconds.
CONNECT_TIMEOUT: Final = 10.0
LOOK_EVERY: Final = 0.5
#: How long a scheduler or worker may be silent before this is said, in seconds. The more workers there are, the longer
#: Dask waits between two heartbeats of one: up to ten, half a second; of hundreds, a second and .005 for each of them.
SILENCE: Final = 10.0
SILENCE_PER_WORKER: Final = 0.01
#: How long leaving the cluster may take, in seconds.
LEAVE_TIMEOUT: Final = 3.0
#: How long there may be no worker before this is said, in seconds.
PATIENCE: Final = 2.0
#: How long a bundle of calls should take, in seconds. Dask's own work for a bundle then hardly counts.
BUNDLE_SECONDS: Final = 1.0
#: How many bundles a thread of a worker has, so that it never waits for the next one. Longer calls come singly.
BUNDLES_PER_THREAD: Final = 2
#: How many calls a caller should submit at a time: enough for bundles for many workers.
MAX_PENDING: Final = 1000
#: A call that has lost this many workers is not made again, because it may have ended them.
MAX_LOSSES: Final = 5
#: The form of a scheduler's address. The dashboard's address, on port 8787, answers browsers only.
EXPECTED: Final = "expected the address of its scheduler, such as tcp://HOST:8786"
#: Advice about a worker that gets no work.
REMEDY: Final = 'pip install ".[cluster]"'
SAME_CODE: Final = "install the same there as here, and restart it"


@dataclass(order=True)
class _Call:
    """A call that waits. One that was on a lost worker comes before later ones."""

    number: int
    pickled: bytes = field(compare=False)
    future: Future[Any] = field(compare=False)
    losses: int = field(default=0, compare=False)


@dataclass(eq=False)
class _Worker:
    """A worker, with the tasks of this process that each send it one bundle after another.

    `last_seen` is when the scheduler had its last heartbeat, by its clock, and `heard` when this process saw a new one.
    While it is `silent`, it gets no calls; once it is `refused`, it never gets any.
    """

    address: str
    threads: int
    last_seen: float = 0.0
    heard: float = field(default_factory=time.monotonic)
    senders: list[asyncio.Task[None]] = field(default_factory=list)
    silent: bool = False
    refused: bool = False
    calls_per_bundle: int = 1
    has_short_calls: asyncio.Event = field(default_factory=asyncio.Event)


class ClusterExecutor(Executor):
    """The workers of a Dask cluster that have this code, also those that join it later.

    `builds` are the builds that have made calls. If the cluster is lost, all futures raise WorkersError.
    """

    def __init__(self, address: str, deciding: Sequence[str], say: Callable[[str], None]) -> None:
        """Connects to the scheduler at an address. Raises WorkersError if none answers.

        The modules and packages `deciding` are this code. `say` is called in another thread with a line about each
        worker that gets no work, and whenever the cluster has no worker that gets any.
        """
        self.address = address
        self.builds: set[str] = set()
        self._deciding = tuple(deciding)
        self._say = say
        self._numbers = count()
        self._calls: asyncio.PriorityQueue[_Call] = asyncio.PriorityQueue()
        self._workers: dict[str, _Worker] = {}
        self._failure: WorkersError | None = None
        # The usual loop of Windows takes the main thread's signals, and leaves them to a closed socket at its end.
        self._loop = asyncio.SelectorEventLoop()
        connected: Future[None] = Future()
        self._serving = self._loop.create_task(self._serve(connected))
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()
        try:
            result_of(connected)
        except BaseException:
            self.shutdown()
            raise

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Submits the call. Raises pickle's error if the call cannot be pickled."""
        future: Future[R] = Future()
        call = _Call(next(self._numbers), pickle.dumps(RemoteCall(fn, *args, **kwargs)), future)
        self._loop.call_soon_threadsafe(self._calls.put_nowait, call)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:
        """Leaves the cluster at once. Calls that have not returned are abandoned, and their futures stay pending."""
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._serving.cancel)
        self._thread.join(LEAVE_TIMEOUT)

    def _run(self) -> None:
        with suppress(asyncio.CancelledError):
            self._loop.run_until_complete(self._serving)
        self._loop.close()

    async def _serve(self, connected: Future[None]) -> None:
        """Connects, keeps the workers busy, and after a failure lets every call fail, until it is cancelled."""
        client = await self._connect(connected)
        if client is None:
            return
        # The workers need not wait for it.
        self._code = self._loop.run_in_executor(None, code_digest, self._deciding)
        try:
            await self._keep_busy(client)
        except Exception as error:  # a cluster can raise anything
            reason = "its scheduler is gone" if client.status != "running" else _first_line(error)
            self._failure = WorkersError(f"the Dask cluster at {self.address} failed: {reason}")
        finally:
            for worker in self._workers.values():
                await _stop(worker)
            await _leave(client)
        while self._failure:
            call = await self._calls.get()
            call.future.set_exception(self._failure)

    async def _connect(self, connected: Future[None]) -> Client | None:
        """Returns the connection to the scheduler, or None if there is none. `connected` then has the reason."""
        from distributed import Client
        from distributed.versions import VersionMismatchWarning

        warnings.simplefilter("ignore", VersionMismatchWarning)  # only bytes and texts are sent
        client: Client | None = None
        try:
            client = Client(self.address, asynchronous=True, timeout=CONNECT_TIMEOUT)
            async with asyncio.timeout(CONNECT_TIMEOUT):
                await client
            connected.set_result(None)
            return client
        except Exception as error:  # a cluster can raise anything
            is_late = isinstance(error, TimeoutError)
            reason = f" within {CONNECT_TIMEOUT:.0f} seconds; {EXPECTED}" if is_late else f": {_first_line(error)}"
            connected.set_exception(WorkersError(f"no Dask cluster answers at {self.address}{reason}"))
            return None
        finally:
            if client is not None and client.status != "running":
                await _leave(client)

    # Workers come and go.

    async def _keep_busy(self, client: Client) -> None:
        """Finds new, silent and lost workers. Raises OSError when the scheduler is gone, and a sender's errors."""
        last_used, told = time.monotonic(), False
        while True:
            known = await self._look(client)
            for address in self._workers.keys() - known.keys():
                await _stop(self._workers.pop(address))
            for address in known.keys() - self._workers.keys():
                self._workers[address] = worker = _Worker(address, known[address]["nthreads"])
                self._start(client, worker)
            for worker in self._workers.values():
                await self._listen(client, worker, known[worker.address]["last_seen"])
            for sender in (one for worker in self._workers.values() for one in worker.senders if one.done()):
                sender.result()
            if self._used_workers():
                last_used, told = time.monotonic(), False
            elif not told and time.monotonic() > last_used + PATIENCE:
                self._say(f"the Dask cluster at {self.address} has no worker for this; waiting for one")
                told = True
            await asyncio.sleep(LOOK_EVERY)

    async def _look(self, client: Client) -> dict[str, dict[str, Any]]:
        """Returns the scheduler's view of its workers, as soon as it answers. Raises OSError when it is gone."""
        asked, told, look = time.monotonic(), False, asyncio.ensure_future(_identity(client))
        try:
            while True:
                answered, _ = await asyncio.wait([look], timeout=LOOK_EVERY)
                if client.status != "running":
                    raise ConnectionError
                if answered and not isinstance(look.exception(), OSError):
                    break
                if answered:
                    await asyncio.sleep(LOOK_EVERY)
                    look = asyncio.ensure_future(_identity(client))
                if not told and time.monotonic() > asked + SILENCE:
                    self._say(f"the Dask cluster at {self.address} {_silent(SILENCE)}; waiting for it")
                    told = True
        finally:
            look.cancel()
        if told:
            self._say(f"the Dask cluster at {self.address} answers again")
            for worker in self._workers.values():  # meanwhile it did not hear them either
                worker.heard = time.monotonic()
        return look.result()

    def _start(self, client: Client, worker: _Worker) -> None:
        """Starts the senders of a worker."""
        worker.senders = [
            asyncio.create_task(self._send_bundles(client, worker, spare=sender >= worker.threads))
            for sender in range(worker.threads * BUNDLES_PER_THREAD)
        ]

    async def _listen(self, client: Client, worker: _Worker, last_seen: float) -> None:
        """Gives a worker's calls to others while it is silent, as one that is stopped or hangs is."""
        if last_seen != worker.last_seen:
            worker.last_seen, worker.heard = last_seen, time.monotonic()
            if worker.silent:
                worker.silent = False
                self._say(f"the worker {worker.address} answers again")
                self._start(client, worker)
            return
        patience = SILENCE + SILENCE_PER_WORKER * len(self._workers)
        if not worker.silent and not worker.refused and time.monotonic() > worker.heard + patience:
            worker.silent = True
            self._say(f"the worker {worker.address} {_silent(patience)}; others do its work")
            await _stop(worker)

    def _used_workers(self) -> list[_Worker]:
        return [worker for worker in self._workers.values() if not worker.refused and not worker.silent]

    def _refuse(self, worker: _Worker, reason: str) -> None:
        """Gives a worker no more calls, and says why."""
        if not worker.refused:
            worker.refused = True
            self._say(f"the worker {worker.address} gets no work: {reason}")

    # Calls go, and answers come.

    async def _send_bundles(self, client: Client, worker: _Worker, spare: bool) -> None:
        """Sends a worker one bundle of calls after another, until it is refused.

        A spare sender sends bundles that wait for the worker's thread. While calls are long, they wait here instead,
        where any worker can take them.
        """
        while not worker.refused:
            if spare:
                await worker.has_short_calls.wait()
            calls = await self._next_calls(worker)
            if worker.refused:  # while this sender waited for calls
                self._give_back(calls)
                return
            try:
                answer = await self._answer(client, worker, calls)
            except asyncio.CancelledError:  # this worker is lost
                self._give_back(calls, lost=True)
                raise
            if answer is None:
                self._give_back(calls)
                await asyncio.sleep(LOOK_EVERY)
                continue
            try:
                outcomes = list(zip(calls, pickle.loads(answer.outcomes), strict=True))
            except Exception as error:  # unpickling a broken object can raise anything
                self._refuse(worker, f"its answer cannot be read: {type(error).__name__}: {_first_line(error)}")
                self._give_back(calls)
                return
            self.builds.add(answer.build)
            seconds_per_call = answer.seconds / len(calls)
            worker.calls_per_bundle = max(1, int(BUNDLE_SECONDS / max(seconds_per_call, 1e-6)))
            if seconds_per_call < BUNDLE_SECONDS:
                worker.has_short_calls.set()
            else:
                worker.has_short_calls.clear()
            for call, (result, failure) in outcomes:
                if failure is None:
                    call.future.set_result(result)
                else:
                    call.future.set_exception(failure)

    async def _next_calls(self, worker: _Worker) -> list[_Call]:
        """Takes the next calls from the queue, no more than a worker's share of them."""
        calls = [await self._calls.get()]
        senders = sum(len(one.senders) for one in self._used_workers()) or 1
        share = min(worker.calls_per_bundle, 1 + self._calls.qsize() // senders)
        calls += [self._calls.get_nowait() for _ in range(share - 1)]
        return calls

    async def _answer(self, client: Client, worker: _Worker, calls: list[_Call]) -> Answer | None:
        """Returns a worker's answer to calls, or None if it gave none, or one of other code. Then it is refused."""
        pickled_calls = [call.pickled for call in calls]
        bundle = pickle.dumps(RemoteCall(answer_calls, self._deciding, pickled_calls))
        try:
            answer = Answer(*await client.submit(pickle.loads, bundle, workers=[worker.address], pure=False))
        except CancelledError:  # by the scheduler, which is restarting its workers or is gone
            return None
        except (AttributeError, ImportError, TypeError) as error:  # it has no such `answer_calls`
            if isinstance(error, ImportError) and error.name in ("historic", "modern"):
                self._refuse(worker, f"Gosub Chess is not installed there; run {REMEDY} there, and restart it")
            else:
                self._refuse(worker, f"its Gosub Chess is another version ({_first_line(error)}); {SAME_CODE}")
        except Exception as error:  # a worker can raise anything
            self._refuse(worker, f"it fails: {type(error).__name__}: {_first_line(error)}")
        else:
            own_code = await asyncio.shield(self._code)
            if answer.code == own_code:
                return answer
            code = f"its code is {answer.code} (gosub-chess {answer.version}), and here it is {own_code}"
            self._refuse(worker, f"{code}; {SAME_CODE}")
        return None

    def _give_back(self, calls: list[_Call], lost: bool = False) -> None:
        """Puts calls back into the queue, unless they have been lost too often."""
        for call in calls:
            call.losses += lost
            if call.losses > MAX_LOSSES:
                reason = f"{call.losses} workers were lost while they did the same work, which may have ended them"
                call.future.set_exception(WorkersError(f"the Dask cluster at {self.address} failed: {reason}"))
            else:
                self._calls.put_nowait(call)


async def _stop(worker: _Worker) -> None:
    """Cancels the senders of a worker, so that they give back their calls."""
    for sender in worker.senders:
        sender.cancel()
    await asyncio.gather(*worker.senders, return_exceptions=True)
    worker.senders = []


async def _identity(client: Client) -> dict[str, dict[str, Any]]:
    """Returns the scheduler's view of each of its workers, by address. Raises OSError if it cannot be asked."""
    if client.scheduler is None:  # it is closed
        raise ConnectionError
    workers: dict[str, dict[str, Any]] = (await client.scheduler.identity())["workers"]
    return workers


async def _leave(client: Client) -> None:
    """Closes the connection, also to a scheduler that does not answer."""
    with suppress(Exception):
        async with asyncio.timeout(LEAVE_TIMEOUT / 2):
            await client.close()


@contextmanager
def cluster_workers(address: str, deciding: Sequence[str], say: Callable[[str], None]) -> Iterator[Workers]:
    """Provides the Dask cluster with its scheduler at an address. Raises WorkersError, also if it is lost later.

    The other parameters are the ones of ClusterExecutor. After an error or Ctrl-C it waits for nothing.
    """
    try:
        import distributed  # noqa: F401
    except ImportError:
        raise WorkersError(f"a Dask cluster needs the extra `cluster`: {REMEDY}") from None
    logging.disable(logging.CRITICAL)  # a failure is reported in one line instead
    executor = ClusterExecutor(address, deciding, say)
    try:
        yield Workers(executor, MAX_PENDING)
    finally:
        executor.shutdown()


def _silent(seconds: float) -> str:
    return f"has not answered for {seconds:.0f} seconds"


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0] or type(error).__name__
