"""The judge of mends.py as a module of its own, which mypyc can compile: it judges whole games a hundred times as fast.

The source of the port gets the watched lines and the recorder's calls here, too. But a step leaves no event: it leaves
a key, the numbers by which `quirks` names it. `quirks` is asked once for each key, and of a number that is no part of
the key it raises KeyError.
"""

from __future__ import annotations

import ast
import importlib
import os
import subprocess
import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

from mends import mends

from historic import BasicError
from historic.memory import Memory
from modern.proof.port_changes import methods_of, port_source
from modern.proof.recorder import (
    BEST,
    LABELS,
    LAYOUT,
    REACHES,
    RETURN,
    SCORE,
    SEARCHES,
    TRY,
    Event,
    ScoreTerm,
    recorded_calls,
)
from modern.proof.stepper import QUIRKS, quirks

TOP: Final = Path(__file__).parents[2]
_PACKAGE: Final = "judged_port_"
#: The modules of the package, and the parts of `historic` of which they are copies.
_COPIES: Final = {"single": "historic/basic/single.py", "memory": "historic/memory.py"}
#: The bit of each quirk that a step can name.
BITS: Final = {name: 1 << number for number, name in enumerate(QUIRKS)}

_SETUP: Final = """
import runpy
from pathlib import Path

from mypyc.build import mypycify
from setuptools import setup

build = runpy.run_path("{top}/modern/build.py")
options = ["--ignore-missing-imports", "--follow-imports=silent"]
extensions = mypycify([*options, *(f"{package}/{{name}}.py" for name in {names})], opt_level="3", debug_level="0")
for path in {{Path(source) for extension in extensions for source in extension.sources}}:
    code = build["mark_bounds_checks"](path.read_text(encoding="utf-8"))[0]
    path.write_text(build["simplify_loops"](code)[0], encoding="utf-8")
for extension in extensions:
    extension.extra_compile_args += ["-ffp-contract=off", "-ftree-vectorize", "-fvect-cost-model=dynamic"]
setup(name="{package}", packages=[], ext_modules=extensions, script_args=["-q", "build_ext", "--inplace"])
"""

#: What the class Program gets: the numbers of the judge, and the calls.
_NUMBERS: Final = """
self.found_: i64 = 0
self.depth_: i64 = 0
self.centre_: i64 = 0
self.number_: i64 = 0
self.steps_: i64 = 0
self.is_judging_: bool = False
self.wanted_: frozenset[int] = frozenset()
self.named_: dict[object, int] = {}
self.judge_: Any = None
self.trail_: list[object] = []
self.then_: float = 0.0
self.then_white_: float = 0.0
self.then_black_: float = 0.0
"""
#: A label is entered without the calls where the part is not judged, for speed.
_ENTRY: Final = """
def {label}(self) -> None:
    if self.depth_ and not self.is_judging_:
        self.{label}_unwatched_()
        self.done_()
        return
    self.gosub_({label!r})
    self.{label}_()
    {returned}
"""
_CALLS: Final = """
def begin_(self, number: i64) -> None:
    self.number_ = number
    self.is_judging_ = number in self.wanted_

def watched_(self, quirk: i64, value: bool, other: bool) -> bool:
    if value != other:
        self.found_ |= quirk
    return value

def watched_number_(self, quirk: i64, value: float, other: float) -> float:
    if value != other:
        self.found_ |= quirk
    return value

def note_(self, key: tuple[object, ...]) -> None:
    names = self.named_.get(key)
    if names is None:
        names = self.judge_(key)
        self.named_[key] = names
    self.steps_ += 1
    if names != self.found_ or self.trail_:
        self.trail_.append((key, self.found_, names))

def done_(self) -> None:
    self.found_ = 0
    self.then_ = self.S1
    self.then_white_ = self.BESTVAL1
    self.then_black_ = self.BESTVAL

def gosub_(self, label: str) -> None:
    self.depth_ += 1
    self.centre_ = 0
    if self.is_judging_:
        self.note_(("gosub", label))
    self.done_()

def returned_(self, label: str) -> None:
    self.depth_ -= 1
    if self.is_judging_:
        self.note_(("return", label))
    self.done_()

def reached_(self, label: str, row: i64, offset: i64, home: i64, ahead: i64) -> None:
    self.depth_ -= 1
    if self.is_judging_:
        piece = self.Z - offset
        if piece < 8:
            board = self.A[0]
            home += piece
            near, far = board[home + ahead], board[home + 2 * ahead]
            self.note_(("return", label, self.Z, self.X, self.J, self.centre_, self.PM[piece][row], near, far))
        else:
            self.note_(("return", label, self.Z, self.X, self.J, self.centre_))
    self.done_()

def tried_(self, label: str, square: i64, piece: i64, castling: i64) -> None:
    if self.depth_ == 1:
        self.begin_(self.number_ + 1)
    if self.is_judging_:
        PM = self.PM
        rooks = (PM[8][0], PM[8][1], PM[15][0], PM[15][1])
        self.note_(("try", label, square, piece, castling, self.A[4][square], rooks))
    self.done_()

def best_(self, label: str, then: float, now: float) -> None:
    if self.is_judging_:
        self.note_(("best", label, then, now))
    self.done_()

def term_(self, label: str, term: str, square: i64) -> None:
    if self.is_judging_:
        if term == "KING_ATTACKED":
            self.note_(("score", label, term, square, self.JK, self.then_))
        else:
            self.note_(("score", label, term, square, self.JK, self.A[1][square], self.A[2][square]))
    self.done_()

def on_searched_(self) -> None:
    pass
"""


class Disagreement(NamedTuple):
    """A step at which the names and the mends differ: its key, the quirks whose mends change it, and those named."""

    key: tuple[Any, ...]
    at_work: frozenset[str]
    named: frozenset[str]


def judged_port(folder: Path, *, is_compiled: bool) -> Any:
    """Writes the package with the judged port to a new folder, compiles it if asked to, and returns its main module."""
    package = folder / _PACKAGE
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    for name, path in _COPIES.items():
        (package / f"{name}.py").write_text(_at_home((TOP / path).read_text(encoding="utf-8")), encoding="utf-8")
    (package / "program.py").write_text(_at_home(judged_source()), encoding="utf-8")
    if is_compiled:
        setup = _SETUP.format(package=_PACKAGE, top=TOP, names=(*_COPIES, "program"))
        environment = {**os.environ, "MYPYPATH": str(TOP)}
        subprocess.run([sys.executable, "-c", setup], cwd=folder, env=environment, check=True)
    for name in [name for name in sys.modules if name.partition(".")[0] == _PACKAGE]:
        del sys.modules[name]
    importlib.invalidate_caches()
    sys.path.insert(0, str(folder))
    try:
        return importlib.import_module(f"{_PACKAGE}.program")
    finally:
        sys.path.remove(str(folder))


class Turn(NamedTuple):
    """A judged turn: how many steps its wanted parts have, those at which names and mends differ, and its error."""

    steps: int
    disagreements: list[Disagreement]
    error: BasicError | None


def judged(program: Any, side: str, parts: Collection[int], known: dict[object, int]) -> Turn:
    """Plays a turn of a judged program, and judges the wanted parts. `known` keeps what `quirks` says of each key."""
    program.wanted_, program.named_, program.judge_ = frozenset(parts), known, names_by_key
    program.steps_ = program.depth_ = 0
    program.trail_ = []
    program.done_()
    error = _played(program, side)
    disagreements = [
        Disagreement(key, names_of(found), names_of(names)) for key, found, names in program.trail_ if found != names
    ]
    return Turn(program.steps_, disagreements, error)


def trail(program: Any, side: str, parts: Collection[int]) -> list[frozenset[str]]:
    """Plays a turn of a judged program. Returns the quirks whose mends change each step of the wanted parts."""
    program.wanted_, program.named_, program.judge_ = frozenset(parts), {}, names_by_key
    program.depth_ = 0
    program.trail_ = [((), 0, 0)]  # one entry, and so every step is kept
    program.done_()
    _played(program, side)
    return [names_of(found) for _, found, _ in program.trail_[1:]]


def judged_program(port: Any, memory: Memory) -> Any:
    """Returns a judged program with the variables of `memory`."""
    program = port.Program(getattr(memory, "reading", "printed"))
    program.copy_from(memory)
    return program


def _played(program: Any, side: str) -> BasicError | None:
    """Plays a turn, and returns the error with which it stops."""
    program.begin_(0)
    try:
        program.play(side)
    except BasicError as error:
        if program.is_judging_:
            program.note_(("error", error.label))
        return error
    return None


def names_of(bits: int) -> frozenset[str]:
    return frozenset(name for name, bit in BITS.items() if bits & bit)


def names_by_key(key: tuple[Any, ...]) -> int:
    """Returns the bits of the quirks that `quirks` names, given only the numbers of a key."""
    kind, label, *rest = key
    black = int(label.startswith(("BLACK", "CBLACK")))
    then: dict[str, float] = {}
    now: dict[str, float] = {}
    term, centre = None, 0
    if kind == RETURN and label in REACHES:
        now["Z"], now["X"], now["J"], centre, *pawn = rest
        if pawn:
            piece, home, ahead = (int(now["Z"]) - 25, 98, -12) if black else (int(now["Z"]) - 1, 38, 12)
            (
                now[f"PM({piece},{black})"],
                now[f"A(0,{home + piece + ahead})"],
                now[f"A(0,{home + piece + 2 * ahead})"],
            ) = pawn
    elif kind == TRY:
        square, piece, castling, reached, rooks = rest
        now |= {SEARCHES[label][0]: square, SEARCHES[label][1]: piece, "III" if black else "II": castling}
        now[f"A(4,{square})"] = reached
        now["PM(8,0)"], now["PM(8,1)"], now["PM(15,0)"], now["PM(15,1)"] = rooks
    elif kind == BEST:
        name = "BESTVAL" if black else "BESTVAL1"
        then[name], now[name] = rest
    elif kind == SCORE:
        term = ScoreTerm[rest[0]]
        now["KJ"], now["JK"], *values = rest[1:]
        if term is ScoreTerm.KING_ATTACKED:
            (then["S1"],) = values
        else:
            now[f"A(1,{rest[1]})"], now[f"A(2,{rest[1]})"] = values
    event = Event(kind, label, label, 0, term, centre, ())
    before, after = ({LAYOUT.place_of[name]: value for name, value in numbers.items()} for numbers in (then, now))
    return sum(BITS[name] for name in quirks(event, cast(Sequence[float], before), cast(Sequence[float], after)))


# ---- the source


def judged_source() -> str:
    """Returns the source of the port with the mended lines watched and the calls."""
    unwatched = [*methods_of(ast.parse(port_source()), LABELS)]
    tree = _Watcher().visit(ast.parse(port_source()))
    for method in methods_of(tree, (*SEARCHES, *REACHES)):
        method.body = recorded_calls(method, _call)
    program = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Program")
    for method in [*methods_of(tree, LABELS)]:
        label = method.name
        method.name = f"{label}_"
        returned = f"self.returned_({label!r})"
        if label in REACHES:
            place = "1, 25, 98, -12" if label == "BLACK1" else "0, 1, 38, 12"
            returned = f"self.reached_({label!r}, {place})"
        program.body += ast.parse(_ENTRY.format(label=label, returned=returned)).body
    program.body += [_Unwatched().visit(method) for method in unwatched]
    program.body += ast.parse(_CALLS).body
    constructor = next(node for node in program.body if isinstance(node, ast.FunctionDef) and node.name == "__init__")
    constructor.body[-1:] = [*ast.parse(_NUMBERS).body, constructor.body[-1]]  # before INIT
    future = 1 + next(number for number, node in enumerate(tree.body) if isinstance(node, ast.ImportFrom))
    tree.body[future:future] = ast.parse("from typing import Any").body
    return ast.unparse(ast.fix_missing_locations(tree))


def _at_home(source: str) -> str:
    """Returns a source that imports the modules of the package instead of those of `historic`."""
    for name, path in _COPIES.items():
        module = path.removesuffix(".py").replace("/", ".")
        source = source.replace(f"from {module} import", f"from {_PACKAGE}.{name} import")
    return source


def _call(label: str, line: int, term: ScoreTerm | None, counters: tuple[str, ...]) -> str:
    """Returns the call behind a statement in CWHITE, CBLACK, WHITE1 or BLACK1."""
    black = label.startswith(("BLACK", "CBLACK"))
    search = "CBLACK" if black else "CWHITE"
    if term is ScoreTerm.CENTRE:
        return "self.centre_ += 1"
    if term is ScoreTerm.ZERO:
        square, piece, _ = SEARCHES[search]
        return f"self.tried_({search!r}, {square}, {piece}, self.{'III' if black else 'II'})"
    if term is None:
        then, now = ("black", "BESTVAL") if black else ("white", "BESTVAL1")
        return f"self.best_({search!r}, self.then_{then}_, self.{now})"
    return f"self.term_({search!r}, {term.name!r}, {'KJ' if 'KJ' in counters else 'self.KJ'})"


class _Watcher(ast.NodeTransformer):
    """Has each line with a mend compared with its mended line."""

    def __init__(self) -> None:
        self.forms: dict[int, list[tuple[int, str]]] = {}
        for quirk, bit in BITS.items():
            for mend in mends()[quirk]:
                self.forms.setdefault(mend.line, []).append((bit, mend.text.strip().removeprefix("el")))

    def visit_If(self, node: ast.If) -> ast.AST:
        for bit, text in self.forms.get(node.lineno, []):
            form = ast.parse(f"{text}\n pass").body[0]
            assert isinstance(form, ast.If), text
            node.test = _watched("self.watched_", bit, _truth(node.test), _truth(form.test))
        return self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        for bit, text in self.forms.get(node.lineno, []):
            form = ast.parse(text).body[0]
            assert isinstance(form, ast.Assign), text
            assert ast.dump(form.targets[0]) == ast.dump(node.targets[0]), text
            node.value = _watched("self.watched_number_", bit, node.value, form.value)
        return node


class _Unwatched(ast.NodeTransformer):
    """Gives a method and those that it calls other names."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.name = f"{node.name}_unwatched_"
        return self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if node.attr in LABELS:
            node.attr = f"{node.attr}_unwatched_"
        return self.generic_visit(node)


def _truth(test: ast.expr) -> ast.expr:
    return ast.Call(ast.Name("bool"), [test], [])


def _watched(function: str, bit: int, value: ast.expr, other: ast.expr) -> ast.expr:
    return ast.Call(ast.parse(function, mode="eval").body, [ast.Constant(bit), value, other], [])
