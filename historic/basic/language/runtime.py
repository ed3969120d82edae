"""What a compiled listing calls while it runs: SINGLE, arrays, the counts of FOR, and the functions."""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator
from typing import Final

from historic.basic.language.errors import (
    DIVISION_BY_ZERO,
    ILLEGAL_FUNCTION_CALL,
    OVERFLOW,
    SUBSCRIPT_OUT_OF_RANGE,
    LineError,
)

#: A number from here on is rounded to infinity: halfway between the largest SINGLE and the power of two above it.
LIMIT: Final = float.fromhex("0x1.ffffffp127")
#: The smallest SINGLE that has all its 24 bits. Below it, `t - (t - x)` does not round as a SINGLE does.
SMALLEST: Final = 2.0**-126
#: The whole numbers up to here are exact as SINGLE.
EXACT: Final = 2.0**24
#: AND and OR work on LONG integers.
MIN_LONG, MAX_LONG = -(2**31), 2**31 - 1
#: A FOR with more turns than this is counted turn by turn.
MAX_STORED_TURNS: Final = 1000
MAX_STORED_COUNTS: Final = 10_000

_pack = struct.Struct("f")


def single_of(number: float) -> float:
    """Returns `number` rounded to the nearest SINGLE, ties to even. Raises error 6 beyond the largest."""
    try:
        rounded: float = _pack.unpack(_pack.pack(number))[0]
    except OverflowError:
        raise LineError(OVERFLOW) from None
    if not math.isfinite(rounded):
        raise LineError(OVERFLOW)
    return rounded


def whole(number: float, lowest: int = MIN_LONG, highest: int = MAX_LONG) -> int:
    """Returns `number` rounded to a whole number, ties to even, as QBasic does. Raises error 6 outside the limits."""
    if not lowest - 1 < number < highest + 1:
        raise LineError(OVERFLOW)
    rounded = round(number)
    if not lowest <= rounded <= highest:
        raise LineError(OVERFLOW)
    return rounded


class Row(dict[float, object]):
    """The elements of an array with one subscript, or rows of rows; the keys are 0.0, 1.0 and so on up to the bound.

    A dictionary checks the bounds by itself. A subscript that is not whole is rounded first.
    """

    def __missing__(self, subscript: float) -> object:
        return self[self.place(subscript)]

    def place(self, subscript: float) -> float:
        """Returns the key for a subscript. Raises error 9 if it is out of range."""
        key = float(whole(subscript, -32768, 32767))
        if key not in self:
            raise LineError(SUBSCRIPT_OUT_OF_RANGE)
        return key


class PowersOfTwo(dict[float, float]):
    """Two to the power of each key; the powers are kept as they are asked for."""

    def __missing__(self, exponent: float) -> float:
        result = power(2.0, exponent)
        if len(self) < MAX_STORED_COUNTS:
            self[exponent] = result
        return result


def power(base: float, exponent: float) -> float:
    """Returns base ^ exponent. Raises error 5 for a root of a negative number, and error 11 for 0 ^ -1."""
    if base < 0 and exponent != math.floor(exponent):
        raise LineError(ILLEGAL_FUNCTION_CALL)
    if base == 0 and exponent < 0:
        raise LineError(DIVISION_BY_ZERO)
    try:
        return float(base**exponent)
    except OverflowError:
        raise LineError(OVERFLOW) from None


def and_(left: float, right: float) -> float:
    """Returns the bits that both numbers have, each rounded to a LONG."""
    return float(whole(left) & whole(right))


def or_(left: float, right: float) -> float:
    """Returns the bits that one of the numbers has, or both, each rounded to a LONG."""
    return float(whole(left) | whole(right))


def int_(number: float) -> float:
    """Returns INT: the largest whole number that is not above `number`, which is rounded to a SINGLE first."""
    return float(math.floor(single_of(number)))


def mid(text: str, start: float, length: float = 32767.0) -> str:
    """Returns MID$. Raises error 5 if `start` is below 1 or `length` below 0."""
    first, count = whole(start, -32768, 32767), whole(length, -32768, 32767)
    if first < 1 or count < 0:
        raise LineError(ILLEGAL_FUNCTION_CALL)
    return text[first - 1 : first - 1 + count]


class Turns(tuple[float, ...]):
    """The values of a FOR's counter, one for each turn."""

    #: The counter's value when the FOR has counted to its end.
    after: float


class LongTurns:
    """The values of a FOR's counter, found turn by turn. `after` is the counter's value at the end."""

    def __init__(self, start: float, limit: float, step: float) -> None:
        self.after = start
        self.limit = limit
        self.step = step

    def __iter__(self) -> Iterator[float]:
        while self.after <= self.limit if self.step >= 0 else self.after >= self.limit:
            yield self.after
            self.after = single_of(self.after + self.step)


_stored: Final[dict[tuple[float, float, float], Turns]] = {}


def turns(start: float, limit: float, step: float) -> Turns | LongTurns:
    """Returns the values that a FOR's counter takes. All three are SINGLEs."""
    key = (start, limit, step)
    found = _stored.get(key)
    if found is not None:
        return found
    count = (limit - start) / step if step else math.inf
    if count > MAX_STORED_TURNS or len(_stored) > MAX_STORED_COUNTS:
        return LongTurns(start, limit, step)
    counted = LongTurns(start, limit, step)
    kept = Turns(counted)
    kept.after = counted.after
    _stored[key] = kept
    return kept
