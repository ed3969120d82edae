"""The PGN file of a match."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import IO

from modern.match.pace import Pace
from modern.match.record import PlayedGame, pgn_of_game


class GamesFile:
    """A PGN file to which games are appended as they finish. The first game overwrites the file; no path, no file."""

    def __init__(self, path: Path | None, pace: Pace) -> None:
        self.path = path
        self.pace = pace
        self.file: IO[str] | None = None

    def __enter__(self) -> GamesFile:
        return self

    def __exit__(self, *_: object) -> None:
        if self.file:
            with suppress(OSError):  # a write error has already been reported
                self.file.close()

    def add(self, game: PlayedGame) -> None:
        """Appends a game. Raises OSError with the name of the file."""
        if self.path is None:
            return
        if self.file is None:
            self.file = self.path.open("w", encoding="utf-8")
        try:
            self.file.write(f"{pgn_of_game(game, self.pace)}\n")
            self.file.flush()
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.path)) from None
