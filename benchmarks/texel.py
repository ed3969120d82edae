"""Texel's tuning method: the weights whose scores foretell best how the games ended.

A score tells a result by a logistic curve. What is made small is the mean squared error between what the scores tell
and what came, part result, part the search's score. Weights that few games have seen are held near where they were.
https://www.chessprogramming.org/Texel%27s_Tuning_Method
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import numpy as np
from coefficients import FloatArray, LinearModel
from scipy.optimize import minimize, minimize_scalar
from scipy.special import expit

#: A score of so many centipawns wins ten times as often as it loses, where the curve's scale is 1.
CENTIPAWNS_PER_DECADE: Final = 400
#: How much the curve is steeper than that, at most.
MAX_SCALE: Final = 5.0


@dataclass(frozen=True)
class Examples:
    """Positions as sums, and for each what its score is to tell, 0 to 1."""

    positions: LinearModel
    targets: FloatArray


@dataclass(frozen=True)
class TuningErrors:
    """Mean squared errors: of the examples that are learnt from, and of those that were held back."""

    training: float
    validation: float


def expected_results(scores: FloatArray, scale: float) -> FloatArray:
    """The results that scores tell, 0 to 1."""
    told: FloatArray = expit(scores * (scale * np.log(10) / CENTIPAWNS_PER_DECADE))
    return told


def best_scale(scores: FloatArray, results: FloatArray) -> float:
    """The scale of the curve that tells the results best."""
    found = minimize_scalar(
        lambda scale: float(np.mean((expected_results(scores, scale) - results) ** 2)),
        bounds=(0, MAX_SCALE),
        method="bounded",
    )
    return float(found.x)


def mean_squared_error(examples: Examples, weights: FloatArray, scale: float) -> float:
    """The mean squared error."""
    return float(np.mean((expected_results(examples.positions.scores(weights), scale) - examples.targets) ** 2))


def fit_weights(
    training: Examples,
    validation: Examples,
    start: FloatArray,
    scale: float,
    pull: float,
    epochs: int,
    report: Callable[[int, TuningErrors], None],
) -> FloatArray:
    """The weights after at most so many steps of L-BFGS; `told` hears of each. Ctrl-C ends it with what it has by then.

    `pull` is what it costs, in the error's units, that a weight has gone a centipawn from its start, squared. The scale
    stays, so that centipawns remain what they were.
    """
    transposed = training.positions.coefficients.T.tocsr()
    slope = scale * np.log(10) / CENTIPAWNS_PER_DECADE
    count = len(training.targets)
    reached = start
    epoch = 0

    def cost(weights: FloatArray) -> tuple[float, FloatArray]:
        results = expected_results(training.positions.scores(weights), scale)
        missed = results - training.targets
        gone = weights - start
        gradient = transposed @ (2 * slope / count * missed * results * (1 - results)) + 2 * pull * gone
        return float(np.mean(missed**2) + pull * np.sum(gone**2)), gradient

    def step(weights: FloatArray) -> None:
        nonlocal reached, epoch
        reached, epoch = weights.copy(), epoch + 1
        report(
            epoch,
            TuningErrors(mean_squared_error(training, reached, scale), mean_squared_error(validation, reached, scale)),
        )

    options = {"maxiter": epochs, "ftol": 1e-10, "gtol": 0}
    with suppress(KeyboardInterrupt):
        minimize(cost, start, jac=True, method="L-BFGS-B", callback=step, options=options)
    return reached
