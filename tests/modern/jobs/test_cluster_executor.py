"""Which worker of a cluster gets which call, and what is said of the others, in a cluster that the test plays."""

from __future__ import annotations

import asyncio
import pickle
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager
from functools import partial
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from modern.build import build_mode
from modern.jobs import cluster
from modern.jobs.cluster import MAX_LOSSES, PATIENCE, SILENCE, SILENCE_PER_WORKER, cluster_workers
from modern.jobs.remote_calls import Answer, RemoteCall, answer_calls
from modern.jobs.workers import Workers, WorkersError, builds_of

#: How long anything may take on a busy machine, in seconds.
DEADLINE = 60
RIGHT, WRONG = "tcp://right", "tcp://wrong"
WAITING = "the Dask cluster at tcp://here has no worker for this; waiting for one"
Work = Callable[[Answer], Awaitable[Answer]]


async def right(answer: Answer) -> Answer:
    return answer


async def hanging(_answer: Answer) -> Answer:
    return await asyncio.Future()


class PlayedCluster:
    """A cluster by its own clock: its workers, what each does with calls, and which of it have stopped."""

    def __init__(self) -> None:
        self.now, self.looks, self.closed = 100.0, 0, False
        self.state = "running"
        self.failures: list[Exception] = []
        self.mute = False
        self.workers: dict[str, Work] = {}
        self.threads = 1
        self.stopped: dict[str, float] = {}
        self.bundles: list[list[object]] = []
        self.said: list[str] = []
        self.scheduler = self

    def __await__(self) -> Iterator[None]:
        if self.failures:
            raise self.failures.pop()
        yield from ()

    @property
    def status(self) -> str:
        self.looks += 1
        return self.state

    async def identity(self) -> dict[str, Any]:
        if self.failures:
            raise self.failures.pop()
        while self.mute:
            await asyncio.sleep(0)
        seen = {address: self.stopped.get(address, self.now) for address in self.workers}
        return {"workers": {one: {"nthreads": self.threads, "last_seen": moment} for one, moment in seen.items()}}

    async def submit(self, function: Callable[[bytes], Any], bundle: bytes, workers: list[str], pure: bool) -> Answer:
        assert not pure  # Dask would make an equal call only once
        answer = Answer(*function(bundle))
        self.bundles.append([result for result, _ in pickle.loads(answer.outcomes)])
        return await self.workers[workers[0]](answer)

    async def close(self) -> None:
        self.closed = True

    def wait_until(self, is_so: Callable[[], object]) -> None:
        deadline = time.monotonic() + DEADLINE
        while not is_so():
            assert time.monotonic() < deadline, self.said
            time.sleep(0.001)

    def look(self) -> None:
        """Waits until the executor has looked at the cluster and its clock."""
        looks = self.looks
        self.wait_until(lambda: self.looks > looks + 2)

    def says(self, *lines: str) -> None:
        """Waits until so many lines are said, and compares them."""
        self.wait_until(lambda: len(self.said) >= len(lines))
        self.look()
        assert self.said == list(lines)
        self.said.clear()


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> PlayedCluster:
    played, module, versions = PlayedCluster(), ModuleType("distributed"), ModuleType("distributed.versions")
    vars(module).update(Client=lambda *_, **__: played, versions=versions)
    vars(versions).update(VersionMismatchWarning=UserWarning)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(sys.modules, versions.__name__, versions)
    monkeypatch.setattr(cluster, "time", SimpleNamespace(monotonic=lambda: played.now))
    monkeypatch.setattr(cluster, "LOOK_EVERY", 0.001)
    return played


@contextmanager
def connected(played: PlayedCluster) -> Iterator[Workers]:
    with cluster_workers("tcp://here", ("modern.jobs.loop",), played.said.append) as workers:
        yield workers
    assert played.closed


def squares(workers: Workers, count: int) -> list[Future[int]]:
    return [workers.executor.submit(pow, number, 2) for number in range(count)]


def results(futures: list[Future[int]]) -> list[int]:
    return [future.result(DEADLINE) for future in futures]


WRONG_ANSWERS: dict[str, Callable[[Answer], Answer]] = {
    "its code is 0000 (gosub-chess 0.9), and here it is ": lambda answer: answer._replace(code="0000", version="0.9"),
    "its answer cannot be read: UnpicklingError: ": lambda answer: answer._replace(outcomes=b"x"),
    "its answer cannot be read: ValueError: ": lambda answer: answer._replace(outcomes=pickle.dumps([])),
}
ERRORS = {
    "Gosub Chess is not installed there; run ": ModuleNotFoundError("No module named 'modern'", name="modern"),
    "its Gosub Chess is another version (x); ": AttributeError("x\ny"),
    "its Gosub Chess is another version (No module named 'other'); ": ImportError(
        "No module named 'other'", name="other"
    ),
    "it fails: MemoryError: MemoryError": MemoryError(),
}


@pytest.mark.parametrize("reason", [*WRONG_ANSWERS, *ERRORS])
def test_a_wrong_worker_is_named_once_and_another_does_its_calls(played: PlayedCluster, reason: str) -> None:
    async def wrong(answer: Answer) -> Answer:
        while len(played.bundles) < played.threads:  # each of its threads has a call
            await asyncio.sleep(0)
        if reason in ERRORS:
            raise ERRORS[reason]
        return WRONG_ANSWERS[reason](answer)

    played.workers, played.threads = {WRONG: wrong}, 2
    with connected(played) as workers:
        futures = squares(workers, 9)
        played.wait_until(lambda: played.said)
        played.workers |= {RIGHT: right}
        assert results(futures) == [number * number for number in range(9)]
        (line,) = played.said
        assert line.startswith(f"the worker {WRONG} gets no work: {reason}")
        assert len(played.bundles) <= 9 + played.threads
        assert builds_of(workers.executor) == build_mode()


def test_calls_that_the_scheduler_cancels_are_made_again_by_the_same_worker(played: PlayedCluster) -> None:
    async def restarted(answer: Answer) -> Answer:
        if len(played.bundles) < 3:
            raise CancelledError
        return answer

    played.workers = {RIGHT: restarted}
    with connected(played) as workers:
        assert results(squares(workers, 2)) == [0, 1]
    assert not played.said


class NamelessError(Exception):
    """An exception that a pickle cannot make again."""

    def __init__(self, name: str, *, reason: str) -> None:
        super().__init__(f"{name}: {reason}")


def fail_namelessly() -> int:
    raise NamelessError("a", reason="b")


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [(partial(int, "x"), ValueError, "invalid literal"), (fail_namelessly, RuntimeError, "NamelessError: a: b")],
)
def test_a_call_that_fails_does_so_here_and_its_worker_goes_on(
    played: PlayedCluster, call: Callable[[], int], error: type[Exception], message: str
) -> None:
    played.workers = {RIGHT: right}
    with connected(played) as workers:
        with pytest.raises(error, match=message):
            workers.executor.submit(call).result(DEADLINE)
        assert results(squares(workers, 2)) == [0, 1]


def test_a_worker_has_until_its_patience_ends_and_works_again_when_it_answers(played: PlayedCluster) -> None:
    played.workers = {WRONG: hanging}
    with connected(played) as workers:
        (first,) = squares(workers, 1)
        played.wait_until(lambda: played.bundles)
        played.workers, played.stopped = {WRONG: right, RIGHT: right}, {WRONG: played.now}
        played.look()
        played.now += SILENCE + 2 * SILENCE_PER_WORKER
        played.says()
        assert not first.done()
        played.now += 1
        assert first.result(DEADLINE) == 0
        played.says(f"the worker {WRONG} has not answered for 10 seconds; others do its work")
        played.workers, played.stopped = {WRONG: right}, {}
        played.says(f"the worker {WRONG} answers again")
        assert results(squares(workers, 2)) == [0, 1]
        played.now += SILENCE
        played.says()


@pytest.mark.parametrize("losses", [MAX_LOSSES, MAX_LOSSES + 1])
def test_a_call_that_has_lost_too_many_workers_fails_and_until_then_comes_before_others(
    played: PlayedCluster, losses: int
) -> None:
    with connected(played) as workers:
        first, second = squares(workers, 2)
        for loss in range(losses):
            played.workers = {f"tcp://lost-{loss}": hanging}
            played.wait_until(lambda: len(played.bundles) > loss)  # noqa: B023
            played.workers = {}
            played.look()
        played.workers = {RIGHT: right}
        assert second.result(DEADLINE) == 1
        if losses > MAX_LOSSES:
            with pytest.raises(WorkersError, match=f"{losses} workers were lost while they did the same work"):
                first.result(DEADLINE)
        else:
            assert first.result(DEADLINE) == 0
        assert played.bundles == [[0]] * losses + [[0]] * (losses == MAX_LOSSES) + [[1]]


def test_a_cluster_without_workers_is_named_each_time_that_it_has_none(played: PlayedCluster) -> None:
    with connected(played) as workers:
        for _ in range(2):
            futures = squares(workers, 2)
            played.look()
            played.now += PATIENCE
            played.says()
            played.now += 1
            played.says(WAITING)
            played.now += PATIENCE
            played.says()
            played.workers = {RIGHT: right}
            assert results(futures) == [0, 1]
            played.workers = {}
            played.look()


def test_a_silent_scheduler_is_named_and_its_workers_then_have_their_time_again(played: PlayedCluster) -> None:
    played.workers = {RIGHT: right}
    with connected(played) as workers:
        assert results(squares(workers, 1)) == [0]
        played.failures.append(OSError("a connection was lost"))
        played.look()
        played.mute, played.stopped = True, {RIGHT: played.now}
        played.look()
        played.now += SILENCE
        played.says()
        played.now += 1
        played.says("the Dask cluster at tcp://here has not answered for 10 seconds; waiting for it")
        played.now += SILENCE
        played.says()
        played.mute = False
        played.says("the Dask cluster at tcp://here answers again")
        played.now += SILENCE
        played.says()
        played.now += 1
        played.says(f"the worker {RIGHT} has not answered for 10 seconds; others do its work")


@pytest.mark.parametrize(
    ("failure", "reason"), [(None, "its scheduler is gone"), (ValueError("x\ny"), "x"), (ValueError(), "ValueError")]
)
def test_a_cluster_that_fails_lets_every_call_fail(
    played: PlayedCluster, failure: Exception | None, reason: str
) -> None:
    played.workers = {WRONG: hanging}
    with connected(played) as workers:
        first, second = squares(workers, 2)
        played.wait_until(lambda: played.bundles)
        if failure:
            played.failures.append(failure)
        else:
            played.state = "closed"
        for future in (first, second, *squares(workers, 1)):
            with pytest.raises(WorkersError, match=f"^the Dask cluster at tcp://here failed: {reason}$"):
                future.result(DEADLINE)


@pytest.mark.parametrize(
    ("failure", "reason"),
    [(TimeoutError(), " within 10 seconds; expected the address of its scheduler, "), (OSError("x\ny"), ": x$")],
)
def test_a_scheduler_that_cannot_be_reached_is_named(played: PlayedCluster, failure: Exception, reason: str) -> None:
    played.failures, played.state = [failure], "connecting"
    with pytest.raises(WorkersError, match=f"^no Dask cluster answers at tcp://here{reason}"), connected(played):
        pass
    assert played.closed


def test_short_calls_come_in_bundles_of_a_second_ahead_of_time_and_long_ones_singly(played: PlayedCluster) -> None:
    seconds, at_once, release = 0.1, [0], [False]

    async def timed(answer: Answer) -> Answer:
        at_once.append(at_once[-1] + 1)
        size = len(pickle.loads(answer.outcomes))
        while not release[0]:
            await asyncio.sleep(0)
        await asyncio.sleep(0.001)
        at_once.append(at_once[-1] - 1)
        return answer._replace(seconds=seconds * size)

    played.workers, played.threads = {RIGHT: timed}, 2
    with connected(played) as workers:
        futures = squares(workers, 200)
        played.wait_until(lambda: len(played.bundles) == played.threads)
        release[0] = True
        results(futures)
        sizes = list(map(len, played.bundles))
        assert (sizes[:2], max(sizes), sizes[-1], sum(sizes)) == ([1, 1], 10, 1, 200)
        assert max(at_once) == 2 * played.threads
        seconds = 1.0
        results(squares(workers, 20))
        played.bundles.clear()
        at_once.clear()
        at_once.append(0)
        results(squares(workers, 20))
        assert list(map(len, played.bundles)) == [1] * 20
        assert max(at_once) == played.threads


def test_a_worker_says_how_long_its_calls_took() -> None:
    *_, seconds = answer_calls((), [pickle.dumps(RemoteCall(time.sleep, 0.05))])
    assert isinstance(seconds, float)
    assert 0.05 <= seconds < 10
