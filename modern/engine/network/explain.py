"""What each neuron says about a position, computed one by one, to be shown to a reader."""

from __future__ import annotations

from typing import NamedTuple

from modern.engine.network.features import VIEW_SIZE, input_table, view_of
from modern.engine.network.weights_file import NetworkWeights
from modern.rules.board import Board
from modern.rules.pieces import BLACK, WHITE, side_name


class Voice(NamedTuple):
    """What a neuron says in the view of a side: `centipawns` for White, not rounded."""

    neuron: int
    view: str
    centipawns: float


def voices(weights: NetworkWeights, board: Board) -> list[Voice]:
    """Returns what each neuron says in each view, the loudest first; the silent ones are left out.

    The centipawns of all of them, and the tempo for the side to move, make up the score.
    """
    table, hidden = input_table(weights.hidden), weights.hidden
    found = []
    for side in (WHITE, BLACK):
        sums = list(weights.biases)
        first = int(VIEW_SIZE) * int(view_of(board.bitboards, side))
        for square, piece in enumerate(board.mailbox):
            if piece:
                start = table[first + 64 * piece + square]
                row = weights.inputs[start : start + hidden]
                sums = [total + weight for total, weight in zip(sums, row, strict=True)]
        for neuron, total in enumerate(sums):
            sign = 1 if (side == WHITE) == (neuron < hidden // 2) else -1
            if total > 0:
                found.append(Voice(neuron, side_name(side), sign * total / 2**weights.shift))
    return sorted(found, key=lambda voice: -abs(voice.centipawns))
