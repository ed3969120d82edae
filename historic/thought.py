"""What one turn of thinking leaves behind: the moves tried, and the one chosen."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from historic.basic import BasicError
from historic.castling import CASTLING_BY_BESTPOS, KINGSIDE_BESTPOS, QUEENSIDE_BESTPOS
from historic.squares import SQUARE_TO_NAME
from historic.state import CAPTURED, PIECE_NUMBERS, State


class Candidate(NamedTuple):
    """A move that CWHITE or CBLACK tried, in the listing's own numbers.

    `man` and `square` are Y8 and X8 (Y9 and X9), which say nothing where `castling` is 1 (short) or 2 (long).
    `value`, in pawns, is the S1 that is compared with the best at CWHITE9 (CBLACK9).
    """

    piece: int
    square: int
    castling: int
    value: float


class Choice(NamedTuple):
    """BESTPIECE and BESTPOS: 7000 and 8000 are castling, short and long; 0 and 0 are 'no move beats -1000'."""

    piece: int
    square: int


class Reply(NamedTuple):
    """What stands behind a candidate's value: the mover's own S1, and the reply that scored best against it."""

    own_score: float
    best: Choice
    value: float


class CandidateLog:
    """What is written down, beside the listing, of the moves that are tried at the root, in order."""

    def __init__(self) -> None:
        self.candidates: list[Candidate] = []
        self.replies: list[Reply] = []
        self.printed: list[str] = []

    def add(self, candidate: Candidate, reply: Reply, printed: str) -> None:
        """A move has been tried, its best reply found, and its line printed at row 18."""
        self.candidates.append(candidate)
        self.replies.append(reply)
        self.printed.append(printed)


@dataclass(frozen=True)
class Thought:
    """One turn of thinking.

    `candidates` are in the order tried; `replies` and `printed` go along with them, the latter being the lines at
    row 18. `value` is that of the choice, in pawns, from the mover's side. `move` is the choice in UCI's notation, a
    pawn that becomes its queen included, or None where there is none. `think_move_board` has 144 numbers: the sum of
    two to the power of each man that reaches the square.
    """

    side: str
    candidates: list[Candidate]
    best: Choice
    value: float
    move: str | None
    think_move_board: list[int] = field(repr=False)
    replies: list[Reply] = field(repr=False)
    printed: list[str] = field(repr=False)

    @property
    def second(self) -> Candidate | None:
        """The second choice: of all the others the highest value, and of equals the earliest tried."""
        others = (candidate for candidate in self.candidates if choice_of(candidate) != self.best)
        return max(others, key=lambda candidate: candidate.value, default=None)

    @property
    def chosen(self) -> int | None:
        """Where in `candidates`, `replies` and `printed` the choice stands, or None where nothing was chosen."""
        choices = [choice_of(candidate) for candidate in self.candidates]
        return choices.index(self.best) if self.best in choices else None


def choice_of(candidate: Candidate) -> Choice:
    """BESTPIECE and BESTPOS as they would be if `candidate` were the best."""
    return Choice(candidate.piece, (candidate.square, KINGSIDE_BESTPOS, QUEENSIDE_BESTPOS)[candidate.castling])


class StoppedThought(BasicError):
    """A BasicError that came while the program thought, or when it made its choice: with the `thought` up to there."""

    def __init__(self, error: BasicError, thought: Thought) -> None:
        super().__init__(error.code, error.message, error.label)
        self.thought = thought

    def __reduce__(self) -> tuple[Any, ...]:
        return StoppedThought, (BasicError(self.code, self.message, self.label), self.thought)


def move_of(side: str, choice: Choice, before: State, after: State) -> str | None:
    """A choice in UCI's notation, from the states before and after it is made.

    None where nothing is chosen, and where a man comes from nowhere: from square 0, captured though it was.
    """
    castling = CASTLING_BY_BESTPOS.get((side, choice.square))
    if castling:
        return castling.move
    squares, _ = before.pieces(side)
    _, flags = after.pieces(side)
    if squares[choice.piece] not in SQUARE_TO_NAME or choice.square not in SQUARE_TO_NAME:
        return None
    promotes = choice.piece in PIECE_NUMBERS["P"] and flags[choice.piece] == CAPTURED
    return SQUARE_TO_NAME[squares[choice.piece]] + SQUARE_TO_NAME[choice.square] + ("q" if promotes else "")
