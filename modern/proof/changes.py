"""One-token changes: which tokens can stand in the place of one token, in the port and in the listing alike.

- A whole number is replaced by the number below it and by the number above it.
- A fraction is replaced by each other fraction of the listing.
- A comparison is replaced by each of the other five.
- Plus and minus replace each other; a product becomes a sum, and a quotient a product.
- AND and OR replace each other.
- A name is replaced by each of its siblings: the names that are easily written for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

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
    """A change of one token in a text.

    The place is `column` (from 0) of the line that stands `offset` lines after `label`; `line` is the line's number in
    the text. `old` is the token as it stands there, and `new` what replaces it.
    """

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
