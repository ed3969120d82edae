"""What each neuron contributes to the score of a position, and each piece to its sum, to be shown to a reader."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from modern.engine.network.features import PERSPECTIVE_SIZE, input_table, perspective_of
from modern.engine.network.weights_file import NetworkWeights
from modern.rules.board import Board
from modern.rules.pieces import BLACK, WHITE


class Seen(NamedTuple):
    """What a neuron contributes from one perspective: `centipawns` for White, not rounded.

    `piece_weights` has the weight of the piece on each occupied square, 0 to 63, in centipawns. The neuron's sum is its
    bias and all of them, and it is inactive if that is negative: it then contributes 0.
    """

    centipawns: float
    piece_weights: Mapping[int, float]


class Contribution(NamedTuple):
    """What a neuron contributes from White's perspective and from Black's."""

    neuron: int
    white: Seen
    black: Seen

    @property
    def centipawns(self) -> float:
        """What it contributes from both perspectives, in centipawns for White."""
        return self.white.centipawns + self.black.centipawns


def contributions(weights: NetworkWeights, board: Board) -> list[Contribution]:
    """Returns what each neuron contributes that is active from a perspective, the largest contribution first.

    The score without knowledge of endings has three parts: the sum of the tempo neurons, rounded down for the side to
    move; the sum of the others, truncated; and the tempo. A neuron is active if its sum is positive.
    """
    white, black = (_seen_by(side, weights, board) for side in (WHITE, BLACK))
    found = [Contribution(neuron, *both) for neuron, both in enumerate(zip(white, black, strict=True))]
    active = [each for each in found if each.white.centipawns or each.black.centipawns]
    return sorted(active, key=lambda contribution: -abs(contribution.centipawns))


def _seen_by(side: int, weights: NetworkWeights, board: Board) -> list[Seen]:
    """Returns what each neuron contributes from the perspective of a side."""
    table, unit = input_table(weights.hidden), 2**weights.shift
    first = int(PERSPECTIVE_SIZE) * int(perspective_of(board.bitboards, side))
    starts = {square: table[first + 64 * piece + square] for square, piece in enumerate(board.mailbox) if piece}
    seen = []
    for neuron, (bias, sign) in enumerate(zip(weights.biases, weights.output_weights, strict=True)):
        of_pieces = {square: weights.inputs[start + neuron] for square, start in starts.items()}
        activation = max(0, bias + sum(of_pieces.values()))
        counts_for = side if neuron < weights.ordinary else board.turn
        contributed = sign * activation if counts_for == WHITE else -sign * activation
        seen.append(Seen(contributed / unit, {square: weight / unit for square, weight in of_pieces.items()}))
    return seen
