"""One-token changes: what replaces a token in the port and in a listing, and that each change is what it says."""

from __future__ import annotations

import ast
import random
from textwrap import dedent

import pytest

from modern.proof.changes import LISTING, Change, listing_changes
from modern.proof.port_changes import METHODS, port_changes, port_source


def news_in_port(statement: str) -> dict[str, list[str]]:
    """Returns the replacements of each token of a statement in a method WHITE with the row `board`."""
    source = f"class P:\n    def WHITE(self):\n        board, think = self.A[0], self.A[1]\n        {statement}\n"
    return by_token(port_changes(source))


def news_in_listing(line: str) -> dict[str, list[str]]:
    """Returns the replacements of each token of a line below the label WHITE."""
    return by_token(listing_changes(f"WHITE:\n\t{line}\n"))


def by_token(changes: list[Change]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for change in changes:
        found.setdefault(change.old, []).append(change.new)
    return found


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("IF Q>5 THEN R=S", {">": ["=", "<>", "<", "<=", ">="], "5": ["4", "6"]}),
        ("IF Q=0 THEN R=S", {"=": ["<>", "<", "<=", ">", ">="], "0": ["1"]}),
        ("Q=R:IF Q<>1 THEN R=S:S=T", {"<>": ["=", "<", "<=", ">", ">="], "1": ["0", "2"]}),
        ("IF Q AND R OR S THEN T", {"AND": ["OR"], "OR": ["AND"]}),
        ("Q=R+.9", {"+": ["-"], ".9": [".05", ".1", ".25"]}),
        ("Q=R*S-T/V", {"*": ["+"], "-": ["+"], "/": ["*"]}),
        ("GOSUB BLACK", {"BLACK": ["WHITE"]}),
        ("FOR Q=1 TO 0 STEP -1", {"1": ["0", "2", "2"], "0": ["1"], "-": ["+"]}),
        ("LOCATE 18,1", {}),
        ("PRINT Q+1", {}),
    ],
)
def test_a_token_of_the_listing_is_replaced_by_what_can_stand_there(line: str, expected: dict[str, list[str]]) -> None:
    assert news_in_listing(line) == expected


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("if self.S1 > 5: self.S1 = self.J", {">": ["==", "!=", "<", "<=", ">="], "5": ["4", "6"]}),
        ("if self.S1 and self.J or self.X: pass", {"and": ["or"], "or": ["and"], "self.X": ["self.X0"]}),
        ("self.S1 = single(self.S1 + TENTH)", {"+": ["-"], "TENTH": ["TWENTIETH", "0.25", "CASTLING_BONUS"]}),
        ("self.S1 = self.J * 9.0 - self.S1", {"*": ["+"], "-": ["+"], "9.0": ["8.0", "10.0"]}),
        ("self.BLACK()", {"self.BLACK": ["self.WHITE"]}),
        ("board[3] = 0", {"board": ["self.A[1]"], "3": ["2", "4"], "0": ["1"]}),
        ("think[3] += 1", {"think": ["self.A[0]", "self.A[2]"], "3": ["2", "4"], "+=": ["-="], "1": ["0", "2"]}),
        ("for X in range(3, -1, -1): pass", {"3": ["2", "4"], "1": ["0", "2", "2"], "-": ["+"]}),
        ("for B in range(1, self.MC[3][0] + 1): pass", {"1": ["0", "2"], "3": ["2", "4"], "0": ["1"]}),
        ("for KJ in range(5, 8): self.JK = KJ", {"5": ["4", "6"], "8": ["7", "9"], "KJ": ["self.JK"]}),
        ("self.screen.LOCATE(18, 1)", {}),
        ("self.X = 144", {}),
        ("there = board[3]", {}),
        ("if self.S1 < 0: raise ValueError", {}),
        ("self.PB[checked(self.L2, 23, 'L')] = 7", {"self.PB": ["self.PW"], "7": ["6", "8"]}),
    ],
)
def test_a_token_of_the_port_is_replaced_as_it_is_in_the_listing(
    statement: str, expected: dict[str, list[str]]
) -> None:
    assert news_in_port(statement) == expected


def test_a_name_that_has_no_value_yet_is_not_offered() -> None:
    method = """
        class P:
            def CWHITE(self):
                for X8 in range(0, 3):
                    self.PP2 = X8
                    for Y8 in range(0, 3):
                        self.PP2 = X8
        """
    names = [(change.line, change.new) for change in port_changes(dedent(method)) if change.old == "X8"]
    assert names == [(7, "Y8")]


def test_the_place_of_a_change_is_its_label_and_line() -> None:
    changes = listing_changes("CWHITE:\n\n\tQ=1\nCWHITE4:\n\tQ=R\n\tIF Q>R THEN S=T\n")
    assert [change.id for change in changes[:3]] == ["CWHITE+1.3 1 to 0", "CWHITE+1.3 1 to 2", "CWHITE4+2.5 > to ="]


def test_a_change_replaces_its_token_and_nothing_else() -> None:
    text = "WHITE:\n\tIF Q>5 THEN R=S\n\tQ=5\n"
    change = next(change for change in listing_changes(text) if change.new == ">=")
    assert change.applied_to(text.splitlines()) == ["WHITE:", "\tIF Q>=5 THEN R=S", "\tQ=5"]


def test_a_change_that_does_not_find_its_token_is_refused() -> None:
    with pytest.raises(ValueError, match="the token is not there"):
        Change(LISTING, "WHITE", 1, 1, 2, "5", "6").applied_to(["IF Q>7"])


@pytest.mark.slow
def test_a_change_of_the_port_is_another_program_in_python() -> None:
    source = port_source()
    lines = source.splitlines()
    changes = port_changes(source)
    assert len({change.id for change in changes}) == len(changes)
    methods = {
        node.name: (node.lineno, node.end_lineno)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef) and node.name in METHODS
    }
    for change in random.Random(1994).sample(changes, 100):
        start, end = next((first, last) for first, last in methods.values() if first <= change.line <= (last or 0))
        before = ast.dump(ast.parse(dedent("\n".join(lines[start - 1 : end]))))
        after = ast.dump(ast.parse(dedent("\n".join(change.applied_to(lines)[start - 1 : end]))))
        assert after != before, change.id
