from __future__ import annotations

from math import floor, trunc

import pytest
from small_network import positions_of_rich_games, random_weights, score_by_hand

from modern.engine.network.explain import contributions
from modern.engine.network.features import INPUTS
from modern.engine.network.weights_file import NetworkWeights
from modern.rules import Position
from modern.rules.pieces import WHITE


def test_the_contributions_of_all_neurons_make_up_the_score() -> None:
    weights = random_weights(16, tempo_neurons=8)
    for position in positions_of_rich_games(1, 15):
        ordinary = tempo = 0.0
        for contribution in contributions(weights, position):
            if contribution.neuron < weights.ordinary:
                ordinary += contribution.centipawns
            else:
                tempo += contribution.centipawns
        sign = 1 if position.turn == WHITE else -1
        assert trunc(sign * ordinary) + floor(sign * tempo) + weights.tempo == score_by_hand(weights, position)


def test_the_largest_contributions_come_first_and_inactive_neurons_are_left_out() -> None:
    weights = random_weights(16, tempo_neurons=8)
    for position in positions_of_rich_games(1, 16):
        found = contributions(weights, position)
        sizes = [abs(contribution.centipawns) for contribution in found]
        assert sizes == sorted(sizes, reverse=True)
        assert all(contribution.white.centipawns or contribution.black.centipawns for contribution in found)


def test_the_bias_and_the_weights_of_the_pieces_make_up_an_activation() -> None:
    weights = random_weights(16, tempo_neurons=8)
    for position in positions_of_rich_games(1, 17):
        for neuron, *both in contributions(weights, position):
            for seen in both:
                total = weights.biases[neuron] / 2**weights.shift + sum(seen.piece_weights.values())
                assert max(0, total) == pytest.approx(abs(seen.centipawns))
                occupied = [square for square, piece in enumerate(position.mailbox) if piece]
                assert list(seen.piece_weights) == occupied


@pytest.mark.parametrize(
    ("fen", "neuron", "white", "black"),
    [
        ("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", 1, 10, 0),
        ("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1", 6, -10, 0),
        ("q3k3/8/8/8/8/8/8/4K3 w - - 0 1", 1, 0, -10),
        ("q3k3/8/8/8/8/8/8/4K3 w - - 0 1", 6, 0, 10),
        ("q3k3/8/8/8/8/8/8/Q3K3 w - - 0 1", 1, 10, -10),
        ("q3k3/8/8/8/8/8/8/Q3K3 w - - 0 1", 9, 10, 10),
        ("q3k3/8/8/8/8/8/8/Q3K3 b - - 0 1", 9, -10, -10),
        ("q3k3/8/8/8/8/8/8/Q3K3 w - - 0 1", 13, -10, -10),
    ],
)
def test_a_neuron_for_own_queens_contributes_from_the_perspective_of_the_side_that_has_one(
    fen: str, neuron: int, white: float, black: float
) -> None:
    inputs = [0] * (16 * int(INPUTS))
    for square in range(64):
        inputs[16 * (4 * 64 + square) + neuron] = 160
    weights = NetworkWeights(4, 0, [0] * 16, inputs, {}, 8)
    (contribution,) = contributions(weights, Position(fen))
    assert contribution.neuron == neuron
    assert (contribution.white.centipawns, contribution.black.centipawns) == (white, black)
    assert contribution.centipawns == white + black
    assert sum(contribution.white.piece_weights.values()) == abs(white)
