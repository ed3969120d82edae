"""Gives each name its type and its place: `X` becomes `X%` after DEFINT X, and a variable of a SUB `SHOW.X%`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import is_dataclass, replace
from itertools import takewhile
from typing import Any

from historic.basic.language import syntax
from historic.basic.language.building import SUFFIXES, UNSAID
from historic.basic.language.errors import DUPLICATE_DEFINITION, ListingRefused, refused
from historic.basic.language.structure import SELECTOR
from historic.basic.language.syntax import Declared, Statement
from historic.basic.language.terms import (
    INTEGER,
    SINGLE,
    Element,
    Number,
    UserCall,
    Variable,
    WholeArray,
    type_of,
)

#: A name as it is written, and whether it is an array's: A and A(1) have nothing to do with each other.
Key = tuple[str, bool]


def named(table: Sequence[Statement]) -> list[Statement]:
    """Returns the table with typed names. Raises ListingRefused for a declaration that stands in the wrong place."""
    names = _Names()
    names.collect(table)
    result: list[Statement] = []
    for place, statement in enumerate(table):
        if isinstance(statement, syntax.Sub):
            names.enter(
                statement, takewhile(lambda each: not isinstance(each, syntax.EndSub) or not each.silent, table[place:])
            )
        result += names.renamed_statement(statement)
    return result


class _Names:
    """The names of the main program, or of the SUB that was entered last."""

    def __init__(self) -> None:
        self.sub = ""
        #: The type of each letter by the DEFINTs so far, and the lowest subscript that OPTION BASE has set.
        self.letters: dict[str, str] = {}
        self.base = 0
        self.has_arrays = False
        #: The types behind AS, of the program's shared names and of the SUB's own.
        self.main_types: dict[Key, str] = {}
        self.shared_types: dict[Key, str] = {}
        self.own_types: dict[Key, str] = {}
        #: The names with their types: those that all share, and what each of the SUB's own is: new at each call
        #: ('call', or '' unless the SUB is STATIC), the main program's ('main'), or kept ('static').
        self.shared: set[Key] = set()
        self.own: dict[Key, str] = {}
        self.all_static = False
        #: The FUNCTIONs, each with the letters at its place, and the parameters of the DEF FN that is being read.
        self.functions: dict[str, str] = {}
        self.fn = ""
        self.fn_parameters: set[str] = set()

    def collect(self, table: Iterable[Statement]) -> None:
        """Notes the FUNCTIONs of the listing, and what the main program, which stands before them, declares."""
        in_main = True
        for statement in table:
            match statement:
                case syntax.DefType():
                    self.letters |= dict.fromkeys(statement.letters, statement.type)
                case syntax.Sub(name=name, kind=kind):
                    in_main = False
                    if kind == "FUNCTION":
                        self.functions[name] = self.with_type(name, False)
                case syntax.Let(target=Variable(name=name), constant=True) if in_main:
                    self.shared.add((self.with_type(name, False), False))
                case syntax.Dim(names=names, where=where) if in_main:
                    for declared in names:
                        key = declared.name, declared.bounds is not None
                        if declared.type != UNSAID:
                            (self.shared_types if where == "shared" else self.own_types)[key] = declared.type
                        if where == "shared":
                            self.shared.add((self.typed(declared), key[1]))
        self.main_types = {**self.own_types, **self.shared_types}
        self.letters = {}

    def enter(self, sub: syntax.Sub, body: Iterable[Statement]) -> None:
        """Notes what a SUB declares: its parameters, and the names of its DIM statements."""
        self.sub = self.functions.get(sub.name, sub.name)
        self.own_types, self.own = {}, {}
        self.all_static = sub.static
        lines = [(sub.line, sub.parameters, "call")]
        for statement in body:
            if isinstance(statement, syntax.Dim) and statement.where == "shared":
                raise ListingRefused(statement.line, "DIM SHARED and COMMON SHARED stand in the main program")
            if isinstance(statement, syntax.Dim):
                lines.append((statement.line, statement.names, statement.where))
        for line, names, where in lines:
            for declared in names:
                key = declared.name, declared.bounds is not None
                type_ = self.main_types.get(key, UNSAID) if where == "main" else UNSAID
                if declared.type != UNSAID or type_ != UNSAID:
                    self.own_types[key] = type_ if declared.type == UNSAID else declared.type
                own = self.typed(declared), key[1]
                if own in self.own:
                    raise refused(DUPLICATE_DEFINITION, line, declared.name)
                self.own[own] = where

    def typed(self, declared: Declared) -> str:
        """Returns a declared name with its type."""
        if declared.type != UNSAID:
            return declared.name + declared.type
        return self.with_type(declared.name, declared.bounds is not None)

    def with_type(self, name: str, is_array: bool) -> str:
        """Returns a name with its type: by its last character, its AS or the DEFINT before it, or else SINGLE."""
        if name[-1] in SUFFIXES:
            return name.removesuffix("!")
        key = name, is_array
        by_letter = self.letters.get(name[0], SINGLE)
        return name + self.own_types.get(key, self.shared_types.get(key, by_letter))

    def full(self, name: str, is_array: bool) -> str:
        """Returns a name with its type and, if it is the SUB's own, the SUB's name before it.

        What a SUB keeps from call to call is a variable of the whole program, with a name that no listing can have.
        """
        name = self.with_type(name, is_array)
        key = name, is_array
        if not is_array and name in self.fn_parameters:
            return f"{self.fn}.{name}"
        where = self.own.get(key, "main" if key in self.shared else "")
        if not self.sub or where == "main":
            return name
        is_static = where == "static" or (self.all_static and where != "call")
        return f"_{self.sub.rstrip(SUFFIXES)}_{name}" if is_static else f"{self.sub}.{name}"

    # ---- the parts of a listing with full names

    def renamed_statement(self, statement: Statement) -> list[Statement]:
        """Returns what a statement becomes: none for DEFINT, otherwise one."""
        match statement:
            case syntax.DefType():
                self.letters |= dict.fromkeys(statement.letters, statement.type)
                return []
            case syntax.DefFn():
                return [self._def_fn(statement)]
            case syntax.Let(line=line, target=Variable(name=name)) if self.sub and self._function(name) == self.sub:
                return [syntax.Let(line, Variable(f"{self.sub}.{self.sub}"), self.renamed(statement.value))]
            case syntax.Let(target=Variable(name=name)) if name.startswith(SELECTOR):
                type_ = type_of(self.renamed(statement.value))
                self.own_types[name, False] = type_
                self.own[name + type_, False] = "call"
            case syntax.OptionBase():
                if self.has_arrays:
                    raise refused(DUPLICATE_DEFINITION, statement.line, "OPTION BASE behind DIM")
                self.base = statement.base
            case syntax.Dim(where="main"):
                return []
            case syntax.Dim(line=line, names=names):
                result = replace(statement, names=tuple(map(self._declared, names)))
                self.has_arrays = self.has_arrays or bool(result.fixed)
                for before, declared in zip(names, result.names, strict=True):
                    for low, high in dict(result.fixed).get(declared, ()):
                        if low > high:
                            raise ListingRefused(line, f"the bound {high} of {before.name} is below OPTION BASE")
                return [result]
            case syntax.Sub():
                names = tuple(map(self._declared, statement.parameters))
                return [replace(statement, name=self.functions.get(statement.name, statement.name), parameters=names)]
        return [self.renamed(statement)]

    def renamed(self, part: Any) -> Any:
        """Returns a statement or an expression with all names in it in full."""
        match part:
            case tuple():
                return tuple([self.renamed(inner) for inner in part])
            case Variable(name=name) | Element(name=name) if self._function(name):
                subscripts = part.subscripts if isinstance(part, Element) else ()
                return UserCall(self._function(name), self.renamed(subscripts))
            case UserCall():
                return UserCall(self.with_type(part.name, False), self.renamed(part.arguments))
            case Variable():
                return Variable(self.full(part.name, False))
            case Element():
                return Element(self.full(part.name, True), self.renamed(part.subscripts))
            case WholeArray():
                return WholeArray(self.full(part.name, True))
            case _ if is_dataclass(part):
                kind: Any = type(part)
                return kind(*map(self.renamed, vars(part).values()))
            case _:
                return part

    def _function(self, name: str) -> str:
        """Returns the name of a FUNCTION with its type, or ''. Its name may be given with the type or without."""
        found = self.functions.get(name, "")
        return found or (self.with_type(name, False) if self.with_type(name, False) in self.functions.values() else "")

    def _def_fn(self, statement: syntax.DefFn) -> Statement:
        """Gives the parameters of a DEF FN names of their own, and all other names in it those of the program."""
        self.fn = name = self.with_type(statement.name, False)
        self.fn_parameters = {self.typed(declared) for declared in statement.parameters}
        parameters = tuple(Declared(f"{name}.{self.typed(each)}", UNSAID) for each in statement.parameters)
        result = replace(statement, name=name, parameters=parameters, value=self.renamed(statement.value))
        self.fn_parameters = set()
        return result

    def _declared(self, declared: Declared) -> Declared:
        base = Number(float(self.base), INTEGER)
        bounds = declared.bounds and tuple((low or base, high) for low, high in self.renamed(declared.bounds))
        return Declared(self.full(self.typed(declared), bounds is not None), declared.type, bounds)
