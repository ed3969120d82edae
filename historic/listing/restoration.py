"""Applies repairs to Appendix B, and says what is wrong with the result."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from historic.listing.appendix import Appendix, Line, find_appendix
from historic.listing.damage import find_damage
from historic.listing.evidence import has_words
from historic.listing.repair import Repair
from historic.listing.repairs import repairs_of, sum_of_repairs
from historic.listing.report import NotAReport
from historic.listing.sums import KNOWN, Known, short_sum, sum_of


@dataclass(frozen=True)
class Change:
    """A repair at its place: the columns, from 0, at which its text begins in the damaged and in the restored line."""

    repair: Repair
    printed_column: int
    reads_column: int


@dataclass(frozen=True)
class RestoredLine:
    """A line of the appendix, its restored text, and the changes in it from left to right.

    `already` has the repairs that the text had before, because it was corrected.
    """

    damaged: Line
    text: str
    changes: tuple[Change, ...]
    already: tuple[Repair, ...]


@dataclass(frozen=True)
class Finding:
    """Something that is wrong. `number` is a line of the report's text, or 0 for the listing as a whole."""

    number: int
    label: str
    what: str

    def __str__(self) -> str:
        place = f"line {self.number}" if self.number else "the listing"
        return f"{place} ({self.label}): {self.what}" if self.label else f"{place}: {self.what}"


@dataclass(frozen=True)
class Restoration:
    """The listing after repairs, with what is wrong with it: nothing, if the listing is whole."""

    appendix: Appendix
    repairs: tuple[Repair, ...]
    lines: tuple[RestoredLine, ...]
    findings: tuple[Finding, ...]

    @property
    def text(self) -> str:
        """The restored listing, each line with a newline."""
        return "".join(f"{line.text}\n" for line in self.lines)

    @property
    def sections(self) -> dict[str, str]:
        """The lines of each label, as one text. Those above the first label have an empty name."""
        sections: dict[str, str] = {}
        for line in self.lines:
            label = line.damaged.label
            sections[label] = sections.get(label, "") + f"{line.text}\n"
        return sections

    @property
    def damaged_sum(self) -> str:
        """The SHA-256 of Appendix B as printed."""
        return sum_of(self.appendix.text)

    @property
    def repairs_sum(self) -> str:
        """The SHA-256 of the list of repairs."""
        return sum_of_repairs(self.repairs)

    @property
    def result_sum(self) -> str:
        """The SHA-256 of the restored listing."""
        return sum_of(self.text)


def restored_listing(report: str, reading: str) -> str:
    """Returns the whole listing in a reading, from the text of the report.

    Raises NotAReport if the text has no Appendix B or the restored listing is not the known one, and ValueError for an
    unknown reading.
    """
    restoration = restore(find_appendix(report), reading)
    if restoration.findings:
        more = f" (the first of {len(restoration.findings)} findings)" if len(restoration.findings) > 1 else ""
        raise NotAReport(f"the listing cannot be restored: {restoration.findings[0]}{more}")
    return restoration.text


def restore(appendix: Appendix, reading: str, known: Mapping[str, Known] = KNOWN) -> Restoration:
    """Returns the restoration in a reading, compared with the sums of that reading in `known`.

    Raises ValueError for an unknown reading.
    """
    result = repaired(appendix, repairs_of(reading))
    return compared(result, known[reading], reading)


def repaired(appendix: Appendix, repairs: Iterable[Repair]) -> Restoration:
    """Returns the appendix after the repairs, with those whose place is not found and the damage that is left."""
    wanted = tuple(repairs)
    here: defaultdict[tuple[str, int], list[Repair]] = defaultdict(list)
    for repair in wanted:
        here[repair.label, repair.line].append(repair)
    lines = tuple(_repaired_line(line, here.get((line.label, line.offset), [])) for line in appendix.lines)
    found = {change.repair for line in lines for change in line.changes}
    found |= {repair for line in lines for repair in line.already}
    findings = [_not_found(appendix, repair) for repair in wanted if repair not in found]
    for damage in find_damage(line.text for line in lines):
        place = lines[damage.line].damaged
        findings.append(Finding(place.number, place.label, damage.what))
    return Restoration(appendix, wanted, lines, _by_line(findings))


def compared(restoration: Restoration, known: Known, reading: str) -> Restoration:
    """Returns the restoration with a finding for each section whose sum is not the known one.

    If the sum of the whole is the known one, there are no findings at all.
    """
    if restoration.result_sum == known.whole:
        return replace(restoration, findings=())
    wrong = [*_odd_sections(restoration, known)]
    wrong.append(Finding(0, "", f"its SHA-256 is not {known.whole}, that of the listing as {reading}"))
    return replace(restoration, findings=_by_line([*restoration.findings, *wrong]))


def _odd_sections(restoration: Restoration, known: Known) -> Iterator[Finding]:
    """Yields a finding for each section that is missing, or unknown, or differs and has no finding yet."""
    sections = restoration.sections
    reported = {finding.label for finding in restoration.findings}
    first = {line.damaged.label: line.damaged.number for line in reversed(restoration.lines)}
    for label in known.sections.keys() - sections.keys():
        yield Finding(0, "", f"the label {label or 'at the beginning'} is missing")
    for label, text in sections.items():
        if label not in known.sections:
            yield Finding(first[label], label, "the known listing has no such label")
        elif short_sum(text) != known.sections[label] and label not in reported:
            yield Finding(first[label], label, "up to the next label, this is not the known listing")


def _by_line(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Returns the findings in the order of the text; those about the whole come last."""
    return tuple(sorted(findings, key=lambda finding: (finding.number == 0, finding.number, finding.what)))


def _repaired_line(line: Line, repairs: Iterable[Repair]) -> RestoredLine:
    """Returns the line after those repairs of its place that find it. Each has its column in the damaged line."""
    here = [repair for repair in repairs if line.text]
    already = tuple(repair for repair in here if _is_made(repair, line.text))
    made = [
        (line.text.index(repair.printed), repair)
        for repair in here
        if repair not in already and line.text.count(repair.printed) == 1
    ]
    text, end = "", 0
    changes = []
    for column, repair in sorted(made, key=lambda pair: pair[0]):
        if column < end:
            continue  # it overlaps the repair before it, and is reported as not found
        text += line.text[end:column]
        changes.append(Change(repair, column, len(text)))
        text += repair.reads
        end = column + len(repair.printed)
    return RestoredLine(line, text + line.text[end:], tuple(changes), already)


def _is_made(repair: Repair, text: str) -> bool:
    """Returns True if the line already reads as the repair says."""
    return has_words(text, repair.reads) and (repair.printed not in text or repair.printed in repair.reads)


def _not_found(appendix: Appendix, repair: Repair) -> Finding:
    """Returns the finding for a repair whose place is not in the appendix."""
    inside = [line for line in appendix.lines if line.label == repair.label and line.text]
    if not inside:
        return Finding(0, "", f"repair {repair.name}: there is no label {repair.label}")
    place = next((line for line in inside if line.offset == repair.line), None)
    if place is None:
        there = f"there are {inside[-1].offset} lines"
    elif times := place.text.count(repair.printed):
        there = f"it is there {times} times"
    else:
        there = "not found"
    what = f"repair {repair.name}: expected {repair.printed} in line {repair.line} below the label; {there}"
    return Finding((place or inside[-1]).number, repair.label, what)
