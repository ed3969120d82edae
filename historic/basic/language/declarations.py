"""The declarations of the whole listing: variables, arrays with their bounds, SUBs, and the values of DATA."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Final

from historic.basic.language import syntax
from historic.basic.language.errors import DUPLICATE_DEFINITION, OUT_OF_MEMORY, ListingRefused, refused
from historic.basic.language.syntax import Bounds, Statement, Sub
from historic.basic.language.terms import Element, Number, UserCall, Variable, WholeArray, is_text, parts_of
from historic.basic.language.type_checks import check_types

#: The upper bound of each subscript of an array that no DIM declares.
DEFAULT_BOUND: Final = 10
#: An array with more elements keeps only those that the program assigns.
MAX_KEPT: Final = 100_000
#: QBasic's subscripts are INTEGERs. An array with a higher bound is a large one, of which QB64 has no limit.
MAX_SUBSCRIPT: Final = 32767
#: The largest number of elements in the arrays that are kept whole, and in all arrays.
MAX_ELEMENTS: Final = 1_000_000
MAX_CELLS: Final = 1_000_000_000


@dataclass(frozen=True)
class Array:
    """An array: its name, the bounds of each subscript, and the length of its strings, if that is fixed."""

    name: str
    limits: Bounds
    length: int = 0

    @property
    def bounds(self) -> tuple[int, ...]:
        """The upper bound of each subscript."""
        return tuple(high for _, high in self.limits)

    @property
    def empty(self) -> float | str:
        """An element to which nothing has been assigned."""
        return "\0" * self.length if is_text(self.name) else 0.0

    @property
    def is_sparse(self) -> bool:
        """Whether the array keeps only the elements that the program assigns."""
        return cells(self.limits) > MAX_KEPT or any(high > MAX_SUBSCRIPT for high in self.bounds)


@dataclass(frozen=True)
class Declarations:
    """The variables of the main program, all arrays by name, the values of DATA in order, and SUBs and DEF FNs by name.

    `data_places` are the labels of the listing, each with the number of values of DATA above it, and '' with 0.
    `own` are the variables of each SUB, without its parameters. The BASIC's additions, such as the value of a SELECT
    CASE, is in `hidden` and `own`. `lengths` are those of strings of fixed length.
    """

    variables: tuple[str, ...]
    hidden: tuple[str, ...]
    arrays: dict[str, Array]
    data: tuple[str, ...]
    data_places: dict[str, int]
    subs: dict[str, Sub]
    own: dict[str, tuple[str, ...]]
    fns: dict[str, syntax.DefFn]
    lengths: dict[str, int]


def declarations(table: Sequence[Statement]) -> Declarations:
    """Returns the names of a listing. Raises ListingRefused where a type, a DIM or a count of subscripts is wrong."""
    subs: dict[str, Sub] = {}
    for statement in table:
        if isinstance(statement, Sub):
            if statement.name in subs:
                raise refused(DUPLICATE_DEFINITION, statement.line, f"{statement.kind} {statement.name}")
            subs[statement.name] = statement
    fns = {statement.name: statement for statement in table if isinstance(statement, syntax.DefFn)}
    variables: set[str] = set()
    arrays: set[str] = set()
    uses: list[tuple[int, str, int]] = []
    for statement in table:
        check_types(statement, {**subs, **fns})
        if isinstance(statement, syntax.Dim):
            arrays |= {each.name for each in statement.names if each.bounds == ()}
            later = [each for each in statement.names if each not in dict(statement.fixed)]
            uses += [(statement.line, each.name, len(each.bounds)) for each in later if each.bounds]
        for part in parts_of(statement):
            if isinstance(part, Variable):
                variables.add(part.name)
            elif isinstance(part, WholeArray):
                arrays.add(part.name)
            elif isinstance(part, Element):
                uses.append((statement.line, part.name, len(part.subscripts)))
    data: list[str] = []
    data_places = {"": 0}
    for statement in sorted(table, key=lambda each: each.line):
        if isinstance(statement, syntax.Data):
            data += statement.values
        elif isinstance(statement, syntax.Label) and isinstance(statement.name, str):
            data_places[statement.name] = len(data)
    callees: list[Sub | syntax.DefFn] = [*subs.values(), *fns.values()]
    parameters = {declared.name for callee in callees for declared in callee.parameters}
    own: dict[str, list[str]] = {name: [] for name in ("", *subs)}
    for name in sorted(variables - parameters):
        own[name.rpartition(".")[0]].append(name)
    main = own.pop("")
    declared = [each for statement in table for each in declared_by(statement)]
    lengths = {each.name: int(each.length.value) for each in declared if isinstance(each.length, Number)}
    return Declarations(
        tuple(name for name in main if name[0] != "_"),
        tuple(name for name in main if name[0] == "_"),
        _arrays_of(table, arrays, uses, subs, lengths),
        tuple(data),
        data_places,
        subs,
        {sub: tuple(names) for sub, names in own.items()},
        fns,
        lengths,
    )


# ---- arrays


def cells(limits: Iterable[tuple[int, int]]) -> int:
    """Returns the number of elements between the bounds."""
    return prod(high - low + 1 for low, high in limits)


def _arrays_of(
    table: Sequence[Statement],
    arrays: set[str],
    uses: Sequence[tuple[int, str, int]],
    subs: Mapping[str, Sub],
    lengths: Mapping[str, int],
) -> dict[str, Array]:
    limits = _declared(table)
    dims = [statement for statement in table if isinstance(statement, syntax.Dim) and statement.where != "main"]
    dynamic = {each.name for dim in dims for each in dim.names if each.bounds == ()}
    base = next((statement.base for statement in table if isinstance(statement, syntax.OptionBase)), 0)
    parameters = {declared.name for sub in subs.values() for declared in sub.parameters if declared.bounds is not None}
    counts: dict[str, int] = {}
    for _, name, count in uses:
        counts.setdefault(name, count)
    given = _given(table, subs)
    groups = _groups(given)
    for name in sorted({*counts, *groups, *arrays} - parameters - limits.keys()):
        count = next((counts[other] for other in (name, *sorted(groups.get(name, ()))) if other in counts), 1)
        limits[name] = ((base, base - 1 if name in dynamic else DEFAULT_BOUND),) * count
    for name in parameters:
        # The bounds of a parameter come from the array that is given; only their number is known before.
        whole = [limits[other] for other in sorted(groups.get(name, ())) if other not in parameters]
        limits[name] = whole[0] if whole else ((0, DEFAULT_BOUND),) * counts.get(name, 1)
    for line, name, parameter in given:
        _check_count(line, name, limits, len(limits[parameter]))
    for line, name, count in uses:
        _check_count(line, name, limits, count)
    return {name: Array(name, size, lengths.get(name, 0)) for name, size in sorted(limits.items())}


def _check_count(line: int, name: str, limits: Mapping[str, Bounds], count: int) -> None:
    if len(limits[name]) != count:
        raise ListingRefused(line, f"wrong number of subscripts: {name} has {len(limits[name])}")


def _declared(table: Iterable[Statement]) -> dict[str, Bounds]:
    limits: dict[str, Bounds] = {}
    kept = all_cells = 0
    for statement in table:
        for declared, size in statement.fixed if isinstance(statement, syntax.Dim) else ():
            if declared.name in limits:
                raise refused(DUPLICATE_DEFINITION, statement.line, f"the array {declared.name}")
            limits[declared.name] = size
            all_cells += cells(size)
            kept += 0 if Array(declared.name, size).is_sparse else cells(size)
            if kept > MAX_ELEMENTS:
                raise refused(OUT_OF_MEMORY, statement.line, f"arrays have up to {MAX_ELEMENTS:,} elements in all")
            if all_cells > MAX_CELLS:
                raise refused(OUT_OF_MEMORY, statement.line, f"large arrays have up to {MAX_CELLS:,} elements in all")
    return limits


# ---- arrays that are given to SUBs


def _given(table: Iterable[Statement], subs: Mapping[str, Sub]) -> list[tuple[int, str, str]]:
    """Returns the arrays in calls: the line, the array, and the parameter that it becomes."""
    return [
        (statement.line, argument.name, parameter.name)
        for statement in table
        for call in (statement, *parts_of(statement))
        if isinstance(call, syntax.CallSub | UserCall) and call.name in subs
        for argument, parameter in zip(call.arguments, subs[call.name].parameters, strict=True)
        if isinstance(argument, WholeArray)
    ]


def _groups(given: Iterable[tuple[int, str, str]]) -> dict[str, set[str]]:
    """Returns, for each array that is given to a SUB or is a parameter, all those that can be the same array."""
    groups: dict[str, set[str]] = {}
    for _, name, parameter in given:
        together = groups.get(name, {name}) | groups.get(parameter, {parameter})
        for member in together:
            groups[member] = together
    return groups


def declared_by(statement: Statement) -> tuple[syntax.Declared, ...]:
    """Returns the names that a statement declares."""
    match statement:
        case syntax.Dim(names=names) | syntax.Sub(parameters=names):
            return names
    return ()
