"""IF, in one line and as a block; more of the first is in tests/data/gw-basic.toml."""

from __future__ import annotations

import pytest
from basic_runs import printed, refusal_of


@pytest.mark.parametrize(
    ("condition", "holds"),
    [("1", True), ("0", False), ("-1", True), (".1", True), ("1=2", False), ("2 AND 4", False), ("2 OR 4", True)],
)
def test_a_condition_holds_if_its_value_is_not_0(condition: str, holds: bool) -> None:
    assert printed(f"IF {condition} THEN PRINT 1;") == (" 1 " if holds else "")
    assert printed(f"IF {condition} THEN\nPRINT 1;\nEND IF") == (" 1 " if holds else "")


def test_blocks_nest() -> None:
    program = "IF A=0 THEN\nIF B=1 THEN\nPRINT 1;\nEND IF\nPRINT 2;\nEND IF\nPRINT 3;"
    assert printed(program) == " 2  3 "


def test_a_block_must_be_closed() -> None:
    assert refusal_of("IF 1 THEN\nX=1") == "line 1: block IF without END IF"
    assert refusal_of("END IF") == "line 1: END IF without block IF"
    assert refusal_of("FOR I=1 TO 2\nEND IF\nNEXT I") == "line 2: error 26: FOR without NEXT, line 1"


CHOICE = """
IF X=1 THEN
PRINT "one";
ELSEIF X=2 THEN
PRINT "two";
ELSEIF X<9 THEN PRINT "few";
ELSE
PRINT "many";
END IF
"""


@pytest.mark.parametrize(("value", "output"), [(1, "one"), (2, "two"), (3, "few"), (9, "many")])
def test_the_first_branch_whose_condition_holds_runs(value: int, output: str) -> None:
    assert printed(f"X={value}\n{CHOICE}\nPRINT X;") == f"{output} {value} "


def test_no_branch_runs_if_no_condition_holds() -> None:
    assert printed("IF 0 THEN\nPRINT 1\nELSEIF 0 THEN\nPRINT 2\nEND IF\nPRINT 3") == " 3 \n"
    assert printed("IF 1 THEN\nELSE\nPRINT 1\nEND IF") == ""


def test_a_jump_into_a_branch_runs_the_rest_of_that_branch_only() -> None:
    branches = "IF X THEN\nPRINT 1;\nELSEIF X=0 THEN\nPRINT 2;\nINSIDE:\nPRINT 3;\nELSE\nPRINT 4;\nEND IF\nPRINT 5;"
    assert printed(f"GOTO INSIDE\n{branches}") == " 3  5 "


def test_a_jump_from_one_branch_to_another() -> None:
    program = "IF X=0 THEN\nX=1\nGOTO OTHER\nELSE\nPRINT 1;\nOTHER:\nPRINT 2;\nEND IF\nPRINT 3;"
    assert printed(program) == " 2  3 "


def test_branches_must_be_in_order() -> None:
    assert refusal_of("IF 1 THEN\nELSE\nELSEIF 1 THEN\nEND IF") == "line 3: ELSE must be the last branch"
    assert refusal_of("IF 1 THEN\nFOR I=1 TO 2\nELSE\nEND IF") == "line 3: ELSE without block IF"
    assert refusal_of('IF 1 THEN\nELSEIF "A" THEN\nEND IF') == "line 2: error 13: Type mismatch"


def test_a_jump_into_a_block_runs_the_rest_of_it() -> None:
    program = "GOTO INSIDE\nIF X=1 THEN\nPRINT 1;\nINSIDE:\nPRINT 2;\nEND IF\nPRINT 3;"
    assert printed(program) == " 2  3 "


def test_a_condition_must_be_a_number() -> None:
    assert refusal_of('IF "A" THEN X=1') == "line 1: error 13: Type mismatch"
    assert refusal_of("IF A$=1 THEN X=1") == "line 1: error 13: Type mismatch"
