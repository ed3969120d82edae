"""SELECT CASE: values, ranges, IS, CASE ELSE, and what is refused."""

from __future__ import annotations

import pytest
from basic_runs import error_of, printed, refusal_of

NUMBERS = """
FOR I=1 TO 7
SELECT CASE I
CASE 1
PRINT "one ";
CASE 2, 4
PRINT "even ";
CASE 5 TO 6
PRINT "high ";
CASE IS > 6: PRINT "over ";
CASE ELSE
PRINT "else ";
END SELECT
NEXT I
"""


def test_the_first_case_that_fits_runs() -> None:
    assert printed(NUMBERS) == "one even else even high high over "


@pytest.mark.parametrize(
    ("case", "output"),
    [
        ('CASE "b"', "yes"),
        ('CASE "a", "b"', "yes"),
        ('CASE "a" TO "c"', "yes"),
        ('CASE IS < "b"', "no"),
        ('CASE "B"', "no"),
        ('CASE LEFT$("bc",1)', "yes"),
    ],
)
def test_strings_are_selected_too(case: str, output: str) -> None:
    assert printed(f'A$="b"\nSELECT CASE A$\n{case}\nPRINT "yes";\nCASE ELSE\nPRINT "no";\nEND SELECT') == output


def test_nothing_runs_if_no_case_fits() -> None:
    assert printed("SELECT CASE 3\nCASE 1\nPRINT 1\nEND SELECT\nPRINT 2") == " 2 \n"
    assert printed("SELECT CASE 3\nEND SELECT\nPRINT 2") == " 2 \n"


def test_case_else_alone_always_runs() -> None:
    assert printed("SELECT CASE 3\nCASE ELSE\nPRINT 1\nEND SELECT") == " 1 \n"


def test_the_selector_is_read_once() -> None:
    assert printed('SELECT CASE INKEY$\nCASE "a": PRINT 1\nCASE "b": PRINT 2\nEND SELECT\nPRINT INKEY$', keys="bc") == (
        " 2 \nc\n"
    )


def test_a_body_may_assign_the_selector() -> None:
    assert printed("X=1\nSELECT CASE X\nCASE 1: X=2\nCASE 2: X=3\nEND SELECT\nPRINT X") == " 2 \n"


def test_selections_inside_each_other_and_jumps_out() -> None:
    program = """
FOR I=1 TO 3
SELECT CASE I
CASE 1 TO 2
SELECT CASE I*10
CASE 20
EXIT FOR
END SELECT
PRINT I;
END SELECT
NEXT I
PRINT I
"""
    assert printed(program) == " 1  2 \n"


def test_a_jump_into_a_case() -> None:
    assert printed(
        "GOTO INSIDE\nSELECT CASE 1\nCASE 2\nINSIDE:\nPRINT 1;\nCASE ELSE\nPRINT 2;\nEND SELECT\nPRINT 3"
    ) == (" 1  3 \n")


def test_hundreds_of_cases() -> None:
    cases = "\n".join(f"CASE {number}: PRINT {2 * number}" for number in range(500))
    assert printed(f"SELECT CASE 499\n{cases}\nEND SELECT") == " 998 \n"


def test_an_error_in_a_test_has_the_line_of_its_case() -> None:
    assert error_of("SELECT CASE 1\nCASE 2\nCASE 1/X\nEND SELECT") == (11, 3)


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("SELECT CASE X\nPRINT 1\nCASE 1\nEND SELECT", "line 2: a statement between SELECT CASE and the first CASE"),
        ("SELECT CASE X\nIF X THEN STOP\nEND SELECT", "line 2: a statement between SELECT CASE and the first CASE"),
        ("SELECT CASE X\nA:\nCASE 1\nEND SELECT", "line 2: a statement between SELECT CASE and the first CASE"),
        ("SELECT CASE X\nEXIT FOR\nEND SELECT", "line 2: a statement between SELECT CASE and the first CASE"),
        ("SELECT CASE X\nFOR I=1 TO 2\nNEXT\nEND SELECT", "line 2: a statement between SELECT CASE and the first CASE"),
        ("SELECT CASE X\nCASE ELSE\nCASE 1\nEND SELECT", "line 3: CASE ELSE must be the last branch"),
        ("SELECT CASE X\nCASE 1", "line 1: SELECT CASE without END SELECT"),
        ("FOR I=1 TO 2\nSELECT CASE X\nCASE 1\nNEXT", "line 4: error 1: NEXT without FOR"),
        ("SELECT CASE X\nCASE 1\nDO\nEND SELECT", "line 4: DO without LOOP, line 3"),
        ('SELECT CASE X\nCASE 1\nCASE "A"\nEND SELECT', "line 3: error 13: Type mismatch"),
    ],
)
def test_a_selection_that_is_refused(program: str, reason: str) -> None:
    assert refusal_of(program) == reason


@pytest.mark.parametrize(
    ("selector", "case", "fits"),
    [
        ("X%=3", "2.6", True),
        ("X%=2", "2.5", True),
        ("X%=3", "2.5", False),
        ("X%=3", "2.4 TO 2.6", True),
        ("X%=3", "IS>2.6", False),
        ("X%=3", "IS>=2.6", True),
        ("X!=.1", ".1#", True),
        ("X#=.1#", ".1", False),
        ("X&=70000", "70000.4", True),
    ],
)
def test_a_value_takes_the_selectors_type(selector: str, case: str, fits: bool) -> None:
    """As in QB64-PE."""
    name = selector.partition("=")[0]
    program = f"{selector}\nSELECT CASE {name}\nCASE {case}\nPRINT 1;\nCASE ELSE\nPRINT 0;\nEND SELECT"
    assert printed(program) == f" {int(fits)} "


def test_a_value_beyond_the_selectors_type_is_error_6() -> None:
    assert error_of("X%=3\nSELECT CASE X%\nCASE 70000\nPRINT 1\nEND SELECT") == (6, 3)
