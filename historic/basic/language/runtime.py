"""What a compiled listing calls while it runs: conversions, operators and functions."""

from __future__ import annotations

import math
import re
import struct
import time
from collections.abc import Callable, Iterator
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Final

from historic.basic.language.errors import (
    DIVISION_BY_ZERO,
    ILLEGAL_FUNCTION_CALL,
    OUT_OF_STRING_SPACE,
    OVERFLOW,
    TYPE_MISMATCH,
    LineError,
)
from historic.basic.language.terms import BYTES, DOUBLE, INTEGER, LONG, SINGLE
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
BITS_TEXT: Final = re.compile(r"&(?:H([0-9A-F]+)|O?([0-7]+))", re.IGNORECASE)
#: The digits that PRINT shows of a DOUBLE.
DOUBLE_DIGITS: Final = 16
#: What DOS shows for the characters that a terminal would take for commands.
PICTURES: Final = dict(zip([*range(32), 127], " ☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼⌂", strict=True))
#: DOS's character set: what it shows for each byte, and the byte for what it shows.
SHOWN: Final = {code: PICTURES.get(code, bytes([code]).decode("cp437")) for code in range(256)}
CODES: Final = {ord(picture): code for code, picture in PICTURES.items() if code}

#: How a number of each type lies in memory.
PACKED: Final = {INTEGER: "<h", LONG: "<i", SINGLE: "<f", DOUBLE: "<d"}
_pack = struct.Struct("f")


def bytes_of(text: str) -> str:
    """Returns a text as strings have it inside: a character for each byte of DOS's character set.

    Raises UnicodeEncodeError for a character that the set does not have.
    """
    return text if text.isascii() else text.translate(CODES).encode("cp437").decode("latin-1")


def typed_bytes(text: str) -> str:
    """Returns what is typed as strings have it inside; a character that DOS does not have is a question mark."""
    return "".join(bytes_of(char) if char.isascii() or _has(char) else "?" for char in text)


def _has(char: str) -> bool:
    try:
        return bool(bytes_of(char))
    except UnicodeEncodeError:
        return False


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


def eqv(left: float, right: float) -> float:
    """Returns the bits that both numbers have or that both lack, each rounded to a LONG."""
    return float(~(whole(left) ^ whole(right)))


def imp(left: float, right: float) -> float:
    """Returns the bits that the right number has or that the left one lacks, each rounded to a LONG."""
    return float(~whole(left) | whole(right))


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


#: What makes a number one of a type other than SINGLE.
TO_TYPE: Final[dict[str, Callable[[float], float]]] = {INTEGER: integer, LONG: long, DOUBLE: float}


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


def int_(number: float, double: bool = False) -> float:
    """Returns INT: the largest whole number that is not above `number`, which is rounded to a SINGLE first or not."""
    return float(math.floor(number if double else single_of(number)))


def fix(number: float, double: bool = False) -> float:
    """Returns FIX: `number`, which is rounded to a SINGLE first or not, without its fraction."""
    return float(math.trunc(number if double else single_of(number)))


def sgn(number: float) -> float:
    """Returns SGN: -1, 0 or 1, the sign of `number`."""
    return float((number > 0) - (number < 0))


def root(function: Callable[[float], float]) -> Callable[..., float]:
    """Returns SQR, SIN or the like: a function of a SINGLE, or of a DOUBLE. Errors are 5 and 6."""

    def rounded(number: float, double: bool = False) -> float:
        try:
            result = function(number if double else single_of(number))
        except ValueError:
            raise LineError(ILLEGAL_FUNCTION_CALL) from None
        except OverflowError:
            raise LineError(OVERFLOW) from None
        return result if double else single_of(result)

    return rounded


def number_text(number: float) -> str:
    """Returns `number` as PRINT writes it; a Python integer is an INTEGER or a LONG, and has all its digits."""
    return f"{'' if number < 0 else ' '}{number} " if isinstance(number, int) else print_number(number)


def double_text(number: float) -> str:
    """Returns a DOUBLE as PRINT writes it."""
    return print_number(number, DOUBLE_DIGITS, "D")


def str_(number: float | str) -> str:
    """Returns STR$: what PRINT writes, which a DOUBLE is already, without the blank at the end."""
    return (number if isinstance(number, str) else number_text(number))[:-1]


def val(text: str) -> float:
    """Returns VAL: the number at the start of `text`, or 0 if there is none. Blanks do not count."""
    text = re.sub(r"[ \t\n]", "", text)
    found = NUMBER_TEXT.match(text) or BITS_TEXT.match(text)
    return double_of(found[0]) if found else 0.0


def double_of(text: str) -> float:
    """Returns the value of a NUMBER_TEXT or BITS_TEXT. Raises error 6 for one beyond the largest."""
    bits = BITS_TEXT.fullmatch(text)
    if bits:
        value = int(bits[1], 16) if bits[1] else int(bits[2], 8)
        return wrapped_integer(value) if value < 2**16 else wrapped_long(value % 2**32)
    number = float(text.upper().replace("D", "E"))
    if not math.isfinite(number):
        raise LineError(OVERFLOW)
    return number


def char(code: float) -> str:
    """Returns CHR$: the character of a code in DOS's character set. Raises error 5 for a code beyond 0 to 255."""
    return chr(byte(code))


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
    if not text:
        raise LineError(ILLEGAL_FUNCTION_CALL)
    return float(ord(text[0]))


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


def rtrim(text: str) -> str:
    """Returns RTRIM$: the text without the blanks at its end."""
    return text.rstrip(" ")


def lcase(text: str) -> str:
    """Returns LCASE$: the text with small letters; only those of ASCII change."""
    return text.translate({code: code + 32 for code in range(65, 91)})


def ucase(text: str) -> str:
    """Returns UCASE$: the text with capital letters; only those of ASCII change."""
    return text.translate({code: code - 32 for code in range(97, 123)})


def hex_(number: float) -> str:
    """Returns HEX$: a LONG by its bits, 16 of them for a number that an INTEGER can be."""
    return f"{_bits(number):X}"


def oct_(number: float) -> str:
    """Returns OCT$."""
    return f"{_bits(number):o}"


def _bits(number: float) -> int:
    value = whole(number, MIN_LONG, 2**32 - 1)
    return value % 2 ** (16 if MIN_INTEGER <= value < 0 else 32)


def packer(type_: str) -> Callable[[float], str]:
    """Returns MKI$ or the like: the bytes of a number of a type."""
    convert = TO_TYPE.get(type_, single_of)

    def packed(number: float) -> str:
        value = convert(number)
        return struct.pack(PACKED[type_], int(value) if type_ in (INTEGER, LONG) else value).decode("latin-1")

    return packed


def unpacker(type_: str) -> Callable[[str], float]:
    """Returns CVI or the like: the number of a type that a string's first bytes are. Error 5 for too few."""

    def unpacked(text: str) -> float:
        if len(text) < BYTES[type_]:
            raise LineError(ILLEGAL_FUNCTION_CALL)
        return float(struct.unpack(PACKED[type_], text[: BYTES[type_]].encode("latin-1"))[0])

    return unpacked


def mid(text: str, start: float, length: float = MAX_STRING) -> str:
    """Returns MID$. Raises error 5 if `start` is below 1 or `length` below 0."""
    first, count = whole(start, MIN_INTEGER, MAX_INTEGER), whole(length, MIN_INTEGER, MAX_INTEGER)
    if first < 1 or count < 0:
        raise LineError(ILLEGAL_FUNCTION_CALL)
    return text[first - 1 : first - 1 + count]


def mid_put(text: str, start: float, *rest: Any) -> str:
    """Returns what MID$ as a statement makes of a text: as long as before. Raises error 5 for a place outside."""
    part: str
    *count, part = rest
    first, most = whole(start, MIN_INTEGER, MAX_INTEGER), length_of(count[0]) if count else MAX_STRING
    if not 1 <= first <= len(text):
        raise LineError(ILLEGAL_FUNCTION_CALL)
    part = part[: min(most, len(text) - first + 1)]
    return text[: first - 1] + part + text[first - 1 + len(part) :]


def date() -> str:
    """Returns DATE$: month-day-year."""
    return time.strftime("%m-%d-%Y")


def clock() -> str:
    """Returns TIME$: hours:minutes:seconds."""
    return time.strftime("%H:%M:%S")


def timer() -> float:
    """Returns TIMER: the seconds since midnight, to a hundredth."""
    now = time.time()
    local = time.localtime(now)
    return single_of(local.tm_hour * 3600 + local.tm_min * 60 + local.tm_sec + round(now % 1, 2))


class Random:
    """RND: QBasic's generator, x * 16598013 + 12820163 modulo 2^24."""

    def __init__(self) -> None:
        self.seed = 0x50000

    def next(self, choice: float = 1.0) -> float:
        """Returns RND: the next number, the last one again for 0, or, below 0, the one that belongs to `choice`."""
        if choice < 0:
            (bits,) = struct.unpack("<I", struct.pack("<f", single_of(choice)))
            self.seed = bits + (bits >> 24)
        if choice:
            self.seed = (self.seed * 16598013 + 12820163) % 2**24
        return self.seed / 2**24

    def begin(self, number: float) -> None:
        """RANDOMIZE: replaces the upper two bytes of the seed."""
        (bits,) = struct.unpack("<I", struct.pack("<d", number)[4:])
        self.seed = (bits ^ bits >> 16) % 2**16 << 8 | self.seed % 2**8


# ---- PRINT USING and WRITE

#: A field of PRINT USING: a character as it is, a string, or a number, whose parts are the sign, what fills it and
#: stands before it, the places before and behind the point, the exponent, and a sign behind it.
FIELD: Final = re.compile(
    r"_(?P<literal>.)|(?P<text>!|&|\\ *\\)"
    r"|(?=\+?(?:\*\*|\$\$|\.?#))(?P<plus>\+?)(?P<fill>\*\*\$?|\$\$|)(?P<whole>#[#,]*|,*)(?P<point>\.#*|)"
    r"(?P<power>\^{4,5}|)(?P<behind>[+-]?)"
)


def using(picture: str, *values: float | str) -> str:
    """Returns what PRINT USING writes. Raises error 5 for a picture without fields, and 13 for the wrong type."""
    parts: list[str | re.Match[str]] = []
    place = 0
    for found in FIELD.finditer(picture):
        parts += [picture[place : found.start()], found["literal"] or found]
        place = found.end()
    parts.append(picture[place:])
    if all(isinstance(part, str) for part in parts):
        raise LineError(ILLEGAL_FUNCTION_CALL)
    written = "".join(_fields(parts, list(values)))
    if len(written) > MAX_STRING:
        raise LineError(OUT_OF_STRING_SPACE)
    return written


def _fields(parts: list[str | re.Match[str]], values: list[float | str]) -> Iterator[str]:
    """Yields the texts and the fields with their values. The picture begins again for more values."""
    while True:
        for part in parts:
            if isinstance(part, str):
                yield part
            elif not values:
                return
            elif isinstance(values[0], str) != bool(part["text"]):
                raise LineError(TYPE_MISMATCH)
            else:
                value = values.pop(0)
                yield _text_field(part[0], value) if isinstance(value, str) else _number_field(part, value)
        if not values:
            return


def _text_field(field: str, text: str) -> str:
    return text if field == "&" else text[:1] or " " if field == "!" else text[: len(field)].ljust(len(field))


def _number_field(field: re.Match[str], number: float) -> str:
    power = places = max(len(field["point"]) - 1, 0)
    width = len(field["fill"]) + len(field["whole"])
    value = Decimal(print_number(number, DOUBLE_DIGITS).strip() if isinstance(number, int) else repr(number))
    exponent = ""
    if field["power"]:
        ahead = max(width - (not field["plus"] and not field["behind"]), 0)
        power = value.adjusted() - ahead + 1 if value else 0
        exponent = f"E{power:+0{len(field['power']) - 1}d}"
        value = value.scaleb(-power)
    digits = f"{abs(value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)):f}"
    whole_part, _, fraction = digits.partition(".")
    if "," in field["whole"]:
        whole_part = f"{int(whole_part):,}"
    sign = "-" if number < 0 else "+" if field["plus"] or field["behind"] == "+" else ""
    before = "" if field["behind"] else sign
    behind = (sign or " ") if field["behind"] else ""
    dollar = "$" if "$" in field["fill"] else ""
    width += bool(field["plus"])
    if whole_part == "0" and field["point"] and len(before + dollar) + 1 > width:
        whole_part = ""
    text = before + dollar + whole_part
    text = "%" + text if len(text) > width else text.rjust(width, "*" if "*" in field["fill"] else " ")
    return text + ("." + fraction if field["point"] else "") + exponent + behind


def written(*values: float | str) -> str:
    """Returns what WRITE writes: values between commas, strings between quotes."""
    texts = (f'"{value}"' if isinstance(value, str) else number_text(value).strip() for value in values)
    return ",".join(texts)


#: What computes each function whose result depends on nothing but its arguments.
PURE: Final[dict[str, Callable[..., Any]]] = {
    "ASC": asc,
    "ATN": root(math.atan),
    "CDBL": float,
    "CHR$": char,
    "COS": root(math.cos),
    "CSNG": single_of,
    "DATE$": date,
    "EXP": root(math.exp),
    "FIX": fix,
    "HEX$": hex_,
    "INSTR": instr,
    "INT": int_,
    "LCASE$": lcase,
    "LEFT$": left,
    "LEN": length,
    "LOG": root(math.log),
    "LTRIM$": ltrim,
    "MID$": mid,
    "MID$=": mid_put,
    "OCT$": oct_,
    "RIGHT$": right,
    "RTRIM$": rtrim,
    "SGN": sgn,
    "SIN": root(math.sin),
    "SPACE$": space,
    "SQR": root(math.sqrt),
    "STR$": str_,
    "STRING$": string,
    "TAN": root(math.tan),
    "TIME$": clock,
    "TIMER": timer,
    "UCASE$": ucase,
    "VAL": val,
    **{f"MK{letter}$": packer(type_) for letter, type_ in zip("ILSD", PACKED, strict=True)},
    **{f"CV{letter}": unpacker(type_) for letter, type_ in zip("ILSD", PACKED, strict=True)},
}


def swap(row: Any, key: Any, other_row: Any, other_key: Any) -> None:
    """SWAP: changes two variables or elements for each other. Each is in a dictionary, under a key."""
    row[key], other_row[other_key] = other_row[other_key], row[key]
