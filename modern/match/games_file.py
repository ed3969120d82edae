"""The games of a match or tournament as PGN, and the file that has them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

from modern.game.clock import TimeSetting
from modern.game.game import ADJUDICATION, CRASH, ILLEGAL_MOVE, NO_ANSWER, TIME_FORFEIT
from modern.match.record import PlayedGame

#: PGN's Termination for each reason. All other reasons, the rules of chess and resignation, are `normal`.
TERMINATIONS: Final = {
    TIME_FORFEIT: "time forfeit",
    ILLEGAL_MOVE: "rules infraction",
    CRASH: "abandoned",
    NO_ANSWER: "abandoned",
    ADJUDICATION: "adjudication",
}


class GamesFile:
    """A PGN file to which games are appended as they finish. The first game overwrites the file; no path, no file."""

    def __init__(self, path: Path | None, pgn_of: Callable[[PlayedGame], str]) -> None:
        """`pgn_of` returns a game as PGN text."""
        self.path = path
        self.pgn_of = pgn_of
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
            self.file.write(f"{self.pgn_of(game)}\n")
            self.file.flush()
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.path)) from None


def distinct_names(first: str, second: str) -> tuple[str, str]:
    """Returns the two names, with A and B appended if they are the same."""
    return (f"{first} A", f"{second} B") if first == second else (first, second)


def pgn_of_game(game: PlayedGame, pace: TimeSetting) -> str:
    """Returns a game of a match as PGN. The round is the number of the pair and of the game in it, from 1."""
    first, second = distinct_names(*game.names)
    white, black = (first, second) if game.number % 2 == 0 else (second, first)
    round_number = f"{game.pair + 1}.{game.number % 2 + 1}"
    return pgn_with_headers(
        game, pace, {"Event": f"gosub match, {pace}", "Round": round_number, "White": white, "Black": black}
    )


def pgn_with_headers(game: PlayedGame, pace: TimeSetting, event_headers: Mapping[str, str]) -> str:
    """Returns a game as PGN. `event_headers` say which game of which event it is: Event, Round, White and Black."""
    from modern.game.pgn_writing import NO_CLOCK, NORMAL, pgn_of

    headers = {
        **event_headers,
        "Date": game.date,
        "Result": game.ending.result,
        "PlyCount": str(len(game.opening.moves) + len(game.moves)),
        "Termination": TERMINATIONS.get(game.ending.reason, NORMAL),
        "TimeControl": str(pace.control) if pace.control else NO_CLOCK,
        "FEN": game.opening.start,
    }
    moves = [(move, "") for move in game.opening.moves] + [(move.uci, move.comment) for move in game.moves]
    return pgn_of(moves, headers, game.ending.comment)
