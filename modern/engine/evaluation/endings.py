"""Endings of which more is known than the weights say.

Some cannot be won, though one side has more: their score is scaled down, in parts of WHOLE. Some are won, and the score
must show the way: a bonus grows as the lone king is driven where he is mated. Both depend on the position alone, not on
the weights.

https://www.chessprogramming.org/Draw_Evaluation, https://www.chessprogramming.org/Mop-up_Evaluation
"""

from __future__ import annotations

from typing import Final

from modern.engine.evaluation.kpk import is_won
from modern.engine.evaluation.spans import DISTANCE
from modern.rules.bitboard import DARK_SQUARES, FILES, lowest, popcount
from modern.rules.board import Board
from modern.rules.men import BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE
from modern.rules.native import i64, vec
from modern.rules.outcome import insufficient_material

WHOLE: Final[i64] = 64
NOTHING: Final[i64] = 0
HARDLY: Final[i64] = 6
#: No pawns, and less than a rook's worth more.
PAWNLESS: Final[i64] = 14
#: Bishops of opposite colours, alone or with more men.
OPPOSITE_ALONE: Final[i64] = 32
OPPOSITE: Final[i64] = 52

#: What a man of each kind is worth here, in pawns.
PAWNS_WORTH: Final = vec[i64]([0, 1, 3, 3, 5, 9, 0, 0])
LESS_THAN_A_ROOK: Final[i64] = 4

#: What a known win is worth beyond the men, in centipawns; then what a step nearer to the mate is.
WON: Final[i64] = 400
STEP_TO_EDGE: Final[i64] = 20
STEP_TO_CORNER: Final[i64] = 40
STEP_OF_KING: Final[i64] = 8

#: By square: how many steps the nearest edge and the nearest corner are off.
FROM_EDGE: Final = vec[i64](
    [min(square % 8, 7 - square % 8, square // 8, 7 - square // 8) for square in range(64)],
)
FROM_CORNER: Final = vec[i64](
    [min(square % 8, 7 - square % 8) + min(square // 8, 7 - square // 8) for square in range(64)],
)


def may_be_known(men: vec[i64]) -> bool:
    """Whether it is worth while to ask further: one side has no pawns, or both have a bishop alone of his kind."""
    if men[PAWN] == 0 or men[BLACK + PAWN] == 0:
        return True
    return _is_one(men[BISHOP]) and _is_one(men[BLACK + BISHOP])


def scale_of(board: Board) -> i64:
    """How much of the score can be hoped for, in parts of WHOLE."""
    men = board.men
    if men[PAWN] | men[BLACK + PAWN] == 0 and insufficient_material(board):
        return NOTHING
    white, black = _pieces(men, WHITE), _pieces(men, BLACK)
    white_all, black_all = white + popcount(men[PAWN]), black + popcount(men[BLACK + PAWN])
    if white_all == black_all:
        return _opposite_bishops(men, white, black)
    if white_all > black_all:
        return _scale_for(board, WHITE, white, black)
    return _scale_for(board, BLACK, black, white)


def bonus_of(board: Board) -> i64:
    """What a known win is worth beyond the score, for the side to move."""
    men, turn = board.men, board.turn
    if men[turn ^ 8] == men[(turn ^ 8) + KING]:
        return _mop_up(board, turn)
    if men[turn] == men[turn + KING]:
        return -_mop_up(board, turn ^ 8)
    return 0


def _scale_for(board: Board, strong: i64, pieces: i64, enemy_pieces: i64) -> i64:
    """The same where `strong` has more; the men of both sides without pawns and kings are worth so much."""
    men = board.men
    weak = strong ^ 8
    pawns = men[strong + PAWN]
    if pawns == 0:
        knights_alone = pieces == 6 and men[strong + BISHOP] == 0
        if men[weak] == men[weak + KING] and (pieces <= 3 or knights_alone):
            return NOTHING
        if pieces <= 3:
            return HARDLY
        return PAWNLESS if pieces - enemy_pieces < LESS_THAN_A_ROOK else WHOLE
    if men[weak + PAWN] == 0 and enemy_pieces == 0:
        if pieces == 0 and _is_one(pawns):
            won = is_won(lowest(men[strong + KING]), lowest(pawns), lowest(men[weak + KING]), strong, board.turn)
            return WHOLE if won else NOTHING
        if pieces == 3 * popcount(men[strong + BISHOP]) and _is_held_in_corner(men, strong):
            return NOTHING
    return _opposite_bishops(men, pieces, enemy_pieces)


def _opposite_bishops(men: vec[i64], pieces: i64, enemy_pieces: i64) -> i64:
    """How much can be hoped for because the only bishops never meet."""
    bishops = men[BISHOP] | men[BLACK + BISHOP]
    if not (_is_one(men[BISHOP]) and _is_one(men[BLACK + BISHOP]) and _is_one(bishops & DARK_SQUARES)):
        return WHOLE
    return OPPOSITE_ALONE if pieces == 3 and enemy_pieces == 3 else OPPOSITE


def _is_held_in_corner(men: vec[i64], strong: i64) -> bool:
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
    return DISTANCE[64 * corner + lowest(men[(strong ^ 8) + KING])] <= 1


def _mop_up(board: Board, strong: i64) -> i64:
    """What it is worth to drive a lone king to the edge, and to come near with one's own.

    With bishop and knight, to a corner of the bishop's colour.
    """
    men = board.men
    king = lowest(men[(strong ^ 8) + KING])
    if men[strong + PAWN] != 0:
        return WON if scale_of(board) == WHOLE and _pieces(men, strong) == 0 and _is_one(men[strong + PAWN]) else 0
    if scale_of(board) != WHOLE:
        return 0
    near = STEP_OF_KING * (7 - DISTANCE[64 * king + lowest(men[strong + KING])])
    if men[strong + QUEEN] | men[strong + ROOK] == 0 and men[strong + BISHOP] != 0 and men[strong + KNIGHT] != 0:
        to_corner = 7 - _from_corner(king, men[strong + BISHOP] & DARK_SQUARES != 0)
        return WON + near + STEP_TO_CORNER * to_corner
    return WON + near + STEP_TO_EDGE * (3 - FROM_EDGE[king]) + STEP_TO_EDGE * (6 - FROM_CORNER[king]) // 4


def _from_corner(square: i64, dark: bool) -> i64:
    """How many king's moves the nearer of the two corners of a colour is off."""
    one: i64 = 0 if dark else 7
    first, second = DISTANCE[64 * square + one], DISTANCE[64 * square + (63 ^ one)]
    return first if first < second else second


def _pieces(men: vec[i64], side: i64) -> i64:
    """What the men of a side are worth, pawns and king not counted."""
    worth: i64 = 0
    for kind in range(KNIGHT, KING):
        worth += PAWNS_WORTH[kind] * popcount(men[side + kind])
    return worth


def _is_one(squares: i64) -> bool:
    """Whether a set is of one square."""
    return popcount(squares) == 1
