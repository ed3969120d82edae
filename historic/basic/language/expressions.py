"""From BASIC's expressions to Python's.

All numbers are Python floats, those of INTEGER and LONG too. A sum or product is a double until it is assigned,
printed, or given to a function: then it is rounded to its type.

`v_X` is the variable X, `i_X` is X%, `l_X` is X& and `s_X` is X$; `a_X` is the array X. They are Python's global
variables. A SUB's own variables are in the dictionary `own`, which is new at each call: `own['v_X']`. A parameter
that is a variable stands for a place in a dictionary: the global variables', another SUB's own, or the row of an
array. It is `own['v_X_row'][own['v_X_key']]`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from historic.basic.language.errors import DIVISION_BY_ZERO, LineError
from historic.basic.language.runtime import CALLED, EXACT, PowersOfTwo, integer, long
from historic.basic.language.syntax import Declared
from historic.basic.language.terms import (
    BITS,
    BYTES,
    COMPARISONS,
    DOUBLE,
    FUNCTIONS,
    INTEGER,
    LIMITS,
    LONG,
    NUMBER,
    ROOT,
    SINGLE,
    STRING,
    Binary,
    Bracketed,
    Call,
    Converted,
    Element,
    Expression,
    Negation,
    Number,
    Target,
    Text,
    UserCall,
    Variable,
    WholeArray,
    parts_of,
    type_of,
    type_of_name,
)

#: How tightly Python binds: a comparison, a sum, a product, a sign, and a term that needs no brackets.
COMPARED, SUM, PRODUCT, SIGN, ATOM = range(5)
#: The operators whose result may be infinity.
UNCHECKED: Final = ("+", "-", "*", "/")
PYTHON_COMPARISONS: Final = {"=": "==", "<>": "!="}
PYTHON_OPERATORS: Final = {"MOD": "mod_", "\\": "quotient_", **{name: f"{name.lower()}_" for name in BITS}}
#: The functions with a name in Python that python_function does not make.
PYTHON_FUNCTIONS: Final = {
    "CINT": "integer_",
    "CLNG": "long_",
    "EOF": "files_.eof",
    "FREEFILE": "files_.free",
    "INKEY$=": "io_.wait_for_key",
    "LOF": "files_.lof",
    "POS": "io_.pos",
    "VARPTR": "pictures_.pointer",
    "VARSEG": "pictures_.varseg",
    "_FILEEXISTS": "files_.exists",
}
#: The beginning of a variable's name in Python, for each type, and of an array's.
PREFIXES: Final = {SINGLE: "v_", INTEGER: "i_", LONG: "l_", DOUBLE: "d_", STRING: "s_"}
ARRAY_PREFIXES: Final = {SINGLE: "a_", INTEGER: "ai_", LONG: "al_", DOUBLE: "ad_", STRING: "as_"}
#: The functions that convert a number to a type. `single_` is written where it is needed only.
CONVERSIONS: Final = {SINGLE: "single_", INTEGER: "integer_", LONG: "long_", DOUBLE: "double_"}
#: The types whose values a SINGLE can have.
EXACT_TYPES: Final = (SINGLE, INTEGER, STRING)
#: The longest string that a function makes without asking how much room there is.
SHORT: Final = 64


def python_function(name: str) -> str:
    """Returns the name of a function of BASIC in Python."""
    return PYTHON_FUNCTIONS.get(name) or name.lower().replace("$", "").replace("=", "_put") + "_"


def variable_name(name: str) -> str:
    """Returns the name in Python of a variable, or its key in `own`."""
    return PREFIXES[type_of_name(name)] + _bare(name)


def array_name(name: str) -> str:
    """Returns the name in Python of an array, or its key in `own`."""
    return ARRAY_PREFIXES[type_of_name(name)] + _bare(name)


def _bare(name: str) -> str:
    return name.removesuffix(type_of_name(name)).rpartition(".")[2]


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
    """Translates expressions. `references` are the parameters of SUBs that stand for a place: all but whole arrays.

    `functions` are the FUNCTIONs and DEF FNs, each with its parameters and the number of its block, 0 for a DEF FN in
    one line. `lengths` are those of strings of fixed length.
    """

    def __init__(
        self,
        references: set[str],
        functions: dict[str, tuple[tuple[Declared, ...], int]],
        lengths: Mapping[str, int],
    ) -> None:
        self.references = references
        self.functions = functions
        self.lengths = lengths

    def value(self, expression: Expression) -> Code:
        """Returns the value, a number or a string."""
        match expression:
            case Number(value=number):
                exact = expression.type in EXACT_TYPES or (number.is_integer() and abs(number) <= EXACT)
                return Code(repr(number), SIGN if number < 0 else ATOM, exact, expression.type != DOUBLE)
            case Text(value=text):
                return Code(repr(text))
            case Variable(name=name):
                return _typed_code(self.variable(name), type_of_name(name))
            case Element(name=name):
                row, place = self.row_and_place(expression)
                return _typed_code(f"{row}[{place}]", type_of_name(name), safe=False)
            case WholeArray(name=name):
                return Code(self.array(name))
            case Negation(operand=operand):
                code = self.value(operand)
                if type_of(operand) in LIMITS:  # whole numbers have no negative zero
                    return Code(f"0.0 - {code.within(PRODUCT)}", SUM, code.exact, code.linear, code.safe)
                return Code(f"-{code.within(SIGN)}", SIGN, code.exact, code.linear, code.safe)
            case Bracketed(value=value):
                return self.value(value)
            case Converted(value=value, like=like):
                return _typed_code(self.typed(value, type_of(like)), type_of(like), safe=False)
            case Call():
                return self._call(expression)
            case UserCall():
                return self._user_call(expression)
            case Binary():
                code = self._binary(expression)
                # A DOUBLE beyond the largest is error 6 wherever it is used; a SINGLE is where it is rounded.
                if expression.operator in UNCHECKED and type_of(expression) == DOUBLE:
                    return Code(f"double_({code.text})", ATOM, False, False, False)
                return code

    def single(self, expression: Expression) -> str:
        """Returns the value as a SINGLE, or as a string."""
        code = self.value(expression)
        return code.text if code.exact else f"single_({code.text})"

    def typed(self, expression: Expression, type_: str) -> str:
        """Returns the value converted to a type."""
        if type_ in (SINGLE, STRING):
            return self.single(expression)
        if type_ == DOUBLE and type_of(expression) == SINGLE:
            return self.single(expression)
        text = self.value(expression).text
        is_simple = not isinstance(expression, Negation | Bracketed | Call) and type_of(expression) == DOUBLE
        return text if holds(expression, type_) or (type_ == DOUBLE and is_simple) else f"{CONVERSIONS[type_]}({text})"

    def printed(self, expression: Expression) -> str:
        """Returns the value for PRINT and STR$: a Python integer for an INTEGER or LONG, a text for a DOUBLE."""
        if type_of(expression) == DOUBLE:
            return f"double_text_({self.value(expression).text})"
        if type_of(expression) not in LIMITS:
            return self.single(expression)
        text = self.value(expression).text
        return text if holds(expression, INTEGER) else f"whole_({text})"

    def variable(self, name: str) -> str:
        """Returns a variable, as Python reads or assigns it."""
        row, key = self.place_of_variable(name)
        return key if row == "memory_" else f"{row}[{key}]"

    def place_of_variable(self, name: str) -> tuple[str, str]:
        """Returns the dictionary that a variable is in, and its key."""
        python = variable_name(name)
        if name in self.references:
            return f"own['{python}_row']", f"own['{python}_key']"
        return ("own", repr(python)) if "." in name else ("memory_", python)

    def array(self, name: str) -> str:
        """Returns a whole array."""
        return f"own[{array_name(name)!r}]" if "." in name else array_name(name)

    def argument(self, argument: Expression, parameter: str) -> str:
        """Returns an argument of CALL as part of the dictionary `own` of the SUB."""
        if isinstance(argument, WholeArray):
            return f"{array_name(parameter)!r}: {self.array(argument.name)}"
        if isinstance(argument, Variable | Element):
            row, key = self.reference(argument)
            if argument.name in self.lengths and parameter not in self.lengths:
                row, key = f"fixed_place_({row}, {key}, {self.lengths[argument.name]})", "0"
        else:
            row, key = f"[{self.typed(argument, type_of_name(parameter))}]", "0"
        python = variable_name(parameter)
        return f"'{python}_row': {row}, '{python}_key': {key}"

    def reference(self, target: Target) -> tuple[str, str]:
        """Returns the dictionary that a variable or element is in, and its key there, both as Python code."""
        if isinstance(target, Variable):
            row, key = self.place_of_variable(target.name)
            return row, repr(key) if row == "memory_" else key
        row, place = self.row_and_place(target)
        return row, f"{row}.place({place})"

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

    def row_and_place(self, element: Element) -> tuple[str, str]:
        """Returns the row of an element, and its place in the row."""
        *outer, last = (self.value(subscript).text for subscript in element.subscripts)
        return self.array(element.name) + "".join(f"[{text}]" for text in outer), last

    def _unsafe_parts(self, expression: Expression) -> set[Expression]:
        """Returns the parts in which an error can occur."""
        return {
            part
            for part in parts_of(expression)
            if isinstance(part, Element)
            or (isinstance(part, Binary) and not self._is_simple(part))
            or (isinstance(part, Call | UserCall) and not self.value(part).safe)
        }

    @staticmethod
    def _is_simple(expression: Binary) -> bool:
        """Returns True if the operator itself has no error: a sum of strings can be too long."""
        if expression.operator in ("AND", "OR"):
            return _is_condition(expression)
        return expression.operator in ("+", "-", "*", *COMPARISONS) and type_of(expression) != STRING

    def _user_call(self, call: UserCall) -> Code:
        parameters, number = self.functions[call.name]
        given: list[str] = []
        for argument, parameter in zip(call.arguments, parameters, strict=True):
            if number:
                given.append(self.argument(argument, parameter.name))
            else:
                value = self.typed(argument, type_of_name(parameter.name))
                given.append(f"{variable_name(parameter.name)!r}: {value}")
        own = f"{{{', '.join(given)}}}"
        text = f"function_({number}, {own}, {variable_name(call.name)!r})" if number else f"fn_({call.name!r}, {own})"
        return _typed_code(text, type_of_name(call.name), safe=False)

    def _call(self, call: Call) -> Code:
        parts = call.arguments
        match call.function:
            case "MID$" if len(parts) == 3 and _is_count(parts[1], 1) and _is_count(parts[2]):
                start, count = (int(part.value) for part in parts[1:] if isinstance(part, Number))
                text = self.value(parts[0])
                return Code(f"{text.within(ATOM)}[{start - 1}:{start - 1 + count}]", safe=text.safe)
            case "LEFT$" if _is_count(parts[1]) and isinstance(parts[1], Number):
                text = self.value(parts[0])
                return Code(f"{text.within(ATOM)}[:{parts[1].value:.0f}]", safe=text.safe)
            case "ABS":
                number = self.value(parts[0])
                return Code(f"abs({number.text})", ATOM, number.exact, number.linear, number.safe)
            case "INT" | "FIX" if type_of(parts[0]) in LIMITS:
                return self.value(parts[0])
            case "STR$":
                return Code(f"str_({self.printed(parts[0])})", safe=False)
            case "LEN" if type_of(parts[0]) != STRING:
                return Code(repr(float(BYTES[type_of(parts[0])])))
            case "VARSEG" | "VARPTR" if isinstance(parts[0], Variable | Element):
                return Code(f"{python_function(call.function)}({', '.join(self.reference(parts[0]))})", safe=False)
            case function:
                texts = [self.value(part).text for part in parts]
                if type_of(call) == DOUBLE and FUNCTIONS[function][1] in (NUMBER, ROOT):
                    texts.append("True")
                return _typed_code(f"{python_function(function)}({', '.join(texts)})", type_of(call), safe=False)

    def _operand(self, expression: Expression, operator: str) -> Code:
        """Returns a side of an operator: a result that stays infinite is not looked at inside a sum or product."""
        if operator in UNCHECKED and isinstance(expression, Binary) and expression.operator in UNCHECKED:
            return self._binary(expression)
        return self.value(expression)

    def _binary(self, expression: Binary) -> Code:
        if _is_condition(expression):
            condition = self.condition(expression)
            return Code(f"(-1.0 if {condition.text} else 0.0)", safe=condition.safe)
        operator = expression.operator
        left, right = self._operand(expression.left, operator), self.value(expression.right)
        if operator != "/":  # a number divided by infinity would be 0
            right = self._operand(expression.right, operator)
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
                return Code(f"{PYTHON_OPERATORS[operator]}({left.text}, {right.text})", ATOM, False, False, False)


def _typed_code(text: str, type_: str, safe: bool = True) -> Code:
    """Returns Python that has a value of a type."""
    return Code(text, ATOM, type_ in EXACT_TYPES, type_ != DOUBLE, safe)


def _is_count(expression: Expression, lowest: int = 0) -> bool:
    if not isinstance(expression, Number):
        return False
    return expression.value.is_integer() and lowest <= expression.value <= SHORT


def holds(expression: Expression, type_: str) -> bool:
    """Returns True if a value is known to lie within the limits of INTEGER or LONG."""
    is_known = isinstance(expression, Number | Variable | Element | UserCall) or (
        isinstance(expression, Binary) and expression.operator in (*BITS, *COMPARISONS, "MOD")
    )
    known = type_of(expression) if is_known else SINGLE
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


def constant_of(expression: Expression, type_: str) -> Number | Text | None:
    """Returns the value of a constant expression, of this type, or None if it is none. Raises LineError."""
    names: dict[str, Any] = {**CALLED, "integer_": integer, "long_": long, "powers_of_two_": PowersOfTwo()}
    if any(isinstance(part, UserCall) for part in parts_of(expression)):
        return None
    try:
        value = eval(
            Translator(set(), {}, {}).typed(expression, type_), {"__builtins__": {"abs": abs, "float": float}, **names}
        )
    except NameError:
        return None
    except ZeroDivisionError:
        raise LineError(DIVISION_BY_ZERO) from None
    return Text(value) if isinstance(value, str) else Number(value, type_)
