"""The one-token changes of the listing: of the four subroutines, in its restored text, by the same rules as the port's.

Left alone is what prints, reads a key, or places the cursor.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from modern.proof.changes import (
    ARITHMETIC,
    BASIC_COMPARISONS,
    FRACTIONS,
    LOGIC,
    Change,
    others,
    siblings,
    whole_neighbours,
)

#: The labels of the four subroutines.
LABELS: Final = (
    *("WHITE", "WHITE1", "WHITE2", "WHITE3", "BLACK", "BLACK1", "BLACK2", "BLACK3"),
    *("CWHITE", "CWHITEA", "CWHITE5", "CWHITE4", "CWHITE9", "CWHITE2", "CWHITEB"),
    *("CBLACK", "CBLACKA", "CBLACK5", "CBLACK4", "CBLACK9", "CBLACK2", "CBLACKB"),
)

#: Statements that are left alone.
_ASIDE: Final = re.compile(r"\b(PRINT|LOCATE|INKEY\$)", re.IGNORECASE)
_LABEL: Final = re.compile(r"\s*([A-Z][A-Z0-9]*):\s*", re.IGNORECASE)
_TOKEN: Final = re.compile(
    r"(?P<number>\d+\.?\d*|\.\d+)|(?P<name>[A-Z][A-Z0-9]*\$?)|(?P<operator><=|>=|<>|[-+*/=<>^(),:])",
    re.IGNORECASE,
)
#: After these words an = compares; after THEN, and at a colon, it assigns.
_CONDITIONS: Final = frozenset(["IF", "UNTIL", "WHILE"])


def listing_changes(text: str, labels: Collection[str] = LABELS) -> list[Change]:
    """Returns every one-token change of the lines below the labels, in the order of the text."""
    return [
        Change(line.label, line.offset, line.number, column, token, new)
        for line in lines_of(text)
        if line.label in labels and line.offset and not _ASIDE.search(line.text)
        for column, token, news in _line_changes(line.text)
        for new in news
    ]


@dataclass(frozen=True)
class LineOfListing:
    """A line that is not blank: it stands `offset` lines after `label`, whose own line is 0."""

    number: int
    label: str
    offset: int
    text: str


def lines_of(text: str) -> Iterator[LineOfListing]:
    """Yields the lines of a listing that are not blank."""
    label, offset = "", 0
    for number, line in enumerate(text.splitlines(), 1):
        if match := _LABEL.fullmatch(line):
            label, offset = match[1].upper(), 0
        elif line.strip():
            offset += 1
        else:
            continue
        yield LineOfListing(number, label, offset, line)


def tokens_of(line: str) -> Iterator[tuple[int, str]]:
    """Yields the numbers, names and operators of a line, with their columns."""
    for match in _TOKEN.finditer(line):
        yield match.start(), match.group()


def _line_changes(line: str) -> Iterator[tuple[int, str, list[str]]]:
    is_condition = False
    before = ""
    for column, token in tokens_of(line):
        word = token.upper()
        if word in _CONDITIONS:
            is_condition = True
        elif word in ("THEN", ":"):
            is_condition = False
        news = _replacements(word, is_condition)
        if before == "STEP" or (before == "-" and "STEP" in line.upper()):
            news = [new for new in news if new != "0"]  # a step of 0 would never end
        if news:
            yield column, token, news
        before = word


def _replacements(token: str, is_condition: bool) -> list[str]:
    """Returns what replaces a token, in capitals; an = outside a condition assigns, and stays."""
    if token.isdigit():
        return [str(number) for number in whole_neighbours(int(token))]
    if token in FRACTIONS:
        return list(others(token, FRACTIONS))
    if token in BASIC_COMPARISONS:
        return list(others(token, BASIC_COMPARISONS)) if is_condition else []
    return list(ARITHMETIC.get(token, ()) + LOGIC.get(token, ()) + siblings(token))
