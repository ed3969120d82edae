"""ON ERROR, RESUME, ERR and ERL."""

from __future__ import annotations

import pytest
from basic_runs import error_of, printed


@pytest.mark.parametrize(
    ("program", "text"),
    [
        ("ON ERROR GOTO T\nFOR I=0 TO 2\nPRINT 2/I;\nNEXT\nEND\nT: PRINT ERR;:RESUME NEXT", " 11  2  1 "),
        ("ON ERROR GOTO T\nPRINT 1:X=1/Y:PRINT X\nEND\nT: Y=2:RESUME", " 1 \n .5 \n"),
        ("ON ERROR GOTO T\nA(11)=1\nL: PRINT 3:END\nT: PRINT ERR:RESUME L", " 9 \n 3 \n"),
        ("10 ON ERROR GOTO 50\n20 X=1/0\n30 PRINT 3\n40 END\n50 PRINT ERL:RESUME 30", " 20 \n 3 \n"),
        (
            "ON ERROR GOTO T\nCALL S\nPRINT 4\nEND\nT: PRINT ERR;:RESUME NEXT\nSUB S\nX=5\nERROR 77\nPRINT X;\nEND SUB",
            " 77  5  4 \n",
        ),
        ("ON ERROR GOTO T\nGOSUB A:PRINT 2:END\nA: ERROR 5\nRETURN\nT: RESUME NEXT", " 2 \n"),
        ("ON ERROR GOTO T\nPRINT F(0):END\nT: RESUME NEXT\nFUNCTION F (N)\nF=1/N\nF=7\nEND FUNCTION", " 7 \n"),
        ("ON ERROR GOTO T\nIF 1/0 THEN PRINT 1\nPRINT 2:END\nT: RESUME NEXT", " 1 \n 2 \n"),
    ],
)
def test_an_error_is_trapped(program: str, text: str) -> None:
    assert printed(program) == text


@pytest.mark.parametrize(
    ("program", "error"),
    [
        ("ON ERROR GOTO T\nX=1/0\nT: ERROR 7", (7, 3)),
        ("ON ERROR GOTO T\nX=1/0\nT: ON ERROR GOTO 0", (11, 2)),
        ("ON ERROR GOTO T\nON ERROR GOTO 0\nX=1/0\nT: END", (11, 3)),
        ("RESUME", (20, 1)),
        ("ON ERROR GOTO T\nX=1/0\nT: PRINT 1", (19, 3)),
        ("ON ERROR GOTO T\nX=1/0\nT: GOSUB L\nL:", (19, 4)),
        ("ON ERROR GOTO T\nCALL S\nT: X=1\nSUB S\nX=1/0\nEND SUB", (19, 3)),
        ("DEF FNA(X)=FNA(X)+1\nPRINT FNA(1)", (28, 1)),
        ("ERROR 0", (5, 1)),
        ("ERROR 256", (5, 1)),
    ],
)
def test_an_error_ends_the_program(program: str, error: tuple[int, int]) -> None:
    assert error_of(program) == error


def test_a_number_without_a_message_is_unprintable() -> None:
    with pytest.raises(Exception, match="error 200: Unprintable error, in line 1"):
        printed("ERROR 200")


@pytest.mark.parametrize("end", ["END", "STOP", "SYSTEM", "RESUME L\nL:", "L: IF ERR<>11 THEN L\nEND"])
def test_a_handler_may_end_the_program(end: str) -> None:
    assert printed(f"ON ERROR GOTO T\nX=1/0\nT: PRINT 1;\n{end}") == " 1 "


def test_def_fn_without_an_end_can_be_trapped() -> None:
    program = "ON ERROR GOTO T\nDEF FNA(X)=FNA(X)+1\nPRINT FNA(1)\nEND\nT: PRINT ERR:END"
    assert printed(program) == " 28 \n"
