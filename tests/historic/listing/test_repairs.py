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


#: Each damaged place, written out once more: its label, its line, what is printed and what it reads. It fails a repair
#: that was changed together with the sum of the listing.
PLACES = [
    ("START", 12, "Ghis1ain", "Ghislain"),
    ("START", 12, "B1ois", "Blois"),
    ("MLOOP", 3, "\u2019", "'"),
    ("MLOOP", 10, "\u2019", "'"),
    ("BOARD2", 8, ';"', ';" ";'),
    ("WHITE2", 3, "=A(I,", "=A(1,"),
    ("WHITE2", 3, "2*(Z-I)", "2^(Z-1)"),
    ("WHITE2", 3, "SI=SI+J", "S1=S1+J"),
    ("WHITE2", 7, "2*(z-1)", "2^(z-1)"),
    ("WHITE2", 7, "SI=SI+J", "S1=S1+J"),
    ("WHITE2", 9, "2*(z-1)", "2^(z-1)"),
    ("WHITE2", 9, "SI=SI+J", "S1=S1+J"),
    ("WHITE2", 14, "2*(z-1)", "2^(z-1)"),
    ("WHITE2", 14, "SI=SI+J", "S1=S1+J"),
    ("WHITE2", 19, "A(I,X+13)", "A(1,X+13)"),
    ("WHITE2", 19, "=A(I,", "=A(1,"),
    ("WHITE2", 19, "X+I3", "X+13"),
    ("WHITE2", 19, "2*(z-I)", "2^(z-1)"),
    ("WHITE2", 19, "SI=SI+J", "S1=S1+J"),
    ("BLACK1", 1, "T0", "TO"),
    ("BLACK2", 3, "2*(Z-25)", "2^(Z-25)"),
    ("BLACK2", 3, "SI=SI+J", "S1=S1+J"),
    ("BLACK2", 8, "2*(z-25)", "2^(z-25)"),
    ("BLACK2", 8, "SI=SI+J", "S1=S1+J"),
    ("BLACK2", 11, "2A(Z-25)", "2^(Z-25)"),
    ("BLACK2", 16, "2*(2-25)", "2^(Z-25)"),
    ("BLACK2", 16, "SI=SI+J", "S1=S1+J"),
    ("BLACK2", 21, "2*(z-25)", "2^(z-25)"),
    ("BLACK2", 21, "SI=SI+J", "S1=S1+J"),
    ("CWHITEA", 17, "PV<JK)", "PV(JK)"),
    ("CWHITE4", 1, ".A(2,KJ)", "A(2,KJ)"),
    ("CWHITE2", 3, "NEXT X8", "CWHITE3: NEXT X8"),
    ("CBLACK", 43, "=4O", "=40"),
    ("CBLACK", 60, "2AY9", "2^Y9"),
    ("CBLACK", 62, "2AY9", "2^Y9"),
    ("CBLACK4", 9, "ZK34", "ZI<34"),
    ("CBLACK4", 31, "III>0", "II>0"),
    ("CBLACK2", 3, "NEXT X9", "CBLACK3: NEXT X9"),
    ("INIT", 8, "(1S)", "(15)"),
]


def test_the_repairs_are_these_and_no_others() -> None:
    assert [(repair.label, repair.line, repair.printed, repair.reads) for repair in REPAIRS] == PLACES


def test_only_the_castling_bonus_of_cblack4_depends_on_the_reading() -> None:
    assert [(repair.name, repair.readings) for repair in REPAIRS if repair.readings != READINGS] == [
        ("cblack4-castling-bonus", (RECORDED,))
    ]


def test_the_sums_of_the_listing_are_these() -> None:
    assert {reading: known.whole for reading, known in KNOWN.items()} == {
        "printed": "8b9ddf8f8949b725d8343619fabd48d08d02f15137e529c0d06ca0ff0e05056f",
        "recorded": "ee4c91d7ad0f5917cf6a361adc35f204c755ee23f4a628099abed8d44a55eae1",
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
