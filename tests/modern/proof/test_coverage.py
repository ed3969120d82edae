"""What of a listing runs in a task: a small listing of our own, of which each line and each branch is known."""

from __future__ import annotations

from modern.proof.coverage import Coverage, Stays, places, stays_in
from modern.proof.tasks import SelfPlay

LISTING = """\
GOSUB BOARD
GOSUB WHITE
END
BOARD:
FOR X=1 TO 3
IF X>1 THEN Q=Q+1
IF X>0 THEN R=R+1
IF X>2 THEN
S=1
END IF
IF X>5 THEN
T=1
T=2
END IF
NEXT X
RETURN
WHITE:
IF Q=2 THEN CWHITE
Q=3
CWHITE:
RETURN
BLACK:
RETURN
"""


def ran() -> Stays:
    return stays_in(LISTING, SelfPlay("once"))


def test_a_line_that_did_not_run_is_named_by_its_place_and_without_its_text() -> None:
    assert places(Coverage(LISTING).missed(ran())) == "BOARD+8 to 9, WHITE+2, BLACK+1"


def test_only_a_branch_that_went_both_ways_counts() -> None:
    """X>1 and X>2 come out both ways; X>0 is always true, X>5 never, and Q=2 is asked once."""
    share, whole = Coverage(LISTING).share(ran()), Coverage(LISTING).whole
    assert (share.branches, whole.branches) == (2, 5)


def test_labels_and_lines_are_counted_without_those_that_are_no_statements() -> None:
    share, whole = Coverage(LISTING).share(ran()), Coverage(LISTING).whole
    assert (whole.labels, whole.lines) == (5, 17)
    assert (share.labels, share.lines) == (4, 13)


def test_what_two_tasks_run_adds_up() -> None:
    once = ran()
    other = stays_in(LISTING.replace("IF X>5", "IF X>1"), SelfPlay("once"))
    assert Coverage(LISTING).share(once | other).branches == 3
    assert places(Coverage(LISTING).missed(once | other)) == "WHITE+2, BLACK+1"
