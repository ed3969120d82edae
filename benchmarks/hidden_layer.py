"""The trainable network: its inputs, parameters, prediction, one step of Adam, and quantisation to 16 bits.

The inputs of the positions of a file are sparse matrices: a row is a position, a column an input.

The parameters are in units of the logistic curve that turns a score into an expected result, so that they are about 1.
A factoriser shares what is learnt: one weight per piece is added to its 64 piece-square weights. A piece on a square
where it is rarely seen thus has at least the weight of such a piece. Weight decay pulls the piece-square weights to 0,
and so towards what the piece is worth on all squares. The file has only the sums.

Adam: D. P. Kingma and J. Ba, "Adam: A Method for Stochastic Optimization", 2014; https://arxiv.org/abs/1412.6980
Weight decay beside it: I. Loshchilov and F. Hutter, "Decoupled Weight Decay Regularization", 2017;
https://arxiv.org/abs/1711.05101
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
from position_file import PositionFileError, Records
from scipy.sparse import csr_array
from texel import logistic

from modern.engine.network.bounds import POSSIBLE, bounds_of
from modern.engine.network.features import INPUTS, PERSPECTIVE_SIZE, PERSPECTIVES, input_table
from modern.engine.network.lanes import HIGHEST
from modern.engine.network.network import MAX_SCORE
from modern.engine.network.weights_file import NetworkWeights, output_weights
from modern.rules.pieces import BLACK, KING, PAWN, WHITE, piece_type_of

Array = npt.NDArray[np.float32]

#: The input of each piece on each square, by perspective and 64 * piece + square.
TABLE: Final = np.array(input_table(1), dtype=np.int32).reshape(int(PERSPECTIVES), int(PERSPECTIVE_SIZE))
#: The most pieces that a position of a file has.
MAX_PIECES: Final = 32
#: By the 16 values of half a byte, True for the number of a piece.
IS_PIECE: Final = np.array([piece_type_of(number) in range(int(PAWN), int(KING) + 1) for number in range(16)])
#: The piece types of both sides, which have a weight of their own beside that of each square.
PIECES: Final = int(INPUTS) // 64
#: For each input, whether it can be 1.
POSSIBLE_INPUTS: Final = np.array(POSSIBLE)
#: A centipawn is 2 to this power in the units of the file. With 4 many neurons reach the bounds of 16 bits in training.
SHIFT: Final = 3
#: The standard deviations of the initial weights, of a piece and of a piece on a square, and the initial bias.
PIECE_DEVIATION, PIECE_SQUARE_DEVIATION, INITIAL_BIAS = 0.04, 0.005, 0.1
#: The weights of neurons that are added to a trained network begin this many times as large.
NEW_NEURON_SIZE: Final = 0.3
#: Adam's decay of the first and of the second moment of the gradient, and what keeps it from dividing by 0.
FIRST_DECAY, SECOND_DECAY, EPSILON = 0.9, 0.999, 1e-8


class Inputs(NamedTuple):
    """The inputs of positions, from White's perspective and from Black's."""

    white: Any
    black: Any


def inputs_of(records: Records) -> Inputs:
    """Returns the inputs of positions of a file. Raises PositionFileError if a position is damaged."""
    count = len(records)
    occupancy = np.ascontiguousarray(records["occupancy"]).view(np.uint8).reshape(count, 8)
    rows, squares = np.nonzero(np.unpackbits(occupancy, axis=1, bitorder="little"))
    pieces_of = np.bincount(rows, minlength=count)
    if pieces_of.max(initial=0) > MAX_PIECES:
        raise PositionFileError(f"a position has more than {MAX_PIECES} pieces; the file is damaged")
    ends = np.concatenate([[0], np.cumsum(pieces_of)])
    halves = np.empty((count, MAX_PIECES), np.uint8)
    halves[:, 0::2] = records["pieces"] & 15
    halves[:, 1::2] = records["pieces"] >> 4
    pieces = halves[rows, np.arange(len(rows)) - ends[rows]]
    if not IS_PIECE[pieces].all():
        raise PositionFileError("a position has a piece that does not exist; the file is damaged")
    places = 64 * pieces.astype(np.int32) + squares
    return Inputs(*(_of_side(side, rows, squares, pieces, places, ends) for side in (int(WHITE), int(BLACK))))


def _of_side(
    side: int,
    rows: npt.NDArray[np.intp],
    squares: npt.NDArray[np.intp],
    pieces: npt.NDArray[np.uint8],
    places: npt.NDArray[np.int32],
    ends: npt.NDArray[np.intp],
) -> Any:
    """Returns the inputs from the perspective of one side; the other arguments describe each piece of each position."""
    is_king = pieces == side + int(KING)
    if not np.array_equal(rows[is_king], np.arange(len(ends) - 1)):
        raise PositionFileError("a position does not have one king for each side; the file is damaged")
    perspective = (side >> 2) + ((squares[is_king] & 7) < 4)
    columns = TABLE[perspective[rows], places]
    ones = np.ones(len(columns), np.float32)
    return csr_array((ones, columns, ends), shape=(len(ends) - 1, int(INPUTS)))


@dataclass
class HiddenLayer:
    """The parameters of a network, the moments of their gradients for Adam, and the number of steps so far."""

    parameters: dict[str, Array]
    first_moments: dict[str, Array]
    second_moments: dict[str, Array]
    tempo_neurons: int = 0
    steps: int = 0

    @classmethod
    def new(cls, hidden: int, seed: int, tempo_neurons: int = 0) -> HiddenLayer:
        """Returns a network that has learnt nothing: its weights are small and random."""
        rng = np.random.default_rng(seed)
        parameters = {
            "piece_square": rng.normal(0, PIECE_SQUARE_DEVIATION, (int(INPUTS), hidden)).astype(np.float32),
            "piece": rng.normal(0, PIECE_DEVIATION, (PIECES, hidden)).astype(np.float32),
            "biases": np.full(hidden, INITIAL_BIAS, np.float32),
            "tempo": np.zeros(1, np.float32),
        }
        return cls._without_steps(parameters, tempo_neurons)

    @classmethod
    def from_network(cls, weights: NetworkWeights, units_per_centipawn: float) -> HiddenLayer:
        """Returns a trained network, to be trained further; the piece weights are means over the possible squares."""
        unit = units_per_centipawn / 2**weights.shift
        table = (np.array(weights.inputs, np.float32) * np.float32(unit)).reshape(PIECES, 64, weights.hidden)
        possible = POSSIBLE_INPUTS.reshape(PIECES, 64, 1)
        piece = table.sum(axis=1, where=possible) / possible.sum(axis=1)
        piece_square = np.where(possible, table - piece[:, None, :], 0).reshape(int(INPUTS), weights.hidden)
        return cls._without_steps(
            {
                "piece_square": piece_square.astype(np.float32),
                "piece": piece.astype(np.float32),
                "biases": np.array(weights.biases, np.float32) * np.float32(unit),
                "tempo": np.full(1, weights.tempo * units_per_centipawn, np.float32),
            },
            weights.tempo_neurons,
        )

    def grown(self, hidden: int, tempo_neurons: int, seed: int) -> HiddenLayer:
        """Returns this network with more neurons; the weights of the new ones are small and random."""
        larger = HiddenLayer.new(hidden, seed, tempo_neurons)
        for name in ("piece_square", "piece"):
            larger.parameters[name] *= np.float32(NEW_NEURON_SIZE)
        for before, after in zip(self._groups(), larger._groups(), strict=True):
            kept = slice(after.start, after.start + before.stop - before.start)
            for name in ("piece_square", "piece", "biases"):
                larger.parameters[name][..., kept] = self.parameters[name][..., before]
        larger.parameters["tempo"] = self.parameters["tempo"].copy()
        return larger

    @classmethod
    def _without_steps(cls, parameters: dict[str, Array], tempo_neurons: int) -> HiddenLayer:
        """Returns a network with these parameters that no step has changed yet."""
        first, second = ({name: np.zeros_like(array) for name, array in parameters.items()} for _ in range(2))
        return cls(parameters, first, second, tempo_neurons)

    def _groups(self) -> list[slice]:
        """Returns the neurons with the output weights 1 and -1, then the tempo neurons with 1 and -1."""
        ends = [0, self.ordinary // 2, self.ordinary, (self.ordinary + self.hidden) // 2, self.hidden]
        return [slice(start, end) for start, end in pairwise(ends)]

    @property
    def hidden(self) -> int:
        """The number of neurons."""
        return len(self.parameters["biases"])

    @property
    def ordinary(self) -> int:
        """The number of neurons that are no tempo neurons; they come first."""
        return self.hidden - self.tempo_neurons

    def weights(self) -> Array:
        """Returns the weights: a row for each input."""
        weights: Array = self.parameters["piece_square"] + np.repeat(self.parameters["piece"], 64, axis=0)
        return weights

    def output_weights(self) -> Array:
        """Returns the output weight of each neuron, 1 or -1."""
        return np.array(output_weights(self.hidden, self.tempo_neurons), np.float32)

    def predict(self, inputs: Inputs, turns: Array) -> Array:
        """Returns the scores for White; `turns` is 1 where White is to move and -1 where Black is."""
        weights = self.weights()
        return self._scores([np.maximum(side @ weights + self.parameters["biases"], 0) for side in inputs], turns)

    def _scores(self, activations: Sequence[Any], turns: Array) -> Array:
        """Returns the scores for White from the activations of both perspectives, White's first."""
        (white, black), signs, first = activations, self.output_weights(), self.ordinary
        scores: Array = (white[:, :first] - black[:, :first]) @ signs[:first]
        tempos: Array = (white[:, first:] + black[:, first:]) @ signs[first:]
        return scores + (tempos + self.parameters["tempo"]) * turns

    def learn(self, inputs: Inputs, turns: Array, targets: Array, rate: float, decay: float = 0) -> float:
        """Takes one step of gradient descent towards the targets, expected results; returns the mean squared error.

        The step also shrinks the weights of pieces on squares by `rate` * `decay`, towards those of the pieces alone.
        """
        weights, signs = self.weights(), self.output_weights()
        sums = [side @ weights + self.parameters["biases"] for side in inputs]
        expected = logistic(self._scores([np.maximum(layer, 0) for layer in sums], turns))
        errors = expected - targets
        slopes = (2 / len(targets)) * errors * expected * (1 - expected)
        piece_square = np.zeros_like(weights)
        biases = np.zeros_like(signs)
        for side, layer, sign in zip(inputs, sums, (1, -1), strict=True):
            gradient = (layer > 0) * slopes[:, None] * signs
            gradient[:, : self.ordinary] *= sign
            gradient[:, self.ordinary :] *= turns[:, None]
            piece_square += side.T @ gradient
            biases += gradient.sum(axis=0)
        piece = piece_square.reshape(PIECES, 64, -1).sum(axis=1)
        tempo = np.array([slopes @ turns], np.float32)
        self._step({"piece_square": piece_square, "piece": piece, "biases": biases, "tempo": tempo}, rate)
        self.parameters["piece_square"] *= np.float32(1 - rate * decay)
        return float(np.mean(errors**2))

    def stay_within_lanes(self, unit: float) -> None:
        """Scales down each neuron whose sum could exceed 16 bits; `unit` is a unit of the file in those of training."""
        weights, biases = self.weights(), self.parameters["biases"]
        # Rounding changes a sum of at most 33 numbers by less than 17 units.
        limit = (HIGHEST - 1 - 17) * unit
        for neuron in range(self.hidden):
            low, high = bounds_of(float(biases[neuron]), weights[:, neuron].tolist())
            reached = max(-low, high)
            if reached > limit:
                for name in ("piece_square", "piece", "biases"):
                    self.parameters[name][..., neuron] *= limit / reached

    def quantised(self, unit: float, provenance: Mapping[str, str]) -> NetworkWeights:
        """Returns the network in 16-bit numbers; `unit` is a unit of the file in those of training."""
        inputs = np.rint(self.weights() / unit).astype(int)
        inputs[~POSSIBLE_INPUTS] = 0
        biases = np.rint(self.parameters["biases"] / unit).astype(int)
        tempo = round(float(self.parameters["tempo"][0]) / unit / 2**SHIFT)
        return NetworkWeights(SHIFT, tempo, biases.tolist(), inputs.ravel().tolist(), provenance, self.tempo_neurons)

    def _step(self, gradients: Mapping[str, Array], rate: float) -> None:
        self.steps += 1
        for name, gradient in gradients.items():
            first, second = self.first_moments[name], self.second_moments[name]
            first += (1 - FIRST_DECAY) * (gradient - first)
            second += (1 - SECOND_DECAY) * (gradient**2 - second)
            deviation = np.sqrt(second / (1 - SECOND_DECAY**self.steps)) + EPSILON
            self.parameters[name] -= np.float32(rate / (1 - FIRST_DECAY**self.steps)) * (first / deviation)

    def arrays(self) -> dict[str, Any]:
        """Returns all arrays by name, to be saved."""
        groups = {
            "parameters": self.parameters,
            "first_moments": self.first_moments,
            "second_moments": self.second_moments,
        }
        saved: dict[str, Any] = {
            f"{group}.{name}": array for group, arrays in groups.items() for name, array in arrays.items()
        }
        return {**saved, "tempo_neurons": np.array(self.tempo_neurons), "steps": np.array(self.steps)}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, Any]) -> HiddenLayer:
        """Returns the network that arrays() has returned."""

        def group(prefix: str) -> dict[str, Array]:
            return {name.removeprefix(prefix): np.array(arrays[name]) for name in arrays if name.startswith(prefix)}

        tempo_neurons, steps = int(arrays["tempo_neurons"]), int(arrays["steps"])
        return cls(group("parameters."), group("first_moments."), group("second_moments."), tempo_neurons, steps)


def quantised_scores(weights: NetworkWeights, inputs: Inputs, turns: Array) -> npt.NDArray[np.float64]:
    """Returns the scores for White that the engine gives, in centipawns, without its knowledge of endings."""
    table = np.array(weights.inputs, np.float64).reshape(int(INPUTS), weights.hidden)
    biases = np.array(weights.biases, np.float64)
    white, black = (np.maximum(side @ table + biases, 0) for side in inputs)
    signs, first = np.array(weights.output_weights), weights.ordinary
    totals = (white[:, :first] - black[:, :first]) @ signs[:first]
    tempos = (white[:, first:] + black[:, first:]) @ signs[first:]
    scores = np.trunc(totals / 2**weights.shift) + (np.floor(tempos / 2**weights.shift) + weights.tempo) * turns
    clipped: npt.NDArray[np.float64] = np.clip(scores, -int(MAX_SCORE), int(MAX_SCORE))
    return clipped
