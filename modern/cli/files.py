"""Files that the commands are given."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import click


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
