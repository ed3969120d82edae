"""Types and checks for file names on the command line."""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path
from typing import Final

import click

from modern.output_files import check_writable

#: Stands for standard output or standard input instead of a file.
DASH: Final = Path("-")
FILE_OR_DASH: Final = click.Path(allow_dash=True, path_type=Path)


def check_distinct(options: Iterable[tuple[str, Path | None]]) -> None:
    """Raises UsageError if two options have the same file, because one would overwrite the other.

    Each option is a pair: its name, and its file or None. Two names of one file, by a symbolic or a hard link, are the
    same file.
    """
    given = [(option, path) for option, path in options if path is not None]
    for (first, one), (second, other) in combinations(given, 2):
        if is_same_file(one, other):
            same = "" if one == other else f", the same file as {one}"
            raise click.UsageError(f"{first} and {second} both name {other}{same}; each needs its own file")


def is_same_file(one: Path, other: Path) -> bool:
    """Returns True if both paths lead to one file, by a symbolic or a hard link or as they are."""
    if os.path.realpath(one) == os.path.realpath(other):  # unlike Path.resolve, it accepts a link to itself
        return True
    try:
        return os.path.samefile(one, other)
    except OSError:  # one of them does not exist yet
        return False


def check_output_files(options: Iterable[tuple[str, Path | None]]) -> None:
    """Checks output files before a long run.

    Raises UsageError if two options have the same file, and OSError if a file cannot be written.
    """
    files = list(options)
    check_distinct(files)
    for _, path in files:
        if path and path != DASH:
            check_writable(path)
