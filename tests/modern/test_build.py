"""The build that runs is the one that was requested."""

from __future__ import annotations

import ast
import importlib
import os
import runpy
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from modern.build import (
    COMPARISON,
    COMPILED,
    ENGINE,
    HOT,
    MUSEUM,
    PLAIN,
    RULES,
    build_mode,
    copies_of_short,
    how_to_compile,
    interpreted_modules,
    mark_bounds_checks,
    simplify_loops,
    split_c,
)

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


def test_what_is_compiled_and_what_stays_plain_exists() -> None:
    for name in (*HOT, *PLAIN):
        path = TOP / name.replace(".", "/")
        assert path.with_suffix(".py").exists() or path.is_dir()


def test_what_compares_the_listing_with_the_rules_is_compiled_with_all_that_it_imports() -> None:
    package = "modern.agreement"
    found, left = set[str](), [f"{package}.{name}" for name in ("sampling", "move_comparison", "score_comparison")]
    while left:
        found.add(name := left.pop())
        tree = ast.parse((TOP / name.replace(".", "/")).with_suffix(".py").read_text("utf-8"))
        imported = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        left += {name for name in imported if name.startswith(f"{package}.")} - found
    assert found == set(COMPARISON)


def test_every_module_of_a_compiled_package_is_compiled_unless_it_must_stay_plain() -> None:
    for modules, package in ((RULES, "rules"), (ENGINE, "engine"), (MUSEUM, "players/museum/cores")):
        sources = (TOP / "modern" / package).rglob("*.py")
        names = {path.relative_to(TOP).with_suffix("").as_posix().replace("/", ".") for path in sources}
        plain = {name for name in names if {name, name.rpartition(".")[0]} & PLAIN or name.endswith(".__init__")}
        assert len(modules) == len(names - plain) > 8
        assert set(modules) == names - plain


#: The part of a module's C that setup.py changes: a subscript.
CODE = """
    cpy_r_r5 = (uint64_t)cpy_r_square < (uint64_t)cpy_r_r4;
    cpy_r_r7 = (uint64_t)cpy_r_r6 < (uint64_t)cpy_r_r4;
    PyErr_SetNone(PyExc_IndexError);
"""

#: The functions that setup.py changes, by the last name of their module.
LOOPS = {
    module: "".join(
        f"""
char CPyDef_{module}___{name}(VecI64 cpy_r_values, int64_t cpy_r_words) {{
    cpy_r_r5 = (uint64_t)cpy_r_word < (uint64_t)cpy_r_r4;
    cpy_r_r7 = (uint64_t)cpy_r_r6 < (uint64_t)cpy_r_r4;
    PyErr_SetNone(PyExc_IndexError);
}}
"""
        for name in names
    )
    for module, names in {"lanes": ("add_sub", "add_sub_sub", "relu_sum"), "memory": ("copy_row",)}.items()
}
ALL_CODE = CODE + "".join(LOOPS.values())


class WrittenC:
    """An extension of mypyc, as far as setup.py reads it."""

    def __init__(self, name: str, *sources: Path) -> None:
        self.name = name
        self.include_dirs: list[str] = []
        self.extra_compile_args = ["/GL-"]
        self.sources = sources


def written_c(code: str, loops: dict[str, str], arguments: list[str]) -> list[WrittenC]:
    """Does the work of mypycify: writes the same C for each module, and its loops. Nothing is compiled."""
    folder = Path("build")
    folder.mkdir(exist_ok=True)
    shared = folder / "__native_all.c"
    shared.touch()
    paths = []
    for argument in arguments:
        if argument.endswith(".py"):
            module = argument.removesuffix(".py").replace("/", "___")
            name = module.rpartition("___")[2]
            paths.append(folder / f"__native_{module}.c")
            paths[-1].write_text(code + loops.get(name, ""))
    return [WrittenC("0123__mypyc", shared, *paths), *map(WrittenC, HOT)]


@pytest.fixture
def has_extensions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., bool]:
    """Returns a function that runs setup.py in a folder of empty modules, and returns True if it builds extensions."""
    for module in HOT:
        source = tmp_path / f"{module.replace('.', '/')}.py"
        source.parent.mkdir(parents=True, exist_ok=True)
        source.touch()
        (source.parent / "__init__.py").touch()
    for name in ("setup.py", "pyproject.toml", "modern/build.py"):
        shutil.copy(TOP / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    for name in os.environ:
        if name.startswith("GOSUB_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def run(command: str, code: str = CODE, loops: dict[str, str] = LOOPS) -> bool:
        given: dict[str, Any] = {}
        mypyc: Any = SimpleNamespace(mypycify=lambda arguments, **_: written_c(code, loops, arguments))
        monkeypatch.setitem(sys.modules, "mypyc", mypyc)
        monkeypatch.setitem(sys.modules, "mypyc.build", mypyc)
        monkeypatch.setattr("setuptools.setup", given.update)
        monkeypatch.setattr("sys.argv", ["setup.py", command])
        runpy.run_path(str(tmp_path / "setup.py"))
        return bool(given.get("ext_modules"))

    return run


@pytest.mark.parametrize(
    ("command", "variables", "compiles"),
    [
        ("bdist_wheel", [], True),
        ("bdist_wheel", ["GOSUB_PURE"], False),
        ("editable_wheel", [], False),
        ("editable_wheel", ["GOSUB_COMPILE"], True),
        ("editable_wheel", ["GOSUB_COMPILE", "GOSUB_PURE"], False),
        ("egg_info", [], False),
        ("sdist", [], False),
    ],
)
def test_which_commands_compile(
    command: str,
    variables: list[str],
    compiles: bool,
    has_extensions: Callable[..., bool],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in variables:
        monkeypatch.setenv(name, "1")
    assert has_extensions(command) == compiles


def test_the_start_of_every_module_is_in_one_file(has_extensions: Callable[..., bool], tmp_path: Path) -> None:
    assert has_extensions("bdist_wheel")
    start = (tmp_path / "build" / "start.c").read_text()
    assert 'PyImport_ImportModule("0123__mypyc")' in start
    starts = [line.removeprefix("START(").removesuffix(")") for line in start.splitlines() if line.startswith("START(")]
    assert sorted(starts) == sorted({name.rpartition(".")[2] for name in HOT})
    # Two modules may have the same last name. Python tells which of them it loads.
    assert len(starts) < len(HOT)


@pytest.mark.parametrize(("command", "removes"), [("editable_wheel", True), ("bdist_wheel", False)])
def test_an_editable_install_removes_stale_extensions(
    command: str, removes: bool, has_extensions: Callable[..., bool], tmp_path: Path
) -> None:
    suffix = ".pyd" if os.name == "nt" else ".so"
    stale = [tmp_path / "historic" / f"program.cpython-311{suffix}", tmp_path / f"0123__mypyc.cpython-311{suffix}"]
    other = tmp_path / "historic" / f"other{suffix}"
    for path in (*stale, other):
        path.touch()
    has_extensions(command)
    assert [path.exists() for path in stale] == [not removes, not removes]
    assert other.exists()


def test_bounds_checks_are_marked() -> None:
    marked, subscripts = mark_bounds_checks(CODE)
    assert subscripts == 1
    assert "cpy_r_r5 = likely((uint64_t)cpy_r_square < (uint64_t)cpy_r_r4);" in marked
    assert marked.replace("likely(", "").replace(");", ";") == CODE.replace(");", ";")


def test_functions_that_check_their_range_have_simple_loops() -> None:
    marked, _ = mark_bounds_checks(ALL_CODE)
    simpler, found = simplify_loops(marked)
    assert found == 4
    assert simpler.startswith(mark_bounds_checks(CODE)[0])  # what is outside of these functions stays
    assert simpler.count("likely(") == 2
    assert simpler.count("cpy_r_r5 = 1;") == simpler.count("cpy_r_r7 = 1;") == 4


@pytest.mark.parametrize(
    ("known", "other", "found"),
    [
        ("(uint64_t)cpy_r_r6 <", "(size_t)cpy_r_r6 <", "expected 2 bounds checks for 1 subscripts, found 1"),
        ("PyErr_SetNone(PyExc_IndexError)", "CPy_IndexError()", "expected 0 bounds checks for 0 subscripts, found 2"),
        ("CPyDef_lanes___add_sub(", "add_sub(", "expected 4 functions with loops, found 3"),
        ("CPyDef_memory___copy_row(", "copy_row(", "expected 4 functions with loops, found 3"),
    ],
)
def test_c_of_another_form_ends_the_build_with_one_line(
    known: str, other: str, found: str, has_extensions: Callable[..., bool]
) -> None:
    assert known in ALL_CODE
    loops = {module: text.replace(known, other) for module, text in LOOPS.items()}
    with pytest.raises(SystemExit) as ended:
        has_extensions("bdist_wheel", CODE.replace(known, other), loops)
    line = str(ended.value)
    assert line.startswith("setup.py: mypyc's C has changed, ")
    assert line.endswith(found)
    assert "\n" not in line


#: A module in mypyc's C, shortened: a class, a function for Python, two others, and the module's statements.
MODULE = """\
static int32_t CPyDef_board___Board_clear(PyObject *cpy_r_self)
{
    return 0;
}

int64_t CPyDef_board___lowest(int64_t cpy_r_squares) {
    return cpy_r_squares;
}

PyObject *CPyPy_board___lowest(PyObject *self) {
    return NULL;
}

PyObject *CPyDef_board___Board___end(PyObject *cpy_r_self) {
    CPyDef_board___Board_clear(cpy_r_self);
    MORE
    return NULL;
}

char CPyDef_board_____top_level__(void) {
    return 1;
}
"""


def test_what_runs_once_is_apart_from_the_functions() -> None:
    (local, lowest, end), once = split_c(MODULE)
    assert local.startswith("static int32_t CPyDef_board___Board_clear(")  # because `end` calls it
    assert lowest.startswith("int64_t CPyDef_board___lowest(")
    assert end.startswith("PyObject *CPyDef_board___Board___end(")
    for name in ("Board_clear", "CPyPy_board___lowest", "top_level__"):
        assert name in once
    assert lowest not in once
    assert "".join((local, lowest, end, once)).count("\n}\n") == 6  # five functions, one of them twice


def test_another_c_file_has_copies_of_the_short_functions_that_it_calls() -> None:
    functions = split_c(MODULE.replace("MORE", "CPyDef_board___lowest(0);\n")).functions
    lowest = "static int64_t CPyDef_board___lowest(int64_t cpy_r_squares)"
    copies = copies_of_short(functions, "CPyDef_board___lowest(1);")
    assert copies.splitlines() == [
        "#define CPyDef_board___lowest CPyDef_board___lowest_copy",
        f"{lowest};",
        f"{lowest} {{",
        "    return cpy_r_squares;",
        "}",
    ]
    assert f"{lowest} {{" in copies_of_short(functions, "CPyDef_board___Board___end(board);")  # which calls it
    assert copies_of_short(functions, "CPyDef_board___lowest_square(1);") == ""


def test_another_c_file_has_no_copies_of_long_functions() -> None:
    functions = split_c(MODULE.replace("MORE", "CPy_NoErrOccurred();\n" * 100)).functions
    assert copies_of_short(functions, "CPyDef_board___Board___end(board);") == ""


@pytest.fixture
def setup_py(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Returns the names of setup.py, which builds the folder `source` with the cache folder `cache`."""
    monkeypatch.setattr("setuptools.setup", lambda **given: None)
    monkeypatch.setattr("sys.argv", ["setup.py"])
    names = runpy.run_path(str(TOP / "setup.py"))
    for name in (
        "historic/program.py",
        "modern/rules/board.py",
        "modern/rules/native.pyi",
        "setup.py",
        "pyproject.toml",
    ):
        path = tmp_path / "source" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("1")
    names["store"].__globals__["TOP"] = tmp_path / "source"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    compiler = tmp_path / "cc"
    compiler.write_text("#!/bin/sh\necho cc 1.0\n")
    compiler.chmod(0o755)
    monkeypatch.setenv("CC", f"{compiler} -pthread")
    return names


@pytest.mark.posix
def test_what_was_compiled_is_taken_again(setup_py: dict[str, Any]) -> None:
    store = setup_py["store"]
    assert store().load() == {}
    files = {"modern.rules.board": b"code", "0123__mypyc": b"more"}
    store().save(files)
    assert store().load() == files


@pytest.mark.posix
@pytest.mark.parametrize(
    "name",
    ["historic/program.py", "modern/rules/native.pyi", "modern/new.py", "setup.py", "pyproject.toml", "../cc", ""],
)
def test_nothing_is_taken_if_the_sources_the_compiler_or_its_options_changed(
    name: str, setup_py: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = setup_py["store"]
    store().save({"modern.rules.board": b"code"})
    if name:
        with (tmp_path / "source" / name).open("a") as file:
            file.write("echo 2\n")
    else:
        monkeypatch.setenv("CFLAGS", "-O1")
    assert store().load() == {}


@pytest.mark.posix
def test_a_damaged_store_is_not_taken(setup_py: dict[str, Any]) -> None:
    store = setup_py["store"]()
    store.save({"modern.rules.board": b"code" * 100})
    whole = store.path.read_bytes()
    holes = [whole[:place] + b"damage" + whole[place + 6 :] for place in range(0, len(whole) - 6, 4)]
    for damaged in (whole[:-10], whole[:60] + b"X" + whole[61:], b"", *holes):
        store.path.write_bytes(damaged)
        assert store.load() == {}


@pytest.mark.posix
def test_only_the_last_builds_are_kept(setup_py: dict[str, Any], tmp_path: Path) -> None:
    paths = []
    for number in range(6):
        (tmp_path / "source" / "setup.py").write_text(str(number))
        store = setup_py["store"]()
        store.save({"modern.rules.board": b"code"})
        os.utime(store.path, (number, number))
        paths.append(store.path)
    assert [path.exists() for path in paths] == [False, False, True, True, True, True]
    assert len(list(paths[0].parent.iterdir())) == 4


@pytest.mark.posix
@pytest.mark.parametrize(
    ("variable", "value"), [("CFLAGS", "-O3 -march=native"), ("CC", "/bin/false"), ("CC", "/none")]
)
def test_nothing_is_stored_without_a_compiler_or_for_one_machine(
    variable: str, value: str, setup_py: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, value)
    assert setup_py["store"]() is None


@pytest.mark.posix
def test_a_folder_that_cannot_be_written_is_named(
    setup_py: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "cache").touch()
    store = setup_py["store"]()
    store.save({"modern.rules.board": b"code"})
    assert f"{tmp_path / 'cache' / 'gosub-chess'}: cannot keep what was compiled" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("platform", "word"),
    [("linux", "Debian"), ("darwin", "Xcode"), ("win32", "Microsoft"), ("freebsd14", "C compiler")],
)
def test_an_interpreted_build_that_is_not_editable_says_how_to_get_the_compiled_one(
    platform: str, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert build_mode() == COMPILED or how_to_compile() == ""  # this checkout is editable
    monkeypatch.setattr("modern.build.TOP", Path("elsewhere"))
    monkeypatch.setattr("modern.build.sys", SimpleNamespace(platform=platform))
    advice = how_to_compile()
    if build_mode() == COMPILED:
        assert advice == ""
    else:
        assert advice.startswith("The compiled build is many times faster: ")
        assert word in advice
        assert ("Debian" in advice) == (platform == "linux")


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
