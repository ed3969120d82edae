"""Correction history: how far the search has found the static evaluation to be wrong in similar positions.

Where the search returns a score that differs from the static evaluation, the difference is recorded for the pawns, for
each side's pieces, and for the last two moves of the position. A later position that shares one of these is corrected
by what was recorded, up to 24 centipawns for each. https://www.chessprogramming.org/Static_Evaluation_Correction_History
"""

from __future__ import annotations

from typing import Final

from modern.engine.history import CORRECTION_BITS, MAX_HISTORY, History, add_bonus, continuation_row
from modern.engine.stack import SearchStack
from modern.rules.board import Board
from modern.rules.hashing import PIECE_KEYS
from modern.rules.native import i64, vec
from modern.rules.pieces import BLACK, KING, KNIGHT, PAWN, WHITE

INDEX_MASK: Final[i64] = (1 << CORRECTION_BITS) - 1
#: The highest bits of a key below 2**63, which depend on all squares.
KEY_SHIFT: Final[i64] = 62 - CORRECTION_BITS
#: Half of a bitboard's bits.
HALF: Final[i64] = (1 << 32) - 1
#: The units of an entry that make a centipawn.
UNITS_PER_CENTIPAWN: Final[i64] = 660
#: How far one centipawn of difference at depth 1 changes an entry, in units, up to MAX_BONUS.
BONUS_PER_CENTIPAWN: Final[i64] = 4
MAX_BONUS: Final[i64] = MAX_HISTORY // 4

#: For each half of a piece's bitboard an odd multiplier below 2**30, at 2 * piece and 2 * piece + 1: no product, and no
#: sum of two, reaches 2**63.
MULTIPLIERS: Final = vec[i64]([PIECE_KEYS[64 * (index // 2) + index % 2] & (1 << 30) - 1 | 1 for index in range(32)])


def correction(history: History, stack: SearchStack, ply: i64) -> i64:
    """Returns the centipawns to add to the static evaluation of the node at a ply, for its side to move."""
    board = stack.board
    units = (
        i64(history.pawn_corrections[pawns_index(board)])
        + i64(history.piece_corrections[pieces_index(board, WHITE)])
        + i64(history.piece_corrections[pieces_index(board, BLACK)])
        + i64(history.move_corrections[moves_index(stack, ply)])
    )
    # Rounded towards zero, whatever the sign.
    return -(-units // UNITS_PER_CENTIPAWN) if units < 0 else units // UNITS_PER_CENTIPAWN


def learn(history: History, stack: SearchStack, ply: i64, depth: i64, difference: i64) -> None:
    """Records that the node at a ply scored `difference` centipawns more than its static evaluation."""
    bonus = BONUS_PER_CENTIPAWN * depth * difference
    if bonus > MAX_BONUS:
        bonus = MAX_BONUS
    elif bonus < -MAX_BONUS:
        bonus = -MAX_BONUS
    board = stack.board
    add_bonus(history.pawn_corrections, pawns_index(board), bonus)
    add_bonus(history.piece_corrections, pieces_index(board, WHITE), bonus)
    add_bonus(history.piece_corrections, pieces_index(board, BLACK), bonus)
    add_bonus(history.move_corrections, moves_index(stack, ply), bonus)


def key_of(board: Board, first: i64, last: i64) -> i64:
    """Returns a number, from 0 up to 2**63, for the squares of the pieces `first` to `last`."""
    bitboards = board.bitboards
    key: i64 = 0
    for piece in range(first, last + 1):
        squares = bitboards[piece]
        if squares != 0:
            low, high = squares & HALF, squares >> 32 & HALF
            key ^= low * MULTIPLIERS[2 * piece] + high * MULTIPLIERS[2 * piece + 1]
    return key


def pawns_index(board: Board) -> i64:
    """Returns the index in `pawn_corrections` of a position: 2**CORRECTION_BITS entries for each side to move."""
    key = key_of(board, WHITE + PAWN, WHITE + PAWN) ^ key_of(board, BLACK + PAWN, BLACK + PAWN)
    return (board.turn >> 3 << CORRECTION_BITS) + (key >> KEY_SHIFT & INDEX_MASK)


def pieces_index(board: Board, owner: i64) -> i64:
    """Returns the index in `piece_corrections` of a position, for one side's pieces other than pawns."""
    key = key_of(board, owner + KNIGHT, owner + KING)
    return ((board.turn >> 2) + (owner >> 3) << CORRECTION_BITS) + (key >> KEY_SHIFT & INDEX_MASK)


def moves_index(stack: SearchStack, ply: i64) -> i64:
    """Returns the index in `move_corrections` of the node at a ply, by the last two moves."""
    return continuation_row(stack.board.turn, stack.piece_to(ply - 2)) + stack.piece_to(ply - 1)
