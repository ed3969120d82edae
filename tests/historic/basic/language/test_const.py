"""CONST: a constant has its value's type under its bare name. The values are those that QB64-PE prints."""

from __future__ import annotations

import pytest
from basic_runs import printed, refusal_of


@pytest.mark.parametrize(
    ("program", "output"),
    [
        ("CONST A=5\nPRINT A", " 5 \n"),
        ("CONST PI=3.141592654\nPRINT PI", " 3.141592654 \n"),
        ('CONST M="x"\nPRINT M', "x\n"),
        ("CONST A=5, B=A*2\nPRINT B", " 10 \n"),
        ("CONST A%=5\nPRINT A;A%", " 5  5 \n"),
        ("CONST A&=70000\nPRINT A", " 70000 \n"),
        ("CONST H=2^3-1, N=NOT 1, T=(3>2)\nPRINT H;N;T", " 7 -2 -1 \n"),
        ("CONST A=3\nDIM Q(A)\nPRINT UBOUND(Q)", " 3 \n"),
        ("CONST A=3\nDIM S AS STRING * A\nPRINT LEN(S)", " 3 \n"),
        ("DEFINT A-Z\nCONST A=2.5\nPRINT A", " 2.5 \n"),
        ("CONST A=5\nCALL S\nSUB S\nPRINT A\nEND SUB", " 5 \n"),
        ("CONST A=5\nCALL S\nPRINT A\nSUB S\nCONST A=9, B=A+1\nPRINT A;B\nEND SUB", " 9  10 \n 5 \n"),
        ("CONST A=5\nCALL S\nSUB S\nDIM A\nA=7\nPRINT A\nEND SUB", " 7 \n"),
        ("CONST A=5\nDIM A(3)\nA(1)=2\nPRINT A;A(1)", " 5  2 \n"),
    ],
)
def test_a_constant_is_its_value(program: str, output: str) -> None:
    assert printed(program) == output


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("CONST A=5\nA=6", "line 2: error 10: Duplicate definition: A is a constant"),
        ("CONST A=5\nREAD A%\nDATA 1", "line 2: error 10: Duplicate definition: A% is a constant"),
        ("CONST A=5\nCONST A=6", "line 2: error 10: Duplicate definition: A"),
        ("CONST A=5\nFOR A=1 TO 2\nNEXT", "line 2: error 10: Duplicate definition: A is a constant"),
        ("CONST A=X", "line 1: the value of A is not constant"),
        ("CONST A=RND", "line 1: the value of A is not constant"),
        ("CONST A%=70000", "line 1: error 6: Overflow: A%"),
        ("CONST A=1/0", "line 1: error 11: Division by zero: A"),
        ('CONST A$=1\nCONST B="x"+1', "line 1: the value of A$ is not constant"),
    ],
)
def test_a_constant_that_is_refused(program: str, reason: str) -> None:
    assert refusal_of(program) == reason
