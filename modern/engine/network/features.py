"""The inputs of the network: which piece stands where, as each side sees it.

An input is a piece, own or enemy, on a square: 2 sides, 6 piece types and 64 squares make 768. Black sees the board
with its ranks reversed, so that own pawns always go up. A side whose king stands on the files a to d sees the board
with its files reversed, so that its own king always stands on the files e to h. What is learnt on one wing then also
holds on the other.
https://www.chessprogramming.org/NNUE
"""

from __future__ import annotations

from typing import Final

from modern.rules.native import i64, vec
from modern.rules.pieces import BLACK, KING, PAWN, WHITE

#: The number of inputs, and how many of them are own pieces: those come first.
INPUTS: Final[i64] = 768
OWN_INPUTS: Final[i64] = 384
#: The files a to d, as a bitboard.
QUEENSIDE: Final[i64] = 0x0F0F0F0F0F0F0F0F
#: The number of views: White's, White's with files reversed, Black's, Black's with files reversed.
VIEWS: Final[i64] = 4
#: The number of entries of a view in a table of inputs: by 64 * piece + square.
VIEW_SIZE: Final[i64] = 1024


def view_of(bitboards: vec[i64], side: i64) -> i64:
    """Returns the number of the view that a side has of a position."""
    if bitboards[side + KING] & QUEENSIDE != 0:
        return (side >> 2) + 1
    return side >> 2


def input_of(side: i64, reversed_files: bool, piece: i64, square: i64) -> i64:
    """Returns the input, 0 to 767, of a piece on a square as a side sees it."""
    seen = square ^ (7 * side)
    if reversed_files:
        seen ^= 7
    enemy = piece & 8 != side
    return (OWN_INPUTS if enemy else 0) + 64 * ((piece & 7) - 1) + seen


def input_table(factor: int) -> list[int]:
    """Returns each input times `factor`, by VIEW_SIZE * view + 64 * piece + square; 0 where there is no piece."""
    table = [0] * (VIEWS * VIEW_SIZE)
    for side in (WHITE, BLACK):
        for reversed_files in (False, True):
            view = (side >> 2) + (1 if reversed_files else 0)
            for colour in (WHITE, BLACK):
                for piece in range(colour + PAWN, colour + KING + 1):
                    for square in range(64):
                        index = VIEW_SIZE * view + 64 * piece + square
                        table[index] = factor * input_of(side, reversed_files, piece, square)
    return table
