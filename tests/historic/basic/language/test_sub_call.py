"""SUB, CALL, DECLARE, COMMON SHARED, DIM SHARED and EXIT SUB: own and shared variables, and arguments by reference."""

from __future__ import annotations

import pytest
from basic_runs import error_of, printed, refusal_of, started

from historic.basic.language import LineError, ListingRun, compile_listing

ADD = "\nSUB ADD (X, Y$)\nX=X+1:Y$=Y$+CHR$(33)\nEND SUB"


@pytest.mark.parametrize(
    ("call", "output"),
    [
        ('A=1:B$="b":CALL ADD(A,B$):PRINT A;B$', " 2 b!"),
        ('A=1:B$="b":CALL ADD(A+0,B$+""):PRINT A;B$', " 1 b"),
        ('A=1:B$="b":CALL ADD((A),(B$)):PRINT A;B$', " 1 b"),
        ('A(3)=1:B$(2)="b":CALL ADD(A(3),B$(2)):PRINT A(3);B$(2)', " 2 b!"),
        ('I=3:A(3)=1:CALL ADD(A(I),"b"):PRINT A(3);B$', " 2 "),
        ('I=2.5:A(2)=1:CALL ADD(A(I),"b"):PRINT A(2);A(3)', " 2  0 "),
        ('CALL ADD(1,"b"):PRINT "done"', "done"),
        ("FOR A=1 TO 5:CALL ADD(A,B$):PRINT A;:NEXT:PRINT B$", " 2  4  6 !!!"),
    ],
)
def test_variables_and_elements_are_given_by_reference_and_values_are_not(call: str, output: str) -> None:
    assert printed(f"{call}{ADD}") == f"{output}\n"


def test_a_reference_is_given_on_to_the_next_sub() -> None:
    program = (
        "A=1:CALL OUTER(A):PRINT A\nSUB OUTER (X)\nCALL INNER(X)\nPRINT X;\nEND SUB\nSUB INNER (Y)\nY=Y*10\nEND SUB"
    )
    assert printed(program) == " 10  10 \n"


def test_two_parameters_may_be_the_same_variable() -> None:
    assert printed("CALL S(A,A)\nSUB S (X,Y)\nX=5\nPRINT X;Y\nEND SUB") == " 5  5 \n"
    assert printed("A(1)=1:CALL S(A(1),A(1))\nSUB S (X,Y)\nX=5\nPRINT X;Y\nEND SUB") == " 5  5 \n"


def test_a_parameter_sees_the_shared_variable_behind_it_change() -> None:
    program = "COMMON SHARED G\nG=1:CALL S(G):PRINT G\nSUB S (X)\nG=5:PRINT X;\n{}END SUB"
    assert printed(program.format("")) == " 5  5 \n"
    assert printed(program.format("X=9:PRINT G;\n")) == " 5  9  9 \n"
    array = "DIM SHARED A(3)\nA(1)=1:CALL S(A(1))\nSUB S (X)\nA(1)=5:PRINT X\nEND SUB"
    assert printed(array) == " 5 \n"


def test_a_parameter_sees_a_change_made_further_inside() -> None:
    program = "COMMON SHARED G\nG=1:CALL S(G)\nSUB S (X)\nCALL T\nPRINT X\nEND SUB\nSUB T\nG=7\nEND SUB"
    assert printed(program) == " 7 \n"


def test_read_and_input_and_line_input_fill_a_parameter() -> None:
    program = 'CALL S(A,B$,C$):PRINT A;B$;C$\nDATA 4\nSUB S (X,Y$,Z$)\nREAD X\nINPUT "",Y$\nLINE INPUT Z$\nEND SUB'
    assert printed(program, lines=["b", "c"]).endswith(" 4 bc\n")


def test_a_for_counts_in_a_parameter() -> None:
    assert printed("CALL S(A):PRINT A\nSUB S (X)\nFOR X=1 TO 3:PRINT X;:NEXT\nEND SUB") == " 1  2  3  4 \n"


def test_each_call_has_variables_of_its_own() -> None:
    assert printed("X=5\nCALL S:CALL S:PRINT X\nSUB S\nX=X+1:PRINT X;\nEND SUB") == " 1  1  5 \n"
    recursive = "CALL S(3)\nSUB S (N)\nDIM OWN AS INTEGER\nOWN=N\nIF N>1 THEN CALL S(N-1)\nPRINT OWN;\nEND SUB"
    assert printed(recursive) == " 1  2  3 "


def test_a_sub_has_arrays_of_its_own() -> None:
    program = "CALL S:CALL S\nSUB S\nDIM A(2) AS INTEGER\nA(1)=A(1)+1.6:B(3)=B(3)+1:PRINT A(1);B(3);\nEND SUB"
    assert printed(program) == " 2  1  2  1 "


def test_shared_variables_and_arrays_are_the_same_everywhere() -> None:
    program = """
DEFINT A-Z
DIM SHARED A(3), T$(2)
COMMON SHARED X, N AS LONG, M$
X=1:A(1)=2:N=70000:M$="m":T$(1)="t"
CALL S
PRINT X;A(1);N;M$;T$(1)
SUB S
X=X+1.6:A(1)=A(1)*2:N=N+1:M$=M$+"!":T$(1)=M$
END SUB
"""
    assert printed(program) == " 3  4  70001 m!m!\n"


def test_a_name_of_another_type_is_not_shared() -> None:
    assert printed('COMMON SHARED X$\nX$="a":CALL S\nSUB S\nX=1:PRINT X;X$\nEND SUB') == " 1 a\n"


def test_a_parameter_hides_a_shared_variable() -> None:
    assert printed("COMMON SHARED X\nX=1:CALL S(5):PRINT X\nSUB S (X)\nX=X+1:PRINT X;\nEND SUB") == " 6  1 \n"


def test_a_dim_in_a_sub_hides_a_shared_variable() -> None:
    assert printed("COMMON SHARED X\nX=1:CALL S:PRINT X\nSUB S\nDIM X\nX=7\nEND SUB") == " 1 \n"


def test_types_of_parameters_by_as_by_defint_and_by_their_last_character() -> None:
    program = "DEFINT I\nCALL S(1.6, 2.6, 70000, 1.5)\nSUB S (A AS INTEGER, I, L AS LONG, X)\nPRINT A;A%;I;L;X\nEND SUB"
    assert printed(program) == " 2  2  3  70000  1.5 \n"
    assert printed('CALL S("a")\nSUB S (T AS STRING)\nPRINT T;T$\nEND SUB') == "aa\n"


def test_whole_arrays_are_given_by_reference() -> None:
    program = """
DIM A$(8, 8), B$(2, 3)
A$(8,1)="x":B$(2,1)="y"
CALL MARK(A$(), 8)
CALL MARK(B$(), 2)
PRINT A$(8,2);B$(2,2)
SUB MARK (T() AS STRING, ROW)
CALL SETIT(T$(), ROW)
END SUB
SUB SETIT (U$(), R)
FOR C=2 TO 2:U$(R,C)=U$(R,1)+"!":NEXT
END SUB
"""
    assert printed(program) == "x!y!\n"


def test_a_subscript_is_checked_against_the_array_that_was_given() -> None:
    sub = "SUB S (T())\nFOR I=0 TO 4\nT(I)=T(I)+1\nNEXT\nEND SUB"
    program = f"DIM A(5), B(2)\nFOR I=0 TO 5:A(I)=I:NEXT\nCALL S(A())\nCALL S(B())\n{sub}"
    with pytest.raises(LineError) as ended:
        started(program)
    assert (ended.value.code, ended.value.line) == (9, 7)


def test_copying_rows_of_given_arrays_stays_within_the_loop() -> None:
    main = "DIM A(4), B(2)\nFOR I=0 TO 4:A(I)=I+1:NEXT\nCALL S(A(), B())\nPRINT B(0);B(2);A(4)"
    assert printed(f"{main}\nSUB S (T(), U())\nFOR I=0 TO 2:U(I)=T(I):NEXT\nEND SUB") == " 1  3  5 \n"


def test_exit_sub_leaves_the_sub_at_once() -> None:
    assert (
        printed("CALL S\nPRINT 3\nSUB S\nFOR I=1 TO 9\nIF I=3 THEN EXIT SUB\nPRINT I;\nNEXT\nPRINT 9\nEND SUB")
        == " 1  2  3 \n"
    )


def test_stop_and_end_in_a_sub_end_the_program() -> None:
    for word in ("STOP", "END"):
        assert printed(f"CALL S\nPRINT 2\nSUB S\nPRINT 1;\n{word}\nEND SUB") == " 1 "


def test_a_sub_may_have_subroutines_of_its_own() -> None:
    program = (
        "CALL S(5)\nSUB S (N)\nX=1\nGOSUB TWICE:GOSUB TWICE\nPRINT X;N\nEXIT SUB\nTWICE:\nX=X*2:N=N+1\nRETURN\nEND SUB"
    )
    assert printed(program) == " 4  7 \n"


def test_a_subroutine_may_leave_its_sub() -> None:
    program = "CALL S:PRINT 3\nSUB S\nGOSUB A\nPRINT 9\nEXIT SUB\nA:\nPRINT 1;\n{}END SUB"
    assert printed(program.format("EXIT SUB\n")) == " 1  3 \n"
    assert printed(program.format("")) == " 1  3 \n"  # END SUB is reached inside the subroutine


def test_return_in_a_sub_needs_a_gosub_of_the_sub() -> None:
    assert error_of("GOSUB A\nSTOP\nA:\nCALL S\nRETURN\nSUB S\nRETURN\nEND SUB") == (3, 7)


def test_labels_and_jumps_in_a_sub() -> None:
    assert printed("CALL S\nSUB S\nAGAIN:\nI=I+1:PRINT I;\nIF I<3 THEN AGAIN\nEND SUB") == " 1  2  3 "


def test_a_sub_may_call_itself_as_often_as_a_long_game_has_moves() -> None:
    program = "CALL S(2000)\nPRINT 1\nSUB S (N)\nIF N>0 THEN CALL S(N-1)\nEND SUB"
    assert printed(program) == " 1 \n"


def test_calls_without_end_are_error_28() -> None:
    with pytest.raises(LineError) as ended:
        started("CALL S\nSUB S\nCALL S\nEND SUB")
    assert str(ended.value) == "error 28: Out of stack space, in line 3, in SUB S"


def test_an_error_names_the_sub() -> None:
    with pytest.raises(LineError, match=r"^error 11: Division by zero, in line 4, in SUB HALF$"):
        started("X=1\nCALL HALF\nSUB HALF\nY=1/Y\nEND SUB")


def test_declare_says_nothing_new() -> None:
    assert (
        printed("DECLARE SUB S (X AS INTEGER, A() AS STRING)\nDECLARE SUB NOBODY\nCALL S\nSUB S ()\nPRINT 1\nEND SUB")
        == " 1 \n"
    )


def test_names_in_both_cases_and_with_underscores() -> None:
    assert printed("Node_Count%=2:call Show_It(node_count%)\nsub SHOW_IT (n as integer)\nprint N\nend sub") == " 2 \n"


def test_statements_of_subs_are_counted_and_followed() -> None:
    program = "CALL S(1)\nCALL S(2)\nSUB S (X)\nY=X\nIF Y=2 THEN EXIT SUB\nY=0\nEND SUB"
    run = ListingRun(compile_listing(program, "count"))
    run.run()
    assert run.counts == [0, 1, 1, 0, 2, 3, 1, 0]
    lines: list[int] = []
    ListingRun(compile_listing(program, "step"), step=lines.append).run()
    assert lines == [1, 4, 5, 6, 2, 4, 5, 5]


def test_a_variable_that_was_given_by_reference_can_be_read_and_set_from_python() -> None:
    run = started("A=1:CALL S(A)\nSUB S (X)\nX=X+1\nEND SUB")
    assert run.get("A") == 2
    run.set("A", 5)
    run.run()
    assert (run.get("A"), run.variables, run.listing.labels) == (2, ("A",), ((2, "SUB S"),))


S = "\nSUB S (X, Y$, A())\nEND SUB"


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("CALL T", "line 1: error 35: Subprogram not defined: T"),
        (f"CALL S{S}", "line 1: error 37: Argument-count mismatch: S takes 3 arguments, not 0"),
        (f'CALL S(1, "a"){S}', "line 1: error 37: Argument-count mismatch: S takes 3 arguments, not 2"),
        (f"CALL S(1, 2, B()){S}", "line 1: error 13: Type mismatch: argument 2 of S"),
        (f'CALL S("a", "b", B()){S}', "line 1: error 13: Type mismatch: argument 1 of S"),
        (f'CALL S(N%, "b", B()){S}', "line 1: error 13: Type mismatch: argument 1 of S"),
        (f'CALL S(1, "b", B$()){S}', "line 1: error 13: Type mismatch: argument 3 of S"),
        (f'CALL S(1, "b", B){S}', "line 1: error 13: Type mismatch: argument 3 of S"),
        (f'CALL S(B(), "b", B()){S}', "line 1: error 13: Type mismatch: argument 1 of S"),
        (f"{S}{S}", "line 4: error 10: Duplicate definition: SUB S"),
        ("SUB S (X, X)\nEND SUB", "line 1: error 10: Duplicate definition: X"),
        ("SUB S (X)\nDIM X\nEND SUB", "line 2: error 10: Duplicate definition: X"),
        ("SUB S\nX=1", "line 1: SUB S has no END SUB"),
        ("SUB S\nSUB T\nEND SUB", "line 2: SUB S has no END SUB"),
        ("SUB S\nFOR I=1 TO 2\nEND SUB", "line 2: error 26: FOR without NEXT"),
        ("A:\nSUB S\nGOTO A\nEND SUB", "line 3: error 8: Label not defined: A"),
        ("GOSUB A\nSUB S\nA:\nEND SUB", "line 1: error 8: Label not defined: A"),
        ("A:\nSUB S\nA:\nEND SUB", "line 3: error 10: Duplicate definition: the label A"),
        ("SUB S\nDIM SHARED A(3)\nEND SUB", "line 2: DIM SHARED and COMMON SHARED stand in the main program"),
        ("IF 1 THEN SUB S\nEND SUB", "line 1: SUB and END SUB must begin a line"),
        (
            "DIM A(3,3)\nCALL S(A())\nSUB S (T())\nT(1)=1\nEND SUB",
            "line 4: wrong number of subscripts: S.T has 2",
        ),
        (
            "DIM A(3,3),B(2)\nCALL S(A())\nCALL S(B())\nSUB S (T())\nT(1,1)=1\nEND SUB",
            "line 3: wrong number of subscripts: B has 1",
        ),
        ("CALL S(", "line 1: error 2: Syntax error: the line is not complete"),
        ("SUB S$\nEND SUB", "line 1: error 2: Syntax error: S$ is not the name of a label or SUB"),
        ("SUB S (X AS CHAR)\nEND SUB", "line 1: there is no TYPE CHAR"),
    ],
)
def test_a_sub_or_call_that_is_refused(program: str, reason: str) -> None:
    assert refusal_of(program) == reason


def test_a_name_behind_then_or_else_is_a_sub_or_a_label() -> None:
    program = """
K$="q"
IF K$="q" THEN Quit ELSE PRINT "no"
IF K$="r" THEN
PRINT 1
ELSEIF K$="q" THEN Quit
END IF
IF K$="z" THEN PRINT 0 ELSE Quit: PRINT "+"
IF K$="q" THEN Quit: PRINT "-"
IF K$="q" THEN Below ELSE Quit
PRINT "not here"
Below:
SUB Quit
PRINT "quit ";
END SUB
"""
    assert printed(program) == "quit quit quit +\nquit -\n"
    assert refusal_of("IF X THEN NOWHERE") == "line 1: error 8: Label not defined: NOWHERE"


def test_the_main_program_stands_above_between_and_below_the_subs() -> None:
    program = """
PRINT "main";
CALL S
GOTO Below
SUB S
PRINT " sub";
END SUB
Below:
READ X
PRINT X;
CALL T
SUB T
PRINT " t";
END SUB
DATA 77
PRINT " end"
"""
    assert printed(program) == "main sub 77  t end\n"
    assert printed("SUB S\nPRINT 1;\nEND SUB\nCALL S:FOR I=1 TO 2\nCALL S:NEXT") == " 1  1  1 "
    assert refusal_of("FOR I=1 TO 2\nSUB S\nEND SUB\nNEXT") == "line 1: error 26: FOR without NEXT"


def test_the_name_of_a_function_has_one_type_which_a_call_may_leave_out() -> None:
    """As in QB64-PE, and in listings of the 1990s such as `IF rmarin(ij, kl) = 1 THEN END` of a FUNCTION rmarin%."""
    function = "\nFUNCTION F% (X)\nF=X+.6\nEND FUNCTION"
    assert printed("PRINT F%(2);F(2)" + function) == " 3  3 \n"
    assert printed("DEFINT A-Z\nPRINT F(2!);F%(2!)\nDEFSNG A-Z" + function) == " 3  3 \n"
    for use in ("PRINT F!(2)", "PRINT F$(2)", "F!=2", "F=2", "DIM A(1):SWAP A(1),F"):
        assert ": error 10: Duplicate definition: F" in refusal_of(use + function)


def test_write_writes_each_item_before_it_calculates_the_next_one() -> None:
    """As in QB64-PE."""
    function = '\nFUNCTION F$ (X)\nPRINT X;\nF$="b"\nEND FUNCTION'
    assert printed("WRITE 255,F$(7),3" + function) == '255, 7 "b",3\n'
    assert printed("WRITE F$(7)" + function) == ' 7 "b"\n'
