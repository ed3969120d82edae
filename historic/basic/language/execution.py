"""A run of a compiled listing: the loop over its blocks, its variables and arrays, and what is called from Python."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final, cast

from historic.basic.language import runtime
from historic.basic.language.console import NEXT_ZONE, Console
from historic.basic.language.declarations import Array
from historic.basic.language.errors import (
    DIVISION_BY_ZERO,
    DUPLICATE_DEFINITION,
    OUT_OF_STACK_SPACE,
    RETURN_WITHOUT_GOSUB,
    LineError,
    RunInterrupted,
)
from historic.basic.language.expressions import array_name, variable_name
from historic.basic.language.files import Files
from historic.basic.language.listing import CompiledListing
from historic.basic.language.memory import DataPointer, Memory, Row
from historic.basic.language.runtime import single_of
from historic.basic.language.terms import INTEGER, LONG, is_text, type_of_name
from historic.basic.stops import Stop
from historic.machine.screen import Screen

#: The deepest calls of SUBs and subroutines inside each other.
MAX_CALLS: Final = 10_000
#: A block of a listing: it returns the number of the next one.
Block = Callable[[], int]
#: The number that ends the loop over the blocks.
OUTSIDE: Final = 0


class Calls:
    """The GOSUBs and CALLs that have not come to their end. Each has the number of the block behind it.

    `own` are the variables and arrays of the SUB that runs, and `floor` is how many GOSUBs it can see no end of: those
    before its CALL.
    """

    def __init__(self) -> None:
        self.gosubs: list[tuple[int, str]] = []
        self.subs: list[tuple[int, dict[str, Any], int]] = []
        self.own: dict[str, Any] = {}
        self.floor = 0
        self.watchers: dict[str, list[Callable[[], object]]] = {}

    def gosub(self, behind: int, label: str) -> None:
        """Notes a GOSUB. Raises error 28 if there are too many inside each other."""
        self._check_depth()
        self.gosubs.append((behind, label))

    def end_gosub(self) -> int:
        """RETURN: returns the number of the block behind the last GOSUB. Raises error 3 if there is none."""
        if len(self.gosubs) == self.floor:
            raise LineError(RETURN_WITHOUT_GOSUB)
        behind, label = self.gosubs.pop()
        for watcher in self.watchers.get(label, ()):
            watcher()
        return behind

    def call(self, behind: int, own: dict[str, Any]) -> None:
        """Notes a CALL with its arguments. Raises error 28 if there are too many inside each other."""
        self._check_depth()
        self.subs.append((behind, self.own, self.floor))
        self.own, self.floor = own, len(self.gosubs)

    def end_call(self) -> int:
        """END SUB or EXIT SUB: forgets the GOSUBs of the SUB, and returns the number of the block behind its CALL."""
        del self.gosubs[self.floor :]
        behind, self.own, self.floor = self.subs.pop()
        return behind

    def state(self) -> tuple[int, int, dict[str, Any], int]:
        """Returns what `restore` takes."""
        return len(self.gosubs), len(self.subs), self.own, self.floor

    def restore(self, state: tuple[int, int, dict[str, Any], int]) -> None:
        """Forgets the GOSUBs and CALLs since a state that an error or STOP has left open."""
        gosubs, subs, self.own, self.floor = state
        del self.gosubs[gosubs:], self.subs[subs:]

    def _check_depth(self) -> None:
        if len(self.gosubs) + len(self.subs) >= MAX_CALLS:
            raise LineError(OUT_OF_STACK_SPACE)


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
        memory = Memory()
        self._rows = {array.name: memory.new_rows(array) for array in declared.arrays.values() if "." not in array.name}
        self._dimensioned: set[str] = set()
        #: How many statements each line has run, if the listing counts them; the place is the line.
        self.counts = [0] * (len(listing.lines) + 1)
        self._files = Files(folder)
        self._calls = Calls()
        self._blocks: list[Block] = [_end]
        #: The global variables of the blocks: the listing's variables and arrays, and what its statements call.
        self._names: dict[str, Any] = {
            **listing.initial_values,
            **{array_name(name): rows for name, rows in self._rows.items()},
            "block_": self._blocks.append,
            "calls_": self._calls,
            "gosub_": self._calls.gosub,
            "return_": self._calls.end_gosub,
            "call_": self._calls.call,
            "end_call_": self._calls.end_call,
            "stop_": Stop,
            "dim_": self._dimension,
            "new_": lambda name: memory.new_rows(declared.arrays[name]),
            "free_": memory.free,
            "counts_": self.counts,
            "step_": step or _no_step,
            "io_": Console(self.screen),
            "inkey_": self.screen.INKEY,
            "files_": self._files,
            "data_": DataPointer(declared.data, declared.data_places),
            "next_zone_": NEXT_ZONE,
            "single_": single_of,
            "integer_": runtime.wrapped_integer if wrap else runtime.integer,
            "long_": runtime.wrapped_long if wrap else runtime.long,
            "whole_": runtime.exact,
            "and_": runtime.and_,
            "or_": runtime.or_,
            "xor_": runtime.xor,
            "mod_": runtime.mod,
            "quotient_": runtime.quotient,
            "byte_": runtime.byte,
            "swap_": runtime.swap,
            "asc_": runtime.asc,
            "chr_": runtime.char,
            "fix_": runtime.fix,
            "instr_": runtime.instr,
            "int_": runtime.int_,
            "join_": runtime.join,
            "left_": runtime.left,
            "len_": runtime.length,
            "ltrim_": runtime.ltrim,
            "mid_": runtime.mid,
            "right_": runtime.right,
            "sgn_": runtime.sgn,
            "space_": runtime.space,
            "sqr_": runtime.sqr,
            "string_": runtime.string,
            "str_": runtime.str_,
            "val_": runtime.val,
            "power_": runtime.power,
            "powers_of_two_": runtime.PowersOfTwo(),
        }
        self._names["memory_"] = self._names
        for code in listing.codes:
            exec(code, self._names)

    # ---- running

    def run(self) -> None:
        """Runs the program from its first statement until it ends. Raises LineError and RunInterrupted."""
        try:
            self._execute(1)
        except Stop:
            pass
        finally:
            self._files.close_files()

    def gosub(self, label: str) -> None:
        """Runs a subroutine until its RETURN. Raises LineError, RunInterrupted, Stop, and KeyError for other labels."""
        self._execute(self.listing.subroutines[label], label)

    def on_return(self, label: str, callback: Callable[[], object]) -> None:
        """Has `callback` called whenever a subroutine returns. Several callbacks are called in their order."""
        if label not in self.listing.subroutines:
            raise KeyError(label)
        self._calls.watchers.setdefault(label, []).append(callback)

    def statements(self) -> int:
        """Returns how many statements have run, if the listing counts them."""
        return sum(self.counts)

    # ---- variables and arrays

    def get(self, name: str) -> float | str:
        """Returns a variable: a float, or a string if the name ends in $. Raises KeyError if the listing has none."""
        return cast("float | str", self._names[self._variable(name)])

    def set(self, name: str, value: float | str) -> None:
        """Assigns a variable, and rounds a number to a SINGLE. Raises KeyError, and TypeError for the wrong type."""
        self._names[self._variable(name)] = _checked(name, value)

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
        rows = [self._rows[name]]
        for _ in array.bounds[1:]:
            rows = [cast("Row", inner) for row in rows for inner in row.values()]
        return [cast("float | str", value) for row in rows for value in row.values()]

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

    def _variable(self, name: str) -> str:
        python = variable_name(name)
        if python not in self.listing.initial_values:
            raise KeyError(name)
        return python

    def _place(self, name: str, subscripts: Sequence[float]) -> tuple[Row, float]:
        array = self.listing.declarations.arrays[name]
        if len(subscripts) != len(array.bounds):
            raise TypeError(f"{name} has {len(array.bounds)} subscripts, not {len(subscripts)}")
        row = self._rows[name]
        for subscript in subscripts[:-1]:
            row = cast("Row", row[subscript])
        return row, row.place(subscripts[-1])

    def _dimension(self, name: str) -> None:
        if name in self._dimensioned:
            raise LineError(DUPLICATE_DEFINITION)
        self._dimensioned.add(name)

    def _execute(self, number: int, subroutine: str = "") -> None:
        """Runs blocks until one of them leads outside. Errors and Ctrl-C get the line that was running."""
        calls = self._calls
        before = calls.state()
        try:
            if subroutine:
                calls.gosub(OUTSIDE, subroutine)
            self._run_blocks(number)  # a loop here: Ctrl-C between two rounds would escape the handlers in CPython 3.14
        except LineError as error:
            if not error.line:
                error.line = self._line(error.__traceback__)
                error.label = self.listing.label_of(error.line)
            raise
        except ZeroDivisionError as error:
            line = self._line(error.__traceback__)
            raise LineError(DIVISION_BY_ZERO, line, self.listing.label_of(line)) from error
        except RunInterrupted:
            raise
        except KeyboardInterrupt as interrupt:
            inner = interrupt.__traceback__ and interrupt.__traceback__.tb_next
            number = inner.tb_frame.f_locals.get("number") or number if inner else number
            line = self._line(interrupt.__traceback__) or self.listing.first_lines[number - 1]
            raise RunInterrupted(line, self.listing.label_of(line)) from None
        finally:
            calls.restore(before)

    def _run_blocks(self, number: int) -> None:
        blocks = self._blocks
        while number:
            number = blocks[number]()

    def _line(self, traceback: TracebackType | None) -> int:
        """Returns the listing's line that was running, or 0 between two blocks."""
        line = 0
        while traceback:
            if traceback.tb_frame.f_code.co_filename == self.listing.filename:
                line = traceback.tb_lineno
            traceback = traceback.tb_next
        return line


def _end() -> int:
    """Stands for what is outside the program."""
    return OUTSIDE


def _places(array: Array) -> Iterator[tuple[int, ...]]:
    return itertools.product(*(range(low, high + 1) for low, high in array.limits))


def _checked(name: str, value: float | str) -> float | str:
    if isinstance(value, str) != is_text(name):
        raise TypeError(f"{name} is a {'string' if is_text(name) else 'number'}, not {value!r}")
    if isinstance(value, str):
        return value
    to_type = {INTEGER: runtime.integer, LONG: runtime.long}.get(type_of_name(name), single_of)
    return to_type(float(value))


def _no_step(line: int) -> None:
    pass
