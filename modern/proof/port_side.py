"""The port as a side: the class Program, whose subroutines are watched from a subclass."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from types import CodeType, FrameType
from typing import Any, Final

from historic.basic.language.terms import is_text
from historic.program import Program
from modern.proof.changed_port import interpreted_port
from modern.proof.sides import WATCHED, Watch, WatchedRun, WatchedSide
from modern.proof.variables import Layout

#: The variables that are local to a subroutine of the port while it runs, and only then stored in their attributes.
COUNTERS: Final[Mapping[str, tuple[str, ...]]] = {"CWHITE": ("X8", "Y8"), "CBLACK": ("X9", "Y9")}


class PortSide(WatchedSide):
    """A port: a class with a method for each subroutine, `run` for the whole, and an attribute for each variable.

    `program` makes it on a screen; it may call INIT by itself. An attribute has the variable's name; the variable A
    beside an array A() is A_, and A$ is A_string. An array is a list, or a list of rows.

    A compiled class cannot have a subclass. With `from_outside`, it is watched only where the task itself calls a
    subroutine.
    """

    name = "the port"

    def __init__(
        self,
        program: Any,
        layout: Layout,
        arguments: Mapping[str, Any] | None = None,
        labels: Sequence[str] = WATCHED,
        counters: Mapping[str, tuple[str, ...]] = COUNTERS,
        from_outside: bool = False,
    ) -> None:
        self.layout = layout
        self.arguments = dict(arguments or {})
        self.labels = labels
        self.from_outside = from_outside
        self.program = program if from_outside else observed(program, labels)
        #: The local variables of each subroutine that are variables of the listing.
        self.counters: dict[CodeType, tuple[str, ...]] = {
            getattr(program, label).__code__: names
            for label, names in counters.items()
            if hasattr(program, label) and not from_outside
        }
        arrays = {name for name, _ in layout.arrays}
        self.attributes = {name: attribute_of(name, arrays) for name in (*layout.numbers, *layout.texts)}

    def start(self, watch: Watch, lines: int | None = None) -> PortSideRun:
        return PortSideRun(self, watch, lines)


class PortSideRun(WatchedRun):
    """A run of the port."""

    def __init__(self, side: PortSide, watch: Watch, lines: int | None) -> None:
        super().__init__(side.layout, watch, lines)
        self.side = side
        self.program = side.program(**side.arguments, screen=self.screen)
        self.notes.taken()
        self.sees_few_returns = side.from_outside
        if not side.from_outside:
            self.program.on_return_ = self.returned
        self._number_names = [side.attributes[name] for name in self.layout.numbers]
        self._places = {name: place for place, name in enumerate(self.layout.numbers)}

    def main(self) -> None:
        """Runs the port from its first line."""
        self.program.run()

    def gosub(self, label: str) -> None:
        """Calls a subroutine of the port."""
        getattr(self.program, label)()
        if self.side.from_outside and label in self.side.labels:
            self.returned(label)

    def get(self, name: str) -> float:
        value: float = getattr(self.program, self.side.attributes[name])
        return value

    def set(self, name: str, value: float) -> None:
        """Assigns a variable."""
        setattr(self.program, self.side.attributes[name], value)

    def set_elements(self, array: str, values: Sequence[int]) -> None:
        elements = getattr(self.program, array)
        bounds = dict(self.layout.arrays)[array]
        rows = [elements] if len(bounds) == 1 else list(elements)
        places = [(row, column) for row in rows for column in range(bounds[-1] + 1)]
        for (row, column), value in zip(places, values, strict=True):
            row[column] = value

    def numbers(self) -> Iterable[float]:
        program = self.program
        values = [getattr(program, name) for name in self._number_names]
        for name, value in self._counters():
            values[self._places[name]] = value
        for name, bounds in self.layout.arrays:
            elements = getattr(program, name)
            values += elements if len(bounds) == 1 else chain.from_iterable(elements)
        return values

    def texts(self) -> tuple[str, ...]:
        return tuple(getattr(self.program, self.side.attributes[name]) for name in self.layout.texts)

    def _counters(self) -> Iterable[tuple[str, float]]:
        """Yields the variables that are local to the subroutines now running, with their values."""
        counters = self.side.counters
        frame: FrameType | None = sys._getframe()
        while frame and frame.f_code not in OUTERMOST:
            if frame.f_code in counters:
                local = frame.f_locals
                yield from ((name, local[name]) for name in counters[frame.f_code] if name in local)
            frame = frame.f_back


#: Where the program is called from: no frame further out belongs to it.
OUTERMOST: Final = frozenset({PortSideRun.main.__code__, PortSideRun.gosub.__code__})


def attribute_of(name: str, arrays: Iterable[str]) -> str:
    """Returns the name of the port's attribute for a variable that is not an array."""
    if is_text(name):
        return f"{name[:-1]}_string"
    return f"{name}_" if name in arrays else name


def port_side(layout: Layout, reading: str) -> PortSide:
    """Returns the side of the port in a reading.

    It is the port's source, interpreted in either build: a compiled subroutine calls another one directly, so that
    nothing can be told when that one returns.
    """
    return PortSide(interpreted_port(), layout, {"reading": reading})


def installed_sides(layout: Layout, reading: str) -> tuple[PortSide, PortSide]:
    """Returns the port's source and the installed port, which may be compiled, both watched from outside only."""
    programs: tuple[Any, ...] = (interpreted_port(), Program)
    source, installed = (PortSide(program, layout, {"reading": reading}, from_outside=True) for program in programs)
    source.name, installed.name = "the port's source", "the compiled port"
    return source, installed


def observed(program: Any, labels: Sequence[str]) -> Any:
    """Returns a subclass that calls `on_gosub_` and `on_return_` with the label as a subroutine begins and returns."""
    methods: dict[str, Any] = {"on_gosub_": staticmethod(_ignored), "on_return_": staticmethod(_ignored)}
    for label in labels:
        if hasattr(program, label):
            methods[label] = _reporting(label, getattr(program, label))
    return type(f"Observed{program.__name__}", (program,), methods)


def _reporting(label: str, method: Callable[..., object]) -> Callable[[Any], None]:
    def reporting(self: Any) -> None:
        self.on_gosub_(label)
        method(self)
        self.on_return_(label)

    return reporting


def _ignored(label: str) -> None:
    """Does nothing: the program is still being made."""
