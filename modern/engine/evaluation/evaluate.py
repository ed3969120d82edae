"""How good a position is: what both sides have, weighed.

Every weight has two numbers, one with all men on the board and one with few: a king hides first and comes out later.
Between the two the score goes over by and by (the phase), so that no exchange makes it jump. Both are added up at once,
in one number.

C. E. Shannon, "Programming a Computer for Playing Chess", 1950; https://www.chessprogramming.org/Tapered_Eval
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from modern.engine.evaluation.packed import few_of, many_of, packed_weights, worth_of_men
from modern.engine.evaluation.weights import flattened
from modern.engine.score import DRAW
from modern.rules.bitboard import BIT, DE_BRUIJN, LOWEST
from modern.rules.board import Board
from modern.rules.men import BLACK, KING, PAWN, WHITE
from modern.rules.native import i64, vec
from modern.rules.outcome import insufficient_material

#: How much a man of each kind counts for the phase, and what all of them at the start of a game make together.
PHASES: Final = vec[i64]([0, 0, 1, 1, 2, 4, 0, 0])
WHOLE_PHASE: Final[i64] = 24


class Evaluation:
    """Weighs positions.

    After `evaluate`, `white` and `black` are what the sides have, both numbers in one, and `phase` how many men there
    are still, from WHOLE_PHASE (all) to 0, pawns and kings not counted.
    """

    def __init__(self, weights: Sequence[int] | None = None) -> None:
        """`weights` as weights.flattened() has them; None for those of the table."""
        numbers = flattened() if weights is None else list(weights)
        self.weights: Final = vec[i64](packed_weights(numbers))
        self.worth: Final = vec[i64](worth_of_men(numbers))
        self.white: i64 = 0
        self.black: i64 = 0
        self.phase: i64 = 0

    def evaluate(self, board: Board) -> i64:
        """How good the position is for the side to move, in centipawns, rounded down."""
        men = board.men
        if men[PAWN] | men[BLACK + PAWN] == 0 and insufficient_material(board):
            return DRAW
        self.phase = 0
        self.white = self._men_of(men, WHITE)
        self.black = self._men_of(men, BLACK)
        if self.phase > WHOLE_PHASE:
            self.phase = WHOLE_PHASE
        score = self.white - self.black if board.turn == WHITE else self.black - self.white
        return (many_of(score) * self.phase + few_of(score) * (WHOLE_PHASE - self.phase)) // WHOLE_PHASE

    def _men_of(self, men: vec[i64], us: i64) -> i64:
        """What the men of a side are worth where they stand."""
        worth = self.worth
        score: i64 = 0
        # lowest() is written out here: this is where most of the time of a search goes.
        for kind in range(PAWN, KING + 1):
            man = us + kind
            squares = men[man]
            while squares != 0:
                square = LOWEST[(squares & -squares) * DE_BRUIJN >> 58 & 63]
                squares ^= BIT[square]
                score += worth[64 * man + square]
                self.phase += PHASES[kind]
        return score
