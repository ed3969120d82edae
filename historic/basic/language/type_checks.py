"""Checks that no statement has a string in place of a number, or the other way round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from historic.basic.language import syntax
from historic.basic.language.errors import (
    ARGUMENT_COUNT,
    SUBPROGRAM_NOT_DEFINED,
    TYPE_MISMATCH,
    refused,
)
from historic.basic.language.syntax import Declared, Statement, Sub, expressions_of
from historic.basic.language.terms import (
    COMPARISONS,
    FUNCTIONS,
    STRING,
    Argument,
    Binary,
    Bracketed,
    Call,
    Element,
    Expression,
    Negation,
    Text,
    Variable,
    WholeArray,
    is_text,
    type_of_name,
)

#: The arguments of statements that are strings: the statement, and the place of the argument.
TEXT_ARGUMENTS = {("open_file", 0), ("change_folder", 0)}


def check_types(statement: Statement, subs: Mapping[str, Sub]) -> None:
    """Raises ListingRefused if the types in a statement do not fit."""
    line = statement.line
    types = [is_string(expression, line) for expression in expressions_of(statement)]
    match statement:
        case syntax.Let():
            mismatch = types[0] != types[1]
        case syntax.Swap(left=left, right=right):
            mismatch = type_of_name(left.name) != type_of_name(right.name)
        case syntax.Print() | syntax.Input() | syntax.Read():
            mismatch = False
        case syntax.WaitForKey() | syntax.LineInput():
            mismatch = types != [True, False][: len(types)]
        case syntax.Act():
            given = [place for place, part in enumerate(statement.arguments) if part is not None]
            mismatch = types != [(statement.action, place) in TEXT_ARGUMENTS for place in given]
        case syntax.CallSub():
            mismatch = False
            _check_call(statement, subs)
        case _:
            mismatch = any(types)
    if mismatch:
        raise refused(TYPE_MISMATCH, line)


def _check_call(call: syntax.CallSub, subs: Mapping[str, Sub]) -> None:
    if call.name not in subs:
        raise refused(SUBPROGRAM_NOT_DEFINED, call.line, call.name)
    parameters = subs[call.name].parameters
    if len(call.arguments) != len(parameters):
        count = f"{call.name} takes {len(parameters)} argument{'' if len(parameters) == 1 else 's'}"
        raise refused(ARGUMENT_COUNT, call.line, f"{count}, not {len(call.arguments)}")
    for place, (argument, parameter) in enumerate(zip(call.arguments, parameters, strict=True), 1):
        if not _fits(argument, parameter, call.line):
            raise refused(TYPE_MISMATCH, call.line, f"argument {place} of {call.name}")


def _fits(argument: Argument, parameter: Declared, line: int) -> bool:
    """Returns True if an argument can become a parameter: a variable must have its type, and a value is converted."""
    if isinstance(argument, WholeArray) or parameter.bounds is not None:
        if not isinstance(argument, WholeArray) or parameter.bounds is None:
            return False
        return type_of_name(argument.name) == type_of_name(parameter.name)
    if isinstance(argument, Variable | Element):
        return type_of_name(argument.name) == type_of_name(parameter.name)
    return is_string(argument, line) == is_text(parameter.name)


def is_string(expression: Expression, line: int) -> bool:
    """Returns True if the value is a string. Raises ListingRefused if the types inside it do not fit."""
    match expression:
        case Text():
            return True
        case Variable():
            return is_text(expression.name)
        case Element():
            _expect(line, [(subscript, False) for subscript in expression.subscripts])
            return is_text(expression.name)
        case Negation():
            _expect(line, [(expression.operand, False)])
            return False
        case Bracketed():
            return is_string(expression.value, line)
        case Binary(operator=operator):
            left = is_string(expression.left, line)
            _expect(line, [(expression.right, left)])
            if left and operator not in (*COMPARISONS, "+"):
                raise refused(TYPE_MISMATCH, line)
            return left and operator == "+"
        case Call(function=function):
            rows, result = FUNCTIONS[function]
            given = [is_string(part, line) for part in expression.arguments]
            if given not in [[type_ == STRING for type_ in row] for row in rows]:
                raise refused(TYPE_MISMATCH, line)
            return result == STRING
        case _:
            return False


def _expect(line: int, expected: Iterable[tuple[Expression, bool]]) -> None:
    for expression, text in expected:
        if is_string(expression, line) != text:
            raise refused(TYPE_MISMATCH, line)
