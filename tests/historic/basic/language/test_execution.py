"""A run as Python sees it: variables, arrays, calls, callbacks, counts and Ctrl-C."""

from __future__ import annotations

import signal
import traceback

import pytest
from basic_runs import started

from historic.basic import Stop
from historic.basic.language import LineError, ListingRun, RunInterrupted, compile_listing
from historic.basic.single import single

PROGRAM = """
X=1.1:N$="A"
DIM A(2,3)
GOSUB TWICE
STOP
TWICE:
X=X*2:A(1,2)=X
RETURN
"""


def test_variables_and_arrays_by_name() -> None:
    run = started(PROGRAM)
    assert (run.get("X"), run.get("N$")) == (single(single(1.1) * 2), "A")
    assert (run.variables, run.arrays, run.bounds("A")) == (("N$", "X"), ("A",), (2, 3))
    hidden = started("FOR I=1 TO X\nNEXT\nSELECT CASE I\nCASE 1\nEND SELECT")
    assert hidden.variables == ("I", "X")
    assert run.element("A", 1, 2) == run.get("X")
    run.set_elements("A", range(12))
    assert run.elements("A") == list(range(12))
    run.set_element("A", 0.1, 2, 3)
    assert run.elements("A")[-1] == single(0.1)
    for wrong in (lambda: run.get("Y"), lambda: run.elements("B"), lambda: run.gosub("THRICE")):
        with pytest.raises(KeyError):
            wrong()
    with pytest.raises(LineError, match="error 9"):
        run.element("A", 3, 0)
    with pytest.raises(TypeError, match="X is a number"):
        run.set("X", "A")
    with pytest.raises(ValueError, match="zip"):
        run.set_elements("A", [1.0])


def test_a_subroutine_runs_until_it_returns() -> None:
    run = ListingRun(compile_listing(PROGRAM))
    run.set("X", 5)
    run.gosub("TWICE")
    assert (run.get("X"), run.element("A", 1, 2)) == (10, 10)
    stopping = ListingRun(compile_listing("A:STOP"))
    with pytest.raises(Stop):
        stopping.gosub("A")


def test_any_label_of_the_main_program_can_be_called() -> None:
    run = ListingRun(compile_listing("X=1\nA:X=X+1\nB:X=X+2:RETURN\nCALL S\nSUB S\nC:\nEND SUB"))
    run.gosub("B")
    run.gosub("A")
    assert run.get("X") == 5
    with pytest.raises(KeyError):
        run.gosub("C")


def test_callbacks_see_calls_from_python_too_and_come_in_their_order() -> None:
    run = ListingRun(compile_listing("A:RETURN"))
    seen: list[int] = []
    run.on_return("A", lambda: seen.append(1))
    run.on_return("A", lambda: seen.append(2))
    run.gosub("A")
    assert seen == [1, 2]
    with pytest.raises(KeyError):
        run.on_return("B", lambda: None)


def test_a_callback_may_call_a_subroutine() -> None:
    run = ListingRun(compile_listing("GOSUB A:PRINT X:STOP\nA:X=1:RETURN\nB:X=X+1:RETURN"))
    run.on_return("A", lambda: run.gosub("B"))
    run.run()
    assert run.get("X") == 2


def test_a_call_that_an_error_ended_leaves_nothing_behind() -> None:
    run = ListingRun(
        compile_listing(
            "A:GOSUB B:RETURN\nB:CALL S\nRETURN\nC:IF N<9999 THEN N=N+1:GOSUB C\nRETURN\nSUB S\nX=1/Y\nEND SUB"
        )
    )
    with pytest.raises(LineError, match="error 11: Division by zero, in line 7, in SUB S"):
        run.gosub("A")
    run.gosub("C")  # as deep as it can be
    assert run.get("N") == 9999


def test_callbacks_see_the_variables_whenever_a_subroutine_returns() -> None:
    run = ListingRun(compile_listing("FOR I=1 TO 3:GOSUB A:NEXT I:STOP\nA:X=X+I:GOSUB B:RETURN\nB:RETURN"))
    seen: list[tuple[str, float | str]] = []
    run.on_return("A", lambda: seen.append(("A", run.get("X"))))
    run.on_return("B", lambda: seen.append(("B", run.get("X"))))
    run.run()
    assert seen == [("B", 1), ("A", 1), ("B", 3), ("A", 3), ("B", 6), ("A", 6)]


def test_a_callback_may_stop_the_run() -> None:
    run = ListingRun(compile_listing("AGAIN:GOSUB A:GOTO AGAIN\nA:X=X+1:RETURN"))

    def stop_at_5() -> None:
        if run.get("X") == 5:
            raise Stop

    run.on_return("A", stop_at_5)
    run.run()
    assert run.get("X") == 5


def test_two_runs_share_nothing() -> None:
    listing = compile_listing("X=X+1:A(1)=A(1)+1\nDATA 1\nREAD Y")
    runs = [ListingRun(listing), ListingRun(listing)]
    for run in runs:
        run.run()
    assert [(run.get("X"), run.element("A", 1), run.get("Y")) for run in runs] == [(1, 1, 1)] * 2


def test_statements_are_counted_by_line() -> None:
    program = "FOR I=1 TO 3\nIF I=2 THEN SKIP\nX=X+1:Y=Y+1\nSKIP:\nNEXT I\nSTOP"
    run = ListingRun(compile_listing(program, "count"))
    run.run()
    assert run.counts == [0, 1, 4, 4, 0, 3, 1]
    assert run.statements() == 13


def test_a_dim_that_only_gives_a_type_is_not_counted() -> None:
    run = ListingRun(compile_listing("DIM X AS INTEGER\nDIM A(2)", "count"))
    run.run()
    assert run.counts == [0, 0, 1]


def test_each_statement_can_be_followed() -> None:
    lines: list[int] = []
    ListingRun(compile_listing("X=1:Y=2\nGOSUB A\nSTOP\nA:\nRETURN", "step"), step=lines.append).run()
    assert lines == [1, 1, 2, 5, 3]


def test_an_error_names_its_line_and_label() -> None:
    run = ListingRun(compile_listing("START:\nGOSUB A\nSTOP\nA:\nX=1\nX=1/Y\nRETURN"))
    with pytest.raises(LineError) as ended:
        run.run()
    assert str(ended.value) == "error 11: Division by zero, in line 6, under the label A"


@pytest.mark.parametrize("blank", [0, 1, 40, 5000])
def test_a_traceback_shows_the_line_of_the_listing(blank: int) -> None:
    lines = ["GOSUB A", "STOP", *[""] * blank, "B:", "X=1/Y", "RETURN", *[""] * blank, "A:", "GOSUB B", "RETURN"]
    run = ListingRun(compile_listing("\n".join(lines)))
    with pytest.raises(LineError) as ended:
        run.run()
    assert ended.value.line == 4 + blank
    shown = "".join(traceback.format_exception(ended.value))
    assert f", line {4 + blank}, in B\n    X=1/Y\n" in shown


@pytest.mark.posix
def test_ctrl_c_stops_a_program_that_never_ends_and_names_the_line() -> None:
    run = ListingRun(compile_listing("START:\nX=1\nAGAIN:\nX=X+1:IF X>9 THEN X=0\nGOTO AGAIN"))
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(RunInterrupted) as interrupted:
            run.run()
    finally:
        signal.signal(signal.SIGALRM, before)
    assert interrupted.value.line in (4, 5)
    assert str(interrupted.value).endswith("under the label AGAIN")
