"""SINGLE: BASIC's default number type, an IEEE binary32.

Python's float is a binary64, so each assignment to a SINGLE must round 53 bits to 24.
"""

from typing import Final

#: 2**29 + 1. Multiplying by it shifts the bits that do not fit into a binary32 to where addition rounds them off.
SPLITTER: Final = 536870913.0


def single(x: float) -> float:
    """Returns the binary32 nearest to `x`, ties to even, as a Python float.

    This is Veltkamp's splitting, which takes three operations and no call (T. J. Dekker, "A floating-point technique
    for extending the available precision", 1971). It is correct for zero and for magnitudes from 1E-30 to 1E+30.
    Subnormal singles and numbers beyond the largest single never occur in the program.

    Each operation must be rounded separately: a C compiler that fuses the multiplication with a subtraction breaks it
    (`-ffp-contract=off` prevents that).
    """
    t = x * SPLITTER
    return t - (t - x)
