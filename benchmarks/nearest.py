"""Which tests are nearest to a source: those with its name or that import it, or, with a map, those that execute it."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

import click
from mutants import Mutant, functions_of, sources_of

ROOT: Final = Path(__file__).resolve().parent.parent
#: What is not a package of modern: its modules by themselves, and the scripts of its pages.
MODERN, SCRIPTS = "modern", "scripts"
#: Where the scripts are tested, and the tests that run them with node.
SCRIPT_TESTS: Final = ("tests/modern/web", "tests/modern/pictures", "tests/modern/pages")
NODE_TESTS: Final = "tests/modern/web/test_scripts.py"
#: Without a map, the nearest tests are those of this many files at most.
NEAR: Final = 8
#: With a map, they take this many seconds at most; a function has those of its tests that are cheapest.
LIMIT: Final = 8
#: Other processes that a test starts are measured too, and know the test by the variable that pytest sets.
COVERAGE: Final = """
[run]
source = historic,modern
patch = subprocess,_exit
parallel = true
context = ${PYTEST_CURRENT_TEST-}
"""


def room_of(file: str) -> str:
    """Returns the room of a source: `historic`, `historic/basic`, a package of modern, `modern`, or `scripts`."""
    top, *folders = file.split("/")[:-1]
    if file.endswith(".js"):
        return SCRIPTS
    if top == MODERN:
        return f"{MODERN}/{folders[0]}" if folders else MODERN
    return "historic/basic" if folders[:1] == ["basic"] else top


def room_tests(room: str) -> list[str]:
    """Returns the files and folders with the tests of a room: if it has no folder of its own, those that name it."""
    if room == SCRIPTS:
        return list(SCRIPT_TESTS)
    if room == MODERN:
        return [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "tests" / MODERN).glob("test_*.py"))]
    if not (ROOT / "tests" / room).exists():
        return [test for test, text in _test_files().items() if room.rpartition("/")[2] in text]
    return [f"tests/{room}"]


@cache
def nearest_files(file: str) -> list[str]:
    """Returns the files with the tests of a source: those with its name, then those that import it, nearest first."""
    if file.endswith(".js"):
        return [NODE_TESTS]
    module, stem = file.removesuffix(".py").removesuffix("/__init__").replace("/", "."), Path(file).stem
    package, _, name = module.rpartition(".")
    of_package = rf"from {re.escape(package)} import (?:.*\b|\([^)]*\b){re.escape(name)}\b"
    imports = re.compile(rf"(?:from|import) {re.escape(module)}\b|{of_package}")
    folder, tests = f"tests/{file}".rpartition("/")[0], _test_files()
    named = [test for test in tests if test.startswith(f"{folder}/") and stem in Path(test).stem]
    importing = [test for test, text in tests.items() if imports.search(text) and test not in named]
    importing.sort(key=lambda test: (-len(os.path.commonpath([test, folder])), len(tests[test])))
    return (named + importing)[:NEAR] or room_tests(room_of(file))


@cache
def _test_files() -> dict[str, str]:
    """Returns the text of each file of tests."""
    paths = sorted((ROOT / "tests").rglob("test_*.py"))
    return {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in paths}


class ExecutionMap:
    """Which tests execute which function, cheapest first: what `make_map` wrote to a file."""

    def __init__(self, path: Path) -> None:
        data: dict[str, Any] = json.loads(path.read_text("utf-8"))
        self.seconds: dict[str, float] = data["seconds"]
        self.tests = list(self.seconds)
        self.functions: dict[str, dict[str, list[int]]] = data["functions"]

    def nearest(self, mutant: Mutant, sources: Mapping[str, str]) -> list[str]:
        """Returns the tests that execute the function of a mutant, or those that name it; none if none is known.

        What an import executes has no test of its own; in its place stand the functions that name the constant or
        class.
        """
        label = mutant.change.label
        executing = self.functions.get(mutant.file, {}).get(label, [])
        if not executing and not mutant.file.endswith(".js"):
            name = re.compile(rf"\b{re.escape(label.rpartition('.')[2])}\b")
            executing = list(dict.fromkeys(self._naming(name, mutant.file, sources)))
        chosen, total = [], 0.0
        for test in sorted((self.tests[number] for number in executing), key=lambda test: self.seconds[test]):
            total += self.seconds[test]
            if total > LIMIT:
                break
            chosen.append(test)
        return chosen

    def _naming(self, name: re.Pattern[str], own: str, sources: Mapping[str, str]) -> Iterator[int]:
        for file in sorted(self.functions, key=lambda file: file != own):
            if file in sources and name.search(sources[file]):
                lines = sources[file].splitlines()
                for label, body in functions_of(sources[file]).items():
                    if any(name.search(lines[line - 1]) for line in body):
                        yield from self.functions[file].get(label, [])


def make_map(path: Path, jobs: int) -> None:
    """Runs the fast tests, and writes which of them execute which function.

    Raises ClickException if pytest-cov is missing.
    """
    if not find_spec("pytest_cov"):
        raise click.ClickException("pytest-cov is missing: pip install pytest-cov")
    folder = path.resolve().with_suffix(".coverage")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "coveragerc").write_text(COVERAGE, "utf-8")
    command = [sys.executable, "-m", "pytest", "-n", str(jobs), "-q", "--tb=no", f"--cov-config={folder}/coveragerc"]
    command += ["--cov", "--cov-context=test", "--cov-report=", "-o", "junit_family=xunit1"]
    command.append(f"--junitxml={folder}/tests.xml")
    environment = {"CI": "true", "COVERAGE_FILE": f"{folder}/coverage.db", "PYTHONPATH": str(ROOT)}
    subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}, check=False)
    passed = [case for case in ElementTree.parse(folder / "tests.xml").iter("testcase") if not len(case)]
    # A test with the path of the checkout in its name has another name in a copy.
    seconds = {name: float(case.get("time", 0)) for case in passed if str(ROOT) not in (name := name_of(case))}
    numbers = {test: number for number, test in enumerate(seconds)}
    database, functions = sqlite3.connect(folder / "coverage.db"), {}
    for file, source in sources_of(ROOT).items():
        if file.endswith(".py") and (lines := dict(_contexts(database, f"{ROOT}/{file}", numbers))):
            functions[file] = {
                label: sorted(cheapest(set().union(*(lines.get(line, ()) for line in body)), list(seconds.values())))
                for label, body in functions_of(source).items()
            }
    path.write_text(json.dumps({"seconds": seconds, "functions": functions}), "utf-8")
    click.echo(f"{len(seconds)} tests passed, in {sum(seconds.values()):.0f} s.")


def cheapest(tests: Iterable[int], seconds: list[float]) -> list[int]:
    """Returns the numbers of the cheapest tests, as many as a mutant could need."""
    return list(islice(sorted(tests, key=lambda test: seconds[test]), 1000))


def _contexts(database: sqlite3.Connection, path: str, numbers: Mapping[str, int]) -> Iterator[tuple[int, set[int]]]:
    """Yields the lines of a file with the numbers of the tests that execute them."""
    rows = database.execute(
        "SELECT context, numbits FROM line_bits JOIN context ON context.id = context_id"
        " JOIN file ON file.id = file_id WHERE path = ?",
        (path,),
    )  # a context is TEST|PHASE, or "TEST (PHASE)" in another process; bit N of `numbits` is line N
    lines: dict[int, set[int]] = defaultdict(set)
    for context, bits in rows:
        static, _, dynamic = context.partition("|")
        test = numbers.get(static if dynamic else static.rpartition(" ")[0])
        if test is not None:
            for line in range(8 * len(bits)):
                if bits[line // 8] >> line % 8 & 1:
                    lines[line].add(test)
    yield from lines.items()


def name_of(case: ElementTree.Element) -> str:
    """Returns the name of a test in a report of pytest, or the file that could not be collected."""
    file, name = case.get("file"), case.get("name") or ""
    return f"{file}::{name}" if file else f"{(case.get('classname') or name).replace('.', '/')}.py"
