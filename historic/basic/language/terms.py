"""The parts of an expression, and their types.

A name says its type: INTEGER ends in %, LONG in &, DOUBLE in #, a string in $, and SINGLE in nothing. names.py gives
each name this form. A variable of a SUB has the SUB's name before its own: `SHOW.X%`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

SINGLE, INTEGER, LONG, DOUBLE, STRING = "", "%", "&", "#", "$"
#: The types from the narrowest to the widest; an operator's result has the wider type of its two sides.
WIDTH: Final = {INTEGER: 0, LONG: 1, SINGLE: 2, DOUBLE: 3}
#: The bytes of a number of each type.
BYTES: Final = {INTEGER: 2, LONG: 4, SINGLE: 4, DOUBLE: 8}
#: The lowest and the highest number of the types that hold whole numbers.
LIMITS: Final = {INTEGER: (-(2**15), 2**15 - 1), LONG: (-(2**31), 2**31 - 1)}
#: The operators that work on the bits of whole numbers.
BITS: Final = ("AND", "OR", "XOR", "EQV", "IMP")
COMPARISONS: Final = ("=", "<>", "<", ">", "<=", ">=")
#: As a function's result: the type of the first argument, or the type of a root, a SINGLE unless that is a DOUBLE.
NUMBER, ROOT = "number", "root"
#: The functions. Each has the rows of arguments that it takes, a letter for each argument: a number, a string, an
#: array or a variable of numbers. "-" stands for no argument. Behind them is the type of the result.
FUNCTIONS: Final[dict[str, tuple[str, str]]] = {
    "ABS": ("N", NUMBER),
    "ASC": ("S", INTEGER),
    "ATN": ("N", ROOT),
    "CDBL": ("N", DOUBLE),
    "CHR$": ("N", STRING),
    "CINT": ("N", INTEGER),
    "CLNG": ("N", LONG),
    "COS": ("N", ROOT),
    "CSNG": ("N", SINGLE),
    "CSRLIN": ("-", INTEGER),
    "CVD": ("S", DOUBLE),
    "CVI": ("S", INTEGER),
    "CVL": ("S", LONG),
    "CVS": ("S", SINGLE),
    "DATE$": ("-", STRING),
    "EOF": ("N", INTEGER),
    "ERL": ("-", LONG),
    "ERR": ("-", INTEGER),
    "EXP": ("N", ROOT),
    "FIX": ("N", NUMBER),
    "FREEFILE": ("-", INTEGER),
    "HEX$": ("N", STRING),
    "INKEY$": ("-", STRING),
    "INPUT$": ("N NN", STRING),
    "INSTR": ("SS NSS", INTEGER),
    "INT": ("N", NUMBER),
    "LBOUND": ("A AN", INTEGER),
    "LCASE$": ("S", STRING),
    "LEFT$": ("SN", STRING),
    "LEN": ("S V", INTEGER),
    "LOF": ("N", LONG),
    "LOG": ("N", ROOT),
    "LTRIM$": ("S", STRING),
    "MID$": ("SN SNN", STRING),
    "MID$=": ("SNS SNNS", STRING),  # what the statement MID$ makes of a string
    "MKD$": ("N", STRING),
    "MKI$": ("N", STRING),
    "MKL$": ("N", STRING),
    "MKS$": ("N", STRING),
    "OCT$": ("N", STRING),
    "POS": ("N", INTEGER),
    "RIGHT$": ("SN", STRING),
    "RND": ("- N", SINGLE),
    "RTRIM$": ("S", STRING),
    "SGN": ("N", INTEGER),
    "SIN": ("N", ROOT),
    "SPACE$": ("N", STRING),
    "SQR": ("N", ROOT),
    "STR$": ("N", STRING),
    "STRING$": ("NN NS", STRING),
    "TAN": ("N", ROOT),
    "TIME$": ("-", STRING),
    "TIMER": ("-", SINGLE),
    "UBOUND": ("A AN", INTEGER),
    "UCASE$": ("S", STRING),
    "VAL": ("S", DOUBLE),
    "VARPTR": ("V", LONG),
    "VARSEG": ("V", LONG),
    "_FILEEXISTS": ("S", INTEGER),
}


def rows_of(function: str) -> list[str]:
    """Returns the rows of arguments that a function takes: one letter for each argument."""
    return FUNCTIONS[function][0].replace("-", "").split(" ")


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
    """An operator between two expressions: + - * / ^, \\ or MOD, a comparison, AND, OR, XOR, EQV or IMP."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Call:
    """A function with its arguments."""

    function: str
    arguments: tuple[Argument, ...]


@dataclass(frozen=True)
class UserCall:
    """A FUNCTION or DEF FN of the listing with its arguments; the name has the type of the result."""

    name: str
    arguments: tuple[Argument, ...]


@dataclass(frozen=True)
class Bracketed:
    """A variable or element in brackets as an argument of CALL: the SUB gets its value, not its place."""

    value: Variable | Element


@dataclass(frozen=True)
class WholeArray:
    """An array that is given to a SUB: its name with empty brackets."""

    name: str


Expression = Number | Text | Variable | Element | Negation | Binary | Call | UserCall | Bracketed
Target = Variable | Element
Argument = Expression | WholeArray


def type_of_name(name: str) -> str:
    """Returns the type of the variable or array of this name."""
    return name[-1] if name[-1] in "%&#$" else SINGLE


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
        case Variable(name=name) | Element(name=name) | UserCall(name=name):
            return type_of_name(name)
        case Negation(operand=operand):
            return type_of(operand)
        case Bracketed(value=value):
            return type_of(value)
        case Call(function=function):
            result = FUNCTIONS[function][1]
            if result not in (NUMBER, ROOT):
                return result
            first = expression.arguments[0]
            assert not isinstance(first, WholeArray)
            type_ = type_of(first)
            return type_ if result == NUMBER or type_ == DOUBLE else SINGLE
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
    wider = max(left, right, key=WIDTH.__getitem__)
    return SINGLE if expression.operator in ("/", "^") and wider != DOUBLE else wider


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
        case Call() | UserCall():
            inner = tuple(part for part in expression.arguments if not isinstance(part, WholeArray))
        case _:
            inner = ()
    for part in inner:
        yield from parts_of(part)
