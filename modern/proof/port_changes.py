"""The port as tokens of the listing, and its one-token changes: WHITE, BLACK, CWHITE and CBLACK in historic/program.py.

Each method of the port is written as tokens of BASIC, each with its place in the port's source and what can replace it
there. What stands for no token of the listing is left out: rows of A under a second name, the value that a finished
loop leaves in its counter, the check of a subscript, and what prints, reads a key or logs. The directions of a piece
are a table in the port, so the lines of the listing for which they stand have no tokens here. Where the port chooses by
`reading`, it is written as printed.

A row of A under a name of its own, `board`, is changed as its number is in the listing: to the row before or after it.
"""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Final, cast

from historic.memory import MATRICES, SCALARS, VECTORS
from modern.proof.changes import (
    ARITHMETIC,
    FRACTIONS,
    PORT,
    PYTHON_COMPARISONS,
    Change,
    others,
    siblings,
    whole_neighbours,
)

#: The methods of the port that are changed, by the subroutine to which they belong.
METHODS: Final = ("WHITE", "WHITE1", "BLACK", "BLACK1", "CWHITE", "CBLACK")

#: The fractions and the codes of castling as the port writes them.
_FRACTION_NAMES: Final = {".05": "TWENTIETH", ".1": "TENTH", ".25": "0.25", ".9": "CASTLING_BONUS"}
_FRACTION_OF: Final = {name: fraction for fraction, name in _FRACTION_NAMES.items()}
_CODES: Final = {"KINGSIDE_BESTPOS": "7000", "QUEENSIDE_BESTPOS": "8000"}

#: Plain names of the listing that the port assigns only to leave what BASIC leaves in them.
_COUNTERS: Final = frozenset(["X", "A_", "B", "X0", "X8", "Y8", "X9", "Y9", "KJ", "HJ", "ZI", "FUL"])
#: The names whose conditions stand for no single token of the listing.
_ASIDE: Final = frozenset(["screen", "inkey", "tried_log", "reply_log", "code", "hundredths", "A_string", "changed"])
#: Conditions with these names, and what depends on them, are no part of the listing, or only read a key.
_NO_PART: Final = frozenset(["tried_log", "reply_log", "A_string"])

#: What replaces an operator of the port, and how BASIC writes it if not in the same way.
_OPERATORS: Final = {
    **{token: others(token, PYTHON_COMPARISONS) for token in PYTHON_COMPARISONS},
    **ARITHMETIC,
    "//": ("*",),
    "+=": ("-=",),
    "-=": ("+=",),
    "and": ("or",),
    "or": ("and",),
}
_IN_BASIC: Final = {"==": "=", "!=": "<>", "and": "AND", "or": "OR", "//": "/", "+=": "+", "-=": "-"}

Place = tuple[int, int]


@dataclass(frozen=True)
class Token:
    """A token of BASIC for which a line of the port stands.

    `place` is where the port's own token stands, `written` how it is written there, and `news` what can replace it; the
    place is None, and the others are empty, if the port has no such token. `is_single` is False if other tokens of the
    listing stand for the same token of the port.

    A number n of the port is `sign` times n, plus `shift`, in the listing: a FOR's limit is one less than a range's.
    """

    text: str
    line: int
    place: Place | None = None
    written: str = ""
    news: tuple[str, ...] = ()
    is_single: bool = True
    sign: int = 1
    shift: int = 0

    def rewritten(self, new: str) -> str:
        """Returns what a replacement of the port's token is in the listing."""
        if new.startswith("self.A["):
            return new[len("self.A[") : -1]
        new = new.removeprefix("self.")
        if new in _FRACTION_OF:
            return _FRACTION_OF[new]
        if new.replace(".", "").isdigit():
            return str(self.sign * int(float(new)) + self.shift)
        return _CODES.get(new, _IN_BASIC.get(new, new))


def port_source() -> str:
    """Returns the source of historic/program.py, which is installed in both builds."""
    return (files("historic") / "program.py").read_text(encoding="utf-8")


def port_changes(source: str) -> list[Change]:
    """Returns every one-token change of the methods of the class in a source, in the order of the text."""
    found: list[Change] = []
    for method in methods_of(ast.parse(source), METHODS):
        labels = labels_of(method)
        for token in method_tokens(source, method):
            if token.place:
                line, label = label_at(token.line, labels)
                found += [
                    Change(PORT, label, token.line - line, *token.place, token.written, new) for new in token.news
                ]
    return sorted(found, key=lambda change: (change.line, change.column))


def labels_of(method: ast.FunctionDef) -> list[tuple[int, str]]:
    """Returns the labels of a method of the port, each with its line. The method's name is the first."""
    found = [(method.lineno, method.name)]
    for node in ast.walk(method):
        match node:
            case ast.AnnAssign(target=ast.Name(id=label), annotation=ast.Name(id="Label")):
                found.append((node.lineno, label))
    return sorted(found)


def label_at(line: int, labels: Iterable[tuple[int, str]]) -> tuple[int, str]:
    """Returns the label under which a line stands, with the label's line."""
    return max(found for found in labels if found[0] <= line)


def methods_of(tree: ast.Module, names: Iterable[str]) -> Iterator[ast.FunctionDef]:
    wanted = frozenset(names)
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield from (item for item in node.body if isinstance(item, ast.FunctionDef) and item.name in wanted)


def method_tokens(source: str, method: ast.FunctionDef) -> list[Token]:
    """Returns a method of the port as tokens of BASIC, in its order."""
    return list(_Writer(source, method).block(method.body))


@cache
def _operators(source: str) -> dict[Place, str]:
    generated = tokenize.generate_tokens(io.StringIO(source).readline)
    return {token.start: token.string for token in generated if token.string in _OPERATORS}


class _Writer:
    """Writes one method as tokens of BASIC."""

    def __init__(self, source: str, method: ast.FunctionDef) -> None:
        lines = range(method.lineno, (method.end_lineno or 0) + 1)
        self.operators = {place: text for place, text in _operators(source).items() if place[0] in lines}
        #: The line of the statement, and the rows of A that have a name of their own.
        self.line = method.lineno
        self.rows: dict[str, int] = {}
        #: The local names of the method, and those that have a value here.
        self.local = _assigned_by(method)
        self.bound: frozenset[str] = frozenset()

    def block(self, body: list[ast.stmt], *counters: str) -> Iterator[Token]:
        outer = self.bound
        self.bound |= frozenset(counters)
        for statement in body:
            self.line = statement.lineno
            yield from self._statement(statement)
            if isinstance(statement, (ast.Assign, ast.AugAssign)):
                self.bound |= _assigned_by(statement)
        self.bound = outer

    def _statement(self, node: ast.stmt) -> Iterator[Token]:
        match node:
            case ast.Assign(targets=[ast.Tuple() as names], value=ast.Tuple() as values):
                for name, value in zip(names.elts, values.elts, strict=True):
                    self._note_row(name, value)
            case ast.Assign(targets=[target], value=value):
                self._note_row(target, value)
                if not _is_own(target, value):
                    yield from [*self._expression(target), self._token("=")]
                    for token in self._expression(value):
                        yield replace(token, news=()) if _is_last_value(target) else token
            case ast.AugAssign(target=target, value=value):
                # The listing writes the target twice, so a change of it here is no change of one token there.
                twice = list(self._expression(target))
                yield from [replace(token, is_single=False) for token in twice]
                yield from [self._token("="), *(self._token(token.text) for token in twice)]
                yield self._operator(target, value)
                yield from self._expression(value)
            case ast.For(target=ast.Name(id=counter), iter=ast.Call(func=ast.Name(id="range"), args=arguments)):
                yield from [self._token("FOR"), self._token(counter), self._token("=")]
                yield from self._range(arguments)
                yield from self.block(node.body, counter)
            case ast.For(target=ast.Name(id=counter)):
                yield from self.block(node.body, counter)
            case ast.If(body=[ast.Raise()]):
                pass  # BASIC makes this check itself
            case ast.If(test=test) if not _mentions(test, _NO_PART):
                if not _mentions(test, _ASIDE):
                    yield from [self._token("IF"), *self._expression(test), self._token("THEN")]
                yield from self.block(node.body)
                yield from self.block(node.orelse)
            case ast.Expr(value=ast.Call(func=ast.Name(id="copy_row"), args=[target, source])):
                yield from self._copied(target, source)
            case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name) as called, args=[])):
                yield from [self._token("GOSUB"), self._name(called, name)]

    def _note_row(self, name: ast.expr, value: ast.expr) -> None:
        """Notes which row of A a name stands for, if it is one."""
        match name, value:
            case (
                ast.Name(id=alias),
                ast.Subscript(value=ast.Name(id="A") | ast.Attribute(attr="A"), slice=ast.Constant(value=int(row))),
            ):
                self.rows[alias] = row

    def _range(self, arguments: list[ast.expr]) -> Iterator[Token]:
        """Yields a FOR's start, limit and step; the limit is the last number of a range, not the one after it."""
        step = arguments[2] if len(arguments) > 2 else None
        shift = 1 if isinstance(step, ast.UnaryOp) else -1
        yield from self._expression(arguments[0])
        yield self._token("TO")
        match arguments[1]:
            case ast.UnaryOp(operand=ast.Constant() as number):
                yield self._number(number, sign=-1, shift=shift)
            case ast.Constant() as number:
                yield self._number(number, shift=shift)
            case ast.BinOp(left=ast.Constant() as number, right=right):
                yield from [self._number(number, shift=shift), self._operator(number, right)]
                yield from self._expression(right)
            case ast.BinOp(left=ast.Subscript() as limit, op=ast.Add(), right=ast.Constant(value=1)) | limit:
                yield from self._expression(limit)
        if step:
            yield self._token("STEP")
            for token in self._expression(step):
                yield replace(token, news=others("0", token.news))  # a step of 0 would never end

    def _row(self, node: ast.expr) -> Iterator[Token]:
        match node:
            case ast.Name(id=name) if name in self.rows:
                row = self.rows[name]
                yield self._token(str(row), node, name, [f"self.A[{other}]" for other in whole_neighbours(row)])
            case ast.Subscript(slice=ast.Constant(value=int()) as number):
                yield self._number(number)

    def _copied(self, target: ast.expr, source: ast.expr) -> Iterator[Token]:
        """Yields the body of the FOR that copies or clears a row."""
        yield from [*self._element(self._row(target), self._token("X")), self._token("=")]
        row = list(self._row(source))
        yield from self._element(row, self._token("X")) if row else [self._token("0")]

    def _element(self, row: Iterable[Token], *subscript: Token) -> Iterator[Token]:
        """Yields an element of a row of A."""
        yield from [self._token("A"), self._token("("), *row, self._token(","), *subscript, self._token(")")]

    # ---- expressions

    def _expression(self, node: ast.expr) -> Iterator[Token]:
        match node:
            case ast.IfExp(orelse=printed):
                yield from self._expression(printed)
            case ast.Constant(value=int() | float()):
                yield self._number(node)
            case ast.Name(id=name) if name in _FRACTION_OF:
                yield self._fraction(node, name)
            case ast.Name(id=name) if name in _CODES:
                yield self._token(_CODES[name], node, name, others(name, _CODES))
            case ast.Name(id=name) | ast.Attribute(attr=name):
                yield self._name(node, name)
            case ast.Call(func=ast.Name(id="single" | "checked"), args=[value, *_]):
                yield from self._expression(value)
            case ast.Compare(left=left, comparators=[right]):
                yield from self._pair(left, right)
            case ast.BinOp(left=left, op=ast.FloorDiv(), right=right):
                yield from [self._token("INT"), self._token("("), *self._pair(left, right), self._token(")")]
            case ast.BinOp(left=left, right=right):
                yield from self._pair(left, right)
            case ast.BoolOp(values=values):
                yield from self._expression(values[0])
                for before, after in pairwise(values):
                    yield self._operator(before, after)
                    yield from self._expression(after)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                yield self._token("-", node, "-", ["+"])
                yield from self._expression(operand)
            case ast.UnaryOp(operand=operand):
                yield from self._expression(operand)
            case ast.Subscript(value=ast.Name(id="POWER"), slice=exponent):
                power = list(self._expression(exponent))
                if not isinstance(exponent, ast.Name):
                    power = [self._token("("), *power, self._token(")")]
                yield from [self._token("2"), self._token("^"), *power]
            case ast.Subscript():
                yield from self._subscripts(node)

    def _subscripts(self, node: ast.Subscript) -> Iterator[Token]:
        """Yields an element of an array with its subscripts in one pair of brackets, as BASIC has it."""
        match node.value:
            case ast.Subscript(value=ast.Name(id="A")) | ast.Name() if row := list(self._row(node.value)):
                yield from self._element(row, *self._expression(node.slice))
                return
            case ast.Subscript(value=array, slice=subscript):
                first = [*self._expression(array), self._token("("), *self._expression(subscript), self._token(",")]
            case array:
                first = [*self._expression(array), self._token("(")]
        yield from [*first, *self._expression(node.slice), self._token(")")]

    def _pair(self, left: ast.expr, right: ast.expr) -> Iterator[Token]:
        yield from self._expression(left)
        yield self._operator(left, right)
        yield from self._expression(right)

    # ---- single tokens

    def _token(self, text: str, node: ast.expr | None = None, written: str = "", news: Iterable[str] = ()) -> Token:
        place = (node.lineno, node.col_offset) if node else None
        return Token(text, self.line, place, written, tuple(news))

    def _operator(self, left: ast.expr, right: ast.expr) -> Token:
        """Returns the operator that stands between two expressions."""
        start, end = (left.end_lineno or 0, left.end_col_offset or 0), (right.lineno, right.col_offset)
        place, written = next(found for found in self.operators.items() if start <= found[0] < end)
        return Token(_IN_BASIC.get(written, written), self.line, place, written, _OPERATORS[written])

    def _number(self, node: ast.Constant, sign: int = 1, shift: int = 0) -> Token:
        written = repr(node.value)
        if written in _FRACTION_OF:
            return self._fraction(node, written)
        number = int(cast("float", node.value))
        end = written.removeprefix(str(number))  # .0 if the port has a float
        news = [f"{other}{end}" for other in whole_neighbours(number)]
        return replace(self._token(str(sign * number + shift), node, written, news), sign=sign, shift=shift)

    def _fraction(self, node: ast.expr, written: str) -> Token:
        fraction = _FRACTION_OF[written]
        return self._token(fraction, node, written, [_FRACTION_NAMES[one] for one in others(fraction, FRACTIONS)])

    def _name(self, node: ast.expr, name: str) -> Token:
        """Returns a name of the listing, which the port has in a local name or in an attribute."""
        is_local = isinstance(node, ast.Name)
        is_target = isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Store)
        # A counter does not replace a target: a FOR of the port would go on counting as if nothing were assigned.
        bound = frozenset[str]() if is_target else self.bound
        news = []
        for sibling in () if is_local and is_target else siblings(name):
            if sibling in self.local:
                news += [sibling] if sibling in bound else []
            elif sibling in _names_of_the_listing() or sibling in METHODS:
                news.append(f"self.{sibling}")
        return self._token(name, node, name if is_local else f"self.{name}", news)


def _is_own(target: ast.expr, value: ast.expr) -> bool:
    """Returns True for an assignment that the listing does not have: a name of the port's own, or a loop's counter."""
    match target:
        case ast.Attribute(attr=name):
            return name in _COUNTERS
        case ast.Name(id=name):
            return not name.isupper() or (isinstance(value, ast.Attribute) and value.attr == name)
    return False


def _is_last_value(target: ast.expr) -> bool:
    """Returns True for the counter of a loop that is assigned as the loop ends: that is not changed."""
    return isinstance(target, ast.Name) and target.id == "B"


def _names_of_the_listing() -> frozenset[str]:
    return frozenset([*SCALARS, *VECTORS, *MATRICES])


def _assigned_by(node: ast.AST) -> frozenset[str]:
    """Returns the local names that a statement gives a value."""
    names = (part for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store))
    return frozenset(name.id for name in names)


def _mentions(node: ast.AST, names: frozenset[str]) -> bool:
    """Returns True if an expression has one of the names, as a name or as an attribute."""
    return any(
        (isinstance(part, ast.Name) and part.id in names) or (isinstance(part, ast.Attribute) and part.attr in names)
        for part in ast.walk(node)
    )
