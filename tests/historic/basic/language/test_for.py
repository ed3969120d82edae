"""FOR and NEXT where the compiler has a choice, and what is refused. What GW-BASIC prints too is in gw-basic.toml."""

from __future__ import annotations

import pytest
from basic_runs import error_of, printed, refusal_of, started


@pytest.mark.parametrize(
    ("header", "output"),
    [
        ("FOR I=1 TO 3", " 1  2  3 | 4 "),
        ("FOR I=3 TO 1 STEP -1", " 3  2  1 | 0 "),
        ("FOR I=1 TO 6 STEP 2", " 1  3  5 | 7 "),
        ("FOR I=1 TO 0", "| 1 "),
        ("FOR I=1 TO 2 STEP -1", "| 1 "),
        ("FOR I=5 TO 5", " 5 | 6 "),
        ("FOR I=1.5 TO 3", " 1.5  2.5 | 3.5 "),
        ("FOR I=0 TO 1 STEP .25", " 0  .25  .5  .75  1 | 1.25 "),
    ],
)
def test_the_counter_runs_up_to_the_limit_and_is_past_it_afterwards(header: str, output: str) -> None:
    program = "{}\nPRINT I;\nNEXT I\nPRINT {}I;"
    assert printed(program.format(header, '"|";')) == output
    # The same with limits that are not constants, and with a counter that the body assigns.
    start, limit, *step = header.removeprefix("FOR I=").replace(" STEP ", " TO ").split(" TO ")
    variables = f"A={start}:B={limit}:C={step[0] if step else 1}"
    assert printed(program.format(f"{variables}\nFOR I=A TO B STEP C", '"|";')) == output
    assert printed(f'{header}\nPRINT I;\nI=I\nNEXT I\nPRINT "|";I;') == output


def test_the_start_is_computed_before_the_limit() -> None:
    assert error_of("FOR I=1/Y TO A(99):NEXT") == (11, 1)
    assert error_of("FOR I=A(99) TO 1/Y STEP 2:NEXT") == (9, 1)


def test_a_jump_to_next_goes_on_with_the_next_turn() -> None:
    assert printed("FOR I=1 TO 4\nIF I=2 THEN SKIP\nPRINT I;\nSKIP:\nNEXT I") == " 1  3  4 "
    assert printed("FOR I=1 TO 4\nIF I=2 THEN SKIP\nPRINT I;\nI=I\nSKIP:\nNEXT I") == " 1  3  4 "


def test_loops_nested_deeper_than_python_allows() -> None:
    names = "ABCDEFGHIJKLMN"
    heads = "\n".join(f"FOR {name}=1 TO 2" for name in names[:8])
    tails = "\n".join(f"NEXT {name}" for name in reversed(names[:8]))
    assert printed(f"{heads}\nS=S+1\n{tails}\nPRINT S") == " 256 \n"


def test_a_long_loop() -> None:
    assert printed("FOR I=1 TO 5000:S=S+1:NEXT I\nPRINT S;I") == " 5000  5001 \n"
    assert printed("N=5000\nFOR I=1 TO N:S=S+1:NEXT I\nPRINT S;I") == " 5000  5001 \n"


@pytest.mark.parametrize("step", ["0", "N"])
def test_a_step_of_0_counts_upward_and_never_gets_there(step: str) -> None:
    loop = f"STEP {step}:S=S+1:IF S=9 THEN OUTSIDE\nNEXT I\nOUTSIDE:PRINT S;I"
    assert printed(f"FOR I=1 TO 2 {loop}") == " 9  1 \n"
    assert printed(f"FOR I=2 TO 2 {loop}") == " 9  2 \n"
    assert printed(f"FOR I=3 TO 2 {loop}") == " 0  3 \n"


def test_copying_rows_is_what_the_loop_says() -> None:
    program = """
DIM A(2,4)
FOR X=0 TO 4:A(0,X)=X*X:NEXT X
FOR X=0 TO 4
 A(1,X)=A(0,X):A(2,X)=7
NEXT X
FOR X=1 TO 3:A(2,X)=A(1,X):NEXT X
"""
    run = started(program)
    assert run.elements("A") == [0, 1, 4, 9, 16, 0, 1, 4, 9, 16, 7, 1, 4, 9, 7]
    assert run.get("X") == 4


@pytest.mark.parametrize("body", ["A(0,X)=7", "A(1,X)=A(0,X)", "A(0,X)=7:A(1,X)=2"])
def test_the_counter_is_past_the_limit_after_a_loop_over_a_whole_row(body: str) -> None:
    assert printed(f"DIM A(1,4)\nX=9\nFOR X=0 TO 4\n{body}\nNEXT X\nPRINT X") == " 5 \n"
    assert printed(f"DIM A(1,4)\nFOR Y=1 TO 2\nFOR X=0 TO 4:{body}:NEXT X\nPRINT X;Y;\nNEXT Y") == " 5  1  5  2 "


def test_next_and_for_must_belong_together() -> None:
    assert refusal_of("NEXT I") == "line 1: error 1: NEXT without FOR"
    assert refusal_of("FOR I=1 TO 2\nNEXT J") == "line 2: error 1: NEXT without FOR"
    assert refusal_of("X=1\nFOR I=1 TO 2\nX=2") == "line 2: error 26: FOR without NEXT"
    assert refusal_of("FOR I=1 TO 2\nIF I=1 THEN\nNEXT I\nEND IF") == "line 3: error 1: NEXT without FOR"
    assert refusal_of('FOR I="A" TO 2\nNEXT I') == "line 1: error 13: Type mismatch"


def test_a_subroutine_sees_the_counter_of_each_turn_though_the_body_does_not_read_it() -> None:
    assert printed("FOR I=1 TO 3\nGOSUB SHOW\nNEXT I\nPRINT I\nSTOP\nSHOW:PRINT I;:RETURN") == " 1  2  3  4 \n"
