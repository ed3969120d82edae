"""The network: one hidden layer over the pieces from each side's perspective, and a score in centipawns.

The architecture is (768 -> N) x 2 -> 1, horizontally mirrored, with ReLU. Each of the N neurons adds up its weights for
the pieces on the board. Its activation is the sum, or 0 if the sum is negative. The score is the sum of the activations
from both perspectives, each times its output weight, plus a constant, the tempo. The output weights are fixed:

    perspective of                              the side to move   the opponent
    the first half of the ordinary neurons              1               -1
    the second half of the ordinary neurons            -1                1
    the first half of the tempo neurons                 1                1
    the second half of the tempo neurons               -1               -1

If the other side is to move, what the ordinary neurons contribute changes its sign. What the tempo neurons contribute
stays the same for the side to move: with the tempo, it is the value of the right to move in this position.

Most networks learn the output weights. Fixed ones need no multiplication, and fixing their size costs nothing before
quantisation: for a positive a, a * max(0, x) is max(0, a * x), so training can put the factor a into the input weights.
"""

from __future__ import annotations

from typing import Final

from modern.engine.evaluation.endings import SCALE_NORMAL
from modern.engine.evaluation.evaluator import Evaluator
from modern.engine.network.accumulators import Accumulators
from modern.engine.network.lanes import LANES, difference
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
        #: The number of words of tempo neurons, which come last.
        self.tempo_words: Final[i64] = weights.tempo_neurons // LANES
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
        ordinary = words - self.tempo_words
        half, tempo_half = ordinary >> 1, self.tempo_words >> 1
        total = difference(values, us, half) - difference(values, them, half)
        of_tempo = difference(values, us + ordinary, tempo_half) + difference(values, them + ordinary, tempo_half)
        # The first part must be the opposite of the opponent's, so it is truncated; a shift alone rounds down.
        score = total >> self.shift
        if total < 0:
            score = -(-total >> self.shift)
        score += (of_tempo >> self.shift) + self.tempo
        if score > MAX_SCORE:
            return MAX_SCORE
        if score < -MAX_SCORE:
            return -MAX_SCORE
        return score
