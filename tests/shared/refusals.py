"""How bad input is refused: with one short line, in plain ASCII."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest

from modern.rules import RulesError

Value = TypeVar("Value")


def refusal(call: Callable[[], object], error_type: type[RulesError] = RulesError) -> str:
    """The message with which `call` refuses; it has to."""
    with pytest.raises(error_type) as refused:
        call()
    return checked_message(str(refused.value))


def unless_refused(call: Callable[[], Value]) -> Value | None:
    """What `call` returns, or None where it refuses as it should."""
    try:
        return call()
    except RulesError as error:
        checked_message(str(error))
        return None


def checked_message(message: str) -> str:
    """A message that is one short line of ASCII."""
    assert message.isascii()
    assert message.isprintable()
    assert 10 < len(message) < 250
    return message
