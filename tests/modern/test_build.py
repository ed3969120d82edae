"""Which build runs, and that it is the one that was asked for."""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from modern.build import HOT, PROGRAM, RULES, build_mode, interpreted_modules

TOP = Path(__file__).parents[2]


@pytest.mark.skipif("GOSUB_EXPECT" not in os.environ, reason="GOSUB_EXPECT does not say which build is expected")
def test_the_build_is_the_one_that_is_expected() -> None:
    expected = os.environ["GOSUB_EXPECT"]
    assert expected in ("compiled", "interpreted")
    from_source = [name for name in HOT if str(importlib.import_module(name).__file__).endswith(".py")]
    assert from_source == ([] if expected == "compiled" else list(HOT))
    assert interpreted_modules() == from_source
    assert build_mode() == expected


def test_a_build_that_went_half_wrong_says_so() -> None:
    assert build_mode(["modern.build"]) == "interpreted"
    assert build_mode(["math"]) == "compiled"
    assert build_mode(["math", "modern.build", "modern"]) == "compiled, but for 2 of 3 modules"


def test_every_module_of_the_rules_is_hot_or_one_that_must_stay_plain() -> None:
    plain = {"__init__", "breath", "epd", "errors", "native"}
    there = {path.stem for path in (TOP / "modern" / "rules").glob("*.py")}
    assert there - plain == {name.rpartition(".")[2] for name in RULES}
    assert all((TOP / f"{name.replace('.', '/')}.py").exists() for name in PROGRAM)


#: setup.py run with a setup() that tells whether it was given extensions, and a mypycify that makes none in earnest.
ASK_SETUP = """
import sys, types, setuptools
class Extension:
    def __init__(self):
        self.extra_compile_args = []
sys.modules["mypyc"] = types.ModuleType("mypyc")
sys.modules["mypyc.build"] = types.SimpleNamespace(mypycify=lambda *sources, **options: [Extension()])
setuptools.setup = lambda **given: print(bool(given.get("ext_modules")))
exec(open("setup.py").read(), {"__file__": "setup.py", "__name__": "__main__"})
"""


def would_compile(command: str, environment: dict[str, str], folder: Path) -> bool:
    """Whether setup.py would compile for a command; asked of a copy, since it clears away what is stale around it."""
    (folder / "modern").mkdir()
    for name in ("setup.py", "modern/build.py"):
        shutil.copy(TOP / name, folder / name)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GOSUB_")}
    asked = [sys.executable, "-c", ASK_SETUP, command]
    said = subprocess.run(asked, cwd=folder, env={**kept, **environment}, capture_output=True, text=True, check=True)
    return said.stdout.strip() == "True"


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
def test_what_compiles(command: str, environment: dict[str, str], compiles: bool, tmp_path: Path) -> None:
    assert would_compile(command, environment, tmp_path) is compiles


@pytest.mark.parametrize(("command", "clears"), [("editable_wheel", True), ("bdist_wheel", False)])
def test_an_editable_install_clears_away_what_would_go_before_the_source(
    command: str, clears: bool, tmp_path: Path
) -> None:
    stale = [tmp_path / "historic" / "program.cpython-311.so", tmp_path / "0123__mypyc.cpython-311.so"]
    other = tmp_path / "historic" / "other.so"
    other.parent.mkdir()
    for path in (*stale, other):
        path.touch()
    would_compile(command, {}, tmp_path)
    assert [path.exists() for path in stale] == [not clears, not clears]
    assert other.exists()
