"""What is raised at input that is no chess. Each message is one line: what was wrong, and what was expected."""

from __future__ import annotations

from typing import Final

#: How much of what was given a message repeats.
MAX_QUOTE_LENGTH: Final = 60


class RulesError(ValueError):
    """Something that the rules of chess, or one of their notations, do not know."""


class FenError(RulesError):
    """A text is no FEN, or names what cannot be a position."""


class EpdError(FenError):
    """A line is no EPD."""


class MoveError(RulesError):
    """A text, or a thing, is no move."""


class IllegalMove(MoveError):
    """A move that may not be made in this position."""


class AmbiguousMove(MoveError):
    """A SAN that two or more legal moves answer to."""


def printable(text: str) -> str:
    """A text on one line, without what a terminal would take for a command."""
    return " ".join("".join([sign if sign.isprintable() else " " for sign in text]).split())


def quoted(given: object) -> str:
    """`given` in plain ASCII on one line, cut where it is long; what is no text is told by its type."""
    if type(given) is not str:
        return f"something of type {ascii(type(given).__name__)[1:-1][:MAX_QUOTE_LENGTH]}"
    shown = ascii(given[: MAX_QUOTE_LENGTH + 1])
    return (
        shown
        if len(given) <= MAX_QUOTE_LENGTH and len(shown) <= 2 * MAX_QUOTE_LENGTH
        else f"{shown[:MAX_QUOTE_LENGTH]}..."
    )


def checked_text(given: object, what: str, error: type[RulesError]) -> str:
    """`given` as a plain str, if it is a text. Raises `error`, in which `what` names it: "a FEN"."""
    if not issubclass(type(given), str):  # what only says that it were a str, as a mock does, is none
        raise error(f"{what} is a text, not {quoted(given)}")
    return str.__str__(given)


def checked_integer(given: object, what: str, error: type[RulesError]) -> int:
    """`given` as a plain int, if it is a whole number. Raises `error`, in which `what` names it: "a depth"."""
    if not issubclass(type(given), int) or given is True or given is False:
        raise error(f"{what} is a whole number, not {quoted(given)}")
    assert isinstance(given, int)
    return int.__index__(given)
