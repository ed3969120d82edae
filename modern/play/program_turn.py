"""A program's turn to move: it thinks in the background, and its progress can be shown meanwhile."""

from __future__ import annotations

import time
from collections.abc import Callable

from modern.engine.limits import Limits
from modern.engine.report import Report
from modern.game.clock import STOP_MARGIN
from modern.play.background import TICK_SECONDS, BackgroundDecision
from modern.players import Decision, Game, MoveRequest
from modern.players.seats import Seat


class ProgramTurn:
    """The turn of the program in a seat.

    `fen`         the position about which it thinks.
    `report`      its latest report on its best line, or None.
    `tried_line`  what the 1994 program prints about the move that it tries.
    `notes`       its remarks.
    """

    def __init__(self, seat: Seat, game: Game, limits: Limits) -> None:
        assert seat.player is not None
        self.seat = seat
        self.fen = game.position.fen()
        self.limits = limits
        self.report: Report | None = None
        self.tried_line = ""
        self.notes: list[str] = []
        self.pause = 0.0
        self.turn = MoveRequest(game, limits, report=self._store, note=self.notes.append, show=self._show)
        self.background = BackgroundDecision(seat.player, self.turn)

    @property
    def seconds(self) -> float:
        """The time since the turn began, in seconds."""
        return self.background.seconds

    def decide(self, tick: Callable[[], None], pause: float = 0.0) -> Decision:
        """Lets the program think and returns its decision, calling `tick` in the caller's thread meanwhile.

        Each move that the 1994 program tries stays in `tried_line` for `pause` seconds. Raises PlayerError.
        """
        self.pause = pause
        # Only outside programs need to be stopped: `modern` keeps to its limits, and `historic` is given all the time
        # that it takes, with its pauses.
        seconds = self.limits.seconds
        stop_after = seconds + STOP_MARGIN if self.seat.is_outside and seconds is not None else None
        with self.turn.control.stop_after(stop_after):
            return self.background.run(tick)

    def _store(self, report: Report) -> None:
        if report.multipv == 1:
            self.report = report

    def _show(self, line: str) -> None:
        self.tried_line = line.rstrip()
        deadline = time.perf_counter() + self.pause
        while time.perf_counter() < deadline and not self.turn.control.stopped:
            time.sleep(min(TICK_SECONDS, self.pause))
