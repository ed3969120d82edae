"""Where the commands print: tables, progress, and files or standard output."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import TypeVar

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.measure import Measurement
from rich.progress import Progress
from rich.table import Table

from historic.shell import write_atomically
from historic.signals import released_while_suspended
from modern.cli.files import DASH

#: How wide a table may become where no terminal says.
PIPE_WIDTH = 120
#: No table is as wide.
MAX_TABLE_WIDTH = 1000

Step = TypeVar("Step")


def console(to_stderr: bool = False) -> Console:
    """Standard output, or standard error where standard output is taken."""
    terminal = (sys.stderr if to_stderr else sys.stdout).isatty()
    return Console(stderr=to_stderr, highlight=False, markup=False, width=None if terminal else PIPE_WIDTH)


def new_table(*columns: str) -> Table:
    """An empty table; a column that begins with `>` is of numbers, and stands to the right."""
    new = Table(box=SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for column in columns:
        new.add_column(column.removeprefix(">"), justify="right" if column.startswith(">") else "left")
    return new


def print_table(out: Console, rows: Table) -> None:
    """Print a table; where it is not for a terminal, without the blanks that would fill its lines up.

    In a narrow terminal its lines run over: a figure is never cut.
    """
    if out.is_terminal:
        needed = Measurement.get(out, out.options.update(width=MAX_TABLE_WIDTH), rows).maximum
        # A console's own width limits what it prints.
        wide = Console(stderr=out.stderr, highlight=False, markup=False, width=max(out.width, needed))
        wide.print(rows, crop=False)
        return
    with out.capture() as capture:
        out.print(rows)
    lines = (line.rstrip() for line in capture.get().strip("\n").split("\n"))
    click.echo("\n".join(lines).strip("\n"), err=out.stderr)


@contextmanager
def cursor_restored_on_suspend(out: Console) -> Iterator[None]:
    """What is drawn live hides the cursor: at Ctrl-Z it is shown, and hidden again when it goes on."""
    with released_while_suspended(partial(out.show_cursor, True), partial(out.show_cursor, False)):
        yield


@contextmanager
def progress(
    steps: Iterable[Step], description: str, total: int | None, shown: bool = True
) -> Iterator[Iterator[Step]]:
    """Pass `steps` on, with a bar on standard error while it is a terminal; at the end the bar is gone.

    `shown` is False where the steps themselves are printed as they come.
    """
    errors = Console(stderr=True)
    shown = shown and errors.is_terminal
    with Progress(console=errors, transient=True, disable=not shown) as bar, ExitStack() as signals:
        if shown:
            signals.enter_context(cursor_restored_on_suspend(errors))
        yield iter(bar.track(steps, total=total, description=description))


def write(path: Path, content: str | bytes) -> None:
    """Put text or bytes into the file, or on standard output for `-`. Raises OSError."""
    if path == DASH:
        click.echo(content, nl=False)
    else:
        write_atomically(path, content)
