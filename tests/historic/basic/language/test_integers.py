"""INTEGER and LONG: % and &, AS, DEFINT, rounding, limits, and how PRINT shows them."""

from __future__ import annotations

import numpy as np
import pytest
from basic_runs import error_of, printed, refusal_of, started
from hypothesis import given, settings
from hypothesis import strategies as st

from historic.basic.language import LineError, ListingRun, compile_listing

INTEGERS = st.integers(-(2**15), 2**15 - 1)
LONGS = st.integers(-(2**31), 2**31 - 1)
SINGLES = st.floats(-32768, 32767, width=32)


@pytest.mark.parametrize(
    ("program", "output"),
    [
        ("X%=2.5:Y%=3.5:Z%=-2.5:PRINT X%;Y%;Z%", " 2  4 -2 "),
        ("X&=70000.5:PRINT X&", " 70000 "),
        ("X=1.5:X%=2:X$=CHR$(65):PRINT X;X%;X$", " 1.5  2 A"),
        ("X!=.5:PRINT X", " .5 "),
        ("DIM X AS INTEGER:X=1.6:PRINT X;X%", " 2  2 "),
        ("DIM X AS LONG, Y AS SINGLE, Z AS STRING:X=1.6:Y=1.6:Z=CHR$(66):PRINT X;Y;Z", " 2  1.6 B"),
        ("DIM A(2) AS INTEGER:A(1)=1.6:PRINT A(1);A%(1)", " 2  2 "),
        ("A=1.5:A(1)=2.5:PRINT A;A(1)", " 1.5  2.5 "),
        ("X%=7:X%=X%/2:PRINT X%", " 4 "),
        ("X%=200:Y%=X%*X%/2:PRINT Y%", " 20000 "),
        ("X%=-32768:PRINT X%;-X%", "-32768  32768 "),
        ("PRINT 32767;32768;2147483647", " 32767  32768  2147483647 "),
        ("PRINT 16777217;16777216+1", " 16777217  16777217 "),
        ("X=16777217:PRINT X", " 1.677722E+07 "),
        ("X=16777217:PRINT X-16777216", " 0 "),
        ("X=16777216:PRINT X-16777215", " 1 "),
        ("X&=123456789:PRINT X&;X&+1;-X&", " 123456789  123456790 -123456789 "),
        ("READ X%,Y&:PRINT X%;Y&:DATA 1.5,2.5", " 2  2 "),
        ("X%=3:PRINT X%=3;X%<2", "-1  0 "),
    ],
)
def test_whole_numbers(program: str, output: str) -> None:
    assert printed(program) == f"{output}\n"


def test_defint_makes_integers_of_names_that_say_no_type() -> None:
    assert printed("DEFINT A-C, X\nA=1.6:B=1.6:D=1.6:X=2.6:A!=.5:A$=CHR$(65)\nPRINT A;B;D;X;A!;A$;A%") == (
        " 2  2  1.6  3  .5 A 2 \n"
    )
    assert printed("DEFINT N\nDIM N(3), M(3)\nN(1)=1.6:M(1)=1.6:PRINT N(1);M(1)") == " 2  1.6 \n"


def test_defint_counts_from_its_line_on() -> None:
    assert printed("A=1.5\nDEFINT A\nA=2.6\nPRINT A;A!") == " 3  1.5 \n"


@pytest.mark.parametrize(
    "program",
    [
        "X%=32767:X%=X%+1",
        "X%=-32768:X%=X%-1",
        "X%=32767.5",
        "X=40000:X%=X",
        "X&=2147483647:X&=X&+1",
        "X&=3E9",
        "DIM A%(1):A%(1)=32768",
        "FOR I%=32766 TO 32767:NEXT",
        "N%=32767:FOR I%=N% TO N%:NEXT",
        "READ X%:DATA 99999",
    ],
)
def test_a_number_beyond_the_limits_is_error_6(program: str) -> None:
    assert error_of(program) == (6, 1)


def test_wrapped_numbers_keep_their_lowest_bits_as_in_qb64() -> None:
    program = "X%=32767:X%=X%+1:Y%=70000:Z&=2147483647:Z&=Z&+1:W%=-32769\nV&=Y&:U=70000:V&=U"
    run = ListingRun(compile_listing(program), wrap=True)
    run.run()
    assert [run.get(name) for name in ("X%", "Y%", "Z&", "W%", "V&")] == [-32768, 4464, -(2**31), 32767, 70000]


def test_the_counter_of_a_for_has_its_type() -> None:
    assert printed("FOR I%=1.4 TO 2.6\nPRINT I%;\nNEXT\nPRINT I%") == " 1  2  3  4 \n"
    assert printed("FOR I&=70000 TO 70002\nPRINT I&;\nNEXT") == " 70000  70001  70002 "
    assert printed("FOR I&=16777216 TO 16777218\nPRINT I&;\nNEXT") == " 16777216  16777217  16777218 "
    assert printed("FOR I%=1 TO 9 STEP 4\nPRINT I%;\nI%=I%+1\nNEXT") == " 1  6 "


def test_a_name_has_one_type_in_one_place() -> None:
    assert refusal_of("DIM X AS INTEGER\nX=CHR$(65)") == "line 2: error 13: Type mismatch"
    assert refusal_of("DIM A(2) AS INTEGER\nDIM A%(3)") == "line 2: error 10: Duplicate definition: the array A%"


ARITHMETIC = compile_listing(
    "A:I%=X:RETURN\nB:J&=I%*K%+L&:RETURN\nC:J&=I% MOD K%:RETURN\nD:S=I%*K%+L&:RETURN\nE:I%=ABS(X):RETURN",
)


@given(SINGLES, INTEGERS, INTEGERS, LONGS)
@settings(max_examples=200)
def test_whole_arithmetic_is_that_of_numpy(x: float, i: int, k: int, long: int) -> None:
    run = ListingRun(ARITHMETIC, wrap=True)
    for name, value in (("X", x), ("I%", i), ("K%", k), ("L&", long)):
        run.set(name, value)
    exact = np.int64(i) * np.int64(k) + np.int64(long)
    run.gosub("B")
    assert run.get("J&") == exact.astype(np.int32)
    run.gosub("D")
    assert run.get("S") == np.float32(exact)
    if k:
        run.gosub("C")
        assert run.get("J&") == np.fmod(i, k)
    run.gosub("A")
    assert run.get("I%") == np.rint(np.float32(x)).astype(np.int64).astype(np.int16)


def test_variables_by_name_have_their_type_too() -> None:
    run = started("X%=1:Y&=1:DIM A%(2)")
    run.set("X%", 2.5)
    run.set_element("A%", 3.5, 1)
    assert (run.variables, run.get("X%"), run.element("A%", 1)) == (("X%", "Y&"), 2, 4)


def test_a_product_of_whole_numbers_beyond_any_number_cannot_be_printed() -> None:
    assert error_of(f"X&=2147483647\nPRINT {'*'.join(['X&'] * 40)}") == (6, 2)


@pytest.mark.parametrize("value", ["X*X*X*X*X*X*X*X*X", "X*X*X*X*X*X*X*X*X-X*X*X*X*X*X*X*X*X"])
@pytest.mark.parametrize("name", ["I%", "I&"])
def test_what_is_beyond_any_number_does_not_wrap(name: str, value: str) -> None:
    run = ListingRun(compile_listing(f"X=1E38\n{name}={value}"), wrap=True)
    with pytest.raises(LineError, match="error 6: Overflow, in line 2"):
        run.run()
