"""Which token of the listing a token of the port stands for, found by laying the two texts side by side.

Each method of the port is written as tokens of BASIC and compared with the lines of its subroutine in the listing. What
is the same in both, in the same order, belongs together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

from modern.proof.changes import Change
from modern.proof.listing_changes import LineOfListing, lines_of, tokens_of
from modern.proof.port_changes import Place
from modern.proof.port_tokens import Token, method_tokens

#: The labels of the listing that each method of the port stands for.
LABELS_OF: Final[Mapping[str, tuple[str, ...]]] = {
    "WHITE": ("WHITE",),
    "WHITE1": ("WHITE2",),
    "BLACK": ("BLACK",),
    "BLACK1": ("BLACK2",),
    "CWHITE": ("CWHITE", "CWHITEA", "CWHITE5", "CWHITE4", "CWHITE9", "CWHITE2", "CWHITEB"),
    "CBLACK": ("CBLACK", "CBLACKA", "CBLACK5", "CBLACK4", "CBLACK9", "CBLACK2", "CBLACKB"),
}


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
        for method, labels in LABELS_OF.items():
            for token, spot in _pairs(method_tokens(port, method), list(_spots(listing, labels))):
                lines.setdefault(token.line, Counter())[spot.line] += 1
                if token.place:
                    self._tokens[token.place] = (token, spot)
        self._lines = {line: counted.most_common(1)[0][0] for line, counted in lines.items()}

    def change(self, change: Change) -> Change | None:
        """Returns the same change of the listing, or None if none of its tokens stands alone for the port's."""
        if (change.line, change.column) not in self._tokens:
            return None
        token, spot = self._tokens[change.line, change.column]
        line = spot.line
        return Change(line.label, line.offset, line.number, spot.column, spot.text, token.rewritten(change.new))

    def line(self, change: Change) -> LineOfListing | None:
        """Returns the line of the listing in which a change of the port belongs, or None if there is none."""
        pair = self._tokens.get((change.line, change.column))
        return pair[1].line if pair else self._lines.get(change.line)


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
