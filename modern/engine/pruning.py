"""What need not be looked at: margins, in centipawns, by how many plies are left.

Each is a bet that a search would say the same; docs/engine.md tells what each bet brings.
"""

from __future__ import annotations

from math import log
from typing import Final

from modern.rules.board import Board
from modern.rules.native import i64, vec
from modern.rules.pieces import BISHOP, KNIGHT, QUEEN, ROOK

#: Up to so many plies left, each is tried.
REVERSE_FUTILITY_DEPTH: Final[i64] = 8
RAZORING_DEPTH: Final[i64] = 3
FUTILITY_DEPTH: Final[i64] = 8
LATE_MOVE_PRUNING_DEPTH: Final[i64] = 8
SEE_PRUNING_DEPTH: Final[i64] = 8
#: From so many plies on.
NULL_MOVE_DEPTH: Final[i64] = 3
NULL_MOVE_VERIFICATION_DEPTH: Final[i64] = 12
LATE_MOVE_REDUCTION_DEPTH: Final[i64] = 3
INTERNAL_ITERATIVE_REDUCTION_DEPTH: Final[i64] = 4
SINGULAR_EXTENSION_DEPTH: Final[i64] = 7

#: What a capture may win beyond the victim, in quiescence.
DELTA_MARGIN: Final[i64] = 200


def reverse_futility_margin(depth: i64, improving: bool) -> i64:
    """Who is so far above beta will not fall below it. https://www.chessprogramming.org/Reverse_Futility_Pruning"""
    return 80 * (depth - 1 if improving else depth)


def razoring_margin(depth: i64) -> i64:
    """Who is so far below alpha needs captures to get there. https://www.chessprogramming.org/Razoring"""
    return 200 + 200 * depth


def futility_margin(depth: i64) -> i64:
    """A quiet move wins no more. https://www.chessprogramming.org/Futility_Pruning"""
    return 100 + 90 * depth


def late_move_count(depth: i64, improving: bool) -> i64:
    """After so many quiet moves that did not help, the rest will not either.

    https://www.chessprogramming.org/Futility_Pruning#Move_Count_Based_Pruning
    """
    count = 3 + depth * depth
    return count if improving else count // 2


def see_margin(depth: i64, quiet: bool) -> i64:
    """A move may lose so much in exchanges and still be looked at (a negative number)."""
    return -60 * depth if quiet else -100 * depth


def null_move_reduction(depth: i64, surplus: i64) -> i64:
    """How many plies less are looked at after a null move; `above` is how far above beta the position seems to be."""
    max_extra: i64 = 3
    extra = surplus // 200
    return 3 + depth // 4 + (extra if extra < max_extra else max_extra)


def has_non_pawn_material(board: Board) -> bool:
    """Whether the side to move has more than king and pawns: with these alone, having to move is often bad (zugzwang).

    https://www.chessprogramming.org/Null_Move_Pruning
    """
    bitboards, side = board.bitboards, board.turn
    return bitboards[side + KNIGHT] | bitboards[side + BISHOP] | bitboards[side + ROOK] | bitboards[side + QUEEN] != 0


def _base_reductions() -> list[int]:
    """By 64 * depth + number of the move, from 1."""
    table = [0] * (64 * 64)
    for depth in range(1, 64):
        for move_count in range(1, 64):
            table[64 * depth + move_count] = int(0.8 + log(depth) * log(move_count) / 2.2)
    return table


BASE_REDUCTIONS: Final = vec[i64](_base_reductions())


def base_reduction(depth: i64, move_count: i64) -> i64:
    """How many plies less a late move is looked at first. https://www.chessprogramming.org/Late_Move_Reductions"""
    limit: i64 = 63
    return BASE_REDUCTIONS[64 * (depth if depth < limit else limit) + (move_count if move_count < limit else limit)]
