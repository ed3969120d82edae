"""What a run keeps: its arrays, which are dictionaries whose keys are the subscripts, and the values of DATA."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from historic.basic.language.declarations import Array, cells
from historic.basic.language.errors import (
    OUT_OF_DATA,
    OUT_OF_MEMORY,
    SUBSCRIPT_OUT_OF_RANGE,
    SYNTAX_ERROR,
    LineError,
)
from historic.basic.language.runtime import (
    MAX_INTEGER,
    MAX_LONG,
    MIN_INTEGER,
    MIN_LONG,
    NUMBER_TEXT,
    double_of,
    whole,
)
from historic.basic.language.terms import is_text

#: The largest number of elements that all arrays together keep: about 500 MB. A row of rows counts as some elements.
MAX_MEMORY: Final = 5_000_000
ROW: Final = 4


class Memory:
    """How much of the memory for arrays is taken, in elements."""

    def __init__(self) -> None:
        self.taken = 0

    def take(self, elements: int) -> None:
        """Takes room for elements. Raises error 7 if there is not enough."""
        if self.taken + elements > MAX_MEMORY:
            raise LineError(OUT_OF_MEMORY)
        self.taken += elements

    def new_rows(self, array: Array) -> Row:
        """Returns the rows of an array, with all elements 0 or ''. Raises error 7 before it takes too much."""
        empty: float | str = "" if is_text(array.name) else 0.0
        if array.is_sparse:
            return SparseRow(self, array.limits, empty)
        self.take(cells(array.limits))
        return _whole_row(array.limits, empty)

    def free(self, row: Row) -> None:
        """Gives back the room of an array that is not used any more."""
        for inner in row.values():
            if isinstance(inner, Row):
                self.free(inner)
                self.taken -= ROW if isinstance(inner, SparseRow) else 0
            else:
                self.taken -= 1


class Row(dict[float, object]):
    """The elements of an array with one subscript, or rows of rows; the keys are 0.0, 1.0 and so on up to the bound.

    A dictionary checks the bounds by itself. A subscript that is not whole is rounded first.
    """

    def __missing__(self, subscript: float) -> object:
        return self[self.place(subscript)]

    def place(self, subscript: float) -> float:
        """Returns the key for a subscript. Raises error 9 if it is out of range."""
        key = float(whole(subscript, MIN_INTEGER, MAX_INTEGER))
        if key not in self:
            raise LineError(SUBSCRIPT_OUT_OF_RANGE)
        return key


class SparseRow(Row):
    """A row of a large array: it keeps only the elements that the program assigns; the others are `empty`."""

    def __init__(self, memory: Memory, limits: Sequence[tuple[int, int]], empty: object) -> None:
        super().__init__()
        self.memory = memory
        self.limits = limits
        self.empty = empty

    def __missing__(self, subscript: float) -> object:
        key = self._key(subscript)
        if key in self:
            return self[key]
        if len(self.limits) == 1:
            return self.empty
        self.memory.take(ROW)
        row = self[key] = SparseRow(self.memory, self.limits[1:], self.empty)
        return row

    def place(self, subscript: float) -> float:
        """Returns the key for a subscript that is assigned. Raises error 9 out of range, and 7 without memory."""
        key = self._key(subscript)
        if key not in self:
            self.memory.take(1)
        return key

    def _key(self, subscript: float) -> float:
        key = float(whole(subscript, MIN_LONG, MAX_LONG))
        if not self.limits[0][0] <= key <= self.limits[0][1]:
            raise LineError(SUBSCRIPT_OUT_OF_RANGE)
        return key


def _whole_row(limits: Sequence[tuple[int, int]], empty: object) -> Row:
    keys = map(float, range(limits[0][0], limits[0][1] + 1))
    return Row((key, _whole_row(limits[1:], empty) if len(limits) > 1 else empty) for key in keys)


class DataPointer:
    """The values of all DATA statements, and how many have been read."""

    def __init__(self, values: Sequence[str], places: Mapping[str, int]) -> None:
        self.values = values
        self.places = places
        self.read = 0

    def number(self) -> float:
        """Returns the next value, 0 if nothing is written. Raises error 4 if there is none, 2 if it is no number."""
        value = self._next()
        if value and not NUMBER_TEXT.fullmatch(value):
            raise LineError(SYNTAX_ERROR)
        return double_of(value) if value else 0.0

    def text(self) -> str:
        """Returns the next value as a string, without quotation marks. Raises error 4 if there is none."""
        return self._next().strip('"')

    def restore(self, label: str) -> None:
        """RESTORE: the next value is the first one below a label or, if that is '', the first of all."""
        self.read = self.places[label]

    def _next(self) -> str:
        if self.read == len(self.values):
            raise LineError(OUT_OF_DATA)
        self.read += 1
        return self.values[self.read - 1]
