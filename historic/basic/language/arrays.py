"""The arrays of a listing: their bounds, and how they are kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Final

from historic.basic.language import syntax
from historic.basic.language.errors import DUPLICATE_DEFINITION, OUT_OF_MEMORY, ListingRefused, refused
from historic.basic.language.syntax import CallSub, Item, Sub
from historic.basic.language.terms import Element, Expression, Number, WholeArray, parts_of
from historic.basic.language.walking import expressions_of

#: The upper bound of each subscript of an array that no DIM declares.
DEFAULT_BOUND: Final = 10
#: An array with more elements keeps only those that the program assigns.
MAX_KEPT: Final = 100_000
#: QBasic's subscripts are INTEGERs. An array with a higher bound is a large one, of which QB64 has no limit.
MAX_SUBSCRIPT: Final = 32767
#: The largest number of elements in the arrays that are kept whole, and in all arrays.
MAX_ELEMENTS: Final = 1_000_000
MAX_CELLS: Final = 1_000_000_000

#: The lower and the upper bound of each subscript.
Bounds = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Array:
    """An array: its name, the bounds of each subscript, and how it is kept.

    `outer` is the subscript that selects a row: the one that the listing gives as a constant most often, so that most
    rows have a name in the compiled program. `rows` are those constants. An array that is given to a SUB has the first
    subscript as the outer one, so that one SUB can take several arrays.
    """

    name: str
    limits: Bounds
    outer: int = 0
    rows: frozenset[int] = frozenset()

    def ordered(self, subscripts: tuple[Expression, ...]) -> list[Expression]:
        """Returns the subscripts in the order in which the array is kept: the outer one first."""
        return [subscripts[self.outer], *subscripts[: self.outer], *subscripts[self.outer + 1 :]]

    @property
    def ordered_limits(self) -> list[tuple[int, int]]:
        """The bounds in the same order."""
        return [self.limits[self.outer], *self.limits[: self.outer], *self.limits[self.outer + 1 :]]

    @property
    def bounds(self) -> tuple[int, ...]:
        """The upper bound of each subscript."""
        return tuple(high for _, high in self.limits)

    @property
    def is_sparse(self) -> bool:
        """Whether the array keeps only the elements that the program assigns."""
        return is_large(self.limits)


def cells(limits: Iterable[tuple[int, int]]) -> int:
    """Returns the number of elements between the bounds."""
    return prod(high - low + 1 for low, high in limits)


def is_large(limits: Bounds) -> bool:
    """Returns True for an array that keeps only what the program assigns."""
    return cells(limits) > MAX_KEPT or any(high > MAX_SUBSCRIPT for _, high in limits)


def arrays_of(items: Sequence[Item], subs: dict[str, Sub]) -> dict[str, Array]:
    """Returns the arrays of a listing by name. `items` are all its statements."""
    limits = _declared(items)
    base = next((item.base for item in items if isinstance(item, syntax.OptionBase)), 0)
    parameters = {declared.name for sub in subs.values() for declared in sub.parameters if declared.bounds is not None}
    uses: dict[str, list[Element]] = {}
    for item in items:
        for expression in expressions_of(item):
            for part in parts_of(expression):
                if isinstance(part, Element):
                    uses.setdefault(part.name, []).append(part)
    given = _given(items, subs)
    groups = _groups(given)
    for name in {*uses, *groups} - parameters - limits.keys():
        same = [use for other in (name, *groups.get(name, ())) for use in uses.get(other, [])]
        limits[name] = ((base, DEFAULT_BOUND),) * (len(same[0].subscripts) if same else 1)
    for name in parameters:
        whole = [limits[other] for other in sorted(groups.get(name, ())) if other not in parameters]
        count = len(uses[name][0].subscripts) if name in uses else 1
        limits[name] = _common(whole) if whole else ((0, DEFAULT_BOUND),) * count
    _check_counts(items, limits, given)
    return {
        name: _laid_out(name, size, [] if name in groups or "." in name else uses.get(name, []))
        for name, size in sorted(limits.items())
    }


def _declared(items: Sequence[Item]) -> dict[str, Bounds]:
    limits: dict[str, Bounds] = {}
    for item in items:
        for declared in item.names if isinstance(item, syntax.Dim) else ():
            if not declared.bounds:
                continue
            if declared.name in limits:
                raise refused(DUPLICATE_DEFINITION, item.line, f"the array {declared.name}")
            limits[declared.name] = tuple((low or 0, high) for low, high in declared.bounds)
            if sum(cells(size) for size in limits.values() if not is_large(size)) > MAX_ELEMENTS:
                raise refused(OUT_OF_MEMORY, item.line, f"arrays have up to {MAX_ELEMENTS:,} elements in all")
            if sum(map(cells, limits.values())) > MAX_CELLS:
                raise refused(OUT_OF_MEMORY, item.line, f"large arrays have up to {MAX_CELLS:,} elements in all")
    return limits


# ---- arrays that are given to SUBs


def _given(items: Sequence[Item], subs: dict[str, Sub]) -> list[tuple[int, str, str]]:
    """Returns the arrays in CALL: the line, the array, and the parameter that it becomes."""
    return [
        (item.line, argument.name, parameter.name)
        for item in items
        if isinstance(item, CallSub)
        for argument, parameter in zip(item.arguments, subs[item.name].parameters, strict=True)
        if isinstance(argument, WholeArray)
    ]


def _groups(given: Iterable[tuple[int, str, str]]) -> dict[str, frozenset[str]]:
    """Returns, for each array that is given to a SUB or is a parameter, all those that can be the same array."""
    groups: dict[str, set[str]] = {}
    for _, name, parameter in given:
        together = groups.get(name, {name}) | groups.get(parameter, {parameter})
        for member in together:
            groups[member] = together
    return {name: frozenset(members) for name, members in groups.items()}


def _common(limits: Sequence[Bounds]) -> Bounds:
    """Returns bounds that lie within those of each array. Only those with as many subscripts as the first count."""
    same = [each for each in limits if len(each) == len(limits[0])]
    return tuple((max(low for low, _ in each), min(high for _, high in each)) for each in zip(*same, strict=True))


def _check_counts(items: Sequence[Item], limits: dict[str, Bounds], given: Iterable[tuple[int, str, str]]) -> None:
    def wrong(line: int, name: str) -> ListingRefused:
        return ListingRefused(line, f"wrong number of subscripts: {name} has {len(limits[name])}")

    for line, name, parameter in given:
        if len(limits[name]) != len(limits[parameter]):
            raise wrong(line, name)
    for item in items:
        for expression in expressions_of(item):
            for part in parts_of(expression):
                if isinstance(part, Element) and len(part.subscripts) != len(limits[part.name]):
                    raise wrong(item.line, part.name)


# ---- how an array is kept


def _laid_out(name: str, limits: Bounds, uses: Iterable[Element]) -> Array:
    """Returns the array with the outer subscript chosen."""
    constants = [Counter[int]() for _ in limits]
    for use in uses:
        for constant, subscript, limit in zip(constants, use.subscripts, limits, strict=True):
            if is_whole_constant(subscript, limit):
                assert isinstance(subscript, Number)
                constant[int(subscript.value)] += 1
    outer = max(range(len(limits)), key=lambda place: constants[place].total())
    rows = frozenset(constants[outer]) if len(limits) > 1 else frozenset[int]()
    return Array(name, limits, outer, rows)


def is_whole_constant(expression: Expression, limits: tuple[int, int]) -> bool:
    """Returns True if an expression is a whole number between two bounds."""
    return (
        isinstance(expression, Number) and expression.value.is_integer() and limits[0] <= expression.value <= limits[1]
    )
