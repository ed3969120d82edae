"""OPTION BASE, bounds with TO, and arrays of which only a few elements are ever assigned."""

from __future__ import annotations

import tracemalloc

import pytest
from basic_runs import error_of, printed, refusal_of, started

from historic.basic.language import LineError, ListingRun, compile_listing, memory


def test_option_base_1_lifts_the_lower_bound() -> None:
    assert printed("OPTION BASE 1\nDIM A(3)\nA(1)=1:A(3)=3:PRINT A(1);A(3)") == " 1  3 \n"
    for program in ("DIM A(3)\nA(0)=1", "DIM A(3,3)\nA(1,0)=1", "X=1\nA(0)=1"):
        assert error_of(f"OPTION BASE 1\n{program}") == (9, 3)
    assert printed("OPTION BASE 0\nDIM A(3)\nPRINT A(0)") == " 0 \n"


def test_option_base_stands_before_the_arrays() -> None:
    assert refusal_of("DIM A(3)\nOPTION BASE 1") == "line 2: error 10: Duplicate definition: OPTION BASE behind DIM"
    assert refusal_of("OPTION BASE 1\nDIM A(0)") == "line 2: the bound 0 is below OPTION BASE"


def test_bounds_with_to() -> None:
    assert printed("DIM A(2 TO 4), B(-1 TO 1, 3)\nA(2)=2:B(-1,3)=5:PRINT A(2);B(-1,3);B(1,0)") == " 2  5  0 \n"
    for element in ("A(1)", "A(5)", "B(-2,0)", "B(2,0)"):
        assert error_of(f"DIM A(2 TO 4), B(-1 TO 1, 3)\n{element}=1") == (9, 2)
    assert refusal_of("DIM A(4 TO 2)") == "line 1: the lower bound 4 is above the upper one, 2"


def test_loops_over_bounds_with_to() -> None:
    assert printed(
        "DIM A(-2 TO 2), B(-2 TO 2)\nFOR I=-2 TO 2:A(I)=I:NEXT\nFOR I=-2 TO 2:B(I)=A(I):NEXT\nPRINT B(-2)"
    ) == ("-2 \n")


LARGE = """
DIM A(10000000, 2) AS LONG, B(10000000), T$(1000, 1000), C(2000, 2000, 20)
A(9999999,1)=70000:A(9999999,2)=A(9999999,1)+1
B(5000000)=1.5:B(5000000+.4)=B(5000000)*2
T$(1000,1)="x"
FOR I=1 TO 5:C(I*300,2000,I)=I:NEXT
PRINT A(9999999,1);A(9999999,2);A(5,1);B(5000000);B(0);T$(1000,1);T$(1,1000);C(1500,2000,5);C(5,5,5)
"""


def test_an_array_of_a_hundred_million_elements_takes_only_what_is_assigned() -> None:
    listing = compile_listing(LARGE)
    tracemalloc.start()
    try:
        run = ListingRun(listing)
        run.run()
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert run.screen.lines()[0] == " 70000  70001  0  3  0 x 5  0"
    assert peak < 1_000_000
    with pytest.raises(ValueError, match="too large to be listed"):
        run.elements("A&")


@pytest.mark.parametrize("element", ["A(10000001,1)", "A(-1,1)", "A(1,3)", "B(10000000+.6)", "T$(1001,0)", "C(0,0,21)"])
def test_subscripts_of_large_arrays_are_checked(element: str) -> None:
    value = '"x"' if "$" in element else "1"
    assert error_of(f"{LARGE}\n{element}={value}")[0] == 9
    assert error_of(f"{LARGE}\nPRINT {element}")[0] == 9


def test_one_bound_above_32767_makes_a_large_array() -> None:
    run = started("DIM A(1,40000)\nA(1,40000)=5")
    assert run.element("A", 1, 40000) == 5
    with pytest.raises(ValueError, match="too large to be listed"):
        run.elements("A")


def test_reading_does_not_fill_a_large_array(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "MAX_MEMORY", 1)
    program = "DIM A(200000)\nFOR I=1 TO 300:S=S+A(I):NEXT:A(7)=1:A(7)=2:PRINT S;A(7)"
    assert printed(program) == " 0  2 \n"
    assert error_of(f"{program}\nA(8)=1") == (7, 3)


def test_a_large_array_that_is_filled_is_error_7(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "MAX_MEMORY", 1000)
    with pytest.raises(LineError) as ended:
        started("DIM A(200000)\nDO\nA(I)=1:I=I+1\nLOOP")
    assert (ended.value.code, ended.value.line) == (7, 3)


def test_rows_of_a_large_array_take_memory_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "MAX_MEMORY", 1000)
    assert error_of("DIM A(200000,2)\nFOR I=1 TO 1000:S=S+A(I,1):NEXT") == (7, 2)


OWN_ARRAY = "SUB S (N)\nDIM A(300)\nA(N)=N:IF N<{} THEN CALL S(N+1)\nEND SUB"


def test_the_arrays_of_subs_inside_each_other_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "MAX_MEMORY", 10_000)
    assert error_of(f"CALL S(1)\n{OWN_ARRAY.format(1000)}") == (7, 2)


def test_the_arrays_of_a_sub_are_given_back_at_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "MAX_MEMORY", 1000)
    program = f"FOR I=1 TO 200:CALL S(1):CALL T(1):NEXT\nPRINT I\n{OWN_ARRAY.format(0)}\n"
    sparse = "SUB T (N)\nDIM B(9,200000)\nFOR J=0 TO 9:B(J,J)=J:NEXT\nEND SUB"
    assert printed(program + sparse) == " 201 \n"


def test_a_large_array_is_given_to_a_sub() -> None:
    assert printed("DIM A(200000,3)\nCALL S(A())\nPRINT A(150000,2)\nSUB S (T())\nT(150000,2)=4\nEND SUB") == " 4 \n"


def test_arrays_that_are_kept_whole_have_a_million_elements_in_all() -> None:
    million = "\n".join(f"DIM {name}(4,19999)" for name in "ABCDEFGHIJ")
    assert printed(f"{million}\nPRINT A(4,19999)") == " 0 \n"
    assert refusal_of(f"{million}\nDIM K(0)") == (
        "line 11: error 7: Out of memory: arrays have up to 1,000,000 elements in all"
    )


def test_arrays_beyond_all_measure_are_refused() -> None:
    assert refusal_of("DIM A(100000000,100)").startswith("line 1: error 7: Out of memory")
    assert refusal_of("DIM A(100000001)") == "line 1: the bound 100000001 is not a number up to 100,000,000"
