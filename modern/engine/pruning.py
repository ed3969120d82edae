"""Pruning and reduction: the depth limits, and the margins in centipawns by remaining depth in plies.

Each technique assumes that a full search would give the same result. docs/engine/engine.md explains most of them, and
docs/measurements/techniques.csv says how much Elo each one gains.
"""

from __future__ import annotations

from math import log
from typing import Final

from modern.engine.picker import CAPTURES, COUNTERMOVE, LOSING_CAPTURES, QUIETS
from modern.engine.see import see_at_least
from modern.engine.techniques import Techniques
from modern.rules.board import Board
from modern.rules.native import i64, vec
from modern.rules.pieces import BISHOP, KNIGHT, QUEEN, ROOK

#: The largest remaining depth, in plies, at which each technique is used.
MAX_REVERSE_FUTILITY_DEPTH: Final[i64] = 8
MAX_RAZORING_DEPTH: Final[i64] = 3
MAX_FUTILITY_DEPTH: Final[i64] = 8
MAX_LATE_MOVE_PRUNING_DEPTH: Final[i64] = 8
MAX_SEE_PRUNING_DEPTH: Final[i64] = 8
#: The smallest remaining depth, in plies, at which each technique is used.
MIN_NULL_MOVE_DEPTH: Final[i64] = 3
MIN_NULL_MOVE_VERIFICATION_DEPTH: Final[i64] = 12
MIN_LATE_MOVE_REDUCTION_DEPTH: Final[i64] = 3
MIN_INTERNAL_ITERATIVE_REDUCTION_DEPTH: Final[i64] = 4
MIN_SINGULAR_EXTENSION_DEPTH: Final[i64] = 7

#: A hash move may be singular if its entry is at most this many plies shallower than the node.
MAX_SINGULAR_ENTRY_DEFICIT: Final[i64] = 3
#: A hash move is extended by two plies if the other moves fail low by more than this many centipawns; on one path from
#: the root, at most this many moves are.
DOUBLE_EXTENSION_MARGIN: Final[i64] = 20
MAX_DOUBLE_EXTENSIONS: Final[i64] = 6
#: A node reduced by at least this many plies gets one back if its evaluation is not better than the one before.
MIN_HINDSIGHT_REDUCTION: Final[i64] = 2

#: The units of a reduction by one ply.
UNITS_PER_PLY: Final[i64] = 1024
#: The history score that makes the reduction one ply smaller.
HISTORY_PER_PLY: Final[i64] = 12000
#: The centipawns above beta that add one ply to the reduction after a null move, and the most plies added.
SURPLUS_PER_PLY: Final[i64] = 200
MAX_SURPLUS_PLIES: Final[i64] = 3

#: Late move reductions: the depth and the move number up to which the table goes.
REDUCTION_TABLE_SIZE: Final[i64] = 64

#: Delta pruning in quiescence search: what a capture may gain beyond the value of the captured piece.
DELTA_MARGIN: Final[i64] = 200


def reverse_futility_margin(depth: i64, improving: bool) -> i64:
    """Returns how far the evaluation must be above beta to prune the node.

    https://www.chessprogramming.org/Reverse_Futility_Pruning
    """
    return 60 * (depth - 1 if improving else depth)


def razoring_margin(depth: i64) -> i64:
    """Returns how far the evaluation must be below alpha to try quiescence search first.

    https://www.chessprogramming.org/Razoring
    """
    return 200 + 200 * depth


def futility_margin(depth: i64) -> i64:
    """Returns how far the static evaluation must be below alpha to skip quiet moves.

    https://www.chessprogramming.org/Futility_Pruning
    """
    return 100 + 90 * depth


def late_move_limit(depth: i64, improving: bool) -> i64:
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


def can_skip_quiets(techniques: Techniques, depth: i64, move_number: i64, deficit: i64, improving: bool) -> bool:
    """Returns True if the remaining quiet moves can be skipped: late move pruning and futility pruning.

    `deficit` is the number of centipawns by which the static evaluation is below alpha.
    """
    if (
        techniques.late_move_pruning
        and depth <= MAX_LATE_MOVE_PRUNING_DEPTH
        and move_number > late_move_limit(depth, improving)
    ):
        return True
    return techniques.futility and depth <= MAX_FUTILITY_DEPTH and futility_margin(depth) <= deficit


def can_prune_by_see(board: Board, move: i64, depth: i64, quiet: bool) -> bool:
    """Returns True if the static exchange evaluation of a move is below the margin for this depth (SEE pruning)."""
    return depth <= MAX_SEE_PRUNING_DEPTH and not see_at_least(board, move, see_margin(depth, quiet))


def null_move_reduction(depth: i64, surplus: i64) -> i64:
    """Returns the depth reduction after a null move, in plies.

    `surplus` is the number of centipawns by which the estimate of the node exceeds beta.
    https://www.chessprogramming.org/Null_Move_Pruning
    """
    extra = surplus // SURPLUS_PER_PLY
    return 3 + depth // 4 + (extra if extra < MAX_SURPLUS_PLIES else MAX_SURPLUS_PLIES)


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
    """Returns the late move reductions in units, at index REDUCTION_TABLE_SIZE * depth + move number.

    Both count from 1. The two constants were found by trial.
    """
    size, units = int(REDUCTION_TABLE_SIZE), int(UNITS_PER_PLY)
    table = [0] * (size * size)
    for depth in range(1, size):
        for move_number in range(1, size):
            table[size * depth + move_number] = int(units * (0.8 + log(depth) * log(move_number) / 2.2))
    return table


BASE_REDUCTIONS: Final = vec[i64](_base_reductions())


def base_reduction(depth: i64, move_number: i64) -> i64:
    """Returns the reduction of the `move_number`-th move in units, before adjustments.

    https://www.chessprogramming.org/Late_Move_Reductions
    """
    if depth >= REDUCTION_TABLE_SIZE:
        depth = REDUCTION_TABLE_SIZE - 1
    if move_number >= REDUCTION_TABLE_SIZE:
        move_number = REDUCTION_TABLE_SIZE - 1
    return BASE_REDUCTIONS[REDUCTION_TABLE_SIZE * depth + move_number]


def root_reduction(depth: i64, move_number: i64) -> i64:
    """Returns the reduction of a late root move in plies: half the usual one, since more depends on a root move."""
    return base_reduction(depth, move_number) // (2 * UNITS_PER_PLY)


def late_move_reduction(
    depth: i64,
    move_number: i64,
    stage: i64,
    history_score: i64,
    pv_node: bool,
    cut_node: bool,
    improving: bool,
    tactical_hash_move: bool,
) -> i64:
    """Returns the reduction of a late move in plies: smaller for a good history score, larger for a bad one.

    `stage` is the picker's; `history_score` counts only for quiet moves other than the countermove, whose reduction is
    rounded to the nearest ply. The other moves' reductions are rounded down. `cut_node` is True if the node is expected
    to fail high, and `tactical_hash_move` if its hash move captures or promotes: then the quiet moves are less likely
    to be best.
    """
    units = base_reduction(depth, move_number)
    if stage == QUIETS:
        units += UNITS_PER_PLY // 2 - history_score * UNITS_PER_PLY // HISTORY_PER_PLY
    reduction = units // UNITS_PER_PLY
    if pv_node:
        reduction -= 1
    if stage == CAPTURES:
        reduction -= 1
    elif stage != LOSING_CAPTURES:
        if cut_node:
            reduction += 1
        if tactical_hash_move:
            reduction += 1
        if not improving:
            reduction += 1
        if stage == COUNTERMOVE:
            reduction -= 1
    if reduction < 0:
        return 0
    return reduction if reduction < depth - 1 else depth - 2
