"""A run of a compiled listing: its variables, its arrays, and what is called from Python."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import CellType, TracebackType
from typing import Any, Final, cast

from historic.basic.language import runtime, turns
from historic.basic.language.arrays import Array
from historic.basic.language.console import NEXT_ZONE, Console
from historic.basic.language.errors import (
    DIVISION_BY_ZERO,
    DUPLICATE_DEFINITION,
    OUT_OF_STACK_SPACE,
    LineError,
    RunInterrupted,
)
from historic.basic.language.files import Files
from historic.basic.language.listing import CompiledListing
from historic.basic.language.listing_data import DataPointer
from historic.basic.language.python_names import variable_name
from historic.basic.language.rows import Row, new_rows
from historic.basic.language.runtime import single_of
from historic.basic.language.terms import INTEGER, LONG, is_text, type_of_name
from historic.basic.stops import Stop
from historic.machine.screen import Screen

#: The deepest calls of SUBs and subroutines inside each other.
MAX_CALLS: Final = 10_000


class ListingRun:
    """One run of a listing, with its own variables and its own screen.

    The variables are those of the whole program: `run`, `gosub` and the callbacks all see the same. `step`, if the
    listing was compiled with it, is called with the line before each statement. `folder` is where the program's files
    are. With `wrap`, an INTEGER or LONG beyond its limits keeps its lowest bits, as in QB64, in place of error 6.
    """

    def __init__(
        self,
        listing: CompiledListing,
        screen: Screen | None = None,
        step: Callable[[int], None] | None = None,
        folder: Path | None = None,
        wrap: bool = False,
    ) -> None:
        self.listing = listing
        self.screen = screen or Screen()
        declared = listing.declarations
        self._rows = {array.name: new_rows(array) for array in declared.arrays.values() if "." not in array.name}
        self._dimensioned: set[str] = set()
        #: How many statements each line has run, if the listing counts them; the place is the line.
        self.counts = [0] * (len(listing.lines) + 1)
        names: dict[str, Any] = {
            **listing.constants,
            "Stop": Stop,
            "LeaveSub": _LeaveSub,
            "NEXT_ZONE": NEXT_ZONE,
            "single_": single_of,
            "integer_": runtime.wrapped_integer if wrap else runtime.integer,
            "long_": runtime.wrapped_long if wrap else runtime.long,
            "turns_": turns.turns,
            "integer_turns_": turns.integer_turns,
            "long_turns_": turns.long_turns,
            "and_": runtime.and_,
            "or_": runtime.or_,
            "mod_": runtime.mod,
            "chr_": runtime.char,
            "int_": runtime.int_,
            "join_": runtime.join,
            "left_": runtime.left,
            "ltrim_": runtime.ltrim,
            "mid_": runtime.mid,
            "str_": runtime.str_,
            "val_": runtime.val,
            "power_": runtime.power,
            "powers_of_two_": runtime.PowersOfTwo(),
            "fail_": _fail,
        }
        exec(listing.code, names)
        self._files = Files(folder)
        cells = names["make_"](
            Console(self.screen),
            self._files,
            DataPointer(declared.data),
            self._dimension,
            self._rows,
            lambda name: new_rows(declared.arrays[name]),
            self.counts,
            step or _no_step,
        )
        self._cells: dict[str, CellType] = dict(zip(cells.__code__.co_freevars, cells.__closure__, strict=True))

    # ---- running

    def run(self) -> None:
        """Runs the program from its first statement until it ends. Raises LineError and RunInterrupted."""
        try:
            with self._located():
                self._cells["main_"].cell_contents()
        finally:
            self._files.close_files()

    def gosub(self, label: str) -> None:
        """Runs a subroutine until its RETURN. Raises LineError, RunInterrupted, Stop, and KeyError for other labels."""
        subroutine = self._subroutine(label).cell_contents
        with self._located(keep_stop=True):
            subroutine()

    def on_return(self, label: str, callback: Callable[[], object]) -> None:
        """Has `callback` called whenever a subroutine returns. Several callbacks are called in their order."""
        cell = self._subroutine(label)
        subroutine = cell.cell_contents

        def observed() -> None:
            subroutine()
            callback()

        cell.cell_contents = observed

    def statements(self) -> int:
        """Returns how many statements have run, if the listing counts them."""
        return sum(self.counts)

    # ---- variables and arrays

    def get(self, name: str) -> float | str:
        """Returns a variable: a float, or a string if the name ends in $. Raises KeyError if the listing has none."""
        content = self._cells[variable_name(name)].cell_contents
        return cast("float | str", content[0] if isinstance(content, list) else content)

    def set(self, name: str, value: float | str) -> None:
        """Assigns a variable, and rounds a number to a SINGLE. Raises KeyError, and TypeError for the wrong type."""
        cell = self._cells[variable_name(name)]
        if isinstance(cell.cell_contents, list):
            cell.cell_contents[0] = _checked(name, value)
        else:
            cell.cell_contents = _checked(name, value)

    def element(self, name: str, *subscripts: int) -> float | str:
        """Returns an element of an array. Raises KeyError for an unknown array, and LineError 9 out of range."""
        row, key = self._place(name, subscripts)
        return cast("float | str", row[key])

    def set_element(self, name: str, value: float | str, *subscripts: int) -> None:
        """Assigns an element of an array. Raises the same, and TypeError for the wrong type."""
        row, key = self._place(name, subscripts)
        row[key] = _checked(name, value)

    def bounds(self, name: str) -> tuple[int, ...]:
        """Returns the upper bound of each subscript of an array."""
        return self.listing.declarations.arrays[name].bounds

    def elements(self, name: str) -> list[float | str]:
        """Returns all elements of an array; the last subscript runs fastest."""
        array = self.listing.declarations.arrays[name]
        if array.is_sparse:
            raise ValueError(f"{name} is too large to be listed: ask for its elements one by one")
        row = self._rows[name]
        if len(array.bounds) == 1:
            return cast("list[float | str]", list(row.values()))
        if len(array.bounds) == 2:
            rows = [inner.values() for inner in cast("list[Row]", list(row.values()))]
            ordered = rows if array.outer == 0 else zip(*rows, strict=True)
            return cast("list[float | str]", [value for inner in ordered for value in inner])
        return [self.element(name, *place) for place in _places(array)]

    def set_elements(self, name: str, values: Sequence[float | str]) -> None:
        """Assigns all elements of an array, in the order of `elements`. Raises ValueError if their number is wrong."""
        places = list(_places(self.listing.declarations.arrays[name]))
        for place, value in zip(places, values, strict=True):
            self.set_element(name, value, *place)

    @property
    def variables(self) -> tuple[str, ...]:
        """The names of all variables that are not arrays."""
        return self.listing.declarations.variables

    @property
    def arrays(self) -> tuple[str, ...]:
        """The names of all arrays."""
        return tuple(self._rows)

    # ---- inside

    def _subroutine(self, label: str) -> CellType:
        if label not in self.listing.subroutines:
            raise KeyError(f"no GOSUB of the listing jumps to {label}")
        return self._cells[f"g_{label}"]

    def _place(self, name: str, subscripts: Sequence[float]) -> tuple[Row, float]:
        array = self.listing.declarations.arrays[name]
        if len(subscripts) != len(array.bounds):
            raise TypeError(f"{name} has {len(array.bounds)} subscripts, not {len(subscripts)}")
        first = subscripts[array.outer]
        ordered = [first, *subscripts[: array.outer], *subscripts[array.outer + 1 :]]
        row = self._rows[name]
        for subscript in ordered[:-1]:
            row = cast("Row", row[row.place(subscript)])
        return row, row.place(ordered[-1])

    def _dimension(self, name: str) -> None:
        if name in self._dimensioned:
            raise LineError(DUPLICATE_DEFINITION)
        self._dimensioned.add(name)

    @contextmanager
    def _located(self, keep_stop: bool = False) -> Iterator[None]:
        """Adds the line and its label to errors and to Ctrl-C, and makes Python's errors BASIC's."""
        try:
            with _deep_calls():
                yield
        except Stop:
            if keep_stop:
                raise
        except LineError as error:
            if error.line:
                raise
            raise self._error(error.code, error.__traceback__) from None
        except ZeroDivisionError as error:
            raise self._error(DIVISION_BY_ZERO, error.__traceback__) from None
        except RecursionError as error:
            raise self._error(OUT_OF_STACK_SPACE, error.__traceback__) from None
        except RunInterrupted:
            raise
        except KeyboardInterrupt as interrupt:
            line = self._line(interrupt.__traceback__)
            raise RunInterrupted(line, self.listing.label_of(line)) from None

    def _error(self, code: int, traceback: TracebackType | None) -> LineError:
        line = self._line(traceback)
        return LineError(code, line, self.listing.label_of(line))

    def _line(self, traceback: TracebackType | None) -> int:
        """Returns the listing's line that was running: that of the innermost function of the compiled program."""
        line = 0
        while traceback:
            if traceback.tb_frame.f_code.co_filename == self.listing.code.co_filename:
                line = self.listing.origins[traceback.tb_lineno - 1]
            traceback = traceback.tb_next
        return line


class _LeaveSub(Exception):
    """EXIT SUB, or the end of the SUB, inside a subroutine of the SUB."""


@contextmanager
def _deep_calls() -> Iterator[None]:
    """Lets SUBs call each other as deep as a program of that time could: Python's own limit is lower."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, MAX_CALLS))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def _places(array: Array) -> Iterator[tuple[int, ...]]:
    return itertools.product(*(range(low, high + 1) for low, high in array.limits))


def _checked(name: str, value: float | str) -> float | str:
    if isinstance(value, str) != is_text(name):
        raise TypeError(f"{name} is a {'string' if is_text(name) else 'number'}, not {value!r}")
    if isinstance(value, str):
        return value
    to_type = {INTEGER: runtime.integer, LONG: runtime.long}.get(type_of_name(name), single_of)
    return to_type(float(value))


def _fail(code: int) -> None:
    raise LineError(code)


def _no_step(line: int) -> None:
    pass
