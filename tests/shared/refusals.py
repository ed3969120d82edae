"""Checks of error messages: invalid input is rejected with one short line in plain ASCII."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest

from modern.rules import RulesError

Value = TypeVar("Value")


def refusal(call: Callable[[], object], error_type: type[RulesError] = RulesError) -> str:
    """Returns the message of the error that `call` raises. Fails if it raises none."""
    with pytest.raises(error_type) as raised:
        call()
    return checked_message(str(raised.value))


def unless_refused(call: Callable[[], Value]) -> Value | None:
    """Returns the result of `call`, or None if it raises a RulesError with a proper message."""
    try:
        return call()
    except RulesError as error:
        checked_message(str(error))
        return None


def checked_message(message: str) -> str:
    """Returns `message` after checking that it is one short line of ASCII."""
    assert message.isascii()
    assert message.isprintable()
    assert 10 < len(message) < 250
    return message
