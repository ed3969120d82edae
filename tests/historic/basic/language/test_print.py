"""PRINT on a screen of 40 columns; tests/data/gw-basic.toml has signs, semicolons, commas and zones."""

from __future__ import annotations

import pytest
from basic_runs import error_of, printed, refusal_of, started


def test_a_row_of_40_columns_has_two_zones() -> None:
    lines = started("SCREEN 1:PRINT 1,2,3").screen.lines()
    assert lines[:2] == [" 1             2", " 3"]


def test_an_item_that_does_not_fit_begins_the_next_row() -> None:
    lines = started('SCREEN 1:PRINT "this takes 30 of the columns..";"and this more than 10"').screen.lines()
    assert lines[:2] == ["this takes 30 of the columns..", "and this more than 10"]


def test_an_item_that_just_fits_stays_in_its_row() -> None:
    lines = started('SCREEN 1:PRINT "this takes 30 of the columns..";"this is 10";"."').screen.lines()
    assert lines[:2] == ["this takes 30 of the columns..this is 10", "."]


@pytest.mark.parametrize(
    ("statement", "rows"),
    [
        ('PRINT "a",SPC(79);"b"', ["a", "             b"]),
        ('PRINT "a";SPC(79);"b"', ["a", "b"]),
        ('PRINT "a";SPC(80);"b"', ["ab"]),
        ('PRINT "a";SPC(81);"b"', ["a b"]),
        ('PRINT SPC(85);"b"', ["     b"]),
        ('PRINT "ab"+CHR$(9)+"c";1', ["ab      c 1"]),
    ],
)
def test_spc_and_tabs_on_the_screen(statement: str, rows: list[str]) -> None:
    """SPC goes on in the next row; as in QB64-PE and PC-BASIC."""
    assert started(statement).screen.lines()[: len(rows) + 1] == [*rows, ""]


def test_view_print_scrolls_its_rows_only() -> None:
    """As in QB64-PE."""
    run = started("PRINT 0\nVIEW PRINT 3 TO 5\nFOR I=1 TO 9:PRINT I:NEXT\nVIEW PRINT\nLOCATE 8,1:PRINT 10")
    assert run.screen.lines()[:8] == [" 0", "", " 8", " 9", "", "", "", " 10"]
    run = started("PRINT 0\nVIEW PRINT 3 TO 5\nPRINT 1:PRINT 2\nCLS\nPRINT 3")
    assert run.screen.lines()[:5] == [" 0", "", " 3", "", ""]
    assert started("VIEW PRINT 3 TO 5\nPRINT 1\nCLS 0").screen.lines() == [""] * 25
    for statement in ("VIEW PRINT 5 TO 3", "VIEW PRINT 0 TO 3", "VIEW PRINT 3 TO 26", "VIEW PRINT 3 TO 5:LOCATE 2,1"):
        assert error_of(statement) == (5, 1)
    assert refusal_of("VIEW (0,0)-(9,9)") == "line 1: VIEW is not part of this BASIC"


def test_the_borders_colour_has_no_effect() -> None:
    assert started("COLOR 7,0,1:COLOR ,,3:PRINT 1").screen.colors[0][1] == (7, 0)


@pytest.mark.parametrize("ahead", range(4))
@pytest.mark.parametrize("over", [-1, 0, 1])
def test_text_that_does_not_fit_behind_other_text_begins_a_row_and_at_the_left_it_never_does(
    ahead: int, over: int
) -> None:
    length = 80 - ahead + over
    row, rest = "a" * ahead, "x" * length
    expected = [row, rest] if ahead and over > 0 else [row + rest]
    assert printed(f'PRINT "{row}";STRING$({length},"x")') == "\n".join(expected) + "\n"
