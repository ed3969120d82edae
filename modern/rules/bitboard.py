"""Bitboards: sets of squares as 64-bit numbers, and the basic operations on them.

Square 0 is a1, 7 is h1 and 63 is h8: a square is 8 times its rank plus its file, and its bit is two to that power. The
numbers are signed, so a set that contains h8 is negative. Compiled code wraps at 64 bits; interpreted numbers grow.
Three rules keep the results equal: remove a square with `b ^= BIT[square]`; mask after every multiplication and shift;
shift left only where the mask does not contain h8.
https://www.chessprogramming.org/Bitboards
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from modern.rules.native import i64, vec

FILE_NAMES: Final = "abcdefgh"
RANK_NAMES: Final = "12345678"
#: `a1`, `b1` .. `h8`.
SQUARE_NAMES: Final = [file + rank for rank in RANK_NAMES for file in FILE_NAMES]


def signed(number: int) -> int:
    """Returns the lowest 64 bits of `number` as a signed number."""
    bits = number & (1 << 64) - 1
    return bits - (1 << 64) if bits >> 63 else bits


def bitboard_of(squares: Iterable[int]) -> int:
    """Returns the bitboard of a collection of squares."""
    return signed(sum(1 << square for square in squares))


#: The bitboard of each square, of each file, and of each rank.
BIT: Final = vec[i64]([bitboard_of([square]) for square in range(64)])
FILES: Final = vec[i64]([bitboard_of(range(file, 64, 8)) for file in range(8)])
RANKS: Final = vec[i64]([bitboard_of(range(8 * rank, 8 * rank + 8)) for rank in range(8)])

#: a1 and the other dark squares.
DARK_SQUARES: Final[i64] = bitboard_of([square for square in range(64) if (square + square // 8) % 2 == 0])

#: A de Bruijn sequence of 64 bits: all its groups of six adjacent bits differ. Multiplying by a single bit shifts the
#: sequence, so the six highest bits of the product identify the bit. https://www.chessprogramming.org/BitScan
DE_BRUIJN: Final[i64] = 0x03F79D71B4CB0A89


def _bit_scan_table() -> list[int]:
    squares = [0] * 64
    for square in range(64):
        squares[BIT[square] * DE_BRUIJN >> 58 & 63] = square
    return squares


LOWEST: Final = vec[i64](_bit_scan_table())


def lowest(squares: i64) -> i64:
    """Returns the lowest square of a bitboard, which must not be empty."""
    return LOWEST[(squares & -squares) * DE_BRUIJN >> 58 & 63]


def squares_of(bitboard: i64) -> list[int]:
    """Returns the squares of a bitboard, in ascending order."""
    squares: list[int] = []
    while bitboard != 0:
        square = lowest(bitboard)
        squares.append(square)
        bitboard ^= BIT[square]
    return squares


def popcount(squares: i64) -> i64:
    """Returns the number of squares in a bitboard.

    Adds neighbouring bits in pairs, then in groups of four and eight, and adds the bytes with one multiplication:
    https://www.chessprogramming.org/Population_Count#SWAR-Popcount
    """
    lowest_of_four: i64 = 0x1111111111111111  # mypyc boxes literals from 2**62 on, so 0x5555... is a product
    squares -= squares >> 1 & 5 * lowest_of_four
    squares = (squares & 0x3333333333333333) + (squares >> 2 & 0x3333333333333333)
    squares = squares + (squares >> 4) & 0x0F0F0F0F0F0F0F0F
    return squares * 0x0101010101010101 >> 56 & 127


def _bit_count(squares: int) -> int:
    return squares.bit_count() if squares >= 0 else 64 - (~squares).bit_count()


def _bit_scan(squares: int) -> int:
    return (squares & -squares).bit_length() - 1


_BIT_TABLE: object = BIT
if isinstance(_BIT_TABLE, list):  # a vec is a list only when interpreted: Python's own functions are faster there
    _bit_count.__doc__, _bit_scan.__doc__ = popcount.__doc__, lowest.__doc__
    globals().update(popcount=_bit_count, lowest=_bit_scan)


def square_named(name: str) -> int:
    """Returns the square with a name such as `e4`, or -1 if there is no such square."""
    if len(name) != 2 or name[0] not in FILE_NAMES or name[1] not in RANK_NAMES:
        return -1
    return 8 * RANK_NAMES.index(name[1]) + FILE_NAMES.index(name[0])
