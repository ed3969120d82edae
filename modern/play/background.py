"""Runs a player's decision in a thread of its own, so that the terminal can update the clock meanwhile."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event, Thread
from typing import Final

from modern.players import Decision, MoveRequest, Player

#: The interval between two calls of `tick`, in seconds.
TICK_SECONDS: Final = 0.1
#: How long to wait for a player that was told to stop, in seconds.
STOP_TIMEOUT: Final = 3.0


class BackgroundDecision:
    """One decision of a player, made in a background thread."""

    def __init__(self, player: Player, request: MoveRequest) -> None:
        self.player = player
        self.turn = request
        self.started_at = time.perf_counter()
        self.finished = Event()
        self.result: Decision | BaseException | None = None

    @property
    def seconds(self) -> float:
        """The time since the decision started, in seconds."""
        return time.perf_counter() - self.started_at

    def run(self, tick: Callable[[], None]) -> Decision:
        """Starts the player and waits for its decision, calling `tick` in the caller's thread meanwhile.

        Raises whatever the player raises. Any other exception that ends the wait (Ctrl-C, or one that `tick` raises)
        stops the player and is raised again.
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
