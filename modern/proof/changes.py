"""One-token changes: which tokens can stand in the place of one token, in the port and in the listing alike.

- A whole number is replaced by the number below it and by the number above it.
- A fraction is replaced by each other fraction of the listing.
- A comparison is replaced by each of the other five.
- Plus and minus replace each other; a product becomes a sum, and a quotient a product.
- AND and OR replace each other.
- A name is replaced by each of its siblings: the names that are easily written for it.
"""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

#: The texts that are changed.
PORT: Final = "port"
LISTING: Final = "listing"

#: The comparisons of BASIC, and Python's with the same meaning in the same places.
BASIC_COMPARISONS: Final = ("=", "<>", "<", "<=", ">", ">=")
PYTHON_COMPARISONS: Final = ("==", "!=", "<", "<=", ">", ">=")

#: The fractions of the listing. Each is replaced by the others.
FRACTIONS: Final = (".05", ".1", ".25", ".9")

#: What an operator of arithmetic is replaced by.
ARITHMETIC: Final = {"+": ("-",), "-": ("+",), "*": ("+",), "/": ("*",)}
LOGIC: Final = {"AND": ("OR",), "OR": ("AND",)}

#: Names of the listing that are easily written for one another.
SIBLINGS: Final = (
    ("PW", "PB"),
    ("WOO", "WOOO", "BOO", "BOOO"),
    ("II", "III"),
    ("BESTVAL", "BESTVAL1"),
    ("BESTPIECE", "BESTPIECE1"),
    ("BESTPOS", "BESTPOS1"),
    ("X", "X0"),
    ("X8", "Y8"),
    ("X9", "Y9"),
    ("YY", "YY1", "ZZ", "ZZ1"),
    ("SSZ", "SS2"),
    ("BB2", "PP2"),
    ("KJ", "JK"),
    ("HJ", "ZI"),
    ("WHITE", "BLACK"),
    ("CWHITE", "CBLACK"),
)
_SIBLINGS_OF: Final = {name: tuple(other for other in group if other != name) for group in SIBLINGS for name in group}


@dataclass(frozen=True)
class Change:
    """A change of one token in a text: `where` is PORT, LISTING or the path of another text.

    The place is `column` (from 0) of the line that stands `offset` lines after `label`; `line` is the line's number in
    the text. `old` is the token as it stands there, and `new` what replaces it.
    """

    where: str
    label: str
    offset: int
    line: int
    column: int
    old: str
    new: str

    @property
    def id(self) -> str:
        """The name of the change: `CWHITEA+4.18 > to >=`. It is the same as long as the text is."""
        return f"{self.label}+{self.offset}.{self.column} {self.old} to {self.new}"

    def applied_to(self, lines: Sequence[str]) -> list[str]:
        """Returns the lines of the text with the change. Raises ValueError if the token is not at its place."""
        line = lines[self.line - 1]
        if not line.startswith(self.old, self.column):
            raise ValueError(f"{self.id}: the token is not there")
        changed = list(lines)
        changed[self.line - 1] = line[: self.column] + self.new + line[self.column + len(self.old) :]
        return changed


def siblings(name: str) -> tuple[str, ...]:
    """Returns the names that are easily written for a name of the listing."""
    return _SIBLINGS_OF.get(name, ())


def whole_neighbours(number: int) -> tuple[int, ...]:
    """Returns the whole numbers that replace a whole number; below 0 there is none, as a literal has no sign."""
    return tuple(other for other in (number - 1, number + 1) if other >= 0)


def others(token: str, group: Iterable[str]) -> tuple[str, ...]:
    """Returns the tokens of a group without one of them."""
    return tuple(other for other in group if other != token)


def sampled(changes: Sequence[Change], count: int | None, seed: int) -> list[Change]:
    """Returns `count` random changes, without repetition, in random order; None is all of them.

    A smaller count gives the beginning of the same order, so that a sample can be extended.
    """
    order = list(changes)
    random.Random(seed).shuffle(order)
    return order[:count]


# ---- the listing: its four subroutines; what prints, reads a key or places the cursor is left alone

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
        Change(LISTING, line.label, line.offset, line.number, column, token, new)
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
