"""Suggestions for misspelt names: the last part of an error message."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

#: The least similarity of a suggestion, as difflib measures it: 1 is the same text.
CUTOFF: Final = 0.7


def closest(text: str, names: Iterable[str], cutoff: float = CUTOFF) -> str | None:
    """Returns the name that `text` is most likely a misspelling of, ignoring case; None if there is no such name.

    A name with the same letters in another order is close, however short it is.
    """
    by_lower_case = {name.lower(): name for name in names}
    typed = text.strip().lower()
    matches = get_close_matches(typed, by_lower_case, n=1, cutoff=cutoff)
    matches += [name for name in by_lower_case if sorted(name) == sorted(typed)]
    return by_lower_case[matches[0]] if matches else None


def suggestion(text: str, names: Iterable[str], otherwise: str, cutoff: float = CUTOFF) -> str:
    """Returns `did you mean NAME?` if one of the names is close to `text`, else `otherwise`."""
    name = closest(text, names, cutoff)
    return otherwise if name is None else f"did you mean {name}?"
