"""Two scores in one number: with many men in the upper half, with few in the lower.

Sums and multiples of such numbers are those of both scores at once, as long as each fits 32 bits. What the lower half
borrows from the upper where it is negative, it gives back when they are taken apart.
"""

from __future__ import annotations

from typing import Final

from modern.engine.evaluation.weights import COUNT, PLACES, TABLE
from modern.rules.men import BLACK, KNIGHT, WHITE
from modern.rules.native import i64

#: The lowest number of 32 bits is as much below nothing.
HALF: Final[i64] = 0x80000000
LOWER: Final[i64] = 0xFFFFFFFF

#: The entries of each kind of men, from pawns on.
VALUES: Final = ("pawn", "knight", "bishop", "rook", "queen", None)
MOBILITY: Final = tuple(f"mobility of {name}" for name in ("knights", "bishops", "rooks", "queens"))
SQUARES: Final = tuple(f"squares of {name}" for name in ("pawns", "knights", "bishops", "rooks", "queens", "kings"))


def packed(many: int, few: int) -> int:
    """Both in one."""
    return (many << 32) + few


def few_of(score: i64) -> i64:
    """What counts with few men."""
    return (score + HALF & LOWER) - HALF


def many_of(score: i64) -> i64:
    """What counts with many men."""
    return score - few_of(score) >> 32


def packed_weights(numbers: list[int]) -> list[int]:
    """Each weight in one number, by its place."""
    return [packed(numbers[place], numbers[COUNT + place]) for place in range(COUNT)]


def worth_of_men(numbers: list[int]) -> list[int]:
    """By 64 * man + square: what a man is worth there."""
    weights = packed_weights(numbers)
    worth = [0] * (16 * 64)
    for kind, (value, squares) in enumerate(zip(VALUES, SQUARES, strict=True), 1):
        for square in range(64):
            here = weights[PLACES[squares] + square] + (weights[PLACES[value]] if value else 0)
            worth[64 * (WHITE + kind) + square] = here
            worth[64 * (BLACK + kind) + (square ^ 56)] = here
    return worth


def mobility_of_men(numbers: list[int]) -> list[int]:
    """By 32 * kind + count: what it is worth to a man to have so many squares to go to."""
    weights = packed_weights(numbers)
    worth = [0] * (8 * 32)
    for kind, name in enumerate(MOBILITY, int(KNIGHT)):
        for count in range(len(TABLE[name][0])):
            worth[32 * kind + count] = weights[PLACES[name] + count]
    return worth
