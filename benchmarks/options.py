"""The options and arguments that several of the scripts have."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import click

#: The files of positions that a script reads, as `files`.
POSITION_FILES: Final = click.argument(
    "files", metavar="FILE..", nargs=-1, required=True, type=click.Path(path_type=Path, dir_okay=False)
)
#: The number of processes, as `jobs`.
JOBS: Final = click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=os.cpu_count() or 1,
    help="Number of processes.  [default: one per core]",
)
