"""Suggestions for misspelt names: the last part of an error message."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Final

from modern.facts import fact
from modern.rules.errors import quoted

#: The least similarity of a suggestion, as difflib measures it: 1 is the same text.
CUTOFF: Final = 0.7


def closest(text: str, names: Iterable[str], cutoff: float = CUTOFF) -> str | None:
    """Returns the name that `text` is most likely a misspelling of, ignoring case; None if no name is near.

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
    return otherwise if name is None else fact("names.did_you_mean", name=name)


def not_found(noun: str, text: str, names: Iterable[str], otherwise: str = "") -> str:
    """Returns the message for a name that is not in `names`: `no player called 'histroic'; did you mean historic?`.

    If no name is close to `text`, the message ends with `otherwise`, or with all names if that is empty.
    """
    known = list(names)
    return f"no {noun} called {quoted(text)}; {suggestion(text, known, otherwise or f'expected {listed(known)}')}"


def listed(names: Sequence[str]) -> str:
    """Returns `a or b`, or `one of a, b, c`."""
    return " or ".join(names) if len(names) < 3 else f"one of {', '.join(names)}"
