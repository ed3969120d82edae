"""The compiled program as a whole: one outer function with the variables, the subroutines and the SUBs in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Final

from historic.basic.language.assigned import assigned_by
from historic.basic.language.compiling import RegionCompiler
from historic.basic.language.declarations import Declarations
from historic.basic.language.expressions import Translator
from historic.basic.language.python_names import array_name, row_name, variable_name
from historic.basic.language.regions import MAIN, Region
from historic.basic.language.syntax import Sub
from historic.basic.language.terms import is_text
from historic.basic.language.writer import Writer

#: What the compiled program takes from the run.
PARAMETERS: Final = ("io_", "files_", "data_", "dim_", "arrays_", "new_", "counts_", "step_")


@dataclass(frozen=True)
class ListingParts:
    """The regions of the main program, and those of each SUB; the first region is the program or the SUB itself."""

    main: Sequence[Region]
    subs: Mapping[str, Sequence[Region]]


class ListingWriter:
    """Writes a whole listing as Python."""

    def __init__(
        self,
        writer: Writer,
        declared: Declarations,
        parts: ListingParts,
        constants: dict[str, object],
        hook: Callable[[int], str] | None,
    ) -> None:
        self.writer = writer
        self.declared = declared
        self.parts = parts
        every = [*parts.main, *(part for regions in parts.subs.values() for part in regions)]
        self.assigned = assigned_by(every, declared.subs)
        translator = Translator(declared.arrays, self.assigned.references, self.assigned.boxed)
        self.compiler = RegionCompiler(writer, translator, self.assigned, constants, hook)

    def write(self) -> None:
        """Writes the outer function."""
        write = self.writer.write
        with self.writer.indented(f"def make_({', '.join(PARAMETERS)}):"):
            write("inkey_ = io_.inkey")
            self._variables()
            for name in self.parts.subs:
                self._sub(self.declared.subs[name], self.parts.subs[name])
            for part in self.parts.main:
                self._region(part, "main_" if part.name == MAIN else f"g_{part.name}")
            cells = [variable_name(name) for name in self.declared.variables]
            functions = [*(f"g_{part.name}" for part in self.parts.main if part.name != MAIN), "main_"]
            with self.writer.indented("def cells_():"):
                write(f"return ({', '.join([*cells, *functions])},)")
            write("return cells_")

    def _variables(self) -> None:
        for name in self.declared.variables:
            self._variable(name)
        for array in self.declared.arrays.values():
            if "." in array.name:
                continue
            python = array_name(array.name)
            self.writer.write(f"{python} = arrays_[{array.name!r}]")
            for row in sorted(array.rows):
                self.writer.write(f"{row_name(python, row)} = {python}[{float(row)}]")

    def _variable(self, name: str) -> None:
        empty = repr("" if is_text(name) else 0.0)
        self.writer.write(f"{variable_name(name)} = {f'[{empty}]' if name in self.assigned.boxed else empty}")

    def _region(self, region: Region, name: str, sub: str = "") -> None:
        """Writes the function of the main program, or of a subroutine. `sub` is the SUB that it belongs to."""
        self.writer.origin = 0
        with self.writer.indented(f"def {name}():"):
            self._nonlocal(region, sub)
            self.compiler.region(region, region.name != MAIN)
            self.writer.write("raise LeaveSub" if sub else "raise Stop")

    def _nonlocal(self, region: Region, sub: str = "") -> None:
        """Names the variables outside a function that it assigns."""
        names = {
            variable_name(name)
            for name in self.assigned.by_region[region.name] - self.assigned.boxed - self.assigned.references
            if not name.startswith("()") and (name.startswith(f"{sub}.") if "." in name else True)
        }
        if names:
            self.writer.write(f"nonlocal {', '.join(sorted(names))}")

    def _sub(self, sub: Sub, regions: Sequence[Region]) -> None:
        """Writes the function of a SUB, with its own variables and its own subroutines in it."""
        parameters: list[str] = []
        for declared in sub.parameters:
            python = array_name(declared.name) if declared.bounds is not None else variable_name(declared.name)
            parameters += [f"{python}_row", f"{python}_key"] if declared.name in self.assigned.references else [python]
        first, *subroutines = regions
        self.writer.origin = sub.line
        with self.writer.indented(f"def c_{sub.name}({', '.join(parameters)}):"):
            self._nonlocal(first)
            for name in self.declared.own[sub.name]:
                self._variable(name)
            given = {declared.name for declared in sub.parameters}
            for name in self.declared.arrays:
                if name.startswith(f"{sub.name}.") and name not in given:
                    self.writer.write(f"{array_name(name)} = new_({name!r})")
            for region in subroutines:
                self._region(region, f"g_{region.name}", sub.name)
            with self.writer.indented("try:") if subroutines else nullcontext():
                self.compiler.region(first, in_subroutine=False)
            if subroutines:
                with self.writer.indented("except LeaveSub:"):
                    self.writer.write("pass")
