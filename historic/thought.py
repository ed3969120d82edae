"""The result of one turn of thinking: the moves tried, and the choice."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from historic.basic import BasicError
from historic.position.moves import NO_MOVE, PieceMove, piece_move


class TriedMove(NamedTuple):
    """A move as CWHITE or CBLACK tried it, in the listing's own numbers, with its scores in pawns.

    `piece` and `square` are Y8 and X8 (Y9 and X9). If `castling`, which is II (III), is 1 (kingside) or 2 (queenside),
    they only say whose turn castling took. `own_score` is the mover's S1 after the move, and `value` the S1 that
    CWHITE9 (CBLACK9) compares with the best value so far.

    A move tried at the root has the opponent's best reply, its score, and the line that is printed at row 18. A move
    tried as a reply has none of these, and its value is its own score.
    """

    piece: int
    square: int
    castling: int
    own_score: float
    value: float
    reply: PieceMove = NO_MOVE
    reply_score: float = 0.0
    printed: str = ""

    @property
    def move(self) -> PieceMove:
        """The move: BESTPIECE and BESTPOS as they would be if it were the best."""
        return piece_move(self.piece, self.square, self.castling)


#: A move tried as a reply, as the program logs it: `piece`, `square`, `castling` and `own_score` of a TriedMove. It is
#: a plain tuple, because that takes a tenth of the time.
TriedReply: TypeAlias = tuple[int, int, int, float]


@dataclass(frozen=True)
class Thought:
    """One turn of thinking.

    `candidates` are the moves tried at the root, in order, and `best` is the choice. `value` is its value, in pawns,
    for the side to move. `move` is the choice in UCI notation, with the q of a promotion, or None if there is no move.
    `think_move_board` has 144 numbers, each the sum of two to the power of every piece that reaches the square, or none
    if it was not computed.
    """

    side: str
    candidates: list[TriedMove] = field(repr=False)
    best: PieceMove
    value: float
    move: str | None
    think_move_board: list[int] = field(repr=False)

    @property
    def second(self) -> TriedMove | None:
        """The second choice: the other candidate with the highest value, and of equal ones the first tried."""
        others = (candidate for candidate in self.candidates if candidate.move != self.best)
        return max(others, key=lambda candidate: candidate.value, default=None)

    @property
    def chosen(self) -> TriedMove | None:
        """The choice among the candidates, or None if nothing was chosen."""
        return next((candidate for candidate in self.candidates if candidate.move == self.best), None)


class StoppedThought(BasicError):
    """A BasicError raised while the program was thinking or playing its choice, with the `thought` up to that point."""

    def __init__(self, error: BasicError, thought: Thought) -> None:
        super().__init__(error.code, error.message, error.label)
        self.thought = thought

    def __reduce__(self) -> tuple[Any, ...]:
        return StoppedThought, (BasicError(self.code, self.message, self.label), self.thought)
