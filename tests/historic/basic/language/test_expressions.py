"""Numbers and operators: which binds tighter, what overflows, and that SINGLE arithmetic is IEEE binary32."""

from __future__ import annotations

import math
import struct

import numpy as np
import pytest
from basic_runs import error_of, printed, refusal_of, started
from hypothesis import given, settings
from hypothesis import strategies as st

from historic.basic.language import LineError, ListingRun, compile_listing

SINGLES = st.floats(width=32, allow_nan=False, allow_infinity=False)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("65280 AND 2^15", 32768),
        ("2.5 AND 7", 2),
        ("3.5 AND 7", 4),
    ],
)
def test_and_beyond_16_bits_and_of_ties(expression: str, value: float) -> None:
    assert started(f"X={expression}").get("X") == np.float32(value)


@pytest.mark.parametrize(
    ("program", "code"),
    [
        ("X=1E38:X=X*10", 6),
        ("X=3.4E38:X=X+X", 6),
        ("X=10^39", 6),
        ("X=10^400", 6),
        ("X=1E30 AND 1", 6),
        ("X=2^31 OR 0", 6),
        ("X=1/0", 11),
        ("X=0^-1", 11),
        ("X#=1D308*10", 6),
        ("X#=1D308:PRINT X#*10", 6),
        ("X#=1D308:PRINT X#+X#-X#-X#", 6),
        ("X#=-1D308:PRINT X#-1D308", 6),
        ("PRINT 1D308/.1", 6),
        ("X#=1D308:PRINT 1/(X#*10)", 6),
        ("X#=1D200:PRINT X#^2", 6),
        ("X#=1D308:IF X#*10>1 THEN PRINT 1", 6),
        ("X#=1D308:PRINT INT(X#*10)", 6),
        ("X#=1D308:PRINT STR$(-X#*10)", 6),
        ("X#=1D308:WRITE X#*10", 6),
        ("X#=1D39:Y=X#", 6),
        ("X#=1D39:PRINT CSNG(X#)", 6),
        ("PRINT CVD(STRING$(8,255))", 6),
        ("X#=1D308:FOR I#=X# TO X# STEP X#:NEXT", 6),
        ("X=(-2)^.5", 5),
    ],
)
def test_errors_of_arithmetic(program: str, code: int) -> None:
    assert error_of(program) == (code, 1)


def test_both_sides_of_and_are_evaluated() -> None:
    assert error_of("DIM A(3)\nIF 1=2 AND A(4)=0 THEN X=1") == (9, 2)
    assert error_of("IF 1=1 OR 1/Y=0 THEN X=1") == (11, 1)
    assert error_of("DIM A(3)\nIF A(3)=1 AND A(4)=0 AND A(5)=0 THEN X=1") == (9, 2)


def test_a_constant_is_a_single() -> None:
    assert printed("IF .1*1=.1 THEN PRINT 1\nX=.1:IF X=.1 THEN PRINT 2") == " 1 \n 2 \n"
    assert printed("X=.12345678:PRINT X;.12345678") == " .1234568  .12345678 \n"
    assert refusal_of("X=1E39") == "line 1: error 6: Overflow: 1E39"


def test_a_product_below_the_smallest_normal_single_loses_bits() -> None:
    # 2^-126 is the smallest SINGLE with all its bits. This product is 9.9999997E-41 only if it keeps all of them.
    assert printed("X=1E-30*1E-10:PRINT X") == " 9.999946E-41 \n"
    for factor in ("1E-8", "1.17549E-8", "1.1755E-8", "3E-8", "1E-15", "1E-16"):
        left, right = (np.float64(np.float32(text)) for text in ("1E-30", factor))
        assert started(f"X=1E-30:X=X*{factor}").get("X") == np.float32(left * right)


ARITHMETIC = compile_listing(
    "A:S=X+Y:RETURN\nB:S=X-Y:RETURN\nC:S=X*Y:RETURN\nD:S=X/Y:RETURN\nE:S=X*Y-Z*.1:RETURN\nF:S=INT(X*Y):RETURN",
)


@given(SINGLES, SINGLES, SINGLES)
@settings(max_examples=300)
def test_assigned_results_are_those_of_numpys_float32(x: float, y: float, z: float) -> None:
    run = ListingRun(ARITHMETIC)
    for name, value in (("X", x), ("Y", y), ("Z", z)):
        run.set(name, value)
    a, b = np.float32(x), np.float32(y)
    with np.errstate(all="ignore"):
        product = np.float64(x) * np.float64(y)
        expected = {
            "A": a + b,
            "B": a - b,
            "C": a * b,
            "D": a / b,
            "E": np.float32(product - np.float64(z) * np.float64(np.float32(0.1))),
            "F": np.floor(a * b),
        }
    for label, value in expected.items():
        if math.isfinite(value):
            run.gosub(label)
            assert struct.pack("f", run.get("S")) == struct.pack("f", value) or run.get("S") == value == 0, label
        else:
            with pytest.raises(LineError) as ended:
                run.gosub(label)
            assert ended.value.code == (11 if label == "D" and y == 0 else 6)


def test_the_largest_double_is_no_overflow() -> None:
    assert printed("X#=1.797693134862315D308:PRINT X#;X#*.5*2=X#;X#/10*10>1") == " 1.797693134862315D+308 -1 -1 \n"
