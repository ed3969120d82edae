"""From BASIC's expressions to Python's.

All numbers are Python floats. A sum or product is a double until it is assigned, printed, or given to a function: then
it is rounded to a SINGLE. Names in the compiled program: `v_X` is the variable X, `s_X` is X$, `a_X` the array X and
`a_X_3` its row 3.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from historic.basic.language import syntax
from historic.basic.language.declarations import COMPARISONS, Array, is_whole_constant
from historic.basic.language.syntax import Binary, Element, Expression, Number, Variable, is_text, parts_of

#: How tightly Python binds: a comparison, a sum, a product, a sign, and what needs no brackets.
COMPARED, SUM, PRODUCT, SIGN, ATOM = range(5)
PYTHON_COMPARISONS: Final = {"=": "==", "<>": "!="}


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


def variable_name(name: str) -> str:
    """Returns the name in Python of a variable."""
    return f"s_{name[:-1]}" if is_text(name) else f"v_{name}"


def array_name(name: str) -> str:
    """Returns the name in Python of an array."""
    return f"as_{name[:-1]}" if is_text(name) else f"a_{name}"


class Translator:
    """Translates expressions. `ranges` are the counters of FOR whose whole values are known: lowest and highest."""

    def __init__(self, arrays: dict[str, Array]) -> None:
        self.arrays = arrays
        self.ranges: dict[str, tuple[float, float]] = {}

    def value(self, expression: Expression) -> Code:
        """Returns the value, a number or a string."""
        match expression:
            case Number(value=number):
                return Code(repr(number), SIGN if number < 0 else ATOM)
            case syntax.Text(value=text):
                return Code(repr(text))
            case Variable(name=name):
                return Code(variable_name(name))
            case Element():
                return Code(self.element(expression), safe=self.is_in_range(expression))
            case syntax.Negation(operand=operand):
                code = self.value(operand)
                return Code(f"-{code.within(SIGN)}", SIGN, code.exact, code.linear, code.safe)
            case syntax.Call():
                return self._call(expression)
            case Binary():
                return self._binary(expression)

    def single(self, expression: Expression) -> str:
        """Returns the value as a SINGLE, or as a string."""
        code = self.value(expression)
        return code.text if code.exact else f"single_({code.text})"

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
        if len(ordered) > 1 and is_whole_constant(ordered[0], array.ordered_bounds[0]):
            name, texts = f"{name}_{float(texts[0]):.0f}", texts[1:]
        return name + "".join(f"[{text}]" for text in texts[:-1]), texts[-1]

    def is_in_range(self, element: Element) -> bool:
        """Returns True if each subscript is known to be whole and within its bounds."""
        bounds = self.arrays[element.name].bounds
        return all(self.is_within(place, bound) for place, bound in zip(element.subscripts, bounds, strict=True))

    def is_within(self, subscript: Expression, bound: int) -> bool:
        """Returns True if a subscript is known to be whole, and from 0 to `bound`."""
        lowest, highest = self._range(subscript)
        return lowest >= 0 and highest <= bound

    def _range(self, expression: Expression) -> tuple[float, float]:
        unknown = (-1.0, -1.0)
        match expression:
            case Number(value=value) if value.is_integer():
                return value, value
            case Variable(name=name):
                return self.ranges.get(name, unknown)
            case Binary(operator="+" | "-" as sign, left=Variable(name=name), right=Number(value=value)):
                if name in self.ranges and value.is_integer():
                    lowest, highest = self.ranges[name]
                    moved = value if sign == "+" else -value
                    return lowest + moved, highest + moved
        return unknown

    def _unsafe_parts(self, expression: Expression) -> set[Expression]:
        """Returns the parts in which an error can occur."""
        return {
            part
            for part in parts_of(expression)
            if (isinstance(part, Element) and not self.is_in_range(part))
            or (isinstance(part, Binary) and (part.operator in "/^" or not self._is_simple(part)))
            or isinstance(part, syntax.Call)
        }

    @staticmethod
    def _is_simple(expression: Binary) -> bool:
        return expression.operator not in ("AND", "OR") or _is_condition(expression)

    def _call(self, call: syntax.Call) -> Code:
        arguments = ", ".join(self.value(argument).text for argument in call.arguments)
        function = {"INT": "int_", "MID$": "mid_", "INKEY$": "inkey_"}[call.function]
        return Code(f"{function}({arguments})", safe=False)

    def _binary(self, expression: Binary) -> Code:
        if _is_condition(expression):
            condition = self.condition(expression)
            return Code(f"(-1.0 if {condition.text} else 0.0)", safe=condition.safe)
        operator = expression.operator
        left, right = self.value(expression.left), self.value(expression.right)
        safe = left.safe and right.safe
        match operator:
            case "+" | "-":
                linear = left.linear and right.linear
                exact = operator == "+" and _is_text_code(expression)
                return Code(f"{left.within(SUM)} {operator} {right.within(PRODUCT)}", SUM, exact, linear, safe)
            case "*" | "/":
                text = f"{left.within(PRODUCT)} {operator} {right.within(SIGN)}"
                return Code(text, PRODUCT, False, False, safe and operator == "*")
            case "^":
                if left.text == "2.0":
                    return Code(f"powers_of_two_[{right.text}]", ATOM, False, False, False)
                return Code(f"power_({left.text}, {right.text})", ATOM, False, False, False)
            case _:
                name = {"AND": "and_", "OR": "or_"}[operator]
                return Code(f"{name}({left.text}, {right.text})", ATOM, False, False, False)


def _is_condition(expression: Expression) -> bool:
    """Returns True for a comparison, and for AND and OR between two conditions: the value is -1 or 0."""
    if not isinstance(expression, Binary):
        return False
    if expression.operator in ("AND", "OR"):
        return _is_condition(expression.left) and _is_condition(expression.right)
    return expression.operator in COMPARISONS


def _is_text_code(expression: Expression) -> bool:
    match expression:
        case Binary(operator="+"):
            return _is_text_code(expression.left)
        case syntax.Text() | syntax.Call(function="MID$" | "INKEY$"):
            return True
        case Variable(name=name) | Element(name=name):
            return is_text(name)
    return False


def _grouped(code: Code, expression: Expression) -> str:
    """Returns a side of `and` or `or`, in brackets unless it is a single comparison."""
    compared = isinstance(expression, Binary) and expression.operator in COMPARISONS
    return code.text if compared else f"({code.text})"
