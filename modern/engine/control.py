"""How somebody else, in another thread, takes hold of a search that is running."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition, Timer


class Control:
    """A search looks here every few milliseconds.

    `stopped`    it is to end, and to say what it has found.
    `pondering`  it thinks in the other side's time: its own has not begun.
    `begun`      when its own time began, as time.perf_counter has it.
    """

    def __init__(self, pondering: bool = False) -> None:
        self.stopped = False
        self.pondering = pondering
        self.started = time.perf_counter()
        self._changed = Condition()

    def stop(self) -> None:
        """Let it end."""
        with self._changed:
            self.stopped = True
            self._changed.notify_all()

    def ponder_hit(self) -> None:
        """The expected move was made: from now on it is its own time."""
        with self._changed:
            if self.pondering:
                self.started = time.perf_counter()
                self.pondering = False
                self._changed.notify_all()

    def wait(self, infinite: bool) -> None:
        """Stand still while it ponders, or, if it is `infinite`, until it is stopped."""
        with self._changed:
            self._changed.wait_for(lambda: self.stopped or not (self.pondering or infinite))

    @contextmanager
    def stop_after(self, seconds: float | None) -> Iterator[None]:
        """Let whatever goes on in this `with` end after so many seconds; never, for None."""
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
