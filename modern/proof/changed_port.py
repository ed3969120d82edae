"""A changed port: the source of historic/program.py with changes, as a program of its own; and its first effect.

It is interpreted in both builds, and no module that is already loaded is changed. Where Python is more lenient than
BASIC, the changed lines are made as strict: a subscript below 0 does not count from the end but is error 9, also in the
loop that a changed FOR counts. Two to the power of a number has a value for every whole number, as in BASIC.

When a change has its first effect in the recorded game is found out too, so that no game is played for a change that
has none. The unchanged port plays the game once. Each place that can be changed is watched: wherever its statement
runs, its value is compared with the value of the same statement with the change. As long as the two are equal, the
changed port has done nothing else than the unchanged one. So a change with no effect at all ends as the unchanged port
does, and the game of any other can begin at the ply of its first effect, with the variables that the unchanged port has
there. What cannot be compared so, such as an assignment to another variable, has its first effect where it first runs.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from types import ModuleType
from typing import Any, Final, NamedTuple, cast

from historic.basic.stops import subscript_out_of_range
from historic.machine.screen import Screen
from historic.memory import MATRICES, ROWS_ARE_LISTS, SCALARS, VECTORS, Memory
from historic.program import Program
from historic.readings import PRINTED
from historic.study.replay import side_of_ply
from modern.proof.changes import Change
from modern.proof.port_changes import port_source
from modern.proof.record import PRINTED_PLY

#: The names under which interpreted copies of modules are loaded.
_MEMORY: Final = "modern.proof.interpreted_memory"
_PROGRAM: Final = "modern.proof.changed_program"

#: The function that a changed line calls for each of its subscripts.
_CHECKED: Final = "within_"

#: Names that a watched statement calls.
_WATCH: Final = "watch_"
_WATCH_TEST: Final = "watch_test_"

NewProgram = Callable[[str, Screen | None], Program]


@cache
def interpreted_port() -> NewProgram:
    """Returns the class Program: the port itself or, in a compiled build, an interpreted copy of it."""
    return Program if ROWS_ARE_LISTS and inspect.isfunction(Program.CWHITE) else changed_port(())


def changed_port(changes: Iterable[Change]) -> NewProgram:
    """Returns the class Program of the port with the changes, interpreted.

    Raises ValueError if a change does not find its token, and SyntaxError if the result is no Python.
    """
    lines = port_source().splitlines()
    lines_changed = []
    for change in changes:
        lines = change.applied_to(lines)
        lines_changed.append(change.line)
    return cast(NewProgram, loaded(lines, lines_changed).Program)


def loaded(lines: Sequence[str], checked_lines: Iterable[int] = ()) -> ModuleType:
    """Returns a source as a module of its own, in which the subscripts of some lines are checked."""
    return module_of(Strict(frozenset(checked_lines)).visit(ast.parse("\n".join(lines))), {})


def module_of(tree: ast.Module, names: Mapping[str, object]) -> ModuleType:
    """Returns a changed syntax tree of the port as a module of its own, which can use some more names."""
    tree = ast.fix_missing_locations(_WithInterpretedMemory().visit(tree))
    return _module(_PROGRAM, tree, {**names, _CHECKED: _within}, {"POWER": _Powers()})


class _Powers(dict[int, float]):
    """Two to the power of each whole number."""

    def __missing__(self, exponent: int) -> float:
        self[exponent] = 2**exponent
        return self[exponent]


class Strict(ast.NodeTransformer):
    """Checks the subscripts of some lines."""

    def __init__(self, lines: frozenset[int]) -> None:
        self.lines = lines
        self.label = ""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Notes the name of the method, under which an error is raised."""
        self.label = node.name
        return self.generic_visit(node)

    def visit_For(self, node: ast.For) -> ast.AST:
        """Checks the whole loop of a changed FOR."""
        if node.lineno in self.lines:
            self.lines |= frozenset(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        return self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if node.lineno in self.lines and not isinstance(node.slice, ast.Slice):
            arguments: list[ast.expr] = [node.slice, ast.Constant(self.label)]
            node.slice = ast.Call(ast.Name(_CHECKED, ast.Load()), arguments, [])
        return node


class _WithInterpretedMemory(ast.NodeTransformer):
    """Has an interpreted Memory in the place of a compiled one."""

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        if node.module == "historic.memory" and not ROWS_ARE_LISTS:
            node.module = _interpreted_memory().__name__
        return node


def _within(subscript: int, label: str) -> int:
    """Returns a subscript that is not below 0. Raises error 9 for others."""
    if subscript < 0:
        raise subscript_out_of_range(label)
    return subscript


def _interpreted_memory() -> ModuleType:
    """Returns historic/memory.py interpreted; a program that is interpreted cannot be built on a compiled one."""
    if _MEMORY not in sys.modules:
        source = (files("historic") / "memory.py").read_text(encoding="utf-8")
        sys.modules[_MEMORY] = _module(_MEMORY, ast.parse(source), {}, {})
    return sys.modules[_MEMORY]


def _module(name: str, tree: ast.Module, before: Mapping[str, object], after: Mapping[str, object]) -> ModuleType:
    """Returns a module that has run `tree`; `before` and `after` are the names that it gets before and after that."""
    module = ModuleType(name)
    module.__dict__.update(before)
    exec(compile(tree, f"<{name}>", "exec"), module.__dict__)
    module.__dict__.update(after)
    return module


# ---- the first effect of a change in the recorded game

#: The variables of the port by name.
Variables = dict[str, Any]


class Start(NamedTuple):
    """Where the game of a change may begin: the ply, and the variables before it."""

    ply: int
    variables: Variables


def restored(program: Program, variables: Variables) -> Program:
    """Gives an interpreted program other variables, and returns it."""
    for name, value in variables.items():
        setattr(program, name, _copied(value))
    return program


def variables_of(memory: Memory) -> Variables:
    """Returns the variables of any memory; later plies do not change what is returned. Compiled rows become lists."""
    scalars = {name: getattr(memory, name) for name in SCALARS}
    vectors = {name: list(getattr(memory, name)) for name in VECTORS}
    return scalars | vectors | {name: [list(row) for row in getattr(memory, name)] for name in MATRICES}


def _copied(value: Any) -> Any:
    return [_copied(part) for part in value] if isinstance(value, list) else value


#: Where the game of a change without any effect may begin: nowhere.
NEVER: Final = Start(PRINTED_PLY + 1, {})


def first_effects(changes: Iterable[Change]) -> Iterator[dict[str, Start]]:
    """Yields, after each ply up to the one at which the unchanged port leaves the record, the effects found at it.

    They are where the games of changes may begin, by the name of the change. A change that is never yielded has NEVER.
    """
    open_changes = list(changes)
    variables: Variables | None = None
    for ply in range(1, PRINTED_PLY + 1):
        found: set[str] = set()
        program = _watched(open_changes, found)(PRINTED, None)
        variables = variables_of(restored(program, variables) if variables else program)
        start = Start(ply, variables)
        program.play(side_of_ply(ply))
        variables = variables_of(program)
        open_changes = [change for change in open_changes if change.id not in found]
        yield dict.fromkeys(found, start)


def _watched(changes: Sequence[Change], found: set[str]) -> NewProgram:
    """Returns the class Program of the port with the places of changes watched; effects are added to `found`."""
    lines = port_source().splitlines()
    places = [(change.id, change.line, change.applied_to(lines)[change.line - 1]) for change in changes]
    return cast(NewProgram, module_of(*watched(places, found)).Program)


def watched(changes: Iterable[tuple[str, int, str]], found: set[str]) -> tuple[ast.Module, dict[str, object]]:
    """Returns the port with lines watched, as `module_of` gets it; names of changes that have an effect go to `found`.

    A change is its name, the number of the line, and the line with the change. It has an effect each time that the line
    runs and would do something else. A name that is taken out of `found` is watched again.
    """
    by_line: dict[int, list[tuple[str, ast.stmt]]] = {}
    for name, line, text in changes:
        by_line.setdefault(line, []).append((name, _statement(text)))

    def watch(value: object, names: Sequence[str], others: Sequence[Callable[[], object]]) -> object:
        for name, other in zip(names, others, strict=True):
            if name not in found and _differs(other, value):
                found.add(name)
        return value

    def watch_test(value: object, names: Sequence[str], others: Sequence[Callable[[], object]]) -> object:
        truth = bool(value)
        for name, other in zip(names, others, strict=True):
            if name not in found and _differs(lambda other=other: bool(other()), truth):  # type: ignore[misc]
                found.add(name)
        return value

    tree = _Watcher(by_line).visit(ast.parse(port_source()))
    return tree, {_WATCH: watch, _WATCH_TEST: watch_test}


def _statement(line: str) -> ast.stmt:
    """Returns the statement in a line of the port without its body; its subscripts are checked."""
    text = line.strip()
    text = text.removeprefix("el") if text.startswith("elif ") else text
    has_body = text.startswith(("if ", "for "))
    statement = ast.parse(f"{text}\n pass" if has_body else text).body[0]
    return cast(ast.stmt, Strict(frozenset([1])).visit(statement))


def _differs(other: Callable[[], object], value: object) -> bool:
    """Returns True if the changed expression has another value, or stops with an error."""
    try:
        return bool(other() != value)
    except Exception:
        return True


class _Watcher(ast.NodeTransformer):
    """Watches the statements of some lines, given each with its changed forms."""

    def __init__(self, changed: dict[int, list[tuple[str, ast.stmt]]]) -> None:
        self.changed = changed

    def visit_If(self, node: ast.If) -> ast.AST:
        forms = [(name, form.test) for name, form in self._forms(node) if isinstance(form, ast.If)]
        self.generic_visit(node)
        node.test = _call(_WATCH_TEST, node.test, forms)
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        forms = [(name, form.iter) for name, form in self._forms(node) if isinstance(form, ast.For)]
        self.generic_visit(node)
        node.iter = _call(_WATCH, node.iter, forms)
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        return self._watched(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        return self._watched(node)

    def visit_Expr(self, node: ast.Expr) -> Any:
        return self._watched(node)

    def _forms(self, node: ast.stmt) -> list[tuple[str, ast.stmt]]:
        return self.changed.get(node.lineno, [])

    def _watched(self, node: ast.stmt) -> list[ast.stmt]:
        """Returns a statement without a body, with what watches it before it."""
        before: list[ast.stmt] = []
        for name, form in self._forms(node):
            original, other = _compared(node, form)
            before.append(ast.Expr(_call(_WATCH, original, [(name, other)])))
        return [*before, node]


def _compared(node: ast.stmt, form: ast.stmt) -> tuple[ast.expr, ast.expr]:
    """Returns what is compared of a statement and its changed form; 0 and 1 if only that it runs can be told."""
    (kind, values), (other_kind, others) = _parts(node), _parts(form)
    if kind != other_kind or not values:
        return ast.Constant(0), ast.Constant(1)
    return ast.Tuple(values, ast.Load()), ast.Tuple(others, ast.Load())


def _parts(node: ast.stmt) -> tuple[str, list[ast.expr]]:
    """Returns what an assignment assigns to, and how, and the values on which its effect depends."""
    match node:
        case ast.Assign(targets=[target], value=value):
            return _shape(target), [*_subscripts(target), value]
        case ast.AugAssign(target=target, op=op, value=value):
            return f"{type(op).__name__} {_shape(target)}", [*_subscripts(target), value]
    return "", []


def _shape(target: ast.expr) -> str:
    """Returns what is assigned, without its subscripts: a variable, or an array with a number of subscripts."""
    return f"{_shape(target.value)}[]" if isinstance(target, ast.Subscript) else ast.dump(target)


def _subscripts(target: ast.expr) -> list[ast.expr]:
    return [*_subscripts(target.value), target.slice] if isinstance(target, ast.Subscript) else []


def _call(function: str, original: ast.expr, others: Sequence[tuple[str, ast.expr]]) -> ast.expr:
    """Returns the call that compares an expression with its changed forms, and has the value of the expression."""
    if not others:
        return original
    no_arguments = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
    names = ast.Tuple([ast.Constant(name) for name, _ in others], ast.Load())
    forms = ast.Tuple([ast.Lambda(no_arguments, other) for _, other in others], ast.Load())
    return ast.Call(ast.Name(function, ast.Load()), [original, names, forms], [])
