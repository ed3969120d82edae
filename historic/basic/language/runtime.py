"""The functions that a compiled listing calls while it runs: conversions, operators and functions of BASIC."""

from __future__ import annotations

import math
import re
import struct
import time
from collections.abc import Callable
from typing import Any, Final

from historic.basic.language import errors
from historic.basic.language.errors import LineError
from historic.basic.language.terms import BYTES, DOUBLE, INTEGER, LIMITS, LONG, SINGLE
from historic.basic.numbers import double_text, number_text
from historic.basic.printing import Double, Spaces, using, written

#: A number from here on is rounded to infinity: halfway between the largest SINGLE and the power of two above it.
LIMIT: Final = float.fromhex("0x1.ffffffp127")
#: The smallest SINGLE that has all its 24 bits. Below it, `t - (t - x)` does not round as a SINGLE does.
SMALLEST: Final = 2.0**-126
#: The whole numbers up to here are exact as SINGLE.
EXACT: Final = 2.0**24
#: AND, OR, XOR, MOD and \ work on LONG integers.
MIN_LONG, MAX_LONG = LIMITS[LONG]
MIN_INTEGER, MAX_INTEGER = LIMITS[INTEGER]
#: The longest string of QBasic.
MAX_STRING: Final = 32767
#: How many powers of two are kept.
MAX_POWERS: Final = 10_000
#: A number as VAL, without blanks, and DATA have it: in decimal digits, or its bits.
NUMBER_TEXT: Final = re.compile(
    r"[+-]?(\d+\.?\d*|\.\d+)([ED][+-]?\d+)?|&(?:H(?P<hex>[0-9A-F]+)|O?(?P<octal>[0-7]+))", re.IGNORECASE
)
#: How a number of each type lies in memory.
PACKED: Final = {INTEGER: "<h", LONG: "<i", SINGLE: "<f", DOUBLE: "<d"}
_pack = struct.Struct("f")


def single_of(number: float) -> float:
    """Returns `number` rounded to the nearest SINGLE, ties to even. Raises error 6 beyond the largest."""
    try:
        rounded: float = _pack.unpack(_pack.pack(number))[0]
    except OverflowError:
        raise LineError(errors.OVERFLOW) from None
    if not math.isfinite(rounded):
        raise LineError(errors.OVERFLOW)
    return rounded


def whole(number: float, lowest: int = MIN_LONG, highest: int = MAX_LONG) -> int:
    """Returns `number` rounded to a whole number, ties to even, as QBasic does. Raises error 6 outside the limits."""
    if not lowest - 1 < number < highest + 1:
        raise LineError(errors.OVERFLOW)
    rounded = round(number)
    if not lowest <= rounded <= highest:
        raise LineError(errors.OVERFLOW)
    return rounded


class PowersOfTwo(dict[float, float]):
    """Two to the power of each key; the powers are kept as they are asked for."""

    def __missing__(self, exponent: float) -> float:
        result = power_(2.0, exponent)
        if len(self) < MAX_POWERS:
            self[exponent] = result
        return result


def power_(base: float, exponent: float) -> float:
    """Returns base ^ exponent. Raises error 5 for a root of a negative number, and error 11 for 0 ^ -1."""
    if base < 0 and exponent != math.floor(exponent):
        raise LineError(errors.ILLEGAL_FUNCTION_CALL)
    try:
        return float(base**exponent)
    except OverflowError:
        raise LineError(errors.OVERFLOW) from None


def quotient_(left: float, right: float) -> float:
    r"""Returns left \ right: the quotient of whole numbers without its fraction. Raises error 11 for 0."""
    return float(math.trunc(whole(left) / whole(right)))


def mod_(left: float, right: float) -> float:
    """Returns the remainder of a division of whole numbers, with the sign of the left one. Raises error 11 for 0."""
    dividend, divisor = whole(left), whole(right)
    return float(dividend - divisor * math.trunc(dividend / divisor))


def integer(number: float) -> float:
    """Returns `number` as an INTEGER, ties to even. Raises error 6 beyond 16 bits."""
    return float(whole(number, MIN_INTEGER, MAX_INTEGER))


def long(number: float) -> float:
    """Returns `number` as a LONG, ties to even. Raises error 6 beyond 32 bits."""
    return float(whole(number))


def double_(number: float) -> float:
    """Returns a DOUBLE as it is. Raises error 6 beyond the largest."""
    if not math.isfinite(number):
        raise LineError(errors.OVERFLOW)
    return number


def wrapped_integer(number: float) -> float:
    """Returns the lowest 16 bits of `number` as an INTEGER, as QB64 does where QBasic has error 6."""
    return float((whole_(number) - MIN_INTEGER) % 2**16 + MIN_INTEGER)


def wrapped_long(number: float) -> float:
    """Returns the lowest 32 bits of `number` as a LONG."""
    return float((whole_(number) - MIN_LONG) % 2**32 + MIN_LONG)


#: The functions that convert a number to a type, and those that keep the lowest bits of one that is too large.
TO_TYPE: Final[dict[str, Callable[[float], float]]] = {SINGLE: single_of, INTEGER: integer, LONG: long, DOUBLE: double_}
WRAPPED: Final[dict[str, Callable[[float], float]]] = {INTEGER: wrapped_integer, LONG: wrapped_long}


def whole_(number: float) -> int:
    """Returns `number` rounded to a whole number, which PRINT shows with all its digits. Raises error 6 for none."""
    if not math.isfinite(number):
        raise LineError(errors.OVERFLOW)
    return round(number)


def int_(number: float, double: bool = False) -> float:
    """Returns INT: the largest whole number that is not above `number`, which is rounded to a SINGLE first or not."""
    return float(math.floor(number if double else single_of(number)))


def fix_(number: float, double: bool = False) -> float:
    """Returns FIX: `number`, which is rounded to a SINGLE first or not, without its fraction."""
    return float(math.trunc(number if double else single_of(number)))


def error_(code: float) -> None:
    """ERROR: raises the error of a number, 1 to 255."""
    raise LineError(byte_(code) or errors.ILLEGAL_FUNCTION_CALL)


def root(function: Callable[[float], float]) -> Callable[..., float]:
    """Returns SQR, SIN or the like: a function of a SINGLE, or of a DOUBLE. Errors are 5 and 6."""

    def rounded(number: float, double: bool = False) -> float:
        try:
            result = function(number if double else single_of(number))
        except ValueError:
            raise LineError(errors.ILLEGAL_FUNCTION_CALL) from None
        except OverflowError:
            raise LineError(errors.OVERFLOW) from None
        return result if double else single_of(result)

    return rounded


def str_(number: float | str) -> str:
    """Returns STR$: PRINT's text of a number, which a DOUBLE is already, without the blank at the end."""
    return (number if isinstance(number, str) else number_text(number))[:-1]


def val_(text: str) -> float:
    """Returns VAL: the number at the start of `text`, or 0 without one. Blanks do not count."""
    text = re.sub(r"[ \t\n]", "", text)
    found = NUMBER_TEXT.match(text)
    return number_of(found[0]) if found else 0.0


def number_of(text: str) -> float:
    """Returns the number in a text, 0 if it is empty. Raises ValueError if it is not a number, error 6 if too large."""
    found = NUMBER_TEXT.fullmatch(text or "0")
    if not found:
        raise ValueError
    if text[:1] == "&":
        value = int(found["hex"], 16) if found["hex"] else int(found["octal"], 8)
        return wrapped_integer(value) if value < 2**16 else wrapped_long(value % 2**32)
    number = float((text or "0").upper().replace("D", "E"))
    if not math.isfinite(number):
        raise LineError(errors.OVERFLOW)
    return number


def within(number: float, lowest: int, highest: int = MAX_INTEGER) -> int:
    """Returns `number` rounded to a whole number. Raises error 6 beyond an INTEGER, and error 5 outside the limits."""
    rounded = whole(number, MIN_INTEGER, MAX_INTEGER)
    if not lowest <= rounded <= highest:
        raise LineError(errors.ILLEGAL_FUNCTION_CALL)
    return rounded


def byte_(number: float) -> int:
    """Returns `number` rounded to a whole number. Raises error 5 for one beyond 0 to 255."""
    return within(number, 0, 255)


def asc_(text: str) -> float:
    """Returns ASC: the code of the first character in DOS's character set. Raises error 5 for an empty text."""
    if not text:
        raise LineError(errors.ILLEGAL_FUNCTION_CALL)
    return float(ord(text[0]))


def string_(count: float, what: float | str) -> str:
    """Returns STRING$: repeats a character, given by its code or by a string. Raises error 5 without one."""
    return chr(byte_(asc_(what) if isinstance(what, str) else what)) * within(count, 0)


def instr_(*arguments: Any) -> float:
    """Returns INSTR: the place of a string in another, from a start on, or 0. Raises error 5 for a start below 1."""
    *start, text, wanted = arguments
    first = within(start[0] if start else 1.0, 1)
    return float(text.find(wanted, first - 1) + 1) if first <= len(text) else 0.0


def join_(left_part: str, right_part: str) -> str:
    """Returns two strings as one. Raises error 14 if it is longer than the longest string."""
    if len(left_part) + len(right_part) > MAX_STRING:
        raise LineError(errors.OUT_OF_STRING_SPACE)
    return left_part + right_part


def _bits(number: float) -> int:
    value = whole(number, MIN_LONG, 2**32 - 1)
    return value % 2 ** (16 if MIN_INTEGER <= value < 0 else 32)


def packer(type_: str) -> Callable[[float], str]:
    """Returns MKI$ or the like: the bytes of a number of a type."""
    convert = TO_TYPE[type_]

    def packed(number: float) -> str:
        value = convert(number)
        return struct.pack(PACKED[type_], int(value) if type_ in (INTEGER, LONG) else value).decode("latin-1")

    return packed


def unpacker(type_: str) -> Callable[[str], float]:
    """Returns CVI or the like: the number of a type that a string's first bytes are. Error 5 for too few."""

    def unpacked(text: str) -> float:
        if len(text) < BYTES[type_]:
            raise LineError(errors.ILLEGAL_FUNCTION_CALL)
        return float(struct.unpack(PACKED[type_], text[: BYTES[type_]].encode("latin-1"))[0])

    return unpacked


def mid_(text: str, start: float, length: float = MAX_STRING) -> str:
    """Returns MID$. Raises error 5 if `start` is below 1 or `length` below 0."""
    first = within(start, 1)
    return text[first - 1 : first - 1 + within(length, 0)]


def mid_put_(text: str, start: float, *rest: Any) -> str:
    """Returns the result of MID$ as a statement: as long as before. Raises error 5 for a place outside."""
    part: str
    *count, part = rest
    first, most = within(start, 1, len(text)), within(count[0], 0) if count else MAX_STRING
    part = part[: min(most, len(text) - first + 1)]
    return text[: first - 1] + part + text[first - 1 + len(part) :]


def timer_() -> float:
    """Returns TIMER: the seconds since midnight, to a hundredth."""
    now = time.time()
    local = time.localtime(now)
    return single_of(local.tm_hour * 3600 + local.tm_min * 60 + local.tm_sec + round(now % 1, 2))


def fixed_(text: str, length: int) -> str:
    """Returns a text as a string of fixed length holds it."""
    return text[:length].ljust(length)


class FixedPlace:
    """A string of fixed length as an argument of a SUB that knows no length: its row and its key there."""

    def __init__(self, row: dict[Any, Any], key: Any, length: int) -> None:
        self.row, self.key, self.length = row, key, length

    def __getitem__(self, _: int) -> str:
        text: str = self.row[self.key]
        return text

    def __setitem__(self, _: int, text: str) -> None:
        self.row[self.key] = fixed_(text, self.length)


def swap_(row: Any, key: Any, other_row: Any, other_key: Any) -> None:
    """SWAP: changes two variables or elements for each other. Each is in a dictionary, under a key."""
    row[key], other_row[other_key] = other_row[other_key], row[key]


def double_text_(number: float) -> str:
    """Returns a DOUBLE as PRINT writes it. Raises error 6 beyond the largest."""
    return double_text(double_(number))


def using_(picture: str, *values: float | str | Spaces) -> list[str | Spaces]:
    """Returns the text that PRINT USING writes. Raises error 5 without fields in it, and 13 for the wrong type."""
    try:
        return using(picture, *values)
    except ValueError:
        raise LineError(errors.ILLEGAL_FUNCTION_CALL) from None
    except TypeError:
        raise LineError(errors.TYPE_MISMATCH) from None


#: The names by which a listing's blocks call functions. AND, OR and the like work on the bits of LONGs, and HEX$ and
#: OCT$ show 16 of them for a number that an INTEGER can be.
CALLED: Final[dict[str, Callable[..., Any]]] = {
    "and_": lambda left, right: float(whole(left) & whole(right)),
    "or_": lambda left, right: float(whole(left) | whole(right)),
    "xor_": lambda left, right: float(whole(left) ^ whole(right)),
    "eqv_": lambda left, right: float(~(whole(left) ^ whole(right))),
    "imp_": lambda left, right: float(~whole(left) | whole(right)),
    "sgn_": lambda number: float((number > 0) - (number < 0)),
    "sqr_": root(math.sqrt),
    "atn_": root(math.atan),
    **{f"{name}_": root(getattr(math, name)) for name in ("sin", "cos", "tan", "exp", "log")},
    "single_": single_of,
    "csng_": single_of,
    "cdbl_": double_,
    "wide_": Double,
    "fixed_place_": FixedPlace,
    "written_": written,
    "chr_": lambda code: chr(byte_(code)),
    "len_": lambda text: float(len(text)),
    "left_": lambda text, count: text[: within(count, 0)],
    "right_": lambda text, count: text[max(len(text) - within(count, 0), 0) :],
    "space_": lambda count: " " * within(count, 0),
    "ltrim_": lambda text: text.lstrip(" "),
    "rtrim_": lambda text: text.rstrip(" "),
    "lcase_": lambda text: text.translate({code: code + 32 for code in range(65, 91)}),
    "ucase_": lambda text: text.translate({code: code - 32 for code in range(97, 123)}),
    "hex_": lambda number: f"{_bits(number):X}",
    "oct_": lambda number: f"{_bits(number):o}",
    "date_": lambda: time.strftime("%m-%d-%Y"),
    "time_": lambda: time.strftime("%H:%M:%S"),
    **{f"mk{letter}_": packer(type_) for letter, type_ in zip("ilsd", PACKED, strict=True)},
    **{f"cv{letter}_": unpacker(type_) for letter, type_ in zip("ilsd", PACKED, strict=True)},
    **{name: value for name, value in globals().items() if name.endswith("_") and name[0] != "_"},
}
