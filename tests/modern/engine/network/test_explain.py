from __future__ import annotations

import pytest
from small_network import positions_of_rich_games, random_weights, score_by_hand

from modern.engine.network.explain import Contribution, contributions
from modern.engine.network.features import INPUTS
from modern.engine.network.weights_file import NetworkWeights
from modern.rules import Position
from modern.rules.pieces import WHITE


def test_the_contributions_of_all_neurons_make_up_the_score() -> None:
    weights = random_weights(16)
    for position in positions_of_rich_games(1, 15):
        total = sum(contribution.centipawns for contribution in contributions(weights, position))
        score = score_by_hand(weights, position) - weights.tempo
        assert (total if position.turn == WHITE else -total) == pytest.approx(score, abs=1)


def test_the_largest_contributions_come_first_and_inactive_neurons_are_left_out() -> None:
    weights = random_weights(16)
    for position in positions_of_rich_games(1, 16):
        sizes = [abs(contribution.centipawns) for contribution in contributions(weights, position)]
        assert sizes == sorted(sizes, reverse=True)
        assert sizes[-1] > 0
        assert len(sizes) < 2 * weights.hidden


def test_the_bias_and_the_weights_of_the_pieces_make_up_an_activation() -> None:
    weights = random_weights(16)
    for position in positions_of_rich_games(1, 17):
        for contribution in contributions(weights, position):
            sum_of_weights = weights.biases[contribution.neuron] / 2**weights.shift
            sum_of_weights += sum(contribution.piece_weights.values())
            assert sum_of_weights == pytest.approx(abs(contribution.centipawns))
            assert list(contribution.piece_weights) == [
                square for square, piece in enumerate(position.mailbox) if piece
            ]


@pytest.mark.parametrize(
    ("fen", "neuron", "contribution"),
    [
        ("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", 1, Contribution(1, "White", 10, {0: 10, 4: 0, 60: 0})),
        ("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1", 6, Contribution(6, "White", -10, {0: 10, 4: 0, 60: 0})),
        ("q3k3/8/8/8/8/8/8/4K3 w - - 0 1", 1, Contribution(1, "Black", -10, {56: 10, 4: 0, 60: 0})),
        ("q3k3/8/8/8/8/8/8/4K3 w - - 0 1", 6, Contribution(6, "Black", 10, {56: 10, 4: 0, 60: 0})),
    ],
)
def test_a_neuron_for_own_queens_contributes_from_the_perspective_of_the_side_that_has_one(
    fen: str, neuron: int, contribution: Contribution
) -> None:
    inputs = [0] * (8 * int(INPUTS))
    for square in range(64):
        inputs[8 * (4 * 64 + square) + neuron] = 160
    weights = NetworkWeights(4, 0, [0] * 8, inputs, {})
    assert contributions(weights, Position(fen)) == [contribution]
