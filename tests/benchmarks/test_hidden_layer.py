from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hidden_layer import SHIFT, HiddenLayer, Inputs, inputs_of, quantised_scores
from position_file import RECORD, PositionFileError, pack_position, turns_of
from small_network import positions_of_rich_games
from texel import logistic, units_per_centipawn

from modern.engine.network.features import input_of, perspective_of
from modern.engine.network.weights_file import check_lanes
from modern.rules import Position
from modern.rules.pieces import BLACK, WHITE

#: A unit of the file in those of training, as it is with a scale of 1.
UNIT = units_per_centipawn(1) / 2**SHIFT


@pytest.fixture(scope="module")
def records() -> np.ndarray[tuple[int], np.dtype[np.void]]:
    packed = [pack_position(position, 0, 0, 1, last=True) for position in positions_of_rich_games(6, 8)]
    return np.frombuffer(b"".join(packed), RECORD)


@pytest.fixture(scope="module")
def inputs(records: np.ndarray[tuple[int], np.dtype[np.void]]) -> Inputs:
    return inputs_of(records)


@pytest.fixture(scope="module")
def turns(records: np.ndarray[tuple[int], np.dtype[np.void]]) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    return turns_of(records)


@pytest.mark.parametrize("name", ["piece_square", "piece", "biases", "tempo"])
def test_gradients_are_those_of_finite_differences(
    name: str, inputs: Inputs, turns: np.ndarray[tuple[int], np.dtype[np.float32]]
) -> None:
    layer = HiddenLayer.new(16, 1, 8)
    for arrays in (layer.parameters, layer.first_moments, layer.second_moments):
        arrays.update({key: array.astype(np.float64) for key, array in arrays.items()})
    targets = np.random.default_rng(2).random(len(turns))
    layer.parameters["biases"][:] = 0  # so that each neuron is inactive in some positions
    neurons = (1, 5, 9, 13)  # output weights 1 and -1, then tempo neurons with 1 and -1
    frequent = np.argsort(-inputs.white.sum(axis=0))[:3]
    entries: dict[str, list[tuple[int, ...]]] = {
        "piece_square": [(int(row), neuron) for row in frequent for neuron in neurons],
        "piece": [(row, neuron) for row in range(12) for neuron in neurons],
        "biases": [(neuron,) for neuron in neurons],
        "tempo": [(0,)],
    }
    indices = entries[name]

    def loss() -> float:
        return float(np.mean((logistic(layer.predict(inputs, turns)) - targets) ** 2))

    slopes = {}
    for index in indices:
        before = layer.parameters[name][index]
        losses = []
        for change in (1e-5, -1e-5):
            layer.parameters[name][index] = before + change
            losses.append(loss())
        layer.parameters[name][index] = before
        slopes[index] = (losses[0] - losses[1]) / 2e-5
    for neuron in {index[-1] for index in indices}:
        assert any(abs(slope) > 1e-3 for index, slope in slopes.items() if index[-1] == neuron)
    layer.learn(inputs, turns, targets.astype(np.float64), 0.0)
    for index, slope in slopes.items():
        assert layer.first_moments[name][index] / 0.1 == pytest.approx(slope, rel=1e-3, abs=1e-9)


def test_a_network_that_is_to_be_trained_further_predicts_what_it_predicted(
    inputs: Inputs, turns: np.ndarray[tuple[int], np.dtype[np.float32]]
) -> None:
    weights = HiddenLayer.new(16, 3, 8).quantised(UNIT, {})
    layer = HiddenLayer.from_network(weights, units_per_centipawn(1))
    assert layer.quantised(UNIT, {}) == weights
    scores = layer.predict(inputs, turns) / units_per_centipawn(1)
    assert np.abs(scores).max() > 20
    assert np.abs(scores - quantised_scores(weights, inputs, turns)).max() < 2.1


def test_a_network_with_more_neurons_keeps_the_weights_of_those_that_it_had() -> None:
    before = HiddenLayer.new(24, 3, 8)
    after = before.grown(48, 16, 4)
    assert (after.hidden, after.tempo_neurons) == (48, 16)
    assert after.parameters["tempo"] == before.parameters["tempo"]
    kept = [*range(8), *range(16, 24), *range(32, 36), *range(40, 44)]
    for name in ("piece_square", "piece", "biases"):
        assert np.array_equal(after.parameters[name][..., kept], before.parameters[name])
    same = before.grown(24, 8, 4)
    assert all(np.array_equal(same.parameters[name], before.parameters[name]) for name in before.parameters)
    new = [neuron for neuron in range(48) if neuron not in kept]
    assert 0 < np.abs(after.parameters["piece"][:, new]).mean() < 0.5 * np.abs(before.parameters["piece"]).mean()


def test_weight_decay_of_a_network_that_is_trained_further_pulls_towards_the_mean_of_a_piece() -> None:
    layer = HiddenLayer.from_network(HiddenLayer.new(16, 3).quantised(UNIT, {}), units_per_centipawn(1))
    sums = layer.parameters["piece_square"].reshape(12, 64, 16).sum(axis=1)
    assert np.abs(sums).max() < 1e-4
    assert np.abs(layer.parameters["piece"]).max() > 0.01


def test_the_network_learns_what_it_is_told(
    inputs: Inputs, turns: np.ndarray[tuple[int], np.dtype[np.float32]]
) -> None:
    layer = HiddenLayer.new(16, 3)
    material = np.array([1, 3, 3, 5, 9, 0, -1, -3, -3, -5, -9, 0], np.float32) / 10
    targets = logistic(inputs.white @ np.repeat(material, 64) + np.float32(0.1) * turns)
    losses = [layer.learn(inputs, turns, targets, 0.01) for _ in range(150)]
    assert losses[-1] < 0.05 * losses[0]
    assert layer.parameters["tempo"][0] > 0


def test_weight_decay_shrinks_the_weights_of_pieces_on_squares_and_no_others(
    inputs: Inputs, turns: np.ndarray[tuple[int], np.dtype[np.float32]]
) -> None:
    targets = np.full(len(turns), 0.75, np.float32)
    kept, shrunk = (HiddenLayer.new(8, 9) for _ in range(2))
    kept.learn(inputs, turns, targets, 0.01)
    shrunk.learn(inputs, turns, targets, 0.01, 0.5)
    for name, array in kept.parameters.items():
        factor = 1 - 0.01 * 0.5 if name == "piece_square" else 1
        assert shrunk.parameters[name] == pytest.approx(factor * array, rel=1e-5)


def test_colours_reversed_give_the_opposite_prediction(
    inputs: Inputs, turns: np.ndarray[tuple[int], np.dtype[np.float32]]
) -> None:
    layer = HiddenLayer.new(16, 4, 8)
    layer.parameters["tempo"][0] = 0.25
    reversed_colours = layer.predict(Inputs(inputs.black, inputs.white), -turns)
    assert reversed_colours == pytest.approx(-layer.predict(inputs, turns), abs=1e-5)


def test_quantisation_changes_little(inputs: Inputs, turns: np.ndarray[tuple[int], np.dtype[np.float32]]) -> None:
    layer = HiddenLayer.new(64, 5, 16)
    quantised = quantised_scores(layer.quantised(UNIT, {}), inputs, turns)
    exact = layer.predict(inputs, turns) / (UNIT * 2**SHIFT)
    assert np.abs(quantised - exact).max() < 5
    assert np.abs(quantised - exact).mean() > 0


@pytest.mark.parametrize("piece_square", [-300.0, -1.4, 0.4, 0.6, 0.7, 0.8, 2.0, 4.0, 33.3])
@pytest.mark.parametrize("piece", [-0.22, 0.0, 0.1, 7.0])
def test_a_neuron_that_grows_too_large_is_held_within_its_lane(piece_square: float, piece: float) -> None:
    layer = HiddenLayer.new(8, 6)
    layer.parameters["piece_square"][:, 3] = piece_square
    layer.parameters["piece"][:, 3] = piece
    layer.parameters["biases"][5] = 50
    before = replace(layer, parameters={name: array.copy() for name, array in layer.parameters.items()})
    layer.stay_within_lanes(UNIT)
    check_lanes(layer.quantised(UNIT, {}))
    changed = np.flatnonzero((layer.weights() != before.weights()).any(axis=0))
    # 32 such weights exceed 32,767 eighths of a centipawn, 23.58 in units of the curve.
    assert changed.tolist() == ([3, 5] if abs(piece_square + piece) > 0.74 else [5])


def test_a_network_comes_back_from_its_arrays(
    inputs: Inputs, turns: np.ndarray[tuple[int], np.dtype[np.float32]]
) -> None:
    layer, targets = HiddenLayer.new(8, 7), np.full(len(turns), 0.5, np.float32)
    layer.learn(inputs, turns, targets, 0.01)
    other = HiddenLayer.from_arrays(layer.arrays())
    for network in (layer, other):
        network.learn(inputs, turns, targets, 0.01)
    assert np.array_equal(layer.weights(), other.weights())
    assert other.steps == 2


def test_a_row_has_the_inputs_of_a_position_as_each_side_sees_it() -> None:
    packed: list[bytes] = []
    white: list[list[int]] = []
    black: list[list[int]] = []
    for position in positions_of_rich_games(2, 6):
        packed.append(pack_position(position, 0, 0, 1, last=True))
        for side, rows in ((WHITE, white), (BLACK, black)):
            is_mirrored = bool(perspective_of(position.bitboards, side) & 1)
            pieces = [(piece, square) for square, piece in enumerate(position.mailbox) if piece]
            rows.append(sorted(int(input_of(side, is_mirrored, piece, square)) for piece, square in pieces))
    inputs = inputs_of(np.frombuffer(b"".join(packed), RECORD))
    for matrix, rows in ((inputs.white, white), (inputs.black, black)):
        dense = matrix.toarray()
        assert [np.flatnonzero(row).tolist() for row in dense] == rows
        assert set(np.unique(dense)) == {0, 1}


@pytest.mark.parametrize(
    ("byte", "value", "complaint"),
    [
        (8, 0x41, "does not have one king for each side"),  # a rook in the place of White's king, on e1
        (9, 0x66, "does not have one king for each side"),  # two kings of White
        (9, 0xF1, "a piece that does not exist"),
        (9, 0x01, "a piece that does not exist"),
        (3, 0xFF, "a piece that does not exist"),  # eight more squares are occupied, by no piece
    ],
)
def test_a_damaged_position_is_one_line(byte: int, value: int, complaint: str) -> None:
    intact = pack_position(Position("4k3/8/8/8/8/8/4P3/4KR2 w - - 0 1"), 0, 0, 1, last=True)
    damaged = bytearray(intact)
    damaged[byte] = value
    with pytest.raises(PositionFileError, match=rf"^a position .*{complaint}; the file is damaged$"):
        inputs_of(np.frombuffer(intact + damaged, RECORD))


def test_a_position_with_33_pieces_is_one_line() -> None:
    damaged = bytes([255] * 4 + [1] + [0] * 3) + pack_position(Position(), 0, 0, 1, last=True)[8:]
    with pytest.raises(PositionFileError, match="a position has more than 32 pieces; the file is damaged"):
        inputs_of(np.frombuffer(damaged, RECORD))
