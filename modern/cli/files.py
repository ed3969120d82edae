"""Files that the commands are given."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import click

from historic.shell import check_writable

#: In place of a file: standard output, or standard input.
DASH: Final = Path("-")
FILE_OR_DASH: Final = click.Path(allow_dash=True, path_type=Path)


def check_distinct(options: Iterable[tuple[str, Path | None]]) -> None:
    """Refuse that two options, (its name, its file or None) each, have the same file: one would be written over."""
    option_of: dict[str, str] = {}
    for option, path in options:
        if path is None:
            continue
        real_path = os.path.realpath(path)  # a link may lead to itself
        if real_path in option_of:
            raise click.UsageError(f"{option_of[real_path]} and {option} want a file each, not both {path}")
        option_of[real_path] = option


def check_output_files(options: Iterable[tuple[str, Path | None]]) -> None:
    """Refuse now, and not after minutes, files that cannot be written or would be written over."""
    files = list(options)
    check_distinct(files)
    for _, path in files:
        if path and path != DASH:
            check_writable(path)
