"""A program that thinks while a human looks on: the board, its clock and what it says, until it has decided."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from modern.cli.play_prompt import keyboard_silenced
from modern.cli.san_line import san_line
from modern.engine.limits import Limits
from modern.engine.report import Report, discard
from modern.match.pace import STOP_MARGIN
from modern.play.background import TICK_SECONDS, BackgroundDecision
from modern.play.seats import Seat
from modern.players import Decision, Game, Turn

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

#: Of a line that is being thought of, so many moves are shown.
PV_MOVES_SHOWN = 6
#: A terminal with fewer rows shows no board beside the line of who thinks.
MIN_ROWS_FOR_BOARD = 18


class ThinkingDisplay:
    """Shows a program at work on a terminal; elsewhere nothing is seen of it.

    `pause` is how long each move that the program of 1994 tries is to be seen, in seconds.
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
        """What the program that sits there decides, and how many seconds it took. Raises PlayerError.

        `board` stands above the line of who thinks, where there is room.
        """
        assert seat.player is not None
        self.report_line = self.tried_line = ""
        fen = game.position.fen()

        def report(said: Report) -> None:
            if said.multipv == 1:
                self.report_line = f"depth {said.depth}  {said.score}  {san_line(fen, said.pv[:PV_MOVES_SHOWN])}"

        def show(line: str) -> None:
            self.tried_line = line.rstrip()
            until = time.perf_counter() + (self.pause if self.out.is_terminal else 0)
            while time.perf_counter() < until and not turn.control.stopped:
                time.sleep(min(TICK_SECONDS, self.pause))

        turn = Turn(game, limits, report=report, note=note, show=show)
        deciding = BackgroundDecision(seat.player, turn)
        # Ours keep to it; and the program of 1994 takes its time, all the more where its moves are to be seen.
        until_stop = limits.seconds + STOP_MARGIN if seat.is_outside and limits.seconds is not None else None
        with turn.control.stop_after(until_stop), self._live(board) as redraw:
            decision = deciding.run(
                lambda: redraw(status_line(seat, deciding.seconds, self.tried_line or self.report_line))
            )
        return decision, deciding.seconds

    @contextmanager
    def _live(self, board: RenderableType) -> Iterator[Callable[[str], None]]:
        """What is drawn at the bottom of a terminal, and is then gone; it is given the line of who thinks."""
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
    """The line of who thinks: `historic thinks  0:01   .7  4  54`."""
    return f"{seat.short_name} thinks  {format_clock(seconds)}  {text}"


def format_clock(seconds: float) -> str:
    """`0:07`, `1:02:03`."""
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"
