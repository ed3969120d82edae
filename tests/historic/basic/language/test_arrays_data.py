"""DIM, arrays, DATA and READ."""

from __future__ import annotations

import pytest
from basic_runs import error_of, printed, refusal_of, started


@pytest.mark.parametrize("place", ["A(3,1)", "A(0,5)", "A(2,-1)", "A(X,5)", "A(9,X)"])
def test_each_subscript_is_checked(place: str) -> None:
    assert error_of(f"DIM A(2,4)\nX=1\n{place}=1") == (9, 3)
    assert error_of(f"DIM A(2,4)\nX=1\nX={place}") == (9, 3)


def test_a_subscript_is_rounded_ties_to_even() -> None:
    program = "DIM A(4)\nI=1.5:A(I)=5\nI=2.5:A(I)=A(I)+1\nI=-.4:A(I)=9\nPRINT A(2);A(0);A(1.6)"
    assert printed(program) == " 6  9  6 \n"
    assert error_of("DIM A(3)\nA(3.6)=1") == (9, 2)
    assert error_of("DIM A(3)\nA(1E6)=1") == (6, 2)


def test_three_subscripts() -> None:
    run = started("DIM A(1,2,3)\nFOR X=0 TO 1:FOR Y=0 TO 2:FOR Z=0 TO 3:A(X,Y,Z)=100*X+10*Y+Z:NEXT Z:NEXT Y:NEXT X")
    assert run.elements("A") == [100 * x + 10 * y + z for x in range(2) for y in range(3) for z in range(4)]


def test_dim_twice_is_error_10() -> None:
    assert refusal_of("DIM A(3),A(4)") == "line 1: error 10: Duplicate definition: the array A"
    assert error_of("AGAIN:\nDIM A(3)\nGOTO AGAIN") == (10, 2)


def test_dim_needs_whole_bounds_and_room() -> None:
    assert error_of("DIM A(1.5)\nA(2)=1\nA(3)=1") == (9, 3)
    assert error_of("N=2:DIM A(N)\nA(2)=1\nA(3)=1") == (9, 3)
    assert error_of("N=32000:DIM A(N,N)") == (7, 1)
    assert refusal_of("DIM A(32000,32000)").startswith("line 1: error 7: Out of memory")
    many = "\n".join(f"DIM A{number}(300,300)" for number in range(20))
    assert refusal_of(many).startswith("line 12: error 7: Out of memory")
    assert refusal_of("DIM A(3)\nA(1,1)=1") == "line 2: wrong number of subscripts: A has 1"


def test_read_of_the_wrong_type_is_error_2() -> None:
    assert error_of('DATA "A"\nREAD X') == (2, 2)
    assert error_of("DATA &G10\nREAD X") == (2, 2)
    assert error_of("DATA 1 'one\nREAD X") == (2, 2)


def test_read_of_a_number_beyond_the_largest_is_error_6() -> None:
    assert error_of("DATA 1E60\nREAD X") == (6, 2)
    assert error_of("DATA 1E999\nREAD X&") == (6, 2)


def test_a_value_is_converted_to_the_type_that_reads_it() -> None:
    assert printed("READ A,B&,C$,D\nPRINT A;B&;C$;D\nDATA 16777217,2147483647,1D2,1D2") == (
        " 1.677722E+07  2147483647 1D2 100 \n"
    )


def test_restore_leads_to_the_label_from_a_sub_too() -> None:
    program = "READ A:CALL S:READ B:PRINT A;B\nDATA 1\nLAST:\nDATA 2,3\nSUB S\nREAD X:RESTORE LAST\nEND SUB"
    assert printed(program) == " 1  2 \n"
    assert refusal_of("CALL S\nSUB S\nLAST:\nRESTORE LAST\nEND SUB") == ("line 4: error 8: Label not defined: LAST")
    assert refusal_of("RESTORE LAST\nSUB S\nLAST:\nEND SUB") == "line 1: error 8: Label not defined: LAST"


def test_swap_finds_both_places_before_it_changes_one() -> None:
    assert printed("I=1:A(1)=2:A(2)=7:SWAP I,A(I):PRINT I;A(1):SWAP A(A(2)-5),A(2):PRINT A(2)") == " 2  1 \n 7 \n"
    assert printed("DIM L(200000)\nL(9)=3:SWAP L(9),L(100000):PRINT L(9);L(100000)") == " 0  3 \n"
    assert error_of("X=1\nSWAP X,A(11)") == (9, 2)


def test_swap_changes_parameters_and_shared_variables() -> None:
    program = "DIM SHARED X\nX=1:Y=2:CALL S(Y):PRINT X;Y\nSUB S(P)\nO=5:SWAP P,X:SWAP O,P:SWAP O,X\nEND SUB"
    assert printed(program) == " 1  5 \n"


def test_a_quotation_mark_inside_a_value_of_data_is_a_character() -> None:
    """As QB64-PE reads it."""
    program = 'DATA 6",a"b,"c",  d  e ,"f  "\nREAD A$,B$,C$,D$,E$\nPRINT A$;"|";B$;"|";C$;"|";D$;"|";E$;"|"'
    assert printed(program) == '6"|a"b|c|d  e|f  |\n'
    assert printed('DATA "a:b",c:PRINT 1\nREAD A$,B$\nPRINT A$;B$') == " 1 \na:bc\n"
    refusal = "line 1: error 2: Syntax error: quotation marks in DATA stand around a whole value"
    assert refusal_of('DATA "a"b') == refusal
