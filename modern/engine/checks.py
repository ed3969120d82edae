"""Tests whether a move gives check, without making the move."""

from __future__ import annotations

from modern.rules.attacks import BETWEEN, BISHOP_RAYS, KNIGHT_ATTACKS, PAWN_ATTACKERS, ROOK_RAYS
from modern.rules.bitboard import BIT, lowest
from modern.rules.board import Board
from modern.rules.move import from_square_of, to_square_of
from modern.rules.native import i64
from modern.rules.pieces import BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE, opponent, piece_type_of


def gives_check(board: Board, move: i64) -> bool:
    """Returns True if the moving piece attacks the enemy king from its target square; discovered checks are ignored.

    https://www.chessprogramming.org/Checks_and_Pinned_Pieces_(Bitboards)
    """
    bitboards, us = board.bitboards, board.turn
    king = lowest(bitboards[opponent(us) + KING])
    to_square = to_square_of(move)
    piece_type = piece_type_of(board.mailbox[from_square_of(move)])
    if piece_type == KNIGHT:
        return KNIGHT_ATTACKS[king] & BIT[to_square] != 0
    if piece_type == PAWN:
        return PAWN_ATTACKERS[8 * us + king] & BIT[to_square] != 0
    rays: i64 = 0
    if piece_type in (ROOK, QUEEN):
        rays = ROOK_RAYS[king]
    if piece_type in (BISHOP, QUEEN):
        rays |= BISHOP_RAYS[king]
    return rays & BIT[to_square] != 0 and BETWEEN[64 * king + to_square] & (bitboards[WHITE] | bitboards[BLACK]) == 0
