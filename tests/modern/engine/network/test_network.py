from __future__ import annotations

from dataclasses import replace
from math import floor

import numpy as np
import numpy.typing as npt
import pytest
from hidden_layer import inputs_of, quantised_scores
from position_file import RECORD, pack_position, turns_of
from small_network import positions_of_rich_games, random_weights

from modern.engine.evaluation.evaluate import HandEvaluator
from modern.engine.network.explain import contributions
from modern.engine.network.network import MAX_SCORE, Network
from modern.engine.network.weights_file import NetworkWeights, installed_weights
from modern.rules import Position
from modern.rules.pieces import WHITE

#: Eight ordinary neurons and eight tempo neurons.
WEIGHTS = random_weights(16, tempo_neurons=8)


def scores_in_numpy(weights: NetworkWeights, packed: list[bytes]) -> npt.NDArray[np.float64]:
    """Returns the scores for White of positions as they are in a file."""
    records = np.frombuffer(b"".join(packed), RECORD)
    return quantised_scores(weights, inputs_of(records), turns_of(records))


def assert_equal_to_numpy(weights: NetworkWeights, games: int, seed: int) -> None:
    network = Network(weights)
    packed: list[bytes] = []
    scores: list[int] = []
    for position in positions_of_rich_games(games, seed):
        packed.append(pack_position(position, 0, 0, 1, last=True))
        score = int(network.plain_score(position))
        scores.append(score if position.turn == 0 else -score)
    assert np.array_equal(scores_in_numpy(weights, packed), scores)


@pytest.mark.parametrize(("hidden", "tempo_neurons"), [(8, 0), (8, 8), (32, 8), (64, 24), (128, 0), (144, 16)])
def test_scores_are_those_of_the_network_in_numpy(hidden: int, tempo_neurons: int) -> None:
    assert_equal_to_numpy(random_weights(hidden, 1994, tempo_neurons), 2, hidden)


def test_the_installed_networks_scores_are_those_in_numpy() -> None:
    assert_equal_to_numpy(installed_weights(), 4, 64)


@pytest.mark.slow
@pytest.mark.both_builds
def test_scores_of_many_games_are_those_of_the_network_in_numpy() -> None:
    assert_equal_to_numpy(random_weights(64, tempo_neurons=24), 120, 2026)


def mirrored_ranks(position: Position) -> Position:
    """Returns the position with colours and ranks reversed."""
    board, turn, rights, _, *_ = position.fen().split()
    ranks = "/".join(reversed(board.swapcase().split("/")))
    rights = "".join(sorted(rights.swapcase()))
    return Position(f"{ranks} {'b' if turn == 'w' else 'w'} {rights} - 0 1")


def mirrored_files(position: Position) -> Position:
    """Returns the position with the files reversed, and without castling rights."""
    board, turn, *_ = position.fen().split()
    return Position(f"{'/'.join(rank[::-1] for rank in board.split('/'))} {turn} - - 0 1")


def test_a_position_with_colours_reversed_has_the_same_score() -> None:
    network = Network(WEIGHTS)
    for position in positions_of_rich_games(1, 11):
        assert network.evaluate(mirrored_ranks(position)) == network.evaluate(position)


def test_a_position_with_files_reversed_has_the_same_score() -> None:
    network = Network(WEIGHTS)
    for position in positions_of_rich_games(1, 12):
        assert network.evaluate(mirrored_files(position)) == network.evaluate(position)


def test_the_other_side_to_move_has_the_opposite_score_apart_from_what_the_right_to_move_is_worth() -> None:
    network = Network(WEIGHTS)
    for position in positions_of_rich_games(1, 13):
        if not position.is_check():
            of_tempo_neurons = sum(
                contribution.centipawns
                for contribution in contributions(WEIGHTS, position)
                if contribution.neuron >= WEIGHTS.ordinary
            )
            worth = WEIGHTS.tempo + floor(of_tempo_neurons if position.turn == WHITE else -of_tempo_neurons)
            score = network.plain_score(position)
            position.make_null()
            opposite = network.plain_score(position)
            position.unmake_null()
            if abs(int(score)) < MAX_SCORE > abs(int(opposite)):
                assert score - worth == -(opposite - worth)


@pytest.mark.parametrize(("unit", "score"), [(-1, 11), (0, 12), (7, 12), (8, 13)])
def test_what_the_tempo_neurons_contribute_is_rounded_down(unit: int, score: int) -> None:
    biases = [0] * 8 + [max(unit, 0)] * 4 + [max(-unit, 0)] * 4  # both perspectives: 8 times `unit` in sixteenths
    network = Network(replace(WEIGHTS, biases=biases, inputs=[0] * len(WEIGHTS.inputs), shift=6))
    assert network.plain_score(Position("4k3/8/8/8/8/8/8/4K3 w - - 0 1")) == score


def test_a_score_stays_far_from_mate() -> None:
    own = [900] * 64 + [-900] * 64
    material = [*own * 384, *[-weight for weight in own] * 384]
    network = Network(replace(random_weights(128), shift=0, biases=[0] * 128, inputs=material))
    assert network.plain_score(Position("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1")) == MAX_SCORE
    assert network.plain_score(Position("4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1")) == -MAX_SCORE
    assert network.plain_score(Position("4k3/8/8/8/8/8/8/4K3 b - - 0 1")) == 12


@pytest.mark.parametrize(
    ("ending", "fen"),
    [
        ("two knights cannot win", "4k3/8/8/8/8/8/8/2N1KN2 w - - 0 1"),
        ("the wrong bishop for a rook pawn", "k7/8/8/8/8/8/P7/2B1K3 w - - 0 1"),
        ("king and pawn against king without the opposition", "4k3/8/8/4K3/4P3/8/8/8 b - - 0 1"),
    ],
)
def test_a_known_draw_scores_0(ending: str, fen: str) -> None:
    network, position = Network(installed_weights()), Position(fen)
    assert network.plain_score(position) != 0
    assert network.evaluate(position) == HandEvaluator().evaluate(position) == 0


def test_the_lone_king_is_driven_to_a_corner() -> None:
    network, without = Network(random_weights()), Network(random_weights(), endings=False)
    middle, corner = Position("8/8/8/3k4/8/3K4/8/3Q4 w - - 0 1"), Position("k7/8/1K6/8/8/8/8/3Q4 w - - 0 1")
    for position in (middle, corner):
        assert without.evaluate(position) == network.plain_score(position)
    bonus = [network.evaluate(position) - network.plain_score(position) for position in (middle, corner)]
    assert bonus[1] > bonus[0] > 300
