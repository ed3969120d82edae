"""Output of the commands: tables, progress bars, files or standard output; messages about long work, and its end."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from historic.machine.signals import released_while_suspended
from modern.build import COMPILED, build_mode, how_to_compile
from modern.cli.lazy import lazily
from modern.cli.shell import DASH, EXIT_INTERRUPTED, echo, reported
from modern.output_files import write_atomically
from modern.system import is_zip_for_windows

with lazily():
    from rich import box, cells, live, measure, table
    from rich import console as consoles
    from rich import progress as bars

    from modern.jobs import journal, workers
    from modern.jobs import work as works

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.progress import ProgressColumn
    from rich.table import Table

    from modern.jobs.work import Display, Work
    from modern.jobs.workers import Workers

#: The width of tables that are not printed to a terminal, in characters.
PIPE_WIDTH = 120
#: A width that no table reaches, in characters.
MAX_TABLE_WIDTH = 1000
#: The shortest time, in seconds, from which a rate is computed.
MIN_MEASURABLE_SECONDS = 0.001
#: Work that takes longer is announced, in seconds.
LONG_WORK = 30

Step = TypeVar("Step")


def console(to_stderr: bool = False) -> Console:
    """Returns a console on standard output, or on standard error when standard output carries a file."""
    is_terminal = (sys.stderr if to_stderr else sys.stdout).isatty()
    return consoles.Console(stderr=to_stderr, highlight=False, markup=False, width=None if is_terminal else PIPE_WIDTH)


def new_table(*columns: str) -> Table:
    """Returns an empty table. A column whose title begins with `>` holds numbers and is aligned to the right."""
    new = table.Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for column in columns:
        new.add_column(column.removeprefix(">"), justify="right" if column.startswith(">") else "left")
    return new


def print_table(out: Console, rows: Table, droppable: Sequence[str] = (), any_width: bool = False) -> None:
    """Prints a table: in a terminal one that fits (`fitted`), elsewhere without trailing blanks.

    With `any_width`, its lines are as long as they need to be elsewhere, and not at most PIPE_WIDTH.
    """
    if out.is_terminal:
        out.print(fitted(out, rows, droppable))
        return
    if any_width:
        out = consoles.Console(stderr=out.stderr, highlight=False, markup=False, width=MAX_TABLE_WIDTH)
    with out.capture() as capture:
        out.print(rows)
    lines = (line.rstrip() for line in capture.get().strip("\n").split("\n"))
    click.echo("\n".join(lines).strip("\n"), err=out.stderr)


def fitted(out: Console, rows: Table, droppable: Sequence[str] = ()) -> Table:
    """Returns a table that has been made to fit the width of a console: no number is cut, and text breaks at blanks.

    If it is too wide, it loses its edges, and the titles above numbers wrap. If that is not enough, the columns with
    the titles in `droppable` are dropped, in this order, and at last long words are shortened.
    """
    widest = out.options.update(width=MAX_TABLE_WIDTH)
    if measure.Measurement.get(out, widest, rows).maximum <= out.width:
        return rows
    rows.pad_edge = rows.show_edge = False
    for column in rows.columns:
        if column.justify == "right":
            words = str(column.header).split()
            column.width = max(map(cells.cell_len, [*words, *map(str, column.cells)]), default=0)
    for title in droppable:
        if measure.Measurement.get(out, widest, rows).minimum <= out.width:
            break
        rows.columns = [column for column in rows.columns if column.header != title]
    return rows


@contextmanager
def cursor_restored_on_suspend(out: Console) -> Iterator[None]:
    """Shows the cursor while Ctrl-Z suspends the process; a live display hides it the rest of the time."""
    with released_while_suspended(partial(out.show_cursor, True), partial(out.show_cursor, False)):
        yield


@contextmanager
def progress(
    steps: Iterable[Step], description: str, total: int | None, shown: bool = True
) -> Iterator[Iterator[Step]]:
    """Yields an iterator over `steps` that moves a progress bar. Pass `shown=False` if each step is printed anyway."""
    with progress_bar(description, total, shown) as advance:
        yield _tracked(steps, advance)


def _tracked(steps: Iterable[Step], advance: Callable[[str], None]) -> Iterator[Step]:
    for step in steps:
        yield step
        advance("")


@contextmanager
def progress_bar(title: str, total: int | None, shown: bool = True) -> Iterator[Callable[[str], None]]:
    """Shows a bar with the time on standard error if that is a terminal. Yields a function that takes the progress.

    The bar disappears at the end.
    """
    errors = console(to_stderr=True)
    if not (shown and errors.is_terminal):
        yield lambda what: None
        return
    columns = (bars.BarColumn(), bars.MofNCompleteColumn(), bars.TimeElapsedColumn(), bars.TimeRemainingColumn())
    doing, done = bars.TextColumn(title), bars.TextColumn("{task.description}")
    bar = bars.Progress(doing, *columns, done, console=errors, transient=True)
    with bar, cursor_restored_on_suspend(errors):
        task = bar.add_task("", total=total)  # not before: a signal while the bar is first drawn would leave it there
        yield lambda what: bar.update(task, advance=1, description=what)


@contextmanager
def progress_with_results(
    columns: Sequence[ProgressColumn], total: int | None, completed: int, **fields: Any
) -> Iterator[Callable[..., None]]:
    """Shows a bar with these columns on standard error if that is a terminal, and the results so far below it.

    Yields a function that takes how much is done, what stands below the bar, and the values of the fields of the
    columns. Bar and results disappear at the end.
    """
    errors = console(to_stderr=True)
    if not errors.is_terminal:
        yield lambda completed, *results, **fields: None
        return
    bar = bars.Progress(*columns, console=errors)
    task = bar.add_task("", total=total, completed=completed, **fields)
    shown = live.Live(bar, console=errors, transient=True, refresh_per_second=4)

    def update(completed: int, *results: RenderableType, **fields: Any) -> None:
        bar.update(task, completed=completed, **fields)
        shown.update(consoles.Group(bar, *results))

    with shown, cursor_restored_on_suspend(errors):
        yield update


def write(path: Path, content: str | bytes, is_partial: bool = False) -> None:
    """Writes text or bytes to the file, or to standard output for `-`. Raises OSError.

    A partial result, of work that ended early, is printed, but replaces no file.
    """
    if path == DASH:
        # Bytes pass as they are: text would get the code page and the line ends of Windows.
        click.echo(content.encode() if isinstance(content, str) else content, nl=False)
    elif not is_partial:
        write_atomically(path, content)


def write_json(path: Path, content: Any, is_partial: bool = False) -> None:
    """Writes content as JSON, as `write` does."""
    write(path, json.dumps(content, indent=1) + "\n", is_partial)


def carry_out(
    work: Work[Any, Any],
    jobs: int,
    shorter: str = "",
    *,
    resume: Path | None = None,
    display: Display[Any] | None = None,
    used: AbstractContextManager[Workers] | None = None,
) -> None:
    """Does long work in a number of processes, or by the workers `used`, and shows its progress, or else `display`.

    Says first which lines of the journal `resume` do not count, and how long the work takes, with the command for
    shorter work. Its early end is in its `failure`. Raises ClickException for a journal of other work, and OSError.
    """

    @contextmanager
    def announced() -> Iterator[Callable[[Any], object]]:
        announce(work.expected_seconds(min(jobs, workers.core_count())), shorter)
        with display() if display else progress_bar(work.title, work.left) as show:
            yield show if display else lambda item: show(work.name_of(item))

    with reported(journal.JournalError):
        works.run(work, used or workers.local_workers(jobs), announced, resume, partial(echo, err=True))


def exit_early(failure: str, hint: str = "", err: bool = False) -> None:
    """Ends the command if its work ended early: with 130 after Ctrl-C, and with an error for another reason.

    `failure` is '' if the work did not end early. `hint` follows the reason; `err` prints an interruption on standard
    error. Raises Exit and ClickException.
    """
    if failure == workers.INTERRUPTED:
        echo(f"{failure}{hint}", err=err)
        click.get_current_context().exit(EXIT_INTERRUPTED)
    if failure:
        raise click.ClickException(f"{failure}{hint}")


def how_to_resume(journal: Path | None) -> str:
    """Returns the end of a message about an early end: how to resume, if there is a journal."""
    return f": the same command resumes from {journal}" if journal else ""


def announce(seconds: float, shorter: str) -> None:
    """Says on standard error about how long work will take, if it is long, and the command for a short version.

    An interpreted build says so, because it may be installed by mistake.
    """
    if seconds > LONG_WORK:
        echo(f"This takes about {duration(seconds)}{interpreted_build()}; {shorter}.", err=True)


def duration(seconds: float) -> str:
    """Returns a time of LONG_WORK or more in words: `half a minute`, `33 minutes`, `4 hours`."""
    minutes, hours = round(seconds / 60), round(seconds / 3600)
    if hours > 2:
        return f"{hours} hours"
    return f"{minutes} minutes" if minutes > 1 else "a minute" if minutes else "half a minute"


def interpreted_build() -> str:
    """Returns the remark that stands beside a time in a build that is not compiled; empty in a compiled one."""
    how = " (`gosub --version` says how to compile)" if how_to_compile() and not is_zip_for_windows() else ""
    return "" if build_mode() == COMPILED else f", {build_mode()}{how}"
