"""The options and arguments that several of the scripts have."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from modern.jobs.workers import core_count

Function = TypeVar("Function", bound=Callable[..., Any])

#: The files of positions that a script reads, as `files`.
POSITION_FILES: Final = click.argument(
    "files", metavar="FILE..", nargs=-1, required=True, type=click.Path(path_type=Path, dir_okay=False)
)
#: The number of processes, as `jobs`.
JOBS: Final = click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=core_count(),
    help="Number of processes.  [default: one per core]",
)


def wdl_option(default: float) -> Callable[[Function], Function]:
    """Returns the option --wdl, as `wdl`: WDL is short for win, draw and loss."""
    return click.option(
        "--wdl",
        type=click.FloatRange(0, 1),
        default=default,
        show_default=True,
        help="The share of the game's result in the target (WDL); the rest is the search's score.",
    )
