from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
from coefficients import BLOCK_SIZE, Evaluate, concatenate, engine_evaluation, linearise

from modern.engine.evaluation.weights import flatten
from modern.rules import Position
from modern.rules.board import Board
from modern.rules.pieces import WHITE, side_of

FENS = (
    "r1bqk2r/pp2bppp/2n1pn2/3p4/3P4/2NB1N2/PP3PPP/R1BQ1RK1 b kq - 1 9",
    "r4rk1/1pq1bppp/p2pbn2/4p3/4P3/1NN1BP2/PPPQ2PP/2KR3R w - - 2 14",
    "8/5pk1/1p1r2p1/p1p4p/P1P1R2P/1P4P1/5PK1/8 b - - 5 40",
)
#: More than one block of weights. A weight counts the pieces on a file: White's minus Black's, by file.
COUNT = 2 * BLOCK_SIZE


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
    position = linearise(["4k3/p6p/8/8/8/8/PP6/4K3 b - - 0 1"], [10] * COUNT, by_files)
    expected = [0, 2, -1, 0, 0, 0, 0, -1, 1 / 3] + [0] * (COUNT - 9)
    assert np.allclose(position.coefficients.toarray(), [expected], atol=1e-3)
    assert np.allclose(position.offsets, [1000], atol=1)


def test_a_position_in_which_no_weight_matters_is_its_offset() -> None:
    position = linearise([FENS[0]], [10] * COUNT, lambda weights: lambda board: 7)
    assert position.coefficients.nnz == 0
    assert position.scores(np.zeros(COUNT)).tolist() == [-7]


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
