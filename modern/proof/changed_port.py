"""A changed port: the source of historic/program.py with changes, as a program of its own.

It is interpreted in both builds, and no module that is already loaded is changed. Where Python is more lenient than
BASIC, the changed lines are made as strict: a subscript below 0 does not count from the end but is error 9, also in the
loop that a changed FOR counts. Two to the power of a number has a value for every whole number, as in BASIC.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.resources import files
from types import ModuleType
from typing import Final, cast

from historic.basic.stops import subscript_out_of_range
from historic.machine.screen import Screen
from historic.memory import ROWS_ARE_LISTS
from historic.program import Program
from modern.proof.changes import Change
from modern.proof.port_changes import port_source

#: The names under which interpreted copies of modules are loaded.
_MEMORY: Final = "modern.proof.interpreted_memory"
_PROGRAM: Final = "modern.proof.changed_program"

#: The function that a changed line calls for each of its subscripts.
_CHECKED: Final = "within_"

NewProgram = Callable[[str, Screen | None], Program]


def changed_port(changes: Iterable[Change]) -> NewProgram:
    """Returns the class Program of the port with the changes; without any, that of an interpreted copy.

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
        """Checks a subscript."""
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
