"""The loop that submits tasks and collects their results."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from queue import Queue
from threading import Event, Timer
from typing import Any

import pytest

from modern.jobs import loop
from modern.jobs.loop import run_tasks


def square(task: int) -> Future[int]:
    """Returns the square of a task, which is already finished."""
    future: Future[int] = Future()
    future.set_result(task * task)
    return future


@pytest.mark.parametrize("in_order", [False, True])
@pytest.mark.parametrize("max_pending", [1, 3, 100])
def test_every_task_has_its_result(max_pending: int, in_order: bool) -> None:
    found = list(run_tasks(square, range(10), max_pending, in_order=in_order))
    assert sorted(found) == [(task, task * task) for task in range(10)]
    assert not in_order or found == sorted(found)


def test_no_tasks_have_no_results() -> None:
    assert list(run_tasks(square, [], 3)) == []


@pytest.mark.parametrize(("in_order", "expected"), [(False, [1, 0]), (True, [0, 1])])
def test_results_come_as_tasks_finish_or_in_order(in_order: bool, expected: list[int]) -> None:
    second_finished, first_collected = Event(), Event()

    def work(task: int) -> None:
        if task == 1:
            second_finished.set()
        else:
            second_finished.wait(10)
            if not in_order:
                first_collected.wait(10)

    found = []
    with ThreadPoolExecutor(2) as executor:
        for task, _ in run_tasks(lambda task: executor.submit(work, task), [0, 1], 2, in_order=in_order):
            found.append(task)
            first_collected.set()
    assert found == expected


@pytest.mark.parametrize("in_order", [False, True])
def test_a_task_is_taken_only_when_fewer_than_the_maximum_are_pending(in_order: bool) -> None:
    taken: list[int] = []

    def tasks() -> Iterator[int]:
        for task in range(9):
            taken.append(task)
            yield task

    found = run_tasks(square, tasks(), 2, in_order=in_order)
    for collected, _ in enumerate(found, 1):
        assert len(taken) - collected < 2
    assert len(taken) == 9


def test_after_the_stop_only_the_results_that_are_there_are_yielded() -> None:
    found: list[int] = []
    for task, _ in run_tasks(square, range(100), 4, stop=lambda: len(found) > 5):
        found.append(task)
    assert sorted(found) == list(range(8))


def test_a_task_that_fails_raises_its_error() -> None:
    def fail(task: int) -> Future[int]:
        future: Future[int] = Future()
        future.set_exception(ValueError(f"task {task}"))
        return future

    with pytest.raises(ValueError, match="task 0"):
        next(run_tasks(fail, [0, 1], 1))


@pytest.mark.parametrize("in_order", [False, True])
def test_no_wait_for_a_result_is_long_because_windows_interrupts_none(
    in_order: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    longest: list[float | None] = []

    def wait_noted(*arguments: Any) -> Any:
        longest.append(arguments[-1])
        return wait(*arguments)

    class NotedQueue(Queue[Future[int]]):
        def get(self, block: bool = True, timeout: float | None = None) -> Future[int]:
            longest.append(timeout)
            return super().get(block, timeout)

    monkeypatch.setattr(loop, "wait", wait_noted)
    monkeypatch.setattr(loop, "SimpleQueue", NotedQueue)
    waited = Event()
    with ThreadPoolExecutor(1) as executor:
        Timer(0.3, waited.set).start()
        results = run_tasks(lambda task: executor.submit(waited.wait, 60), [1], 1, in_order=in_order)
        assert list(results) == [(1, True)]
    assert set(longest) == {loop.WAIT_SECONDS}
