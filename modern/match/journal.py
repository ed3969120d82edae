"""The journals of matches and tournaments: the finished games, so that interrupted play can be resumed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from modern.jobs import journal
from modern.jobs.journal import JournalError
from modern.match.record import PlayedGame

__all__ = ["GamesJournal", "JournalError", "MatchJournal", "TournamentJournal"]


class GamesJournal(journal.Journal):
    """An open journal; `games` are the games that it contained, by number."""

    entry_content = "a game"

    def __init__(self, path: Path, description: Mapping[str, Any]) -> None:
        """Opens or creates the file. Raises JournalError or OSError, and then leaves the file unchanged."""
        self.games: dict[int, PlayedGame] = {}
        super().__init__(path, description)

    def add(self, game: PlayedGame) -> None:
        """Appends a game as one line. Raises JournalError if it cannot be written."""
        self.write(game.as_json())

    def load_entry(self, entry: Any) -> None:
        """Loads a game from a line; a second line for the same game is ignored."""
        game = PlayedGame.from_json(entry)
        self.games.setdefault(game.number, game)


class MatchJournal(GamesJournal):
    """The open journal of a match."""

    command = "gosub match"
    task = "match"


class TournamentJournal(GamesJournal):
    """The open journal of a tournament."""

    command = "gosub tournament"
    task = "tournament"
