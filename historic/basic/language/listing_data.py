"""The values of DATA, which READ takes in order."""

from __future__ import annotations

from collections.abc import Sequence

from historic.basic.language.errors import OUT_OF_DATA, SYNTAX_ERROR, LineError


class DataPointer:
    """The values of all DATA statements, and how many have been read."""

    def __init__(self, values: Sequence[float | str]) -> None:
        self.values = values
        self.read = 0

    def number(self) -> float:
        """Returns the next value. Raises error 4 if there is none, and error 2 if it is a string."""
        value = self._next()
        if isinstance(value, str):
            raise LineError(SYNTAX_ERROR)
        return value

    def text(self) -> str:
        """Returns the next value as a string. Raises error 4 if there is none, and error 2 if it is a number."""
        value = self._next()
        if not isinstance(value, str):
            raise LineError(SYNTAX_ERROR)
        return value

    def _next(self) -> float | str:
        if self.read == len(self.values):
            raise LineError(OUT_OF_DATA)
        self.read += 1
        return self.values[self.read - 1]
