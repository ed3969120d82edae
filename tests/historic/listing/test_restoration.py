"""The machinery of the restoration, on a small damaged report that is made up, and on the report's text."""

from __future__ import annotations

import random
import string
from dataclasses import replace

import pytest
from made_up_report import DAMAGED, REPAIRS, WHOLE, known
from report_text import needs_report, report_path
from scenarios import LONG

from historic.listing.appendix import find_appendix
from historic.listing.repair import Repair
from historic.listing.repairs import sum_of_repairs
from historic.listing.report import NotAReport, read_report
from historic.listing.restoration import Restoration, compared, repaired, restore, restored_listing
from historic.listing.sums import sum_of
from historic.readings import READINGS


def restoration(text: str = DAMAGED, repairs: tuple[Repair, ...] = REPAIRS) -> Restoration:
    return compared(repaired(find_appendix(text), repairs), known(), "made up")


def findings(text: str = DAMAGED, repairs: tuple[Repair, ...] = REPAIRS) -> list[str]:
    return [str(finding) for finding in restoration(text, repairs).findings]


def test_all_repairs_together_give_the_whole_listing() -> None:
    result = restoration()
    assert result.text == WHOLE
    assert result.findings == ()
    assert result.result_sum == sum_of(WHOLE)
    assert "".join(result.sections.values()) == WHOLE


def test_a_repair_knows_its_columns_on_both_sides() -> None:
    (line,) = (line for line in restoration().lines if len(line.changes) == 2)
    assert line.damaged.text == "\tFOR I=1 T0 1O"
    for change in line.changes:
        assert line.damaged.text[change.printed_column :].startswith(change.repair.printed)
        assert line.text[change.reads_column :].startswith(change.repair.reads)


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("jump", "line 11: a jump to D0NE, a label that does not exist"),
        ("to", "line 14 (COUNT): the variable T0 is used only here"),
        ("limit", "line 14 (COUNT): the number 1O has a letter in it"),
        ("most", "line 16 (COUNT): the number 5O has a letter in it"),
        ("string", "line 20 (DONE): a string is opened and never closed"),
    ],
)
def test_a_repair_taken_back_is_found_as_damage_in_its_line(name: str, found: str) -> None:
    without = tuple(repair for repair in REPAIRS if repair.name != name)
    assert findings(repairs=without)[0] == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (DAMAGED.replace("T0", "7O"), "repair to: expected T0 in line 1 below the label; not found"),
        (DAMAGED.replace("T0 1O", "T0 T0"), "repair to: expected T0 in line 1 below the label; it is there 2 times"),
        (DAMAGED.replace("\tFOR", "\tSTOP\n\tFOR"), "repair to: expected T0 in line 1 below the label; not found"),
    ],
    ids=["another damage", "ambiguous", "a line more"],
)
def test_a_repair_whose_place_is_not_found_is_reported_with_its_line(text: str, found: str) -> None:
    assert f"line 14 (COUNT): {found}" in findings(text)


def test_a_repair_below_the_end_of_its_label_is_reported() -> None:
    moved = replace(REPAIRS[1], line=9)
    found = findings(repairs=(moved, *REPAIRS[2:], REPAIRS[0]))
    assert "line 17 (COUNT): repair to: expected T0 in line 9 below the label; there are 4 lines" in found


def test_a_repair_whose_label_is_missing_is_reported() -> None:
    found = findings(DAMAGED.replace("COUNT:", "C0UNT:"))
    assert "line 10: a jump to COUNT, a label that does not exist" in found
    assert "the listing: repair to: there is no label COUNT" in found
    assert "line 13 (C0UNT): the known listing has no such label" in found


def test_a_repair_that_overlaps_another_is_reported() -> None:
    overlapping = Repair("again", "COUNT", 1, "0 1", "O 1", "none", ())
    found = findings(repairs=(*REPAIRS, overlapping))
    assert found == []  # the sum is right without it
    result = repaired(find_appendix(DAMAGED), (*REPAIRS, overlapping))
    assert [finding.number for finding in result.findings] == [14]


def test_damage_that_no_repair_covers_is_reported_with_its_line() -> None:
    text = DAMAGED.replace("NEXT I", "NEXT 1I")
    assert "line 17 (COUNT): the number 1I has a letter in it" in findings(text)


def test_a_change_that_is_good_basic_is_found_by_the_sum_of_its_label() -> None:
    found = findings(DAMAGED.replace("SUM+I", "SUM-I"))
    assert found[0] == "line 13 (COUNT): up to the next label, this is not the known listing"
    assert found[1:] == [f"the listing: its SHA-256 is not {sum_of(WHOLE)}, that of the listing as made up"]


def test_a_missing_label_is_found() -> None:
    text = DAMAGED.replace("\nDONE:", "")
    assert "the listing: the label DONE is missing" in findings(text)


def test_a_text_that_somebody_corrected_gives_the_same_listing() -> None:
    corrected = DAMAGED.replace("T0", "TO").replace("IS;SUM", 'IS";SUM')
    result = restoration(corrected)
    assert result.text == WHOLE
    assert result.findings == ()
    assert [repair.name for line in result.lines for repair in line.already] == ["to", "string"]


def test_restoring_the_whole_listing_changes_nothing() -> None:
    whole = restoration(f"APPENDIX B\n{WHOLE}")
    assert whole.text == WHOLE
    assert whole.findings == ()


def test_the_sum_of_the_repairs_depends_on_place_and_reading_but_not_on_the_evidence() -> None:
    total = sum_of_repairs(REPAIRS)
    assert sum_of_repairs([replace(REPAIRS[0], reason="other words", evidence=()), *REPAIRS[1:]]) == total
    assert sum_of_repairs([replace(REPAIRS[0], line=4), *REPAIRS[1:]]) != total
    assert sum_of_repairs([replace(REPAIRS[0], reads="D"), *REPAIRS[1:]]) != total
    assert sum_of_repairs(REPAIRS[1:]) != total


def test_another_listing_is_refused_with_its_first_finding() -> None:
    with pytest.raises(NotAReport, match=r"cannot be restored: line 11: .* \(the first of \d+ findings\)"):
        restored_listing(DAMAGED, "printed")


def test_an_unknown_reading_is_refused() -> None:
    with pytest.raises(ValueError, match="no such reading"):
        restored_listing(DAMAGED, "other")


def with_one_edit(text: str, first: int, end: int, drawn: random.Random) -> str:
    """Returns a text with one character replaced, added or left out, at a place from `first` up to `end`."""
    place = drawn.randrange(first, end)
    char = drawn.choice(string.digits + string.ascii_letters + string.punctuation + " \t\n")
    taken, added = drawn.choice([(1, char), (0, char), (1, "")])
    return text[:place] + added + text[place + taken :]


@needs_report
@pytest.mark.slow
@pytest.mark.parametrize("reading", READINGS)
def test_no_edit_of_one_character_changes_the_listing_unnoticed(reading: str) -> None:
    """Some edits change nothing, such as a blank at the end of a line. All others are refused with a line."""
    report = "\n".join(read_report(report_path()).splitlines())
    whole = restored_listing(report, reading)
    places = [line.number for line in find_appendix(report).lines if line.text]
    lines = report.splitlines(keepends=True)
    first, end = (sum(map(len, lines[:count])) for count in (places[0] - 1, places[-1]))
    drawn = random.Random(1994)
    refused = 0
    edits = 500 if LONG else 100
    for _ in range(edits):
        edited = with_one_edit(report, first, end, drawn)
        result = restore(find_appendix(edited), reading)
        if result.findings:
            refused += 1
            assert any(finding.number for finding in result.findings)
        else:
            assert result.text == whole
    assert 400 < refused < 500 if LONG else refused == edits  # the first that changes nothing comes later
