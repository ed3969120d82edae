"""PRINT on a screen of 40 columns; tests/data/gw-basic.toml has signs, semicolons, commas and zones."""

from __future__ import annotations

from basic_runs import started


def test_a_row_of_40_columns_has_two_zones() -> None:
    lines = started("SCREEN 1:PRINT 1,2,3").screen.lines()
    assert lines[:2] == [" 1             2", " 3"]


def test_an_item_that_does_not_fit_begins_the_next_row() -> None:
    lines = started('SCREEN 1:PRINT "this takes 30 of the columns..";"and this more than 10"').screen.lines()
    assert lines[:2] == ["this takes 30 of the columns..", "and this more than 10"]


def test_an_item_that_just_fits_stays_in_its_row() -> None:
    lines = started('SCREEN 1:PRINT "this takes 30 of the columns..";"this is 10";"."').screen.lines()
    assert lines[:2] == ["this takes 30 of the columns..this is 10", "."]
