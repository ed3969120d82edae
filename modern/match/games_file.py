"""The games of a match or tournament as PGN, and the file that has them."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import IO

from modern.game.game import Game
from modern.game.pgn_text import NO_CLOCK
from modern.game.pgn_writing import pgn_of
from modern.match.options import TournamentOptions
from modern.match.schedule import ScheduledGame


class GamesFile:
    """A PGN file to which games are appended as they finish. The first game overwrites the file; no path, no file."""

    def __init__(self, path: Path | None, options: TournamentOptions) -> None:
        self.path = path
        self.options = options
        self.file: IO[str] | None = None

    def __enter__(self) -> GamesFile:
        return self

    def __exit__(self, *_: object) -> None:
        if self.file:
            with suppress(OSError):  # a write error has already been reported
                self.file.close()

    def add(self, scheduled: ScheduledGame, game: Game) -> None:
        """Appends a game. Raises OSError with the name of the file."""
        if self.path is None:
            return
        if self.file is None:
            self.file = self.path.open("w", encoding="utf-8", newline="\n")
        try:
            self.file.write(f"{game_pgn(self.options, scheduled, game)}\n")
            self.file.flush()
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.path)) from None


def game_pgn(options: TournamentOptions, scheduled: ScheduledGame, game: Game) -> str:
    """Returns a finished game as PGN, with headers that say which game of which event it is."""
    assert game.ending is not None
    white, black = _players(options, scheduled, game)
    headers = {
        "Event": f"gosub {options.task}, {options.time_setting}",
        "Round": options.schedule.round_name(scheduled),
        "White": white,
        "Black": black,
        "PlyCount": str(len(game.moves)),
        "TimeControl": str(options.time_setting.control) if options.time_setting.control else NO_CLOCK,
    }
    return pgn_of(game, headers, game.ending.comment)


def _players(options: TournamentOptions, scheduled: ScheduledGame, game: Game) -> tuple[str, str]:
    """Returns the names of White and Black: in a match those that they give themselves, else those they entered with.

    Two players of a match with the same name are told apart by A and B.
    """
    if not options.is_match:
        return options.players[scheduled.white], options.players[scheduled.black]
    white, black = game.headers["White"], game.headers["Black"]
    if white != black:
        return white, black
    return f"{white} {'AB'[scheduled.white]}", f"{black} {'AB'[scheduled.black]}"
