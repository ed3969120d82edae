"""The two readings of the damaged listing.

CBLACK's last test before it adds .9 for castling reads III in print. Were it II, as in the twin from which CBLACK was
copied, the program would play all 23 plies of Appendix C. That one letter is the whole difference.
"""

from typing import Final

#: The listing as printed: it agrees with 22 of the 23 recorded plies.
PRINTED: Final = "printed"
#: The same with that one letter changed: it agrees with all 23.
RECORDED: Final = "recorded"

READINGS: Final = (PRINTED, RECORDED)
#: What the commands say of them.
READING_HELP: Final = "The listing as printed, or with the one letter of the recorded game."


def checked_reading(name: str) -> str:
    """`name` itself, if it is a reading; ValueError, naming the readings, if not."""
    if name not in READINGS:
        raise ValueError(f"no such reading: {name!r}; the readings are {' and '.join(READINGS)}")
    return name
