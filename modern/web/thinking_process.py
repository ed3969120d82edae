"""A process of `gosub serve` in which players think: the worker of its pool (thinking_pool.py)."""

from __future__ import annotations

from collections.abc import Callable
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread
from typing import Any

from modern.engine.control import Control
from modern.web.child import Child, receive_or_exit, send_or_exit, step_back
from modern.web.settings import Json
from modern.web.thinking import Thinker
from modern.web.thinking_pool import BEGUN, DONE, EVENT, STOP


def start_process(on_message: Callable[[Any], None], on_end: Callable[[], None]) -> Child:
    """Starts a process that thinks."""
    return Child(think_for, (), on_message, on_end)


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
