"""Checks of error messages: invalid input is rejected with one short printable line."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from subprocess import CompletedProcess
from typing import TypeVar

import pytest

from modern.facts import Fact, fact_of
from modern.rules import RulesError

Value = TypeVar("Value")


def refusal(call: Callable[[], object], error_type: type[RulesError] = RulesError) -> str:
    """Returns the message of the error that `call` raises, a fact if it is one. Fails if it raises none."""
    with pytest.raises(error_type) as raised:
        call()
    checked_message(str(raised.value))
    return fact_of(raised.value)


def codes(said: object) -> set[str]:
    """Returns the code of a fact, and those of the facts in it; none for mere words."""
    if isinstance(said, list):
        return set().union(*map(codes, said))
    return {said.code}.union(*map(codes, said.values.values())) if isinstance(said, Fact) else set()


def unless_refused(call: Callable[[], Value]) -> Value | None:
    """Returns the result of `call`, or None if it raises a RulesError with a proper message."""
    try:
        return call()
    except RulesError as error:
        checked_message(str(error))
        return None


def checked_message(message: str) -> str:
    """Returns `message` after checking that it is one short line without control characters."""
    assert message.isprintable()
    assert 10 < len(message) < 250
    return message


def refused(result: CompletedProcess[str], data: str, code: int | None = None) -> None:
    """Checks that a command has ended with an error and one line on standard error, and has printed nothing else.

    The line has the `pattern` of `data` in it.
    """
    assert result.returncode == code if code else result.returncode in (1, 2), result
    assert (result.stdout, result.stderr.count("\n")) == ("", 1), result
    # Windows writes backslashes in a path, and Python doubles them in quotation marks.
    said, expected = (re.sub(r"\\+", "/", text) if os.name == "nt" else text for text in (result.stderr, data))
    assert re.match(f"gosub: .*{pattern(expected)}", said), result.stderr


def pattern(data: str) -> str:
    """Returns a regular expression for names, values and options; ` .. ` stands for words between."""
    return ".*".join(map(re.escape, data.split(" .. ")))
