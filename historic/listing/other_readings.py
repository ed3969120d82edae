"""Other readings of doubtful places: what stands in the restored listing, and what else could stand there.

A place is doubtful if it was repaired and more than one repair can be thought of, or if it is left as printed although
its twin or the report's prose has it otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

_TWIN: Final = "the twin has it"
_LABEL: Final = "the label is not printed"
_POWER: Final = "printed as A or *, and * is valid BASIC"


class Reread(NamedTuple):
    """A place of the restored listing, `line` lines after `label`: what it reads, and what it could read instead."""

    label: str
    line: int
    reads: str
    instead: str


@dataclass(frozen=True)
class OtherReading:
    """Another reading of a doubtful place; `doubt` says why it can be thought of."""

    name: str
    places: tuple[Reread, ...]
    doubt: str

    def applied_to(self, listing: str) -> str:
        """Returns the restored listing, read so. Raises ValueError if a place is not in it."""
        lines = listing.splitlines()
        for place in self.places:
            index = _index(lines, place)
            if index is None or lines[index].count(place.reads) != 1:
                raise ValueError(f"{self.name}: {place.reads} is not in line {place.line} below {place.label}")
            lines[index] = lines[index].replace(place.reads, place.instead)
        return "".join(f"{line}\n" for line in lines)


def _index(lines: Sequence[str], place: Reread) -> int | None:
    """Returns the index of the line of a place; blank lines do not count."""
    if f"{place.label}:" not in lines:
        return None
    start = lines.index(f"{place.label}:")
    below = [index for index, line in enumerate(lines[start:], start) if line.strip()]
    return below[place.line] if place.line < len(below) else None


OTHER_READINGS: Final = (
    OtherReading(
        "board2-sixteen-stars",
        (Reread("BOARD2", 4, '"*****************"', '" ****************"'),),
        "Diagram 2-5 shows a blank and 16 stars",
    ),
    OtherReading("white2-centre-0", (Reread("WHITE2", 24, ">1", ">0"),), _TWIN),
    OtherReading("black2-centre-1", (Reread("BLACK2", 26, ">0", ">1"),), _TWIN),
    OtherReading(
        "centre-with-sign",
        (Reread("WHITE2", 24, "S1=S1+.1", "S1=S1+J"), Reread("BLACK2", 26, "S1=S1+.1", "S1=S1+J")),
        "the formula subtracts the opponent's centre squares",
    ),
    OtherReading("black2-piece-product", (Reread("BLACK2", 11, "2^(Z-25)", "2*(Z-25)"),), _POWER),
    OtherReading(
        "cwhite3-at-next-y8",
        (Reread("CWHITE2", 2, "NEXT Y8", "CWHITE3: NEXT Y8"), Reread("CWHITE2", 3, "CWHITE3: ", "")),
        _LABEL,
    ),
    OtherReading(
        "cwhite3-after-next-x8",
        (Reread("CWHITE2", 3, "CWHITE3: ", ""), Reread("CWHITE2", 4, "IF ", "CWHITE3: IF ")),
        _LABEL,
    ),
    OtherReading(
        "cwhite2-promotion",
        (Reread("CWHITE2", 13, "A(0,BESTPOS1)<8", "A(0,BESTPOS1)>0 AND A(0,BESTPOS1)<9"),),
        "CBLACK2, the twin, tests for all its pawns, 25 to 32; White's are 1 to 8",
    ),
    OtherReading(
        "cblack-own-rook",
        (Reread("CBLACK", 15, "PM(15,0)", "PM(15,1)"),),
        "CWHITE, the twin, tests its own rook",
    ),
    OtherReading("cblack-candidate-quotient", (Reread("CBLACK", 60, "2^Y9", "2*Y9"),), _POWER),
    OtherReading("cblack-candidate-product", (Reread("CBLACK", 62, "2^Y9", "2*Y9"),), _POWER),
    OtherReading("cblack4-rank-after", (Reread("CBLACK4", 9, "ZI<34", "ZI>34"),), "printed as K"),
    OtherReading("cblack4-rank-equal", (Reread("CBLACK4", 9, "ZI<34", "ZI=34"),), "printed as K"),
    OtherReading(
        "cblack4-castling-bonus",
        (Reread("CBLACK4", 31, "III>0", "II>0"),),
        "CWHITE4, the twin, has II; this is the reading `recorded`",
    ),
    OtherReading(
        "cblack3-at-next-y9",
        (Reread("CBLACK2", 2, "NEXT Y9", "CBLACK3: NEXT Y9"), Reread("CBLACK2", 3, "CBLACK3: ", "")),
        _LABEL,
    ),
    OtherReading(
        "cblack3-after-next-x9",
        (Reread("CBLACK2", 3, "CBLACK3: ", ""), Reread("CBLACK2", 4, "IF ", "CBLACK3: IF ")),
        _LABEL,
    ),
    OtherReading("init-eighteen", (Reread("INIT", 8, "(15)", "(18)"),), "printed as S, which also looks like 8"),
)
