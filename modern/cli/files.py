"""Types and checks for file names on the command line."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import click

from modern.output_files import check_writable

#: Stands for standard output or standard input instead of a file.
DASH: Final = Path("-")
FILE_OR_DASH: Final = click.Path(allow_dash=True, path_type=Path)


def check_distinct(options: Iterable[tuple[str, Path | None]]) -> None:
    """Raises UsageError if two options have the same file, because one would overwrite the other.

    Each option is a pair: its name, and its file or None.
    """
    option_of: dict[str, str] = {}
    for option, path in options:
        if path is None:
            continue
        real_path = os.path.realpath(path)  # unlike Path.resolve, it accepts a link that points to itself
        if real_path in option_of:
            raise click.UsageError(f"{option_of[real_path]} and {option} both name {path}; each needs its own file")
        option_of[real_path] = option


def check_output_files(options: Iterable[tuple[str, Path | None]]) -> None:
    """Checks output files before a long run.

    Raises UsageError if two options have the same file, and OSError if a file cannot be written.
    """
    files = list(options)
    check_distinct(files)
    for _, path in files:
        if path and path != DASH:
            check_writable(path)
