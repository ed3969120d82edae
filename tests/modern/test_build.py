"""The build that runs is the one that was requested."""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from modern.build import COMPILED, HOT, MUSEUM, PROGRAM, RULES, build_mode, interpreted_modules, mark_bounds_checks

TOP = Path(__file__).parents[2]


@pytest.mark.skipif("GOSUB_EXPECT" not in os.environ, reason="GOSUB_EXPECT does not say which build is expected")
def test_the_build_is_the_expected_one() -> None:
    expected = os.environ["GOSUB_EXPECT"]
    assert expected in ("compiled", "interpreted")
    from_source = [name for name in HOT if str(importlib.import_module(name).__file__).endswith(".py")]
    assert from_source == ([] if expected == "compiled" else list(HOT))
    assert interpreted_modules() == from_source
    assert build_mode() == expected


def test_an_incomplete_build_is_reported() -> None:
    assert build_mode(["modern.build"]) == "interpreted"
    assert build_mode(["math"]) == "compiled"
    assert build_mode(["math", "modern.build", "modern"]) == "compiled, except 2 of 3 modules"


def test_every_module_of_the_rules_is_compiled_or_must_stay_plain() -> None:
    plain = {"__init__", "interrupts", "errors", "native", "typed_move"}
    modules = {path.stem for path in (TOP / "modern" / "rules").glob("*.py")}
    assert modules - plain == {name.rpartition(".")[2] for name in RULES}
    assert all((TOP / f"{name.replace('.', '/')}.py").exists() for name in MUSEUM + PROGRAM)


#: Runs setup.py with a mypycify that compiles nothing, and a setup() that prints whether it was given extensions.
RUN_SETUP = """
import sys, types, setuptools
class Extension:
    def __init__(self):
        self.extra_compile_args = []
        self.sources = []
sys.modules["mypyc"] = types.ModuleType("mypyc")
sys.modules["mypyc.build"] = types.SimpleNamespace(mypycify=lambda *sources, **options: [Extension()])
setuptools.setup = lambda **given: print(bool(given.get("ext_modules")))
exec(open("setup.py").read(), {"__file__": "setup.py", "__name__": "__main__"})
"""


def would_compile(command: str, environment: dict[str, str], folder: Path) -> bool:
    """Returns True if setup.py would compile for a command. Runs a copy of it, because it removes stale files."""
    for module in HOT:
        source = folder / f"{module.replace('.', '/')}.py"
        source.parent.mkdir(parents=True, exist_ok=True)
        source.touch()
    for name in ("setup.py", "modern/build.py", "modern/compiled_docstrings.py"):
        shutil.copy(TOP / name, folder / name)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GOSUB_")}
    call = [sys.executable, "-c", RUN_SETUP, command]
    result = subprocess.run(call, cwd=folder, env={**kept, **environment}, capture_output=True, text=True, check=True)
    return result.stdout.strip() == "True"


@pytest.mark.parametrize(
    ("command", "environment", "compiles"),
    [
        ("bdist_wheel", {}, True),
        ("bdist_wheel", {"GOSUB_PURE": "1"}, False),
        ("editable_wheel", {}, False),
        ("editable_wheel", {"GOSUB_COMPILE": "1"}, True),
        ("editable_wheel", {"GOSUB_COMPILE": "1", "GOSUB_PURE": "1"}, False),
        ("egg_info", {}, False),
        ("sdist", {}, False),
    ],
)
def test_which_commands_compile(command: str, environment: dict[str, str], compiles: bool, tmp_path: Path) -> None:
    assert would_compile(command, environment, tmp_path) is compiles


@pytest.mark.parametrize(("command", "removes"), [("editable_wheel", True), ("bdist_wheel", False)])
def test_an_editable_install_removes_stale_extensions(command: str, removes: bool, tmp_path: Path) -> None:
    stale = [tmp_path / "historic" / "program.cpython-311.so", tmp_path / "0123__mypyc.cpython-311.so"]
    other = tmp_path / "historic" / "other.so"
    other.parent.mkdir()
    for path in (*stale, other):
        path.touch()
    would_compile(command, {}, tmp_path)
    assert [path.exists() for path in stale] == [not removes, not removes]
    assert other.exists()


def test_bounds_checks_are_marked_once() -> None:
    code = """
    cpy_r_r5 = (uint64_t)cpy_r_square < (uint64_t)cpy_r_r4;
    if (cpy_r_r5) goto CPyL5;
    cpy_r_r7 = (uint64_t)11 < (uint64_t)cpy_r_r4;
    cpy_r_r9 = cpy_r_r8 < cpy_r_r4;
"""
    marked, count = mark_bounds_checks(code)
    assert count == 2
    assert "cpy_r_r5 = likely((uint64_t)cpy_r_square < (uint64_t)cpy_r_r4);" in marked
    assert marked.replace("likely(", "").replace(");", ";") == code
    assert mark_bounds_checks(marked) == (marked, 0)


#: A function with three subscripts of a vector, and the module's name in what mypyc writes.
THREE_SUBSCRIPTS = """
from mypy_extensions import i64
from librt.vecs import vec

def swap_with_first(squares: vec[i64], index: i64) -> i64:
    taken = squares[index]
    squares[index] = squares[0]
    return taken
"""


@pytest.mark.slow
def test_the_c_of_the_pinned_mypyc_has_bounds_checks_of_the_known_form(tmp_path: Path) -> None:
    pytest.importorskip("mypyc", reason="mypyc comes with the extra `lint`")
    (tmp_path / "swapping.py").write_text(THREE_SUBSCRIPTS, encoding="utf-8")
    generate = "from mypyc.build import mypycify; mypycify(['swapping.py'])"
    subprocess.run([sys.executable, "-c", generate], cwd=tmp_path, check=True, capture_output=True)
    code = "".join(path.read_text(encoding="utf-8") for path in tmp_path.glob("build/**/*.c"))
    marked, count = mark_bounds_checks(code)
    assert count >= 4  # a subscript that may be negative is checked twice
    assert count == code.count("< (uint64_t)cpy_r_") == marked.count("likely((uint64_t)")


#: Loads compiled modules in interpreters of their own, before and after the main interpreter does, and uses them there.
SUBINTERPRETERS = """
from importlib import import_module
try:
    interpreters = import_module("_interpreters")  # Python 3.13 and later
except ImportError:
    interpreters = import_module("_xxsubinterpreters")

def import_in_another(module):
    number = interpreters.create()
    interpreters.run_string(number, f'''
try:
    import {module}
    print("imported", flush=True)
except ImportError as error:
    print(error, flush=True)
''')
    interpreters.destroy(number)

MODULES = ("historic.program", "modern.rules", "modern.engine.search", "modern.players.museum.cores.novice_board")
for module in MODULES:
    import_in_another(module)
from historic import Program
from modern.rules import Position, perft
for module in MODULES:
    import_in_another(module)
print(Program().think("white").move, perft(Position.initial(), 2))
"""


def test_a_subinterpreter_cannot_load_a_compiled_module_and_does_the_main_interpreter_no_harm() -> None:
    call = [sys.executable, "-P", "-c", SUBINTERPRETERS]
    result = subprocess.run(call, capture_output=True, text=True, check=True)
    *lines, last = result.stdout.splitlines()
    assert len(lines) == 8
    for line in lines:
        assert ("does not support loading in subinterpreters" in line) is (build_mode() == COMPILED), line
    assert last == "e2e3 400"
