from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pytest
from scipy.sparse import csr_array
from texel import (
    BLOCK_SIZE,
    Evaluate,
    Examples,
    FloatArray,
    LinearModel,
    Losses,
    best_scale,
    concatenate,
    engine_evaluation,
    expected_results,
    fit_weights,
    linearise,
)

from modern.engine.evaluation.weights import flatten
from modern.rules import Position
from modern.rules.board import Board
from modern.rules.pieces import WHITE, side_of

COUNT, POSITIONS, SCALE = 30, 4000, 0.8
#: The index of a weight that occurs in no position, and of one that occurs only in the first.
NEVER, ONCE = 4, 7

FENS = (
    "r1bqk2r/pp2bppp/2n1pn2/3p4/3P4/2NB1N2/PP3PPP/R1BQ1RK1 b kq - 1 9",
    "r4rk1/1pq1bppp/p2pbn2/4p3/4P3/1NN1BP2/PPPQ2PP/2KR3R w - - 2 14",
    "8/5pk1/1p1r2p1/p1p4p/P1P1R2P/1P4P1/5PK1/8 b - - 5 40",
)
#: More than one block of weights. A weight counts the pieces on a file: White's minus Black's, by file.
WEIGHTS = 2 * BLOCK_SIZE


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


def by_files(weights: Sequence[int]) -> Evaluate:
    """An evaluation with an offset of 1000, in which weight 2 opposes weight 1 and weight 8 counts a third."""

    def evaluate(board: Board) -> int:
        pieces = [0] * 8
        for square, piece in enumerate(board.mailbox):
            if piece:
                pieces[square & 7] += 1 if side_of(piece) == WHITE else -1
        score = sum(count * weight for count, weight in zip(pieces, weights, strict=False))
        score += weights[1] - weights[2] + weights[8] // 3 + 1000
        return score if board.turn == WHITE else -score

    return evaluate


def test_the_coefficients_of_weights_are_found() -> None:
    position = linearise(["4k3/p6p/8/8/8/8/PP6/4K3 b - - 0 1"], [10] * WEIGHTS, by_files)
    expected = [0, 2, -1, 0, 0, 0, 0, -1, 1 / 3] + [0] * (WEIGHTS - 9)
    assert np.allclose(position.coefficients.toarray(), [expected], atol=1e-3)
    assert np.allclose(position.offsets, [1000], atol=1)


def test_a_position_in_which_no_weight_matters_is_its_offset() -> None:
    position = linearise([FENS[0]], [10] * WEIGHTS, lambda weights: lambda board: 7)
    assert position.coefficients.nnz == 0
    assert position.scores(np.zeros(WEIGHTS)).tolist() == [-7]


def test_the_linear_model_equals_the_engines_evaluation_with_any_weights() -> None:
    start = flatten()
    model = concatenate([linearise(FENS[:1], start, engine_evaluation), linearise(FENS[1:], start, engine_evaluation)])
    assert np.abs(model.offsets).max() <= 1
    rng = random.Random(1994)
    for weights in (start, [weight + rng.randint(-50, 50) for weight in start]):
        evaluate = engine_evaluation(weights)
        boards = [Position(fen) for fen in FENS]
        expected = [evaluate(board) * (1 if board.turn == WHITE else -1) for board in boards]
        assert np.abs(model.scores(np.array(weights, dtype=np.float64)) - expected).max() <= 2
