"""Streams of events: who watches what, and how many may at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from modern.facts import fact
from modern.web.settings import Json

#: The most streams that are open at a time.
MAX_STREAMS: Final = 200
#: The most events that wait for a slow reader; its stream is then closed, and its page opens it again.
MAX_WAITING: Final = 500


class TooMany(Exception):
    """No further stream, screen, analysis or long work can begin now; the text is one line that says why."""


class Watcher:
    """One open stream: the events that have not been sent yet. `on_close` is called once, when it has ended."""

    def __init__(self, on_close: Callable[[Watcher], None]) -> None:
        self.on_close = on_close
        self.events: asyncio.Queue[Json | None] = asyncio.Queue()
        self.ended = False

    def put(self, event: Json) -> None:
        """Sends an event, unless the reader is too slow."""
        if self.events.qsize() >= MAX_WAITING:
            self.end()
        elif not self.ended:
            self.events.put_nowait(event)

    def end(self) -> None:
        """Ends the stream after the events that still wait."""
        if not self.ended:
            self.ended = True
            self.events.put_nowait(None)

    async def next(self, seconds: float) -> Json | None:
        """Returns the next event, None at the end. Raises TimeoutError if none comes within `seconds`."""
        return await asyncio.wait_for(self.events.get(), seconds)


class Streams:
    """All open streams of a server."""

    def __init__(self) -> None:
        self.watchers: set[Watcher] = set()

    def open(self, on_close: Callable[[Watcher], None]) -> Watcher:
        """Returns a new watcher. Raises TooMany."""
        if len(self.watchers) >= MAX_STREAMS:
            raise TooMany(fact("serve.too_many_pages", most=MAX_STREAMS))
        watcher = Watcher(on_close)
        self.watchers.add(watcher)
        return watcher

    def close(self, watcher: Watcher) -> None:
        """Forgets a watcher whose stream has ended."""
        if watcher in self.watchers:
            self.watchers.discard(watcher)
            watcher.on_close(watcher)

    def end(self) -> None:
        for watcher in list(self.watchers):
            watcher.end()
