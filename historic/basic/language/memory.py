"""The memory of a run: its arrays, which are dictionaries whose keys are the subscripts, and the values of DATA."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from historic.basic.language import errors
from historic.basic.language.declarations import Array, cells
from historic.basic.language.errors import LineError
from historic.basic.language.expressions import SHORT
from historic.basic.language.runtime import integer, long, number_of, whole
from historic.basic.language.syntax import Bounds

#: The largest number of elements that all arrays together keep: about 500 MB. A row of rows counts as some elements.
MAX_MEMORY: Final = 5_000_000
ROW: Final = 4
#: The largest number of characters in all strings together. Only strings longer than `SHORT` count.
MAX_CHARACTERS: Final = 32_000_000


class Memory:
    """How much of the memory is taken: by arrays, in elements, and by strings.

    Strings are not followed one by one. When the number of characters reaches the room for them, `strings` yields
    all that the program still has.
    """

    def __init__(self, strings: Callable[[], Iterable[object]] = tuple) -> None:
        self.taken = 0
        self.strings = strings
        self.room = MAX_CHARACTERS

    def limited(self, function: Callable[..., str]) -> Callable[..., str]:
        """Returns a function that makes strings, and has error 14 without room for them."""

        def made(*arguments: Any) -> str:
            text = function(*arguments)
            if len(text) > SHORT:
                self.room -= len(text)
                if self.room < 0:
                    self._count_strings(text)
            return text

        return made

    def _count_strings(self, text: str) -> None:
        """Counts the characters of all strings, and of a new one. Raises error 14 if they are too many."""
        kept = {id(each): len(each) for each in self.strings() if isinstance(each, str) and len(each) > SHORT}
        self.room = MAX_CHARACTERS - sum(kept.values()) - len(text)
        if self.room < 0:
            self.room = 0
            raise LineError(errors.OUT_OF_STRING_SPACE)

    def dimension(self, row: Row) -> None:
        """DIM: notes an array. Raises error 10 if that has been done before."""
        if row.dimensioned:
            raise LineError(errors.DUPLICATE_DEFINITION)
        row.dimensioned = True

    def redim(self, row: Row, bounds: Sequence[tuple[float, float]], again: bool) -> None:
        """DIM with calculated bounds, and REDIM, which may come again. Raises errors 7, 9 and 10."""
        if not again and "." not in row.name:
            self.dimension(row)
        limits = tuple((int(integer(low)), int(integer(high))) for low, high in bounds)
        if any(low > high for low, high in limits):
            raise LineError(errors.SUBSCRIPT_OUT_OF_RANGE)
        self.free(row)
        self.take(cells(limits))
        row.clear()
        row.limits = limits
        row.fill()

    def erase(self, *rows: Row) -> None:
        """ERASE: all elements are as at first, and the arrays may be dimensioned again."""
        for row in rows:
            row.dimensioned = False
            for key, value in row.items():
                if isinstance(value, Row):
                    self.erase(value)
                else:
                    row[key] = row.empty

    def take(self, elements: int) -> None:
        """Takes room for elements. Raises error 7 if there is not enough."""
        if self.taken + elements > MAX_MEMORY:
            raise LineError(errors.OUT_OF_MEMORY)
        self.taken += elements

    def new_rows(self, array: Array) -> Row:
        """Returns the rows of an array, with all elements 0 or ''. Raises error 7 before it takes too much."""
        if array.is_sparse:
            return SparseRow(array.name, array.limits, array.empty, self)
        self.take(cells(array.limits))
        return Row(array.name, array.limits, array.empty)

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

    A dictionary checks the bounds by itself. A subscript that is not whole is rounded first. `name` is the array's,
    `limits` are the bounds of this subscript and of those behind it, and `empty` is an element without a value.
    """

    def __init__(self, name: str, limits: Bounds, empty: object) -> None:
        super().__init__()
        self.name = name
        self.limits = limits
        self.empty = empty
        self.dimensioned = False
        self.fill()

    def fill(self) -> None:
        """Makes all elements: 0 or '', or rows of these."""
        (lowest, highest), *inner = self.limits
        keys = map(float, range(lowest, highest + 1))
        rows = ((key, Row(self.name, tuple(inner), self.empty)) for key in keys)
        self.update(rows if inner else dict.fromkeys(keys, self.empty))

    def __missing__(self, subscript: float) -> object:
        return self[self.place(subscript)]

    def place(self, subscript: float) -> float:
        """Returns the key for a subscript. Raises error 9 if it is out of range."""
        key = integer(subscript)
        if key not in self:
            raise LineError(errors.SUBSCRIPT_OUT_OF_RANGE)
        return key


class SparseRow(Row):
    """A row of a large array: it keeps only the elements that the program assigns; the others are `empty`."""

    def __init__(self, name: str, limits: Bounds, empty: object, memory: Memory) -> None:
        super().__init__(name, limits, empty)
        self.memory = memory

    def fill(self) -> None:
        """Keeps no elements."""

    def __missing__(self, subscript: float) -> object:
        key = self._key(subscript)
        if key in self:
            return self[key]
        if len(self.limits) == 1:
            return self.empty
        self.memory.take(ROW)
        row = self[key] = SparseRow(self.name, self.limits[1:], self.empty, self.memory)
        return row

    def place(self, subscript: float) -> float:
        """Returns the key for a subscript that is assigned. Raises error 9 out of range, and 7 without memory."""
        key = self._key(subscript)
        if key not in self:
            self.memory.take(1)
        return key

    def _key(self, subscript: float) -> float:
        key = long(subscript)
        if not self.limits[0][0] <= key <= self.limits[0][1]:
            raise LineError(errors.SUBSCRIPT_OUT_OF_RANGE)
        return key


def edges(row: object, place: float = 1.0) -> tuple[float, float]:
    """Returns LBOUND and UBOUND: the bounds of the subscript at a place, counted from 1. Raises error 9 for none."""
    if not isinstance(row, Row) or not cells(row.limits) or not 1 <= whole(place) <= len(row.limits):
        raise LineError(errors.SUBSCRIPT_OUT_OF_RANGE)
    low, high = row.limits[whole(place) - 1]
    return float(low), float(high)


class DataPointer:
    """The values of all DATA statements, and how many have been read."""

    def __init__(self, values: Sequence[str], places: Mapping[str, int]) -> None:
        self.values = values
        self.places = places
        self.read = 0

    def number(self) -> float:
        """Returns the next value, 0 if nothing is written. Raises error 4 at the end, 2 if it is not a number."""
        try:
            return number_of(self._next())
        except ValueError:
            raise LineError(errors.SYNTAX_ERROR) from None

    def text(self) -> str:
        """Returns the next value as a string, without quotation marks around it. Raises error 4 at the end."""
        value = self._next()
        return value[1:] if value[:1] == '"' else value

    def restore(self, label: str) -> None:
        """RESTORE: the next value is the first one below a label or, if that is '', the first of all."""
        self.read = self.places[label]

    def _next(self) -> str:
        if self.read == len(self.values):
            raise LineError(errors.OUT_OF_DATA)
        self.read += 1
        return self.values[self.read - 1]
