"""A listing, compiled: the program object that execution.py runs."""

from __future__ import annotations

import linecache
import re
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count, takewhile
from types import CodeType
from typing import Final, Literal

from historic.basic.language.blocks import cut
from historic.basic.language.declarations import Declarations, declarations
from historic.basic.language.errors import SUB_PREFIX, ListingRefused
from historic.basic.language.names import named
from historic.basic.language.parsing import checked_lines, parse_lines
from historic.basic.language.records import without_records
from historic.basic.language.statements import BlockWriter, initial_values
from historic.basic.language.structure import table_of
from historic.basic.language.syntax import Label, Statement, Sub

#: The line that is written before each statement: none, one that counts it, or one that calls a function.
Instrument = Literal["none", "count", "step"]
HOOKS: Final[dict[Instrument, Callable[[int], str] | None]] = {
    "none": None,
    "count": lambda line: f"counts_[{line}] += 1",
    "step": lambda line: f"step_({line})",
}
LINE_NUMBER: Final = re.compile(r"[ \t]*(\d+)")
#: The kind of entry in Python's table of lines that has no columns.
LINE_ONLY: Final = 13
_serial = count(1)


@dataclass(frozen=True)
class CompiledListing:
    """A listing as Python code.

    `codes` define the functions of its blocks, in order, and `first_lines` are the lines where these begin. `labels`
    are the labels of the listing with their lines, in order, and `subroutines` the ones of the main program, each with
    the number of its block.
    """

    filename: str
    codes: tuple[CodeType, ...]
    first_lines: tuple[int, ...]
    declarations: Declarations
    labels: tuple[tuple[int, str], ...]
    subroutines: dict[str, int]
    initial_values: dict[str, float | str]
    lines: tuple[str, ...]

    def label_of(self, line: int) -> str:
        """Returns the label under which a line stands, or its number, or ''."""
        found = LINE_NUMBER.match(self.lines[line - 1]) if line else None
        if found:
            return found[1]
        return next((name for at, name in reversed(self.labels) if at <= line), "")

    def number_of(self, line: int) -> int:
        """Returns the number of a line, or of the last one above it that has a number, or 0."""
        return next((int(found[1]) for text in reversed(self.lines[:line]) if (found := LINE_NUMBER.match(text))), 0)


def compile_listing(text: str, instrument: Instrument = "none") -> CompiledListing:
    """Returns a listing compiled. Raises ListingRefused if it is not a program in this BASIC.

    `instrument` says whether the program counts its statements, or calls a function before each. As long as the listing
    is there, tracebacks and debuggers show its lines.
    """
    try:
        return _compiled(text, instrument)
    except RecursionError:
        raise ListingRefused(0, "the text is nested too deep to be a program") from None


def _compiled(text: str, instrument: Instrument) -> CompiledListing:
    lines = checked_lines(text)
    table = named(without_records(table_of(parse_lines(lines))))
    declared = declarations(table)
    cut_table = cut(table)
    writer = BlockWriter(cut_table, declared, HOOKS[instrument])
    filename = f"<listing {next(_serial)}>"
    functions = [writer.function(block, number) for number, block in enumerate(cut_table.blocks, 1)]
    labels = tuple((each.line, name) for each in table if (name := _label(each)))
    in_main = takewhile(lambda label: not label[1].startswith(SUB_PREFIX), labels)
    listing = CompiledListing(
        filename,
        tuple(_code_of(*function, filename) for function in functions),
        tuple(origins[0] for _, origins in functions),
        declared,
        labels,
        {name: cut_table.numbers[name] for _, name in in_main},
        initial_values([*declared.variables, *declared.hidden, *writer.bounds[""]], declared.lengths),
        tuple(lines),
    )
    linecache.cache[filename] = len(text), None, [f"{line}\n" for line in lines], filename
    weakref.finalize(listing, linecache.cache.pop, filename, None)
    return listing


def _label(statement: Statement) -> str:
    """Returns the name of a label of the listing, or of a SUB, which counts as one, or ''."""
    if isinstance(statement, Sub):
        return SUB_PREFIX + statement.name
    return statement.name if isinstance(statement, Label) and isinstance(statement.name, str) else ""


def _code_of(lines: Sequence[str], origins: Sequence[int], filename: str) -> CodeType:
    """Returns a function compiled. Each line of Python has the number of its line in the listing."""
    module = compile("\n".join(lines), filename, "exec")
    parts = (_with_origins(part, origins) if isinstance(part, CodeType) else part for part in module.co_consts)
    return module.replace(co_consts=tuple(parts))


def _with_origins(code: CodeType, origins: Sequence[int]) -> CodeType:
    """Returns a function's code with the listing's lines in place of Python's.

    An entry of co_linetable is for up to eight units of code, two bytes each. Its first byte has bit 7, the kind of the
    entry (13: a line without columns) and the number of units less one. Behind it is the difference to the line
    before, with the sign as the lowest bit, in groups of six bits (InternalDocs/code_objects.md in CPython's source).
    """
    inner = (_with_origins(part, origins) if isinstance(part, CodeType) else part for part in code.co_consts)
    first = before = origins[code.co_firstlineno - 1]
    table = bytearray()
    for start, end, number in code.co_lines():
        line = origins[number - 1] if number else before
        difference = abs(line - before) << 1 | (line < before)
        before = line
        for place in range(start, end, 16):
            table.append(0x80 | LINE_ONLY << 3 | (min(end - place, 16) // 2 - 1))
            while difference > 63:
                table.append(64 | difference & 63)
                difference >>= 6
            table.append(difference)
            difference = 0
    return code.replace(co_firstlineno=first, co_linetable=bytes(table), co_consts=tuple(inner))
