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

from modern.engine.evaluation.endings import SCALE_NORMAL
from modern.engine.evaluation.evaluator import Evaluator
from modern.engine.network.accumulators import Accumulators
from modern.engine.network.lanes import relu_sum
from modern.engine.network.weights_file import NetworkWeights
from modern.rules.board import Board
from modern.rules.native import i64

#: The largest score without knowledge of endings, in centipawns.
MAX_SCORE: Final[i64] = 20000


class Network(Evaluator):
    """Evaluates positions with a network."""

    def __init__(self, weights: NetworkWeights, endings: bool = True) -> None:
        """If `endings` is False, knowledge of endings is disabled."""
        super().__init__(endings)
        self.accumulators: Final = Accumulators(weights.packed_inputs, weights.packed_biases)
        self.words: Final[i64] = len(weights.packed_biases)
        self.shift: Final[i64] = weights.shift
        self.tempo: Final[i64] = weights.tempo

    def prepare(self, board: Board) -> None:
        """Computes the accumulators of a position, so that those of its children are updated from them."""
        self.accumulators.entry_of(board)

    def score(self, board: Board, scale: i64) -> i64:
        """Returns the network's score, as Evaluator.score describes it."""
        return self.plain_score(board) * scale // SCALE_NORMAL

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
