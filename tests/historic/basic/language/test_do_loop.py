"""DO and LOOP with WHILE and UNTIL, EXIT DO, and jumps into and out of the body."""

from __future__ import annotations

import signal

import pytest
from basic_runs import error_of, printed, refusal_of, started

from historic.basic.language import ListingRun, RunInterrupted, compile_listing


@pytest.mark.parametrize(
    ("head", "end", "output"),
    [
        ("DO WHILE I<3", "LOOP", " 1  2  3 "),
        ("DO UNTIL I=3", "LOOP", " 1  2  3 "),
        ("DO", "LOOP WHILE I<3", " 1  2  3 "),
        ("DO", "LOOP UNTIL I=3", " 1  2  3 "),
        ("DO WHILE I>0", "LOOP", ""),
        ("DO UNTIL I=0", "LOOP", ""),
        ("DO", "LOOP WHILE I>9", " 1 "),
        ("DO", "LOOP UNTIL I<9", " 1 "),
    ],
)
def test_the_test_stands_before_or_behind_the_body(head: str, end: str, output: str) -> None:
    assert printed(f"{head}\nI=I+1:PRINT I;\n{end}") == output
    # The same with a jump into the loop, which takes it apart.
    assert printed(f"IF X THEN INSIDE\n{head}\nINSIDE:\nI=I+1:PRINT I;\n{end}") == output


def test_a_condition_is_any_number() -> None:
    assert printed("N=3\nDO WHILE N:PRINT N;:N=N-1:LOOP") == " 3  2  1 "


def test_exit_do_leaves_the_innermost_do() -> None:
    program = "DO\nI=I+1\nDO\nJ=J+1\nIF J>=I THEN EXIT DO\nLOOP\nIF I=3 THEN EXIT DO\nLOOP\nPRINT I;J"
    assert printed(program) == " 3  3 \n"


def test_exit_for_and_exit_do_pass_over_the_other_kind() -> None:
    assert (
        printed("DO\nN=N+1\nFOR I=1 TO 9\nIF I=N THEN EXIT DO\nIF N<3 THEN EXIT FOR\nNEXT\nLOOP\nPRINT N;I")
        == " 1  1 \n"
    )
    assert printed("FOR I=1 TO 3\nDO\nIF I=2 THEN EXIT FOR\nEXIT DO\nLOOP\nPRINT I;\nNEXT\nPRINT I") == " 1  2 \n"


def test_a_label_at_the_end_of_the_body_goes_on_with_the_loop() -> None:
    assert printed("DO\nI=I+1\nIF I=2 THEN SKIP\nPRINT I;\nSKIP:\nLOOP UNTIL I=4") == " 1  3  4 "
    assert printed("DO WHILE I<4\nI=I+1\nIF I=2 THEN SKIP\nPRINT I;\nSKIP:\nLOOP") == " 1  3  4 "


def test_loops_nested_deeper_than_python_allows() -> None:
    names = "ABCDEFGH"
    heads = "".join(f"{name}=0:DO WHILE {name}<2:{name}={name}+1\n" for name in names)
    assert printed(heads + "S=S+1\n" + "LOOP\n" * len(names) + "PRINT S") == " 256 \n"


@pytest.mark.parametrize(
    "loop",
    [
        'DO: LOOP UNTIL INKEY$ <> ""',
        'DO: LOOP WHILE INKEY$ = ""',
        'DO UNTIL INKEY$ <> ""\nLOOP',
        'IF 1 THEN DO: LOOP UNTIL INKEY$ <> "": PRINT 0;',
    ],
)
def test_a_loop_that_only_asks_inkey_waits_for_a_key(loop: str) -> None:
    assert printed(f"{loop}\nPRINT INKEY$", keys="ab").endswith("b\n")
    # It waits, so that the end of the input ends the program.
    assert error_of(f"{loop}\nPRINT 1")[0] == 62


def test_loops_are_counted_by_line() -> None:
    run = ListingRun(compile_listing("DO WHILE I<2\nI=I+1\nLOOP\nDO\nI=I-1\nLOOP UNTIL I=0", "count"))
    run.run()
    assert run.counts == [0, 1, 2, 2, 1, 2, 2]


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("LOOP UNTIL X", "line 1: LOOP without DO"),
        ("DO\nX=1", "line 1: DO without LOOP"),
        ("DO\nNEXT", "line 2: error 1: NEXT without FOR"),
        ("FOR I=1 TO 2\nLOOP", "line 2: error 26: FOR without NEXT, line 1"),
        ("DO WHILE X\nLOOP UNTIL X", "line 2: DO in line 1 has a test already"),
        ("FOR I=1 TO 2\nEXIT DO\nNEXT", "line 2: EXIT DO outside a DO"),
        ("DO\nEXIT FOR\nLOOP", "line 2: EXIT FOR outside a FOR"),
        ('DO WHILE "A"\nLOOP', "line 1: error 13: Type mismatch"),
        ("IF 1 THEN DO\nLOOP", "line 1: DO without LOOP"),
    ],
)
def test_a_loop_that_is_refused(program: str, reason: str) -> None:
    assert refusal_of(program) == reason


@pytest.mark.posix
def test_ctrl_c_in_a_sub_that_never_ends_names_line_and_sub() -> None:
    run = ListingRun(compile_listing("CALL ENDLESS\nSUB ENDLESS\nDO\nX=X+1:IF X>9 THEN X=0\nLOOP\nEND SUB"))
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(RunInterrupted) as interrupted:
            run.run()
    finally:
        signal.signal(signal.SIGALRM, before)
    assert interrupted.value.line in (3, 4, 5)
    assert str(interrupted.value).endswith(", in SUB ENDLESS")


def test_the_counter_keeps_the_value_at_which_exit_for_left() -> None:
    assert started("FOR I=1 TO 9\nIF I=4 THEN EXIT FOR\nNEXT").get("I") == 4


def test_while_and_wend_nest_with_do_and_for() -> None:
    assert printed("WHILE I<2:I=I+1:FOR J=1 TO 2:DO:EXIT DO:LOOP:PRINT I*J;:NEXT:WEND") == " 1  2  2  4 "
    assert refusal_of("WHILE X\nLOOP") == "line 2: error 29: WHILE without WEND, line 1"
    assert refusal_of("DO\nWEND") == "line 2: DO without LOOP, line 1"


def test_while_that_asks_for_a_key_waits_for_it() -> None:
    assert printed('WHILE INKEY$="":WEND:PRINT INKEY$;"B"', keys="AB") == "BB\n"
