"""Checks that no statement has a string in place of a number, or the other way round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from historic.basic.language import errors, syntax, terms
from historic.basic.language.errors import refused
from historic.basic.language.syntax import Declared, Statement, Sub

#: The functions with arguments.
Callee = Sub | syntax.DefFn


def check_types(statement: Statement, subs: Mapping[str, Callee]) -> None:
    """Raises ListingRefused if the types in a statement do not fit."""
    line = statement.line
    for part in terms.parts_of(statement):
        if isinstance(part, terms.UserCall):
            _check_call(line, part.name, part.arguments, subs, errors.FUNCTION_NOT_DEFINED)
    types = [is_string(expression, line) for expression in terms.expressions_of(statement)]
    match statement:
        case syntax.Let():
            mismatch = types[0] != types[1]
        case syntax.Swap(left=left, right=right):
            mismatch = terms.type_of_name(left.name) != terms.type_of_name(right.name)
        case syntax.Print(items=items, file=file, picture=picture, fields=fields):
            numbers = [file, *(part.count for part in (*items, *fields) if isinstance(part, syntax.Spacing))]
            mismatch = any(is_string(part, line) for part in numbers if part)
            mismatch |= bool(picture and not is_string(picture, line))
        case syntax.Input(file=file, whole=whole):
            mismatch = bool(file and types[0]) or (whole and not types[-1])
        case syntax.Read():
            mismatch = False
        case syntax.DefFn(name=name):
            mismatch = types[0] != terms.is_text(name)
        case syntax.Act(arguments=arguments, texts=texts):
            given = [
                (place, part) for place, part in enumerate(arguments) if part and not isinstance(part, terms.WholeArray)
            ]
            mismatch = any(is_string(part, line) != (place in texts) for place, part in given)
        case syntax.CallSub():
            mismatch = False
            _check_call(line, statement.name, statement.arguments, subs, errors.SUBPROGRAM_NOT_DEFINED)
        case _:
            mismatch = any(types)
    if mismatch:
        raise refused(errors.TYPE_MISMATCH, line)


def _check_call(
    line: int, name: str, arguments: Sequence[terms.Expression], subs: Mapping[str, Callee], otherwise: int
) -> None:
    if name not in subs or (otherwise == errors.SUBPROGRAM_NOT_DEFINED) != (getattr(subs[name], "kind", "") == "SUB"):
        raise refused(otherwise, line, name)
    parameters = subs[name].parameters
    if len(arguments) != len(parameters):
        count = f"{name} takes {len(parameters)} argument{'' if len(parameters) == 1 else 's'}"
        raise refused(errors.ARGUMENT_COUNT, line, f"{count}, not {len(arguments)}")
    for place, (argument, parameter) in enumerate(zip(arguments, parameters, strict=True), 1):
        if not _fits(argument, parameter, line):
            raise refused(errors.TYPE_MISMATCH, line, f"argument {place} of {name}")


def _fits(argument: terms.Expression, parameter: Declared, line: int) -> bool:
    """Returns True if an argument can become a parameter: a variable must have its type, and a value is converted."""
    if isinstance(argument, terms.WholeArray) != (parameter.bounds is not None):
        return False
    if isinstance(argument, terms.WholeArray | terms.Variable | terms.Element):
        return terms.type_of_name(argument.name) == terms.type_of_name(parameter.name)
    return is_string(argument, line) == terms.is_text(parameter.name)


def is_string(expression: terms.Expression, line: int) -> bool:
    """Returns True if the value is a string. Raises ListingRefused if the types inside it do not fit."""
    for part in reversed([*terms.parts_of(expression)]):
        if not _operands_fit(part):
            raise refused(errors.TYPE_MISMATCH, line)
    return terms.type_of(expression) == terms.STRING


def _operands_fit(expression: terms.Expression) -> bool:
    match expression:
        case terms.Element(subscripts=operands):
            return not any(
                isinstance(each, terms.WholeArray) or terms.type_of(each) == terms.STRING for each in operands
            )
        case terms.Negation(operand=operand):
            return terms.type_of(operand) != terms.STRING
        case terms.Converted(value=value, like=like):
            return (terms.type_of(value) == terms.STRING) == (terms.type_of(like) == terms.STRING)
        case terms.Binary(operator=operator, left=left, right=right):
            texts = [terms.type_of(left), terms.type_of(right)].count(terms.STRING)
            return texts == 0 or (texts == 2 and operator in (*terms.COMPARISONS, "+"))
        case terms.Call(function=function, arguments=arguments):
            given = list(map(_letters, arguments))
            rows = [row for row in terms.rows_of(function) if len(row) == len(given)]
            return any(all(letter in letters for letter, letters in zip(row, given, strict=True)) for row in rows)
        case _:
            return True


def _letters(argument: terms.Expression) -> str:
    """Returns the letters that fit an argument of a function."""
    if isinstance(argument, terms.WholeArray):
        return "A"
    if terms.type_of(argument) == terms.STRING:
        return "S"
    return "NV" if isinstance(argument, terms.Variable | terms.Element) else "N"
