from __future__ import annotations

import random

import pytest
from small_network import positions_of_rich_games, random_weights

from modern.engine.network.bounds import bounds_of, overflowing_neurons
from modern.engine.network.features import INPUTS, PERSPECTIVE_SIZE, input_table, perspective_of
from modern.rules import Position
from modern.rules.bitboard import squares_of

TABLE = input_table(1)


def sum_of(position: Position, side: int, bias: int, weights: list[int]) -> int:
    """Returns a neuron's sum, from the pieces of a position as a side sees them."""
    start = int(PERSPECTIVE_SIZE) * int(perspective_of(position.bitboards, side))
    pieces = (piece for piece in range(1, 15) if piece not in (7, 8))
    return bias + sum(
        weights[TABLE[start + 64 * piece + square]]
        for piece in pieces
        for square in squares_of(position.bitboards[piece])
    )


def test_no_sum_of_a_random_game_is_outside_the_bounds() -> None:
    weights = random_weights(8)
    neurons = [(weights.biases[number], list(weights.neuron(number))) for number in range(8)]
    bounds = [bounds_of(*neuron) for neuron in neurons]
    for count, position in enumerate(positions_of_rich_games(4, 3)):
        for side in (0, 8) if count % 4 == 0 else ():
            for (bias, column), (low, high) in zip(neurons, bounds, strict=True):
                assert low <= sum_of(position, side, bias, column) <= high


@pytest.mark.parametrize(
    ("fen", "valued"),
    [
        ("4k3/8/8/8/8/8/8/QQQQKQQQ w - - 0 1", "Q"),
        ("4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", "PNBRQK"),
        ("6k1/8/8/8/8/8/8/NNNNKNNN w - - 0 1", "N"),
    ],
)
def test_a_neuron_with_weights_only_for_the_pieces_of_a_position_reaches_its_bound(fen: str, valued: str) -> None:
    position = Position(fen)
    weights = [0] * int(INPUTS)
    for square, piece in enumerate(position.mailbox):
        if 0 < piece < 8 and " PNBRQK"[piece] in valued:
            weights[TABLE[64 * piece + square]] = 100
    assert sum_of(position, 0, 7, weights) == bounds_of(7, weights).high
    assert bounds_of(7, weights).low == 7
    assert bounds_of(7, [-weight for weight in weights]).low == 7 - bounds_of(0, weights).high


def test_a_side_has_at_most_nine_queens_and_sixteen_pieces() -> None:
    for piece_type, most in ((1, 8), (2, 10), (3, 10), (4, 10), (5, 9), (6, 1)):
        weights = [0] * int(INPUTS)
        weights[64 * (piece_type - 1) : 64 * piece_type] = [1] * 64
        assert bounds_of(0, weights).high == most
    assert bounds_of(0, [1] * int(INPUTS)).high == 32


def test_squares_that_a_piece_cannot_be_seen_on_do_not_count() -> None:
    weights = [0] * int(INPUTS)
    for square in (*range(8), *range(56, 64)):
        weights[square] = weights[384 + square] = 1000  # pawns on the first and the last rank
    for square in range(64):
        weights[5 * 64 + square] = 1000 if square & 7 < 4 else 0  # the own king on the files a to d
    assert bounds_of(0, weights).high == 0


def test_a_neuron_that_can_leave_16_bits_is_found() -> None:
    rng = random.Random(1)
    small = [rng.randint(-500, 500) for _ in range(int(INPUTS))]
    large = [1000] * int(INPUTS)
    assert overflowing_neurons([(0, small), (767, large)]) == []
    assert overflowing_neurons([(0, small), (768, large)]) == [1]
    assert overflowing_neurons([(-768, [-weight for weight in large]), (-769, [-weight for weight in large])]) == [1]
