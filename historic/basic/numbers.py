"""PRINT's number format."""

from typing import Final

#: PRINT shows a SINGLE with up to seven significant digits, and never with more than seven before or after the point.
DIGITS: Final = 7
#: The digits that PRINT shows of a DOUBLE.
DOUBLE_DIGITS: Final = 16


def print_number(number: float, digits: int = DIGITS, letter: str = "E") -> str:
    """Returns `number` as PRINT writes it: a minus sign or a blank, the digits, a blank.

    A DOUBLE has 16 `digits`, and D as the `letter` of its exponent.

    No zero stands before the point (`.5`, `-.76`) or at the end (`-1`). A number gets an exponent only if these
    digits are too few without one: `1E+07`, `1.5E-08`.
    """
    sign = "-" if number < 0 else " "
    return f"{sign}{_digits(abs(number), digits, letter)} "


def number_text(number: float) -> str:
    """Returns `number` as PRINT writes it; a Python integer is an INTEGER or a LONG, and has all its digits."""
    return f"{'' if number < 0 else ' '}{number} " if isinstance(number, int) else print_number(number)


def double_text(number: float) -> str:
    """Returns a DOUBLE as PRINT writes it."""
    return print_number(number, DOUBLE_DIGITS, "D")


def _digits(magnitude: float, most: int, letter: str) -> str:
    mantissa, _, power = f"{magnitude:.{most - 1}e}".partition("e")
    digits = mantissa.replace(".", "").rstrip("0")
    exponent = int(power)
    if not digits:
        return "0"
    if 0 <= exponent < most:
        whole, fraction = digits[: exponent + 1], digits[exponent + 1 :]
        return whole.ljust(exponent + 1, "0") + ("." + fraction if fraction else "")
    zeros = -exponent - 1
    if zeros >= 0 and zeros + len(digits) <= most:
        return "." + "0" * zeros + digits
    fraction = "." + digits[1:] if digits[1:] else ""
    return f"{digits[0]}{fraction}{letter}{exponent:+03d}"
