"""The processes in which players think: at most one a core; further thoughts wait in order.

A process gets tasks, each when it is free, and STOP for the one that it has. It sends that it begins, which may have to
wait until it has started, events, and the result.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final

from modern.engine.control import Control
from modern.facts import as_json, fact
from modern.web.child import Child, receive_or_exit, send_or_exit, step_back
from modern.web.settings import Json
from modern.web.thinking import Thinker

#: What is sent to a process instead of a task, and what it sends.
STOP: Final = None
BEGUN: Final = "begun"
EVENT: Final = "event"
DONE: Final = "done"
#: How long a player that was told to stop may take to answer, in seconds; then its process is ended.
STOP_GRACE: Final = 3.0
#: How often a thought is begun again after its process has died.
RETRIES: Final = 1


@dataclass(eq=False)
class PooledThought:
    """A thought that waits, or that a process is thinking.

    `on_begin` is called when it begins, `on_event` with each event, and `on_done` with its result. `hurried` is True if
    it is to answer at once, or as soon as it begins.
    """

    task: Json
    on_begin: Callable[[], None]
    on_event: Callable[[Json], None]
    on_done: Callable[[Json], None]
    deaths: int = 0
    abandoned: bool = False
    has_begun: bool = False
    hurried: bool = False
    stopping: asyncio.TimerHandle | None = None


class PoolWorker:
    """A process of the pool: its thought, and the games whose players it remembers."""

    def __init__(self, pool: ThinkingPool) -> None:
        self.child = Child(think_for, (), partial(pool.received, self), partial(pool.lost, self))
        self.thought: PooledThought | None = None
        self.games: deque[str] = deque(maxlen=4)

    def stop(self) -> None:
        """Tells the player to answer at once."""
        self.child.send(STOP)


class ThinkingPool:
    """Processes that think, started when they are needed. `on_queue` is called when the queue has moved."""

    def __init__(self, size: int, on_queue: Callable[[], None]) -> None:
        self.size = size
        self.on_queue = on_queue
        self.workers: list[PoolWorker] = []
        self.queue: deque[PooledThought] = deque()

    def warm_up(self) -> None:
        """Starts the first process, so that the first thought need not wait for it."""
        self.workers.append(PoolWorker(self))

    def submit(self, thought: PooledThought) -> None:
        """Begins a thought, or lets it wait until a process is free."""
        self.queue.append(thought)
        self._begin_next()

    def place(self, thought: PooledThought | None) -> int | None:
        """Returns how many thoughts are before one that waits; None for any other."""
        return self.queue.index(thought) if thought and thought in self.queue else None

    def stop(self, thought: PooledThought) -> None:
        """Makes a player answer at once with what it has; one that still waits does so when it begins."""
        worker = self._worker_of(thought)
        if worker and not thought.hurried:
            worker.stop()
            if thought.has_begun:
                self._expect_answer(worker, thought)
        thought.hurried = True

    def abandon(self, thought: PooledThought) -> None:
        """Gives a thought up: its result is not wanted."""
        thought.abandoned = True
        if thought in self.queue:
            self.queue.remove(thought)
            self.on_queue()
        else:
            self.stop(thought)

    def received(self, worker: PoolWorker, message: tuple[str, Any]) -> None:
        """Passes on what a process sends of its thought."""
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
        """Begins a thought again in another process if its own has died, once."""
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
            worker.thought = None
            self.queue.appendleft(thought)
            self._begin_next()

    def close(self) -> None:
        """Ends all processes at once."""
        self.queue.clear()
        for worker in self.workers:
            worker.child.kill()
        self.workers.clear()

    def _expect_answer(self, worker: PoolWorker, thought: PooledThought) -> None:
        """Ends a process whose player does not answer in time after it was told to stop."""
        thought.stopping = asyncio.get_running_loop().call_later(STOP_GRACE, self._overdue, worker, thought)

    def _overdue(self, worker: PoolWorker, thought: PooledThought) -> None:
        if worker.thought is thought:
            worker.child.kill()
            self.lost(worker)

    def _worker_of(self, thought: PooledThought) -> PoolWorker | None:
        return next((worker for worker in self.workers if worker.thought is thought), None)

    def _begin_next(self) -> None:
        """Lets idle processes begin the thoughts that wait."""
        begun = False
        while self.queue and (worker := self._free_worker(self.queue[0].task["game"])):
            worker.thought = thought = self.queue.popleft()
            worker.games.append(thought.task["game"])
            thought.has_begun = False
            worker.child.send(thought.task)
            if thought.hurried:
                worker.stop()
            begun = True
        if begun or self.queue:
            self.on_queue()

    def _free_worker(self, game: str) -> PoolWorker | None:
        """Returns an idle process, if possible the one that remembers the game's player; None if all think."""
        idle = [worker for worker in self.workers if worker.thought is None]
        remembering = [worker for worker in idle if game in worker.games]
        if remembering or idle:
            return (remembering or idle)[0]
        if len(self.workers) >= self.size:
            return None
        self.workers.append(PoolWorker(self))
        return self.workers[-1]


# In the process.


def think_for(connection: Connection) -> None:
    """Thinks about the tasks that arrive, one after another, for as long as the server runs."""
    step_back()
    tasks: SimpleQueue[tuple[Json, Control]] = SimpleQueue()
    Thread(target=_receive_tasks, args=(connection, tasks), daemon=True).start()
    thinker = Thinker()
    while True:
        task, control = tasks.get()
        send_or_exit(connection, (BEGUN, None))
        result = thinker.think(task, lambda event: send_or_exit(connection, (EVENT, event)), control)
        send_or_exit(connection, (DONE, result))


def _receive_tasks(connection: Connection, tasks: SimpleQueue[tuple[Json, Control]]) -> None:
    control = Control()
    while True:
        task = receive_or_exit(connection)
        if task is STOP:
            control.stop()  # of the task before; if that is done, this has no effect
        else:
            control = Control()
            tasks.put((task, control))
