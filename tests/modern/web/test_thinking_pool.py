"""The processes in which players think: order, stopping, and processes that die."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from modern.web import thinking_pool
from modern.web.stored_game import new_game
from modern.web.thinking import task_json
from modern.web.thinking_pool import PooledThought, ThinkingPool

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
        pool = ThinkingPool(1, lambda: None)
        try:
            await asyncio.wait_for(use(pool), 60)
        finally:
            pool.close()

    asyncio.run(run())


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
            pid = pool.workers[0].child.process.pid
            assert pid is not None
            os.kill(pid, signal.SIGKILL)
        assert (await result)["error"]["code"] == "player.process_ended"
        assert begun == [0, 0]
        later, answer = thought_of(0.01, begun, 1)
        pool.submit(later)
        assert (await answer)["move"]

    with_pool(use)


@pytest.mark.posix
@pytest.mark.slow
def test_a_player_that_does_not_stop_loses_its_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking_pool, "STOP_GRACE", 0.01)

    async def use(pool: ThinkingPool) -> None:
        begun: list[int] = []
        thought, result = thought_of(600, begun)
        pool.submit(thought)
        while not begun:
            await asyncio.sleep(0.01)
        pid = pool.workers[0].child.process.pid
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)
        pool.stop(thought)
        assert (await result)["error"]["code"] == "player.process_ended"
        assert pool.workers == []

    with_pool(use)
