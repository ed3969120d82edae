"""STOP, END and the end of the text: what is written behind them never runs."""

from __future__ import annotations

import pytest
from basic_runs import printed, refusal_of


@pytest.mark.parametrize("word", ["STOP", "END"])
def test_the_program_ends(word: str) -> None:
    assert printed(f"PRINT 1;\n{word}\nPRINT 2") == " 1 "
    assert printed(f"FOR I=1 TO 3\nPRINT I;\nIF I=2 THEN {word}\nNEXT") == " 1  2 "
    assert printed(f"GOSUB A\nPRINT 2\nA: PRINT 1;: {word}") == " 1 "


def test_end_is_also_the_end_of_a_block() -> None:
    assert printed("IF 1 THEN\nPRINT 1;\nEND IF\nEND\nPRINT 2") == " 1 "
    assert refusal_of("END 1") == "line 1: error 2: Syntax error: '1' is not expected here (column 5)"
