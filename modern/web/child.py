"""A process of the server's own that sends and receives messages, and never outlives it."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any, Final

from modern.jobs.workers import starting_worker
from modern.system import begin_worker

#: Workers leave the processor to the server: a thinking player must not delay an answer.
NICENESS: Final = 5


class Child:
    """A process that runs `target(connection, *arguments)`; its messages are received in the event loop.

    `on_message` is called with each message, and `on_end` once when the process is gone, unless it was killed here.
    A thread waits for the messages: not every event loop of Windows can wait for a pipe.
    """

    def __init__(
        self,
        target: Callable[..., None],
        arguments: tuple[Any, ...],
        on_message: Callable[[Any], None],
        on_end: Callable[[], None],
    ) -> None:
        self.on_message = on_message
        self.on_end = on_end
        self.loop = asyncio.get_running_loop()
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=target, args=(theirs, *arguments), daemon=True)
        with starting_worker():  # Ctrl-C is the server's
            self.process.start()
        theirs.close()
        self.ended = False
        Thread(target=self._receive, name="child", daemon=True).start()

    def send(self, message: Any) -> None:
        """Sends a message; if the process is gone, `on_end` tells."""
        try:
            self.connection.send(message)
        except OSError:
            self.loop.call_soon(self._end)

    def kill(self) -> None:
        """Ends the process at once. Nothing is received any more."""
        self.ended = True
        self.process.kill()
        self.process.join(1)

    def _receive(self) -> None:
        """Passes messages on to the event loop until the process is gone."""
        with suppress(RuntimeError):  # the loop is closed: nobody waits for anything
            with suppress(EOFError, OSError):
                while True:
                    self.loop.call_soon_threadsafe(self._received, self.connection.recv())
            self.loop.call_soon_threadsafe(self._gone)

    def _received(self, message: Any) -> None:
        if not self.ended:
            self.on_message(message)

    def _gone(self) -> None:
        self.connection.close()
        self._end()

    def _end(self) -> None:
        if not self.ended:
            self.kill()
            self.on_end()


def step_back() -> None:
    """Makes this process give way to others, and leaves Ctrl-C to the server."""
    begin_worker()
    if hasattr(os, "nice"):
        os.nice(NICENESS)


def receive_or_exit(connection: Connection) -> Any:
    """Returns the next message; ends this process at once if the server is gone."""
    try:
        return connection.recv()
    except (EOFError, OSError):
        os._exit(0)


def send_or_exit(connection: Connection, message: Any) -> None:
    """Sends a message; ends this process at once if the server is gone."""
    try:
        connection.send(message)
    except OSError:
        os._exit(0)
