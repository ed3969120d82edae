"""A player that decides while somebody looks on: it thinks in a thread of its own, so that the clock can run."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event, Thread
from typing import Final

from modern.players import Decision, Player, Turn

#: How often whoever looks on is told that time goes by, in seconds.
TICK_SECONDS: Final = 0.1
#: How long a player that was told to stop is waited for, in seconds.
STOP_TIMEOUT: Final = 3.0


class BackgroundDecision:
    """One decision of a player's."""

    def __init__(self, player: Player, turn: Turn) -> None:
        self.player = player
        self.turn = turn
        self.started_at = time.perf_counter()
        self.finished = Event()
        self.result: Decision | BaseException | None = None

    @property
    def seconds(self) -> float:
        """How long it has been at it."""
        return time.perf_counter() - self.started_at

    def run(self, tick: Callable[[], None]) -> Decision:
        """Wait for it; `tick` is called meanwhile, in the caller's thread. Raises what the player does.

        Whatever else ends the waiting (Ctrl-C) tells the player to stop, and goes on up.
        """
        Thread(target=self._decide, daemon=True).start()
        try:
            while not self.finished.wait(TICK_SECONDS):
                tick()
        except BaseException:
            self.turn.control.stop()
            self.finished.wait(STOP_TIMEOUT)
            raise
        if isinstance(self.result, Decision):
            return self.result
        assert self.result is not None
        raise self.result

    def _decide(self) -> None:
        try:
            self.result = self.player.decide(self.turn)
        except BaseException as error:
            self.result = error
        self.finished.set()
