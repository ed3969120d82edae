"""The repairs of the listing, and with the report's text, that they restore it."""

from __future__ import annotations

import pytest
from report_text import needs_report, report_path

from historic.listing.appendix import Appendix, find_appendix
from historic.listing.repair import Repair
from historic.listing.repairs import REPAIRS, repairs_of
from historic.listing.report import read_report
from historic.listing.restoration import repaired, restore, restored_listing
from historic.listing.sums import KNOWN, sum_of
from historic.readings import PRINTED, READINGS, RECORDED

#: The repairs of places that are good BASIC as printed. Only their evidence tells that they are damaged.
GOOD_BASIC = {
    "author-first-name",
    "author-last-name",
    "white2-empty-bit",
    "white2-piece-bit",
    "white2-left-bit",
    "black2-push-bit",
    "black2-empty-bit",
    "black2-right-bit",
    "black2-left-bit",
}


def test_each_repair_has_its_own_name() -> None:
    assert len({repair.name for repair in REPAIRS}) == len(REPAIRS)


def test_each_repair_shows_only_a_short_token() -> None:
    assert all(0 < len(repair.printed) <= 10 and repair.reads != repair.printed for repair in REPAIRS)


def test_the_readings_differ_in_one_repair_of_one_letter() -> None:
    (only,) = set(repairs_of(RECORDED)) - set(repairs_of(PRINTED))
    assert set(repairs_of(PRINTED)) < set(repairs_of(RECORDED))
    assert (only.printed, only.reads) == ("III>0", "II>0")


@pytest.fixture(scope="module")
def appendix() -> Appendix:
    return find_appendix(read_report(report_path()))


@needs_report
@pytest.mark.parametrize("reading", READINGS)
def test_the_repairs_restore_the_listing(reading: str, appendix: Appendix) -> None:
    result = restore(appendix, reading)
    assert result.findings == ()
    assert result.result_sum == sum_of(result.text) == KNOWN[reading].whole
    made = [change.repair for line in result.lines for change in line.changes]
    assert made == sorted(result.repairs, key=lambda repair: _place(appendix, repair))


def _place(appendix: Appendix, repair: Repair) -> tuple[int, int]:
    line = next(line for line in appendix.lines if (line.label, line.offset) == (repair.label, repair.line))
    return line.number, line.text.index(repair.printed)


@needs_report
def test_a_repair_changes_nothing_but_its_own_line(appendix: Appendix) -> None:
    result = restore(appendix, PRINTED)
    assert sum(line.text != line.damaged.text for line in result.lines) == 24
    assert all(bool(line.changes) == (line.text != line.damaged.text) for line in result.lines)


@needs_report
@pytest.mark.parametrize("repair", repairs_of(PRINTED), ids=lambda repair: repair.name)
def test_a_repair_taken_back_is_seen_unless_the_place_is_good_basic(repair: Repair, appendix: Appendix) -> None:
    result = repaired(appendix, (other for other in repairs_of(PRINTED) if other != repair))
    line = next(line for line in appendix.lines if (line.label, line.offset) == (repair.label, repair.line))
    assert result.result_sum != KNOWN[PRINTED].whole
    if repair.name in GOOD_BASIC:
        assert result.findings == ()
    elif repair.name in ("cwhite3-label", "cblack3-label"):
        assert all("a jump to" in finding.what for finding in result.findings)
        assert result.findings
    else:
        assert {finding.number for finding in result.findings} == {line.number}


@needs_report
@pytest.mark.parametrize("reading", READINGS)
def test_the_text_in_another_form_gives_the_same_listing(reading: str) -> None:
    text = read_report(report_path())
    other = "CONTENTS\nAPPENDIX B: CODING 20\n\n" + text.replace("\t", "    ").replace("\n", "  \r\n")
    assert sum_of(restored_listing(other, reading)) == KNOWN[reading].whole


@needs_report
def test_the_listing_gives_the_other_reading_of_itself() -> None:
    listing = restored_listing(read_report(report_path()), PRINTED)
    recorded = restored_listing(f"APPENDIX B\n{listing}", RECORDED)
    assert sum_of(recorded) == KNOWN[RECORDED].whole
