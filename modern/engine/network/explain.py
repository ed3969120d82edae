"""What each neuron contributes to the score of a position, and each piece to its sum, to be shown to a reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import pvariance
from typing import NamedTuple

from modern.engine.network.features import INPUTS, PERSPECTIVE_SIZE, input_table, is_possible, perspective_of
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

    Their sum truncated to a centipawn, plus the tempo for the side to move, is the score without knowledge of endings.
    A neuron is active if its sum is positive.
    """
    white, black = (_seen_by(side, weights, board) for side in (WHITE, BLACK))
    found = [Contribution(neuron, *both) for neuron, both in enumerate(zip(white, black, strict=True))]
    active = [each for each in found if each.white.centipawns or each.black.centipawns]
    return sorted(active, key=lambda contribution: -abs(contribution.centipawns))


def most_varied_neuron(weights: NetworkWeights) -> int:
    """Returns the neuron whose weights for a piece vary most from square to square.

    The variances of its weights for each piece, on the squares where that piece can stand, are added up.
    """
    return max(range(weights.hidden), key=lambda number: _variation(weights.neuron(number)))


def _variation(column: Sequence[int]) -> float:
    total = 0.0
    for first in range(0, int(INPUTS), 64):
        possible = [column[index] for index in range(first, first + 64) if is_possible(index)]
        total += pvariance(possible)
    return total


def _seen_by(side: int, weights: NetworkWeights, board: Board) -> list[Seen]:
    """Returns what each neuron contributes from the perspective of a side."""
    table, unit = input_table(weights.hidden), 2**weights.shift
    first = int(PERSPECTIVE_SIZE) * int(perspective_of(board.bitboards, side))
    starts = {square: table[first + 64 * piece + square] for square, piece in enumerate(board.mailbox) if piece}
    seen = []
    for neuron, bias in enumerate(weights.biases):
        of_pieces = {square: weights.inputs[start + neuron] for square, start in starts.items()}
        activation = max(0, bias + sum(of_pieces.values()))
        sign = 1 if (side == WHITE) == (neuron < weights.hidden // 2) else -1
        seen.append(Seen(sign * activation / unit, {square: weight / unit for square, weight in of_pieces.items()}))
    return seen
