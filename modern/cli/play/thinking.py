"""Shows a program while it thinks: the board, the time used, and the line or the move that it is looking at."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from modern.cli.play.prompt import keyboard_silenced
from modern.engine.limits import Limits
from modern.engine.report import Report, discard
from modern.match.pace import STOP_MARGIN
from modern.play.background import TICK_SECONDS, BackgroundDecision
from modern.play.seats import Seat
from modern.players import Decision, Game, Turn
from modern.rules.san_line import san_line

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

#: The number of moves shown of a principal variation.
PV_MOVES_SHOWN = 6
#: A terminal with fewer rows shows the status line without the board.
MIN_ROWS_FOR_BOARD = 18


class ThinkingDisplay:
    """Shows a thinking program on a terminal; shows nothing if the output is not a terminal.

    Each move that the 1994 program tries stays visible for `pause` seconds.
    """

    def __init__(self, out: Console, pause: float) -> None:
        self.out = out
        self.pause = pause
        self.report_line = self.tried_line = ""

    def wait_for_decision(
        self,
        seat: Seat,
        game: Game,
        limits: Limits,
        board: RenderableType = "",
        note: Callable[[str], None] = discard,
    ) -> tuple[Decision, float]:
        """Returns the decision of the program in `seat` and the seconds that it took. Raises PlayerError.

        `board` is shown above the status line if there is room. `note` receives the program's notes.
        """
        assert seat.player is not None
        self.report_line = self.tried_line = ""
        fen = game.position.fen()

        def store(report: Report) -> None:
            if report.multipv == 1:
                line = san_line(fen, report.pv[:PV_MOVES_SHOWN])
                self.report_line = f"depth {report.depth}  {report.score}  {line}"

        def show(line: str) -> None:
            self.tried_line = line.rstrip()
            deadline = time.perf_counter() + (self.pause if self.out.is_terminal else 0)
            while time.perf_counter() < deadline and not turn.control.stopped:
                time.sleep(min(TICK_SECONDS, self.pause))

        turn = Turn(game, limits, report=store, note=note, show=show)
        background = BackgroundDecision(seat.player, turn)
        # Only outside programs need to be stopped: `modern` keeps to its limits, and `historic` is given all the time
        # that it takes, with its pauses.
        stop_after = limits.seconds + STOP_MARGIN if seat.is_outside and limits.seconds is not None else None
        with turn.control.stop_after(stop_after), self._live(board) as redraw:
            decision = background.run(
                lambda: redraw(status_line(seat, background.seconds, self.tried_line or self.report_line))
            )
        return decision, background.seconds

    @contextmanager
    def _live(self, board: RenderableType) -> Iterator[Callable[[str], None]]:
        """Shows board and status line at the bottom of a terminal. Yields a function that redraws the status line."""
        from rich.console import Group
        from rich.live import Live
        from rich.text import Text

        if not self.out.is_terminal:
            yield lambda line: None
            return
        above = [board] if board and self.out.height >= MIN_ROWS_FOR_BOARD else []
        with Live(console=self.out, transient=True, auto_refresh=False) as live, keyboard_silenced(self.out):
            yield lambda line: live.update(Group(*above, Text(line, no_wrap=True, overflow="ellipsis")), refresh=True)


def status_line(seat: Seat, seconds: float, text: str) -> str:
    """Returns the status line of a thinking program: `historic thinks  0:01   .7  4  54`."""
    return f"{seat.short_name} thinks  {format_clock(seconds)}  {text}"


def format_clock(seconds: float) -> str:
    """Returns a time as `0:07` or `1:02:03`."""
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"
