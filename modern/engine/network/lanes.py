"""Four 16-bit numbers in one 64-bit integer, added and compared with 0 all at once (SIMD within a register).

Weights are packed as a sum: the first, plus 2**16 times the second, and so on, modulo 2**64. So the sum of packed
numbers packs the sums, as long as each of these stays within 16 bits; what the partial sums did on the way does not
matter. An accumulator starts with OFFSET in each lane: the top bit of a lane then says whether its number is negative
(0) or not (1). Interpreted integers do not wrap at 64 bits, but their lowest 64 bits are the same.
https://www.chessprogramming.org/SIMD_and_SWAR_Techniques
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from typing import Final

from modern.rules.native import i64, vec

#: The number of lanes, and the smallest and the largest number in one.
LANES: Final = 4
LOWEST: Final = -0x8000
HIGHEST: Final = 0x7FFF
#: What is added to each lane of an accumulator.
OFFSET: Final = 0x8000

#: One bit in each lane; the lanes 0 and 2; the lower half of an integer.
ONES: Final[i64] = 0x0001000100010001
EVEN_LANES: Final[i64] = 0x0000FFFF0000FFFF
LOW_32_BITS: Final[i64] = 0xFFFFFFFF


def pack(numbers: Sequence[int]) -> list[int]:
    """Returns the numbers, from LOWEST to HIGHEST, packed four to a signed 64-bit integer.

    All are packed at once, as the lanes of one long integer: a negative number takes 1 from the lane above it, but not
    from the next word, whose top bit is set meanwhile. Raises OverflowError if a number does not fit into a lane.
    """
    lanes = array("h", numbers)
    if sys.byteorder == "big":
        lanes.byteswap()
    size = 2 * len(lanes)
    first_bits = int.from_bytes(b"\1\0\0\0\0\0\0\0" * (size // 8), "little")
    top_bits = first_bits << 63
    joined = int.from_bytes(lanes.tobytes(), "little")
    taken = (joined >> 15 & first_bits * 0x100010001) << 16
    joined = (joined | top_bits) - taken ^ (top_bits & ~joined)
    words = array("q", joined.to_bytes(size, "little"))
    if sys.byteorder == "big":
        words.byteswap()
    return words.tolist()


def pack_with_offset(numbers: Sequence[int]) -> list[int]:
    """Returns the numbers packed as an accumulator has them: with OFFSET in each lane."""
    offsets = OFFSET * 0x0001000100010001
    return [(word + offsets + (1 << 63) & (1 << 64) - 1) - (1 << 63) for word in pack(numbers)]


def check_range(words: vec[i64], start: i64, count: i64) -> None:
    """Raises IndexError if `count` words from `start` are not all there.

    The loops below check their ranges first: compiled, they have no check of each subscript (RANGE_CHECKED in
    modern/build.py), and gcc computes two words at once.
    """
    if start < 0 or start + count > i64(len(words)):
        raise IndexError


def add_sub(values: vec[i64], to: i64, start: i64, weights: vec[i64], added: i64, removed: i64, words: i64) -> None:
    """Sets the accumulator at `to` to the one at `start`, plus the weights at `added`, less those at `removed`.

    Raises IndexError if one of them is not all there.
    """
    check_range(values, to, words)
    check_range(values, start, words)
    check_range(weights, added, words)
    check_range(weights, removed, words)
    for word in range(words):
        values[to + word] = values[start + word] + weights[added + word] - weights[removed + word]


def add_sub_sub(
    values: vec[i64], to: i64, start: i64, weights: vec[i64], added: i64, removed: i64, captured: i64, words: i64
) -> None:
    """Does the same, and also subtracts the weights at `captured`: one pass for a capture, which is frequent."""
    check_range(values, to, words)
    check_range(values, start, words)
    check_range(weights, added, words)
    check_range(weights, removed, words)
    check_range(weights, captured, words)
    for word in range(words):
        values[to + word] = (
            values[start + word] + weights[added + word] - weights[removed + word] - weights[captured + word]
        )


def relu_sum(values: vec[i64], start: i64, end: i64) -> i64:
    """Returns the sum of the positive numbers in the words of an accumulator from `start` to `end` (exclusive).

    This is the rectifier, max(0, x), of each lane: a mask of 15 bits where the top bit is set, and of none elsewhere.
    Raises IndexError if the words are not all there.
    """
    check_range(values, start, end - start)
    total: i64 = 0
    for index in range(start, end):
        word = values[index]
        signs = word >> 15 & ONES
        word &= (signs << 15) - signs
        total += (word & EVEN_LANES) + (word >> 16 & EVEN_LANES)
    return (total & LOW_32_BITS) + (total >> 32)


def difference(values: vec[i64], start: i64, count: i64) -> i64:
    """Returns the rectified sum of `count` words from `start`, less that of the `count` words after them."""
    return relu_sum(values, start, start + count) - relu_sum(values, start + count, start + 2 * count)
