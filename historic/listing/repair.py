"""A repair: one damaged place of the listing, and how it reads."""

from __future__ import annotations

from dataclasses import dataclass

from historic.readings import READINGS


@dataclass(frozen=True)
class Repair:
    """One damaged place, and how it reads.

    The place is `printed` in the line that stands `line` lines after `label`, not counting blank lines. `evidence` says
    how the reading is known. A repair belongs to the readings in `readings`: to both, unless the two differ in it.
    """

    name: str
    label: str
    line: int
    printed: str
    reads: str
    evidence: str
    readings: tuple[str, ...] = READINGS

    @property
    def row(self) -> str:
        """The repair without its evidence, for the sum of the list of repairs."""
        return "\t".join([self.name, self.label, str(self.line), self.printed, self.reads])
