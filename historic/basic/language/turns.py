"""The values of a FOR's counter."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Final

from historic.basic.language.runtime import EXACT, MAX_INTEGER, MIN_INTEGER, integer, long, single_of

#: A FOR with more turns than this is counted turn by turn.
MAX_STORED_TURNS: Final = 1000
MAX_STORED_COUNTS: Final = 10_000


class Turns(tuple[float, ...]):
    """The values of a FOR's counter, one for each turn."""

    #: The counter's value when the FOR has counted to its end.
    after: float


class LongTurns:
    """The values of a FOR's counter, found turn by turn. `after` is the counter's value at the end."""

    def __init__(self, start: float, limit: float, step: float, to_type: Callable[[float], float] = single_of) -> None:
        self.after = start
        self.limit = limit
        self.step = step
        self.to_type = to_type

    def __iter__(self) -> Iterator[float]:
        while self.after <= self.limit if self.step >= 0 else self.after >= self.limit:
            yield self.after
            self.after = self.to_type(self.after + self.step)


_stored: Final[dict[tuple[float, float, float], Turns]] = {}


def turns(start: float, limit: float, step: float) -> Turns | LongTurns:
    """Returns the values that a FOR's counter takes. All three are SINGLEs."""
    key = (start, limit, step)
    found = _stored.get(key)
    if found is not None:
        return found
    count = (limit - start) / step if step else math.inf
    if count > MAX_STORED_TURNS or len(_stored) > MAX_STORED_COUNTS:
        return LongTurns(start, limit, step)
    counted = LongTurns(start, limit, step)
    kept = Turns(counted)
    kept.after = counted.after
    _stored[key] = kept
    return kept


def integer_turns(start: float, limit: float, step: float) -> Turns | LongTurns:
    """Returns the values of an INTEGER counter. Counting them raises error 6 if the counter leaves 16 bits."""
    if MIN_INTEGER <= limit + step <= MAX_INTEGER:
        return turns(start, limit, step)
    return LongTurns(start, limit, step, integer)


def long_turns(start: float, limit: float, step: float) -> Turns | LongTurns:
    """Returns the values of a LONG counter. Counting them raises error 6 if the counter leaves 32 bits."""
    if abs(start) + abs(limit) + abs(step) < EXACT:
        return turns(start, limit, step)
    return LongTurns(start, limit, step, long)
