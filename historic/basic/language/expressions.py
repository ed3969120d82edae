"""From BASIC's expressions to Python's.

All numbers are Python floats, those of INTEGER and LONG too. A sum or product is a double until it is assigned,
printed, or given to a function: then it is rounded to its type.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from historic.basic.language.arrays import Array, is_whole_constant
from historic.basic.language.python_names import array_name, row_name, variable_name
from historic.basic.language.runtime import EXACT, MAX_STRING
from historic.basic.language.terms import (
    COMPARISONS,
    INTEGER,
    LIMITS,
    LONG,
    SINGLE,
    STRING,
    Argument,
    Binary,
    Bracketed,
    Call,
    Element,
    Expression,
    Negation,
    Number,
    Text,
    Variable,
    WholeArray,
    parts_of,
    type_of,
    type_of_name,
)

#: How tightly Python binds: a comparison, a sum, a product, a sign, and what needs no brackets.
COMPARED, SUM, PRODUCT, SIGN, ATOM = range(5)
PYTHON_COMPARISONS: Final = {"=": "==", "<>": "!="}
PYTHON_FUNCTIONS: Final = {
    "CHR$": "chr_",
    "INKEY$": "inkey_",
    "INT": "int_",
    "LEFT$": "left_",
    "LTRIM$": "ltrim_",
    "MID$": "mid_",
    "VAL": "val_",
    "_FILEEXISTS": "files_.exists",
}
#: What makes a number one of a type. `single_` is written where it is needed only.
CONVERSIONS: Final = {SINGLE: "single_", INTEGER: "integer_", LONG: "long_"}


@dataclass(frozen=True)
class Code:
    """An expression in Python.

    `exact`: the value is a SINGLE already. `linear`: it is a sum or difference of SINGLEs, which needs no rounding
    where it is tiny. `safe`: no error can occur in it.
    """

    text: str
    level: int = ATOM
    exact: bool = True
    linear: bool = True
    safe: bool = True

    def within(self, level: int) -> str:
        """Returns the text for a place that binds as tightly as `level`, in brackets if it needs them."""
        return self.text if self.level >= level else f"({self.text})"


class Translator:
    """Translates expressions. `ranges` are the counters of FOR whose whole values are known: lowest and highest.

    `references` are the parameters that are references, and `boxed` the variables that are given to one.
    """

    def __init__(
        self, arrays: dict[str, Array], references: frozenset[str] = frozenset(), boxed: frozenset[str] = frozenset()
    ) -> None:
        self.arrays = arrays
        self.references = references
        self.boxed = boxed
        self.ranges: dict[str, tuple[float, float]] = {}

    def value(self, expression: Expression) -> Code:
        """Returns the value, a number or a string."""
        match expression:
            case Number(value=number):
                return Code(repr(number), SIGN if number < 0 else ATOM, expression.type != LONG or abs(number) <= EXACT)
            case Text(value=text):
                return Code(repr(text))
            case Variable(name=name):
                return Code(self.variable(name), exact=type_of_name(name) != LONG)
            case Element(name=name):
                exact = type_of_name(name) != LONG
                return Code(self.element(expression), exact=exact, safe=self.is_in_range(expression))
            case Negation(operand=operand):
                code = self.value(operand)
                return Code(f"-{code.within(SIGN)}", SIGN, code.exact, code.linear, code.safe)
            case Bracketed(value=value):
                return self.value(value)
            case Call():
                return self._call(expression)
            case Binary():
                return self._binary(expression)

    def single(self, expression: Expression) -> str:
        """Returns the value as a SINGLE, or as a string."""
        code = self.value(expression)
        return code.text if code.exact else f"single_({code.text})"

    def typed(self, expression: Expression, type_: str) -> str:
        """Returns the value converted to a type."""
        if type_ in (SINGLE, STRING):
            return self.single(expression)
        text = self.value(expression).text
        return text if holds(expression, type_) else f"{CONVERSIONS[type_]}({text})"

    def printed(self, expression: Expression) -> str:
        """Returns the value for PRINT and STR$: a Python integer where it is a whole number by its type."""
        if type_of(expression) not in LIMITS:
            return self.single(expression)
        text = self.value(expression).text
        return text if holds(expression, INTEGER) else f"int({text})"

    def variable(self, name: str) -> str:
        """Returns a variable, as Python reads or assigns it."""
        python = variable_name(name)
        if name in self.references:
            return f"{python}_row[{python}_key]"
        return f"{python}[0]" if name in self.boxed else python

    def argument(self, argument: Argument, parameter: str) -> list[str]:
        """Returns an argument of CALL: one Python argument, or two, a row and a key, for a reference."""
        if isinstance(argument, WholeArray):
            return [array_name(argument.name)]
        if parameter not in self.references:
            return [self.typed(argument, type_of_name(parameter))]
        if isinstance(argument, Variable):
            python = variable_name(argument.name)
            return [f"{python}_row", f"{python}_key"] if argument.name in self.references else [python, "0"]
        if isinstance(argument, Element):
            row, place = self.row_and_place(argument)
            return [row, place if self.is_in_range(argument) else f"{row}.place({place})"]
        return [f"[{self.typed(argument, type_of_name(parameter))}]", "0"]

    def condition(self, expression: Expression) -> Code:
        """Returns a Python condition that holds where the value is not 0."""
        if not (isinstance(expression, Binary) and _is_condition(expression)):
            code = self.value(expression)
            return Code(f"{code.within(SUM)} != 0.0", COMPARED, safe=code.safe)
        left, right = expression.left, expression.right
        if expression.operator in COMPARISONS:
            first, second = self.value(left), self.value(right)
            sign = PYTHON_COMPARISONS.get(expression.operator, expression.operator)
            return Code(f"{first.within(SUM)} {sign} {second.within(SUM)}", COMPARED, safe=first.safe and second.safe)
        first, second = self.condition(left), self.condition(right)
        # BASIC evaluates both sides. Python's `and` leaves the second one out: only where no error can occur in it.
        if second.safe or self._unsafe_parts(right) <= self._unsafe_parts(left):
            joined = f" {expression.operator.lower()} ".join((_grouped(first, left), _grouped(second, right)))
        else:
            joined = {"AND": " & ", "OR": " | "}[expression.operator].join((f"({first.text})", f"({second.text})"))
        return Code(joined, COMPARED, safe=first.safe and second.safe)

    def element(self, element: Element) -> str:
        """Returns an element of an array, as Python reads or assigns it."""
        row, last = self.row_and_place(element)
        return f"{row}[{last}]"

    def row_and_place(self, element: Element) -> tuple[str, str]:
        """Returns the row of an element, and its place in the row."""
        array = self.arrays[element.name]
        name = array_name(element.name)
        ordered = array.ordered(element.subscripts)
        texts = [self.value(subscript).text for subscript in ordered]
        if len(ordered) > 1 and _number_of(ordered[0]) in array.rows:
            name, texts = row_name(name, int(float(texts[0]))), texts[1:]
        return name + "".join(f"[{text}]" for text in texts[:-1]), texts[-1]

    def is_in_range(self, element: Element) -> bool:
        """Returns True if each subscript is known to be whole and within its bounds."""
        limits = self.arrays[element.name].limits
        return all(self.is_within(place, limit) for place, limit in zip(element.subscripts, limits, strict=True))

    def is_within(self, subscript: Expression, limits: tuple[int, int]) -> bool:
        """Returns True if a subscript is known to be whole, and between two bounds."""
        known = self._range(subscript)
        return known is not None and limits[0] <= known[0] and known[1] <= limits[1]

    def _range(self, expression: Expression) -> tuple[float, float] | None:
        match expression:
            case Number(value=value) if value.is_integer():
                return value, value
            case Variable(name=name):
                return self.ranges.get(name)
            case Binary(operator="+" | "-" as sign, left=Variable(name=name), right=Number(value=value)):
                if name in self.ranges and value.is_integer():
                    lowest, highest = self.ranges[name]
                    moved = value if sign == "+" else -value
                    return lowest + moved, highest + moved
        return None

    def _unsafe_parts(self, expression: Expression) -> set[Expression]:
        """Returns the parts in which an error can occur."""
        return {
            part
            for part in parts_of(expression)
            if (isinstance(part, Element) and not self.is_in_range(part))
            or (isinstance(part, Binary) and not self._is_simple(part))
            or (isinstance(part, Call) and not self.value(part).safe)
        }

    @staticmethod
    def _is_simple(expression: Binary) -> bool:
        """Returns True if the operator itself has no error: a sum of strings can be too long."""
        if expression.operator in ("AND", "OR"):
            return _is_condition(expression)
        return expression.operator not in ("/", "^", "MOD") and type_of(expression) != STRING

    def _call(self, call: Call) -> Code:
        parts = call.arguments
        match call.function:
            case "MID$" if len(parts) == 3 and is_whole_constant(parts[1], (1, MAX_STRING)) and _is_count(parts[2]):
                start, count = (int(part.value) for part in parts[1:] if isinstance(part, Number))
                text = self.value(parts[0])
                return Code(f"{text.within(ATOM)}[{start - 1}:{start - 1 + count}]", safe=text.safe)
            case "LEFT$" if _is_count(parts[1]) and isinstance(parts[1], Number):
                text = self.value(parts[0])
                return Code(f"{text.within(ATOM)}[:{parts[1].value:.0f}]", safe=text.safe)
            case "ABS":
                number = self.value(parts[0])
                return Code(f"abs({number.text})", ATOM, number.exact, number.linear, number.safe)
            case "INT" if type_of(parts[0]) != SINGLE:
                return self.value(parts[0])
            case "STR$":
                return Code(f"str_({self.printed(parts[0])})", safe=False)
            case function:
                arguments = ", ".join(self.value(part).text for part in parts)
                return Code(f"{PYTHON_FUNCTIONS[function]}({arguments})", safe=False)

    def _binary(self, expression: Binary) -> Code:
        if _is_condition(expression):
            condition = self.condition(expression)
            return Code(f"(-1.0 if {condition.text} else 0.0)", safe=condition.safe)
        operator = expression.operator
        left, right = self.value(expression.left), self.value(expression.right)
        safe = left.safe and right.safe
        match operator:
            case "+" if type_of(expression) == STRING:
                return Code(f"join_({left.text}, {right.text})", safe=False)
            case "+" | "-":
                linear = left.linear and right.linear
                return Code(f"{left.within(SUM)} {operator} {right.within(PRODUCT)}", SUM, False, linear, safe)
            case "*" | "/":
                text = f"{left.within(PRODUCT)} {operator} {right.within(SIGN)}"
                return Code(text, PRODUCT, False, False, safe and operator == "*")
            case "^":
                if left.text == "2.0":
                    return Code(f"powers_of_two_[{right.text}]", ATOM, False, False, False)
                return Code(f"power_({left.text}, {right.text})", ATOM, False, False, False)
            case _:
                name = {"AND": "and_", "OR": "or_", "MOD": "mod_"}[operator]
                return Code(f"{name}({left.text}, {right.text})", ATOM, False, False, False)


def _is_count(expression: Expression) -> bool:
    return is_whole_constant(expression, (0, MAX_STRING))


def _number_of(expression: Expression) -> float | None:
    return expression.value if isinstance(expression, Number) else None


def holds(expression: Expression, type_: str) -> bool:
    """Returns True if a value is known to lie within the limits of INTEGER or LONG."""
    match expression:
        case Number() | Variable() | Element():
            known = type_of(expression)
        case Binary(operator=operator) if operator not in ("+", "-", "*"):
            known = type_of(expression)
        case _:
            known = SINGLE
    return known == type_ or (known == INTEGER and type_ == LONG)


def _is_condition(expression: Expression) -> bool:
    """Returns True for a comparison, and for AND and OR between two conditions: the value is -1 or 0."""
    if not isinstance(expression, Binary):
        return False
    if expression.operator in ("AND", "OR"):
        return _is_condition(expression.left) and _is_condition(expression.right)
    return expression.operator in COMPARISONS


def _grouped(code: Code, expression: Expression) -> str:
    """Returns a side of `and` or `or`, in brackets unless it is a single comparison."""
    compared = isinstance(expression, Binary) and expression.operator in COMPARISONS
    return code.text if compared else f"({code.text})"
