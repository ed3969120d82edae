"""Which moves give check, without making them."""

from __future__ import annotations

from modern.rules.attacks import BETWEEN, BISHOP_RAYS, KNIGHT_ATTACKS, PAWN_ATTACKS, ROOK_RAYS
from modern.rules.bitboard import BIT, lowest
from modern.rules.board import Board
from modern.rules.men import BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE
from modern.rules.native import i64


def gives_check(board: Board, move: i64) -> bool:
    """Whether the man that moves attacks the enemy's king from where he goes; what he uncovers is not looked at.

    https://www.chessprogramming.org/Checks_and_Pinned_Pieces_(Bitboards)
    """
    men, them = board.men, board.turn ^ 8
    king = lowest(men[them + KING])
    to = move >> 6 & 63
    kind = board.on[move & 63] & 7
    if kind == KNIGHT:
        return KNIGHT_ATTACKS[king] & BIT[to] != 0
    if kind == PAWN:
        return PAWN_ATTACKS[8 * them + king] & BIT[to] != 0
    lines: i64 = 0
    if kind in (ROOK, QUEEN):
        lines = ROOK_RAYS[king]
    if kind in (BISHOP, QUEEN):
        lines |= BISHOP_RAYS[king]
    return lines & BIT[to] != 0 and BETWEEN[64 * king + to] & (men[WHITE] | men[BLACK]) == 0
