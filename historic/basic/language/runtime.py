"""What a compiled listing calls while it runs: conversions, operators and functions."""

from __future__ import annotations

import math
import re
import struct
from typing import Any, Final

from historic.basic.language.errors import (
    DIVISION_BY_ZERO,
    ILLEGAL_FUNCTION_CALL,
    OUT_OF_STRING_SPACE,
    OVERFLOW,
    LineError,
)
from historic.basic.numbers import print_number

#: A number from here on is rounded to infinity: halfway between the largest SINGLE and the power of two above it.
LIMIT: Final = float.fromhex("0x1.ffffffp127")
#: The smallest SINGLE that has all its 24 bits. Below it, `t - (t - x)` does not round as a SINGLE does.
SMALLEST: Final = 2.0**-126
#: The whole numbers up to here are exact as SINGLE.
EXACT: Final = 2.0**24
#: AND, OR, XOR, MOD and \ work on LONG integers.
MIN_LONG, MAX_LONG = -(2**31), 2**31 - 1
MIN_INTEGER, MAX_INTEGER = -(2**15), 2**15 - 1
#: The longest string of QBasic.
MAX_STRING: Final = 32767
#: How many powers of two are kept.
MAX_POWERS: Final = 10_000
#: A number as VAL, without blanks, and DATA have it.
NUMBER_TEXT: Final = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([ED][+-]?\d+)?", re.IGNORECASE)

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


class PowersOfTwo(dict[float, float]):
    """Two to the power of each key; the powers are kept as they are asked for."""

    def __missing__(self, exponent: float) -> float:
        result = power(2.0, exponent)
        if len(self) < MAX_POWERS:
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


def xor(left: float, right: float) -> float:
    """Returns the bits that one of the numbers has, but not both, each rounded to a LONG."""
    return float(whole(left) ^ whole(right))


def quotient(left: float, right: float) -> float:
    r"""Returns left \ right: the quotient of whole numbers without its fraction. Raises error 11 for 0."""
    dividend, divisor = whole(left), whole(right)
    if not divisor:
        raise LineError(DIVISION_BY_ZERO)
    return float(math.trunc(dividend / divisor))


def mod(left: float, right: float) -> float:
    """Returns what is left of a division of whole numbers, with the sign of the left one. Raises error 11 for 0."""
    dividend, divisor = whole(left), whole(right)
    if not divisor:
        raise LineError(DIVISION_BY_ZERO)
    return math.fmod(dividend, divisor)


def exact(number: float) -> int:
    """Returns a whole number as Python's integer, which PRINT shows with all its digits. Raises error 6 for none."""
    return _rounded(number)


def integer(number: float) -> float:
    """Returns `number` as an INTEGER, ties to even. Raises error 6 beyond 16 bits."""
    return float(whole(number, MIN_INTEGER, MAX_INTEGER))


def long(number: float) -> float:
    """Returns `number` as a LONG, ties to even. Raises error 6 beyond 32 bits."""
    return float(whole(number))


def wrapped_integer(number: float) -> float:
    """Returns the lowest 16 bits of `number` as an INTEGER, as QB64 does where QBasic has error 6."""
    return float((_rounded(number) - MIN_INTEGER) % 2**16 + MIN_INTEGER)


def wrapped_long(number: float) -> float:
    """Returns the lowest 32 bits of `number` as a LONG."""
    return float((_rounded(number) - MIN_LONG) % 2**32 + MIN_LONG)


def _rounded(number: float) -> int:
    """Returns `number` rounded to a whole number, ties to even. Raises error 6 for a result beyond the largest."""
    if not math.isfinite(number):
        raise LineError(OVERFLOW)
    return round(number)


def int_(number: float) -> float:
    """Returns INT: the largest whole number that is not above `number`, which is rounded to a SINGLE first."""
    return float(math.floor(single_of(number)))


def fix(number: float) -> float:
    """Returns FIX: `number`, which is rounded to a SINGLE first, without its fraction."""
    return float(math.trunc(single_of(number)))


def sgn(number: float) -> float:
    """Returns SGN: -1, 0 or 1, the sign of `number`."""
    return float((number > 0) - (number < 0))


def sqr(number: float) -> float:
    """Returns SQR: the root of `number`, both as SINGLEs. Raises error 5 for a negative number."""
    if number < 0:
        raise LineError(ILLEGAL_FUNCTION_CALL)
    return single_of(math.sqrt(single_of(number)))


def number_text(number: float) -> str:
    """Returns `number` as PRINT writes it; a Python integer is an INTEGER or a LONG, and has all its digits."""
    return f"{'' if number < 0 else ' '}{number} " if isinstance(number, int) else print_number(number)


def str_(number: float) -> str:
    """Returns STR$: what PRINT writes, without the blank at the end."""
    return number_text(number)[:-1]


def val(text: str) -> float:
    """Returns VAL: the number at the start of `text`, as a SINGLE, or 0 if there is none. Blanks do not count."""
    found = NUMBER_TEXT.match(re.sub(r"[ \t\n]", "", text))
    return single_of(double_of(found[0])) if found else 0.0


def double_of(text: str) -> float:
    """Returns the value of a NUMBER_TEXT."""
    return float(text.upper().replace("D", "E"))


def char(code: float) -> str:
    """Returns CHR$: the character of a code in DOS's character set. Raises error 5 for a code beyond 0 to 255."""
    return bytes([byte(code)]).decode("cp437")


def byte(number: float) -> int:
    """Returns `number` rounded to a whole number. Raises error 5 for one beyond 0 to 255."""
    rounded = whole(number, MIN_INTEGER, MAX_INTEGER)
    if not 0 <= rounded <= 255:
        raise LineError(ILLEGAL_FUNCTION_CALL)
    return rounded


def length_of(number: float) -> int:
    """Returns `number` rounded to the length of a string. Raises error 5 below 0."""
    rounded = whole(number, MIN_INTEGER, MAX_INTEGER)
    if rounded < 0:
        raise LineError(ILLEGAL_FUNCTION_CALL)
    return rounded


def asc(text: str) -> float:
    """Returns ASC: the code of the first character in DOS's character set. Raises error 5 if there is none."""
    try:
        return float(text[:1].encode("cp437")[0])
    except (IndexError, UnicodeEncodeError):
        raise LineError(ILLEGAL_FUNCTION_CALL) from None


def length(text: str) -> float:
    """Returns LEN."""
    return float(len(text))


def left(text: str, count: float) -> str:
    """Returns LEFT$. Raises error 5 if `count` is below 0."""
    return text[: length_of(count)]


def right(text: str, count: float) -> str:
    """Returns RIGHT$. Raises error 5 if `count` is below 0."""
    return text[max(len(text) - length_of(count), 0) :]


def space(count: float) -> str:
    """Returns SPACE$: so many blanks. Raises error 5 if `count` is below 0."""
    return " " * length_of(count)


def string(count: float, what: float | str) -> str:
    """Returns STRING$: a character, which has a code or begins a string, so many times. Raises error 5 for none."""
    return char(asc(what) if isinstance(what, str) else what) * length_of(count)


def instr(*arguments: Any) -> float:
    """Returns INSTR: the place of a string in another, from a start on, or 0. Raises error 5 for a start below 1."""
    *start, text, wanted = arguments
    first = whole(start[0] if start else 1.0, MIN_INTEGER, MAX_INTEGER)
    if first < 1:
        raise LineError(ILLEGAL_FUNCTION_CALL)
    return float(text.find(wanted, first - 1) + 1) if first <= len(text) else 0.0


def join(left_part: str, right_part: str) -> str:
    """Returns two strings as one. Raises error 14 if it is longer than the longest string."""
    if len(left_part) + len(right_part) > MAX_STRING:
        raise LineError(OUT_OF_STRING_SPACE)
    return left_part + right_part


def ltrim(text: str) -> str:
    """Returns LTRIM$: the text without the blanks at its start."""
    return text.lstrip(" ")


def mid(text: str, start: float, length: float = MAX_STRING) -> str:
    """Returns MID$. Raises error 5 if `start` is below 1 or `length` below 0."""
    first, count = whole(start, MIN_INTEGER, MAX_INTEGER), whole(length, MIN_INTEGER, MAX_INTEGER)
    if first < 1 or count < 0:
        raise LineError(ILLEGAL_FUNCTION_CALL)
    return text[first - 1 : first - 1 + count]


def swap(row: Any, key: Any, other_row: Any, other_key: Any) -> None:
    """SWAP: changes two variables or elements for each other. Each is in a dictionary, under a key."""
    row[key], other_row[other_key] = other_row[other_key], row[key]
