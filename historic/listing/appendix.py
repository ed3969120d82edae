"""Finds Appendix B in the report's text, and brings its lines into one form.

Line ends, trailing blanks, page breaks, page numbers, running heads and the width of the indentation depend on how the
text was made. They are taken out here, so that the same listing always gives the same lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import gcd
from textwrap import dedent
from typing import Final

from historic.listing.report import NotAReport

#: A heading `APPENDIX B`, perhaps with a title; also a running head on each page.
_HEADING: Final = re.compile(r"\W{0,8}appendix\s+([a-z])\b", re.IGNORECASE)
_UNDERLINE: Final = re.compile(r"\s*[=_-]{3,}\s*")
_PAGE_NUMBER: Final = re.compile(r"[\s\u2013\u2014-]*(page\s*)?\d+[\s\u2013\u2014-]*", re.IGNORECASE)
#: A label that has a line of its own. The damaged listing has no other labels.
_LABEL: Final = re.compile(r"\s*([A-Za-z][A-Za-z0-9]*):\s*")
_LINE_END: Final = re.compile(r"\r\n|\r|\n")

#: Columns between two tab stops.
_TAB: Final = 8
#: A section with fewer labels is a mention of Appendix B, not the appendix.
_FEWEST_LABELS: Final = 1
#: A longer section is not the listing.
_MOST_CHARACTERS: Final = 100_000


@dataclass(frozen=True)
class Line:
    """A line of Appendix B.

    `number` is its line number in the report's text. Its place is `offset` lines after `label`; blank lines do not
    count, and the label's own line is 0. Before the first label, `label` is empty and the first line is 1.
    """

    number: int
    text: str
    label: str
    offset: int


@dataclass(frozen=True)
class Appendix:
    """The lines of Appendix B, as printed, in one form. A blank line has the place of the line above it."""

    lines: tuple[Line, ...]

    @property
    def text(self) -> str:
        """The lines as one text, each with a newline."""
        return "".join(f"{line.text}\n" for line in self.lines)


def find_appendix(report: str) -> Appendix:
    """Returns Appendix B of the report. Raises NotAReport if there is none.

    It goes from a heading `APPENDIX B` to the heading of another appendix, or to the end of the text. Of several such
    parts (a table of contents has one too) it is the one with the most labels.
    """
    sections = list(_sections(_LINE_END.split(report)))
    if not sections:
        raise NotAReport("no heading `APPENDIX B` in this text; expected the report, whose Appendix B is the listing")
    longest = max(sections, key=_label_count)
    if _label_count(longest) < _FEWEST_LABELS:
        raise NotAReport("no labels below the heading `APPENDIX B` in this text; expected the report's listing")
    length = sum(len(text) for _, text in longest)
    if length > _MOST_CHARACTERS:
        raise NotAReport(f"Appendix B has {length:,} characters in this text; expected the listing, of about 11,000")
    return Appendix(tuple(_placed(_indented(_without_page_breaks(longest)))))


def _sections(lines: Iterable[str]) -> Iterator[list[tuple[int, str]]]:
    """Yields the numbered lines of each part that may be Appendix B, without its heading.

    A heading `APPENDIX B` below the first label is a running head: it stays in the part.
    """
    section: list[tuple[int, str]] | None = None
    has_label = False
    for number, line in enumerate(lines, 1):
        heading = _HEADING.match(line)
        if heading and heading[1] not in "Bb":
            if section is not None:
                yield section
            section = None
        elif heading and not (section and has_label):
            section, has_label = [], False
        elif section is not None:
            section.append((number, line))
            has_label = has_label or _LABEL.fullmatch(line) is not None
    if section is not None:
        yield section


def _label_count(section: Iterable[tuple[int, str]]) -> int:
    return sum(_LABEL.fullmatch(text) is not None for _, text in section)


def _without_page_breaks(section: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yields the lines without page numbers, running heads and the heading's underline.

    Blank lines depend on the page breaks, so each label has one above it, and there are no others.
    """
    is_first = True
    for number, line in section:
        text = line.replace("\f", "").rstrip()
        if not text or _HEADING.match(text) or _PAGE_NUMBER.fullmatch(text):
            continue
        if is_first and _UNDERLINE.fullmatch(text):
            continue
        if _LABEL.fullmatch(text) and not is_first:
            yield number - 1, ""
        is_first = False
        yield number, text


def _indented(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yields the lines, indented by one tab for each level."""
    numbered = list(lines)
    texts = dedent("\n".join(text for _, text in numbered)).split("\n")
    unit = gcd(*map(_width, texts)) or 1
    for (number, _), text in zip(numbered, texts, strict=True):
        yield number, "\t" * (_width(text) // unit) + text.lstrip()


def _width(text: str) -> int:
    """Returns the width of a line's indentation in columns."""
    expanded = text.expandtabs(_TAB)
    return len(expanded) - len(expanded.lstrip())


def _placed(section: Iterable[tuple[int, str]]) -> Iterator[Line]:
    """Yields the lines with their places."""
    label, offset = "", 0
    for number, text in section:
        if found := _LABEL.fullmatch(text):
            label, offset = found[1].upper(), 0
        elif text:
            offset += 1
        yield Line(number, text, label, offset)
