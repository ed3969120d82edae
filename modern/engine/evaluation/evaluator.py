"""What every evaluator has in common: its interface, the game phase, and the knowledge of particular endings.

There are two evaluators: the hand-written terms (`HandEvaluator`) and the network (`Network`). A search is given one of
them and does not know which.
"""

from __future__ import annotations

from typing import Final

from modern.engine.evaluation.endings import SCALE_NORMAL, may_be_known_ending, scale_factor, won_ending_score
from modern.report import Term
from modern.rules.bitboard import popcount
from modern.rules.board import Board
from modern.rules.native import i64, vec
from modern.rules.pieces import BISHOP, BLACK, KNIGHT, QUEEN, ROOK

#: The contribution of each piece to the game phase, and the sum over all pieces of the initial position.
MINOR_PHASE: Final[i64] = 1
ROOK_PHASE: Final[i64] = 2
QUEEN_PHASE: Final[i64] = 4
FULL_PHASE: Final[i64] = 24
#: Positions with a higher phase have no known ending.
MAX_ENDING_PHASE: Final[i64] = 12


def game_phase(bitboards: vec[i64]) -> i64:
    """Returns the game phase, from FULL_PHASE (all pieces are on the board) to 0 (only kings and pawns).

    https://www.chessprogramming.org/Tapered_Eval
    """
    minors = bitboards[KNIGHT] | bitboards[BLACK + KNIGHT] | bitboards[BISHOP] | bitboards[BLACK + BISHOP]
    rooks = bitboards[ROOK] | bitboards[BLACK + ROOK]
    queens = bitboards[QUEEN] | bitboards[BLACK + QUEEN]
    phase = MINOR_PHASE * popcount(minors) + ROOK_PHASE * popcount(rooks) + QUEEN_PHASE * popcount(queens)
    return phase if phase < FULL_PHASE else FULL_PHASE  # there may be promoted pieces


class Evaluator:
    """Evaluates positions: the interface of the hand-written evaluation and of the network.

    `endings` is False if the knowledge of endings is disabled.
    """

    def __init__(self, endings: bool) -> None:
        self.endings = endings

    def evaluate(self, board: Board) -> i64:
        """Returns the score of a position for the side to move, in centipawns, with the knowledge of endings."""
        bitboards = board.bitboards
        if self.endings and may_be_known_ending(bitboards) and game_phase(bitboards) <= MAX_ENDING_PHASE:
            won = won_ending_score(board)
            return won if won != 0 else self.score(board, scale_factor(board))
        return self.score(board, SCALE_NORMAL)

    def score(self, board: Board, scale: i64) -> i64:
        """Returns the sum of the terms, or the network's output, times `scale` / SCALE_NORMAL, rounded down.

        It is in centipawns, for the side to move.
        """
        raise NotImplementedError

    def prepare(self, board: Board) -> None:
        """Is called before each move that is made. Does nothing by default; the network computes its accumulators."""

    def terms(self, board: Board) -> list[Term] | None:
        """Returns the terms of which the score is the sum, but for rounding, or None if this evaluator has no terms."""
        return None
