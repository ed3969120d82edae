"""A process of the server's own that sends and receives messages, and never outlives it."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, Final

from modern.jobs.workers import interrupt_blocked

#: Workers leave the processor to the server: a thinking player must not delay an answer.
NICENESS: Final = 5


class Child:
    """A process that runs `target(connection, *arguments)`; its messages are received in the event loop.

    `on_message` is called with each message, and `on_end` once when the process is gone, unless it was killed here.
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
        with interrupt_blocked():  # Ctrl-C is the server's
            self.process.start()
        theirs.close()
        self.ended = False
        self.loop.add_reader(self.connection.fileno(), self._receive)

    def send(self, message: Any) -> None:
        """Sends a message; if the process is gone, `on_end` tells."""
        try:
            self.connection.send(message)
        except OSError:
            self.loop.call_soon(self._end)

    def kill(self) -> None:
        """Ends the process at once. Nothing is received any more."""
        if not self.ended:
            self._forget()
        self.process.kill()
        self.process.join(1)

    def _receive(self) -> None:
        try:
            while not self.ended and self.connection.poll():
                self.on_message(self.connection.recv())
        except (EOFError, OSError):
            self._end()

    def _end(self) -> None:
        if not self.ended:
            self._forget()
            self.process.kill()
            self.process.join(1)
            self.on_end()

    def _forget(self) -> None:
        self.ended = True
        self.loop.remove_reader(self.connection.fileno())
        self.connection.close()


def step_back() -> None:
    """Makes this process give way to others."""
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
