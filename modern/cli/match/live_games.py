"""The progress of a match or tournament while it is played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from modern.cli.output import cursor_restored_on_suspend
from modern.match.series import Series


@contextmanager
def games_progress(
    series: Series, results_so_far: Callable[[], Sequence[RenderableType]]
) -> Iterator[Callable[[], None]]:
    """Shows the games played and the results so far on standard error, if that is a terminal.

    Yields a function to call after each game.
    """
    errors = Console(stderr=True, highlight=False, markup=False)
    if not errors.is_terminal:
        yield lambda: None
        return
    bar = Progress(
        *(TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TextColumn("games"), TimeElapsedColumn()),
        console=errors,
    )
    task = bar.add_task("", total=series.total_games, completed=series.earlier_games)

    def render() -> RenderableType:
        return Group(bar, *results_so_far()) if series.games_counted else bar

    with (
        Live(render(), console=errors, transient=True, refresh_per_second=4) as live,
        cursor_restored_on_suspend(errors),
    ):

        def show() -> None:
            bar.update(task, completed=series.games_counted)
            live.update(render())

        yield show
