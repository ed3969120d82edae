"""Gives each name its type and its place: `X` becomes `X%` after DEFINT X, and a variable of a SUB `SHOW.X%`.

SELECT CASE becomes an assignment and an If, because the type of the selector is known here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from functools import reduce
from typing import Any, Final

from historic.basic.language import syntax
from historic.basic.language.building import UNSAID
from historic.basic.language.errors import DUPLICATE_DEFINITION, ListingRefused, refused
from historic.basic.language.syntax import Branch, CaseTest, Declared, Dim, If, Item, Let, Program, Sub
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
from historic.basic.language.walking import walk

#: A name as it is written, and whether it is an array's: A and A(1) have nothing to do with each other.
Key = tuple[str, bool]
#: What a selector is called, with a number behind it. No name of a listing begins like this.
SELECTOR: Final = "_CASE_"


def named(program: Program) -> Program:
    """Returns the program with typed names. Raises ListingRefused for a declaration that stands in the wrong place."""
    names = _Names()
    names.collect_shared(program.main)
    main = names.renamed(program.main)
    subs: list[Sub] = []
    for sub in program.subs:
        names.enter(sub)
        subs.append(replace(sub, parameters=names.renamed(sub.parameters), body=names.renamed(sub.body)))
    return Program(main, tuple(subs))


class _Names:
    """The names of the main program, or of the SUB that was entered last."""

    def __init__(self) -> None:
        self.sub = ""
        #: The letters of DEFINT so far, and the lowest subscript that OPTION BASE has set.
        self.letters: frozenset[str] = frozenset()
        self.base = 0
        self.has_arrays = False
        self.selectors = 0
        #: The types behind AS, of the program's shared names and of the SUB's own.
        self.shared_types: dict[Key, str] = {}
        self.own_types: dict[Key, str] = {}
        #: The names with their types.
        self.shared: set[Key] = set()
        self.own: set[Key] = set()

    def collect_shared(self, main: list[Item]) -> None:
        """Notes what the main program declares."""
        for item in walk(main):
            if isinstance(item, syntax.DefInt):
                self.letters |= item.letters
            if not isinstance(item, Dim):
                continue
            for declared in item.names:
                key = declared.name, declared.bounds is not None
                if declared.type != UNSAID:
                    (self.shared_types if item.shared else self.own_types)[key] = declared.type
                if item.shared:
                    self.shared.add((self.typed(declared), key[1]))
        self.letters = frozenset()

    def enter(self, sub: Sub) -> None:
        """Notes what a SUB declares: its parameters, and the names of its DIM statements."""
        self.sub = sub.name
        self.own_types, self.own = {}, set()
        lines = [(sub.line, sub.parameters)]
        for item in walk(sub.body):
            if isinstance(item, Dim) and item.shared:
                raise ListingRefused(item.line, "DIM SHARED and COMMON SHARED stand in the main program")
            if isinstance(item, Dim):
                lines.append((item.line, item.names))
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

    def renamed(self, part: Any) -> Any:
        """Returns a part of the listing with all names in it in full."""
        match part:
            case list():
                return [new for item in part for new in self._item(item)]
            case tuple():
                return tuple(self.renamed(inner) for inner in part)
            case Variable():
                return Variable(self.full(part.name, False))
            case Element():
                return Element(self.full(part.name, True), self.renamed(part.subscripts))
            case WholeArray():
                return WholeArray(self.full(part.name, True))
            case Declared():
                return self._declared(part)
            case _ if is_dataclass(part):
                changed = {field.name: self.renamed(getattr(part, field.name)) for field in fields(part)}
                return replace(part, **changed)  # type: ignore[type-var]
            case _:
                return part

    def _item(self, item: Item) -> Iterator[Item]:
        match item:
            case syntax.DefInt():
                self.letters |= item.letters
            case syntax.OptionBase():
                if self.has_arrays:
                    raise refused(DUPLICATE_DEFINITION, item.line, "OPTION BASE behind DIM")
                self.base = item.base
                yield item
            case syntax.Select():
                yield from self._select(item)
            case Dim():
                self.has_arrays = self.has_arrays or any(declared.bounds for declared in item.names)
                try:
                    yield self.renamed_parts(item)
                except ValueError as error:
                    raise ListingRefused(item.line, str(error)) from None
            case _:
                yield self.renamed_parts(item)

    def renamed_parts(self, item: Item) -> Item:
        """Returns one statement with full names."""
        renamed: Item = self.renamed(item)
        return renamed

    def _declared(self, declared: Declared) -> Declared:
        is_array = declared.bounds is not None
        name = declared.name if declared.type == UNSAID else declared.name + declared.type
        bounds: list[tuple[int | None, int]] = []
        for low, high in declared.bounds or ():
            bounds.append((self.base if low is None else low, high))
            if high < self.base and low is None:
                raise ValueError(f"the bound {high} of {declared.name} is below OPTION BASE")
        return Declared(self.full(name, is_array), declared.type, tuple(bounds) if is_array else None)

    def _select(self, item: syntax.Select) -> Iterator[Item]:
        selector = self.renamed(item.selector)
        self.selectors += 1
        place = f"{self.sub}." if self.sub else ""
        kept = Variable(f"{place}{SELECTOR}{self.selectors}{type_of(selector)}")
        yield Let(item.line, kept, selector)
        branches = [
            Branch(case.line, _any_of(kept, self.renamed(case.tests)), self.renamed(case.body)) for case in item.cases
        ]
        if not branches:
            return
        first, *others = branches
        if first.condition is None:
            yield from first.body
        else:
            yield If(first.line, first.condition, first.body, branches=tuple(others))


def _any_of(selector: Variable, tests: tuple[CaseTest, ...]) -> Expression | None:
    """Returns the condition of a CASE, or None for CASE ELSE."""
    conditions: list[Expression] = []
    for test in tests:
        if test.operator == "TO":
            low, high = test.values
            conditions.append(Binary("AND", Binary(">=", selector, low), Binary("<=", selector, high)))
        else:
            conditions.append(Binary(test.operator, selector, test.values[0]))
    return reduce(lambda left, right: Binary("OR", left, right), conditions) if conditions else None
