"""Texel's tuning method: find the weights whose scores best predict the results of games.

A logistic curve turns a score into an expected result. The method minimises the mean squared error between the
expected results and the targets, which blend the game's result with the search's score. A penalty keeps weights that
occur in few games close to their start.
https://www.chessprogramming.org/Texel%27s_Tuning_Method

In a given position the evaluation is linear in its weights: if a weight changes, the score changes by that amount times
the weight's coefficient. The coefficients come from probing the evaluation itself, so nothing here knows its terms, and
nothing can disagree with them. Most weights do not matter in most positions, so a block of weights is perturbed at
once, each by a different amount. For the positions whose score changes, the block is split in half, again and again,
down to single weights.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar

import click
import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize, minimize_scalar
from scipy.sparse import csr_array, vstack
from scipy.special import expit

from modern.engine.evaluation.evaluate import HandEvaluator
from modern.rules import Position
from modern.rules.board import Board
from modern.rules.pieces import WHITE

#: At this score in centipawns the expected result is 10/11, if the curve's scale is 1.
CENTIPAWNS_PER_DECADE: Final = 400
#: A curve with a smaller scale is flat: scores and results are unrelated.
MIN_SCALE: Final = 0.01
#: The upper bound of the curve's scale.
MAX_SCALE: Final = 5.0

#: How much a weight is perturbed, in centipawns: a multiple of 24, the full phase, so that rounding has no effect.
PERTURBATION: Final = 2400
#: In a block each weight is perturbed by PERTURBATION times a random number up to this, so that no two cancel out.
MAX_MULTIPLE: Final = 1000
BLOCK_SIZE: Final = 16

#: A function that returns a position's score for the side to move, in centipawns.
Evaluate = Callable[[Board], int]
#: A function that makes an evaluation from weights.
EvaluationFactory = Callable[[Sequence[int]], Evaluate]
FloatArray = npt.NDArray[np.float64]
Real = TypeVar("Real", np.float32, np.float64)


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


@dataclass(frozen=True)
class Examples:
    """Positions as linear functions of the weights, and the target of each, from 0 to 1."""

    positions: LinearModel
    targets: FloatArray


class Losses(NamedTuple):
    """The mean squared errors on the training set and on the validation set."""

    training: float
    validation: float


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


def logistic(scores: npt.NDArray[Real]) -> npt.NDArray[Real]:
    """Returns the expected results, from 0 to 1, of scores in units of the curve."""
    results: npt.NDArray[Real] = expit(scores)
    return results


def units_per_centipawn(scale: float) -> float:
    """Returns a centipawn in units of the curve."""
    return scale * math.log(10) / CENTIPAWNS_PER_DECADE


def expected_results(scores: npt.NDArray[Real], scale: float) -> npt.NDArray[Real]:
    """Returns the expected results, from 0 to 1, of scores in centipawns."""
    return logistic(scores * scores.dtype.type(units_per_centipawn(scale)))


def blended_targets(results: npt.NDArray[Real], searched: npt.NDArray[Real], wdl: float) -> npt.NDArray[Real]:
    """Returns the targets: `wdl` of the games' results, and the rest of the results that the search expects."""
    share = results.dtype.type(wdl)
    return share * results + (1 - share) * searched


def best_scale(scores: FloatArray, results: FloatArray) -> float:
    """Returns the scale with which the curve predicts the results best."""
    optimum = minimize_scalar(
        lambda scale: float(np.mean((expected_results(scores, scale) - results) ** 2)),
        bounds=(0, MAX_SCALE),
        method="bounded",
    )
    return float(optimum.x)


def predictive_scale(scores: FloatArray, results: FloatArray) -> float:
    """Returns the best scale. Raises ClickException if the scores do not predict the results."""
    scale = best_scale(scores, results)
    if scale < MIN_SCALE:
        raise click.ClickException("the scores of the positions are unrelated to the results of the games")
    return scale


def mean_squared_error(examples: Examples, weights: FloatArray, scale: float) -> float:
    return float(np.mean((expected_results(examples.positions.scores(weights), scale) - examples.targets) ** 2))


def fit_weights(
    training: Examples,
    validation: Examples,
    start: FloatArray,
    scale: float,
    pull: float,
    epochs: int,
    report: Callable[[int, Losses], None],
) -> FloatArray:
    """Returns the weights after at most `epochs` steps of L-BFGS, or those reached when Ctrl-C stops it.

    `report` is called after each step. `pull` is the penalty for a weight one centipawn away from its start, in units
    of the error; the penalty grows with the square of the distance. The scale is fixed, so that centipawns keep their
    meaning.
    """
    transposed = training.positions.coefficients.T.tocsr()
    slope = units_per_centipawn(scale)
    count = len(training.targets)
    reached = start
    epoch = 0

    def cost(weights: FloatArray) -> tuple[float, FloatArray]:
        results = expected_results(training.positions.scores(weights), scale)
        residuals = results - training.targets
        moved = weights - start
        gradient = transposed @ (2 * slope / count * residuals * results * (1 - results)) + 2 * pull * moved
        return float(np.mean(residuals**2) + pull * np.sum(moved**2)), gradient

    def step(weights: FloatArray) -> None:
        nonlocal reached, epoch
        reached, epoch = weights.copy(), epoch + 1
        report(
            epoch,
            Losses(mean_squared_error(training, reached, scale), mean_squared_error(validation, reached, scale)),
        )

    options = {"maxiter": epochs, "ftol": 1e-10, "gtol": 0}
    with suppress(KeyboardInterrupt):
        minimize(cost, start, jac=True, method="L-BFGS-B", callback=step, options=options)
    return reached
