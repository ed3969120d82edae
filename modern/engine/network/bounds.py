"""The proof that a neuron never leaves its lane: the least and the greatest sum that it can have in any position.

No position is tried. A side has one king and at most 15 more pieces, of which at most 8 are pawns or were pawns: beyond
two knights, two bishops, two rooks and a queen, each piece has taken the place of a pawn. The FEN reader refuses any
other material. So no sum exceeds the bias plus, for each side, the greatest weight of its king, the two greatest of a
knight, a bishop and a rook, the greatest of a queen, and the eight greatest of what is left, pawns included. Only
weights that raise the sum count, and that two pieces cannot share a square is ignored, which can only make the bound
larger.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from modern.engine.network.features import INPUTS, OWN_INPUTS, is_possible
from modern.engine.network.lanes import HIGHEST, LOWEST
from modern.rules.pieces import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK

#: How many pieces of each type a side has without promotion; and its pawns.
UNPROMOTED: Final = {KNIGHT: 2, BISHOP: 2, ROOK: 2, QUEEN: 1}
PAWNS: Final = 8
#: The inputs that are 1 in some position.
POSSIBLE: Final = [is_possible(index) for index in range(int(INPUTS))]


class Bounds(NamedTuple):
    """The least and the greatest sum of a neuron."""

    low: float
    high: float


def bounds_of(bias: float, weights: Sequence[float]) -> Bounds:
    """Returns bounds of a neuron's sum in any position, from its bias and its weights by input."""
    low = high = bias
    for first in (0, int(OWN_INPUTS)):
        high += _greatest(weights, first)
        low -= _greatest([-weight for weight in weights], first)
    return Bounds(low, high)


def overflowing_neurons(neurons: Iterable[tuple[float, Sequence[float]]]) -> list[int]:
    """Returns the numbers of the neurons, given as bias and weights, whose sum can leave its 16 bits."""
    bounds = (bounds_of(bias, weights) for bias, weights in neurons)
    return [number for number, (low, high) in enumerate(bounds) if low < LOWEST or high > HIGHEST]


def _greatest(weights: Sequence[float], first: int) -> float:
    """Returns the most that the pieces of one side can add; its inputs start at `first`."""

    def of_type(piece_type: int) -> Sequence[float]:
        start = first + 64 * (piece_type - 1)
        return [weights[index] for index in range(start, start + 64) if POSSIBLE[index]]

    total = max(of_type(KING))
    for_pawns = [weight for weight in of_type(PAWN) if weight > 0]
    for piece_type, count in UNPROMOTED.items():
        best = sorted((weight for weight in of_type(piece_type) if weight > 0), reverse=True)
        total += sum(best[:count])
        for_pawns += best[count : count + PAWNS]
    return total + sum(sorted(for_pawns, reverse=True)[:PAWNS])
