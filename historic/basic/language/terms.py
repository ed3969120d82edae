"""The parts of an expression, and their types.

A name says its type: INTEGER ends in %, LONG in &, a string in $, and SINGLE in nothing. names.py gives each name this
form. A variable of a SUB has the SUB's name before its own: `SHOW.X%`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

SINGLE, INTEGER, LONG, STRING = "", "%", "&", "$"
#: The types from the narrowest to the widest; an operator's result has the wider type of its two sides.
WIDTH: Final = {INTEGER: 0, LONG: 1, SINGLE: 2}
#: The lowest and the highest number of the types that hold whole numbers.
LIMITS: Final = {INTEGER: (-(2**15), 2**15 - 1), LONG: (-(2**31), 2**31 - 1)}
COMPARISONS: Final = ("=", "<>", "<", ">", "<=", ">=")
#: The functions, each with the types of its arguments, and of its result; "number" is the type of the first argument.
FUNCTIONS: Final = {
    "ABS": (("number",), "number"),
    "CHR$": (("number",), STRING),
    "INKEY$": ((), STRING),
    "INT": (("number",), "number"),
    "LEFT$": ((STRING, "number"), STRING),
    "LTRIM$": ((STRING,), STRING),
    "MID$": ((STRING, "number", "number"), STRING),
    "STR$": (("number",), STRING),
    "VAL": ((STRING,), SINGLE),
    "_FILEEXISTS": ((STRING,), INTEGER),
}


@dataclass(frozen=True)
class Number:
    """A number, rounded to its type: INTEGER or LONG if it is written as a whole number, otherwise SINGLE."""

    value: float
    type: str = SINGLE


@dataclass(frozen=True)
class Text:
    """A string between quotes."""

    value: str


@dataclass(frozen=True)
class Variable:
    """A variable that is not an array."""

    name: str


@dataclass(frozen=True)
class Element:
    """An element of an array."""

    name: str
    subscripts: tuple[Expression, ...]


@dataclass(frozen=True)
class Negation:
    """A minus sign before an expression."""

    operand: Expression


@dataclass(frozen=True)
class Binary:
    """An operator between two expressions: + - * / ^, MOD, a comparison, AND or OR."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Call:
    """A function with its arguments."""

    function: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True)
class Bracketed:
    """A variable or element in brackets as an argument of CALL: the SUB gets its value, not its place."""

    value: Variable | Element


@dataclass(frozen=True)
class WholeArray:
    """An array that is given to a SUB: its name with empty brackets."""

    name: str


Expression = Number | Text | Variable | Element | Negation | Binary | Call | Bracketed
Target = Variable | Element
Argument = Expression | WholeArray


def type_of_name(name: str) -> str:
    """Returns the type of the variable or array of this name."""
    return name[-1] if name[-1] in "%&$" else SINGLE


def is_text(name: str) -> bool:
    """Returns True if a variable or array of this name holds strings."""
    return name.endswith(STRING)


def type_of(expression: Expression) -> str:
    """Returns the type of a value. The types inside it must fit, which type_checks.py checks."""
    match expression:
        case Number(type=type_):
            return type_
        case Text():
            return STRING
        case Variable(name=name) | Element(name=name):
            return type_of_name(name)
        case Negation(operand=operand):
            return type_of(operand)
        case Bracketed(value=value):
            return type_of(value)
        case Call(function=function):
            result = FUNCTIONS[function][1]
            return type_of(expression.arguments[0]) if result == "number" else result
        case Binary():
            return _type_of_binary(expression)


def _type_of_binary(expression: Binary) -> str:
    if expression.operator in COMPARISONS:
        return INTEGER
    left, right = type_of(expression.left), type_of(expression.right)
    if STRING in (left, right):
        return STRING
    if expression.operator in ("AND", "OR", "MOD"):
        return INTEGER if left == right == INTEGER else LONG
    return SINGLE if expression.operator in ("/", "^") else max(left, right, key=WIDTH.__getitem__)


def parts_of(expression: Expression) -> Iterator[Expression]:
    """Yields an expression and all the expressions in it."""
    yield expression
    match expression:
        case Element():
            inner = expression.subscripts
        case Negation():
            inner = (expression.operand,)
        case Bracketed():
            inner = (expression.value,)
        case Binary():
            inner = (expression.left, expression.right)
        case Call():
            inner = expression.arguments
        case _:
            inner = ()
    for part in inner:
        yield from parts_of(part)
