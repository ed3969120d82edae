"""What of the listing runs in each task: its labels, its lines, and its branches; and the lines that no task runs.

The listing calls a function before each statement. A stay in a line is the statements that run in it one after another,
with the line that comes next. A line with IF has two ways on: with what stands after THEN, and without. Both have been
gone if its stays have different lengths, or if single statements led to different lines. AND and OR are not looked
into. A block IF is one branch, as any other; its END IF is no statement, and neither are DATA and a label.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from historic.basic.language import CompiledListing, compile_listing
from modern.proof.changes import LineOfListing, lines_of
from modern.proof.listing_side import ListingSide
from modern.proof.sides import ProofTask, run_task

#: Lines in which nothing runs.
_NO_STATEMENT: Final = re.compile(r"\s*(END IF|DATA\b.*|'.*|REM\b.*)\s*", re.IGNORECASE)
_BRANCH: Final = re.compile(r"\bIF\b.*\bTHEN\b", re.IGNORECASE)


class Stay(NamedTuple):
    """How many statements ran in a line one after another, and the line that came next."""

    line: int
    statements: int
    following: int


#: What ran in a task, or in several.
Stays = frozenset[Stay]


def stays_in(text: str, task: ProofTask) -> Stays:
    """Runs a task on the listing, and returns what ran. Raises ListingRefused."""
    found: set[Stay] = set()
    line, statements = 0, 0

    def step(number: int) -> None:
        nonlocal line, statements
        if number == line:
            statements += 1
        else:
            if line:
                found.add(Stay(line, statements, number))
            line, statements = number, 1

    run_task(ListingSide(_stepping(text), step=step), task, lambda moment: None)
    return frozenset([*found, Stay(line, statements, 0)])


@cache
def _stepping(text: str) -> CompiledListing:
    return compile_listing(text, "step")


@dataclass(frozen=True)
class Share:
    """How many of the labels, lines and branches ran; of a branch, both ways."""

    labels: int
    lines: int
    branches: int


class Coverage:
    """The lines of a listing in which something can run."""

    def __init__(self, text: str) -> None:
        self.lines = [line for line in lines_of(text) if line.offset and not _NO_STATEMENT.fullmatch(line.text)]
        self.branches = {line.number for line in self.lines if _BRANCH.search(line.text)}

    @property
    def whole(self) -> Share:
        """All that there is."""
        return Share(len({line.label for line in self.lines}), len(self.lines), len(self.branches))

    def share(self, stays: Stays) -> Share:
        """Returns how much ran."""
        ran = {stay.line for stay in stays}
        labels = {line.label for line in self.lines if line.number in ran}
        lines = sum(line.number in ran for line in self.lines)
        return Share(len(labels), lines, len(self.branches & _both_ways(stays)))

    def missed(self, stays: Stays) -> list[LineOfListing]:
        """Returns the lines that did not run."""
        ran = {stay.line for stay in stays}
        return [line for line in self.lines if line.number not in ran]


def _both_ways(stays: Iterable[Stay]) -> set[int]:
    """Returns the lines that were left in two ways."""
    lengths: dict[int, set[int]] = defaultdict(set)
    followers: dict[int, set[int]] = defaultdict(set)
    for stay in stays:
        lengths[stay.line].add(stay.statements)
        if stay.statements == 1:
            followers[stay.line].add(stay.following)
    return {line for line, found in lengths.items() if len(found) > 1 or len(followers[line]) > 1}


def places(lines: Iterable[LineOfListing]) -> str:
    """Returns the places of lines without their text, in their order: `CWHITE+43 to 49, CWHITEB+2`."""
    spans: list[tuple[str, int, int]] = []
    for line in lines:
        if spans and spans[-1][0] == line.label and spans[-1][2] == line.offset - 1:
            spans[-1] = (line.label, spans[-1][1], line.offset)
        else:
            spans.append((line.label, line.offset, line.offset))
    return ", ".join(f"{label}+{first}" + (f" to {last}" if last > first else "") for label, first, last in spans)
