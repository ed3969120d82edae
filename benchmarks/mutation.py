"""Do the tests notice a wrong token? Changes one token of the sources at a time, and runs the tests that execute it.

    python benchmarks/mutation.py map MAP                    which fast test executes which line; needs pytest-cov
    python benchmarks/mutation.py run MAP BEFORE.jsonl       runs mutants of this checkout, and stores a line for each
    python benchmarks/mutation.py run MAP AFTER.jsonl --of BEFORE.jsonl    runs the same mutants of a later checkout
    python benchmarks/mutation.py compare BEFORE.jsonl AFTER.jsonl         what was killed before, and now survives

A mutant is killed if a test fails, and has a timeout if a test does not end; otherwise it survives. A run skips the
mutants that its file already has. It changes copies of the checkout, never the checkout itself, and runs interpreted.
"""

from __future__ import annotations

import ast
import io
import json
import os
import random
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import tokenize
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from importlib.util import find_spec
from itertools import cycle, islice, pairwise
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, NamedTuple
from xml.etree import ElementTree

import click

from modern.proof.changes import ARITHMETIC, PYTHON_COMPARISONS, Change, others, whole_neighbours

ROOT: Final = Path(__file__).resolve().parent.parent
#: The same number of random mutants is tried in each part. A file belongs to the first part that holds it.
MODERN: Final = ("rules", "engine", "agreement", "players", "game", "match")
PARTS: Final = ("historic/basic/language", "historic", *(f"modern/{name}" for name in MODERN))

KILLED, SURVIVED, TIMEOUT = STATUSES = ("killed", "survived", "timeout")
#: Operators and names that replace each other, and those that others replace. Here "is not" and "not in" are one token,
#: and "not" has its space.
PAIRS: Final = (
    *(("+=", "-="), ("&", "|"), ("&=", "|="), ("<<", ">>"), ("and", "or"), ("in", "not in"), ("is", "is not")),
    *(("True", "False"), ("min", "max"), ("any", "all")),
)
ONE_WAY: Final = (
    *(("//", "*"), ("%", "*"), ("**", "*"), ("^", "|"), ("^=", "|="), ("*=", "+="), ("//=", "*="), ("not ", "")),
)
REPLACEMENTS: Final[dict[str, tuple[str, ...]]] = {
    **{token: others(token, PYTHON_COMPARISONS) for token in PYTHON_COMPARISONS},
    **ARITHMETIC,
    **{old: (new,) for old, new in (*ONE_WAY, *PAIRS, *(pair[::-1] for pair in PAIRS))},
}
#: A test of whether something is empty is the same with either token of a pair.
SAME_FOR_LEN: Final = ({"!=", ">"}, {"==", "<="})
#: Arguments on which no behaviour depends, as long as the program is right.
ASIDE: Final = frozenset(["strict", "maxsize", "slots", "frozen", "kw_only", "encoding", "ensure_ascii", "parents"])

#: This many tests run first, in a process of their own: they kill most mutants.
FIRST: Final = 40
#: A test hangs if it takes this many seconds, and five times as long as before; the machine may be busy, and the
#: test may set up what another one did before.
PATIENCE: Final = 60
#: A process of a mutant may hold this many bytes, and compute for this many seconds.
MEMORY, PROCESSOR_SECONDS = 4 << 30, 900


class Mutant(NamedTuple):
    """A change of a file, and the lines of its statement; `at_import` if no function holds the statement."""

    file: str
    change: Change
    lines: range
    at_import: bool

    @property
    def key(self) -> tuple[str, str]:
        """The place, the old and the new token. It stays the same when code outside the function changes."""
        return self.file, self.change.id


class _Where(NamedTuple):
    """The function, class or constant that holds a node, its first line, and the lines of the node's statement."""

    label: str = ""
    start: int = 0
    lines: range = range(0)
    at_import: bool = True


# ---- the mutants


def mutants_of(file: str, source: str) -> list[Mutant]:
    """Returns every mutant of a Python file, in the order of its text."""
    lines, tokens = source.splitlines(), _tokens(source)
    places = [place for place, _ in tokens]
    found = []
    for node, where in _nodes(ast.parse(source), _Where()):
        for span in _spans(node):
            # ast counts columns in bytes, tokenize in characters.
            begin, end = (
                (line, len(lines[line - 1].encode()[:column].decode(errors="ignore"))) for line, column in span
            )
            for (line, column), token in tokens[bisect_left(places, begin) : bisect_left(places, end)]:
                for new in _replacements(token, node):
                    change = Change(file, where.label, line - where.start, line, column, token, new)
                    found.append(Mutant(file, change, where.lines, where.at_import))
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
    if isinstance(node, ast.stmt):
        body = getattr(node, "body", None)
        last = max(body[0].lineno - 1, node.lineno) if body else node.end_lineno or 0
        where = where._replace(lines=range(node.lineno, last + 1))
        if not where.label:
            where = where._replace(label=ast.unparse(node).split(":")[0].split(" = ")[0], start=node.lineno)
    match node:
        case ast.Raise() | ast.Assert() | ast.JoinedStr() | ast.arg():
            return
        case ast.keyword(arg=name) if name in ASIDE:
            return
        case ast.If(test=ast.Name(id="TYPE_CHECKING") | ast.Compare(left=ast.Name(id="__name__"))):
            return
        case ast.BinOp(op=ast.BitOr(), right=right) if where.at_import or isinstance(right, ast.Constant):
            return  # a union of types
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
            where = where._replace(at_import=False)
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
    news = REPLACEMENTS.get(token, ())
    match node:
        case ast.Constant(value=int(number)) if not isinstance(number, bool):
            return tuple(map(str, whole_neighbours(number)))
        case ast.Constant(value=float(number)):
            return (repr(2 * number or 1.0),)
        case ast.Compare(left=ast.Call(func=ast.Name(id="len")), comparators=[ast.Constant(value=0)]):
            return tuple(new for new in news if {token, new} not in SAME_FOR_LEN)
    return news


def sources_of(root: Path) -> dict[str, str]:
    """Returns the Python files of historic and modern by path."""
    paths = sorted(path for top in ("historic", "modern") for path in (root / top).rglob("*.py"))
    return {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in paths}


def part_of(file: str) -> str | None:
    """Returns the part to which a file belongs, or None."""
    return next((part for part in PARTS if file.startswith(f"{part}/")), None)


def drawn_mutants(mutants: Sequence[Mutant], count: int, seed: int) -> list[Mutant]:
    """Returns `count` mutants of each part: one of each function, in random order, before a second one of any.

    What is in no function counts as one function of its file.
    """
    drawn = []
    for part in PARTS:
        rng = random.Random(f"{seed} {part}")
        functions: dict[tuple[str, str], dict[tuple[int, int], list[Mutant]]] = defaultdict(lambda: defaultdict(list))
        for mutant in mutants:
            if part_of(mutant.file) == part:
                function = "" if mutant.at_import else mutant.change.label
                functions[mutant.file, function][mutant.change.line, mutant.change.column].append(mutant)
        names = rng.sample(sorted(functions), len(functions))
        chosen = (rng.choice(rng.choice(list(functions[name].values()))) for name in cycle(names))
        drawn += list(dict.fromkeys(islice(chosen, count if names else 0)))
    return drawn


# ---- the tests


class TestMap:
    """Which test executes which line, and how many seconds each takes: what `map` wrote to a folder."""

    def __init__(self, folder: Path) -> None:
        self._database = sqlite3.connect(folder / "coverage.db")
        self._top = os.path.commonpath([path for (path,) in self._database.execute("SELECT path FROM file")])
        seconds: dict[str, float] = json.loads((folder / "tests.json").read_text("utf-8"))
        # A test with the path of the checkout in its name has another name in a copy.
        self.seconds = {test: taken for test, taken in seconds.items() if self._top not in test}

    def executing(self, file: str, lines: Collection[int]) -> set[str]:
        """Returns the tests that execute one of the lines of a file."""
        rows = self._database.execute(
            "SELECT context, numbits FROM line_bits JOIN context ON context.id = context_id"
            " JOIN file ON file.id = file_id WHERE path = ?",
            (f"{self._top}/{file}",),
        )  # a context is TEST|PHASE, and bit N of `numbits` is line N
        return {
            context.rpartition("|")[0]
            for context, bits in rows
            if any(line // 8 < len(bits) and bits[line // 8] >> line % 8 & 1 for line in lines)
        }

    def tests_for(self, mutant: Mutant, sources: Mapping[str, str], limit: float) -> list[str]:
        """Returns the tests that execute a mutant's line, then those of its folder, each cheapest first.

        What an import executes has no test of its own; in its place stand the lines that name the constant, class or
        function. What does not fit into `limit` seconds is left out. Tests of the folder matter where a line is
        executed in another process, or once for all tests.
        """
        executing = set() if mutant.at_import else self.executing(mutant.file, mutant.lines)
        if mutant.at_import:
            name = re.compile(rf"\b{re.escape(mutant.change.label.rpartition('.')[2])}\b")
            for file, source in sources.items():
                if lines := [number for number, line in enumerate(source.splitlines(), 1) if name.search(line)]:
                    executing |= self.executing(file, lines)
        folder, beside = f"tests/{mutant.file}", set[str]()
        while not beside:
            folder = folder.rpartition("/")[0]
            beside = {test for test in self.seconds if test.startswith(f"{folder}/")}
        chosen, total = [], 0.0
        for tests in (executing, beside - executing):
            for test in sorted(tests & self.seconds.keys(), key=lambda test: (self.seconds[test], test)):
                if total + self.seconds[test] <= limit:
                    chosen.append(test)
                    total += self.seconds[test]
        return chosen


def judge(mutant: Mutant, tests: Sequence[str], seconds: dict[str, float], trees: SimpleQueue[Path]) -> dict[str, Any]:
    """Runs the tests on a mutant in a free copy of the checkout, and returns its line of the results."""
    tree, change, start = trees.get(), mutant.change, time.monotonic()
    path = tree / mutant.file
    source, stat = path.read_text("utf-8"), path.stat()
    status, killer = SURVIVED, ""
    try:
        path.write_text("\n".join(change.applied_to(source.split("\n"))), "utf-8")
        for batch in filter(None, (tests[:FIRST], tests[FIRST:])):
            if status == SURVIVED:
                status, killer = _run_tests(batch, [seconds[test] for test in batch], tree)
    finally:
        path.write_text(source, "utf-8")
        os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))  # the time by which Python knows its compiled file
        trees.put(tree)
    place = {"file": mutant.file, "id": change.id, "line": change.line, "old": change.old, "new": change.new}
    result = {"part": part_of(mutant.file), "status": status, "test": killer, "tests": len(tests)}
    return {**place, **result, "seconds": round(time.monotonic() - start, 1)}


def _run_tests(tests: Sequence[str], seconds: Sequence[float], tree: Path) -> tuple[str, str]:
    """Runs tests until one fails; returns the status of the mutant, and that test. A hanging test ends the process."""
    arguments, log, report = (tree.parent / f"{tree.name}.{kind}" for kind in ("tests", "log", "xml"))
    arguments.write_text("\n".join(tests), "utf-8")
    report.unlink(missing_ok=True)
    settings = ["addopts=--import-mode=importlib -m 'not slow'", "junit_family=xunit1"]
    settings += [f"faulthandler_timeout={PATIENCE + 5 * max(seconds)}", "faulthandler_exit_on_timeout=true"]
    # Without plug-ins pytest starts twice as fast.
    command = [sys.executable, "-m", "pytest", "-x", "-v", "--tb=no", "-p", "no:cacheprovider"]
    command += [*(f"--override-ini={setting}" for setting in settings), f"--junitxml={report}", f"@{arguments}"]
    environment = {**os.environ, "CI": "true", "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    code = None
    with log.open("w") as out:
        process = subprocess.Popen(
            command, cwd=tree, env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True
        )
        with suppress(subprocess.TimeoutExpired):
            code = process.wait(2 * PATIENCE + 5 * sum(seconds))
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # also what the tests have started
        process.wait()
    if code == 0:
        return SURVIVED, ""
    if code == 4 and any("::" in test for test in tests):  # the change gives a test another name: run the whole files
        return _run_tests(list(dict.fromkeys(test.partition("::")[0] for test in tests)), seconds, tree)
    output = log.read_text("utf-8", errors="replace").splitlines()
    if code is None or code < 0 or (code == 1 and not report.exists()):
        return TIMEOUT, next((line.rpartition(" ")[0] for line in output[::-1] if line.startswith("tests/")), "")
    for case in ElementTree.parse(report).iter("testcase") if report.exists() else ():
        if case.find("failure") is not None or case.find("error") is not None:
            return KILLED, _name_of(case)
    return KILLED, f"exit code {code} of pytest: {output[-1:]}"


def _name_of(case: ElementTree.Element) -> str:
    """Returns the name of a test in a report of pytest."""
    return "::".join(filter(None, (case.get("file"), case.get("name"))))


# ---- the commands


@click.group(help=__doc__.splitlines()[0])
def main() -> None:
    """The commands `map`, `run` and `compare`."""


PATH: Final = click.Path(path_type=Path)
FILE: Final = click.Path(path_type=Path, exists=True, dir_okay=False)


@main.command("map")
@click.argument("folder", type=PATH)
@click.option("--jobs", type=click.IntRange(1), default=2, show_default=True, help="Number of processes.")
def map_tests(folder: Path, jobs: int) -> None:
    """Run the fast tests, and store in FOLDER which test executes which line."""
    if not find_spec("pytest_cov"):
        raise click.ClickException("pytest-cov is missing: pip install pytest-cov")
    folder = folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "pytest", "-n", str(jobs), "-q", "--cov=historic", "--cov=modern"]
    command += ["--cov-context=test", "--cov-report=", "-o", "junit_family=xunit1", f"--junitxml={folder}/tests.xml"]
    environment = {"CI": "true", "COVERAGE_FILE": f"{folder}/coverage.db", "PYTHONPATH": str(ROOT)}
    code = subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}, check=False).returncode
    passed = [case for case in ElementTree.parse(folder / "tests.xml").iter("testcase") if not len(case)]
    seconds = {_name_of(case): float(case.get("time", 0)) for case in passed}
    (folder / "tests.json").write_text(json.dumps(seconds, indent=1), "utf-8")
    click.echo(f"{len(seconds)} tests passed, in {sum(seconds.values()):.0f} s.")
    sys.exit(code)


@main.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.argument("results", type=PATH)
@click.option("--of", "before", type=FILE, help="Take the mutants of these results.")
@click.option("--count", type=click.IntRange(1), default=43, show_default=True, help="Number of mutants of each part.")
@click.option("--seed", type=int, default=1994, show_default=True, help="Seed of the draw.")
@click.option("--limit", type=float, default=120, show_default=True, help="Seconds of tests for a mutant.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Number of processes.")
def run(folder: Path, results: Path, before: Path | None, count: int, seed: int, limit: float, jobs: int) -> None:
    """Run the tests that FOLDER maps on mutants, and append a line for each to RESULTS."""
    if not (folder / "tests.json").exists():
        raise click.ClickException(f"{folder} has no map of the tests; `map` makes one")
    sources = sources_of(ROOT)
    mutants = {one.key: one for file, source in sources.items() if part_of(file) for one in mutants_of(file, source)}
    earlier = rows_of(before) if before else {}
    keys = list(earlier) or [one.key for one in drawn_mutants(list(mutants.values()), count, seed)]
    done = rows_of(results) if results.exists() else {}
    todo = [mutants[key] for key in keys if key in mutants and key not in done]
    test_map = TestMap(folder)
    tests = [test_map.tests_for(mutant, sources, limit) for mutant in todo]
    for mutant, chosen in zip(todo, tests, strict=True):
        if (killer := earlier.get(mutant.key, {}).get("test")) in test_map.seconds:
            chosen.insert(0, killer)  # pytest runs a test once, where it is named first
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_SECONDS, PROCESSOR_SECONDS))
    with (
        tempfile.TemporaryDirectory() as temporary,
        ThreadPoolExecutor(jobs) as pool,
        results.open("a", encoding="utf-8") as file,
    ):
        trees: SimpleQueue[Path] = SimpleQueue()
        for number in range(jobs):
            trees.put(shutil.copytree(ROOT, Path(temporary, f"tree{number}"), symlinks=True))
        futures = [pool.submit(judge, *pair, test_map.seconds, trees) for pair in zip(todo, tests, strict=True)]
        try:
            for future in as_completed(futures):
                row = future.result()
                print(json.dumps(row, ensure_ascii=False), file=file, flush=True)
                click.echo(f"{row['status']}: {row['file']}:{row['line']} {row['old']} to {row['new']} {row['test']}")
        finally:
            pool.shutdown(cancel_futures=True)
    click.echo(summary(list(rows_of(results).values())))


@main.command()
@click.argument("before", type=FILE)
@click.argument("after", type=FILE)
def compare(before: Path, after: Path) -> None:
    """Print what was killed in BEFORE and survives in AFTER; exit with 1 if anything does."""
    old, new = rows_of(before), rows_of(after)
    click.echo(f"before:\n{summary(list(old.values()))}\nafter:\n{summary(list(new.values()))}")
    common = [(row, new[key]) for key, row in old.items() if key in new]
    lost = [pair for pair in common if pair[0]["status"] != SURVIVED and pair[1]["status"] == SURVIVED]
    for was, now in lost:
        click.echo(f"{now['file']}:{now['line']} {now['old']} to {now['new']} survives; {was['test']} killed it")
    click.echo(f"{len(lost)} mutants were killed and survive; {len(old) - len(common)} are not in {after}.")
    sys.exit(bool(lost))


def rows_of(results: Path) -> dict[tuple[str, str], dict[str, Any]]:
    """Returns the lines of a file of results, by the key of the mutant."""
    rows = map(json.loads, results.read_text("utf-8").splitlines())
    return {(row["file"], row["id"]): row for row in rows}


def summary(rows: Sequence[dict[str, Any]]) -> str:
    """Returns a line for each part: how many of its mutants were killed, survived and had a timeout."""
    counts = Counter((row["part"], row["status"]) for row in rows)
    return "\n".join(f"{part}: " + ", ".join(f"{counts[part, one]} {one}" for one in STATUSES) for part in PARTS)


if __name__ == "__main__":
    main()
