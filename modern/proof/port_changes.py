"""The one-token changes of the port: of WHITE, BLACK, CWHITE and CBLACK in historic/program.py.

The tokens that are changed are those that stand for a token of the listing. These do not, and are left alone: rows of A
under a second name, the value that a finished loop leaves in its counter, the check of a subscript, and what prints,
reads a key or logs. The directions of a piece are a table in the port, so the lines of the listing for which they stand
have no changes here.

A row of A under a name of its own, `board`, is changed as its number is in the listing: to the row before or after it.
"""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterable, Iterator
from importlib.resources import files
from itertools import pairwise
from typing import Final

from historic.memory import MATRICES, SCALARS, VECTORS
from historic.readings import PRINTED
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
FRACTION_OF: Final = {name: fraction for fraction, name in _FRACTION_NAMES.items()}
CODES: Final = ("KINGSIDE_BESTPOS", "QUEENSIDE_BESTPOS")

#: Plain names of the listing that the port assigns only to leave what BASIC leaves in them.
_COUNTERS: Final = frozenset(["X", "A_", "B", "X0", "X8", "Y8", "X9", "Y9", "KJ", "HJ", "ZI", "FUL"])
#: The names whose statements or conditions stand for no single token of the listing.
ASIDE: Final = frozenset(["screen", "inkey", "tried_log", "reply_log", "code", "hundredths", "A_string"])
#: Conditions with these names, and what depends on them, are no part of the listing, or only read a key.
NO_PART: Final = frozenset(["tried_log", "reply_log", "A_string"])

_OPERATORS: Final = frozenset([*PYTHON_COMPARISONS, "+", "-", "*", "//", "+=", "-=", "and", "or"])
_ARITHMETIC: Final = {**ARITHMETIC, "//": ("*",), "+=": ("-=",), "-=": ("+=",), "and": ("or",), "or": ("and",)}

Place = tuple[int, int]


def port_source() -> str:
    """Returns the source of historic/program.py, which is installed in both builds."""
    return (files("historic") / "program.py").read_text(encoding="utf-8")


def port_changes(source: str, methods: Iterable[str] = METHODS, reading: str = PRINTED) -> list[Change]:
    """Returns every one-token change of the methods of the class in a source, in the order of the text.

    Where the source chooses by `reading`, only the token of that reading is changed.
    """
    tree = ast.parse(source)
    tokens = operators(source)
    found: list[Change] = []
    for method in methods_of(tree, methods):
        labels = labels_of(method)
        for place, token, news in _Method(method, tokens, reading).changes():
            line, label = label_at(place[0], labels)
            found += [Change(PORT, label, place[0] - line, *place, token, new) for new in news]
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


def operators(source: str) -> dict[Place, str]:
    generated = tokenize.generate_tokens(io.StringIO(source).readline)
    return {token.start: token.string for token in generated if token.string in _OPERATORS}


class _Method:
    """One method: finds the tokens that can be changed, with what replaces each."""

    def __init__(self, method: ast.FunctionDef, operators: dict[Place, str], reading: str) -> None:
        self.method = method
        self.operators = {place: text for place, text in operators.items() if _is_in(place, method)}
        self.reading = reading
        self.rows: dict[str, int] = {}
        self.assigned = _assigned_by(method)

    def changes(self) -> Iterator[tuple[Place, str, list[str]]]:
        """Yields each token with its place and its replacements, if there are any."""
        yield from self._block(self.method.body, frozenset())

    def _block(self, body: list[ast.stmt], bound: frozenset[str]) -> Iterator[tuple[Place, str, list[str]]]:
        for statement in body:
            if not self._is_aside(statement):
                yield from self._statement(statement, bound)
            if isinstance(statement, (ast.Assign, ast.AugAssign)):
                bound |= _assigned_by(statement)

    def _statement(self, statement: ast.stmt, bound: frozenset[str]) -> Iterator[tuple[Place, str, list[str]]]:
        match statement:
            case ast.For(target=ast.Name(id=counter)):
                yield from self._expression(statement.iter, bound)
                yield from self._block(statement.body, bound | {counter})
                yield from self._block(statement.orelse, bound)
            case ast.If():
                if not mentions(statement.test, ASIDE):
                    yield from self._expression(statement.test, bound)
                yield from self._block(statement.body, bound)
                yield from self._block(statement.orelse, bound)
            case ast.AugAssign():
                yield from self._expression(statement.target, bound)
                yield from self._operator(statement.target, statement.value)
                yield from self._expression(statement.value, bound)
            case ast.Assign():
                yield from self._expression(statement.targets[0], bound)
                yield from self._expression(statement.value, bound)
            case ast.Expr():
                yield from self._expression(statement.value, bound)

    def _is_aside(self, statement: ast.stmt) -> bool:
        """Returns True for a statement that stands for nothing in the listing. Notes the rows that get a name."""
        match statement:
            case ast.Assign(targets=[ast.Tuple() as names], value=ast.Tuple() as values):
                for name, value in zip(names.elts, values.elts, strict=True):
                    if isinstance(name, ast.Name) and (row := row_of(value)) is not None:
                        self.rows[name.id] = row
                return True
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                if (row := row_of(value)) is not None:
                    self.rows[name] = row
                return name not in _names_of_the_listing() or name == "B" or mentions(value, ASIDE)
            case ast.Assign(targets=[ast.Attribute(attr=name)], value=value):
                return is_counter(name) or mentions(value, ASIDE) or name in ASIDE
            case ast.Expr(value=value):
                return not isinstance(value, ast.Call) or mentions(value, ASIDE)
            case ast.If(test=test, body=body):
                return isinstance(body[0], ast.Raise) or mentions(test, NO_PART)
        return isinstance(statement, (ast.AnnAssign, ast.Return, ast.Raise, ast.Break, ast.Continue))

    # ---- expressions

    def _expression(self, node: ast.expr, bound: frozenset[str]) -> Iterator[tuple[Place, str, list[str]]]:
        match node:
            case ast.IfExp(body=recorded, orelse=printed):
                yield from self._expression(printed if self.reading == PRINTED else recorded, bound)
            case ast.Constant(value=int() | float()):
                yield from self._number(node)
            case ast.Name(id=name) if name in self.rows:
                yield place_of(node), name, _rows_beside(self.rows[name])
            case ast.Name(id=name) if name in FRACTION_OF:
                yield place_of(node), name, [_FRACTION_NAMES[one] for one in others(FRACTION_OF[name], FRACTIONS)]
            case ast.Name(id=name) if name in CODES:
                yield place_of(node), name, list(others(name, CODES))
            case ast.Attribute(attr=name, value=ast.Name(id="self"), ctx=ast.Store()):
                # A counter is not offered here: a FOR of the port would go on counting as if nothing were assigned.
                yield from self._name(node, name, frozenset())
            case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name, value=ast.Name(id="self")):
                yield from self._name(node, name, bound)
            case ast.Call(func=ast.Name(id="single" | "checked"), args=[value, *_]):
                yield from self._expression(value, bound)
            case ast.Call(func=ast.Name(id="range"), args=arguments):
                yield from self._range(arguments, bound)
            case ast.Call(func=ast.Name(id="copy_row"), args=arguments):
                for argument in arguments:
                    yield from self._expression(argument, bound)
            case ast.Call(func=ast.Attribute() as called):
                yield from self._expression(called, bound)
            case ast.Compare(left=left, comparators=[right]):
                yield from self._pair(left, right, bound)
            case ast.BinOp(left=left, right=right):
                yield from self._pair(left, right, bound)
            case ast.BoolOp(values=values):
                for before, after in pairwise(values):
                    yield from self._operator(before, after)
                for value in values:
                    yield from self._expression(value, bound)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                yield place_of(node), "-", ["+"]
                yield from self._expression(operand, bound)
            case ast.UnaryOp(operand=operand):
                yield from self._expression(operand, bound)
            case ast.Subscript(value=value, slice=subscript):
                yield from self._expression(value, bound)
                yield from self._expression(subscript, bound)

    def _range(self, arguments: list[ast.expr], bound: frozenset[str]) -> Iterator[tuple[Place, str, list[str]]]:
        """Yields the changes of a FOR's start, limit and step.

        The sign of the limit -1, for 0 in the listing, is none of the listing's, nor is the 1 that is added to the
        limit; and a step of 0 would never end.
        """
        for number, argument in enumerate(arguments):
            if number == 1 and isinstance(argument, ast.UnaryOp):
                argument = argument.operand
            argument = last_number(argument)
            for place, token, news in self._expression(argument, bound):
                yield place, token, [new for new in news if number < 2 or new != "0"]

    def _pair(self, left: ast.expr, right: ast.expr, bound: frozenset[str]) -> Iterator[tuple[Place, str, list[str]]]:
        yield from self._expression(left, bound)
        yield from self._operator(left, right)
        yield from self._expression(right, bound)

    def _operator(self, left: ast.expr, right: ast.expr) -> Iterator[tuple[Place, str, list[str]]]:
        """Yields the operator that stands between two expressions."""
        start, end = (left.end_lineno or 0, left.end_col_offset or 0), place_of(right)
        for place, text in self.operators.items():
            if start <= place < end:
                news = others(text, PYTHON_COMPARISONS) if text in PYTHON_COMPARISONS else _ARITHMETIC[text]
                yield place, text, list(news)
                return

    def _number(self, node: ast.Constant) -> Iterator[tuple[Place, str, list[str]]]:
        value = node.value
        text = repr(value)
        if isinstance(value, int):
            yield place_of(node), text, [str(number) for number in whole_neighbours(value)]
        elif isinstance(value, float) and value.is_integer():
            yield place_of(node), text, [f"{number}.0" for number in whole_neighbours(int(value))]
        elif text in FRACTION_OF:
            yield place_of(node), text, [_FRACTION_NAMES[one] for one in others(FRACTION_OF[text], FRACTIONS)]

    def _name(self, node: ast.expr, name: str, bound: frozenset[str]) -> Iterator[tuple[Place, str, list[str]]]:
        text = name if isinstance(node, ast.Name) else f"self.{name}"
        news = []
        for sibling in siblings(name):
            if sibling in self.assigned:
                news += [sibling] if sibling in bound else []
            elif sibling in _names_of_the_listing() or sibling in METHODS:
                news.append(f"self.{sibling}")
        if news:
            yield place_of(node), text, news


def is_counter(name: str) -> bool:
    """Returns True if an assignment to this variable only leaves in it what a finished loop of BASIC leaves."""
    return name in _COUNTERS


def _names_of_the_listing() -> frozenset[str]:
    return frozenset([*SCALARS, *VECTORS, *MATRICES])


def _is_in(place: Place, node: ast.FunctionDef) -> bool:
    return node.lineno <= place[0] <= (node.end_lineno or 0)


def _assigned_by(node: ast.AST) -> frozenset[str]:
    """Returns the local names that a statement gives a value."""
    names = (part for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store))
    return frozenset(name.id for name in names)


def place_of(node: ast.expr) -> Place:
    """Returns the line and the column at which an expression begins."""
    return node.lineno, node.col_offset


def mentions(node: ast.AST, names: frozenset[str]) -> bool:
    """Returns True if an expression has one of the names, as a name or as an attribute."""
    return any(
        (isinstance(part, ast.Name) and part.id in names) or (isinstance(part, ast.Attribute) and part.attr in names)
        for part in ast.walk(node)
    )


def row_of(node: ast.expr) -> int | None:
    """Returns the number of a row of A, or None if the expression is not a row of it."""
    match node:
        case ast.Subscript(value=ast.Name(id="A") | ast.Attribute(attr="A"), slice=ast.Constant(value=int(row))):
            return row
    return None


def last_number(limit: ast.expr) -> ast.expr:
    """Returns the limit of a FOR of which a range's limit is one more, if that is how the port writes it."""
    match limit:
        case ast.BinOp(left=ast.Subscript() as left, op=ast.Add(), right=ast.Constant(value=1)):
            return left
    return limit


def _rows_beside(row: int) -> list[str]:
    return [f"self.A[{other}]" for other in whole_neighbours(row)]
