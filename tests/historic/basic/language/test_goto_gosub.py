"""Labels, GOTO, GOSUB, RETURN and STOP."""

from __future__ import annotations

import pytest
from basic_runs import error_of, printed, refusal_of
from hypothesis import given, settings
from hypothesis import strategies as st

from historic.basic.language import ListingRun, compile_listing


def test_a_label_may_have_the_name_of_a_variable_and_any_case() -> None:
    assert printed("X=1:goto x\nPRINT 0\nX:\nPRINT X") == " 1 \n"


def test_return_without_gosub_is_error_3() -> None:
    assert error_of("X=1\nRETURN") == (3, 2)
    assert error_of("GOSUB A\nA:\nX=1\nRETURN") == (3, 4)


@pytest.mark.slow
def test_thousands_of_labels_may_follow_each_other() -> None:
    lines = [f"L{number}:\nX=X+1" for number in range(5000)]
    calls = [f"GOSUB L{number}" for number in range(4990, 5000)]
    assert printed("\n".join([*calls, "PRINT X:STOP", *lines, "RETURN"])) == " 55 \n"


@pytest.mark.slow
def test_a_long_row_of_statements_and_ifs() -> None:
    body = "X=X+1:IF X>9000 THEN X=0\n" * 1000
    assert printed(f"{body}PRINT X") == " 1000 \n"
    assert printed(f"IF X=0 THEN\n{body}ELSE\n{body}END IF\nPRINT X") == " 1000 \n"
    depth = 50
    heads = "".join(f"IF X={number} THEN\nX={number + 1}\n" for number in range(depth))
    assert printed(heads + "END IF\n" * depth + "PRINT X") == " 50 \n"


def test_calls_without_end_are_error_28() -> None:
    assert error_of("A:\nGOSUB A") == (28, 2)


def test_labels_must_exist_once() -> None:
    assert refusal_of("X=1\nGOTO NOWHERE") == "line 2: error 8: Label not defined: NOWHERE"
    assert refusal_of("GOSUB NOWHERE") == "line 1: error 8: Label not defined: NOWHERE"
    assert refusal_of("A:X=1\nA:X=2") == "line 2: error 10: Duplicate definition: the label A"


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7), st.booleans()), min_size=2, max_size=8), st.data())
@settings(max_examples=80, deadline=None)
def test_any_web_of_jumps_runs_as_the_jumps_say(blocks: list[tuple[int, int, bool]], data: st.DataObject) -> None:
    """Each block prints its number, and jumps to one place the first time and perhaps to another the second time.

    There is a FOR around some of the blocks, and the last of the jumps are in an IF.
    """
    first = data.draw(st.integers(0, len(blocks) - 1))
    last = data.draw(st.integers(first, len(blocks) - 1))
    lines: list[str] = []
    for number, (once, later, nested) in enumerate(blocks):
        if number == first:
            lines.append("FOR Q=1 TO 2")
        lines.append(f"L{number}:PRINT {number};:N=N+1:IF N>30 THEN STOP")
        jump = f"V({number})=V({number})+1:IF V({number})<2 THEN L{once % len(blocks)}"
        lines.append(jump)
        if nested:
            lines.append(f"IF V({number})<4 THEN\nIF V({number})<3 THEN L{later % len(blocks)}\nEND IF")
        if number == last:
            lines.append("NEXT Q")
    assert printed("\n".join(lines)).replace("\n", "") == expected(blocks, first, last)


def expected(blocks: list[tuple[int, int, bool]], first: int, last: int) -> str:
    """Returns what the web of jumps prints, followed block by block."""
    visits = [0] * len(blocks)
    text = ""
    block = counter = steps = 0
    by_jump = False
    while block < len(blocks):
        if block == first and not by_jump:
            counter = 1
        by_jump = False
        text += f" {block} "
        steps += 1
        if steps > 30:
            return text
        once, later, nested = blocks[block]
        visits[block] += 1
        if visits[block] < 2 or (nested and visits[block] < 3):
            block = (once if visits[block] < 2 else later) % len(blocks)
            by_jump = True
            continue
        if block == last:
            counter += 1
            if counter <= 2:
                block, by_jump = first, True
                continue
        block += 1
    return text


def test_on_in_a_sub_leads_to_its_own_labels() -> None:
    program = "CALL S(2)\nPRINT 4\nSUB S(N)\nON N GOSUB A,B\nON N GOTO A,C\nA:PRINT 1;:RETURN\nB:PRINT 2;:RETURN\n"
    assert printed(program + "C:PRINT 3;\nEND SUB") == " 2  3  4 \n"
    assert refusal_of("L:\nSUB S\nON X GOTO L\nEND SUB") == "line 3: error 8: Label not defined: L"


def test_a_callback_hears_of_the_return_from_on_gosub() -> None:
    run = ListingRun(compile_listing("ON 2 GOSUB ONE,TWO\nSTOP\nONE:\nTWO:\nRETURN"))
    heard: list[str] = []
    run.on_return("ONE", lambda: heard.append("ONE"))
    run.on_return("TWO", lambda: heard.append("TWO"))
    run.run()
    assert heard == ["TWO"]
