"""What each weight counts for in a position, found by asking the evaluation itself.

For a given position the evaluation is linear in its weights: when a weight is turned, the score changes by the turn
times the weight's coefficient there. So nothing here knows what the terms are, and none of it can disagree with them.

Most weights do not matter in most positions. A block of weights is turned at once, each by another amount, and only
where that makes a difference are the weights of the block looked at, half by half.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array, vstack

from modern.engine.evaluation.evaluate import Evaluation
from modern.rules import Position
from modern.rules.board import Board
from modern.rules.pieces import WHITE

#: An evaluation that is made of weights: a position's score for the side to move, in centipawns.
Evaluate = Callable[[Board], int]
EvaluationFactory = Callable[[Sequence[int]], Evaluate]
FloatArray = npt.NDArray[np.float64]

#: By how much a weight is turned, in centipawns: so much that a phase of 24 parts leaves nothing to round.
PERTURBATION: Final = 2400
#: In a block each weight is turned by TURN times another number up to this, so that no two make up for each other.
MAX_MULTIPLE: Final = 1000
BLOCK_SIZE: Final = 16


@dataclass(frozen=True)
class LinearModel:
    """Positions as sums: a row's score for White is its coefficients times the weights, plus its offset.

    The offset is what was rounded, and what no weight has a say in, such as the knowledge of an ending.
    """

    coefficients: csr_array
    offsets: FloatArray

    def scores(self, weights: FloatArray) -> FloatArray:
        """The positions' scores for White, in centipawns."""
        scores: FloatArray = self.coefficients @ weights + self.offsets
        return scores

    def rows(self, wanted: npt.NDArray[np.bool_]) -> LinearModel:
        """Some of the positions."""
        return LinearModel(self.coefficients[wanted], self.offsets[wanted])


def engine_evaluation(weights: Sequence[int]) -> Evaluate:
    """The engine's evaluation, with other weights."""
    return Evaluation(weights).evaluate


def concatenate(parts: Sequence[LinearModel]) -> LinearModel:
    """The positions of all parts."""
    coefficients = csr_array(vstack([part.coefficients for part in parts], format="csr"))
    return LinearModel(coefficients, np.concatenate([part.offsets for part in parts]))


def linearise(fens: Sequence[str], weights: Sequence[int], factory: EvaluationFactory) -> LinearModel:
    """The positions as sums of `weights`, of which the first half is for many men and the second for few."""
    boards = [Position(fen) for fen in fens]
    side = np.array([1 if board.turn == WHITE else -1 for board in boards])
    start = _scores(factory(weights), boards)
    rows, columns, values = [], [], []
    blocks = [(block, np.arange(len(boards))) for block in _blocks(len(weights))]
    amounts = _amounts(len(weights))
    while blocks:
        block, among = blocks.pop()
        turned = list(weights)
        for index in block:
            turned[index] += amounts[index] if len(block) > 1 else PERTURBATION
        difference = _scores(factory(turned), [boards[row] for row in among.tolist()]) - start[among]
        felt = difference != 0
        if not felt.any():
            continue
        among = among[felt]
        if len(block) > 1:
            half = len(block) // 2
            blocks += [(block[:half], among), (block[half:], among)]
        else:
            rows.append(among)
            columns.append(np.full(len(among), block[0]))
            values.append(side[among] * difference[felt] / PERTURBATION)
    shape = (len(boards), len(weights))
    if not rows:
        return LinearModel(csr_array(shape, dtype=np.float64), side * start.astype(np.float64))
    found = csr_array((np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))), shape=shape)
    return LinearModel(found, side * start - found @ np.array(weights, dtype=np.float64))


def _scores(evaluate: Evaluate, boards: list[Position]) -> npt.NDArray[np.int64]:
    return np.array([evaluate(board) for board in boards], dtype=np.int64)


def _blocks(count: int) -> list[list[int]]:
    """The weights in blocks, each with many men beside itself with few: they matter in the same positions."""
    half = count // 2
    order = [index for pair in zip(range(half), range(half, count), strict=True) for index in pair]
    return [order[begin : begin + BLOCK_SIZE] for begin in range(0, count, BLOCK_SIZE)]


def _amounts(count: int) -> list[int]:
    """By how much each weight is turned in a block, always the same."""
    chance = random.Random(count)
    return [PERTURBATION * chance.randint(1, MAX_MULTIPLE) for _ in range(count)]
