"""What each neuron contributes to the score of a position, computed one by one, to be shown to a reader."""

from __future__ import annotations

from typing import NamedTuple

from modern.engine.network.features import PERSPECTIVE_SIZE, input_table, perspective_of
from modern.engine.network.weights_file import NetworkWeights
from modern.rules.board import Board
from modern.rules.pieces import BLACK, WHITE, side_name


class Contribution(NamedTuple):
    """What a neuron contributes from the perspective of a side: `centipawns` for White, not rounded."""

    neuron: int
    perspective: str
    centipawns: float


def contributions(weights: NetworkWeights, board: Board) -> list[Contribution]:
    """Returns what each active neuron contributes from each perspective, the largest contribution first.

    Their sum truncated to a centipawn, plus the tempo for the side to move, is the score without knowledge of endings.
    A neuron is active if its sum is positive.
    """
    table, hidden = input_table(weights.hidden), weights.hidden
    found = []
    for side in (WHITE, BLACK):
        sums = list(weights.biases)
        first = int(PERSPECTIVE_SIZE) * int(perspective_of(board.bitboards, side))
        for square, piece in enumerate(board.mailbox):
            if piece:
                start = table[first + 64 * piece + square]
                row = weights.inputs[start : start + hidden]
                sums = [total + weight for total, weight in zip(sums, row, strict=True)]
        for neuron, total in enumerate(sums):
            sign = 1 if (side == WHITE) == (neuron < hidden // 2) else -1
            if total > 0:
                found.append(Contribution(neuron, side_name(side), sign * total / 2**weights.shift))
    return sorted(found, key=lambda contribution: -abs(contribution.centipawns))
