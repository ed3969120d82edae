"""The record of a finished game, to and from JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from modern.game.game import BLACK, WHITE, opponent
from modern.match.openings import Opening

TIME_FORFEIT: Final = "time forfeit"
ILLEGAL_MOVE: Final = "illegal move"
CRASH: Final = "crash"
NO_ANSWER: Final = "no answer"
RESIGNATION: Final = "resignation"
ADJUDICATION: Final = "adjudication"


class Ending(NamedTuple):
    """The end of a game: the winner ('white', 'black' or None), the reason in a few words, and optional details."""

    winner: str | None
    reason: str
    details: str = ""

    @property
    def result(self) -> str:
        """Returns the result in PGN notation: 1-0, 0-1 or 1/2-1/2."""
        return {WHITE: "1-0", BLACK: "0-1"}.get(self.winner or "", "1/2-1/2")

    @property
    def comment(self) -> str:
        """Returns a sentence: `White loses by time forfeit: 1.204 s used of 1.000 s.`"""
        details = f": {self.details}" if self.details else ""
        if self.winner is None:
            return f"Drawn by {self.reason}{details}."
        return f"{opponent(self.winner).capitalize()} loses by {self.reason}{details}."


class PlayedMove(NamedTuple):
    """A move, with its player's score, depth, time and notes. The score is a string such as `+0.35`, for the mover."""

    uci: str
    score: str
    depth: int
    seconds: float
    notes: str = ""

    @property
    def comment(self) -> str:
        """Returns `+0.35/8 0.52s`, followed by the notes."""
        score = f"{self.score}/{self.depth} " if self.score else ""
        return f"{score}{self.seconds:.2f}s {self.notes}".strip()


@dataclass(frozen=True)
class PlayedGame:
    """A finished game of a match: its number from 0, the players' names, the opening, the moves and the ending."""

    number: int
    white: str
    black: str
    date: str
    opening: Opening
    moves: tuple[PlayedMove, ...]
    ending: Ending

    @property
    def pair(self) -> int:
        """Returns the number of its pair, from 0."""
        return self.number // 2

    @property
    def names(self) -> tuple[str, str]:
        """Returns the names of the first and the second player of the match."""
        return (self.white, self.black) if self.number % 2 == 0 else (self.black, self.white)

    @property
    def first_side(self) -> str:
        """Returns the side that made the first of `moves`: the one to move after the opening."""
        black_begins = (" b " in self.opening.start) != (len(self.opening.moves) % 2 == 1)
        return BLACK if black_begins else WHITE

    @property
    def points(self) -> float:
        """Returns the points of the match's first player, which has White in games with even numbers."""
        if self.ending.winner is None:
            return 0.5
        return float((self.ending.winner == WHITE) == (self.number % 2 == 0))

    def as_json(self) -> dict[str, Any]:
        """Returns the game as an entry of a match's journal."""
        return {
            "game": self.number,
            "white": self.white,
            "black": self.black,
            "date": self.date,
            "start": self.opening.start,
            "opening": " ".join(self.opening.moves),
            "moves": [list(move) for move in self.moves],
            "ending": list(self.ending),
        }

    @staticmethod
    def from_json(entry: Any) -> PlayedGame:
        """Returns the game of a journal entry. Raises KeyError, TypeError or ValueError if the entry is invalid."""
        winner, reason, words = entry["ending"]
        if winner not in (WHITE, BLACK, None) or not isinstance(entry["game"], int) or entry["game"] < 0:
            raise ValueError("not a game")
        return PlayedGame(
            entry["game"],
            str(entry["white"]),
            str(entry["black"]),
            str(entry["date"]),
            Opening(str(entry["start"]), tuple(str(entry["opening"]).split())),
            tuple(
                PlayedMove(str(uci), str(score), int(depth), float(seconds), str(notes))
                for uci, score, depth, seconds, notes in entry["moves"]
            ),
            Ending(winner, str(reason), str(words)),
        )
