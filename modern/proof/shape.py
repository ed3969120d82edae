"""The shape of the listing: where its lines begin, how long they are, and how firmly the record pins each. No text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple, Self

from modern.proof.changes import Change
from modern.proof.counterparts import Counterparts
from modern.proof.listing_changes import lines_of
from modern.proof.port_changes import port_source
from modern.proof.record import Ending

#: A level of indentation, in characters.
INDENT = 2


class ShapeLine(NamedTuple):
    """A line that is not blank: `offset` lines below `label`, whose own line is 0; `indent` and `length` in characters.

    `changes` is how many changes of its tokens were played in the port, and `earlier` how many of them left the record
    before the unchanged listing does.
    """

    label: str
    offset: int
    indent: int
    length: int
    changes: int
    earlier: int

    @property
    def share(self) -> float | None:
        """The share of the changes that left the record earlier, from 0 to 1, or None if there was no change."""
        return self.earlier / self.changes if self.changes else None

    @classmethod
    def from_json(cls, row: Any) -> Self:
        """Returns the line of a row of JSON. Raises TypeError or ValueError if it is none."""
        label, *numbers = row
        if not isinstance(label, str) or not all(isinstance(number, int) and number >= 0 for number in numbers):
            raise ValueError("expected a label and whole numbers")
        return cls(label, *numbers)


def shape_of(listing: str, played: Iterable[tuple[Change, Ending]]) -> list[ShapeLine]:
    """Returns the shape of the restored listing, given changes of the port with their endings."""
    counterparts = Counterparts(port_source(), listing)
    changes: Counter[int] = Counter()
    earlier: Counter[int] = Counter()
    for change, ending in played:
        if line := counterparts.line(change):
            changes[line.number] += 1
            earlier[line.number] += ending.is_earlier
    return [
        ShapeLine(
            line.label,
            line.offset,
            INDENT * (len(line.text) - len(line.text.lstrip("\t"))),
            len(line.text.strip()),
            changes[line.number],
            earlier[line.number],
        )
        for line in lines_of(listing)
    ]
