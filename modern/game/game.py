"""A game of chess: a starting position, moves, and notes on them.

The same class serves every game: one that a player receives, one that is being played, one of a match, one that was
read from a PGN, one that is analysed or shown on a page, and the game that the report recorded.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from modern.facts import Fact, english, fact
from modern.game.move_notes import NO_NOTE, MoveNote
from modern.game.problems import Problem
from modern.rules import Move, Position
from modern.rules.bitboard import SQUARE_NAMES
from modern.rules.fen import INITIAL_FEN

WHITE: Final = "white"
BLACK: Final = "black"
SIDES: Final = (WHITE, BLACK)
#: The sides as PGN's headers and messages name them.
SIDE_NAMES: Final = {WHITE: "White", BLACK: "Black"}

#: The result in PGN of a game that is not over.
NO_RESULT: Final = "*"

#: Reasons why a game ended that are not outcomes by the rules (modern.rules.outcome has those).
TIME_FORFEIT: Final = "time forfeit"
ILLEGAL_MOVE: Final = "illegal move"
CRASH: Final = "crash"
NO_ANSWER: Final = "no answer"
RESIGNATION: Final = "resignation"
ADJUDICATION: Final = "adjudication"
AGREEMENT: Final = "agreement"


def opponent(side: str) -> str:
    """Returns 'black' for 'white', and 'white' for 'black'."""
    return BLACK if side == WHITE else WHITE


def side_fact(side: str) -> Fact:
    """Returns the name of 'white' or 'black' as a fact, for a message."""
    return fact(f"the_side.{side}")


class Ending(NamedTuple):
    """The end of a game: the winner ('white', 'black' or None), the reason in a few words, and optional details."""

    winner: str | None
    reason: str
    details: str = ""

    @property
    def result(self) -> str:
        """The result in PGN: 1-0, 0-1 or 1/2-1/2."""
        return {WHITE: "1-0", BLACK: "0-1"}.get(self.winner or "", "1/2-1/2")

    @property
    def sentence(self) -> Fact:
        """A sentence for those who play: `Checkmate: White wins, 1-0.`"""
        code = self.reason.replace(" ", "_").replace("-", "_")
        # A file may have any words there.
        reason = fact(f"reason.{code}") if f"reason.{code}" in english() else self.reason.capitalize()
        who = fact("ending.wins", side=side_fact(self.winner)) if self.winner else fact("ending.draw")
        if self.details:
            return fact("ending.with_details", reason=reason, who=who, result=self.result, details=self.details)
        return fact("ending.sentence", reason=reason, who=who, result=self.result)

    @property
    def comment(self) -> str:
        """A sentence for the record of a match: `White loses by time forfeit: 1.204 s used of 1.000 s.`"""
        details = f": {self.details}" if self.details else ""
        if self.winner is None:
            return f"Drawn by {self.reason}{details}."
        return f"{SIDE_NAMES[opponent(self.winner)]} loses by {self.reason}{details}."


class WrittenMove(NamedTuple):
    """A move for readers: its SAN, and the FEN of the position after it."""

    san: str
    fen: str


class Game:
    """A game, over or in progress.

    `start`          the FEN of the starting position.
    `moves`          the moves made since.
    `position`       the position after them, with its history. A player that receives a Game must not change it.
    `notes`          a note on each move, in the same order.
    `introduction`   the comment before the first move.
    `conclusion`     the comment after the last move, on the whole game.
    `headers`        PGN's headers that are known, without its escapes: White, Black, Date and so on.
    `opening_plies`  how many of the first moves were given, and not played by the players.
    `ending`         how the game ended, if that is known; None for a game in progress.
    `error`          why a PGN could not be read beyond these moves; an empty string if it could.
    `line`           the line of the PGN at which it begins, from 1; 0 for any other game.
    `problems`       the faults in the PGN that it was read from, with their places, the error included.
    `variant`        the variant of a game that is not standard chess, which has no moves here; otherwise empty.
    `pgn`            the text of the PGN that it was read from; an empty string for any other game.
    """

    def __init__(
        self, start: str = INITIAL_FEN, moves: Iterable[str] = (), headers: Mapping[str, str] | None = None
    ) -> None:
        """Starts at a FEN and makes moves in UCI notation. Raises FenError, MoveError and IllegalMove."""
        self.position = Position.from_fen(start)
        self.start = self.position.fen()
        self.moves: list[Move] = []
        self.notes: list[MoveNote] = []
        self.introduction = ""
        self.conclusion = ""
        self.headers = dict(headers or {})
        self.opening_plies = 0
        self.ending: Ending | None = None
        self.error = ""
        self.line = 0
        self.problems: list[Problem] = []
        self.variant = ""
        self.pgn = ""
        self._written: list[WrittenMove] = []
        for uci in moves:
            self.add(self.position.parse_uci(uci))

    def make(self, move: Move, note: MoveNote = NO_NOTE) -> None:
        """Makes a legal move. Raises IllegalMove."""
        self.position.make(move)
        self.moves.append(move)
        self.notes.append(note)

    def add(self, move: Move, note: MoveNote = NO_NOTE) -> None:
        """Makes a move that is known to be legal: it is not checked again."""
        self.position.make_move(move.code)
        self.moves.append(move)
        self.notes.append(note)

    def take_back(self) -> None:
        """Takes back the last move. There must be one."""
        self.moves.pop()
        self.notes.pop()
        self.position.unmake()
        del self._written[len(self.moves) :]

    @property
    def side(self) -> str:
        """The side to move, 'white' or 'black'."""
        return self.position.side

    def side_at(self, ply: int) -> str:
        """Returns the side that is to move after a number of plies."""
        return self.side if (len(self.moves) - ply) % 2 == 0 else opponent(self.side)

    def plies_of(self, side: str, first: int = 0) -> range:
        """Returns the indices of a side's moves, from the index `first` on."""
        return range(first if self.side_at(first) == side else first + 1, len(self.moves), 2)

    def up_to(self, plies: int) -> Game:
        """Returns the first plies as a new game, with their notes and the introduction, without headers."""
        game = Game(self.start)
        for move, note in zip(self.moves[:plies], self.notes, strict=False):
            game.add(move, note)
        game.introduction = self.introduction
        return game

    @property
    def uci_moves(self) -> list[str]:
        return [move.uci() for move in self.moves]

    def written_moves(self) -> list[WrittenMove]:
        """Returns each move in SAN with the FEN after it. They are computed once, and kept while the move stands."""
        new = self.moves[len(self._written) :]
        if new:
            position = self.position.copy()
            for _ in new:
                position.unmake()
            for move in new:
                san = position.san(move)
                position.make_move(move.code)
                self._written.append(WrittenMove(san, position.fen()))
        return self._written

    @property
    def last_move(self) -> Move | None:
        """The last move; None before the first."""
        return self.moves[-1] if self.moves else None

    @property
    def check_square(self) -> str | None:
        """The square of the king that is in check, such as e1; None without a check."""
        position = self.position
        return SQUARE_NAMES[position.king_square(position.turn)] if position.is_check() else None

    @property
    def result(self) -> str:
        """The result in PGN: from the ending, else from the header."""
        return self.ending.result if self.ending else self.headers.get("Result", NO_RESULT)

    def __repr__(self) -> str:
        white, black = (self.headers.get(name, "?") for name in SIDE_NAMES.values())
        names = f": {white} - {black}, {self.result}" if (white, black) != ("?", "?") else ""
        return f"<Game{names}, plies: {len(self.moves)}, {self.position.fen()}>"
