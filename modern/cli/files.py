"""Files that the commands are given."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click


def check_apart(named: Iterable[tuple[str, Path | None]]) -> None:
    """Refuse that two options, (its name, its file or None) each, have the same file: one would be written over."""
    taken: dict[Path, str] = {}
    for option, path in named:
        if path is None:
            continue
        there = path.resolve()
        if there in taken:
            raise click.UsageError(f"{taken[there]} and {option} want a file each, not both {path}")
        taken[there] = option
