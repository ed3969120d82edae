"""Other readings of doubtful places: each changes its places of the listing and nothing else."""

from __future__ import annotations

import pytest
from report_text import needs_report, report_path

from historic.listing.other_readings import OTHER_READINGS, OtherReading, Reread
from historic.listing.repairs import REPAIRS
from historic.listing.report import read_report
from historic.listing.restoration import restored_listing
from historic.readings import PRINTED

LISTING = "COUNT:\n\n\tQ=1\n\tQ=Q+1\n\nDONE:\n\tPRINT Q\n"


def test_a_place_is_so_many_lines_below_its_label_without_blank_ones() -> None:
    other = OtherReading("twice", (Reread("COUNT", 2, "Q+1", "Q+2"), Reread("DONE", 1, "Q", "R")), "made up")
    assert other.applied_to(LISTING) == LISTING.replace("Q+1", "Q+2").replace("PRINT Q", "PRINT R")


@pytest.mark.parametrize(
    "place",
    [
        Reread("NONE", 1, "Q", "R"),
        Reread("COUNT", 9, "Q", "R"),
        Reread("DONE", 1, "S", "R"),
        Reread("COUNT", 2, "Q", "R"),
    ],
    ids=["no such label", "no such line", "not there", "there twice"],
)
def test_a_place_that_is_not_found_once_is_refused(place: Reread) -> None:
    with pytest.raises(ValueError, match=f"odd: {place.reads} is not in line {place.line} below {place.label}"):
        OtherReading("odd", (place,), "made up").applied_to(LISTING)


def test_each_other_reading_has_a_name_of_its_own_and_says_why_there_is_a_doubt() -> None:
    names = [other.name for other in OTHER_READINGS]
    assert len(set(names)) == len(names)
    assert all(other.doubt and other.places for other in OTHER_READINGS)
    # The reading `recorded` is a repair and an other reading of `printed` at once.
    assert {repair.name for repair in REPAIRS} & set(names) == {"cblack4-castling-bonus"}


@needs_report
@pytest.mark.parametrize("other", OTHER_READINGS, ids=lambda other: other.name)
def test_each_other_reading_changes_its_lines_of_the_listing_only(other: OtherReading) -> None:
    listing = restored_listing(read_report(report_path()), PRINTED)
    before, after = listing.splitlines(), other.applied_to(listing).splitlines()
    assert sum(old != new for old, new in zip(before, after, strict=True)) == len(other.places)
