"""Gives each name its type and its place: `X` becomes `X%` after DEFINT X, and a variable of a SUB `SHOW.X%`.

SELECT CASE becomes an assignment and jumps, because the type of the selector is known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache, reduce
from itertools import takewhile
from typing import Any, Final

from historic.basic.language import syntax
from historic.basic.language.building import UNSAID
from historic.basic.language.errors import DUPLICATE_DEFINITION, ListingRefused, refused
from historic.basic.language.syntax import CaseTest, Declared, Dim, EndSub, Jump, Let, Statement, Sub
from historic.basic.language.terms import (
    INTEGER,
    SINGLE,
    Binary,
    Element,
    Expression,
    Variable,
    WholeArray,
    type_of,
)

#: A name as it is written, and whether it is an array's: A and A(1) have nothing to do with each other.
Key = tuple[str, bool]
#: What a selector is called, with a number behind it. No name of a listing begins like this.
SELECTOR: Final = "_CASE_"


def named(table: Sequence[Statement]) -> list[Statement]:
    """Returns the table with typed names. Raises ListingRefused for a declaration that stands in the wrong place."""
    names = _Names()
    names.collect_shared(takewhile(lambda statement: not isinstance(statement, Sub), table))
    result: list[Statement] = []
    for place, statement in enumerate(table):
        if isinstance(statement, Sub):
            names.enter(
                statement, takewhile(lambda each: not isinstance(each, EndSub) or not each.silent, table[place:])
            )
        result += names.renamed_statement(statement)
    return result


class _Names:
    """The names of the main program, or of the SUB that was entered last."""

    def __init__(self) -> None:
        self.sub = ""
        #: The letters of DEFINT so far, and the lowest subscript that OPTION BASE has set.
        self.letters: frozenset[str] = frozenset()
        self.base = 0
        self.has_arrays = False
        self.selectors: dict[int, Variable] = {}
        #: The types behind AS, of the program's shared names and of the SUB's own.
        self.shared_types: dict[Key, str] = {}
        self.own_types: dict[Key, str] = {}
        #: The names with their types.
        self.shared: set[Key] = set()
        self.own: set[Key] = set()

    def collect_shared(self, main: Iterable[Statement]) -> None:
        """Notes what the main program declares."""
        for statement in main:
            if isinstance(statement, syntax.DefInt):
                self.letters |= statement.letters
            if not isinstance(statement, Dim):
                continue
            for declared in statement.names:
                key = declared.name, declared.bounds is not None
                if declared.type != UNSAID:
                    (self.shared_types if statement.shared else self.own_types)[key] = declared.type
                if statement.shared:
                    self.shared.add((self.typed(declared), key[1]))
        self.letters = frozenset()

    def enter(self, sub: Sub, body: Iterable[Statement]) -> None:
        """Notes what a SUB declares: its parameters, and the names of its DIM statements."""
        self.sub = sub.name
        self.own_types, self.own = {}, set()
        lines = [(sub.line, sub.parameters)]
        for statement in body:
            if isinstance(statement, Dim) and statement.shared:
                raise ListingRefused(statement.line, "DIM SHARED and COMMON SHARED stand in the main program")
            if isinstance(statement, Dim):
                lines.append((statement.line, statement.names))
        for line, names in lines:
            for declared in names:
                key = declared.name, declared.bounds is not None
                if declared.type != UNSAID:
                    self.own_types[key] = declared.type
                own = self.typed(declared), key[1]
                if own in self.own:
                    raise refused(DUPLICATE_DEFINITION, line, declared.name)
                self.own.add(own)

    def typed(self, declared: Declared) -> str:
        """Returns a declared name with its type."""
        if declared.type != UNSAID:
            return declared.name + declared.type
        return self.with_type(declared.name, declared.bounds is not None)

    def with_type(self, name: str, is_array: bool) -> str:
        """Returns a name with its type: by its last character, its AS or the DEFINT before it, or else SINGLE."""
        if not name[-1].isalnum() and name[-1] != "_":
            return name.removesuffix("!")
        key = name, is_array
        by_letter = INTEGER if name[0] in self.letters else SINGLE
        return name + self.own_types.get(key, self.shared_types.get(key, by_letter))

    def full(self, name: str, is_array: bool) -> str:
        """Returns a name with its type and, if it is the SUB's own, the SUB's name before it."""
        name = self.with_type(name, is_array)
        key = name, is_array
        is_shared = not self.sub or (key in self.shared and key not in self.own)
        return name if is_shared else f"{self.sub}.{name}"

    # ---- the parts of a listing with full names

    def renamed_statement(self, statement: Statement) -> list[Statement]:
        """Returns what a statement becomes: none for DEFINT, otherwise one."""
        match statement:
            case syntax.DefInt():
                self.letters |= statement.letters
                return []
            case syntax.OptionBase():
                if self.has_arrays:
                    raise refused(DUPLICATE_DEFINITION, statement.line, "OPTION BASE behind DIM")
                self.base = statement.base
            case syntax.Select(line=line, number=number):
                selector = self.renamed(statement.selector)
                place = f"{self.sub}." if self.sub else ""
                self.selectors[number] = Variable(f"{place}{SELECTOR}{number}{type_of(selector)}")
                return [Let(line, self.selectors[number], selector)]
            case syntax.Case(line=line, label=label):
                condition = _any_of(self.selectors[statement.number], self.renamed(statement.tests))
                return [Jump(line, condition, False, label, statement.silent)]
            case Dim():
                self.has_arrays = self.has_arrays or any(declared.bounds for declared in statement.names)
                return [
                    replace(statement, names=tuple(self._declared(each, statement.line) for each in statement.names))
                ]
            case Sub():
                names = tuple(self._declared(each, statement.line) for each in statement.parameters)
                return [replace(statement, parameters=names)]
        return [self.renamed(statement)]

    def renamed(self, part: Any) -> Any:
        """Returns a statement or an expression with all names in it in full."""
        match part:
            case tuple():
                return tuple([self.renamed(inner) for inner in part])
            case Variable():
                return Variable(self.full(part.name, False))
            case Element():
                return Element(self.full(part.name, True), self.renamed(part.subscripts))
            case WholeArray():
                return WholeArray(self.full(part.name, True))
            case _ if is_dataclass(part):
                kind: Any = type(part)
                return kind(*[self.renamed(getattr(part, name)) for name in _names_of_fields(kind)])
            case _:
                return part

    def _declared(self, declared: Declared, line: int) -> Declared:
        is_array = declared.bounds is not None
        name = declared.name if declared.type == UNSAID else declared.name + declared.type
        bounds: list[tuple[int | None, int]] = []
        for low, high in declared.bounds or ():
            bounds.append((self.base if low is None else low, high))
            if high < self.base and low is None:
                raise ListingRefused(line, f"the bound {high} of {declared.name} is below OPTION BASE")
        return Declared(self.full(name, is_array), declared.type, tuple(bounds) if is_array else None)


@cache
def _names_of_fields(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def _any_of(selector: Variable, tests: tuple[CaseTest, ...]) -> Expression:
    """Returns the condition of a CASE."""
    conditions: list[Expression] = []
    for test in tests:
        if test.operator == "TO":
            low, high = test.values
            conditions.append(Binary("AND", Binary(">=", selector, low), Binary("<=", selector, high)))
        else:
            conditions.append(Binary(test.operator, selector, test.values[0]))
    return reduce(lambda left, right: Binary("OR", left, right), conditions)
