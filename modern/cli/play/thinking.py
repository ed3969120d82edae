"""Shows a program while it thinks: the board, the time used, and the line or the move that it is searching.

Afterwards the command `why` shows its thoughts: the best lines, and the terms of its evaluation of each.
"""

from __future__ import annotations

import re
import textwrap
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
#: The rows of the table beside its terms: the titles, a line, a blank row and the score.
TABLE_ROWS: Final = 4
#: The last line of an explanation that would not fit the terminal.
MORE: Final = "why all: all of it, with the meaning of the rows"


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


def print_explanation(out: Console, seat: Seat, search: PositionSearch, is_whole: bool = True) -> None:
    """Prints a player's remarks on its move and the lines that it considered, or why there are none.

    Unless it `is_whole`, it fits the terminal if that can be: the meaning of the rows is left out, and then the
    smallest terms are added up in one row.
    """
    name, lines = seat_name(seat), search.explained_lines
    above = [f"{name}: {remark}" for remark in search.remarks] + [f"{name}: {reason(search)}"]
    if not lines:
        for text in above:
            echo(text)
        return
    above += ["", f"{name}{_heading(lines, bool(search.player.score_note))}:"]
    columns = max(1, (out.width - TERM_COLUMN_WIDTH) // COLUMN_WIDTH)
    best = lines[: min(MAX_COLUMNS, columns)]
    terms = _terms(search.position, best)
    terms_note = search.player.terms_note() if any(line.terms for line in lines) else ""
    below = [f"{name}: {note}" for note in (terms_note, search.player.score_note) if note]
    below += map(str, legend(terms))
    if not is_whole and out.is_terminal:
        left = out.height - 1 - TABLE_ROWS  # the last row is the prompt's
        left -= sum(_row_count(text, out.width) for text in above)
        if len(terms) + sum(_row_count(text, out.width) for text in below) > left:
            below = [MORE] if below else []
            terms = _largest(terms, max(left - 1, 1))
    for text in above:
        echo(text)
    _print_table(out, search.position, best, terms)
    for text in below:
        echo(text)


def _row_count(text: str, width: int) -> int:
    """Returns the number of rows that a text takes in a terminal."""
    return len(textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)) or 1


def _heading(lines: Sequence[ExplainedLine], are_all_tried: bool) -> str:
    """Returns the table's subject, as the end of a sentence that begins with the player's name."""
    if len(lines) > 1 and not are_all_tried:
        return f" reports its {len(lines)} best lines"
    if len(lines) > 1 and max(line.score for line in lines) > lines[0].score:  # the option Avoid Repetition
        return f": the move that it played, and others of the {len(lines)} legal moves that it tried"
    if len(lines) > 1:
        return f": the best of the {len(lines)} legal moves that it tried"
    return " expects this line" if len(lines[0].pv) > 1 else " reports a score, but no line after its move"


#: The terms of some lines by name: for each line the mover's score minus the opponent's, in centipawns.
Terms = dict[str, list[int | None]]


def _terms(position: Position, best: Sequence[ExplainedLine]) -> Terms:
    """Returns the terms of lines. A term that is 0 in all of them is left out."""
    sign = 1 if position.side == "white" else -1
    columns = [{term.name: sign * (term.white - term.black) for term in line.terms} for line in best]
    return {
        name: [column.get(name) for column in columns]
        for name in columns[0]
        if any(column.get(name) for column in columns)
    }


def _largest(terms: Terms, count: int) -> Terms:
    """Returns terms that take `count` rows: the smallest are added up in one, which is the last."""
    if len(terms) <= count:
        return terms
    by_size = sorted(terms, key=lambda name: max(abs(value or 0) for value in terms[name]))
    small = by_size[: len(terms) - count + 1]
    others = [sum(value or 0 for value in column) for column in zip(*(terms[name] for name in small), strict=True)]
    return {**{name: terms[name] for name in terms if name not in small}, f"{len(small)} other terms": [*others]}


def _print_table(out: Console, position: Position, best: Sequence[ExplainedLine], terms: Terms) -> None:
    """Prints a column for each line and a row for each term, in pawns."""
    sans = [position.variation_san(line.pv[:MOVES_PER_LINE]) for line in best]
    rows = new_table(f"for {position.side.capitalize()}, in pawns", *(f">{san}" for san in sans))
    for name, values in terms.items():
        rows.add_row(name, *("" if value is None else f"{value / 100:+.2f}" for value in values))
    if terms:
        rows.add_section()
    rows.add_row("score", *(str(line.score) for line in best))
    rows.show_edge = not out.is_terminal  # of blank rows
    print_table(out, rows)
