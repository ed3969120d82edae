"""A parsed line as a typed tree, and its expressions. building.py makes the statements."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from historic.basic.charset import bytes_of
from historic.basic.language import errors
from historic.basic.language.errors import ListingRefused, WordsMissing, refused
from historic.basic.language.runtime import TO_TYPE, WRAPPED, number_of
from historic.basic.language.syntax import RECORD, UNSAID, Declared
from historic.basic.language.terms import (
    DOUBLE,
    INTEGER,
    LIMITS,
    LONG,
    SINGLE,
    STRING,
    Binary,
    Bracketed,
    Call,
    Element,
    Expression,
    Negation,
    Number,
    Target,
    Text,
    UserCall,
    Variable,
    WholeArray,
    rows_of,
)
from historic.basic.stops import BasicError

#: The types behind AS, and those of DEFINT and the like.
TYPES: Final = {"INTEGER": INTEGER, "LONG": LONG, "SINGLE": SINGLE, "DOUBLE": DOUBLE, "STRING": STRING}
DEF_TYPES: Final = {"INT": INTEGER, "LNG": LONG, "SNG": SINGLE, "DBL": DOUBLE, "STR": STRING}
#: The sign of the type at the end of a name.
SUFFIXES: Final = "%&!#$"
#: QBasic makes a constant with more digits a DOUBLE.
SINGLE_DIGITS: Final = 7
#: A dot in a name, which stands between the names of a SUB and its own variables inside the program.
DOT: Final = "\N{MIDDLE DOT}"

#: How tightly operators bind, from the loosest to the tightest; NOT and a sign stand among them.
OPERATORS: Final = ("IMP", "EQV", "XOR", "OR", "AND", "NOT", "= <> < > <= >=", "+ -", "MOD", "\\", "* /", "sign", "^")
LEVELS: Final = {operator: level for level, row in enumerate(OPERATORS) for operator in row.split()}
NOT, SIGN = LEVELS["NOT"], LEVELS["sign"]


class Word(str):
    """A word or sign of a line, with the name of its terminal in basic.lark: lark's Token."""

    type: str


class Node:
    """A rule of basic.lark in a line: its name, and the words and the rules inside it, in their order."""

    def __init__(self, rule: str, children: list[Node | Word]) -> None:
        self.rule = rule
        self.children = children

    @property
    def nodes(self) -> list[Node]:
        """The rules inside this one."""
        return [child for child in self.children if isinstance(child, Node)]

    def node(self, *rules: str) -> Node | None:
        """Returns the first rule of these names inside this one, or None."""
        return next((child for child in self.nodes if child.rule in rules), None)

    def words(self, *types: str) -> list[Word]:
        """Returns the words of these terminals, or all words."""
        words = [child for child in self.children if not isinstance(child, Node)]
        return [word for word in words if word.type in types] if types else words

    def word(self, *types: str) -> str:
        """Returns the first word of these terminals, or ''."""
        return next(iter(self.words(*types)), "")


class LineValues:
    """Makes expressions out of the tree of the line `number`."""

    def __init__(self, number: int) -> None:
        self.number = number

    # ---- expressions

    def value(self, node: Node) -> Expression:
        """Returns an expression."""
        match node.rule:
            case "number":
                return self.constant(node.word())
            case "text":
                return Text(self.text(node.word()))
            case "variable" | "element":
                return self.named(node)
            case "bracketed":
                return self.value(node.nodes[0])
            case "call":
                return self.call(node.word().upper(), self.arguments(node))
            case _:
                return self.chain(list(node.children), 0)

    def values(self, nodes: Iterable[Node]) -> tuple[Expression, ...]:
        """Returns several expressions."""
        return tuple(map(self.value, nodes))

    def chain(self, parts: list[Node | Word], lowest: int) -> Expression:
        """Takes the part that binds as tightly as `lowest` from the values, signs and operators of an expression."""
        first = parts.pop(0)
        if isinstance(first, Node):
            left = self.value(first)
        elif first.upper() != "NOT":
            left = self.chain(parts, max(lowest, SIGN))
            if first == "-":
                left = Number(0.0 - left.value, left.type) if isinstance(left, Number) else Negation(left)
        elif lowest > NOT:
            raise refused(errors.SYNTAX_ERROR, self.number, "'NOT' is not expected behind what binds tighter")
        else:  # NOT turns all bits, and so does XOR with -1.
            left = Binary("XOR", self.chain(parts, NOT), Number(-1.0, INTEGER))
        while parts:
            operator = re.sub("[ \t]", "", str(parts[0]).upper())
            operator = {"=<": "<=", "=>": ">=", "><": "<>"}.get(operator, operator)
            if LEVELS[operator] < lowest:
                break
            del parts[0]
            left = Binary(operator, left, self.chain(parts, LEVELS[operator] + 1))
        return left

    def named(self, node: Node) -> Variable | Element | UserCall:
        """Returns a variable, an element, a field of a record, or the call of a DEF FN."""
        name, arguments = self.name(node.word()), self.arguments(node)
        if name[:2] == "FN":
            return UserCall(name, arguments)
        if node.rule == "variable":
            return Variable(name)
        return Element(name + self.name(node.word("MEMBER")), arguments)

    def call(self, function: str, arguments: tuple[Expression, ...]) -> Expression:
        """Returns the call of a function. Raises ListingRefused for the wrong number of arguments."""
        if function in ("LBOUND", "UBOUND") and arguments and isinstance(arguments[0], Variable):
            arguments = (WholeArray(arguments[0].name), *arguments[1:])
        counts = sorted({len(row) for row in rows_of(function)})
        if len(arguments) not in counts:
            takes = f"{' or '.join(map(str, counts))} argument{'' if counts == [1] else 's'}"
            raise refused(errors.SYNTAX_ERROR, self.number, f"{function} takes {takes}")
        return Call(function, arguments)

    def arguments(self, node: Node) -> tuple[Expression, ...]:
        """Returns the arguments of a SUB, a function or an array."""
        return tuple(map(self.argument, node.nodes))

    def argument(self, node: Node) -> Expression:
        """Returns an argument. A variable in brackets is a value, not a place that can be assigned."""
        if node.rule == "whole_array":
            return WholeArray(self.name(node.word()))
        inner = node.nodes[0]
        value = self.value(inner)
        return Bracketed(value) if inner.rule == "bracketed" and isinstance(value, Variable | Element) else value

    def constant(self, token: str) -> Number:
        """Returns a constant: of the type at its end, or else the narrowest that holds it."""
        token = token.upper()
        if token[0] == "&":  # the bits of an INTEGER or, if these are too few or & stands behind them, of a LONG
            value = int(token.strip("&HO"), 16 if token[1] == "H" else 8)
            if value >= 2**32:
                raise refused(errors.OVERFLOW, self.number, token)
            type_ = INTEGER if value < 2**16 and token[-1] != "&" else LONG
            return Number(WRAPPED[type_](value), type_)
        if token.isdigit() and int(token) <= LIMITS[LONG][1]:
            return Number(float(token), INTEGER if int(token) <= LIMITS[INTEGER][1] else LONG)
        suffix, written = token[-1], token.rstrip(SUFFIXES)
        digits = re.split("[ED]", written)[0].replace(".", "").lstrip("0")
        is_long = "D" in token or (len(digits) > SINGLE_DIGITS and "E" not in token)
        type_ = {"!": SINGLE}.get(suffix, suffix) if suffix in SUFFIXES else DOUBLE if is_long else SINGLE
        try:
            return Number(TO_TYPE[type_](number_of(written)), type_)
        except BasicError:
            raise refused(errors.OVERFLOW, self.number, token) from None

    # ---- declarations

    def declared(self, node: Node) -> Declared:
        """Returns a name of DIM or of the head of a SUB."""
        name = node.word()
        bounds = tuple(self.bounds(part) for part in node.nodes if part.rule == "bound")
        type_ = node.node("type")
        given = self.declared_type(name, type_) if type_ else (UNSAID, None)
        return Declared(self.name(name), given[0], None if node.rule == "scalar" else bounds, given[1])

    def declared_type(self, name: str, node: Node) -> tuple[str, Expression | None]:
        """Returns the type behind AS, and the length of a string that has one."""
        word, length = node.words()[1].upper(), node.nodes
        if word == "ANY":
            raise WordsMissing((self.number, word))
        if name[-1] in SUFFIXES:
            raise refused(errors.SYNTAX_ERROR, self.number, f"{name} says its type already, without AS")
        if length and (word != "STRING" or node.word("TIMES") != "*"):
            raise refused(errors.SYNTAX_ERROR, self.number, f"'{node.word('TIMES')}' is not expected behind {word}")
        return TYPES.get(word, RECORD + self.name(word)), self.value(length[0]) if length else None

    def bounds(self, node: Node) -> tuple[Expression | None, Expression]:
        """Returns the lower bound of a subscript, unless OPTION BASE says it, and the upper one."""
        *low, high = self.values(node.nodes)
        return low[0] if low else None, high

    def parameters(self, node: Node) -> tuple[Declared, ...]:
        """Returns the parameters of a SUB."""
        parameters = node.node("parameters")
        return tuple(map(self.declared, parameters.nodes)) if parameters else ()

    # ---- names and texts

    def target(self, node: Node) -> Target:
        """Returns what a statement assigns."""
        value = self.named(node)
        if isinstance(value, UserCall):  # the result of a DEF FN
            return Element(value.name, value.arguments) if value.arguments else Variable(value.name)
        return value

    def targets(self, nodes: Iterable[Node]) -> tuple[Target, ...]:
        """Returns several targets."""
        return tuple(map(self.target, nodes))

    @staticmethod
    def name(token: str) -> str:
        """Returns a name as the program has it inside."""
        return token.upper().replace(".", DOT)

    def label(self, token: str) -> str:
        """Returns the name of a label or SUB."""
        if token[0].isdigit() and token.isdigit():
            return str(int(token))
        if token[-1] in SUFFIXES or not token[0].isalpha():
            raise refused(errors.SYNTAX_ERROR, self.number, f"{token} is not the name of a label or SUB")
        return self.name(token)

    def text(self, token: str) -> str:
        """Returns the text between quotes; the second one may be missing at the end of a line."""
        try:
            return bytes_of(token[1:].removesuffix('"'))
        except UnicodeEncodeError as error:
            raise ListingRefused(self.number, f"{error.object[error.start]!r} is not in DOS's character set") from None
