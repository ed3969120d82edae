"""A repair: one damaged place of the listing, how it reads, and the evidence for that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from historic.readings import READINGS

#: The kinds of evidence, in the order of their weight.
TEXT: Final = "text"
TWIN: Final = "twin"
RECORD: Final = "record"
CONJECTURE: Final = "conjecture"
KINDS: Final = (TEXT, TWIN, RECORD, CONJECTURE)


@dataclass(frozen=True)
class Evidence:
    """One piece of evidence for a repair. `kind` says what it is, and which of the other fields it has:

    - TEXT: the report has `words`, `line` lines after `label`, not counting blank lines. The label is one of the
      listing's, or a heading of the report; an empty one is the beginning of the listing.
    - TWIN: the same, and the line is the counterpart of the damaged one in the other colour's half.
    - RECORD: without the repair, the program leaves the recorded game at `ply`.
    - CONJECTURE: nothing shows it; `words` say what is assumed.
    """

    kind: str
    label: str = ""
    line: int = 0
    words: str = ""
    ply: int = 0

    @property
    def has_place(self) -> bool:
        """True if the words stand in the report's text."""
        return self.kind in (TEXT, TWIN)

    def __str__(self) -> str:
        if self.kind == RECORD:
            return f"without it, the program leaves the recorded game at ply {self.ply}"
        return f"{place_of(self.label, self.line)}: {self.words}" if self.has_place else self.words


@dataclass(frozen=True)
class Repair:
    """One damaged place, and how it reads.

    The place is `printed` in the line that stands `line` lines after `label`, not counting blank lines. `reason`
    explains the evidence, and `evidence` is what can be looked up. A repair belongs to the readings in `readings`: to
    both, unless the two differ in it.
    """

    name: str
    label: str
    line: int
    printed: str
    reads: str
    reason: str
    evidence: tuple[Evidence, ...]
    readings: tuple[str, ...] = READINGS

    @property
    def row(self) -> str:
        """The repair without its reason and evidence, for the sum of the list of repairs."""
        return "\t".join([self.name, self.label, str(self.line), self.printed, self.reads])


def place_of(label: str, line: int) -> str:
    """Returns a place in words: `WHITE2, line 3`, or `head, line 3` above the first label."""
    return f"{label or 'head'}, line {line}"
