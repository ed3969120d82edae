"""REDIM and STATIC: which array it is, and what it keeps. The outputs are QB64-PE's."""

from __future__ import annotations

import pytest
from basic_runs import error_of, printed, refusal_of


@pytest.mark.parametrize(
    ("program", "output"),
    [
        (  # the array that all share
            "REDIM SHARED A(3)\nA(1)=5\nCALL S\nPRINT A(1);UBOUND(A)\nSUB S\nREDIM A(10)\nA(1)=7\nEND SUB",
            " 7  10 \n",
        ),
        (
            "REDIM A(3)\nA(1)=5\nCALL S\nPRINT A(1);UBOUND(A)\nSUB S\nSHARED A()\nREDIM A(10)\nEND SUB",
            " 0  10 \n",
        ),
        (  # a parameter is the array that is given
            "REDIM A(3)\nCALL S(A())\nPRINT UBOUND(A);A(20)\nSUB S(B())\nREDIM B(20)\nB(20)=4\nREDIM B(25)\nEND SUB",
            " 25  0 \n",
        ),
        (  # the SUB's own
            "DIM A(3)\nA(1)=5\nCALL S\nPRINT A(1);UBOUND(A)\nSUB S\nREDIM A(10)\nA(1)=7\nEND SUB",
            " 5  3 \n",
        ),
        (
            "CALL S\nCALL S\nSUB S\nREDIM L(3)\nL(1)=L(1)+5\nPRINT L(1);\nREDIM L(5)\nPRINT L(1);UBOUND(L);\nEND SUB",
            " 5  0  5  5  0  5 ",
        ),
        ("DIM SHARED N\nREDIM SHARED A(3)\nCALL S\nPRINT UBOUND(A)\nSUB S\nIF N=0 THEN REDIM A(9)\nEND SUB", " 9 \n"),
        ("DIM SHARED N\nREDIM SHARED A(3)\nCALL S\nPRINT UBOUND(A)\nSUB S\nIF N=1 THEN REDIM A(9)\nEND SUB", " 3 \n"),
        ('REDIM A$(2)\nA$(1)="x"\nREDIM A$(1 TO 4)\nPRINT A$(1);LBOUND(A$);UBOUND(A$)', " 1  4 \n"),
    ],
)
def test_redim_gives_an_array_new_bounds(program: str, output: str) -> None:
    assert printed(program) == output


@pytest.mark.parametrize(
    "head", ["SUB S STATIC\nDIM Q(3), N", "SUB S\nSTATIC Q(3), N", "SUB S\nSTATIC Q(), N\nDIM Q(3)"]
)
def test_a_static_array_keeps_its_values_from_call_to_call(head: str) -> None:
    if "Q()," in head:
        head = "SUB S STATIC\nN=N\nDIM Q(N*0+3)"
    program = f"CALL S\nCALL S\nCALL S\n{head}\nQ(1)=Q(1)+1\nN=N+2\nPRINT Q(1);N;\nEND SUB"
    assert printed(program) == " 1  2  2  4  3  6 "


def test_a_static_array_is_not_that_of_another_sub() -> None:
    program = "CALL S\nCALL T\nCALL S\n{}\n{}"
    sub = "SUB {} STATIC\nDIM Q(3)\nQ(1)=Q(1)+1\nPRINT Q(1);\nEND SUB"
    assert printed(program.format(sub.format("S"), sub.format("T"))) == " 1  1  2 "


def test_the_bounds_of_redim_are_checked() -> None:
    assert error_of("REDIM A(3)\nN=-2\nREDIM A(N)") == (9, 3)
    assert error_of("REDIM A(3)\nREDIM A(5)\nA(6)=1") == (9, 3)
    assert refusal_of("REDIM A") == "line 1: error 2: Syntax error: REDIM takes arrays with bounds"
    assert refusal_of("SUB S\nDIM SHARED A(3)\nEND SUB") == (
        "line 2: DIM SHARED and COMMON SHARED stand in the main program"
    )


@pytest.mark.parametrize("head", ["COMMON SHARED A()", "DIM SHARED A()"])
def test_an_array_with_empty_brackets_has_no_elements_before_redim(head: str) -> None:
    """QB64-PE 4.6.0 says error 9 too."""
    assert error_of(f"{head}\nA(0)=1") == (9, 2)
    assert error_of(f"{head}\nPRINT UBOUND(A)") == (9, 2)
    assert error_of(f"{head}\nCALL S\nSUB S\nPRINT A(10)\nEND SUB") == (9, 4)
    assert printed(f"{head}\nREDIM A(11)\nCALL S\nSUB S\nA(11)=3\nPRINT A(11)\nEND SUB") == " 3 \n"
