"""The two readings of the damaged listing.

In print, CBLACK's last test before it adds .9 for castling reads III. If it read II, as its twin CWHITE does, the
program would play all 23 plies of Appendix C. The readings differ in that one letter only.
"""

from typing import Final

#: The listing as printed: it agrees with 22 of the 23 recorded plies.
PRINTED: Final = "printed"
#: The listing with that one letter changed: it agrees with all 23.
RECORDED: Final = "recorded"

READINGS: Final = (PRINTED, RECORDED)
#: The help text of the commands' `--reading` option.
READING_HELP: Final = "The listing as printed, or with one letter changed so that it fits the recorded game."


def checked_reading(name: str) -> str:
    """Returns `name` if it is a reading. Raises ValueError, with the names of the readings, if it is not."""
    if name not in READINGS:
        raise ValueError(f"no such reading: {name!r}; the readings are {' and '.join(READINGS)}")
    return name
