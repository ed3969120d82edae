"""What each neuron contributes to the score of a position, and each piece to its sum, to be shown to a reader."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from modern.engine.network.features import PERSPECTIVE_SIZE, input_table, perspective_of
from modern.engine.network.weights_file import NetworkWeights
from modern.rules.board import Board
from modern.rules.pieces import BLACK, WHITE, side_name


class Contribution(NamedTuple):
    """What a neuron contributes from the perspective of a side: `centipawns` for White, not rounded.

    `piece_weights` has the weight of the piece on each occupied square, 0 to 63, in centipawns. Their sum and the bias
    are the neuron's activation.
    """

    neuron: int
    perspective: str
    centipawns: float
    piece_weights: Mapping[int, float]


def contributions(weights: NetworkWeights, board: Board) -> list[Contribution]:
    """Returns what each active neuron contributes from each perspective, the largest contribution first.

    Their sum truncated to a centipawn, plus the tempo for the side to move, is the score without knowledge of endings.
    A neuron is active if its sum is positive.
    """
    table, hidden, unit = input_table(weights.hidden), weights.hidden, 2**weights.shift
    found = []
    for side in (WHITE, BLACK):
        first = int(PERSPECTIVE_SIZE) * int(perspective_of(board.bitboards, side))
        starts = {square: table[first + 64 * piece + square] for square, piece in enumerate(board.mailbox) if piece}
        for neuron, bias in enumerate(weights.biases):
            of_pieces = {square: weights.inputs[start + neuron] for square, start in starts.items()}
            activation = bias + sum(of_pieces.values())
            sign = 1 if (side == WHITE) == (neuron < hidden // 2) else -1
            if activation > 0:
                piece_weights = {square: weight / unit for square, weight in of_pieces.items()}
                found.append(Contribution(neuron, side_name(side), sign * activation / unit, piece_weights))
    return sorted(found, key=lambda contribution: -abs(contribution.centipawns))
