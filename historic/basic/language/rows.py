"""The arrays of a run: dictionaries whose keys are the subscripts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from historic.basic.language.arrays import Array
from historic.basic.language.errors import OUT_OF_MEMORY, SUBSCRIPT_OUT_OF_RANGE, LineError
from historic.basic.language.runtime import MAX_INTEGER, MAX_LONG, MIN_INTEGER, MIN_LONG, whole
from historic.basic.language.terms import is_text

#: The largest number of elements that a row of a large array can be given.
MAX_ASSIGNED: Final = 5_000_000


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
    """A row of a large array: it keeps only the elements that the program assigns; the others are `empty`.

    `inner` makes a row of it, if the elements are rows.
    """

    def __init__(self, limits: tuple[int, int], empty: object, inner: Callable[[], Row] | None) -> None:
        super().__init__()
        self.limits = limits
        self.empty = empty
        self.inner = inner

    def __missing__(self, subscript: float) -> object:
        key = self.place(subscript)
        if key in self:
            return self[key]
        if self.inner:
            self[key] = self.inner()
            return self[key]
        return self.empty

    def place(self, subscript: float) -> float:
        """Returns the key for a subscript. Raises error 9 if it is out of range, and error 7 if the row is full."""
        key = float(whole(subscript, MIN_LONG, MAX_LONG))
        if not self.limits[0] <= key <= self.limits[1]:
            raise LineError(SUBSCRIPT_OUT_OF_RANGE)
        if len(self) >= MAX_ASSIGNED and key not in self:
            raise LineError(OUT_OF_MEMORY)
        return key


def new_rows(array: Array) -> Row:
    """Returns the rows of an array, with all elements 0 or ''."""
    empty: float | str = "" if is_text(array.name) else 0.0
    limits = array.ordered_limits
    return _sparse_row(limits, empty) if array.is_sparse else _whole_row(limits, empty)


def _whole_row(limits: Sequence[tuple[int, int]], empty: object) -> Row:
    keys = map(float, range(limits[0][0], limits[0][1] + 1))
    return Row((key, _whole_row(limits[1:], empty) if len(limits) > 1 else empty) for key in keys)


def _sparse_row(limits: Sequence[tuple[int, int]], empty: object) -> SparseRow:
    return SparseRow(limits[0], empty, (lambda: _sparse_row(limits[1:], empty)) if len(limits) > 1 else None)
