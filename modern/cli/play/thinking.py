"""Shows a program while it thinks: the board, the time used, and the line or the move that it is searching.

Afterwards the command `why` shows its thoughts: the best lines, and the terms of its evaluation of each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Event, Thread
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.text import Text

from modern.cli.output import new_table, print_table
from modern.cli.play.prompt import keyboard_silenced
from modern.cli.shell import echo
from modern.game.clock import STOP_MARGIN
from modern.game.session import Seat
from modern.players import Decision
from modern.players.position_search import PositionSearch
from modern.players.protocol import ExplainedLine
from modern.players.reasons import legend, reason
from modern.players.seats import seat_name
from modern.players.spec import is_outside
from modern.rules import Position

#: The number of moves shown of a principal variation.
PV_MOVES_SHOWN: Final = 6
#: A move that the 1994 program tries, on row 18 of its screen: value, piece number and target square.
FIGURES: Final = re.compile(r"(-?[\d.]+)  (\d+)  (\d+)")
#: A terminal with fewer rows shows the status line without the board.
MIN_ROWS_FOR_BOARD: Final = 18
#: The interval between two updates of the status line, in seconds.
TICK_SECONDS: Final = 0.1
#: How long to wait for a player that was told to stop, in seconds.
STOP_TIMEOUT: Final = 3.0
#: `why`: the number of lines shown side by side, and the number of moves shown of each.
MAX_COLUMNS: Final = 3
MOVES_PER_LINE: Final = 3
#: The widths of a column and of the column of terms, in characters.
COLUMN_WIDTH: Final = 18
TERM_COLUMN_WIDTH: Final = 26


class ThinkingDisplay:
    """Shows a thinking program on a terminal; shows nothing if the output is not a terminal.

    Each move that the 1994 program tries stays visible for `pause` seconds.
    """

    def __init__(self, out: Console, pause: float) -> None:
        self.out = out
        self.pause = pause

    def wait(
        self, seat: Seat, search: PositionSearch, board: RenderableType = "", stop_after: float | None = None
    ) -> Decision:
        """Runs a search by the player of a seat, and shows it meanwhile. Raises PlayerError.

        `board` is shown above the status line if there is room. A program with a clock is stopped after `stop_after`
        seconds.
        """
        search.pause = self.pause if self.out.is_terminal else 0.0
        # Only outside programs need to be stopped: `modern` keeps to its limits, and `historic` is given all the time
        # that it takes, with its pauses.
        seconds = search.limits.seconds
        if search.limits.clock(search.position.side) is None:
            is_stopped = is_outside(seat.spec) and seconds is not None and not search.player.has_own_time
            stop_after = seconds + STOP_MARGIN if is_stopped and seconds is not None else None
        with search.control.stop_after(stop_after), self._live(board) as redraw:
            return run_in_thread(search, lambda: redraw(status_line(seat_name(seat), search.seconds, progress(search))))

    @contextmanager
    def _live(self, board: RenderableType) -> Iterator[Callable[[str], None]]:
        """Shows board and status line at the bottom of a terminal. Yields a function that redraws the status line."""
        if not self.out.is_terminal:
            yield lambda line: None
            return
        above = [board] if board and self.out.height >= MIN_ROWS_FOR_BOARD else []
        with Live(console=self.out, transient=True, auto_refresh=False) as live, keyboard_silenced(self.out):
            yield lambda line: live.update(Group(*above, Text(line, no_wrap=True, overflow="ellipsis")), refresh=True)


def run_in_thread(search: PositionSearch, tick: Callable[[], None]) -> Decision:
    """Runs a search in its own thread, and calls `tick` in the caller's thread meanwhile.

    Raises whatever the player raises. Any other exception that ends the wait (Ctrl-C, or one that `tick` raises) stops
    the player and is raised again.
    """
    finished = Event()
    failures: list[BaseException] = []

    def run() -> None:
        try:
            search.run()
        except BaseException as error:
            failures.append(error)
        finished.set()

    Thread(target=run, daemon=True).start()
    try:
        while not finished.wait(TICK_SECONDS):
            tick()
    except BaseException:
        search.control.stop()
        finished.wait(STOP_TIMEOUT)
        raise
    if failures:
        raise failures[0]
    assert search.decision is not None
    return search.decision


def progress(search: PositionSearch) -> str:
    """Returns the move that the 1994 program tries, or the depth, score and line that another program reports."""
    report = search.reports.get(1)
    if search.shown_line or report is None:
        return named_figures(search.shown_line)
    line = search.position.variation_san(report.pv[:PV_MOVES_SHOWN])
    return f"depth {report.depth}  score {report.score}  {line}"


def named_figures(line: str) -> str:
    """Returns a line of the 1994 program's screen with the names of its figures; another line as it is.

    >>> named_figures(" .7  4  54 ")
    'value .7  piece 4  square 54'
    """
    figures = FIGURES.fullmatch(line.strip())
    return "value {}  piece {}  square {}".format(*figures.groups()) if figures else line


def status_line(name: str, seconds: float, text: str) -> str:
    """Returns the status line of a thinking program: `The 1994 program thinks  0:01  value .7  piece 4  square 54`."""
    return f"{name} thinks  {format_clock(seconds)}  {text}"


def format_clock(seconds: float) -> str:
    """Returns a time as `0:07` or `1:02:03`."""
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"


def print_explanation(out: Console, seat: Seat, search: PositionSearch) -> None:
    """Prints a player's remarks on its move and the lines that it considered, or why there are none."""
    name, lines = seat_name(seat), search.explained_lines
    for remark in search.remarks:
        echo(f"{name}: {remark}")
    echo(f"{name}: {reason(search)}")
    if not lines:
        return
    echo()
    position = search.position
    echo(f"{name}{_heading(lines, bool(search.player.score_note))}:")
    columns = max(1, (out.width - TERM_COLUMN_WIDTH) // COLUMN_WIDTH)
    shown = _print_table(out, position, lines[: min(MAX_COLUMNS, columns)])
    terms_note = search.player.terms_note() if any(line.terms for line in lines) else ""
    for note in (terms_note, search.player.score_note):
        if note:
            echo(f"{name}: {note}")
    for line in legend(shown):
        echo(line)


def _heading(lines: Sequence[ExplainedLine], are_all_tried: bool) -> str:
    """Returns the table's subject, as the end of a sentence that begins with the player's name."""
    if len(lines) > 1 and not are_all_tried:
        return f" reports its {len(lines)} best lines"
    if len(lines) > 1 and max(line.score for line in lines) > lines[0].score:  # the option Avoid Repetition
        return f": the move that it played, and others of the {len(lines)} legal moves that it tried"
    if len(lines) > 1:
        return f": the best of the {len(lines)} legal moves that it tried"
    return " expects this line" if len(lines[0].pv) > 1 else " reports a score, but no line after its move"


def _print_table(out: Console, position: Position, best: Sequence[ExplainedLine]) -> list[str]:
    """Prints a column for each line and a row for each term: the mover's score minus the opponent's, in pawns.

    A term that is 0 in all lines is left out. Returns the others.
    """
    sign = 1 if position.side == "white" else -1
    sans = [position.variation_san(line.pv[:MOVES_PER_LINE]) for line in best]
    rows = new_table(f"for {position.side.capitalize()}, in pawns", *(f">{san}" for san in sans))
    terms = [{term.name: sign * (term.white - term.black) for term in line.terms} for line in best]
    shown = [name for name in terms[0] if any(column.get(name) for column in terms)]
    for name in shown:
        rows.add_row(name, *(f"{column[name] / 100:+.2f}" if name in column else "" for column in terms))
    if shown:
        rows.add_section()
    rows.add_row("score", *(str(line.score) for line in best))
    print_table(out, rows)
    return shown
