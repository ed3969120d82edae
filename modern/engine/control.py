"""Controls a running search from another thread: stop and ponderhit."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition, Timer


class Control:
    """The controls of a search, which reads them every few milliseconds.

    `stopped`    the search has to end and return its best move.
    `pondering`  the search runs on the opponent's time.
    `started`    when the engine's own time started, by time.perf_counter().
    """

    def __init__(self, pondering: bool = False) -> None:
        self.stopped = False
        self.pondering = pondering
        self.started = time.perf_counter()
        self._changed = Condition()

    def stop(self) -> None:
        """Ends the search."""
        with self._changed:
            self.stopped = True
            self._changed.notify_all()

    def ponder_hit(self) -> None:
        """Starts the engine's own time: the opponent has played the expected move."""
        with self._changed:
            if self.pondering:
                self.started = time.perf_counter()
                self.pondering = False
                self._changed.notify_all()

    def wait(self, infinite: bool) -> None:
        """Blocks until the search is stopped, or, unless `infinite`, until it no longer ponders."""
        with self._changed:
            self._changed.wait_for(lambda: self.stopped or not (self.pondering or infinite))

    @contextmanager
    def stop_after(self, seconds: float | None) -> Iterator[None]:
        """Stops a search inside the `with` block after this many seconds; None never stops it."""
        if seconds is None:
            yield
            return
        timer = Timer(max(0.0, seconds), self.stop)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
