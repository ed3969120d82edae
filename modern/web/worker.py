"""What runs in the processes of the server: thoughts of players, and the 1994 program with its screen."""

from __future__ import annotations

import math
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final

from modern.engine.control import Control
from modern.web.child import receive_or_exit, send_or_exit, step_back
from modern.web.screen import SentKeyboard, run_screen
from modern.web.settings import Json
from modern.web.thinking import Thinker

#: What is sent to a thinking process: a job with its number, or the number of one to be stopped.
THINK: Final = "think"
STOP: Final = "stop"
#: What it sends: that a job has begun, an event of it, and its result.
BEGUN: Final = "begun"
EVENT: Final = "event"
DONE: Final = "done"


def think_for(connection: Connection) -> None:
    """Does the jobs that arrive, one after another, for as long as the server runs."""
    step_back()
    jobs: SimpleQueue[tuple[int, Json, Control]] = SimpleQueue()
    Thread(target=_receive_jobs, args=(connection, jobs), daemon=True).start()
    thinker = Thinker()
    while True:
        job, task, control = jobs.get()
        send_or_exit(connection, (BEGUN, job, None))
        result = thinker.think(task, lambda event: send_or_exit(connection, (EVENT, job, event)), control)  # noqa: B023
        send_or_exit(connection, (DONE, job, result))


def _receive_jobs(connection: Connection, jobs: SimpleQueue[tuple[int, Json, Control]]) -> None:
    control, current = Control(), 0
    while True:
        kind, job, task = receive_or_exit(connection)
        if kind == THINK:
            control, current = Control(), job
            jobs.put((job, task, control))
        elif job == current:
            control.stop()


class PipeKeyboard(SentKeyboard):
    """A keyboard whose keys come from the server."""

    def __init__(self, connection: Connection) -> None:
        self.pressed: SimpleQueue[str] = SimpleQueue()
        Thread(target=self._receive_keys, args=(connection,), daemon=True).start()

    def next_key(self, seconds: float) -> str:
        """Returns the next key; '' if none arrives within `seconds`, which may be infinite."""
        try:
            return self.pressed.get(timeout=None if math.isinf(seconds) else seconds)
        except Empty:
            return ""

    def _receive_keys(self, connection: Connection) -> None:
        while True:
            self.pressed.put(receive_or_exit(connection))


def show_screen(connection: Connection, settings: Json) -> None:
    """Runs the 1994 program with the keys that arrive, and sends its screen."""
    step_back()
    run_screen(settings, PipeKeyboard(connection), lambda event: send_or_exit(connection, event))
