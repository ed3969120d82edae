"""A listing, compiled: the program object that execution.py runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from operator import itemgetter
from types import CodeType
from typing import Final, Literal

from historic.basic.language.declarations import Declarations, declarations
from historic.basic.language.errors import SUB_PREFIX, ListingRefused
from historic.basic.language.listing_writer import ListingParts, ListingWriter
from historic.basic.language.regions import MAIN, regions, sub_region
from historic.basic.language.structure import parse
from historic.basic.language.syntax import Label, Program
from historic.basic.language.walking import walk
from historic.basic.language.writer import Writer

#: The line that is written before each statement: none, one that counts it, or one that calls a function.
Instrument = Literal["none", "count", "step"]
HOOKS: Final[dict[Instrument, Callable[[int], str] | None]] = {
    "none": None,
    "count": lambda line: f"counts_[{line}] += 1",
    "step": lambda line: f"step_({line})",
}
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
    program = parse(text)
    declared = declarations(program)
    labels = _labels(program)
    for entry in entries:
        if entry not in {name for _, name in labels}:
            raise ListingRefused(0, f"there is no label {entry}")
    parts = ListingParts(
        regions(program.main, entries=entries),
        {name: regions(sub.body, sub_region(name)) for name, sub in declared.subs.items()},
    )
    writer = Writer()
    constants: dict[str, object] = {}
    ListingWriter(writer, declared, parts, constants, HOOKS[instrument]).write()
    python = "\n".join(writer.lines) + "\n"
    return CompiledListing(
        compile(python, f"<listing {next(_serial)}>", "exec"),
        python,
        tuple(writer.origins),
        declared,
        labels,
        tuple(part.name for part in parts.main if part.name != MAIN),
        constants,
        tuple(text.splitlines()),
        instrument,
    )


def _labels(program: Program) -> tuple[tuple[int, str], ...]:
    """Returns the labels with their lines, in order; each SUB counts as one."""
    labels = [(sub.line, SUB_PREFIX + sub.name) for sub in program.subs]
    for items in (program.main, *(sub.body for sub in program.subs)):
        labels += [
            (item.line, item.name) for item in walk(items) if isinstance(item, Label) and not item.name.startswith("(")
        ]
    return tuple(sorted(labels, key=itemgetter(0)))
