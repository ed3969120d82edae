"""A run of a compiled listing: the loop over its blocks, its variables and arrays, and the calls from Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final, cast

from historic.basic.charset import SHOWN, typed_bytes
from historic.basic.language import errors, runtime
from historic.basic.language.console import Console
from historic.basic.language.errors import InputEnded, LineError, RunInterrupted
from historic.basic.language.expressions import array_name, python_function, variable_name
from historic.basic.language.files import Files
from historic.basic.language.folder import Folder
from historic.basic.language.listing import CompiledListing
from historic.basic.language.memory import MAX_MEMORY, DataPointer, Memory, Row, edges
from historic.basic.language.pictures import Pictures
from historic.basic.language.runtime import whole
from historic.basic.language.terms import BYTES, FUNCTIONS, SINGLE, STRING, is_text, type_of_name
from historic.basic.printing import NEXT_ZONE, Spaces
from historic.basic.stops import Stop
from historic.machine.screen import Screen

#: The deepest calls of SUBs and subroutines inside each other.
MAX_CALLS: Final = 10_000
#: A block of a listing: it returns the number of the next one.
Block = Callable[[], int]
#: The functions whose strings take room.
MAKES_STRING: Final = {"join_", *(python_function(name) for name, (_, type_) in FUNCTIONS.items() if type_ == STRING)}
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
        """RETURN: returns the number of the block behind the last GOSUB. Raises error 3 without one."""
        if len(self.gosubs) == self.floor:
            raise LineError(errors.RETURN_WITHOUT_GOSUB)
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
        """Returns the state that `restore` takes."""
        return len(self.gosubs), len(self.subs), self.own, self.floor

    def restore(self, state: tuple[int, int, dict[str, Any], int]) -> None:
        """Forgets the GOSUBs and CALLs since a state that an error or STOP has left open."""
        gosubs, subs, self.own, self.floor = state
        del self.gosubs[gosubs:], self.subs[subs:]

    def end_calls(self) -> None:
        """Forgets all CALLs, with the GOSUBs of the SUBs: the main program goes on."""
        if self.subs:
            gosubs = self.subs[1][2] if len(self.subs) > 1 else self.floor
            self.restore((gosubs, 0, *self.subs[0][1:]))

    def _check_depth(self) -> None:
        if len(self.gosubs) + len(self.subs) >= MAX_CALLS:
            raise LineError(errors.OUT_OF_STACK_SPACE)


class Traps:
    """ON ERROR GOTO: the block that errors lead to, and, while that runs, where RESUME leads.

    `numbers` are the blocks of the labels. `code` and `line` are of the last error.
    """

    def __init__(self, calls: Calls, numbers: Mapping[str, int]) -> None:
        self.calls = calls
        self.numbers = numbers
        self.handler = OUTSIDE
        self.place = OUTSIDE
        self.code = self.line = 0
        self.state = calls.state()

    def end(self) -> None:
        """Ends the program below its last statement. Raises error 19 while an error is being handled."""
        if self.place:
            self.handler = self.place = OUTSIDE
            raise LineError(errors.NO_RESUME)

    def trap(self, label: str) -> None:
        """ON ERROR GOTO. ON ERROR GOTO 0 has the error that is being handled end the program."""
        self.handler = self.numbers[label] if label else OUTSIDE
        if not label and self.place:
            raise LineError(self.code, self.line)

    def handle(self, error: LineError, place: int) -> int:
        """Returns the block that handles an error of a block, or raises it again."""
        if not self.handler or self.place:
            raise error
        self.code, self.line, self.place, self.state = error.code, error.line, place, self.calls.state()
        self.calls.own, self.calls.floor = {}, len(self.calls.gosubs)
        return self.handler

    def resume(self, number: int, behind: bool) -> int:
        """RESUME: returns the block that runs next: a label's, or the one with the error, or the one behind it."""
        if not self.place:
            raise LineError(errors.RESUME_WITHOUT_ERROR)
        place, self.place = self.place + behind, OUTSIDE
        self.calls.restore(self.state)
        if number:
            self.calls.end_calls()
        return number or place


class ListingRun:
    """One run of a listing, with its own variables and its own screen.

    The variables belong to the whole program: `run`, `gosub` and the callbacks all see the same. `step`, if the
    listing was compiled with it, is called with the line before each statement. `folder` is where the program's files
    are; it never writes `program`, the listing itself. With `wrap`, an INTEGER or LONG beyond its limits keeps its
    lowest bits, as in QB64, in place of error 6. `command` is the value of COMMAND$.
    """

    def __init__(
        self,
        listing: CompiledListing,
        screen: Screen | None = None,
        step: Callable[[int], None] | None = None,
        folder: Path | None = None,
        wrap: bool = False,
        program: Path | None = None,
        command: str = "",
    ) -> None:
        self.listing = listing
        self.screen = screen or Screen()
        declared = listing.declarations
        self._memory = memory = Memory(self._values)
        self._rows = {array.name: memory.new_rows(array) for array in declared.arrays.values() if "." not in array.name}
        #: How many statements each line has run, if the listing counts them; the place is the line.
        self.counts = [0] * (len(listing.lines) + 1)
        console = Console(self.screen)
        self._files = Files(Folder(folder, program), memory.limited(str), console.print_)
        self._calls = Calls()
        self._errors = Traps(self._calls, listing.subroutines)
        self._fns: dict[str, Callable[[dict[str, Any]], Any]] = {}
        self._blocks: list[Block] = [lambda: OUTSIDE]
        #: The global variables of the blocks: the listing's variables and arrays, and its functions.
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
            "dim_": memory.dimension,
            "redim_": memory.redim,
            "erase_": memory.erase,
            "clear_": self._clear,
            "new_": lambda name: memory.new_rows(declared.arrays[name]),
            "free_": memory.free,
            "fre_": lambda of: float((MAX_MEMORY - memory.taken) * BYTES[SINGLE] if of == -1 else memory.room),
            "counts_": self.counts,
            "step_": step or (lambda line: None),
            "io_": console,
            "inkey_": console.inkey,
            "csrlin_": lambda: float(self.screen.row),
            "screen_": console.character,
            "command_": lambda: command,
            "err_": lambda: float(self._errors.code),
            "erl_": lambda: float(listing.number_of(self._errors.line)),
            "input_": lambda count, file=None: self._files.read(file, count) if file else console.keys(count),
            "rnd_": console.random.next,
            "files_": self._files,
            "pictures_": Pictures(self.screen, self._files),
            "data_": DataPointer(declared.data, declared.data_places),
            "errors_": self._errors,
            "fns_": self._fns,
            "fn_": self._fn,
            "function_": self._function,
            "next_zone_": NEXT_ZONE,
            "spacing_": lambda to_column, size: Spaces(to_column, whole(size)),
            "lbound_": lambda *given: edges(*given)[0],
            "ubound_": lambda *given: edges(*given)[1],
            **{name: memory.limited(made) if name in MAKES_STRING else made for name, made in runtime.CALLED.items()},
            "integer_": runtime.wrapped_integer if wrap else runtime.integer,
            "long_": runtime.wrapped_long if wrap else runtime.long,
            "powers_of_two_": runtime.PowersOfTwo(),
        }
        self._names["memory_"] = self._names
        for code in listing.codes:
            exec(code, self._names)

    # ---- running

    def run(self) -> None:
        """Runs the program from its first statement until it ends. Raises LineError and RunInterrupted.

        The end of the input, where the program waits for more, is error 62.
        """
        try:
            self._execute(1)
        except InputEnded as ended:
            line = self._line(ended.__traceback__)
            raise LineError(errors.INPUT_PAST_END, line, self.listing.label_of(line)) from None
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
        return _shown(self._names[self._variable(name)])

    def set(self, name: str, value: float | str) -> None:
        """Assigns a variable, and rounds a number to a SINGLE. Raises KeyError, and TypeError for the wrong type."""
        self._names[self._variable(name)] = _checked(name, value)

    def element(self, name: str, *subscripts: int) -> float | str:
        """Returns an element of an array. Raises KeyError for an unknown array, and LineError 9 out of range."""
        row, key = self._place(name, subscripts)
        return _shown(row[key])

    def set_element(self, name: str, value: float | str, *subscripts: int) -> None:
        """Assigns an element of an array. Raises the same, and TypeError for the wrong type."""
        row, key = self._place(name, subscripts)
        row[key] = _checked(name, value)

    def bounds(self, name: str) -> tuple[int, ...]:
        """Returns the upper bound of each subscript of an array."""
        return self.listing.declarations.arrays[name].bounds

    def elements(self, name: str) -> list[float | str]:
        """Returns all elements of an array; the last subscript runs fastest."""
        return [_shown(row[key]) for row, key in self._places(name)]

    def set_elements(self, name: str, values: Sequence[float | str]) -> None:
        """Assigns all elements of an array, in the order of `elements`. Raises ValueError if their number is wrong."""
        for (row, key), value in zip(self._places(name), values, strict=True):
            row[key] = _checked(name, value)

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

    def _places(self, name: str) -> list[tuple[Row, float]]:
        array = self.listing.declarations.arrays[name]
        if array.is_sparse:
            raise ValueError(f"{name} is too large to be listed: ask for its elements one by one")
        rows = [self._rows[name]]
        for _ in array.bounds[1:]:
            rows = [cast("Row", inner) for row in rows for inner in row.values()]
        return [(row, key) for row in rows for key in row]

    def _values(self) -> Iterator[object]:
        """Yields the values of all variables and elements."""
        waiting: list[object] = [*self._names.values(), self._calls.own, *(own for _, own, _ in self._calls.subs)]
        while waiting:
            value = waiting.pop()
            if isinstance(value, dict) and value is not self._names:
                waiting += value.values()
            else:
                yield value

    def _clear(self, *_: float) -> None:
        """CLEAR: all variables and arrays of the main program are as at first, and all files are closed."""
        self._names.update(self.listing.initial_values)
        self._memory.erase(*self._rows.values())
        self._files.close_files()

    def _fn(self, name: str, own: dict[str, Any]) -> Any:
        """Returns the value of a DEF FN. Raises error 18 if the program has not come past it."""
        if name not in self._fns:
            raise LineError(errors.FUNCTION_NOT_DEFINED)
        return self._fns[name](own)

    def _function(self, number: int, own: dict[str, Any], result: str) -> Any:
        """Runs a FUNCTION and returns its value."""
        self._calls.call(OUTSIDE, own)
        self._run_blocks(number)
        return own[result]

    def _execute(self, number: int, subroutine: str = "") -> None:
        """Runs blocks until one of them leads outside. Errors and Ctrl-C get the line that was running."""
        calls = self._calls
        before = calls.state()
        try:
            if subroutine:
                calls.gosub(OUTSIDE, subroutine)
            self._run_blocks(number)  # a loop here: Ctrl-C between two rounds would escape the handlers in CPython 3.14
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
        while True:
            try:
                while number:
                    number = blocks[number]()
                return
            except (LineError, ZeroDivisionError, RecursionError) as raised:
                code = errors.DIVISION_BY_ZERO if isinstance(raised, ZeroDivisionError) else errors.OUT_OF_STACK_SPACE
                error = raised if isinstance(raised, LineError) else LineError(code)
                if not error.line:
                    error.line = self._line(raised.__traceback__)
                    error.label = self.listing.label_of(error.line)
                number = self._errors.handle(error, number)

    def _line(self, traceback: TracebackType | None) -> int:
        """Returns the listing's line that was running, or 0 between two blocks."""
        line = 0
        while traceback:
            if traceback.tb_frame.f_code.co_filename == self.listing.filename:
                line = traceback.tb_lineno
            traceback = traceback.tb_next
        return line


def _shown(value: object) -> float | str:
    """Returns a value as Python has it: a string with the characters that DOS shows for its bytes."""
    return value.translate(SHOWN) if isinstance(value, str) else cast("float", value)


def _checked(name: str, value: float | str) -> float | str:
    if isinstance(value, str) != is_text(name):
        raise TypeError(f"{name} is a {'string' if is_text(name) else 'number'}, not {value!r}")
    if isinstance(value, str):
        return typed_bytes(value)
    return runtime.TO_TYPE[type_of_name(name)](float(value))
