"""TYPE, and strings of fixed length. The outputs are QB64-PE's."""

from __future__ import annotations

import pytest
from basic_runs import error_of, printed, refusal_of

TYPES = """TYPE P
 X AS INTEGER
 N AS STRING * 4
END TYPE
TYPE R
 A AS P
 D AS DOUBLE
END TYPE
DIM U AS R, V(3) AS R
U.A.X=5.6:U.A.N="abcdefg":U.D=.25
V(2)=U
"""


@pytest.mark.parametrize(
    ("statements", "output"),
    [
        ("PRINT V(2).A.X;V(2).A.N;V(2).D", " 6 abcd .25 \n"),
        ("PRINT LEN(U);LEN(V(1));LEN(U.A);LEN(U.A.N)", " 14  14  6  4 \n"),
        ("U.D=2:PRINT V(2).D;U.D", " .25  2 \n"),
        ("SWAP U,V(1):PRINT V(1).A.N;U.A.X", "abcd 0 \n"),
        ("V(1).A=U.A:PRINT V(1).A.X;V(1).D", " 6  0 \n"),
        ("CALL S(V(2),V()):PRINT V(2).A.X;V(3).A.N;V(1).D", " 7 q    .5 \n"),
        ("PRINT UBOUND(V):REDIM W(2) AS P:W(2).X=3:PRINT W(2).X", " 3 \n 3 \n"),
        ("READ U.A.X,U.A.N:PRINT U.A.X;U.A.N;LEN(U.A.N)\nDATA 7,z", " 7 z    4 \n"),
        ("FOR I=1 TO 3:V(I).A.X=I*I:NEXT:PRINT V(1).A.X+V(2).A.X*V(3).A.X", " 37 \n"),
    ],
)
def test_records_are_assigned_given_and_swapped_as_wholes(statements: str, output: str) -> None:
    sub = '\nSUB S(Z AS R, W() AS R)\nZ.A.X=Z.A.X+1\nW(3).A.N="q"\nDIM L AS R\nL.D=.5\nW(1)=L\nEND SUB'
    assert printed(TYPES + statements + sub) == output


def test_a_shared_record_is_the_same_in_each_sub() -> None:
    program = "TYPE P\nX AS SINGLE\nEND TYPE\nDIM SHARED A AS P, B(2) AS P\nCALL S\nPRINT A.X;B(1).X"
    assert printed(f"{program}\nSUB S\nA.X=2.5:B(1)=A\nEND SUB") == " 2.5  2.5 \n"


def test_a_type_may_stand_below_the_one_that_has_it() -> None:
    program = "TYPE A\nX AS B\nEND TYPE\nTYPE B\nX AS INTEGER\nEND TYPE\nDIM Q AS A\nQ.X.X=4\nPRINT Q.X.X"
    assert printed(program) == " 4 \n"


def test_a_dot_may_stand_in_a_name_that_is_no_record() -> None:
    assert printed('MY.SCORE=3\nMY.SCORE$="x"\nPRINT MY.SCORE;MY.SCORE$') == " 3 x\n"


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("TYPE T\nX AS INTEGER", "line 1: TYPE T has no END TYPE"),
        ("TYPE T\nX AS STRING\nEND TYPE", "line 2: the string X of a TYPE has a length: AS STRING * 8"),
        ("TYPE T\nX AS T\nEND TYPE\nDIM A AS T", "line 4: there is no TYPE T"),
        ("TYPE T\nX AS LONG\nX AS LONG\nEND TYPE", "line 3: error 10: Duplicate definition: X"),
        ("TYPE T\nX AS LONG\nEND TYPE\nTYPE T\nX AS LONG\nEND TYPE", "line 4: error 10: Duplicate definition: TYPE T"),
        ("TYPE T\nPRINT 1\nEND TYPE", "line 2: TYPE T has fields, such as X AS INTEGER, and END TYPE"),
        ("END TYPE", "line 1: TYPE, its fields and END TYPE stand together"),
        ("TYPE T\nX AS LONG\nEND TYPE\nDIM A AS T\nPRINT A.Y", "line 5: TYPE T has no field Y"),
        ("TYPE T\nX AS LONG\nEND TYPE\nDIM A AS T\nPRINT A", "line 5: error 13: Type mismatch: A is a record"),
        ("TYPE T\nX AS LONG\nEND TYPE\nDIM A AS T\nA=1", "line 5: error 13: Type mismatch"),
    ],
)
def test_a_type_that_is_refused(program: str, reason: str) -> None:
    assert refusal_of(program) == reason


@pytest.mark.parametrize(
    ("statements", "output"),
    [
        ("PRINT LEN(A);ASC(A)", " 5  0 \n"),
        ('A="ab":PRINT A;"|"', "ab   |\n"),
        ('A="abcdefg":PRINT A', "abcde\n"),
        ('A="ab":IF A="ab" THEN PRINT "eq" ELSE PRINT "ne"', "ne\n"),
        ('A="ab":CALL S(A):PRINT A;"|"', "ab    5 \nlonge|\n"),
        ('A="ab":C="xyz":SWAP A,C:PRINT A;"|";C;"|"', "xyz  |ab |\n"),
        ('B(1)="longer":PRINT B(1);LEN(B(0))', "lon 3 \n"),
        ('MID$(A,2)="zz":PRINT MID$(A,2,2);LEN(A)', "zz 5 \n"),
        ('READ A:PRINT A;"|"\nDATA q', "q    |\n"),
    ],
)
def test_a_string_of_fixed_length_stays_as_long_as_it_is(statements: str, output: str) -> None:
    declared = "DIM A AS STRING * 5, C AS STRING * 3, B(1) AS STRING * 3\n"
    assert printed(declared + statements + '\nSUB S(X$)\nPRINT X$;LEN(X$)\nX$="longer than"\nEND SUB') == output


def test_the_length_of_a_string_is_a_constant_from_1_to_32767() -> None:
    assert printed("CONST N=2\nDIM A AS STRING * N, B AS STRING * 32767\nPRINT LEN(A);LEN(B)") == " 2  32767 \n"
    for length in ("0", "32768", "X", "-1"):
        assert "is not a constant from 1 to 32,767" in refusal_of(f"DIM A AS STRING * {length}")
    assert refusal_of("DIM A AS INTEGER * 3").startswith("line 1: error 2: Syntax error: '*' is not expected")


def test_lset_is_said_to_be_missing() -> None:
    assert refusal_of('DIM A AS STRING * 3\nLSET A="x"') == "line 2: LSET is not part of this BASIC"
    assert error_of("DIM A AS STRING * 3\nPRINT ASC(RTRIM$(LTRIM$(SPACE$(3))))") == (5, 2)
