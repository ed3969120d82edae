"""PRINT: signs, semicolons, commas and zones."""

from __future__ import annotations

import pytest
from basic_runs import printed, started


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        ("PRINT", "\n"),
        ("PRINT 1", " 1 \n"),
        ("PRINT -1", "-1 \n"),
        ("PRINT 1;-2;.5", " 1 -2  .5 \n"),
        ('PRINT "A";"B"', "AB\n"),
        ('PRINT "A";1;"B"', "A 1 B\n"),
        ('PRINT"no blank is needed"', "no blank is needed\n"),
        ('PRINT "the row goes on";', "the row goes on"),
        ('PRINT "A";:PRINT "B"', "AB\n"),
        ('print "lower case"', "lower case\n"),
        ("PRINT 1E7*10", " 1E+08 \n"),
        ("PRINT 1/3", " .3333333 \n"),
        ("PRINT .1+.2", " .3 \n"),
    ],
)
def test_numbers_have_a_sign_or_a_blank_before_and_a_blank_behind(statement: str, text: str) -> None:
    assert printed(statement) == text


@pytest.mark.parametrize(
    ("statement", "rows"),
    [
        ('PRINT "A","B"', ["A             B"]),
        ("PRINT 1,-2", [" 1            -2"]),
        ('PRINT ,"B"', ["              B"]),
        ('PRINT "exactly 13 ..","B"', ["exactly 13 .. B"]),
        ('PRINT "more than 14 ..","B"', ["more than 14 ..             B"]),
        ('PRINT "A",:PRINT "B"', ["A             B"]),
        ("PRINT 1,2,3,4,5,6", [" 1             2             3             4             5", " 6"]),
    ],
)
def test_a_comma_moves_to_the_next_zone_of_14_columns(statement: str, rows: list[str]) -> None:
    lines = started(statement).screen.lines()
    assert [line for line in lines if line] == rows


def test_a_row_of_40_columns_has_two_zones() -> None:
    lines = started("SCREEN 1:PRINT 1,2,3").screen.lines()
    assert lines[:2] == [" 1             2", " 3"]


def test_an_item_that_does_not_fit_begins_the_next_row() -> None:
    lines = started('SCREEN 1:PRINT "this takes 30 of the columns..";"and this more than 10"').screen.lines()
    assert lines[:2] == ["this takes 30 of the columns..", "and this more than 10"]


def test_an_item_that_just_fits_stays_in_its_row() -> None:
    lines = started('SCREEN 1:PRINT "this takes 30 of the columns..";"this is 10";"."').screen.lines()
    assert lines[:2] == ["this takes 30 of the columns..this is 10", "."]
