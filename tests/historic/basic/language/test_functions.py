"""INT and MID$, beside tests/data/gw-basic.toml, and INKEY$."""

from __future__ import annotations

import pytest
from basic_runs import error_of, printed, refusal_of


def test_the_argument_of_int_is_rounded_to_a_single() -> None:
    # The double product is 2.9999999329447746.
    assert printed("PRINT INT(.3*10)") == " 3 \n"


@pytest.mark.parametrize("call", ["MID$(1,1,1)", 'MID$("A","B",1)', 'INT("A")'])
def test_an_argument_of_the_wrong_type_is_refused(call: str) -> None:
    assert refusal_of(f"PRINT {call}") == "line 1: error 13: Type mismatch"


def test_inkey_is_the_pressed_key_or_nothing() -> None:
    assert printed("A$=INKEY$:B$=INKEY$:C$=INKEY$\nPRINT A$;B$;C$;9", keys="xy") == "xy 9 \n"


def test_a_loop_over_inkey_waits_for_a_key() -> None:
    program = 'WAITING:\nA$=INKEY$\nIF A$="" THEN WAITING\nPRINT A$'
    assert printed(program, keys="k") == "k\n"
    assert error_of(program) == (62, 2)  # the end of the input ends the program
