"""Where a change has its first effect: nowhere earlier may the changed port do anything else than the unchanged one."""

from __future__ import annotations

import ast
from itertools import islice

import pytest

from modern.proof.changed_port import NEVER, Start, _compared, first_effects
from modern.proof.changes import Change
from modern.proof.port_changes import port_changes, port_source
from modern.proof.record import Ending
from modern.proof.verdicts import ending_of

SOURCE = port_source()
LINES = SOURCE.splitlines()


def change_of(old: str, new: str, line: str) -> Change:
    """Returns the first change of a token in a line of the port that contains a text."""
    return next(one for one in port_changes(SOURCE) if (one.old, one.new) == (old, new) and line in LINES[one.line - 1])


#: Changes with the ply of their first effect among the first two, or None.
EFFECTS = [
    # A condition: empty squares are 0, but no piece is 24, the last queen in reserve, and none has a flag above 2.
    (">", ">=", "if self.Z > 0 and self.Z < 25", 1),
    ("24", "23", "if self.Z > 24 and self.Z < 49", None),
    ("2", "3", "if PM[self.JK][0] != 2", None),
    # An assignment of another value, to another variable, and one that never runs.
    ("1000.0", "1001.0", "self.BESTVAL1 = -1000.0", 1),
    ("self.BESTVAL1", "self.BESTVAL", "self.BESTVAL1 = self.S1", 1),
    ("29", "30", "PW[8] = 29", None),
    # The squares of a FOR; Black's moves are counted from ply 1, as replies.
    ("26", "25", "for X8 in range(26, 118)", 1),
    # Black's own moves are tried at ply 2.
    ("self.CWHITE", "self.CBLACK", "self.CWHITE()", 2),
    ("self.SS2", "self.SSZ", "self.SS2 = self.S1", 2),
]


@pytest.mark.slow
def test_the_first_effect_of_a_change_is_at_the_ply_where_its_statement_first_has_another_value() -> None:
    changes = [change_of(*place) for *place, _ in EFFECTS]
    found: dict[str, Start] = {}
    for starts in islice(first_effects(changes), 2):
        found |= starts
    assert {name: start.ply for name, start in found.items()} == {
        change.id: ply for change, (*_, ply) in zip(changes, EFFECTS, strict=True) if ply
    }


def test_a_game_that_begins_at_the_first_effect_ends_as_the_whole_game_does() -> None:
    change = change_of("self.BESTVAL1", "self.BESTVAL", "single(self.SS2 - self.BESTVAL1)")
    found: dict[str, Start] = {}
    for starts in islice(first_effects([change]), 2):
        found |= starts
    assert found[change.id].ply == 2
    whole = ending_of(change)
    assert whole.ply == 2
    assert ending_of(change, found[change.id]) == whole


def test_a_change_without_effect_ends_as_the_unchanged_port_does() -> None:
    assert ending_of(change_of("29", "30", "PW[8] = 29"), NEVER) == Ending(22, "e8g8")


@pytest.mark.slow
def test_what_has_no_effect_in_the_whole_game_ends_as_the_unchanged_port_does() -> None:
    """White castles at ply 23 only; until then, the squares of its pieces after castling are never set."""
    change = change_of("29", "30", "PW[8] = 29")
    assert change.id not in {name for starts in first_effects([change]) for name in starts}
    assert ending_of(change) == Ending(22, "e8g8")


def test_only_statements_that_assign_to_the_same_are_compared_by_their_values() -> None:
    for one, other, is_compared in (
        *(("A = 1", "A = 2", True), ("A += 1", "A += 2", True)),
        *(("A = 1", "A += 1", False), ("A = 1", "B = 1", False), ("f()", "g()", False)),
    ):
        pair = _compared(ast.parse(one).body[0], ast.parse(other).body[0])
        assert [isinstance(node, ast.Tuple) for node in pair] == [is_compared] * 2
