"""From lark's tree of an expression to an Expression."""

from __future__ import annotations

from typing import Any, Final

from historic.basic.language.errors import (
    OVERFLOW,
    SYNTAX_ERROR,
    ListingRefused,
    refused,
)
from historic.basic.language.runtime import single_of
from historic.basic.language.terms import (
    FUNCTIONS,
    INTEGER,
    LIMITS,
    LONG,
    Binary,
    Call,
    Element,
    Expression,
    Negation,
    Number,
    Text,
    Variable,
)
from historic.basic.stops import BasicError

#: QBasic makes a constant with more digits a DOUBLE.
SINGLE_DIGITS: Final = 7
#: How many of a function's arguments may be left out.
OPTIONAL: Final = {"MID$": 1}


def no_part(word: str) -> str:
    """Returns the message about a word of QBasic that this BASIC does not have."""
    return f"{word.upper()} is not part of this BASIC"


class TermBuilder:
    """Makes the expressions of the line `number`."""

    def __init__(self, number: int) -> None:
        self.number = number

    def value(self, tree: Any) -> Expression:
        """Returns an expression."""
        parts = tree.children
        match tree.data:
            case "number":
                return self.number_of(parts[0])
            case "text":
                return Text(str(parts[0][1:-1]))
            case "variable":
                return Variable(parts[0].upper())
            case "element":
                return Element(parts[0].upper(), tuple(self.value(part) for part in parts[1:]))
            case "bracketed":
                return self.value(parts[0])
            case "negation":
                return self.negated(self.value(parts[0]))
            case "call":
                return self.call(parts[0].upper(), tuple(self.value(part) for part in parts[1:]))
            case "negative_power":
                return Binary("^", self.value(parts[0]), self.negated(self.value(parts[2])))
            case _:
                return Binary(parts[1].upper(), self.value(parts[0]), self.value(parts[2]))

    def call(self, function: str, arguments: tuple[Expression, ...]) -> Expression:
        """Returns the call of a function. Raises ListingRefused for the wrong number of arguments."""
        most = len(FUNCTIONS[function][0])
        if not most - OPTIONAL.get(function, 0) <= len(arguments) <= most:
            raise refused(SYNTAX_ERROR, self.number, f"{function} takes {most} argument{'s' if most > 1 else ''}")
        return Call(function, arguments)

    @staticmethod
    def negated(value: Expression) -> Expression:
        """Returns the negative of a value."""
        return Number(-value.value, value.type) if isinstance(value, Number) else Negation(value)

    def constant(self, tree: Any) -> float | str:
        """Returns a value of DATA."""
        if tree.data == "text":
            return str(tree.children[0][1:-1])
        number = self.number_of(tree.children[0]).value
        return -number if tree.data == "negative" else number

    def number_of(self, token: str) -> Number:
        """Returns a constant: a whole number is an INTEGER or a LONG, and any other number a SINGLE."""
        if token.isdigit() and int(token) <= LIMITS[LONG][1]:
            return Number(float(token), INTEGER if int(token) <= LIMITS[INTEGER][1] else LONG)
        digits = token.upper().partition("E")[0].replace(".", "").lstrip("0")
        if len(digits) > SINGLE_DIGITS:
            raise ListingRefused(self.number, f"{token} has more than {SINGLE_DIGITS} digits: a SINGLE is expected")
        try:
            return Number(single_of(float(token)))
        except BasicError:
            raise refused(OVERFLOW, self.number, token) from None
