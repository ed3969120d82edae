"""The inputs of the network: which piece stands where, from the perspective of each side.

An input is a piece, own or enemy, on a square: 2 sides, 6 piece types and 64 squares make 768. Black's perspective has
the ranks reversed, so that own pawns always go up. If a side's king stands on the files a to d, its perspective is
mirrored: the files are reversed, so that the own king is always on the files e to h. What is learnt on one wing then
also holds on the other.
https://www.chessprogramming.org/NNUE
"""

from __future__ import annotations

from typing import Final

from modern.rules.native import i64, vec
from modern.rules.pieces import BLACK, KING, PAWN, WHITE, piece_type_of, relative_square, side_of

#: The number of inputs, and how many of them are own pieces: those come first.
INPUTS: Final[i64] = 768
OWN_INPUTS: Final[i64] = 384
#: The files a to d, as a bitboard.
QUEENSIDE: Final[i64] = 0x0F0F0F0F0F0F0F0F
#: The number of perspectives: White's, White's mirrored, Black's, Black's mirrored.
PERSPECTIVES: Final[i64] = 4
#: The number of entries of a perspective in a table of inputs: by 64 * piece + square.
PERSPECTIVE_SIZE: Final[i64] = 1024


def perspective_of(bitboards: vec[i64], side: i64) -> i64:
    """Returns the number of a side's perspective of a position."""
    if bitboards[side + KING] & QUEENSIDE != 0:
        return (side >> 2) + 1
    return side >> 2


def input_of(side: i64, mirrored: bool, piece: i64, square: i64) -> i64:
    """Returns the input, 0 to 767, of a piece on a square as a side sees it."""
    seen = relative_square(side, square)
    if mirrored:
        seen ^= 7
    enemy = side_of(piece) != side
    return (OWN_INPUTS if enemy else 0) + 64 * (piece_type_of(piece) - 1) + seen


def is_possible(index: int) -> bool:
    """Returns False for an input that is never 1: a pawn on rank 1 or 8, or the own king on the files a to d."""
    piece_type, square = index % int(OWN_INPUTS) // 64 + 1, index & 63
    if piece_type == PAWN:
        return 0 < square >> 3 < 7
    return index >= OWN_INPUTS or piece_type != KING or square & 7 >= 4


def input_table(factor: int) -> list[int]:
    """Returns each input times `factor`, at PERSPECTIVE_SIZE * perspective + 64 * piece + square; else 0."""
    table = [0] * (PERSPECTIVES * PERSPECTIVE_SIZE)
    for side in (WHITE, BLACK):
        for mirrored in (False, True):
            perspective = (side >> 2) + (1 if mirrored else 0)
            for colour in (WHITE, BLACK):
                for piece in range(colour + PAWN, colour + KING + 1):
                    for square in range(64):
                        index = PERSPECTIVE_SIZE * perspective + 64 * piece + square
                        table[index] = factor * input_of(side, mirrored, piece, square)
    return table
