"""A listing, compiled: the program object that execution.py runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from types import CodeType
from typing import Final, Literal

from historic.basic.language import syntax
from historic.basic.language.assigned import assigned_by
from historic.basic.language.compiling import RegionCompiler
from historic.basic.language.declarations import Declarations, declarations
from historic.basic.language.errors import ListingRefused
from historic.basic.language.expressions import Translator, array_name, variable_name
from historic.basic.language.regions import MAIN, regions
from historic.basic.language.structure import parse
from historic.basic.language.syntax import is_text, walk
from historic.basic.language.writer import Writer

#: The line that is written before each statement: none, one that counts it, or one that calls a function.
Instrument = Literal["none", "count", "step"]
HOOKS: Final[dict[Instrument, Callable[[int], str] | None]] = {
    "none": None,
    "count": lambda line: f"counts_[{line}] += 1",
    "step": lambda line: f"step_({line})",
}
#: What the compiled program takes from the run.
PARAMETERS: Final = ("io_", "data_", "dim_", "arrays_", "counts_", "step_")
_serial = count(1)


@dataclass(frozen=True)
class CompiledListing:
    """A listing as Python code.

    `python` is its text and `origins` has the listing's line for each line of it. `labels` are the labels of the
    listing with their lines, in order, and `subroutines` those that can be called.
    """

    code: CodeType
    python: str
    origins: tuple[int, ...]
    declarations: Declarations
    labels: tuple[tuple[int, str], ...]
    subroutines: tuple[str, ...]
    constants: dict[str, object]
    lines: tuple[str, ...]
    instrument: Instrument

    def label_of(self, line: int) -> str:
        """Returns the label under which a line stands, or ''."""
        return next((name for at, name in reversed(self.labels) if at <= line), "")


def compile_listing(text: str, instrument: Instrument = "none", entries: Sequence[str] = ()) -> CompiledListing:
    """Returns a listing compiled. Raises ListingRefused if it is not a program in this BASIC.

    `instrument` says whether the program counts its statements, or calls a function before each. `entries` are labels
    that are called from Python although no GOSUB of the listing calls them.
    """
    try:
        return _compiled(text, instrument, entries)
    except RecursionError:
        raise ListingRefused(0, "the text is nested too deep to be a program") from None


def _compiled(text: str, instrument: Instrument, entries: Sequence[str]) -> CompiledListing:
    items = parse(text)
    declared = declarations(items)
    labels = tuple((item.line, item.name) for item in walk(items) if isinstance(item, syntax.Label))
    for entry in entries:
        if entry not in {name for _, name in labels}:
            raise ListingRefused(0, f"there is no label {entry}")
    parts = regions(items, entries)
    assigned = assigned_by(parts)
    writer = Writer()
    constants: dict[str, object] = {}
    with writer.indented(f"def make_({', '.join(PARAMETERS)}):"):
        writer.write("inkey_ = io_.inkey")
        _write_variables(writer, declared)
        compiler = RegionCompiler(writer, Translator(declared.arrays), assigned, constants, HOOKS[instrument])
        for part in parts:
            names = sorted(variable_name(name) for name in assigned[part.name])
            compiler.region(part, "main_" if part.name == MAIN else f"g_{part.name}", names)
        subroutines = [part.name for part in parts if part.name != MAIN]
        cells = [variable_name(name) for name in declared.variables]
        with writer.indented("def cells_():"):
            writer.write(f"return ({', '.join([*cells, *(f'g_{name}' for name in subroutines), 'main_'])},)")
        writer.write("return cells_")
    python = "\n".join(writer.lines) + "\n"
    return CompiledListing(
        compile(python, f"<listing {next(_serial)}>", "exec"),
        python,
        tuple(writer.origins),
        declared,
        labels,
        tuple(subroutines),
        constants,
        tuple(text.splitlines()),
        instrument,
    )


def _write_variables(writer: Writer, declared: Declarations) -> None:
    for name in declared.variables:
        initial = "" if is_text(name) else 0.0
        writer.write(f"{variable_name(name)} = {initial!r}")
    for array in declared.arrays.values():
        writer.write(f"{array_name(array.name)} = arrays_[{array.name!r}]")
        for row in sorted(array.rows):
            writer.write(f"{array_name(array.name)}_{row} = {array_name(array.name)}[{float(row)}]")
