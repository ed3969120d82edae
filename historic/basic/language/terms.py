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
#: The operators that work on the bits of whole numbers.
BITS: Final = ("AND", "OR", "XOR")
COMPARISONS: Final = ("=", "<>", "<", ">", "<=", ">=")
NUMBER: Final = "number"
#: The functions. Each has the rows of arguments that it takes, by their types, and the type of its result: NUMBER as an
#: argument is a number of any type, and as a result the type of the first argument.
FUNCTIONS: Final[dict[str, tuple[tuple[tuple[str, ...], ...], str]]] = {
    "ABS": (((NUMBER,),), NUMBER),
    "ASC": (((STRING,),), INTEGER),
    "CHR$": (((NUMBER,),), STRING),
    "CINT": (((NUMBER,),), INTEGER),
    "FIX": (((NUMBER,),), NUMBER),
    "INKEY$": (((),), STRING),
    "INSTR": (((STRING, STRING), (NUMBER, STRING, STRING)), INTEGER),
    "INT": (((NUMBER,),), NUMBER),
    "LEFT$": (((STRING, NUMBER),), STRING),
    "LEN": (((STRING,),), INTEGER),
    "LTRIM$": (((STRING,),), STRING),
    "MID$": (((STRING, NUMBER), (STRING, NUMBER, NUMBER)), STRING),
    "RIGHT$": (((STRING, NUMBER),), STRING),
    "SGN": (((NUMBER,),), INTEGER),
    "SPACE$": (((NUMBER,),), STRING),
    "SQR": (((NUMBER,),), SINGLE),
    "STR$": (((NUMBER,),), STRING),
    "STRING$": (((NUMBER, NUMBER), (NUMBER, STRING)), STRING),
    "VAL": (((STRING,),), SINGLE),
    "_FILEEXISTS": (((STRING,),), INTEGER),
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
    """An operator between two expressions: + - * / ^, \\ or MOD, a comparison, AND, OR or XOR."""

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
            return type_of(expression.arguments[0]) if result == NUMBER else result
        case Binary():
            return _type_of_binary(expression)


def _type_of_binary(expression: Binary) -> str:
    if expression.operator in COMPARISONS:
        return INTEGER
    left, right = type_of(expression.left), type_of(expression.right)
    if STRING in (left, right):
        return STRING
    if expression.operator in BITS or expression.operator in ("\\", "MOD"):
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
