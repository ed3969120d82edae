"""Packed scores: a middlegame score in the upper 32 bits of an integer and an endgame score in the lower 32.

Adding and multiplying packed scores works on both halves at once, as long as each fits 32 bits. A negative lower half
borrows from the upper half, and unpacking corrects this.
"""

from __future__ import annotations

from typing import Final

from modern.engine.evaluation.weights import COUNT, OFFSETS, TABLE
from modern.rules.native import i64
from modern.rules.pieces import BLACK, KNIGHT, WHITE

#: The lowest signed 32-bit integer is the negative of this.
SIGN_OFFSET: Final[i64] = 0x80000000
LOW_32_BITS: Final[i64] = 0xFFFFFFFF

#: The table entries of each piece type, starting with the pawn; mobility starts with the knight.
VALUE_ENTRIES: Final = ("pawn", "knight", "bishop", "rook", "queen", None)
MOBILITY_ENTRIES: Final = tuple(f"mobility of {name}" for name in ("knights", "bishops", "rooks", "queens"))
SQUARE_ENTRIES: Final = tuple(
    f"squares of {name}" for name in ("pawns", "knights", "bishops", "rooks", "queens", "kings")
)


def pack(middlegame: int, endgame: int) -> int:
    """Returns the packed score."""
    return (middlegame << 32) + endgame


def endgame_score(score: i64) -> i64:
    """Returns the endgame half of a packed score."""
    return (score + SIGN_OFFSET & LOW_32_BITS) - SIGN_OFFSET


def middlegame_score(score: i64) -> i64:
    """Returns the middlegame half of a packed score."""
    return score - endgame_score(score) >> 32


def pack_weights(numbers: list[int]) -> list[int]:
    """Returns the packed weights, by offset; `numbers` are in the order of weights.flatten()."""
    return [pack(numbers[index], numbers[COUNT + index]) for index in range(COUNT)]


def piece_square_table(numbers: list[int]) -> list[int]:
    """Returns the packed value of each piece on each square, material included, by 64 * piece + square."""
    weights = pack_weights(numbers)
    table = [0] * (16 * 64)
    for piece_type, (value_entry, squares_entry) in enumerate(zip(VALUE_ENTRIES, SQUARE_ENTRIES, strict=True), 1):
        for square in range(64):
            packed_value = weights[OFFSETS[squares_entry] + square]
            if value_entry:
                packed_value += weights[OFFSETS[value_entry]]
            table[64 * (WHITE + piece_type) + square] = packed_value
            table[64 * (BLACK + piece_type) + (square ^ 56)] = packed_value
    return table


def mobility_table(numbers: list[int]) -> list[int]:
    """Returns the packed mobility bonus by 32 * piece_type + the number of reachable squares."""
    weights = pack_weights(numbers)
    table = [0] * (8 * 32)
    for piece_type, name in enumerate(MOBILITY_ENTRIES, int(KNIGHT)):
        for count in range(len(TABLE[name][0])):
            table[32 * piece_type + count] = weights[OFFSETS[name] + count]
    return table
