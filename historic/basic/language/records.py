"""TYPE: a record becomes as many variables as it has fields, P.X and P.Y, and an array of records as many arrays.

So nothing behind this file knows records. An assignment of a record becomes one for each field, and so do the
parameters of a SUB and their arguments.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import is_dataclass, replace
from typing import Any, Final

from historic.basic.language import errors, syntax, terms
from historic.basic.language.declarations import declared_by
from historic.basic.language.errors import ListingRefused, refused
from historic.basic.language.syntax import RECORD, UNSAID, Declared, Statement
from historic.basic.language.values import DOT

#: The deepest records inside each other, and the largest number of fields in all.
MAX_DEPTH: Final = 10
MAX_FIELDS: Final = 200
#: A name that is a record or an array of records.
Key = tuple[str, bool]
Place = terms.Variable | terms.Element | terms.WholeArray


def without_records(table: Sequence[Statement]) -> list[Statement]:
    """Returns the table without TYPE. Raises ListingRefused for a TYPE or a record that is not as it must be."""
    types = _fields_of(table)
    if not types and not any(each.type[:1] == RECORD for line in table for each in declared_by(line)):
        return [*table]
    records = _Records(types)
    return [changed for statement in table for changed in records.changed(statement)]


def _fields_of(table: Iterable[Statement]) -> dict[str, list[Declared]]:
    """Returns the fields of each TYPE."""
    types: dict[str, list[Declared]] = {}
    head: syntax.Record | None = None
    for statement in table:
        line = statement.line
        match statement:
            case syntax.Record(name=name):
                if head or name in types:
                    raise refused(errors.DUPLICATE_DEFINITION, line, f"TYPE {name}")
                head, types[name] = statement, []
            case syntax.Field(declared=declared) if head:
                if declared.type == terms.STRING and not declared.length:
                    raise ListingRefused(line, f"the string {declared.name} of a TYPE has a length: AS STRING * 8")
                if any(other.name == declared.name for other in types[head.name]):
                    raise refused(errors.DUPLICATE_DEFINITION, line, declared.name)
                types[head.name].append(declared)
            case syntax.EndRecord() if head:
                head = None
            case syntax.Field() | syntax.EndRecord():
                raise ListingRefused(line, "TYPE, its fields and END TYPE stand together")
            case syntax.Stop(silent=True):
                break  # the end of the text
            case _ if head:
                raise ListingRefused(line, f"TYPE {head.name} has fields, such as X AS INTEGER, and END TYPE")
    if head:
        raise ListingRefused(head.line, f"TYPE {head.name} has no END TYPE")
    return types


class _Records:
    """The names that are records: the shared ones, and those of the main program or the present SUB."""

    def __init__(self, types: Mapping[str, Sequence[Declared]]) -> None:
        self.types = types
        self.shared: dict[Key, str] = {}
        self.main: dict[Key, str] = {}
        self.own = self.main
        self.line: int  # of the statement that is being changed

    def changed(self, statement: Statement) -> list[Statement]:
        """Returns a statement without records: none for TYPE, and several for an assignment."""
        self.line = statement.line
        match statement:
            case syntax.Record() | syntax.Field() | syntax.EndRecord():
                return []
            case syntax.Dim(names=names, where=where):
                return [replace(statement, names=tuple(each for name in names for each in self._declared(name, where)))]
            case syntax.Sub(parameters=names):
                self.own = {}
                return [
                    replace(statement, parameters=tuple(each for name in names for each in self._declared(name, "")))
                ]
            case syntax.Let(target=target, value=value) if self._type(target) or self._type(value):
                pairs = self._pairs(target, value)
                return [syntax.Let(self.line, left, right) for left, right in pairs]
            case syntax.Swap(left=left, right=right) if self._type(left):
                return [syntax.Swap(self.line, *pair) for pair in self._pairs(left, right)]
            case syntax.CallSub(name=name, arguments=arguments):
                return [syntax.CallSub(self.line, name, self._arguments(arguments))]
            case syntax.Act(arguments=arguments):
                return [replace(statement, arguments=self._arguments(arguments))]
        return [self._without(statement)]

    # ---- declarations

    def _declared(self, declared: Declared, where: str) -> Iterator[Declared]:
        """Yields a name's declared parts: itself, or the fields of a record."""
        key = declared.name, declared.bounds is not None
        type_ = declared.type.removeprefix(RECORD) if declared.type.startswith(RECORD) else ""
        if declared.type == UNSAID and where == "main":
            type_ = self.main.get(key, "")
        if declared.type == UNSAID and not type_ and where != "main" and key in self.own:
            type_ = self.own[key]  # REDIM without AS
        if not type_:
            yield declared
            return
        (self.shared if where == "shared" else self.own)[key] = type_
        for field in self._fields(type_):
            yield replace(field, name=declared.name + field.name, bounds=declared.bounds)

    def _fields(self, type_: str, depth: int = 0) -> list[Declared]:
        """Returns the fields of a TYPE and of the records inside it, each with a dot before its name."""
        if type_ not in self.types or depth > MAX_DEPTH:
            raise ListingRefused(self.line, f"there is no TYPE {type_}")
        found: list[Declared] = []
        for field in self.types[type_]:
            name = DOT + field.name
            inner = self._fields(field.type[1:], depth + 1) if field.type.startswith(RECORD) else None
            found += [replace(each, name=name + each.name) for each in inner] if inner else [replace(field, name=name)]
        if len(found) > MAX_FIELDS:
            raise ListingRefused(self.line, f"TYPE {type_} has more than {MAX_FIELDS} fields")
        return found

    # ---- records in statements

    def _type(self, part: terms.Expression) -> str:
        """Returns the TYPE of a record, of a record inside a record, or of an array of records, or ''."""
        if not isinstance(part, Place):
            return ""
        first, *inner = part.name.split(DOT)
        key = first, not isinstance(part, terms.Variable)
        type_ = self.own.get(key) or self.shared.get(key, "")
        for name in inner if type_ else ():
            found = next((field.type for field in self.types.get(type_, ()) if field.name == name), None)
            if found is None:
                raise ListingRefused(self.line, f"TYPE {type_} has no field {name}")
            type_ = found.removeprefix(RECORD) if found.startswith(RECORD) else ""
        return type_

    def _parts(self, part: Place, type_: str) -> list[Place]:
        """Returns the fields of a record, or one array for each."""
        rest: Any = self._without(part.subscripts) if isinstance(part, terms.Element) else ()
        names = [part.name + field.name for field in self._fields(type_)]
        return [terms.Element(name, rest) if isinstance(part, terms.Element) else type(part)(name) for name in names]

    def _pairs(self, left: terms.Expression, right: terms.Expression) -> Iterator[tuple[Any, Any]]:
        left_type, right_type = self._type(left), self._type(right)
        if left_type != right_type:
            raise refused(errors.TYPE_MISMATCH, self.line)
        assert isinstance(left, Place)
        assert isinstance(right, Place)
        return zip(self._parts(left, left_type), self._parts(right, right_type), strict=True)

    def _arguments(self, arguments: Sequence[terms.Expression | None]) -> tuple[Any, ...]:
        """Returns arguments with the fields in place of the records."""
        found: list[terms.Expression | None] = []
        for argument in arguments:
            type_ = self._type(argument) if argument else ""
            found += (
                self._parts(argument, type_) if type_ and isinstance(argument, Place) else [self._without(argument)]
            )
        return tuple(found)

    def _without(self, part: Any) -> Any:
        """Returns a statement or an expression without records inside it."""
        match part:
            case tuple():
                return tuple([self._without(inner) for inner in part])
            case terms.UserCall(name=name, arguments=arguments):
                return terms.UserCall(name, self._arguments(arguments))
            case terms.Element(name=name, subscripts=subscripts) if not self._type(part):
                return terms.Element(name, self._arguments(subscripts))
            case terms.Call(function="LEN", arguments=(argument,)) if self._type(argument):
                return self._length(self._type(argument))
            case terms.Call(function=function, arguments=(terms.WholeArray() as whole, *others)) if self._type(whole):
                return terms.Call(function, (self._parts(whole, self._type(whole))[0], *self._without(tuple(others))))
            case terms.Variable() | terms.Element() | terms.WholeArray() if self._type(part):
                raise refused(errors.TYPE_MISMATCH, self.line, f"{part.name} is a record")
            case _ if is_dataclass(part):
                kind: Any = type(part)
                return kind(*map(self._without, vars(part).values()))
            case _:
                return part

    def _length(self, type_: str) -> terms.Expression:
        """Returns the bytes of a record. A string in it has as many as its length."""
        lengths = [
            field.length or terms.Number(float(terms.BYTES[field.type]), terms.INTEGER) for field in self._fields(type_)
        ]
        total: terms.Expression = lengths[0]
        for length in lengths[1:]:
            total = terms.Binary("+", total, length)
        return total
