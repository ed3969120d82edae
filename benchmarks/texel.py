"""Texel's tuning method: find the weights whose scores best predict the results of games.

A logistic curve turns a score into an expected result. The method minimises the mean squared error between the
expected results and the targets, which blend the game's result with the search's score. A penalty keeps weights that
occur in few games close to their start.
https://www.chessprogramming.org/Texel%27s_Tuning_Method
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar

import click
import numpy as np
import numpy.typing as npt
from coefficients import FloatArray, LinearModel
from scipy.optimize import minimize, minimize_scalar
from scipy.special import expit

#: At this score in centipawns the expected result is 10/11, if the curve's scale is 1.
CENTIPAWNS_PER_DECADE: Final = 400
#: A curve with a smaller scale is flat: scores and results are unrelated.
MIN_SCALE: Final = 0.01
#: The upper bound of the curve's scale.
MAX_SCALE: Final = 5.0

Real = TypeVar("Real", np.float32, np.float64)


@dataclass(frozen=True)
class Examples:
    """Positions as linear functions of the weights, and the target of each, from 0 to 1."""

    positions: LinearModel
    targets: FloatArray


class Losses(NamedTuple):
    """The mean squared errors on the training set and on the validation set."""

    training: float
    validation: float


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
    """Returns the mean squared error of the weights on the examples."""
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
