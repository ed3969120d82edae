"""The workers in which players think, processes or web workers: a limited number; further thoughts wait in order.

A worker gets tasks, each when it is free, and STOP for the one that it has. It sends that it begins, which may have to
wait until it has started, events, and the result.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Protocol

from modern.facts import as_json, fact
from modern.web.settings import Json
from modern.web.thinking import result_of_report

#: The messages to a worker instead of a task, and those from it.
STOP: Final = None
BEGUN: Final = "begun"
EVENT: Final = "event"
DONE: Final = "done"
#: How long a player that was told to stop may take to answer, in seconds; then its worker is ended. One that cannot be
#: told may end its thought by itself in the shorter time.
STOP_GRACE: Final = 3.0
DEAF_GRACE: Final = 1.0
#: How often a thought is begun again after its worker has died.
RETRIES: Final = 1


class Timer(Protocol):
    """A function to be called later."""

    def cancel(self) -> None:
        """Gives it up."""


class Loop(Protocol):
    """The event loop in which all of this runs, as far as it is needed."""

    def time(self) -> float:
        """Returns the time of its clock, in seconds."""

    def call_later(self, delay: float, callback: Callable[[], object]) -> Timer:
        """Calls a function after a number of seconds."""


class Worker(Protocol):
    """Where a player thinks."""

    def send(self, message: Any) -> None:
        """Sends a task, or STOP."""

    def kill(self) -> None:
        """Ends it at once. Nothing is received from it any more."""


#: Starts a worker. Its messages go to the first function; the second is called once if it ends by itself.
StartWorker = Callable[[Callable[[tuple[str, Any]], None], Callable[[], None]], Worker]


@dataclass(eq=False)
class PooledThought:
    """A thought that waits, or that a worker is thinking.

    `on_begin` is called when it begins, `on_event` with each event, and `on_done` with its result. `hurried` is True if
    it is to answer at once, or as soon as it begins. `report` is its latest report with a move.
    """

    task: Json
    on_begin: Callable[[], None]
    on_event: Callable[[Json], None]
    on_done: Callable[[Json], None]
    deaths: int = 0
    abandoned: bool = False
    has_begun: bool = False
    hurried: bool = False
    report: Json | None = None
    stopping: Timer | None = None


class PoolWorker:
    """A worker of the pool: its thought, and the games whose players it remembers."""

    def __init__(self, pool: ThinkingPool) -> None:
        self.worker = pool.start(partial(pool.received, self), partial(pool.lost, self))
        self.thought: PooledThought | None = None
        self.games: deque[str] = deque(maxlen=4)


class ThinkingPool:
    """At most `size` workers, each started when it is needed.

    `can_stop`          True if a worker can be told to stop. One that cannot, or does not, is ended after a while.
    `serves_unwatched`  True if there is room for the replies in games that nobody watches.
    `on_queue`          is called when the queue has moved.
    """

    def __init__(
        self, size: int, start: StartWorker, loop: Loop, can_stop: bool = True, serves_unwatched: bool = True
    ) -> None:
        self.size = size
        self.start = start
        self.loop = loop
        self.can_stop = can_stop
        self.serves_unwatched = serves_unwatched
        self.on_queue: Callable[[], None] = lambda: None
        self.workers: list[PoolWorker] = []
        self.queue: deque[PooledThought] = deque()

    def warm_up(self) -> None:
        """Starts the first worker, so that the first thought need not wait for it."""
        self.workers.append(PoolWorker(self))

    def submit(self, thought: PooledThought) -> None:
        """Begins a thought, or lets it wait until a worker is free."""
        self.queue.append(thought)
        self._begin_next()

    def place(self, thought: PooledThought | None) -> int | None:
        """Returns how many thoughts are before one that waits; None for any other."""
        return self.queue.index(thought) if thought and thought in self.queue else None

    def stop(self, thought: PooledThought) -> bool:
        """Makes a player answer at once with its best move so far; one that still waits does so when it begins.

        Returns False if it has no move yet, and cannot be told.
        """
        if not self.can_stop and thought.report is None:
            return False
        self._hurry(thought)
        return True

    def abandon(self, thought: PooledThought) -> None:
        """Gives a thought up: its result is not wanted."""
        thought.abandoned = True
        if thought in self.queue:
            self.queue.remove(thought)
            self.on_queue()
        else:
            self._hurry(thought)

    def received(self, worker: PoolWorker, message: tuple[str, Any]) -> None:
        """Passes on a worker's messages about its thought."""
        kind, content = message
        thought = worker.thought
        assert thought is not None  # it has one until it sends the result
        if kind == BEGUN:
            thought.has_begun = True
            if not thought.abandoned:
                thought.on_begin()
            if thought.hurried:
                self._expect_answer(worker, thought)
        elif kind == EVENT:
            if content["type"] == "report" and content["uci"]:
                thought.report = content
            if not thought.abandoned:
                thought.on_event(content)
        else:
            worker.thought = None
            if thought.stopping:
                thought.stopping.cancel()
            if not thought.abandoned:
                thought.on_done(content)
            self._begin_next()

    def lost(self, worker: PoolWorker) -> None:
        """Begins a thought again in another worker if its own has died, once."""
        self.workers.remove(worker)
        thought = worker.thought
        if thought is None:
            self._begin_next()
            return
        thought.deaths += 1
        if thought.abandoned or thought.hurried or thought.deaths > RETRIES:
            error = fact("player.process_ended", player=thought.task["spec"])
            result = {"number": thought.task["number"], "kind": thought.task["kind"], "error": as_json(error)}
            self.received(worker, (DONE, result))
        else:
            worker.thought, thought.report = None, None
            self.queue.appendleft(thought)
            self._begin_next()

    def close(self) -> None:
        """Ends all workers at once."""
        self.queue.clear()
        for worker in self.workers:
            worker.worker.kill()
        self.workers.clear()

    def _hurry(self, thought: PooledThought) -> None:
        """Tells a player to answer at once, and expects that it does."""
        worker = self._worker_of(thought)
        if worker and not thought.hurried:
            worker.worker.send(STOP)
            if thought.has_begun:
                self._expect_answer(worker, thought)
        thought.hurried = True

    def _expect_answer(self, worker: PoolWorker, thought: PooledThought) -> None:
        """Ends a worker whose player does not answer in time after it was told to stop."""
        grace = STOP_GRACE if self.can_stop else DEAF_GRACE
        thought.stopping = self.loop.call_later(grace, partial(self._overdue, worker, thought))

    def _overdue(self, worker: PoolWorker, thought: PooledThought) -> None:
        if worker.thought is not thought:
            return
        worker.worker.kill()
        if thought.report:
            self.workers.remove(worker)
            self.received(worker, (DONE, result_of_report(thought.task, thought.report)))
        else:
            self.lost(worker)

    def _worker_of(self, thought: PooledThought) -> PoolWorker | None:
        return next((worker for worker in self.workers if worker.thought is thought), None)

    def _begin_next(self) -> None:
        """Lets idle workers begin the thoughts that wait."""
        begun = False
        while self.queue and (worker := self._free_worker(self.queue[0].task["game"])):
            worker.thought = thought = self.queue.popleft()
            worker.games.append(thought.task["game"])
            thought.has_begun = False
            worker.worker.send(thought.task)
            if thought.hurried:
                worker.worker.send(STOP)
            begun = True
        if begun or self.queue:
            self.on_queue()

    def _free_worker(self, game: str) -> PoolWorker | None:
        """Returns an idle worker, if possible the one that remembers the game's player; None if all think."""
        idle = [worker for worker in self.workers if worker.thought is None]
        remembering = [worker for worker in idle if game in worker.games]
        if remembering or idle:
            return (remembering or idle)[0]
        if len(self.workers) >= self.size:
            return None
        self.workers.append(PoolWorker(self))
        return self.workers[-1]
