"""Files that the commands are given."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import click

from historic.shell import check_can_write

#: In place of a file: standard output, or standard input.
DASH: Final = Path("-")
FILE_OR_DASH: Final = click.Path(allow_dash=True, path_type=Path)


def check_apart(named: Iterable[tuple[str, Path | None]]) -> None:
    """Refuse that two options, (its name, its file or None) each, have the same file: one would be written over."""
    taken: dict[str, str] = {}
    for option, path in named:
        if path is None:
            continue
        there = os.path.realpath(path)  # a link may lead to itself
        if there in taken:
            raise click.UsageError(f"{taken[there]} and {option} want a file each, not both {path}")
        taken[there] = option


def check_written(named: Iterable[tuple[str, Path | None]]) -> None:
    """Refuse now, and not after minutes, files that cannot be written or would be written over."""
    files = list(named)
    check_apart(files)
    for _, path in files:
        if path and path != DASH:
            check_can_write(path)
