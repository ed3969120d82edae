"""A game of a match as plain data: to and from JSON, and to PGN."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from modern.match.openings import Opening
from modern.match.pace import BLACK, WHITE, Pace, opponent
from modern.rules.errors import printable
from modern.rules.fen import INITIAL_FEN

TIME_FORFEIT: Final = "time forfeit"
ILLEGAL_MOVE: Final = "illegal move"
CRASH: Final = "crash"
NO_ANSWER: Final = "no answer"
RESIGNATION: Final = "resignation"

#: PGN's words for how a game came to its end; what is not here ended by the rules, or by resignation.
TERMINATIONS: Final = {
    TIME_FORFEIT: "time forfeit",
    ILLEGAL_MOVE: "rules infraction",
    CRASH: "abandoned",
    NO_ANSWER: "abandoned",
}
NORMAL: Final = "normal"

#: No comment is longer, however much a player notes.
MAX_NOTES_LENGTH: Final = 300


class Ending(NamedTuple):
    """How a game ended: who won, 'white', 'black' or None; the reason in a word or two; more words, if there are."""

    winner: str | None
    reason: str
    details: str = ""

    @property
    def result(self) -> str:
        """As PGN has it: 1-0, 0-1 or 1/2-1/2."""
        return {WHITE: "1-0", BLACK: "0-1"}.get(self.winner or "", "1/2-1/2")

    @property
    def comment(self) -> str:
        """It in a line: `White loses by time forfeit: 1.204 s used of 1.000 s.`"""
        words = f": {self.details}" if self.details else ""
        if self.winner is None:
            return f"Drawn by {self.reason}{words}."
        return f"{opponent(self.winner).capitalize()} loses by {self.reason}{words}."


class PlayedMove(NamedTuple):
    """A move that was made, and what its player said of it; the score is as a PGN has it, for the mover."""

    uci: str
    score: str
    depth: int
    seconds: float
    notes: str = ""

    @property
    def comment(self) -> str:
        """`+0.35/8 0.52s`, and the notes."""
        score = f"{self.score}/{self.depth} " if self.score else ""
        return f"{score}{self.seconds:.2f}s {self.notes}".strip()


@dataclass(frozen=True)
class PlayedGame:
    """A game of a match: its number from 0, the players' names, where it began, its moves, and how it ended."""

    number: int
    white: str
    black: str
    date: str
    opening: Opening
    moves: tuple[PlayedMove, ...]
    ending: Ending

    @property
    def pair(self) -> int:
        """Which pair it belongs to, from 0."""
        return self.number // 2

    @property
    def names(self) -> tuple[str, str]:
        """The names of the first and the second player of the match."""
        return (self.white, self.black) if self.number % 2 == 0 else (self.black, self.white)

    @property
    def points(self) -> float:
        """What it brought the first player of the match, who has White in games of even numbers."""
        if self.ending.winner is None:
            return 0.5
        return float((self.ending.winner == WHITE) == (self.number % 2 == 0))

    def as_json(self) -> dict[str, Any]:
        """It as a line of the file of a match."""
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
        """The game of such a line. Raises KeyError, TypeError or ValueError for what is none."""
        winner, reason, words = entry["ending"]
        if winner not in (WHITE, BLACK, None) or not isinstance(entry["game"], int) or entry["game"] < 0:
            raise ValueError("no game")
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


def distinct_names(first: str, second: str) -> tuple[str, str]:
    """The names of a match's players, with an A and a B where they are the same."""
    return (f"{first} A", f"{second} B") if first == second else (first, second)


def pgn_of_game(game: PlayedGame, pace: Pace) -> str:
    """The game as PGN text. The round is the pair's number, and then which of its games it is."""
    from modern.match.pgn import pgn_of

    first, second = distinct_names(*game.names)
    white, black = (first, second) if game.number % 2 == 0 else (second, first)
    headers = {
        "Event": f"gosub match, {pace}",
        "Date": game.date,
        "Round": f"{game.pair + 1}.{game.number % 2 + 1}",
        "White": header_text(white),
        "Black": header_text(black),
        "Result": game.ending.result,
        "PlyCount": str(len(game.opening.moves) + len(game.moves)),
        "Termination": TERMINATIONS.get(game.ending.reason, NORMAL),
    }
    if pace.control:
        headers["TimeControl"] = str(pace.control)
    if game.opening.start != INITIAL_FEN:
        headers |= {"SetUp": "1", "FEN": game.opening.start}
    moves = [(move, "") for move in game.opening.moves] + [(move.uci, move.comment) for move in game.moves]
    return pgn_of(moves, headers, game.ending.comment)


def header_text(name: str) -> str:
    """A name without what would end a header, or its line."""
    return printable(name.replace("\\", "/").replace('"', "'"))


def comment_text(notes: Iterable[str]) -> str:
    """What a player noted, on one line, without what would end a comment."""
    return " ".join(" ".join(notes).replace("{", "(").replace("}", ")").split())[:MAX_NOTES_LENGTH]
