"""Which token of the listing a token of the port stands for, found by laying the two texts side by side.

Each method of the port is written as tokens of BASIC, each with its place in the port's source, and compared with the
lines of its subroutine in the listing. What is the same in both, in the same order, belongs together. What the port
writes once and the listing twice, or not at all, has no counterpart.

With them, the changes of the port that were played show how firmly the record pins each line of the listing: its shape.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import islice, pairwise
from typing import Any, Final, NamedTuple, Self

from modern.proof.changes import LISTING, Change, LineOfListing, lines_of, tokens_of
from modern.proof.port_changes import (
    ASIDE,
    CODES,
    FRACTION_OF,
    NO_PART,
    Place,
    is_counter,
    last_number,
    mentions,
    operators,
    place_of,
    port_source,
    row_of,
)
from modern.proof.record import Ending, cut, listing_ending

#: The labels of the listing that each method of the port stands for.
LABELS_OF: Final[Mapping[str, tuple[str, ...]]] = {
    "WHITE": ("WHITE",),
    "WHITE1": ("WHITE2",),
    "BLACK": ("BLACK",),
    "BLACK1": ("BLACK2",),
    "CWHITE": ("CWHITE", "CWHITEA", "CWHITE5", "CWHITE4", "CWHITE9", "CWHITE2", "CWHITEB"),
    "CBLACK": ("CBLACK", "CBLACKA", "CBLACK5", "CBLACK4", "CBLACK9", "CBLACK2", "CBLACKB"),
}
#: A level of indentation, in characters.
INDENT: Final = 2

_OPERATORS: Final = {"==": "=", "!=": "<>", "and": "AND", "or": "OR", "//": "/", "+=": "+", "-=": "-"}
_CODE_NUMBERS: Final = dict(zip(CODES, ("7000", "8000"), strict=True))


@dataclass(frozen=True)
class Token:
    """A token of BASIC. `place` is where it stands in the port, or None.

    A number n of the port is `sign` times n, plus `shift`, in the listing: a FOR's limit is one less than a range's.
    """

    text: str
    place: Place | None = None
    line: int = 0
    sign: int = 1
    shift: int = 0

    def rewritten(self, new: str) -> str:
        """Returns what a replacement of the port's token is in the listing."""
        if new.startswith("self.A["):
            return new[len("self.A[") : -1]
        new = new.removeprefix("self.")
        if new in FRACTION_OF:
            return FRACTION_OF[new]
        if new.replace(".", "").isdigit():
            return str(self.sign * int(float(new)) + self.shift)
        return _CODE_NUMBERS.get(new, _OPERATORS.get(new, new))


def method_tokens(source: str, method: str) -> list[Token]:
    """Returns a method of the port as tokens, in its order."""
    node = next(
        item for item in ast.walk(ast.parse(source)) if isinstance(item, ast.FunctionDef) and item.name == method
    )
    return list(_Writer(operators(source)).block(node.body))


class _Writer:
    def __init__(self, places: dict[Place, str]) -> None:
        self.operators = places
        self.rows: dict[str, int] = {}

    def block(self, body: list[ast.stmt]) -> Iterator[Token]:
        for statement in body:
            for token in self._statement(statement):
                yield token if token.line else _at_line(token, statement.lineno)

    def _statement(self, node: ast.stmt) -> Iterator[Token]:
        match node:
            case ast.Assign(targets=[ast.Tuple() as names], value=ast.Tuple() as values):
                for name, value in zip(names.elts, values.elts, strict=True):
                    self._note_row(name, value)
            case ast.Assign(targets=[target], value=value):
                self._note_row(target, value)
                if not _is_own(target, value):
                    yield from self._expression(target)
                    yield Token("=")
                    yield from self._expression(value)
            case ast.AugAssign(target=target, value=value):
                # The listing writes the target twice, so a change of it here is no change of one token there.
                twice = [Token(token.text) for token in self._expression(target)]
                yield from [*twice, Token("="), *twice]
                yield self._operator(target, value)
                yield from self._expression(value)
            case ast.For(target=ast.Name(id=counter), iter=ast.Call(func=ast.Name(id="range"), args=arguments)):
                yield from [Token("FOR"), Token(counter), Token("=")]
                yield from self._range(arguments)
                yield from self.block(node.body)
            case ast.If(test=test) if not mentions(test, NO_PART):
                if not mentions(test, ASIDE):
                    yield from [Token("IF"), *self._expression(test), Token("THEN")]
                yield from self.block(node.body)
                yield from self.block(node.orelse)
            case ast.Expr(value=ast.Call(func=ast.Name(id="copy_row"), args=[target, source])):
                yield from self._copied(target, source)
            case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name) as called, args=[])):
                yield from [Token("GOSUB"), Token(name, place_of(called))]
            case ast.For():
                yield from self.block(node.body)

    def _note_row(self, name: ast.expr, value: ast.expr) -> None:
        if isinstance(name, ast.Name) and (row := row_of(value)) is not None:
            self.rows[name.id] = row

    def _range(self, arguments: list[ast.expr]) -> Iterator[Token]:
        """Yields a FOR's start, limit and step; the limit is the last number of a range, not the one after it."""
        step = arguments[2] if len(arguments) > 2 else None
        shift = 1 if isinstance(step, ast.UnaryOp) else -1
        yield from self._expression(arguments[0])
        yield Token("TO")
        match arguments[1]:
            case ast.UnaryOp(operand=ast.Constant(value=int(number)) as constant):
                yield Token(str(shift - number), place_of(constant), sign=-1, shift=shift)
            case ast.Constant(value=int(number)) as constant:
                yield Token(str(number + shift), place_of(constant), shift=shift)
            case ast.BinOp(left=ast.Constant(value=int(number)) as left, right=right):
                yield Token(str(number + shift), place_of(left), shift=shift)
                yield self._operator(left, right)
                yield from self._expression(right)
            case limit:
                yield from self._expression(last_number(limit))
        if step:
            yield Token("STEP")
            yield from self._expression(step)

    def _row(self, node: ast.expr) -> Iterator[Token]:
        match node:
            case ast.Name(id=name) if name in self.rows:
                yield Token(str(self.rows[name]), place_of(node))
            case ast.Subscript(slice=ast.Constant(value=int(row)) as number):
                yield Token(str(row), place_of(number))

    def _copied(self, target: ast.expr, source: ast.expr) -> Iterator[Token]:
        """Yields the body of the FOR that copies or clears a row."""
        yield from [Token("A"), Token("("), *self._row(target), Token(","), Token("X"), Token(")"), Token("=")]
        row = list(self._row(source))
        yield from [Token("A"), Token("("), *row, Token(","), Token("X"), Token(")")] if row else [Token("0")]

    def _expression(self, node: ast.expr) -> Iterator[Token]:
        match node:
            case ast.IfExp(orelse=printed):
                yield from self._expression(printed)
            case ast.Constant(value=int() | float() as value):
                text = FRACTION_OF.get(repr(value), str(int(value)))
                yield Token(text, place_of(node))
            case ast.Name(id=name) | ast.Attribute(attr=name):
                yield Token(FRACTION_OF.get(name, _CODE_NUMBERS.get(name, name)), place_of(node))
            case ast.Call(func=ast.Name(id="single" | "checked"), args=[value, *_]):
                yield from self._expression(value)
            case ast.Compare(left=left, comparators=[right]):
                yield from self._pair(left, right)
            case ast.BinOp(left=left, op=ast.FloorDiv(), right=right):
                yield from [Token("INT"), Token("("), *self._pair(left, right), Token(")")]
            case ast.BinOp(left=left, right=right):
                yield from self._pair(left, right)
            case ast.BoolOp(values=values):
                yield from self._expression(values[0])
                for before, after in pairwise(values):
                    yield self._operator(before, after)
                    yield from self._expression(after)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                yield Token("-", place_of(node))
                yield from self._expression(operand)
            case ast.UnaryOp(operand=operand):
                yield from self._expression(operand)
            case ast.Subscript(value=ast.Name(id="POWER"), slice=exponent):
                simple = isinstance(exponent, ast.Name)
                power = [*self._expression(exponent)]
                yield from [Token("2"), Token("^"), *(power if simple else [Token("("), *power, Token(")")])]
            case ast.Subscript():
                yield from self._subscripts(node)

    def _subscripts(self, node: ast.Subscript) -> Iterator[Token]:
        """Yields an element of an array with its subscripts in one pair of brackets, as BASIC has it."""
        match node.value:
            case ast.Subscript(value=ast.Name(id="A")) | ast.Name() if list(self._row(node.value)):
                first = [Token("A"), Token("("), *self._row(node.value), Token(",")]
            case ast.Subscript(value=array, slice=subscript):
                first = [*self._expression(array), Token("("), *self._expression(subscript), Token(",")]
            case array:
                first = [*self._expression(array), Token("(")]
        yield from [*first, *self._expression(node.slice), Token(")")]

    def _pair(self, left: ast.expr, right: ast.expr) -> Iterator[Token]:
        yield from self._expression(left)
        yield self._operator(left, right)
        yield from self._expression(right)

    def _operator(self, left: ast.expr, right: ast.expr) -> Token:
        """Returns the operator that stands between two expressions."""
        start, end = (left.end_lineno or 0, left.end_col_offset or 0), place_of(right)
        place = next(place for place in self.operators if start <= place < end)
        text = self.operators[place]
        return Token(_OPERATORS.get(text, text), place)


def _is_own(target: ast.expr, value: ast.expr) -> bool:
    """Returns True for an assignment that the listing does not have: a name of the port's own, or a loop's counter."""
    match target:
        case ast.Attribute(attr=name):
            return is_counter(name)
        case ast.Name(id=name):
            return not name.isupper() or (isinstance(value, ast.Attribute) and value.attr == name)
    return False


def _at_line(token: Token, line: int) -> Token:
    return Token(token.text, token.place, line, token.sign, token.shift)


# ---- the two texts side by side


@dataclass(frozen=True)
class TokenPair:
    """A token of the listing: its line, the column in it, and its text."""

    line: LineOfListing
    column: int
    text: str


class Counterparts:
    """The tokens of the port with theirs in the listing."""

    def __init__(self, port: str, listing: str) -> None:
        """Compares the source of the port with the text of the listing."""
        self._tokens: dict[Place, tuple[Token, TokenPair]] = {}
        lines: dict[int, Counter[LineOfListing]] = {}
        for method, labels in LABELS_OF.items():
            for token, spot in _pairs(method_tokens(port, method), list(_spots(listing, labels))):
                lines.setdefault(token.line, Counter())[spot.line] += 1
                if token.place:
                    self._tokens[token.place] = (token, spot)
        #: The line of the listing for each line of the port that has one.
        self.lines = {line: counted.most_common(1)[0][0] for line, counted in lines.items()}

    def change(self, change: Change) -> Change | None:
        """Returns the same change of the listing, or None if none of its tokens stands alone for the port's."""
        if (change.line, change.column) not in self._tokens:
            return None
        token, spot = self._tokens[change.line, change.column]
        line = spot.line
        return Change(
            LISTING, line.label, line.offset, line.number, spot.column, spot.text, token.rewritten(change.new)
        )

    def line(self, change: Change) -> LineOfListing | None:
        """Returns the line of the listing in which a change of the port belongs, or None if there is none."""
        pair = self._tokens.get((change.line, change.column))
        return pair[1].line if pair else self.lines.get(change.line)


def _spots(listing: str, labels: tuple[str, ...]) -> Iterator[TokenPair]:
    for line in lines_of(listing):
        if line.label in labels and line.offset:
            for column, text in tokens_of(line.text):
                yield TokenPair(line, column, text)


def _pairs(tokens: list[Token], spots: list[TokenPair]) -> Iterator[tuple[Token, TokenPair]]:
    matcher = SequenceMatcher(
        None, [token.text.upper() for token in tokens], [spot.text.upper() for spot in spots], autojunk=False
    )
    for block in matcher.get_matching_blocks():
        yield from zip(tokens[block.a : block.a + block.size], spots[block.b : block.b + block.size], strict=True)


# ---- a change of the port made in the listing as well, to see that the two leave the record alike


class Check(NamedTuple):
    """A change of the port and the same change of the listing, with the listing's text; `port` is the port's ending."""

    change: Change
    in_listing: Change
    port: Ending
    text: str


class CheckResult(NamedTuple):
    """A check with the listing's ending."""

    check: Check
    listing: Ending

    @property
    def agrees(self) -> bool:
        """True if port and listing leave the record at the same ply, with the same move or the same error."""
        return self.check.port.outcome == self.listing.outcome


def checks(listing: str, played: Iterable[tuple[Change, Ending]], count: int, plies: int) -> Iterator[Check]:
    """Yields the first changes, at most `count`, that a token of the listing stands for; only `plies` plies count."""
    counterparts = Counterparts(port_source(), listing)
    lines = listing.splitlines()
    found = ((change, ending, counterparts.change(change)) for change, ending in played)
    for change, ending, other in islice(((one, end, same) for one, end, same in found if same), count):
        yield Check(change, other, cut(ending, plies), "\n".join(other.applied_to(lines)) + "\n")


def check_result(check: Check, plies: int) -> CheckResult:
    """Plays the first plies of the record with the changed listing."""
    return CheckResult(check, listing_ending(check.text, plies))


# ---- the shape of the listing


class ShapeLine(NamedTuple):
    """A line that is not blank: `offset` lines below `label`, whose own line is 0; `indent` and `length` in characters.

    `changes` is how many changes of its tokens were played in the port, and `earlier` how many of them left the record
    before the unchanged listing does.
    """

    label: str
    offset: int
    indent: int
    length: int
    changes: int
    earlier: int

    @property
    def share(self) -> float | None:
        """The share of the changes that left the record earlier, from 0 to 1, or None if there was no change."""
        return self.earlier / self.changes if self.changes else None

    @classmethod
    def from_json(cls, row: Any) -> Self:
        """Returns the line of a row of JSON. Raises TypeError or ValueError if the row has none."""
        label, *numbers = row
        if not isinstance(label, str) or not all(isinstance(number, int) and number >= 0 for number in numbers):
            raise ValueError("expected a label and whole numbers")
        return cls(label, *numbers)


def shape_of(listing: str, played: Iterable[tuple[Change, Ending]]) -> list[ShapeLine]:
    """Returns the shape of the restored listing, given changes of the port with their endings."""
    counterparts = Counterparts(port_source(), listing)
    changes: Counter[int] = Counter()
    earlier: Counter[int] = Counter()
    for change, ending in played:
        if line := counterparts.line(change):
            changes[line.number] += 1
            earlier[line.number] += ending.is_earlier
    return [
        ShapeLine(
            line.label,
            line.offset,
            INDENT * (len(line.text) - len(line.text.lstrip("\t"))),
            len(line.text.strip()),
            changes[line.number],
            earlier[line.number],
        )
        for line in lines_of(listing)
    ]
