"""Endings of which more is known than the weights say.

Some cannot be won, though one side has more: their score is scaled down, in parts of WHOLE. Some are won, and the score
must show the way: a bonus grows as the lone king is driven where he is mated. Both depend on the position alone, not on
the weights.

https://www.chessprogramming.org/Draw_Evaluation, https://www.chessprogramming.org/Mop-up_Evaluation
"""

from __future__ import annotations

from typing import Final

from modern.engine.evaluation.kpk import is_won
from modern.engine.evaluation.spans import KING_DISTANCE
from modern.rules.bitboard import DARK_SQUARES, FILES, lowest, popcount
from modern.rules.board import Board
from modern.rules.native import i64, vec
from modern.rules.outcome import insufficient_material
from modern.rules.pieces import BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE

SCALE_NORMAL: Final[i64] = 64
SCALE_DRAW: Final[i64] = 0
SCALE_NEARLY_DRAWN: Final[i64] = 6
#: No pawns, and less than a rook's worth more.
SCALE_PAWNLESS: Final[i64] = 14
#: Bishops of opposite colours, alone or with more men.
SCALE_OPPOSITE_BISHOPS_ALONE: Final[i64] = 32
SCALE_OPPOSITE_BISHOPS: Final[i64] = 52

#: What a man of each kind is worth here, in pawns.
POINT_VALUES: Final = vec[i64]([0, 1, 3, 3, 5, 9, 0, 0])
PAWNLESS_WINNING_MARGIN: Final[i64] = 4

#: What a known win is worth beyond the men, in centipawns; then what a step nearer to the mate is.
WON_ENDING_BONUS: Final[i64] = 400
EDGE_STEP_BONUS: Final[i64] = 20
CORNER_STEP_BONUS: Final[i64] = 40
KING_STEP_BONUS: Final[i64] = 8

#: By square: how many steps the nearest edge and the nearest corner are off.
EDGE_DISTANCE: Final = vec[i64](
    [min(square % 8, 7 - square % 8, square // 8, 7 - square // 8) for square in range(64)],
)
CORNER_DISTANCE: Final = vec[i64](
    [min(square % 8, 7 - square % 8) + min(square // 8, 7 - square // 8) for square in range(64)],
)


def may_be_known_ending(men: vec[i64]) -> bool:
    """Whether it is worth while to ask further: one side has no pawns, or both have a bishop alone of his kind."""
    if men[PAWN] == 0 or men[BLACK + PAWN] == 0:
        return True
    return _is_single(men[BISHOP]) and _is_single(men[BLACK + BISHOP])


def scale_factor(board: Board) -> i64:
    """How much of the score can be hoped for, in parts of WHOLE."""
    men = board.bitboards
    if men[PAWN] | men[BLACK + PAWN] == 0 and insufficient_material(board):
        return SCALE_DRAW
    white, black = _non_pawn_material(men, WHITE), _non_pawn_material(men, BLACK)
    white_all, black_all = white + popcount(men[PAWN]), black + popcount(men[BLACK + PAWN])
    if white_all == black_all:
        return _opposite_bishops_scale(men, white, black)
    if white_all > black_all:
        return _scale_for(board, WHITE, white, black)
    return _scale_for(board, BLACK, black, white)


def ending_bonus(board: Board) -> i64:
    """What a known win is worth beyond the score, for the side to move."""
    men, turn = board.bitboards, board.turn
    if men[turn ^ 8] == men[(turn ^ 8) + KING]:
        return _mop_up_bonus(board, turn)
    if men[turn] == men[turn + KING]:
        return -_mop_up_bonus(board, turn ^ 8)
    return 0


def _scale_for(board: Board, strong: i64, material: i64, enemy_material: i64) -> i64:
    """The same where `strong` has more; the men of both sides without pawns and kings are worth so much."""
    men = board.bitboards
    weak = strong ^ 8
    pawns = men[strong + PAWN]
    if pawns == 0:
        knights_alone = material == 6 and men[strong + BISHOP] == 0
        if men[weak] == men[weak + KING] and (material <= 3 or knights_alone):
            return SCALE_DRAW
        if material <= 3:
            return SCALE_NEARLY_DRAWN
        return SCALE_PAWNLESS if material - enemy_material < PAWNLESS_WINNING_MARGIN else SCALE_NORMAL
    if men[weak + PAWN] == 0 and enemy_material == 0:
        if material == 0 and _is_single(pawns):
            won = is_won(lowest(men[strong + KING]), lowest(pawns), lowest(men[weak + KING]), strong, board.turn)
            return SCALE_NORMAL if won else SCALE_DRAW
        if material == 3 * popcount(men[strong + BISHOP]) and _is_corner_fortress(men, strong):
            return SCALE_DRAW
    return _opposite_bishops_scale(men, material, enemy_material)


def _opposite_bishops_scale(men: vec[i64], material: i64, enemy_material: i64) -> i64:
    """How much can be hoped for because the only bishops never meet."""
    bishops = men[BISHOP] | men[BLACK + BISHOP]
    if not (_is_single(men[BISHOP]) and _is_single(men[BLACK + BISHOP]) and _is_single(bishops & DARK_SQUARES)):
        return SCALE_NORMAL
    return SCALE_OPPOSITE_BISHOPS_ALONE if material == 3 and enemy_material == 3 else SCALE_OPPOSITE_BISHOPS


def _is_corner_fortress(men: vec[i64], strong: i64) -> bool:
    """Whether a lone king stands before pawns of a rook's file alone, and no bishop can drive him out of the corner."""
    pawns = men[strong + PAWN]
    corner: i64 = 56 ^ 7 * strong
    if pawns & ~FILES[7] == 0:
        corner += 7
    elif pawns & ~FILES[0] != 0:
        return False
    bishops = men[strong + BISHOP]
    # a1 and h8 are dark, a8 and h1 light.
    dark = corner == 0 or corner == 63
    if bishops & (DARK_SQUARES if dark else ~DARK_SQUARES) != 0:
        return False
    return KING_DISTANCE[64 * corner + lowest(men[(strong ^ 8) + KING])] <= 1


def _mop_up_bonus(board: Board, strong: i64) -> i64:
    """What it is worth to drive a lone king to the edge, and to come near with one's own.

    With bishop and knight, to a corner of the bishop's colour.
    """
    men = board.bitboards
    king = lowest(men[(strong ^ 8) + KING])
    if men[strong + PAWN] != 0:
        return (
            WON_ENDING_BONUS
            if scale_factor(board) == SCALE_NORMAL
            and _non_pawn_material(men, strong) == 0
            and _is_single(men[strong + PAWN])
            else 0
        )
    if scale_factor(board) != SCALE_NORMAL:
        return 0
    near = KING_STEP_BONUS * (7 - KING_DISTANCE[64 * king + lowest(men[strong + KING])])
    if men[strong + QUEEN] | men[strong + ROOK] == 0 and men[strong + BISHOP] != 0 and men[strong + KNIGHT] != 0:
        to_corner = 7 - _distance_to_corner(king, men[strong + BISHOP] & DARK_SQUARES != 0)
        return WON_ENDING_BONUS + near + CORNER_STEP_BONUS * to_corner
    return (
        WON_ENDING_BONUS
        + near
        + EDGE_STEP_BONUS * (3 - EDGE_DISTANCE[king])
        + EDGE_STEP_BONUS * (6 - CORNER_DISTANCE[king]) // 4
    )


def _distance_to_corner(square: i64, dark: bool) -> i64:
    """How many king's moves the nearer of the two corners of a colour is off."""
    corner: i64 = 0 if dark else 7
    first, second = KING_DISTANCE[64 * square + corner], KING_DISTANCE[64 * square + (63 ^ corner)]
    return first if first < second else second


def _non_pawn_material(men: vec[i64], side: i64) -> i64:
    """What the men of a side are worth, pawns and king not counted."""
    points: i64 = 0
    for piece_type in range(KNIGHT, KING):
        points += POINT_VALUES[piece_type] * popcount(men[side + piece_type])
    return points


def _is_single(squares: i64) -> bool:
    """Whether a set is of one square."""
    return popcount(squares) == 1
