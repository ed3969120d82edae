"""The token of the listing for which a token of the port stands."""

from __future__ import annotations

from textwrap import dedent

import pytest
from report_text import needs_report, report_path

from historic.listing.report import read_report
from historic.listing.restoration import restored_listing
from historic.readings import PRINTED
from modern.proof.counterparts import Counterparts, shape_of
from modern.proof.port_changes import port_changes, port_source

PORT = dedent("""
    class P:
        def WHITE(self):
            A = self.A
            copy_row(A[1], NO_ROW)
            board = A[0]
            for X in range(24, 120):
                Z = board[X]
                if Z > 0 and Z < 25:
                    self.S1 = single(self.S1 - TENTH * 9.0)
            self.X = 120

        def WHITE1(self):
            MC, think = self.MC, self.A[1]
            code = MC[Z - 1][1]
            for A in MOVE_DIRECTIONS[code]:
                for B in range(1, MC[Z - 1][0] + 1):
                    X0 = X - B
                    self.X0 = X0
                    think[X0] += POWER[Z - 1]
                else:
                    B = MC[Z - 1][0] + 1
            self.B = B if code > 255 else code

        def BLACK(self):
            pass

        def BLACK1(self):
            pass

        def CWHITE(self):
            PM, white = self.PM, self.A[1]
            for Y8 in range(23, -1, -1):
                white[Y8] += 1
                PM[Y8][0] = 2

        def CBLACK(self):
            pass
    """)

LISTING = """\
WHITE:
\tFOR X=0 TO 143
\t\tA(1,X)=0
\tNEXT X
\tFOR X=24 TO 119
\t\tZ=A(0,X)
\t\tIF Z>0 AND Z<25 THEN S1=S1-.1*9
\tNEXT X
\tRETURN

WHITE2:
\tFOR B=1 TO MC(Z-1,0)
\t\tX0=X-B
\t\tA(1,X0)=A(1,X0)+2^(Z-1)
\tNEXT B
\tRETURN

CWHITE:
\tFOR Y8=23 TO 0 STEP -1
\t\tA(1,Y8)=A(1,Y8)+1
\t\tPM(Y8,0)=2
\tNEXT Y8
\tRETURN
"""


def changed_lines() -> dict[str, str | None]:
    """Returns the changed line of the listing for each change of the port."""
    counterparts = Counterparts(PORT, LISTING)
    found: dict[str, str | None] = {}
    for change in port_changes(PORT):
        same = counterparts.change(change)
        found[f"{change.old} {change.new} {change.line}"] = (
            same.applied_to(LISTING.splitlines())[same.line - 1].strip() if same else None
        )
    return found


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ("> >= 9", "IF Z>=0 AND Z<25 THEN S1=S1-.1*9"),
        ("and or 9", "IF Z>0 OR Z<25 THEN S1=S1-.1*9"),
        ("25 26 9", "IF Z>0 AND Z<26 THEN S1=S1-.1*9"),
        ("TENTH CASTLING_BONUS 10", "IF Z>0 AND Z<25 THEN S1=S1-.9*9"),
        ("9.0 8.0 10", "IF Z>0 AND Z<25 THEN S1=S1-.1*8"),
        ("120 121 7", "FOR X=24 TO 120"),
        ("24 23 7", "FOR X=23 TO 119"),
        ("board self.A[1] 8", "Z=A(1,X)"),
        ("X self.X0 8", "Z=A(0,X0)"),
        ("1 0 5", "A(0,X)=0"),
        ("- + 17", "FOR B=1 TO MC(Z+1,0)"),
        ("0 1 17", "FOR B=1 TO MC(Z-1,1)"),
        ("- + 18", "X0=X+B"),
        ("1 2 20", "A(1,X0)=A(1,X0)+2^(Z-2)"),
        ("+= -= 34", "A(1,Y8)=A(1,Y8)-1"),
        ("1 2 34", "A(1,Y8)=A(1,Y8)+2"),
        ("0 1 35", "PM(Y8,1)=2"),
    ],
)
def test_a_change_of_the_port_is_the_same_change_of_the_listing(change: str, line: str) -> None:
    assert changed_lines()[change] == line


def test_the_limit_of_a_for_that_counts_down_is_one_more_than_that_of_a_range() -> None:
    counterparts = Counterparts(PORT, LISTING)
    limits = {
        same.new
        for change in port_changes(PORT)
        if change.line == 33 and (same := counterparts.change(change)) and same.old == "0"
    }
    assert limits == {"1", "-1"}


def test_what_the_listing_writes_twice_has_no_counterpart() -> None:
    assert changed_lines()["white self.A[0] 34"] is None


def test_a_change_without_counterpart_still_has_a_line() -> None:
    counterparts = Counterparts(PORT, LISTING)
    change = next(one for one in port_changes(PORT) if (one.old, one.line) == ("white", 34))
    line = counterparts.line(change)
    assert line is not None
    assert (line.label, line.offset) == ("CWHITE", 2)


@needs_report
def test_nearly_every_change_of_the_port_has_a_counterpart_in_the_listing() -> None:
    listing = restored_listing(read_report(report_path()), PRINTED)
    counterparts = Counterparts(port_source(), listing)
    lines = listing.splitlines()
    changes = port_changes(port_source())
    found = [(change, same) for change in changes if (same := counterparts.change(change))]
    assert len(found) > 0.95 * len(changes)
    assert sum(counterparts.line(change) is not None for change in changes) > 0.99 * len(changes)
    for change, same in found:
        assert same.applied_to(lines) != lines
        # CWHITE3 and CBLACK3 stand in a line of their own in the port only.
        assert change.label.rstrip("1259A4B3") == same.label.rstrip("1259A4B3")


@needs_report
def test_the_shape_of_the_listing_has_its_labels_and_none_of_its_text() -> None:
    listing = restored_listing(read_report(report_path()), PRINTED)
    shape = shape_of(listing, [])
    assert sum(line.length for line in shape) == sum(len(line.strip()) for line in listing.splitlines())
    assert {line.label for line in shape if line.label and not line.offset} >= {"WHITE2", "CBLACK4", "ENDEND"}
    assert all(line.share is None for line in shape)
