"""Knowledge of particular endings, which the weights cannot express.

Some endings cannot be won although one side has more material: their score is scaled down, in units of 1/SCALE_NORMAL.
Others are won, and the score must lead the search to mate: it grows as the lone king is driven to where it can be
mated, and nothing else counts. Both depend on the position alone, not on the weights.

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

#: In centipawns: the score of a known win without its material, and that of a point of material; then the bonus for
#: each step of the lone king to the edge and to a corner, of the other king to it, and of the pawn to promotion.
WON_ENDING_SCORE: Final[i64] = 400
POINT_SCORE: Final[i64] = 100
EDGE_STEP_BONUS: Final[i64] = 20
KING_STEP_BONUS: Final[i64] = 8
PAWN_STEP_BONUS: Final[i64] = 20
#: With bishop and knight, in centipawns: for each step of the lone king to a corner where it can be mated, and of the
#: other king and the knight to it. Of those tried, these win most games of "Small endings" (measurements/engine.md).
MATING_CORNER_STEP_BONUS: Final[i64] = 40
MATING_KING_STEP_BONUS: Final[i64] = 40
MATING_KNIGHT_STEP_BONUS: Final[i64] = 8

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


def won_ending_score(board: Board) -> i64:
    """Returns the score of a known win against a lone king, in centipawns for the side to move; 0 if there is none."""
    bitboards, us = board.bitboards, board.turn
    them = opponent(us)
    if bitboards[them] == bitboards[them + KING]:
        return _score_against_lone_king(board, us)
    if bitboards[us] == bitboards[us + KING]:
        return -_score_against_lone_king(board, them)
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


def _score_against_lone_king(board: Board, strong: i64) -> i64:
    """Returns the score of the side `strong` against a lone king, in centipawns; 0 if that is not a known win.

    The pieces drive the lone king to the edge and bring their own king closer.
    """
    bitboards = board.bitboards
    pawns, material = bitboards[strong + PAWN], _non_pawn_material(bitboards, strong)
    if (pawns != 0 and (material != 0 or not _is_single(pawns))) or scale_factor(board) != SCALE_NORMAL:
        return 0
    if pawns != 0:
        rank = relative_square(strong, lowest(pawns)) >> 3
        return WON_ENDING_SCORE + POINT_SCORE + PAWN_STEP_BONUS * rank
    king = lowest(bitboards[opponent(strong) + KING])
    won = WON_ENDING_SCORE + POINT_SCORE * material
    steps = 7 - KING_DISTANCE[64 * king + lowest(bitboards[strong + KING])]
    if (
        bitboards[strong + QUEEN] | bitboards[strong + ROOK] == 0
        and bitboards[strong + BISHOP] != 0
        and bitboards[strong + KNIGHT] != 0
    ):
        corner_bonus = MATING_CORNER_STEP_BONUS * _steps_to_mating_corner(bitboards, strong, king)
        knight_steps = 7 - KING_DISTANCE[64 * king + lowest(bitboards[strong + KNIGHT])]
        return won + corner_bonus + MATING_KING_STEP_BONUS * steps + MATING_KNIGHT_STEP_BONUS * knight_steps
    edge_bonus = EDGE_STEP_BONUS * (3 - EDGE_DISTANCE[king]) + EDGE_STEP_BONUS * (6 - CORNER_DISTANCE[king]) // 4
    return won + edge_bonus + KING_STEP_BONUS * steps


def _steps_to_mating_corner(bitboards: vec[i64], strong: i64, king: i64) -> i64:
    """Returns how far a king is from the diagonal between the two corners that the bishop does not control, 0 to 7.

    It is 7 in a corner of the bishop's colour, and grows with each step along the edge to it.
    """
    file, rank = king & 7, king >> 3
    if bitboards[strong + BISHOP] & DARK_SQUARES != 0:
        rank = 7 - rank
    return file - rank if file > rank else rank - file


def _non_pawn_material(bitboards: vec[i64], side: i64) -> i64:
    """Returns the value of a side's knights, bishops, rooks and queens, in pawns."""
    points: i64 = 0
    for piece_type in range(KNIGHT, KING):
        points += POINT_VALUES[piece_type] * popcount(bitboards[side + piece_type])
    return points


def _is_single(squares: i64) -> bool:
    """Returns True if the bitboard has exactly one square."""
    return popcount(squares) == 1
