"""Gives each name its type and its place: `X` becomes `X%` after DEFINT X, and a variable of a SUB `SHOW.X%`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import is_dataclass, replace
from itertools import takewhile
from typing import Any, Final

from historic.basic.language import syntax, terms
from historic.basic.language.errors import DUPLICATE_DEFINITION, LineError, ListingRefused, refused
from historic.basic.language.expressions import constant_of
from historic.basic.language.structure import SELECTOR
from historic.basic.language.syntax import UNSAID, Declared, Statement
from historic.basic.language.type_checks import is_string
from historic.basic.language.values import SUFFIXES

#: The highest and the lowest bound of a subscript, and the longest string of fixed length.
MAX_BOUND: Final = 100_000_000
MAX_LENGTH: Final = 32767
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
        #: The names with their types: the shared ones, and the kind of the SUB's own: new at each call
        #: ('call', or '' unless the SUB is STATIC), the main program's ('main'), or kept ('static').
        self.shared: set[Key] = set()
        self.own: dict[Key, str] = {}
        self.all_static = self.is_def = False
        #: The constants of the program and of the SUB, without the signs of their types.
        self.constants: dict[str, terms.Number | terms.Text] = {}
        self.own_constants: dict[str, terms.Number | terms.Text] = {}
        self.line = 0
        #: The FUNCTIONs with their types, by their names as written, without the sign of the type.
        self.functions: dict[str, str] = {}
        self.bare_functions: dict[str, str] = {}
        #: The DEF FN that is being read, and its parameters.
        self.fn = ""
        self.fn_parameters: set[str] = set()

    def collect(self, table: Iterable[Statement]) -> None:
        """Notes the FUNCTIONs of the listing, and the declarations of the main program, which stands before them."""
        in_main = True
        for statement in table:
            match statement:
                case syntax.DefType():
                    self.letters |= dict.fromkeys(statement.letters, statement.type)
                case syntax.Sub(name=name, kind=kind):
                    in_main = False
                    if kind != "SUB":
                        self.functions[name] = self.bare_functions[name.rstrip(SUFFIXES)] = self.with_type(name, False)
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
        """Notes a SUB's declarations: its parameters, and the names in its DIM statements."""
        self.sub = self.functions.get(sub.name, sub.name)
        self.own_types, self.own, self.own_constants = {}, {}, {}
        self.all_static = sub.static
        self.is_def = sub.kind == "DEF"
        if self.is_def:
            self.own_types = {key: type_ for key, type_ in self.main_types.items() if key not in self.shared_types}
        lines = [(sub.line, sub.parameters, "call", False)]
        for statement in body:
            if isinstance(statement, syntax.Dim) and statement.where == "shared":
                raise ListingRefused(statement.line, "DIM SHARED and COMMON SHARED stand in the main program")
            if isinstance(statement, syntax.Dim):
                lines.append((statement.line, statement.names, statement.where, statement.again))
        for line, names, where, again in lines:
            for declared in names:
                key = declared.name, declared.bounds is not None
                type_ = self.main_types.get(key, UNSAID) if where == "main" else UNSAID
                if declared.type != UNSAID or type_ != UNSAID:
                    self.own_types[key] = type_ if declared.type == UNSAID else declared.type
                own = self.typed(declared), key[1]
                if again and (own in self.own or own in self.shared):
                    continue  # REDIM of an array that the SUB knows already
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
        by_letter = self.letters.get(name[0], terms.SINGLE)
        return name + self.own_types.get(key, self.shared_types.get(key, by_letter))

    def full(self, name: str, is_array: bool) -> str:
        """Returns a name with its type and, if it is the SUB's own, the SUB's name before it."""
        return self.placed(self.with_type(name, is_array), is_array)

    def placed(self, name: str, is_array: bool) -> str:
        """Returns a name that has its type, with the SUB's name before it if it is the SUB's own.

        A variable that a SUB keeps between calls belongs to the whole program, with a name that no listing can have.
        """
        key = name, is_array
        if not is_array and name in self.fn_parameters:
            return f"{self.fn}.{name}"
        where = self.own.get(key, "main" if key in self.shared or self.is_def else "")
        if not self.sub or where == "main":
            return name
        is_static = where == "static" or (self.all_static and where != "call")
        return f"_{self.sub.rstrip(SUFFIXES)}_{name}" if is_static else f"{self.sub}.{name}"

    # ---- the parts of a listing with full names

    def renamed_statement(self, statement: Statement) -> list[Statement]:
        """Returns the statements that one becomes: none for DEFINT and CONST, otherwise one."""
        self.line = statement.line
        match statement:
            case syntax.DefType():
                self.letters |= dict.fromkeys(statement.letters, statement.type)
                return []
            case syntax.Const():
                self._define(statement)
                return []
            case syntax.DefFn():
                return [self._def_fn(statement)]
            case syntax.Let(line=line, target=terms.Variable(name=name)) if (
                self.sub and self._function(name) == self.sub
            ):
                return [syntax.Let(line, terms.Variable(f"{self.sub}.{self.sub}"), self.renamed(statement.value))]
            case syntax.Let(target=terms.Variable(name=name)) if name.startswith(SELECTOR):
                type_ = terms.type_of(self.renamed(statement.value))
                self.own_types[name, False] = type_
                self.own[name + type_, False] = "call"
            case syntax.OptionBase():
                if self.has_arrays:
                    raise refused(DUPLICATE_DEFINITION, statement.line, "OPTION BASE behind DIM")
                self.base = statement.base
            case syntax.Dim(where="main"):
                return []
            case syntax.Dim(names=names):
                result = replace(statement, names=tuple(map(self._declared, names)))
                self.has_arrays = self.has_arrays or bool(result.fixed)
                return [result]
            case syntax.Sub():
                names = tuple(map(self._declared, statement.parameters))
                return [replace(statement, name=self.functions.get(statement.name, statement.name), parameters=names)]
        renamed: Statement = self.renamed(statement)
        for before, target in zip(targets_of(statement), targets_of(renamed), strict=True):
            if before.name[:2] == "FN":
                raise refused(DUPLICATE_DEFINITION, statement.line, "a name with FN is a function's")
            if not isinstance(target, terms.Variable | terms.Element):
                what = "FUNCTION" if isinstance(target, terms.UserCall) else "constant"
                raise refused(DUPLICATE_DEFINITION, statement.line, f"{before.name} is a {what}")
        return [renamed]

    def renamed(self, part: Any) -> Any:
        """Returns a statement or an expression with all names in it in full."""
        match part:
            case tuple():
                return tuple([self.renamed(inner) for inner in part])
            case terms.Variable(name=name) | terms.Element(name=name) if self._function(name):
                subscripts = part.subscripts if isinstance(part, terms.Element) else ()
                return terms.UserCall(self._function(name), self.renamed(subscripts))
            case terms.UserCall():  # of a DEF FN, which gets values
                given = [
                    terms.Bracketed(each) if isinstance(each, terms.Variable | terms.Element) else each
                    for each in part.arguments
                ]
                return terms.UserCall(self.with_type(part.name, False), self.renamed(tuple(given)))
            case terms.Bracketed(value=value):
                inner = self.renamed(value)
                return terms.Bracketed(inner) if isinstance(inner, terms.Variable | terms.Element) else inner
            case terms.Variable():
                return self._constant(part.name) or terms.Variable(self.full(part.name, False))
            case terms.Element():
                return terms.Element(self.full(part.name, True), self.renamed(part.subscripts))
            case terms.WholeArray():
                return terms.WholeArray(self.full(part.name, True))
            case _ if is_dataclass(part):
                kind: Any = type(part)
                return kind(*map(self.renamed, vars(part).values()))
            case _:
                return part

    def _function(self, name: str) -> str:
        """Returns the name of a FUNCTION with its type, or ''. Its name may be given with the type or without.

        Raises ListingRefused for a FUNCTION's name with another type.
        """
        found = self.functions.get(name) or self.bare_functions.get(name.rstrip(SUFFIXES))
        if not found or found.startswith("FN"):
            full = self.with_type(name, False)
            return full if full in self.functions.values() else ""
        if name[-1] not in SUFFIXES or name in self.functions or self.with_type(name, False) == found:
            return found
        raise refused(DUPLICATE_DEFINITION, self.line, f"{name} is no FUNCTION, and {found} is one")

    def _constant(self, name: str) -> terms.Number | terms.Text | None:
        """Returns the constant of a name, behind which any type may stand, unless the SUB has such a variable."""
        typed = self.with_type(name, False)
        if typed in self.fn_parameters or (typed, False) in self.own:
            return None
        bare = name.rstrip(SUFFIXES)
        return self.own_constants.get(bare) or self.constants.get(bare)

    def _define(self, statement: syntax.Const) -> None:
        """Notes a constant: it has the type in its name, or else the type of its value."""
        bare = statement.name.rstrip(SUFFIXES)
        constants = self.own_constants if self.sub else self.constants
        value: terms.Expression = self.renamed(statement.value)
        suffix = statement.name.removeprefix(bare)
        type_ = suffix.replace("!", terms.SINGLE) if suffix else terms.type_of(value)
        try:
            found = None if is_string(value, self.line) != (type_ == terms.STRING) else constant_of(value, type_)
        except LineError as error:
            raise refused(error.code, statement.line, statement.name) from None
        if bare in constants:
            raise refused(DUPLICATE_DEFINITION, statement.line, statement.name)
        if not found:
            raise ListingRefused(statement.line, f"the value of {statement.name} is not constant")
        constants[bare] = found

    def _def_fn(self, statement: syntax.DefFn) -> Statement:
        """Gives the parameters of a DEF FN names of their own, and all other names in it the program's."""
        self.fn = name = self.with_type(statement.name, False)
        self.fn_parameters = {self.typed(declared) for declared in statement.parameters}
        parameters = tuple(Declared(f"{name}.{self.typed(each)}", UNSAID) for each in statement.parameters)
        result = replace(statement, name=name, parameters=parameters, value=self.renamed(statement.value))
        self.fn_parameters = set()
        return result

    def _declared(self, declared: Declared) -> Declared:
        bounds = declared.bounds and tuple(self._bounds(low, high) for low, high in self.renamed(declared.bounds))
        length = self.renamed(declared.length)
        if declared.length and not (isinstance(length, terms.Number) and 1 <= length.value <= MAX_LENGTH):
            raise ListingRefused(self.line, f"the length of {declared.name} is not a constant from 1 to {MAX_LENGTH:,}")
        return Declared(self.placed(self.typed(declared), bounds is not None), declared.type, bounds, length)

    def _bounds(
        self, low: terms.Expression | None, high: terms.Expression
    ) -> tuple[terms.Expression, terms.Expression]:
        """Returns both bounds of a subscript, rounded where they are known."""
        first, last = map(self._bound, (low or terms.Number(float(self.base), terms.INTEGER), high))
        if isinstance(first, terms.Number) and isinstance(last, terms.Number) and first.value > last.value:
            said = f"the lower bound {first.value:.0f} is above the upper one, {last.value:.0f}"
            raise ListingRefused(self.line, said if low else f"the bound {last.value:.0f} is below OPTION BASE")
        return first, last

    def _bound(self, value: terms.Expression) -> terms.Expression:
        if not isinstance(value, terms.Number):
            return value
        if not abs(value.value) <= MAX_BOUND:
            raise ListingRefused(self.line, f"the bound {value.value:.0f} is not a number up to {MAX_BOUND:,}")
        return terms.Number(float(round(value.value)), terms.LONG)


def targets_of(statement: Statement) -> tuple[terms.Target, ...]:
    """Returns what a statement assigns."""
    match statement:
        case syntax.Let(target=target) | syntax.For(counter=target):
            return (target,)
        case syntax.Swap(left=left, right=right):
            return left, right
        case syntax.Read(targets=targets) | syntax.Input(targets=targets):
            return targets
    return ()
