"""Pruning and reduction: the depth limits, and the margins in centipawns by remaining depth in plies.

Each technique assumes that a full search would give the same result. docs/engine.md explains each one, and
docs/engine-measurements.md says how much Elo it gains.
"""

from __future__ import annotations

from math import log
from typing import Final

from modern.engine.picker import CAPTURES, COUNTERMOVE, LOSING_CAPTURES
from modern.engine.see import see_at_least
from modern.engine.techniques import Techniques
from modern.rules.board import Board
from modern.rules.native import i64, vec
from modern.rules.pieces import BISHOP, KNIGHT, QUEEN, ROOK

#: The largest remaining depth, in plies, at which each technique is used.
REVERSE_FUTILITY_DEPTH: Final[i64] = 8
RAZORING_DEPTH: Final[i64] = 3
FUTILITY_DEPTH: Final[i64] = 8
LATE_MOVE_PRUNING_DEPTH: Final[i64] = 8
SEE_PRUNING_DEPTH: Final[i64] = 8
#: The smallest remaining depth, in plies, at which each technique is used.
NULL_MOVE_DEPTH: Final[i64] = 3
NULL_MOVE_VERIFICATION_DEPTH: Final[i64] = 12
LATE_MOVE_REDUCTION_DEPTH: Final[i64] = 3
INTERNAL_ITERATIVE_REDUCTION_DEPTH: Final[i64] = 4
SINGULAR_EXTENSION_DEPTH: Final[i64] = 7

#: A hash move may be singular if its entry is at most this many plies shallower than the node.
SINGULAR_ENTRY_DEPTH: Final[i64] = 3

#: A history score of this much reduces a move by a ply less; the same below 0, by a ply more.
HISTORY_PER_PLY: Final[i64] = 8192

#: Delta pruning in quiescence search: what a capture may gain beyond the value of the captured piece.
DELTA_MARGIN: Final[i64] = 200


def reverse_futility_margin(depth: i64, improving: bool) -> i64:
    """Returns how far the evaluation must be above beta to prune the node.

    https://www.chessprogramming.org/Reverse_Futility_Pruning
    """
    return 80 * (depth - 1 if improving else depth)


def razoring_margin(depth: i64) -> i64:
    """Returns how far the evaluation must be below alpha to try quiescence search alone.

    https://www.chessprogramming.org/Razoring
    """
    return 200 + 200 * depth


def futility_margin(depth: i64) -> i64:
    """Returns how far the static evaluation must be below alpha to skip quiet moves.

    https://www.chessprogramming.org/Futility_Pruning
    """
    return 100 + 90 * depth


def late_move_count(depth: i64, improving: bool) -> i64:
    """Returns the number of moves to search before late move pruning skips the remaining quiet moves.

    https://www.chessprogramming.org/Futility_Pruning#Move_Count_Based_Pruning
    """
    count = 3 + depth * depth
    return count if improving else count // 2


def see_margin(depth: i64, quiet: bool) -> i64:
    """Returns the lowest static exchange evaluation at which a move is still searched (a negative number).

    https://www.chessprogramming.org/Static_Exchange_Evaluation#Pruning
    """
    return -60 * depth if quiet else -100 * depth


def can_skip_quiets(techniques: Techniques, depth: i64, move_count: i64, deficit: i64, improving: bool) -> bool:
    """Returns True if the remaining quiet moves can be skipped: late move pruning and futility pruning.

    `deficit` is the number of centipawns by which the static evaluation is below alpha.
    """
    if (
        techniques.late_move_pruning
        and depth <= LATE_MOVE_PRUNING_DEPTH
        and move_count > late_move_count(depth, improving)
    ):
        return True
    return techniques.futility and depth <= FUTILITY_DEPTH and futility_margin(depth) <= deficit


def can_prune_by_see(board: Board, move: i64, depth: i64, quiet: bool) -> bool:
    """Returns True if the static exchange evaluation of a move is below the margin for this depth (SEE pruning)."""
    return depth <= SEE_PRUNING_DEPTH and not see_at_least(board, move, see_margin(depth, quiet))


def null_move_reduction(depth: i64, surplus: i64) -> i64:
    """Returns the depth reduction after a null move, in plies.

    `surplus` is the number of centipawns by which the evaluation exceeds beta.
    https://www.chessprogramming.org/Null_Move_Pruning
    """
    max_extra: i64 = 3
    extra = surplus // 200
    return 3 + depth // 4 + (extra if extra < max_extra else max_extra)


def singular_depth(depth: i64) -> i64:
    """Returns the depth, in plies, to which the other moves are searched to see whether the hash move is singular.

    https://www.chessprogramming.org/Singular_Extensions
    """
    return (depth - 1) // 2


def singular_margin(depth: i64) -> i64:
    """Returns how far below the hash move's score all other moves must stay for the hash move to be singular."""
    return 2 * depth


def has_non_pawn_material(board: Board) -> bool:
    """Returns True if the side to move has a piece other than king and pawns.

    With king and pawns alone zugzwang is common, so a null move proves nothing.
    https://www.chessprogramming.org/Zugzwang
    """
    bitboards, side = board.bitboards, board.turn
    return bitboards[side + KNIGHT] | bitboards[side + BISHOP] | bitboards[side + ROOK] | bitboards[side + QUEEN] != 0


def _base_reductions() -> list[int]:
    """Returns the late move reductions in plies, at index 64 * depth + move number; both count from 1."""
    table = [0] * (64 * 64)
    for depth in range(1, 64):
        for move_count in range(1, 64):
            table[64 * depth + move_count] = int(0.8 + log(depth) * log(move_count) / 2.2)
    return table


BASE_REDUCTIONS: Final = vec[i64](_base_reductions())


def base_reduction(depth: i64, move_number: i64) -> i64:
    """Returns the reduction of the `move_number`-th move in plies, before adjustments.

    https://www.chessprogramming.org/Late_Move_Reductions
    """
    limit: i64 = 63
    return BASE_REDUCTIONS[64 * (depth if depth < limit else limit) + (move_number if move_number < limit else limit)]


def root_reduction(depth: i64, move_number: i64) -> i64:
    """Returns the reduction of a late root move in plies: half the usual one, since a root move may be played."""
    return base_reduction(depth, move_number) // 2


def late_move_reduction(
    depth: i64, move_number: i64, stage: i64, history_score: i64, pv_node: bool, improving: bool
) -> i64:
    """Returns the reduction of a late move in plies: smaller for a good history score, larger for a bad one.

    `stage` is the picker's; `history_score` counts only for quiet moves other than the countermove.
    """
    if stage == CAPTURES:
        return 0
    reduction = base_reduction(depth, move_number)
    if pv_node:
        reduction -= 1
    if stage != LOSING_CAPTURES:
        if not improving:
            reduction += 1
        if stage == COUNTERMOVE:
            reduction -= 1
        else:
            reduction -= history_score // HISTORY_PER_PLY
    if reduction < 0:
        return 0
    return reduction if reduction < depth - 1 else depth - 2
