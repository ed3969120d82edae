"""Shows a program while it thinks: the board, the time used, and the line or the move that it is looking at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from modern.cli.play.prompt import keyboard_silenced
from modern.play.program_turn import ProgramTurn
from modern.players import Decision
from modern.players.seats import Seat
from modern.rules import Position

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

    def wait(self, turn: ProgramTurn, board: RenderableType = "") -> Decision:
        """Returns the decision of a program, and shows it meanwhile. Raises PlayerError.

        `board` is shown above the status line if there is room.
        """
        with self._live(board) as redraw:
            return turn.decide(
                lambda: redraw(status_line(turn.seat, turn.seconds, progress(turn))),
                self.pause if self.out.is_terminal else 0,
            )

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


def progress(turn: ProgramTurn) -> str:
    """Returns the move that the 1994 program tries, or the depth, score and line that another program reports."""
    report = turn.report
    if turn.tried_line or report is None:
        return turn.tried_line
    line = Position.from_fen(turn.fen).variation_san(report.pv[:PV_MOVES_SHOWN])
    return f"depth {report.depth}  {report.score}  {line}"


def status_line(seat: Seat, seconds: float, text: str) -> str:
    """Returns the status line of a thinking program: `historic thinks  0:01   .7  4  54`."""
    return f"{seat.short_name} thinks  {format_clock(seconds)}  {text}"


def format_clock(seconds: float) -> str:
    """Returns a time as `0:07` or `1:02:03`."""
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"
