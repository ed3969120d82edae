"""Networks with random weights, for tests, and random games on a Position with every kind of move."""

from __future__ import annotations

import random
from collections.abc import Iterator

from million import rich_game

from modern.engine.network.features import INPUTS, input_of
from modern.engine.network.weights_file import NetworkWeights
from modern.rules import Position
from modern.rules.pieces import KING, opponent

#: With weights up to this, no sum of a bias and 32 pieces leaves 16 bits.
LARGEST = 900


def random_weights(hidden: int = 16, seed: int = 1994, tempo_neurons: int = 0) -> NetworkWeights:
    """Returns weights from -LARGEST to LARGEST."""
    rng = random.Random(seed)
    biases = [rng.randint(-LARGEST, LARGEST) for _ in range(hidden)]
    inputs = [rng.randint(-LARGEST, LARGEST) for _ in range(int(INPUTS) * hidden)]
    return NetworkWeights(4, 12, biases, inputs, {"made": f"by a test, from the seed {seed}"}, tempo_neurons)


def score_by_hand(weights: NetworkWeights, position: Position) -> int:
    """Returns the score for the side to move, without knowledge of endings: one sum after the other."""
    us, first = int(position.turn), weights.ordinary
    half, tempo_half = first // 2, first + weights.tempo_neurons // 2
    total: int = 0
    tempo: int = 0
    for side, sign in ((us, 1), (opponent(us), -1)):
        king = square_of_king(position, side)
        sums = list(weights.biases)
        for square, piece in enumerate(position.mailbox):
            if piece:
                start = weights.hidden * int(input_of(side, king % 8 < 4, piece, square))
                sums = [
                    one + weight
                    for one, weight in zip(sums, weights.inputs[start : start + weights.hidden], strict=True)
                ]
        positive = [max(one, 0) for one in sums]
        total += sign * (sum(positive[:half]) - sum(positive[half:first]))
        tempo += sum(positive[first:tempo_half]) - sum(positive[tempo_half:])
    score: int = int(total / 2**weights.shift) + (tempo >> weights.shift) + weights.tempo
    return score


def square_of_king(position: Position, side: int) -> int:
    """Returns the square of a side's king."""
    return list(position.mailbox).index(side + int(KING))


def positions_of_rich_games(games: int, seed: int) -> Iterator[Position]:
    """Yields the position at the start of each game and after each move: always the same object in a game."""
    rng = random.Random(seed)
    for _ in range(games):
        position = Position()
        for board in rich_game(rng):
            if board.move_stack:
                position.make(position.parse_uci(board.peek().uci()))
            else:
                position = Position(board.fen())
            yield position
