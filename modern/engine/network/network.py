"""The network: one hidden layer over the pieces from each side's perspective, and a score in centipawns.

The architecture is (768 -> N) x 2 -> 1, horizontally mirrored, with ReLU. Each of the N neurons adds up its weights for
the pieces on the board. Its activation is the sum, or 0 if the sum is negative. The output weights are fixed: from the
perspective of the side to move 1 for the first half of the neurons and -1 for the second, from the opponent's the
opposite. The score is the weighted sum of the activations of both perspectives, plus the tempo.

Most networks learn the output weights of both perspectives. The restriction has two advantages: the network needs no
multiplication, and apart from the tempo the score is antisymmetric, so giving the other side the move changes its sign.
Fixing the size of an output weight costs nothing before quantisation: for a positive a, a * max(0, x) is max(0, a * x),
so training can put the factor a into the input weights.
"""

from __future__ import annotations

from typing import Final

from modern.engine.evaluation.endings import SCALE_NORMAL, ending_bonus, may_be_known_ending, scale_factor
from modern.engine.evaluation.evaluate import (
    BISHOP_PHASE,
    KNIGHT_PHASE,
    MAX_ENDING_PHASE,
    QUEEN_PHASE,
    ROOK_PHASE,
)
from modern.engine.network.accumulators import Accumulators
from modern.engine.network.lanes import OFFSET, pack, relu_sum
from modern.engine.network.weights_file import NetworkWeights
from modern.rules.bitboard import popcount
from modern.rules.board import Board
from modern.rules.native import i64, vec
from modern.rules.pieces import BISHOP, BLACK, KNIGHT, QUEEN, ROOK

#: The largest score without knowledge of endings, in centipawns.
MAX_SCORE: Final[i64] = 20000


class Network:
    """Evaluates positions with a network."""

    def __init__(self, weights: NetworkWeights, endings: bool = True) -> None:
        """If `endings` is False, knowledge of endings is disabled."""
        biases = pack([bias + OFFSET for bias in weights.biases])
        self.accumulators: Final = Accumulators(pack(weights.inputs), biases)
        self.words: Final[i64] = len(biases)
        self.shift: Final[i64] = weights.shift
        self.tempo: Final[i64] = weights.tempo
        self.endings = endings

    def evaluate(self, board: Board) -> i64:
        """Returns the score for the side to move, in centipawns."""
        score = self.plain_score(board)
        bitboards = board.bitboards
        if self.endings and may_be_known_ending(bitboards) and game_phase(bitboards) <= MAX_ENDING_PHASE:
            return score * scale_factor(board) // SCALE_NORMAL + ending_bonus(board)
        return score

    def prepare(self, board: Board) -> None:
        """Computes the accumulators of a position, so that those of its children are updated from them."""
        self.accumulators.entry_of(board)

    def plain_score(self, board: Board) -> i64:
        """Returns the score without knowledge of endings, for the side to move, in centipawns."""
        values, words = self.accumulators.values, self.words
        white = 2 * words * self.accumulators.entry_of(board)
        us = white + words * (board.turn >> 3)
        them = 2 * white + words - us
        half = words >> 1
        total = (
            relu_sum(values, us, us + half)
            - relu_sum(values, us + half, us + words)
            - relu_sum(values, them, them + half)
            + relu_sum(values, them + half, them + words)
        )
        # A shift alone would round down, and the score would not be the opposite of the opponent's.
        score = total >> self.shift
        if total < 0:
            score = -(-total >> self.shift)
        score += self.tempo
        if score > MAX_SCORE:
            return MAX_SCORE
        if score < -MAX_SCORE:
            return -MAX_SCORE
        return score


def game_phase(bitboards: vec[i64]) -> i64:
    """Returns the game phase: the sum over the knights, bishops, rooks and queens of both sides."""
    return (
        KNIGHT_PHASE * popcount(bitboards[KNIGHT] | bitboards[BLACK + KNIGHT])
        + BISHOP_PHASE * popcount(bitboards[BISHOP] | bitboards[BLACK + BISHOP])
        + ROOK_PHASE * popcount(bitboards[ROOK] | bitboards[BLACK + ROOK])
        + QUEEN_PHASE * popcount(bitboards[QUEEN] | bitboards[BLACK + QUEEN])
    )
