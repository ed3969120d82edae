"""Two scores in one number: with many men in the upper half, with few in the lower.

Sums and multiples of such numbers are those of both scores at once, as long as each fits 32 bits. What the lower half
borrows from the upper where it is negative, it gives back when they are taken apart.
"""

from __future__ import annotations

from typing import Final

from modern.engine.evaluation.weights import COUNT, OFFSETS, TABLE
from modern.rules.native import i64
from modern.rules.pieces import BLACK, KNIGHT, WHITE

#: The lowest number of 32 bits is as much below nothing.
SIGN_OFFSET: Final[i64] = 0x80000000
LOW_32_BITS: Final[i64] = 0xFFFFFFFF

#: The entries of each kind of men, from pawns on.
VALUE_ENTRIES: Final = ("pawn", "knight", "bishop", "rook", "queen", None)
MOBILITY_ENTRIES: Final = tuple(f"mobility of {name}" for name in ("knights", "bishops", "rooks", "queens"))
SQUARE_ENTRIES: Final = tuple(
    f"squares of {name}" for name in ("pawns", "knights", "bishops", "rooks", "queens", "kings")
)


def pack(middlegame: int, endgame: int) -> int:
    """Both in one."""
    return (middlegame << 32) + endgame


def endgame_score(score: i64) -> i64:
    """What counts with few men."""
    return (score + SIGN_OFFSET & LOW_32_BITS) - SIGN_OFFSET


def middlegame_score(score: i64) -> i64:
    """What counts with many men."""
    return score - endgame_score(score) >> 32


def pack_weights(numbers: list[int]) -> list[int]:
    """Each weight in one number, by its place."""
    return [pack(numbers[place], numbers[COUNT + place]) for place in range(COUNT)]


def piece_square_table(numbers: list[int]) -> list[int]:
    """By 64 * man + square: what a man is worth there."""
    weights = pack_weights(numbers)
    table = [0] * (16 * 64)
    for piece_type, (value_entry, squares_entry) in enumerate(zip(VALUE_ENTRIES, SQUARE_ENTRIES, strict=True), 1):
        for square in range(64):
            packed_value = weights[OFFSETS[squares_entry] + square] + (
                weights[OFFSETS[value_entry]] if value_entry else 0
            )
            table[64 * (WHITE + piece_type) + square] = packed_value
            table[64 * (BLACK + piece_type) + (square ^ 56)] = packed_value
    return table


def mobility_table(numbers: list[int]) -> list[int]:
    """By 32 * kind + count: what it is worth to a man to have so many squares to go to."""
    weights = pack_weights(numbers)
    table = [0] * (8 * 32)
    for piece_type, name in enumerate(MOBILITY_ENTRIES, int(KNIGHT)):
        for count in range(len(TABLE[name][0])):
            table[32 * piece_type + count] = weights[OFFSETS[name] + count]
    return table
