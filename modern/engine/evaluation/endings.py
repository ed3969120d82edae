"""Knowledge of particular endings, which the weights cannot express.

Some endings cannot be won although one side has more material: their score is scaled down, in units of 1/SCALE_NORMAL.
Others are won, and the score must lead the search to mate: a bonus grows as the lone king is driven to where it can be
mated. Both depend on the position alone, not on the weights.

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
from modern.rules.pieces import BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE, opponent, relative_square

SCALE_NORMAL: Final[i64] = 64
SCALE_DRAW: Final[i64] = 0
SCALE_NEARLY_DRAWN: Final[i64] = 6
#: The stronger side has no pawns and leads by less than PAWNLESS_WINNING_MARGIN.
SCALE_PAWNLESS: Final[i64] = 14
#: Each side has one bishop, of opposite colours: without other pieces, or with some.
SCALE_OPPOSITE_BISHOPS_ALONE: Final[i64] = 32
SCALE_OPPOSITE_BISHOPS: Final[i64] = 52

#: The value of each piece type for these rules, in pawns; then the lead that is enough to win without pawns.
POINT_VALUES: Final = vec[i64]([0, 1, 3, 3, 5, 9, 0, 0])
PAWNLESS_WINNING_MARGIN: Final[i64] = 4

#: In centipawns: the bonus for a known win, then the bonus for each step towards mate.
WON_ENDING_BONUS: Final[i64] = 400
EDGE_STEP_BONUS: Final[i64] = 20
CORNER_STEP_BONUS: Final[i64] = 40
KING_STEP_BONUS: Final[i64] = 8

#: By square: the number of steps to the nearest edge, and to the nearest corner along files and ranks.
EDGE_DISTANCE: Final = vec[i64](
    [min(square % 8, 7 - square % 8, square // 8, 7 - square // 8) for square in range(64)],
)
CORNER_DISTANCE: Final = vec[i64](
    [min(square % 8, 7 - square % 8) + min(square // 8, 7 - square // 8) for square in range(64)],
)


def may_be_known_ending(bitboards: vec[i64]) -> bool:
    """Returns True if a known ending is possible: a side has no pawns, or each side has exactly one bishop."""
    if bitboards[PAWN] == 0 or bitboards[BLACK + PAWN] == 0:
        return True
    return _is_single(bitboards[BISHOP]) and _is_single(bitboards[BLACK + BISHOP])


def scale_factor(board: Board) -> i64:
    """Returns the factor to scale the score by, from SCALE_DRAW to SCALE_NORMAL."""
    bitboards = board.bitboards
    if bitboards[PAWN] | bitboards[BLACK + PAWN] == 0 and insufficient_material(board):
        return SCALE_DRAW
    white, black = _non_pawn_material(bitboards, WHITE), _non_pawn_material(bitboards, BLACK)
    white_total, black_total = white + popcount(bitboards[PAWN]), black + popcount(bitboards[BLACK + PAWN])
    if white_total == black_total:
        return _opposite_bishops_scale(bitboards, white, black)
    if white_total > black_total:
        return _scale_for(board, WHITE, white, black)
    return _scale_for(board, BLACK, black, white)


def ending_bonus(board: Board) -> i64:
    """Returns the bonus for a known win, in centipawns for the side to move; 0 in other positions."""
    bitboards, us = board.bitboards, board.turn
    them = opponent(us)
    if bitboards[them] == bitboards[them + KING]:
        return _mop_up_bonus(board, us)
    if bitboards[us] == bitboards[us + KING]:
        return -_mop_up_bonus(board, them)
    return 0


def _scale_for(board: Board, strong: i64, material: i64, enemy_material: i64) -> i64:
    """Returns the scale factor when the side `strong` is ahead.

    `material` and `enemy_material` are the two sides' non-pawn material, in pawns.
    """
    bitboards = board.bitboards
    weak = opponent(strong)
    pawns = bitboards[strong + PAWN]
    if pawns == 0:
        only_two_knights = material == 6 and bitboards[strong + BISHOP] == 0
        if bitboards[weak] == bitboards[weak + KING] and (material <= 3 or only_two_knights):
            return SCALE_DRAW
        if material <= 3:
            return SCALE_NEARLY_DRAWN
        return SCALE_PAWNLESS if material - enemy_material < PAWNLESS_WINNING_MARGIN else SCALE_NORMAL
    if bitboards[weak + PAWN] == 0 and enemy_material == 0:
        if material == 0 and _is_single(pawns):
            won = is_won(
                lowest(bitboards[strong + KING]), lowest(pawns), lowest(bitboards[weak + KING]), strong, board.turn
            )
            return SCALE_NORMAL if won else SCALE_DRAW
        if material == 3 * popcount(bitboards[strong + BISHOP]) and _is_corner_fortress(bitboards, strong):
            return SCALE_DRAW
    return _opposite_bishops_scale(bitboards, material, enemy_material)


def _opposite_bishops_scale(bitboards: vec[i64], material: i64, enemy_material: i64) -> i64:
    """Returns the scale factor for bishops of opposite colours; SCALE_NORMAL if the position has none."""
    bishops = bitboards[BISHOP] | bitboards[BLACK + BISHOP]
    if not (
        _is_single(bitboards[BISHOP]) and _is_single(bitboards[BLACK + BISHOP]) and _is_single(bishops & DARK_SQUARES)
    ):
        return SCALE_NORMAL
    return SCALE_OPPOSITE_BISHOPS_ALONE if material == 3 and enemy_material == 3 else SCALE_OPPOSITE_BISHOPS


def _is_corner_fortress(bitboards: vec[i64], strong: i64) -> bool:
    """Returns True if the weak king holds the corner against rook pawns and no bishop controls that corner.

    This is the draw of the wrong rook pawn. https://www.chessprogramming.org/Wrong_Color_Bishop_and_Rook_Pawn
    """
    pawns = bitboards[strong + PAWN]
    corner = relative_square(strong, 56)
    if pawns & ~FILES[7] == 0:
        corner += 7
    elif pawns & ~FILES[0] != 0:
        return False
    bishops = bitboards[strong + BISHOP]
    # a1 and h8 are dark, a8 and h1 are light.
    dark = corner == 0 or corner == 63
    if bishops & (DARK_SQUARES if dark else ~DARK_SQUARES) != 0:
        return False
    return KING_DISTANCE[64 * corner + lowest(bitboards[opponent(strong) + KING])] <= 1


def _mop_up_bonus(board: Board, strong: i64) -> i64:
    """Returns the bonus for driving a lone king to the edge and bringing the other king closer, in centipawns.

    With bishop and knight, the lone king must be driven to a corner of the bishop's colour.
    """
    bitboards = board.bitboards
    king = lowest(bitboards[opponent(strong) + KING])
    if bitboards[strong + PAWN] != 0:
        if not _is_single(bitboards[strong + PAWN]) or _non_pawn_material(bitboards, strong) != 0:
            return 0
        return WON_ENDING_BONUS if scale_factor(board) == SCALE_NORMAL else 0
    if scale_factor(board) != SCALE_NORMAL:
        return 0
    king_bonus = KING_STEP_BONUS * (7 - KING_DISTANCE[64 * king + lowest(bitboards[strong + KING])])
    if (
        bitboards[strong + QUEEN] | bitboards[strong + ROOK] == 0
        and bitboards[strong + BISHOP] != 0
        and bitboards[strong + KNIGHT] != 0
    ):
        to_corner = 7 - _distance_to_corner(king, bitboards[strong + BISHOP] & DARK_SQUARES != 0)
        return WON_ENDING_BONUS + king_bonus + CORNER_STEP_BONUS * to_corner
    edge_bonus = EDGE_STEP_BONUS * (3 - EDGE_DISTANCE[king]) + EDGE_STEP_BONUS * (6 - CORNER_DISTANCE[king]) // 4
    return WON_ENDING_BONUS + king_bonus + edge_bonus


def _distance_to_corner(square: i64, dark: bool) -> i64:
    """Returns the number of king moves to the nearer corner of the given colour."""
    corner: i64 = 0 if dark else 7
    first, second = KING_DISTANCE[64 * square + corner], KING_DISTANCE[64 * square + (63 ^ corner)]
    return first if first < second else second


def _non_pawn_material(bitboards: vec[i64], side: i64) -> i64:
    """Returns the value of a side's knights, bishops, rooks and queens, in pawns."""
    points: i64 = 0
    for piece_type in range(KNIGHT, KING):
        points += POINT_VALUES[piece_type] * popcount(bitboards[side + piece_type])
    return points


def _is_single(squares: i64) -> bool:
    """Returns True if the bitboard has exactly one square."""
    return popcount(squares) == 1
