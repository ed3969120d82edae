"""How PRINT writes a number."""

from typing import Final

#: PRINT gives a SINGLE seven significant digits, and never more than seven before or after the point.
DIGITS: Final = 7


def print_number(number: float) -> str:
    """`number` as PRINT writes it: a minus sign or a blank, the digits, a blank.

    No zero stands before the point (`.5`, `-.76`), none at the end (`-1`). Where seven digits cannot show the
    number unscaled as well as scaled, it is scaled: `1E+07`, `1.5E-08`.
    """
    sign = "-" if number < 0 else " "
    return f"{sign}{_digits(abs(number))} "


def _digits(size: float) -> str:
    mantissa, _, power = f"{size:.{DIGITS - 1}e}".partition("e")
    digits = mantissa.replace(".", "").rstrip("0")
    exponent = int(power)
    if not digits:
        return "0"
    if 0 <= exponent < DIGITS:
        whole, fraction = digits[: exponent + 1], digits[exponent + 1 :]
        return whole.ljust(exponent + 1, "0") + ("." + fraction if fraction else "")
    zeros = -exponent - 1
    if zeros >= 0 and zeros + len(digits) <= DIGITS:
        return "." + "0" * zeros + digits
    fraction = "." + digits[1:] if digits[1:] else ""
    return f"{digits[0]}{fraction}E{exponent:+03d}"
