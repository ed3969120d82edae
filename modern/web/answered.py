"""A second record of the changes that a store has answered, beside SQLite's own journal.

SQLite reads its journal up to the first damage, and says nothing about the rest: games are then as they were before, or
missing. This file has a line for each change until the database itself has it, so that the next start can tell.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from modern.jobs.journal import parse_line, with_checksum

#: The ending of the file's name, after the store's name.
ANSWERED_FILE: Final = "-answered"


class Change(NamedTuple):
    """A game, and when it was changed, in seconds since 1970; None if it was deleted."""

    game_id: str
    changed: float | None


class Answered:
    """The changes that have been answered and may be in the journal only."""

    def __init__(self, store: Path) -> None:
        self.path = Path(f"{store}{ANSWERED_FILE}")
        self.is_empty = not self.path.exists()

    def lost(self, connection: sqlite3.Connection) -> int:
        """Returns how many games are not in the database as they were answered."""
        last: dict[str, Change] = {}
        with suppress(OSError):
            for line in self.path.read_bytes().splitlines():
                with suppress(KeyError, TypeError, ValueError):  # the end of the file may be damaged, too
                    kept = parse_line(line)
                    last[kept["game_id"]] = Change(kept["game_id"], kept["changed"])
        return sum(not _is_as_answered(change, connection) for change in last.values())

    def add(self, changes: Iterable[Change]) -> None:
        """Records changes that are in the journal on the disk; it need not wait for the disk itself."""
        lines = b"".join(with_checksum(change._asdict()) for change in changes)
        if not lines:
            return
        self.is_empty = False
        with suppress(OSError):  # the disk is full: less is known at the next start
            file = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            try:
                os.write(file, b"\n" + lines)  # behind a line that may have no end
            finally:
                os.close(file)

    def clear(self) -> None:
        """Forgets the changes: the database has them."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)
            self.is_empty = True


def _is_as_answered(change: Change, connection: sqlite3.Connection) -> bool:
    try:
        row = connection.execute("SELECT CAST(changed AS REAL) FROM games WHERE id = ?", change[:1]).fetchone()
    except sqlite3.Error:
        return False
    if row is None or change.changed is None:
        return row is None and change.changed is None
    return bool(row[0] >= change.changed)
