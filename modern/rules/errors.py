"""The exceptions for bad input. Each message is one line: what was wrong, then what was expected."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from modern.facts import in_quotes

#: The most characters of the input that a message quotes.
MAX_QUOTE_LENGTH: Final = 60


class RulesError(ValueError):
    """Input that breaks the rules of chess or of a notation."""


class FenError(RulesError):
    """A string that is not a FEN, or a FEN of an impossible position."""


class MoveError(RulesError):
    """A string or an object that is not a move."""


class IllegalMove(MoveError):
    """A move that is not legal in the position."""


class AmbiguousMove(MoveError):
    """A SAN that matches two or more legal moves."""


def printable(text: str) -> str:
    """Returns a text on one line, without the control characters that a terminal would obey."""
    return " ".join("".join([char if char.isprintable() else " " for char in text]).split())


def quoted(value: object, quote: Callable[[str], str] = in_quotes) -> str:
    """Returns a string in quotation marks on one line, shortened if it is long; of any other object, names the type.

    Letters of any script stay as they are: a stream escapes those that its encoding lacks. Escaped are control
    characters, and those that turn the direction of a line. `quote` may be `ascii`, which escapes all other letters.
    """
    if not isinstance(value, str):
        return f"an object of type {ascii(type(value).__name__)[1:-1][:MAX_QUOTE_LENGTH]}"
    shown = quote(value[: MAX_QUOTE_LENGTH + 1])
    if len(value) <= MAX_QUOTE_LENGTH and len(shown) <= 2 * MAX_QUOTE_LENGTH:
        return shown
    return f"{shown[:MAX_QUOTE_LENGTH]}..."
