"""Computes the coefficient of each weight in a position, by probing the evaluation itself.

In a given position the evaluation is linear in its weights: if a weight changes, the score changes by that amount times
the weight's coefficient. This module therefore needs no knowledge of the terms and cannot disagree with them.

Most weights do not matter in most positions. A block of weights is perturbed at once, each by a different amount. For
the positions whose score changes, the block is split in half, again and again, down to single weights.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array, vstack

from modern.engine.evaluation.evaluate import HandEvaluator
from modern.rules import Position
from modern.rules.board import Board
from modern.rules.pieces import WHITE

#: A function that returns a position's score for the side to move, in centipawns.
Evaluate = Callable[[Board], int]
#: A function that makes an evaluation from weights.
EvaluationFactory = Callable[[Sequence[int]], Evaluate]
FloatArray = npt.NDArray[np.float64]

#: How much a weight is perturbed, in centipawns: a multiple of 24, the full phase, so that rounding has no effect.
PERTURBATION: Final = 2400
#: In a block each weight is perturbed by PERTURBATION times a random number up to this, so that no two cancel out.
MAX_MULTIPLE: Final = 1000
BLOCK_SIZE: Final = 16


@dataclass(frozen=True)
class LinearModel:
    """Positions as linear functions of the weights: a score for White is coefficients times weights, plus an offset.

    Each row is a position. The offset holds the rounding and whatever does not depend on weights, such as endgame
    knowledge.
    """

    coefficients: csr_array
    offsets: FloatArray

    def scores(self, weights: FloatArray) -> FloatArray:
        """Returns the positions' scores for White, in centipawns."""
        scores: FloatArray = self.coefficients @ weights + self.offsets
        return scores

    def rows(self, mask: npt.NDArray[np.bool_]) -> LinearModel:
        """Returns the model of the positions for which `mask` is True."""
        return LinearModel(self.coefficients[mask], self.offsets[mask])


def engine_evaluation(weights: Sequence[int]) -> Evaluate:
    """Returns the engine's evaluation with other weights."""
    return HandEvaluator(weights).evaluate


def concatenate(parts: Sequence[LinearModel]) -> LinearModel:
    """Returns one model with the positions of all parts, in order."""
    coefficients = csr_array(vstack([part.coefficients for part in parts], format="csr"))
    return LinearModel(coefficients, np.concatenate([part.offsets for part in parts]))


def linearise(fens: Sequence[str], weights: Sequence[int], factory: EvaluationFactory) -> LinearModel:
    """Returns the positions as linear functions of `weights`: the middlegame weights, then the endgame weights."""
    boards = [Position(fen) for fen in fens]
    side = np.array([1 if board.turn == WHITE else -1 for board in boards])
    start = _scores(factory(weights), boards)
    rows, columns, values = [], [], []
    blocks = [(block, np.arange(len(boards))) for block in _blocks(len(weights))]
    amounts = _amounts(len(weights))
    while blocks:
        block, rows_to_test = blocks.pop()
        perturbed = list(weights)
        for index in block:
            perturbed[index] += amounts[index] if len(block) > 1 else PERTURBATION
        difference = _scores(factory(perturbed), [boards[row] for row in rows_to_test.tolist()]) - start[rows_to_test]
        affected = difference != 0
        if not affected.any():
            continue
        matching_rows = rows_to_test[affected]
        if len(block) > 1:
            half = len(block) // 2
            blocks += [(block[:half], matching_rows), (block[half:], matching_rows)]
        else:
            rows.append(matching_rows)
            columns.append(np.full(len(matching_rows), block[0]))
            values.append(side[matching_rows] * difference[affected] / PERTURBATION)
    shape = (len(boards), len(weights))
    if not rows:
        return LinearModel(csr_array(shape, dtype=np.float64), side * start.astype(np.float64))
    coefficients = csr_array((np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))), shape=shape)
    return LinearModel(coefficients, side * start - coefficients @ np.array(weights, dtype=np.float64))


def _scores(evaluate: Evaluate, boards: list[Position]) -> npt.NDArray[np.int64]:
    return np.array([evaluate(board) for board in boards], dtype=np.int64)


def _blocks(count: int) -> list[list[int]]:
    """Returns blocks of indices, in which each middlegame weight is next to its endgame weight.

    The two matter in the same positions.
    """
    half = count // 2
    order = [index for pair in zip(range(half), range(half, count), strict=True) for index in pair]
    return [order[first : first + BLOCK_SIZE] for first in range(0, count, BLOCK_SIZE)]


def _amounts(count: int) -> list[int]:
    """Returns how much each weight is perturbed in a block; the same amounts on every call."""
    rng = random.Random(count)
    return [PERTURBATION * rng.randint(1, MAX_MULTIPLE) for _ in range(count)]
