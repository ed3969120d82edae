r"""MOD, \, ABS, FIX, SGN, SQR, CINT and VAL."""

from __future__ import annotations

import math
import time

import numpy as np
import pytest
from basic_runs import error_of, printed, refusal_of, started
from hypothesis import given, settings
from hypothesis import strategies as st

from historic.basic.language import ListingRun, compile_listing
from historic.basic.language.runtime import timer_
from historic.basic.numbers import print_number


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("7.5 MOD 3", 2),
        ("6.5 MOD 3", 0),
        ("70000 MOD 7", 0),
        ("7.5\\3", 2),
        ("20000001\\2", 10000000),
        ("NOT 2.5", -3),
        ("-NOT_A", 0),
        ("CINT(-2.5)", -2),
    ],
)
def test_values_beyond_16_bits_and_ties_which_gw_basic_has_not(expression: str, value: float) -> None:
    assert started(f"X={expression}").get("X") == value


def test_mod_0_is_error_11_and_large_numbers_are_error_6() -> None:
    assert error_of("X=1 MOD 0") == (11, 1)
    assert error_of("X=1 MOD .5") == (11, 1)
    assert error_of("X=3E9 MOD 2") == (6, 1)
    assert error_of("X=1\\.5") == (11, 1)
    assert error_of("X=3E9\\2") == (6, 1)
    assert error_of("X=NOT 3E9") == (6, 1)


def test_the_largest_quotient_must_fit_where_it_is_assigned() -> None:
    assert error_of("A%=-32768:B%=A%\\-1") == (6, 1)
    assert error_of("A&=-2147483647-1:B&=A&\\-1") == (6, 1)


def test_a_root_of_a_negative_number_is_error_5_and_cint_beyond_16_bits_error_6() -> None:
    assert error_of("X=SQR(-1)") == (5, 1)
    assert error_of("X=CINT(32767.5)") == (6, 1)
    assert started("X=SQR(2)").get("X") == np.sqrt(np.float32(2))


def test_fix_and_int_keep_the_type_of_a_whole_number() -> None:
    assert printed("X&=-123456789:PRINT FIX(X&);SGN(X&);CINT(X&\\10000)") == "-123456789 -1 -12345 \n"
    assert error_of("IF 1=2 AND 1 MOD Y=0 THEN X=1") == (11, 1)


def test_abs_keeps_the_type_of_its_argument() -> None:
    assert printed("X&=-123456789:PRINT ABS(X&)") == " 123456789 \n"
    assert printed("X%=-32768:PRINT ABS(X%)") == " 32768 \n"
    assert printed("PRINT ABS(-1/3)") == " .3333333 \n"


def test_val_of_an_exponent_without_a_number_is_0() -> None:
    assert started('X=VAL("e4")').get("X") == 0


def test_a_number_that_is_too_large_for_val_is_error_6() -> None:
    assert error_of('X=VAL("1E99")') == (6, 1)


def test_types_must_fit() -> None:
    for expression in ('ABS("A")', "VAL(1)", '"A" MOD 2', '1 MOD "A"'):
        assert refusal_of(f"X={expression}") == "line 1: error 13: Type mismatch"


ROUND_TRIP = compile_listing("A:Y=VAL(STR$(X)):Z=ABS(X):RETURN")


@given(st.floats(width=32, allow_nan=False, allow_infinity=False))
@settings(max_examples=200)
def test_val_reads_what_str_writes(number: float) -> None:
    run = ListingRun(ROUND_TRIP)
    run.set("X", number)
    run.gosub("A")
    assert run.get("Y") == np.float32(float(print_number(number)))
    assert run.get("Z") == math.fabs(number)


def test_timer_is_the_seconds_since_midnight_to_a_hundredth(monkeypatch: pytest.MonkeyPatch) -> None:
    for (hour, minute, second), fraction, seconds in (
        ((0, 0, 0), 0, 0),
        ((23, 59, 59), 0.25, 86399.25),
        ((1, 2, 3), 0.5, 3723.5),
    ):
        local = time.struct_time((1994, 6, 1, hour, minute, second, 2, 152, 0))
        monkeypatch.setattr(time, "time", lambda fraction=fraction: 770_000_000 + fraction)
        monkeypatch.setattr(time, "localtime", lambda now, local=local: local)
        assert timer_() == seconds


@pytest.mark.parametrize("function", ["SQR", "SIN", "COS", "TAN", "ATN", "EXP", "LOG"])
def test_a_function_of_a_single_is_a_single_and_one_of_a_double_a_double(function: str) -> None:
    exact = {"SQR": math.sqrt, "ATN": math.atan}.get(function) or getattr(math, function.lower())
    for argument in (2, 3, 5):
        number = exact(argument)
        assert printed(f"A={function}({argument}):PRINT A={function}({argument})") == "-1 \n"
        assert started(f"A#={function}({argument}):B#={function}({argument}#)").get("B#") == number
        assert started(f"A#={function}({argument}):B#={function}({argument}#)").get("A#") == float(np.float32(number))
