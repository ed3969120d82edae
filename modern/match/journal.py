"""The journal of a match: its finished games, so that an interrupted match can be resumed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from modern.jobs import journal
from modern.jobs.journal import JournalError
from modern.match.record import PlayedGame

__all__ = ["JournalError", "MatchJournal"]


class MatchJournal(journal.Journal):
    """An open journal; `games` are the games that it contained, by number."""

    command = "gosub match"
    task = "match"
    entry_content = "a game"

    def __init__(self, path: Path, description: Mapping[str, Any]) -> None:
        """Opens or creates the file. Raises JournalError or OSError, and then leaves the file unchanged."""
        self.games: dict[int, PlayedGame] = {}
        super().__init__(path, description)

    def add(self, game: PlayedGame) -> None:
        """Appends a game as one line."""
        self.write(game.as_json())

    def load_entry(self, entry: Any) -> None:
        """Loads a game from a line; a second line for the same game is ignored."""
        game = PlayedGame.from_json(entry)
        self.games.setdefault(game.number, game)
