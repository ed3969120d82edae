"""What the whole listing says about its names: the bounds of its arrays, and which expressions are strings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import prod
from typing import Final

from historic.basic.language import syntax
from historic.basic.language.errors import (
    DUPLICATE_DEFINITION,
    OUT_OF_MEMORY,
    TYPE_MISMATCH,
    ListingRefused,
    refused,
)
from historic.basic.language.syntax import Element, Expression, Item, Number, Variable, is_text, parts_of, walk

#: The upper bound of each subscript of an array that no DIM declares.
DEFAULT_BOUND: Final = 10
MAX_ELEMENTS: Final = 1_000_000
COMPARISONS: Final = ("=", "<>", "<", ">", "<=", ">=")


@dataclass(frozen=True)
class Array:
    """An array: its name, the upper bound of each subscript, and how it is kept.

    `outer` is the subscript that selects a row: the one that the listing gives as a constant most often, so that most
    rows have a name in the compiled program. `rows` are those constants.
    """

    name: str
    bounds: tuple[int, ...]
    outer: int = 0
    rows: frozenset[int] = frozenset()

    def ordered(self, subscripts: tuple[Expression, ...]) -> list[Expression]:
        """Returns the subscripts in the order in which the array is kept: the outer one first."""
        return [subscripts[self.outer], *subscripts[: self.outer], *subscripts[self.outer + 1 :]]

    @property
    def ordered_bounds(self) -> list[int]:
        """The bounds in the same order."""
        return [self.bounds[self.outer], *self.bounds[: self.outer], *self.bounds[self.outer + 1 :]]


@dataclass(frozen=True)
class Declarations:
    """The variables and arrays of a listing, by name, and the values of its DATA in order."""

    variables: tuple[str, ...]
    arrays: dict[str, Array]
    data: tuple[float | str, ...]


def declarations(items: list[Item]) -> Declarations:
    """Returns the names of a listing. Raises ListingRefused where a type, a DIM or a count of subscripts is wrong."""
    bounds = _declared_bounds(items)
    uses: dict[str, list[Element]] = {}
    variables: set[str] = set()
    for item in walk(items):
        check_types(item)
        for expression in syntax.expressions_of(item):
            for part in parts_of(expression):
                if isinstance(part, Variable):
                    variables.add(part.name)
                elif isinstance(part, Element):
                    count = len(bounds.setdefault(part.name, (DEFAULT_BOUND,) * len(part.subscripts)))
                    if count != len(part.subscripts):
                        raise ListingRefused(item.line, f"wrong number of subscripts: {part.name} has {count}")
                    uses.setdefault(part.name, []).append(part)
    arrays = {name: _laid_out(name, size, uses.get(name, [])) for name, size in sorted(bounds.items())}
    data = [value for item in walk(items) if isinstance(item, syntax.Data) for value in item.values]
    return Declarations(tuple(sorted(variables)), arrays, tuple(data))


def _declared_bounds(items: list[Item]) -> dict[str, tuple[int, ...]]:
    bounds: dict[str, tuple[int, ...]] = {}
    for item in walk(items):
        for name, declared in item.arrays if isinstance(item, syntax.Dim) else ():
            if name in bounds:
                raise refused(DUPLICATE_DEFINITION, item.line, f"the array {name}")
            bounds[name] = declared
            if sum(prod(bound + 1 for bound in size) for size in bounds.values()) > MAX_ELEMENTS:
                raise refused(OUT_OF_MEMORY, item.line, f"arrays have up to {MAX_ELEMENTS:,} elements in all")
    return bounds


def _laid_out(name: str, bounds: tuple[int, ...], uses: Iterable[Element]) -> Array:
    """Returns the array with the outer subscript chosen."""
    constants = [Counter[int]() for _ in bounds]
    for use in uses:
        for constant, subscript, bound in zip(constants, use.subscripts, bounds, strict=True):
            if is_whole_constant(subscript, bound):
                assert isinstance(subscript, Number)
                constant[int(subscript.value)] += 1
    outer = max(range(len(bounds)), key=lambda place: constants[place].total())
    rows = frozenset(constants[outer]) if len(bounds) > 1 else frozenset[int]()
    return Array(name, bounds, outer, rows)


def is_whole_constant(expression: Expression, highest: int) -> bool:
    """Returns True if an expression is a whole number from 0 to `highest`."""
    return isinstance(expression, Number) and expression.value.is_integer() and 0 <= expression.value <= highest


def check_types(item: Item) -> None:
    """Raises ListingRefused if a statement has a string in place of a number, or the other way round."""
    line = item.line
    expressions = syntax.expressions_of(item)
    types = [is_string(expression, line) for expression in expressions]
    match item:
        case syntax.Let():
            mismatch = types[0] != types[1]
        case syntax.Print() | syntax.Input() | syntax.Read():
            mismatch = False
        case syntax.WaitForKey():
            mismatch = not types[0]
        case _:
            mismatch = any(types)
    if mismatch:
        raise refused(TYPE_MISMATCH, line)


def is_string(expression: Expression, line: int) -> bool:
    """Returns True if the value is a string. Raises ListingRefused if the types inside it do not fit."""
    match expression:
        case syntax.Text():
            return True
        case Variable():
            return is_text(expression.name)
        case Element():
            _expect(line, [(subscript, False) for subscript in expression.subscripts])
            return is_text(expression.name)
        case syntax.Negation():
            _expect(line, [(expression.operand, False)])
            return False
        case syntax.Binary(operator=operator):
            left = is_string(expression.left, line)
            _expect(line, [(expression.right, left)])
            if left and operator not in (*COMPARISONS, "+"):
                raise refused(TYPE_MISMATCH, line)
            return left and operator == "+"
        case syntax.Call(function=function):
            of_text = function == "MID$"
            _expect(line, [(argument, of_text and not place) for place, argument in enumerate(expression.arguments)])
            return function != "INT"
        case _:
            return False


def _expect(line: int, expected: Iterable[tuple[Expression, bool]]) -> None:
    for expression, text in expected:
        if is_string(expression, line) != text:
            raise refused(TYPE_MISMATCH, line)
