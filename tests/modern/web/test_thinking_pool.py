"""The processes in which players think: order, stopping, and processes that die."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from kept_games import HandLoop, HandPool

from modern.web import thinking_pool
from modern.web.child import Child
from modern.web.stored_game import new_game
from modern.web.thinking import task_json
from modern.web.thinking_pool import PooledThought, ThinkingPool
from modern.web.thinking_process import start_process

Json = dict[str, Any]


def thought_of(seconds: float, begun: list[int], number: int = 0) -> tuple[PooledThought, asyncio.Future[Json]]:
    """Returns a thought of modern about the initial position, and its result to come."""
    result: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
    task = task_json(new_game({"white": "modern", "black": "human", "seconds": seconds}), str(number))
    assert task is not None
    task["number"] = number
    return PooledThought(task, lambda: begun.append(number), lambda event: None, result.set_result), result


def with_pool(use: Callable[[ThinkingPool], Awaitable[None]]) -> None:
    """Runs a test with a pool of one process."""

    async def run() -> None:
        pool = ThinkingPool(1, start_process, asyncio.get_running_loop())
        try:
            await asyncio.wait_for(use(pool), 60)
        finally:
            pool.close()

    asyncio.run(run())


def pid_of(pool: ThinkingPool) -> int:
    """Returns the number of the process of a pool."""
    child = pool.workers[0].worker
    assert isinstance(child, Child)
    assert child.process.pid is not None
    return child.process.pid


def test_thoughts_begin_in_order_and_one_that_is_abandoned_never_does() -> None:
    async def use(pool: ThinkingPool) -> None:
        begun: list[int] = []
        thoughts = [thought_of(600, begun), *(thought_of(0.01, begun, number) for number in (1, 2, 3))]
        for thought, _ in thoughts:
            pool.submit(thought)
        assert [pool.place(thought) for thought, _ in thoughts] == [None, 0, 1, 2]
        pool.abandon(thoughts[1][0])
        pool.stop(thoughts[0][0])
        assert (await thoughts[0][1])["move"]
        assert (await thoughts[3][1])["move"]
        assert begun == [0, 2, 3]
        assert not thoughts[1][1].done()

    with_pool(use)


@pytest.mark.posix
@pytest.mark.slow
def test_a_thought_begins_again_when_its_process_is_killed_and_fails_the_second_time() -> None:
    async def use(pool: ThinkingPool) -> None:
        begun: list[int] = []
        thought, result = thought_of(600, begun)
        pool.submit(thought)
        for times in (1, 2):
            while len(begun) < times:
                await asyncio.sleep(0.01)
            os.kill(pid_of(pool), signal.SIGKILL)
        assert (await result)["error"]["code"] == "player.process_ended"
        assert begun == [0, 0]
        later, answer = thought_of(0.01, begun, 1)
        pool.submit(later)
        assert (await answer)["move"]

    with_pool(use)


@pytest.mark.posix
@pytest.mark.slow
def test_a_process_that_does_not_stop_is_ended_and_the_move_that_it_reported_is_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(thinking_pool, "STOP_GRACE", 0.01)

    async def use(pool: ThinkingPool) -> None:
        thought, result = thought_of(600, [])
        pool.submit(thought)
        while not thought.report:
            await asyncio.sleep(0.01)
        os.kill(pid_of(pool), signal.SIGSTOP)
        assert pool.stop(thought)
        assert (await result)["move"] == thought.report["uci"]
        assert pool.workers == []

    with_pool(use)


# What does not depend on processes.


class Thoughts:
    """A pool of one worker that is moved by hand, and the results of its thoughts by number."""

    def __init__(self, **settings: bool) -> None:
        self.loop = HandLoop()
        self.hand = HandPool(self.loop, **settings)
        self.results: dict[int, Json] = {}

    def submit(self, number: int = 0) -> PooledThought:
        """Submits a thought that would take long."""
        task = {"number": number, "kind": "move", "spec": "modern", "memory": "", "game": str(number)}
        thought = PooledThought(
            task, lambda: None, lambda _: None, lambda result: self.results.update({number: result})
        )
        self.hand.pool.submit(thought)
        return thought


def test_a_worker_that_does_not_stop_and_has_reported_no_move_loses_its_thought() -> None:
    thoughts = Thoughts()
    thought = thoughts.submit()
    thoughts.hand.worker.begin()
    assert thoughts.hand.pool.stop(thought)
    assert thoughts.hand.worker.is_stopped
    thoughts.loop.go_on(thinking_pool.STOP_GRACE)
    assert thoughts.hand.worker.is_killed
    assert thoughts.results[0]["error"]["code"] == "player.process_ended"


def test_a_worker_that_cannot_be_told_to_stop_goes_on_without_a_move_and_is_ended_with_one() -> None:
    thoughts = Thoughts(can_stop=False)
    thought = thoughts.submit()
    thoughts.hand.worker.begin()
    assert not thoughts.hand.pool.stop(thought)
    thoughts.hand.worker.report(depth=3, uci="d2d4")
    thoughts.hand.worker.report(depth=4, uci=None)
    assert thoughts.hand.pool.stop(thought)
    thoughts.loop.go_on(0.9 * thinking_pool.DEAF_GRACE)
    assert thoughts.results == {}  # it may end by itself
    thoughts.loop.go_on(0.1 * thinking_pool.DEAF_GRACE)
    assert thoughts.hand.worker.is_killed
    assert (thoughts.results[0]["move"], thoughts.results[0]["depth"]) == ("d2d4", 3)


def test_a_thought_that_is_no_longer_wanted_holds_up_the_next_one_for_a_moment_only() -> None:
    thoughts = Thoughts(can_stop=False)
    first, second = thoughts.submit(0), thoughts.submit(1)
    thoughts.hand.worker.begin()
    thoughts.hand.pool.abandon(first)
    assert thoughts.hand.pool.place(second) == 0
    thoughts.loop.go_on(thinking_pool.DEAF_GRACE)
    assert (len(thoughts.hand.workers), thoughts.hand.worker.tasks) == (2, [second.task])
    assert thoughts.results == {}
