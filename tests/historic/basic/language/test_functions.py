"""INT, MID$ and INKEY$."""

from __future__ import annotations

import pytest
from basic_runs import error_of, printed, refusal_of


@pytest.mark.parametrize(
    ("number", "result"),
    [("2.7", " 2 "), ("-2.7", "-3 "), ("-2", "-2 "), ("-.1", "-1 "), ("0", " 0 "), ("1E10", " 1E+10 ")],
)
def test_int_is_the_largest_whole_number_that_is_not_above(number: str, result: str) -> None:
    assert printed(f"PRINT INT({number})") == f"{result}\n"


def test_the_argument_of_int_is_rounded_to_a_single() -> None:
    # The double product is 2.9999999329447746.
    assert printed("PRINT INT(.3*10)") == " 3 \n"


@pytest.mark.parametrize(
    ("call", "result"),
    [
        ('MID$("CHESS",2,3)', "HES"),
        ('MID$("CHESS",2)', "HESS"),
        ('MID$("CHESS",1,1)', "C"),
        ('MID$("CHESS",5,9)', "S"),
        ('MID$("CHESS",6,1)', ""),
        ('MID$("CHESS",2,0)', ""),
        ('MID$("CHESS",1.5,1)', "H"),
        ('MID$("CHESS",2.5,1)', "H"),
        ('MID$(MID$("CHESS",2),2)', "ESS"),
    ],
)
def test_mid_takes_characters_from_a_place_on(call: str, result: str) -> None:
    assert printed(f"PRINT {call}") == f"{result}\n"


@pytest.mark.parametrize("call", ['MID$("A",0,1)', 'MID$("A",-1,1)', 'MID$("A",1,-1)'])
def test_mid_before_the_first_character_is_error_5(call: str) -> None:
    assert error_of(f"X$={call}") == (5, 1)


@pytest.mark.parametrize("call", ["MID$(1,1,1)", 'MID$("A","B",1)', 'INT("A")'])
def test_an_argument_of_the_wrong_type_is_refused(call: str) -> None:
    assert refusal_of(f"PRINT {call}") == "line 1: error 13: Type mismatch"


def test_inkey_is_the_pressed_key_or_nothing() -> None:
    assert printed("A$=INKEY$:B$=INKEY$:C$=INKEY$\nPRINT A$;B$;C$;9", keys="xy") == "xy 9 \n"


def test_a_loop_over_inkey_waits_for_a_key() -> None:
    program = 'WAITING:\nA$=INKEY$\nIF A$="" THEN WAITING\nPRINT A$'
    assert printed(program, keys="k") == "k\n"
    assert printed(program) == ""  # the end of the input ends the program
