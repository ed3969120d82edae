"""SINGLE: BASIC's ordinary number, an IEEE binary32.

Python's float is a binary64, so each assignment to a SINGLE has to drop 29 of its 53 bits.
"""

from typing import Final

#: 2**29 + 1. Multiplying by it lifts the bits that a binary32 has no room for to where adding rounds them off.
SPLITTER: Final = 536870913.0


def single(x: float) -> float:
    """The binary32 nearest to `x`, ties to even, as a Python float.

    This is Veltkamp's splitting, which costs three operations and no call (T. J. Dekker, "A floating-point
    technique for extending the available precision", 1971). It holds for zero and for magnitudes from 1E-30 to
    1E+30; the subnormal singles and what lies beyond the largest never occur in the program.

    Each operation must round by itself: a C compiler that fuses the multiplication with a subtraction breaks it
    (`-ffp-contract=off` forbids that).
    """
    t = x * SPLITTER
    return t - (t - x)
