"""The file of a match that can be gone on with: its games, as they are done."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from modern import journal
from modern.journal import JournalError
from modern.match.record import PlayedGame

__all__ = ["JournalError", "MatchJournal"]


class MatchJournal(journal.Journal):
    """The file while it is open; `games` are those that were in it, by their numbers."""

    command = "gosub match"
    task = "match"
    entry_content = "how a game went"

    def __init__(self, path: Path, description: Mapping[str, Any]) -> None:
        """Open the file, or begin it. Raises JournalError, and OSError; the file is then as it was."""
        self.games: dict[int, PlayedGame] = {}
        super().__init__(path, description)

    def add(self, game: PlayedGame) -> None:
        """Put down a game, as one line."""
        self.write(game.as_json())

    def load_entry(self, entry: Any) -> None:
        """Take over a game, once."""
        game = PlayedGame.from_json(entry)
        self.games.setdefault(game.number, game)
