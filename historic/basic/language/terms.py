"""The parts of an expression, and their types.

A name says its type: INTEGER ends in %, LONG in &, DOUBLE in #, a string in $, and SINGLE in nothing. names.py gives
each name this form. A variable of a SUB has the SUB's name before its own: `SHOW.X%`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, is_dataclass
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
#: The functions by the rows of arguments that they take and the type of their result. Each argument is a letter: a
#: number, a string, an array or a variable of numbers. "-" stands for no argument, MID$= for the statement MID$, and
#: INKEY$= for a loop that waits for a key.
SIGNATURES: Final = {
    ("N", NUMBER): "ABS FIX INT",
    ("S", INTEGER): "ASC CVI _FILEEXISTS",
    ("N", ROOT): "ATN COS EXP LOG SIN SQR TAN",
    ("N", DOUBLE): "CDBL",
    ("N", STRING): "CHR$ HEX$ MKD$ MKI$ MKL$ MKS$ OCT$ SPACE$ STR$",
    ("N", INTEGER): "CINT EOF POS SGN",
    ("N", LONG): "CLNG LOF",
    ("N", SINGLE): "CSNG",
    ("-", INTEGER): "CSRLIN ERR FREEFILE",
    ("S", DOUBLE): "CVD VAL",
    ("S", LONG): "CVL",
    ("S N", LONG): "FRE",
    ("S", SINGLE): "CVS",
    ("-", STRING): "COMMAND$ DATE$ INKEY$ INKEY$= TIME$",
    ("-", LONG): "ERL",
    ("N NN", STRING): "INPUT$",
    ("NN NNN", INTEGER): "SCREEN",
    ("SS NSS", INTEGER): "INSTR",
    ("A AN", INTEGER): "LBOUND UBOUND",
    ("S", STRING): "LCASE$ LTRIM$ RTRIM$ UCASE$",
    ("SN", STRING): "LEFT$ RIGHT$",
    ("S V", INTEGER): "LEN",
    ("SN SNN", STRING): "MID$",
    ("SNS SNNS", STRING): "MID$=",
    ("- N", SINGLE): "RND",
    ("NN NS", STRING): "STRING$",
    ("-", SINGLE): "TIMER",
    ("V", LONG): "VARPTR VARSEG",
}
FUNCTIONS: Final = {name: signature for signature, names in SIGNATURES.items() for name in names.split()}


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
    arguments: tuple[Expression, ...]


@dataclass(frozen=True)
class UserCall:
    """A FUNCTION or DEF FN of the listing with its arguments; the name has the type of the result."""

    name: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True)
class Bracketed:
    """A variable or element as an argument that is a value, not a place: in brackets, or of a DEF FN."""

    value: Variable | Element


@dataclass(frozen=True)
class WholeArray:
    """An array that is given to a SUB: its name with empty brackets."""

    name: str


@dataclass(frozen=True)
class Converted:
    """A value that takes the type of another one, as a CASE's takes the selector's."""

    value: Expression
    like: Expression


Expression = (
    Number | Text | Variable | Element | Negation | Binary | Call | UserCall | Bracketed | WholeArray | Converted
)
Target = Variable | Element


def type_of_name(name: str) -> str:
    """Returns the type of the variable or array of this name."""
    return name[-1] if name[-1] in "%&#$" else SINGLE


def is_text(name: str) -> bool:
    """Returns True if a variable or array of this name holds strings."""
    return name.endswith(STRING)


def type_of(expression: Expression) -> str:
    """Returns the type of a value or an array. The types inside it must fit, which type_checks.py checks."""
    match expression:
        case Number(type=type_):
            return type_
        case Text():
            return STRING
        case Variable() | Element() | UserCall() | WholeArray():
            return type_of_name(expression.name)
        case Negation(operand=operand):
            return type_of(operand)
        case Bracketed(value=value) | Converted(like=value):
            return type_of(value)
        case Call(function=function):
            result = FUNCTIONS[function][1]
            if result not in (NUMBER, ROOT):
                return result
            type_ = type_of(expression.arguments[0])
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


def expressions_of(whole: object) -> Iterator[Expression]:
    """Yields the expressions of a statement, its targets included, or the parts of an expression."""
    for part in whole if isinstance(whole, tuple) else vars(whole).values():
        if isinstance(part, Expression):
            yield part
        elif isinstance(part, tuple) or is_dataclass(part):
            yield from expressions_of(part)


def parts_of(whole: object) -> Iterator[Expression]:
    """Yields all expressions in a statement or an expression, and this one itself."""
    if isinstance(whole, Expression):
        yield whole
    for inner in expressions_of(whole):
        yield from parts_of(inner)
