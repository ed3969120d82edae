"""Looks up the evidence of repairs in the report's text."""

from __future__ import annotations

import re
from collections.abc import Iterable

from historic.listing.appendix import Line, find_appendix
from historic.listing.repair import Evidence, Repair


def lines_of_evidence(report: str, repairs: Iterable[Repair]) -> dict[Evidence, int]:
    """Returns the number of the line of the report that has each piece of evidence.

    Evidence that has no place, or whose words do not stand at their place, is left out. Raises NotAReport if the text
    has no Appendix B.
    """
    listing = find_appendix(report).lines
    prose = report.splitlines()
    found = {}
    for evidence in {one for repair in repairs for one in repair.evidence if one.has_place}:
        line = _line_of(evidence, listing, prose)
        if line is not None and has_words(line.text, evidence.words):
            found[evidence] = line.number
    return found


def has_words(text: str, words: str) -> bool:
    """Returns True if a line has the words, and not only as a part of longer names or numbers."""
    before = "(?<![A-Za-z0-9])" if words[:1].isalnum() else ""
    after = "(?![A-Za-z0-9])" if words[-1:].isalnum() else ""
    return bool(words) and re.search(before + re.escape(words) + after, text) is not None


def _line_of(evidence: Evidence, listing: Iterable[Line], prose: list[str]) -> Line | None:
    """Returns the line at the place of the evidence: below a label of the listing, or below a heading of the report."""
    place = (evidence.label, evidence.line)
    for line in listing:
        if line.text and (line.label, line.offset) == place:
            return line
    headings = [index for index, text in enumerate(prose) if text.strip() == evidence.label and evidence.label]
    for heading in headings:
        below = [index for index in range(heading, len(prose)) if prose[index].strip()]
        if evidence.line < len(below):
            index = below[evidence.line]
            return Line(index + 1, prose[index], *place)
    return None
