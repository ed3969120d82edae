"""What `gosub match` prints: the standing while it plays, and the result."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from modern.build import build_mode
from modern.cli.output import console, cursor_restored_on_suspend, new_table, print_table
from modern.match.match import Match
from modern.match.options import MatchOptions
from modern.match.result import summary_lines
from modern.match.standing import DRAWN, FIRST, SECOND, Standing


@contextmanager
def progress(match: Match) -> Iterator[Callable[[], None]]:
    """Shows the standing on standard error, if that is a terminal. Yields a function to call after each game."""
    errors = Console(stderr=True, highlight=False, markup=False)
    if not errors.is_terminal:
        yield lambda: None
        return
    bar = Progress(
        *(TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TextColumn("games"), TimeElapsedColumn()),
        console=errors,
    )
    task = bar.add_task("", total=match.total_games, completed=match.earlier_games)

    def render() -> RenderableType:
        if not match.standing.games:
            return bar
        return Group(bar, _players_table(match.standing), *summary_lines(match))

    with (
        Live(render(), console=errors, transient=True, refresh_per_second=4) as live,
        cursor_restored_on_suspend(errors),
    ):

        def show() -> None:
            bar.update(task, completed=match.standing.games)
            live.update(render())

        yield show


# The final result.


def print_result(options: MatchOptions, match: Match, seconds: float, to_stderr: bool) -> None:
    """Prints the result; `seconds` is the time that the match took."""
    out = console(to_stderr)
    standing = match.standing
    if standing.games:
        print_table(out, _players_table(standing))
        click.echo(err=out.stderr)
        print_table(out, _endings_table(standing))
        click.echo(err=out.stderr)
        for line in summary_lines(match):
            click.echo(line, err=out.stderr)
    games = "1 game" if standing.games == 1 else f"{standing.games} games"
    earlier = f"{match.earlier_games} played earlier, " if match.earlier_games else ""
    processes = "1 process" if options.jobs == 1 else f"{options.jobs} processes"
    details = f"{options.pace}, {options.openings.name}, {earlier}{seconds:.1f} s, {build_mode()}, {processes}"
    click.echo(f"{games} played ({details})", err=out.stderr)


def _players_table(standing: Standing) -> Table:
    table = new_table("", "player", ">points", ">won", ">drawn", ">lost", ">seconds per move")
    for letter, row in zip("AB", standing.table, strict=True):
        seconds = "-" if row.seconds_per_move is None else f"{row.seconds_per_move:.3f}"
        table.add_row(letter, row.name, f"{row.points:g}", str(row.won), str(row.drawn), str(row.lost), seconds)
    return table


def _endings_table(standing: Standing) -> Table:
    rows = new_table("ended by", ">A wins", ">B wins", ">drawn")
    for reason in sorted({reason for reason, _ in standing.endings}):
        rows.add_row(reason, *(str(standing.endings[reason, winner] or "-") for winner in (FIRST, SECOND, DRAWN)))
    return rows
