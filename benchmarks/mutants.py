"""The small plausible faults of `mutation.py`, in Python and in JavaScript.

- An operator, a logical word, a truth value or a number becomes another one; a bound gets its other side.
- White becomes Black, and `min` becomes `max`.
- A condition of several is dropped, and so are a guard clause, a filter, a statement, a default that a call overrides,
  and an entry of a table.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

from pygments.lexers import JavascriptLexer
from pygments.token import Comment, Name, Number, Operator, String

from modern.proof.changes import ARITHMETIC, Change, others, whole_neighbours

#: Comparisons that replace each other.
BOUNDS: Final = ("<", "<=", ">", ">=")
#: Operators and names that replace each other, and those that others replace. Here "is not" and "not in" are one token,
#: and "not" has its space.
PAIRS: Final = (
    *(("+=", "-="), ("&", "|"), ("&=", "|="), ("<<", ">>"), ("and", "or"), ("in", "not in"), ("is", "is not")),
    *(("==", "!="), ("True", "False"), ("min", "max"), ("any", "all"), ("WHITE", "BLACK"), ('"white"', '"black"')),
)
ONE_WAY: Final = (
    *(("//", "*"), ("%", "*"), ("**", "*"), ("^", "|"), ("^=", "|="), ("*=", "+="), ("//=", "*="), ("not ", "")),
)
PYTHON: Final[Mapping[str, tuple[str, ...]]] = {
    **{token: others(token, BOUNDS) for token in BOUNDS},
    **ARITHMETIC,
    **{old: (new,) for old, new in (*ONE_WAY, *PAIRS, *(pair[::-1] for pair in PAIRS))},
}
#: The same for JavaScript.
JAVASCRIPT_PAIRS: Final = (
    *(("===", "!=="), ("+=", "-="), ("++", "--"), ("&&", "||"), ("true", "false"), ("min", "max"), ("some", "every")),
    *(('"white"', '"black"'), ('"w"', '"b"'), ("first", "last"), ("left", "right"), ("top", "bottom")),
)
JAVASCRIPT: Final[Mapping[str, tuple[str, ...]]] = {
    **{token: others(token, BOUNDS) for token in BOUNDS},
    **ARITHMETIC,
    **{old: (new,) for old, new in (*JAVASCRIPT_PAIRS, *(pair[::-1] for pair in JAVASCRIPT_PAIRS))},
    "!": ("",),
    "%": ("*",),
    "??": ("&&",),
    "?.": (".",),
}
#: Arguments on which no behaviour depends, as long as the program is right.
ASIDE: Final = frozenset(["strict", "maxsize", "slots", "frozen", "kw_only", "encoding", "ensure_ascii", "parents"])
#: A table has at least this many entries.
TABLE: Final = 3
#: A constant above this is a size, a time or a length: its neighbours are as good.
SMALL: Final = 9


class Mutant(NamedTuple):
    """A change of a file."""

    file: str
    change: Change

    @property
    def key(self) -> tuple[str, str]:
        """The place, the old and the new text. It stays the same when code outside the function changes."""
        return self.file, self.change.id


class _Where(NamedTuple):
    """The function, class or constant that holds a node, and its first line."""

    label: str = ""
    start: int = 0
    is_function: bool = False


def mutants_of(file: str, source: str) -> list[Mutant]:
    """Returns every mutant of a file of Python or JavaScript, in the order of its text."""
    return _of_javascript(file, source) if file.endswith(".js") else _of_python(file, source)


def sources_of(root: Path) -> dict[str, str]:
    """Returns the files of Python and JavaScript in historic and modern, by path."""
    paths = sorted(path for top in ("historic", "modern") for path in (root / top).rglob("*.*"))
    chosen = [path for path in paths if path.suffix in (".py", ".js")]
    return {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in chosen}


def functions_of(source: str) -> dict[str, list[int]]:
    """Returns the numbers of the lines of each function of Python, by the label of its mutants."""
    found: dict[str, list[int]] = {}
    for node, where in _nodes(ast.parse(source), _Where()):
        if where.is_function and isinstance(node, ast.stmt):
            found.setdefault(where.label, []).append(node.lineno)
    return found


# ---- Python


def _of_python(file: str, source: str) -> list[Mutant]:
    lines, tokens = source.splitlines(), _tokens(source)
    places = [place for place, _ in tokens]
    found = []

    def place(line: int, column: int) -> tuple[int, int]:  # ast counts columns in bytes
        return line, len(lines[line - 1].encode()[:column].decode(errors="ignore"))

    def add(where: _Where, line: int, column: int, old: str, new: str) -> None:
        found.append(Mutant(file, Change(file, where.label, line - where.start, line, column, old, new)))

    for node, where in _nodes(ast.parse(source), _Where()):
        for begin, end in _spans(node):
            for (line, column), token in tokens[bisect_left(places, place(*begin)) : bisect_left(places, place(*end))]:
                for new in _replacements(token, node):
                    add(where, line, column, token, new)
        for begin, end, new in _dropped(node):
            (line, column), (last, stop) = place(*begin), place(*end)
            if line == last:
                add(where, line, column, lines[line - 1][column:stop], new)
    return sorted(found, key=lambda mutant: (mutant.change.line, mutant.change.column))


def _tokens(source: str) -> list[tuple[tuple[int, int], str]]:
    tokens: list[tuple[tuple[int, int], str]] = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if tokens and (tokens[-1][1], token.string) in (("is", "not"), ("not ", "in")):
            tokens[-1] = (tokens[-1][0], f"{tokens[-1][1].strip()} {token.string}")
        else:
            tokens.append((token.start, "not " if token.string == "not" else token.string))
    return tokens


def _nodes(node: ast.AST, where: _Where) -> Iterator[tuple[ast.AST, _Where]]:
    """Yields the nodes that can be changed: none in annotations, decorators, messages of errors and assertions."""
    children: Sequence[ast.AST] = list(ast.iter_child_nodes(node))
    if isinstance(node, ast.stmt) and not where.label:
        where = where._replace(label=ast.unparse(node).split(":")[0].split(" = ")[0], start=node.lineno)
    match node:
        case ast.Raise() | ast.Assert() | ast.JoinedStr() | ast.arg():
            return
        case ast.keyword(arg=name) if name in ASIDE:
            return
        case ast.If(test=ast.Name(id="TYPE_CHECKING") | ast.Compare(left=ast.Name(id="__name__"))):
            return
        case ast.BinOp(op=ast.BitOr(), right=right) if not where.is_function or isinstance(right, ast.Constant):
            return  # a union of types
        case ast.Assign(targets=[ast.Name(id="__all__")]):
            return
        case ast.AnnAssign(value=ast.Constant(value=int(size))) if size > SMALL:
            children = []
        case ast.Assign(value=ast.Constant(value=int(size))) if size > SMALL and not where.is_function:
            children = []
        case ast.AnnAssign(value=value):
            children = [value] if value else []
        case ast.ClassDef(body=body):
            where = where._replace(label=node.name, start=node.lineno)
            children = body
        case ast.FunctionDef(args=arguments, body=body) | ast.AsyncFunctionDef(args=arguments, body=body):
            label = f"{where.label}.{node.name}" if node.col_offset else node.name
            where = where._replace(label=label, start=node.lineno)
            for default in (*arguments.defaults, *filter(None, arguments.kw_defaults)):
                yield from _nodes(default, where)
            where = where._replace(is_function=True)
            children = body
    yield node, where
    for child in children:
        yield from _nodes(child, where)


def _spans(node: ast.AST) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yields the places between which the node's own token is: an operator is between its operands."""
    match node:
        case ast.BoolOp(values=values):
            operands: list[ast.expr] = values
        case ast.Compare(left=left, comparators=comparators):
            operands = [left, *comparators]
        case ast.BinOp(left=left, right=right) | ast.AugAssign(target=left, value=right):
            operands = [left, right]
        case ast.UnaryOp() | ast.Constant() | ast.Name():
            yield (node.lineno, node.col_offset), (node.lineno, node.col_offset + 1)
            return
        case _:
            return
    for before, after in pairwise(operands):
        yield (before.end_lineno or 0, before.end_col_offset or 0), (after.lineno, after.col_offset)


def _replacements(token: str, node: ast.AST) -> tuple[str, ...]:
    match node:
        case ast.Constant(value=int(number)) if not isinstance(number, bool):
            return tuple(map(str, whole_neighbours(number)))
        case ast.Constant(value=float(number)):
            return (repr(2 * number or 1.0),)
    return PYTHON.get(token, ())


def _dropped(node: ast.AST) -> Iterator[tuple[tuple[int, int], tuple[int, int], str]]:
    """Yields what can be dropped: where it begins and ends, and what stands there instead."""

    def whole(part: Any, new: str) -> tuple[tuple[int, int], tuple[int, int], str]:
        return (part.lineno, part.col_offset), (part.end_lineno, part.end_col_offset), new

    def after(before: Any, part: Any) -> tuple[tuple[int, int], tuple[int, int], str]:
        return (before.end_lineno, before.end_col_offset), (part.end_lineno, part.end_col_offset), ""

    match node:
        case ast.BoolOp(op=operator, values=values):
            yield from (whole(value, str(isinstance(operator, ast.And))) for value in values)
        case ast.If(test=test, orelse=[]) if not isinstance(test, ast.BoolOp | ast.NamedExpr):
            yield whole(test, "False")
            yield whole(test, "True")
        case ast.comprehension(ifs=tests):
            yield from (whole(test, "True") for test in tests)
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield whole(node, "pass")
        case ast.Call(args=arguments, keywords=keywords) if keywords:
            if keywords[-1].arg not in (*ASIDE, None) and (before := [*arguments, *keywords[:-1]]):
                yield after(before[-1], keywords[-1])
        case ast.Tuple(elts=entries) | ast.List(elts=entries) | ast.Set(elts=entries) if len(entries) >= TABLE:
            yield from (after(*pair) for pair in pairwise(entries) if isinstance(pair[1], ast.Constant | ast.Tuple))
        case ast.Dict(values=entries) if len(entries) >= TABLE and None not in node.keys:
            yield from (after(*pair) for pair in pairwise(entries))


# ---- JavaScript

#: The same for a number of a script, where those up to 63 may be squares.
JAVASCRIPT_SMALL: Final = 64
#: What names the lines below it: a declaration, or a method of a class.
_JAVASCRIPT_LABEL: Final = re.compile(
    r"(?:export )?(?:const|let|class|(?:async )?function) (\w+)|  (?:async |get |set )?(\w+)\(.*\{$"
)
#: A call in a line of its own, and an entry of a table in one line with others.
_JAVASCRIPT_STATEMENT: Final = re.compile(r"^\s+((?!(?:return|throw|super)\b)[a-zA-Z][\w.]*\(.*\);)$", re.M)
_JAVASCRIPT_ENTRY: Final = re.compile(r', \w+: "[^"]*"(?=,| \})')


def _of_javascript(file: str, source: str) -> list[Mutant]:
    starts = [match.start() for match in re.finditer("^", source, re.M)]
    changes: list[tuple[int, str, str]] = []
    for start, kind, token in JavascriptLexer(ensurenl=False, stripnl=False).get_tokens_unprocessed(source):
        if kind in Comment or (kind in String and token not in JAVASCRIPT):
            continue
        if kind in Number and token.isdigit() and int(token) < JAVASCRIPT_SMALL:
            changes += [(start, token, str(new)) for new in whole_neighbours(int(token))]
        elif kind in Operator or kind in Name or kind in String or token in ("true", "false"):
            changes += [(start, token, new) for new in JAVASCRIPT.get(token, ())]
    for pattern, new in ((_JAVASCRIPT_STATEMENT, ";"), (_JAVASCRIPT_ENTRY, "")):
        for match in pattern.finditer(source):
            old = match[match.lastindex or 0]
            changes.append((match.start(match.lastindex or 0), old, new))
    lines, labels, found = source.splitlines(), {0: ("", 1)}, []
    for number, line in enumerate(lines, 1):
        named = _JAVASCRIPT_LABEL.match(line)
        labels[number] = (named[1] or named[2], number) if named else labels[number - 1]
    for start, old, new in sorted(changes):
        number = bisect_left(starts, start + 1)
        label, first = labels[number]
        if not lines[number - 1].startswith("import "):
            place = number - first, number, start - starts[number - 1]
            found.append(Mutant(file, Change(file, label, *place, old, new)))
    return found
