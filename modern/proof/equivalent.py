"""Changes that no comparison can find, with the reason.

There are two reasons. A test comes out the same for every value that there can be; the values are those that the
listing assigns. A variable that holds a flag is 0, 1 or 2. A square of the board is empty (0), has a piece (1 to 48) or
is the border (99). A square of a think move board has a sum of powers of two, at least 0. ZI is a square of the board,
BESTPOS one too, or 0, 7000 or 8000. In WHITE1 and BLACK1 B is a move code. And a loop over the ten rows from 24 to 119
passes over the border, so that it may begin or end a square earlier or later there.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable
from typing import Final

from historic.position.castling import KINGSIDE_BESTPOS, QUEENSIDE_BESTPOS
from historic.position.squares import SQUARES
from historic.tables import MOVE_CODES
from modern.proof.changes import Change

_FLAG: Final = range(3)
_SIDE: Final = range(2)
_BOARD: Final = (*range(49), 99)
#: Enough of the sums to tell any two tests against the listing's small numbers apart.
_THINK: Final = (*range(130), 2**24 - 1)
_VALUES: Final[dict[str, Iterable[int]]] = {
    **dict.fromkeys(("II", "III", "WOO", "WOOO", "BOO", "BOOO", "PM"), _FLAG),
    "JAA": _SIDE,
    "Z": _BOARD,
    "ZI": SQUARES,
    **dict.fromkeys(("BESTPOS", "BESTPOS1"), (0, *SQUARES, KINGSIDE_BESTPOS, QUEENSIDE_BESTPOS)),
    "board": _BOARD,
    **dict.fromkeys(("white", "black", "think"), _THINK),
}
#: The subroutines in which B is a move code where it is tested, and the codes.
_CODED: Final = ("WHITE1", "BLACK1")
_CODES: Final = MOVE_CODES[1::2]
#: The rows of A that hold a board; the others hold a think move board.
_BOARD_ROWS: Final = ("0", "3", "5")

_TESTS: Final[dict[str, Callable[[int, int], bool]]] = {
    "=": operator.eq,
    "==": operator.eq,
    "<>": operator.ne,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
#: A variable or an element, an operator and a number, in either language.
_TEST: Final = re.compile(
    r"(?<![\w.$])(?:self\.)?(?P<name>[A-Za-z]\w*)(?P<place>\([^()]*(?:\([^()]*\)[^()]*)*\)|(?:\[[^][]*(?:\[[^][]*\])?\])*)"
    r"\s*(?P<test><>|<=|>=|==|!=|<|>|=)\s*(?P<number>\d+)\b"
)


#: The bounds of a loop over the ten rows, in the listing and, exclusive at the end, in the port.
_LOOP: Final = re.compile(r"FOR \w+=(?P<first>24) TO 119\b|in range\((?P<start>24), (?P<end>120)\)")


def reason_for(change: Change, line: str) -> str:
    """Returns why a change of a line changes nothing, or '' if no reason is known."""
    return _same_tests(change, line) or _same_squares(change, line)


def _same_squares(change: Change, line: str) -> str:
    """Returns a reason if only squares of the border are added to a loop or left out of it, otherwise ''."""
    loop = _LOOP.search(line)
    if loop is None or change.column not in {loop.start(name) for name, text in loop.groupdict().items() if text}:
        return ""
    before, after = sorted((int(change.old), int(change.new)))
    if any(square in SQUARES for square in range(before, after)):
        return ""
    return f"square {before} is a square of the border, and the loop passes over those"


def _same_tests(change: Change, line: str) -> str:
    """Returns a reason if a changed test comes out the same for every value, otherwise ''."""
    for found in _TEST.finditer(line):
        if change.column not in (found.start("test"), found.start("number")):
            continue
        values = (
            _CODES if found["name"] == "B" and change.label in _CODED else _values_of(found["name"], found["place"])
        )
        before = _TESTS[found["test"]], int(found["number"])
        after = before
        if change.column == found.start("test") and change.new in _TESTS:
            after = _TESTS[change.new], before[1]
        elif change.column == found.start("number") and change.new.isdigit():
            after = before[0], int(change.new)
        if after != before and values and all(before[0](v, before[1]) == after[0](v, after[1]) for v in values):
            return f"the test comes out the same for each value that {found['name']}{found['place']} can have"
    return ""


def _values_of(name: str, place: str) -> Iterable[int]:
    """Returns the values that a variable or an element can have, or nothing if they are not known."""
    if name == "A" and place:
        return _BOARD if place[1:2] in _BOARD_ROWS else _THINK
    return _VALUES.get(name, ())
