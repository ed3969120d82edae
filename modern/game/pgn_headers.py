"""The headers of a PGN: tag pairs as the standard has them, and as programs and people write them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from modern.game.pgn_text import header_value

#: A tag pair as PGN has it, and as others write it: other quotation marks or none, another quotation mark inside.
NAME: Final = r"\[\s*+(?P<name>[^\s\"\[\]{}()';]++)"
TAG_PAIR: Final = re.compile(NAME + r'\s*+"(?P<value>[^"\\]*+(?:\\.[^"\\]*+)*+)"\s*+\](?!["\]])', re.DOTALL)
INNER_QUOTES: Final = re.compile(NAME + r'\s*+"(?P<value>.*?)"\s*+\](?=\s*+(?:\[|\Z))')
OTHER_QUOTES: Final = re.compile(
    NAME + r"\s++['\u2018\u201c\u201e\u00ab](?P<value>[^\[\]]*?)['\u2019\u201c\u201d\u00bb]\s*+\](?=\s*+(?:\[|\Z))"
)
BARE_TAG_PAIR: Final = re.compile(NAME + r"\s++(?P<value>(?:[^\]\[\"\s]++(?:\s++(?!\]))?+)*+)\s*+\](?=\s*+(?:\[|\Z))")
#: A tag pair without the bracket or the quotation mark at its end.
UNCLOSED_TAG_PAIR: Final = re.compile(NAME + r'\s*+"(?P<value>[^"\]]*+)"?\s*+\]?\s*+\Z')
#: A tag pair with something between its last quotation mark and its bracket.
TAG_PAIR_WITH_REST: Final = re.compile(NAME + r'\s*+"(?P<value>[^"\[\]]*+)"[^"\[\]]++\](?=\s*+(?:\[|\Z))')
#: Text that can only be a tag pair, wherever it stands; `[%clk` and a bracket in a comment are not.
SURE_TAG_PAIR: Final = re.compile(r'\[\s*+[A-Za-z0-9]\w*+\s++"[^\[\n]*"\s*+\](?=\s*+(?:\[|\Z))')
LINE_OF_TAG_PAIR: Final = re.compile(r'\s*\[\s*[A-Za-z]\w*\s+".*"\s*\]\s*\Z')
#: A tag pair that has lost its first bracket.
BRACKETLESS: Final = re.compile(r'[A-Z]\w*\s+"[^"]*"\]\s*\Z')
#: The names that headers have in the standard, and the signs that others have in theirs.
HEADER_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_]*")
SIGNS_IN_NAME: Final = re.compile(r"[-+#=:]")
#: The headers that mean something to a program, which are found in capitals and small letters.
KNOWN_HEADERS: Final = {name.lower(): name for name in ("FEN", "SetUp", "Variant", "Result", "White", "Black", "Event")}

#: Over how many lines a tag pair may go.
MAX_LINES: Final = 8
#: The longest text of a header, in characters, and the most headers of a game. Others are left out.
MAX_LENGTH: Final = 20_000
MAX_HEADERS: Final = 1_000


class TagPair(NamedTuple):
    """A header as a file has it: where it ends in its line, and its oddities."""

    name: str
    value: str
    end: int
    oddity: str = ""

    @property
    def known_name(self) -> str:
        """The name in PGN's form: without signs, and in PGN's letters if the header means something to a program."""
        name = self.name.rstrip(":=")
        return KNOWN_HEADERS.get(name.lower()) or SIGNS_IN_NAME.sub("_", name)

    @property
    def fault(self) -> str:
        """Why the header cannot be kept; '' if it can."""
        if not HEADER_NAME.fullmatch(self.known_name) or len(self.name) > MAX_LENGTH:
            return "is not the name of a header"
        return f"has more than {MAX_LENGTH:,} characters" if len(self.value) > MAX_LENGTH else ""

    @property
    def text(self) -> str:
        """The header's value, on one line."""
        return header_value(self.value)


def tag_pair(line: str, start: int) -> TagPair | None:
    """Returns the tag pair at a place in a line, in PGN's form or another; None if none is there."""
    for pattern, oddity in FORMS:
        if match := pattern.match(line, start):
            return TagPair(match["name"], match["value"], match.end(), oddity)
    return None


#: The forms of a tag pair in the order in which they are tried, and the oddity of each.
FORMS: Final = (
    (TAG_PAIR, ""),
    (INNER_QUOTES, ""),
    (OTHER_QUOTES, "has other quotation marks than PGN"),
    (UNCLOSED_TAG_PAIR, "is not closed"),
    (TAG_PAIR_WITH_REST, "has something behind its value"),
    (BARE_TAG_PAIR, "has no quotation marks"),
)


def tag_pair_over_lines(line: str, start: int, peek: Callable[[int], str]) -> tuple[TagPair, int] | None:
    """Returns a tag pair that ends in a later line, in `line` and the lines after it, and the number of these.

    `peek` returns a later line by its index. None if it is not a tag pair.
    """
    for index in range(MAX_LINES):
        if line.find("]", start) >= 0:
            break
        following = peek(index)
        if not following.strip() or following.lstrip().startswith("["):
            break
        line += following
        match = TAG_PAIR.match(line, start)
        if match and not line[match.end() :].strip():
            return TagPair(match["name"], match["value"], len(line), "goes on in the next line"), index + 1
    return None
