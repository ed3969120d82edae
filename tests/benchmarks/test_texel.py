from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from coefficients import FloatArray, LinearModel
from scipy.sparse import csr_array
from texel import Examples, TuningErrors, best_scale, expected_results, fit_weights

COUNT, POSITIONS, SCALE = 30, 4000, 0.8
#: A weight that no position has, and one that only the first has.
NEVER, ONCE = 4, 7


class MadeUp(NamedTuple):
    """Positions that are learnt from, others, and the weights that decided how their games ended."""

    learnt: Examples
    held_back: Examples
    weights: FloatArray


@pytest.fixture(scope="module")
def made_up() -> MadeUp:
    chance = np.random.default_rng(1994)
    matrix = chance.normal(0, 1, (POSITIONS, COUNT)) * (chance.random((POSITIONS, COUNT)) < 0.3)
    matrix[:, [NEVER, ONCE]] = 0
    matrix[0, ONCE] = 1
    positions = LinearModel(csr_array(matrix), chance.normal(0, 50, POSITIONS))
    weights = chance.normal(0, 100, COUNT)
    targets = expected_results(positions.scores(weights), SCALE)
    half = np.arange(POSITIONS) % 2 == 0
    return MadeUp(
        Examples(positions.rows(half), targets[half]), Examples(positions.rows(~half), targets[~half]), weights
    )


def deaf(epoch: int, errors: TuningErrors) -> None:
    """Does not listen."""


def test_the_true_weights_are_found(made_up: MadeUp) -> None:
    found = fit_weights(*made_up[:2], np.zeros(COUNT), SCALE, 1e-12, 500, deaf)
    seen = [index for index in range(COUNT) if index not in (NEVER, ONCE)]
    assert np.abs(found - made_up.weights)[seen].max() < 0.5


def test_a_weight_that_is_seldom_seen_stays_near_its_start(made_up: MadeUp) -> None:
    found = fit_weights(*made_up[:2], np.full(COUNT, 33.0), SCALE, 1e-8, 500, deaf)
    assert found[NEVER] == 33
    assert abs(found[ONCE] - 33) < 5 < abs(made_up.weights[ONCE] - 33)


def test_the_error_falls_for_positions_that_are_held_back_too(made_up: MadeUp) -> None:
    told: list[TuningErrors] = []
    fit_weights(*made_up[:2], np.zeros(COUNT), SCALE, 1e-12, 20, lambda epoch, errors: told.append(errors))
    assert len(told) == 20
    assert told[-1].training < told[0].training / 10
    assert told[-1].validation < told[0].validation / 10


def test_what_is_interrupted_has_learnt_so_far(made_up: MadeUp) -> None:
    def impatient(epoch: int, errors: TuningErrors) -> None:
        if epoch == 5:
            raise KeyboardInterrupt

    found = fit_weights(*made_up[:2], np.zeros(COUNT), SCALE, 1e-12, 500, impatient)
    assert np.array_equal(found, fit_weights(*made_up[:2], np.zeros(COUNT), SCALE, 1e-12, 5, deaf))


def test_the_scale_is_the_one_by_which_the_games_ended(made_up: MadeUp) -> None:
    scores = made_up.learnt.positions.scores(made_up.weights)
    assert best_scale(scores, made_up.learnt.targets) == pytest.approx(SCALE, abs=0.001)


def test_four_hundred_centipawns_win_ten_times_as_often_as_they_lose() -> None:
    assert expected_results(np.array([0.0, 400.0, -400.0]), 1.0) == pytest.approx([1 / 2, 10 / 11, 1 / 11])
