"""Subinterpreters: compiled modules are refused there, and go on working in the main interpreter."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from historic.interpreters import INTERPRETER_MODULES, refuse_subinterpreter
from modern.build import COMPILED, build_mode

#: Imports each package in an interpreter of its own, ends that, and uses the packages in the main interpreter.
SCRIPT = f"""
from importlib import import_module
for name in {INTERPRETER_MODULES!r}:
    try:
        interpreters = import_module(name)
        break
    except ImportError:
        pass
from historic import Program
from modern.rules import Position, perft
before = Program().think("white").move, perft(Position.initial(), 2)
for package in ("historic", "modern.rules", "modern.engine.search", "modern.players.museum.cores.novice_board"):
    number = interpreters.create()
    script = f'''
try:
    import {{package}}
    print("imported", flush=True)
except ImportError as error:
    print(error, flush=True)
'''
    print(interpreters.run_string(number, script) or "", end="", flush=True)
    interpreters.destroy(number)
after = Program().think("white").move, perft(Position.initial(), 2)
print(before == after == ("e2e3", 400))
"""


def test_a_subinterpreter_cannot_import_compiled_modules_and_the_main_interpreter_still_can() -> None:
    result = subprocess.run([sys.executable, "-P", "-c", SCRIPT], capture_output=True, text=True, check=True)
    *lines, last = result.stdout.splitlines()
    if build_mode() == COMPILED:
        assert len(lines) == 4
        assert all("works in the main interpreter only, not in a subinterpreter" in line for line in lines)
    else:
        assert lines == ["imported"] * 4
    assert last == "True"


def test_a_missing_or_interpreted_module_is_never_refused(tmp_path: Path) -> None:
    (tmp_path / "plain.py").touch()
    for module in ("plain", "missing"):
        refuse_subinterpreter("package", [str(tmp_path)], module)


def test_in_the_main_interpreter_a_compiled_module_is_not_refused(tmp_path: Path) -> None:
    (tmp_path / "fast.so").touch()
    refuse_subinterpreter("package", [str(tmp_path)], "fast")


def test_a_compiled_module_is_refused_in_any_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "fast.so").touch()
    monkeypatch.setattr("historic.interpreters._is_subinterpreter", lambda: True)
    with pytest.raises(ImportError, match="package is compiled, and works in the main interpreter only"):
        refuse_subinterpreter("package", [str(tmp_path)], "fast")
