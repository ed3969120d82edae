from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from coefficients import FloatArray, LinearModel
from scipy.sparse import csr_array
from texel import Examples, Losses, best_scale, expected_results, fit_weights

COUNT, POSITIONS, SCALE = 30, 4000, 0.8
#: The index of a weight that occurs in no position, and of one that occurs only in the first.
NEVER, ONCE = 4, 7


class SyntheticData(NamedTuple):
    """A training set, a validation set, and the weights from which the results were made."""

    training: Examples
    validation: Examples
    weights: FloatArray


@pytest.fixture(scope="module")
def synthetic() -> SyntheticData:
    rng = np.random.default_rng(1994)
    matrix = rng.normal(0, 1, (POSITIONS, COUNT)) * (rng.random((POSITIONS, COUNT)) < 0.3)
    matrix[:, [NEVER, ONCE]] = 0
    matrix[0, ONCE] = 1
    positions = LinearModel(csr_array(matrix), rng.normal(0, 50, POSITIONS))
    weights = rng.normal(0, 100, COUNT)
    targets = expected_results(positions.scores(weights), SCALE)
    half = np.arange(POSITIONS) % 2 == 0
    return SyntheticData(
        Examples(positions.rows(half), targets[half]), Examples(positions.rows(~half), targets[~half]), weights
    )


def ignore(epoch: int, errors: Losses) -> None:
    """Ignores the report."""


def test_the_true_weights_are_found(synthetic: SyntheticData) -> None:
    found = fit_weights(*synthetic[:2], np.zeros(COUNT), SCALE, 1e-12, 500, ignore)
    frequent = [index for index in range(COUNT) if index not in (NEVER, ONCE)]
    assert np.abs(found - synthetic.weights)[frequent].max() < 0.5


def test_a_rare_weight_stays_near_its_start(synthetic: SyntheticData) -> None:
    found = fit_weights(*synthetic[:2], np.full(COUNT, 33.0), SCALE, 1e-8, 500, ignore)
    assert found[NEVER] == 33
    assert abs(found[ONCE] - 33) < 5 < abs(synthetic.weights[ONCE] - 33)


def test_the_error_also_falls_on_the_validation_set(synthetic: SyntheticData) -> None:
    reports: list[Losses] = []
    fit_weights(*synthetic[:2], np.zeros(COUNT), SCALE, 1e-12, 20, lambda epoch, errors: reports.append(errors))
    assert len(reports) == 20
    assert reports[-1].training < reports[0].training / 10
    assert reports[-1].validation < reports[0].validation / 10


def test_an_interrupted_fit_returns_the_weights_reached_so_far(synthetic: SyntheticData) -> None:
    def interrupt(epoch: int, errors: Losses) -> None:
        if epoch == 5:
            raise KeyboardInterrupt

    found = fit_weights(*synthetic[:2], np.zeros(COUNT), SCALE, 1e-12, 500, interrupt)
    assert np.array_equal(found, fit_weights(*synthetic[:2], np.zeros(COUNT), SCALE, 1e-12, 5, ignore))


def test_the_best_scale_is_the_one_that_made_the_results(synthetic: SyntheticData) -> None:
    scores = synthetic.training.positions.scores(synthetic.weights)
    assert best_scale(scores, synthetic.training.targets) == pytest.approx(SCALE, abs=0.001)


def test_four_hundred_centipawns_win_ten_times_as_often_as_they_lose() -> None:
    assert expected_results(np.array([0.0, 400.0, -400.0]), 1.0) == pytest.approx([1 / 2, 10 / 11, 1 / 11])
