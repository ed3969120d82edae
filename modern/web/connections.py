"""The connections of `gosub serve`: where it listens, how long a request may take to come, and how it ends."""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Final

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from historic.machine.signals import INTERRUPT_SIGNAL, TERMINATION_SIGNALS, signals_handled
from modern.system import hold_port, open_files_allowed
from modern.web.streams import Streams

ADDRESS: Final = "127.0.0.1"
#: How long Ctrl-C waits for requests in progress, in seconds; streams end at once.
SHUTDOWN_SECONDS: Final = 1
#: How long a connection may wait for its first request and for each later one, its head complete, in seconds.
FIRST_REQUEST_SECONDS: Final = 10
KEEP_ALIVE: Final = 20
#: In this many seconds the terminal gets at most one line about requests that cannot be read.
NOTICE_SECONDS: Final = 60.0
#: How many of the files that may be open are kept from idle connections, and how many are accepted at a time.
SPARE_FILES: Final = 64
ACCEPTED_AT_ONCE: Final = 8
#: How many connections the system holds until they are accepted.
BACKLOG: Final = 1024


def listening_socket(port: int) -> socket.socket:
    """Returns a socket on 127.0.0.1; 0 is any free port. Raises OSError."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        hold_port(listening)
        listening.bind((ADDRESS, port))
        listening.listen(BACKLOG)
    except OSError:
        listening.close()
        raise
    return listening


class LocalProtocol(H11Protocol):
    """HTTP on one connection: closed if a request does not come in time, or if it is idle while files are scarce.

    `waits_since` is when the client was last expected to send a request or to read an answer, in the loop's time.
    """

    waits_since = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begins to wait for a request, if need be in the place of the connection that has been idle longest.

        Without TCP_NODELAY, an answer on a connection that is kept waits some 40 ms until the browser has acknowledged
        the one before. asyncio sets it only where a connection names its protocol, as none does on Windows.
        """
        self.waits_since = self.loop.time()
        super().connection_made(transport)
        connection: socket.socket = transport.get_extra_info("socket")
        with suppress(OSError):  # the connection may be gone
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if connection.fileno() >= open_files_allowed() - SPARE_FILES:  # the lowest number that is free
            others = (other for other in self.connections if isinstance(other, LocalProtocol) and other is not self)
            idle = min((other for other in others if other.waits), key=lambda other: other.waits_since, default=None)
            if idle is not None:
                idle.transport.abort()

    @property
    def waits(self) -> bool:
        """True while the client is expected to send a request or to read an answer."""
        is_answered = self.cycle is None or self.cycle.response_complete
        return (is_answered or self.flow.write_paused) and not self.transport.is_closing()

    def on_response_complete(self) -> None:
        """Begins to wait for the next request."""
        self.waits_since = self.loop.time()
        super().on_response_complete()

    def pause_writing(self) -> None:
        """Begins to wait until the client reads its answer."""
        self.waits_since = self.loop.time()
        super().pause_writing()

    def close_if_late(self) -> None:
        """Closes the connection if its next request should have come."""
        seconds = FIRST_REQUEST_SECONDS if self.cycle is None else KEEP_ALIVE
        if self.waits and not self.flow.write_paused and self.loop.time() > self.waits_since + seconds:
            self.transport.abort()


class OneLineAMinute(logging.Handler):
    """Replaces uvicorn's log about a request by a line of our own, at most once in NOTICE_SECONDS.

    Any program on the machine can send bytes that are not HTTP. uvicorn logs a line, or a traceback, for each.
    """

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said_at = -NOTICE_SECONDS

    def emit(self, record: logging.LogRecord) -> None:
        """Prints a line to standard error, unless the last one is too recent."""
        now = time.monotonic()
        if now - self.said_at < NOTICE_SECONDS:
            return
        self.said_at = now
        error = record.exc_info[1] if record.exc_info else None
        why = f"a request ended with {type(error).__name__}" if error else "a request was refused: it is not valid HTTP"
        print(f"gosub: {why}; more of them are not reported for a minute", file=sys.stderr, flush=True)


@contextmanager
def reported_by(handler: logging.Handler) -> Iterator[None]:
    """Gives uvicorn's log to a handler, and to no other."""
    logger = logging.getLogger("uvicorn")
    propagates, logger.propagate = logger.propagate, False
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.propagate = propagates


class LocalServer(uvicorn.Server):
    """A server that Ctrl-C ends at once, streams included."""

    def __init__(self, application: ASGIApp, streams: Streams, on_start: Callable[[], None]) -> None:
        config = uvicorn.Config(
            application,
            http=LocalProtocol,
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            backlog=ACCEPTED_AT_ONCE,
            timeout_keep_alive=KEEP_ALIVE,
            timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        )
        super().__init__(config)
        self.streams = streams
        self.on_start = on_start

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts, and says so."""
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(BACKLOG)  # asyncio has set it to the number that it accepts at once
        self.on_start()

    async def on_tick(self, counter: int) -> bool:
        """Closes connections whose request is late. Called ten times a second; returns True to end."""
        for connection in list(self.server_state.connections) if counter % 10 == 0 else ():
            if isinstance(connection, LocalProtocol):
                connection.close_if_late()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends requests in progress after SHUTDOWN_SECONDS. uvicorn would print a traceback for each of them."""
        log = logging.getLogger("uvicorn.error")
        log.disabled = True
        try:
            await super().shutdown(sockets)
            if self.server_state.tasks:
                await asyncio.wait(self.server_state.tasks, timeout=SHUTDOWN_SECONDS)
        finally:
            log.disabled = False

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handles the signals that end a command. They are not raised again: they end this server as they should."""
        with signals_handled(self.handle_exit, INTERRUPT_SIGNAL, *TERMINATION_SIGNALS):
            yield

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Ends the streams, so that nothing is waited for."""
        super().handle_exit(sig, frame)
        asyncio.get_running_loop().call_soon_threadsafe(self.streams.end)
