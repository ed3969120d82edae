"""What is raised at input that is no chess. Each message is one line: what was wrong, and what was expected."""

from __future__ import annotations

from typing import Final

#: How much of what was given a message repeats.
LONGEST_QUOTE: Final = 60


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


def quoted(given: object) -> str:
    """`given` in plain ASCII on one line, cut where it is long; what is no text is told by its type."""
    if not isinstance(given, str):
        return f"something of type {ascii(type(given).__name__)[1:-1][:LONGEST_QUOTE]}"
    shown = ascii(given[: LONGEST_QUOTE + 1])
    return shown if len(given) <= LONGEST_QUOTE and len(shown) <= 2 * LONGEST_QUOTE else f"{shown[:LONGEST_QUOTE]}..."
