"""Which token of the listing a token of the port stands for, found by laying the two texts side by side.

Each method of the port is written as tokens of BASIC (port_changes.py), and compared with the lines of its subroutine
in the listing. What is the same in both, in the same order, belongs together. What the port writes once and the listing
twice, or not at all, has no counterpart.

With them, the changes of the port that were played show how firmly the record pins each line of the listing: its shape.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import islice
from typing import Any, Final, NamedTuple, Self

from modern.proof.changes import LISTING, Change, LineOfListing, lines_of, tokens_of
from modern.proof.port_changes import Place, Token, method_tokens, methods_of, port_source
from modern.proof.record import Ending, cut, listing_ending

#: The labels of the listing that each method of the port stands for.
LABELS_OF: Final[Mapping[str, tuple[str, ...]]] = {
    "WHITE": ("WHITE",),
    "WHITE1": ("WHITE2",),
    "BLACK": ("BLACK",),
    "BLACK1": ("BLACK2",),
    "CWHITE": ("CWHITE", "CWHITEA", "CWHITE5", "CWHITE4", "CWHITE9", "CWHITE2", "CWHITEB"),
    "CBLACK": ("CBLACK", "CBLACKA", "CBLACK5", "CBLACK4", "CBLACK9", "CBLACK2", "CBLACKB"),
}
#: A level of indentation, in characters.
INDENT: Final = 2


@dataclass(frozen=True)
class TokenPair:
    """A token of the listing: its line, the column in it, and its text."""

    line: LineOfListing
    column: int
    text: str


class Counterparts:
    """The tokens of the port with theirs in the listing."""

    def __init__(self, port: str, listing: str) -> None:
        """Compares the source of the port with the text of the listing."""
        self._tokens: dict[Place, tuple[Token, TokenPair]] = {}
        lines: dict[int, Counter[LineOfListing]] = {}
        for method in methods_of(ast.parse(port), LABELS_OF):
            for token, spot in _pairs(method_tokens(port, method), list(_spots(listing, LABELS_OF[method.name]))):
                lines.setdefault(token.line, Counter())[spot.line] += 1
                if token.place and token.is_single:
                    self._tokens[token.place] = (token, spot)
        #: The line of the listing for each line of the port that has one.
        self.lines = {line: counted.most_common(1)[0][0] for line, counted in lines.items()}

    def change(self, change: Change) -> Change | None:
        """Returns the same change of the listing, or None if none of its tokens stands alone for the port's."""
        if (change.line, change.column) not in self._tokens:
            return None
        token, spot = self._tokens[change.line, change.column]
        line = spot.line
        return Change(
            LISTING, line.label, line.offset, line.number, spot.column, spot.text, token.rewritten(change.new)
        )

    def line(self, change: Change) -> LineOfListing | None:
        """Returns the line of the listing in which a change of the port belongs, or None if there is none."""
        pair = self._tokens.get((change.line, change.column))
        return pair[1].line if pair else self.lines.get(change.line)


def _spots(listing: str, labels: tuple[str, ...]) -> Iterator[TokenPair]:
    for line in lines_of(listing):
        if line.label in labels and line.offset:
            for column, text in tokens_of(line.text):
                yield TokenPair(line, column, text)


def _pairs(tokens: list[Token], spots: list[TokenPair]) -> Iterator[tuple[Token, TokenPair]]:
    matcher = SequenceMatcher(
        None, [token.text.upper() for token in tokens], [spot.text.upper() for spot in spots], autojunk=False
    )
    for block in matcher.get_matching_blocks():
        yield from zip(tokens[block.a : block.a + block.size], spots[block.b : block.b + block.size], strict=True)


# ---- a change of the port made in the listing as well, to see that the two leave the record alike


class Check(NamedTuple):
    """A change of the port and the same change of the listing, with the listing's text; `port` is the port's ending."""

    change: Change
    in_listing: Change
    port: Ending
    text: str


class CheckResult(NamedTuple):
    """A check with the listing's ending."""

    check: Check
    listing: Ending

    @property
    def agrees(self) -> bool:
        """True if port and listing leave the record at the same ply, with the same move or the same error."""
        return self.check.port.outcome == self.listing.outcome


def checks(listing: str, played: Iterable[tuple[Change, Ending]], count: int, plies: int) -> Iterator[Check]:
    """Yields the first changes, at most `count`, that a token of the listing stands for; only `plies` plies count."""
    counterparts = Counterparts(port_source(), listing)
    lines = listing.splitlines()
    found = ((change, ending, counterparts.change(change)) for change, ending in played)
    for change, ending, other in islice(((one, end, same) for one, end, same in found if same), count):
        yield Check(change, other, cut(ending, plies), "\n".join(other.applied_to(lines)) + "\n")


def check_result(plies: int, check: Check) -> CheckResult:
    """Plays the first plies of the record with the changed listing."""
    return CheckResult(check, listing_ending(check.text, plies))


# ---- the shape of the listing


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
        """Returns the line of a row of JSON. Raises TypeError or ValueError if the row has none."""
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
