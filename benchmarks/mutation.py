"""Do the tests notice a fault? Plants one small fault at a time in a copy of the checkout, and runs the fast tests.

    python benchmarks/mutation.py run --changed COMMIT --seconds 300    in the lines that have changed since a commit
    python benchmarks/mutation.py run FILE.jsonl --seed 7               300 random faults, at least 15 in each room
    python benchmarks/mutation.py run FILE.jsonl --room modern/web      300 random faults in one room
    python benchmarks/mutation.py run AFTER.jsonl --of BEFORE.jsonl     the same faults in a later checkout
    python benchmarks/mutation.py map MAP.json                          which test executes which function; optional
    python benchmarks/mutation.py table FILE.jsonl                      what was found, by room
    python benchmarks/mutation.py compare BEFORE.jsonl AFTER.jsonl      what was found before, and now survives

First the nearest tests run on each fault by itself, in a fork of a process that has collected them (planting.py), or
in a new process where a fork would not do. The faults that survive them are then planted all together: those of a room
for the room's tests, and those of all rooms for the whole fast suite; if a test fails, it runs on each of them by
itself. A run skips what its file already has, so it can be stopped and resumed. Some faults change nothing that a user
could see: give the reason in the field `equivalent` of their line, and `table` leaves them out.
"""

from __future__ import annotations

import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count as numbers
from itertools import cycle, islice, pairwise, zip_longest
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any, Final
from xml.etree import ElementTree

import click
from mutants import Mutant, mutants_of, sources_of
from nearest import ROOT, ExecutionMap, make_map, name_of, nearest_files, room_of, room_tests
from planting import COLD, PIPES, READY
from planting import KILLED as LOST

KILLED, SURVIVED, TIMEOUT = "killed", "survived", "timeout"
NEAREST, ROOM, WHOLE = STAGES = ("nearest", "room", "suite")
#: A test hangs if it takes this many seconds, on a machine that may be busy.
PATIENCE: Final = 120
#: For so many faults it is quicker to start pytest for each.
FEW: Final = 5
#: A process of the tests may hold this many bytes, and compute for this many seconds: with the nearest tests, or with
#: those of a room or the whole suite, which need up to 250.
MEMORY, NEAR_SECONDS, SUITE_SECONDS = 4 << 30, 100, 1000


# ---- which faults


def drawn_mutants(mutants: Iterable[Mutant], count: int, seed: int) -> list[Mutant]:
    """Returns `count` mutants, a round through the rooms at a time: one of each function before a second one of any.

    They are in random order, so that the beginning is a smaller draw. What is in no function counts as one function of
    its file.
    """
    functions: dict[str, dict[tuple[str, str], dict[tuple[int, int], list[Mutant]]]] = defaultdict(
        lambda: defaultdict(lambda: defaultdict(list))
    )
    for mutant in mutants:
        change = mutant.change
        functions[room_of(mutant.file)][mutant.file, change.label][change.line, change.column].append(mutant)
    drawn: list[list[Mutant]] = []
    for room, of_room in sorted(functions.items()):
        rng = random.Random(f"{seed} {room}")
        names = rng.sample(sorted(of_room), len(of_room))
        chosen = (rng.choice(rng.choice(list(of_room[name].values()))) for name in cycle(names))
        drawn.append(list(dict.fromkeys(islice(chosen, -(-count // len(functions))))))
    return [mutant for one_of_each in zip_longest(*drawn) for mutant in one_of_each if mutant]


def changed_lines(commit: str) -> dict[str, set[int]]:
    """Returns the numbers of the lines that are new since a commit, by file. Raises ClickException if git fails."""
    command = ["git", "diff", "-U0", "--no-color", "--no-ext-diff", commit, "--", "historic", "modern"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False)
    if done.returncode:
        raise click.ClickException(done.stderr.strip().partition("\n")[0])
    lines: dict[str, set[int]] = {}
    for line in done.stdout.splitlines():
        if line.startswith("+++ "):
            lines[name := line.removeprefix("+++ b/")] = set()
        elif match := re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line):
            lines[name] |= set(range(int(match[1]), int(match[1]) + int(match[2] or 1)))
    return lines


# ---- planting


class Tree:
    """A copy of the checkout, in which faults are planted and tests run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=True).stdout
        for name in filter(None, names.split("\0")):
            if (ROOT / name).is_file():
                (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, self.folder / name)
        # Python knows a compiled file by the second in which its source was written.
        self._times = numbers(int(time.time()) + 1000)
        self._planter: _Planter | None = None

    def collect(self, tests: Sequence[str]) -> None:
        """Collects tests, so that a single fault is planted in a fork. Tests that are not collected start anew."""
        self._planter = _Planter(self.folder, tests)

    def close(self) -> None:
        """Ends the process that has collected tests."""
        if self._planter:
            self._planter.close()

    def tests_fail(self, mutants: Sequence[Mutant], tests: Sequence[str], *, first: bool, jobs: int = 0) -> list[str]:
        """Plants the mutants together, runs tests, until the first one fails if `first`, and returns those that fail.

        A test that hangs or a process that ends counts as TIMEOUT.
        """
        originals = {mutant.file: (self.folder / mutant.file).read_text("utf-8") for mutant in mutants}
        changed = {file: text.split("\n") for file, text in originals.items()}
        for mutant in sorted(mutants, key=lambda one: (one.change.line, one.change.column), reverse=True):
            changed[mutant.file] = mutant.change.applied_to(changed[mutant.file])
        try:
            for file, lines in changed.items():
                self._write(file, "\n".join(lines))
            if self._planter and first and len(mutants) < 2 and self._planter.has(tests):
                changes = [
                    (str(self.folder / file), originals[file], "\n".join(lines))
                    for file, lines in changed.items()
                    if file.endswith(".py")
                ]
                failed = self._planter.failed(changes, tests)
                if failed != [COLD]:
                    return [TIMEOUT] if failed == [LOST] else failed
            return self._run(tests, first, jobs)
        finally:
            for file, text in originals.items():
                self._write(file, text)

    def _write(self, file: str, text: str) -> None:
        path, moment = self.folder / file, next(self._times)
        path.write_text(text, "utf-8")
        os.utime(path, (moment, moment))

    def _run(self, tests: Sequence[str], first: bool, jobs: int) -> list[str]:
        arguments, log, report = (self.folder.with_suffix(f".{kind}") for kind in ("tests", "log", "xml"))
        arguments.write_text("\n".join(tests), "utf-8")
        report.unlink(missing_ok=True)
        settings = ["junit_family=xunit1", f"faulthandler_timeout={PATIENCE}", "faulthandler_exit_on_timeout=true"]
        command = [*(["-x"] if first else []), *(f"--override-ini={setting}" for setting in settings)]
        command += [f"-n{jobs}", f"--junitxml={report}", f"@{arguments}"]
        code = None
        with log.open("w") as out:
            process = started_pytest(self.folder, command, out)
            with suppress(subprocess.TimeoutExpired):
                code = process.wait(20 * PATIENCE)
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # also what the tests have started
            process.wait()
        if code == 0:
            return []
        if code == 4 and any("::" in test for test in tests):  # a changed table names its tests otherwise: whole files
            return self._run(list(dict.fromkeys(test.partition("::")[0] for test in tests)), first, jobs)
        cases = ElementTree.parse(report).iter("testcase") if report.exists() else iter(())
        failed = [name_of(case) for case in cases if case.find("failure") is not None or case.find("error") is not None]
        return failed or [TIMEOUT if report.exists() or code is None or code < 0 else f"exit code {code} of pytest"]


class _Planter:
    """A process that has collected tests, and runs some of them for each fault (planting.py)."""

    def __init__(self, folder: Path, tests: Sequence[str]) -> None:
        self.tests = set(tests)
        (asked, asking), (answering, answered) = os.pipe(), os.pipe()
        with folder.with_suffix(".planter").open("w") as out:
            command = ["-p", "planting", "-p", "no:faulthandler", "-n0", *tests]
            ends = {PIPES: f"{asked},{answered}"}
            self.process = started_pytest(folder, command, out, ends, pass_fds=(asked, answered))
        os.close(asked)
        os.close(answered)
        self.requests, self.answers = os.fdopen(asking, "w"), os.fdopen(answering)
        if self.answers.readline().strip() != READY:
            raise click.ClickException(f"the tests cannot be collected:\n{folder.with_suffix('.planter').read_text()}")

    def has(self, tests: Sequence[str]) -> bool:
        """Returns whether tests have been collected."""
        return all(test in self.tests or test.partition("::")[0] in self.tests for test in tests)

    def failed(self, changes: Sequence[tuple[str, str, str]], tests: Sequence[str]) -> list[str]:
        """Returns the first test that fails; [COLD] if the changes need a new process, and [LOST] if tests hang."""
        limits = {"seconds": NEAR_SECONDS, "patience": 20 * PATIENCE}
        print(json.dumps({"changes": changes, "tests": list(tests), **limits}), file=self.requests, flush=True)
        answer: list[str] = json.loads(self.answers.readline() or f'["{COLD}"]')
        return answer

    def close(self) -> None:
        """Ends the process."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.answers.close()
        with suppress(BrokenPipeError):
            self.requests.close()


def started_pytest(
    folder: Path,
    arguments: Sequence[str],
    out: IO[str],
    more: Mapping[str, str] | None = None,
    pass_fds: Sequence[int] = (),
) -> subprocess.Popen[bytes]:
    """Starts pytest on the fast tests of a tree, in a session of its own."""
    # Without other plug-ins pytest starts twice as fast.
    command = [sys.executable, "-m", "pytest", "-q", "--tb=no"]
    command.append("--override-ini=addopts=--import-mode=importlib -m 'not slow'")
    for plugin in ("anyio", "_hypothesis_pytestplugin", "xdist", "no:cacheprovider"):
        command += ["-p", plugin]
    paths = os.pathsep.join((str(folder), str(Path(__file__).parent)))
    environment = {**os.environ, "CI": "true", "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1", **(more or {})}
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    return subprocess.Popen(
        *([*command, *arguments],), cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=out,
        start_new_session=True, pass_fds=pass_fds,
    )  # fmt: skip


class Trial:
    """Tries mutants in trees, and stores a line for each judgement, the last one of which counts."""

    def __init__(
        self, trees: Iterable[Tree], rows: dict[tuple[str, str], dict[str, Any]], results: Path | None
    ) -> None:
        self.rows, self.results = rows, results
        self.trees: SimpleQueue[Tree] = SimpleQueue()
        for tree in trees:
            self.trees.put(tree)
        self.clean: dict[str, bool] = {}  # whether a test passes where nothing is planted

    def store(self, mutant: Mutant, stage: str, test: str, seconds: float) -> None:
        """Stores that a test has found a mutant, or that none of a stage has: ""."""
        change, status = mutant.change, TIMEOUT if test == TIMEOUT else KILLED if test else SURVIVED
        place = {"room": room_of(mutant.file), "file": mutant.file, "id": change.id, "line": change.line}
        was = {"old": change.old, "new": change.new, "equivalent": self.rows.get(mutant.key, {}).get("equivalent", "")}
        row = {**place, **was, "status": status, "stage": stage, "test": test, "seconds": round(seconds, 1)}
        self.rows[mutant.key] = row
        if self.results:
            with self.results.open("a", encoding="utf-8") as file:
                print(json.dumps(row, ensure_ascii=False), file=file)
        click.echo(f"{status}, {stage}: {mutant.file}:{change.line} {change.old!r} to {change.new!r} {test}")

    def finds(self, mutant: Mutant, tests: Sequence[str], stage: str) -> bool:
        """Runs tests on one mutant, and stores what comes of it."""
        start = time.monotonic()
        left = list(tests)
        while left:
            (test, *_) = self.failing([mutant], left) or ("",)
            if not test or self.passes_clean(test):
                break
            # pytest has no option that leaves one test out of a file without its other parameters: take the file out.
            left = [one for one in left if one.partition("::")[0] != test.partition("::")[0]]
            test = ""
        self.store(mutant, stage, test if left else "", time.monotonic() - start)
        return bool(left and test)

    def failing(
        self, mutants: Sequence[Mutant], tests: Sequence[str], *, first: bool = True, jobs: int = 0
    ) -> list[str]:
        """Plants the mutants together in a free tree, and returns the tests that fail, or the first one."""
        tree = self.trees.get()
        try:
            return tree.tests_fail(mutants, tests, first=first, jobs=jobs)
        finally:
            self.trees.put(tree)

    def passes_clean(self, test: str) -> bool:
        """Returns whether a test passes where nothing is planted."""
        if test not in self.clean:
            self.clean[test] = "::" not in test or not self.failing([], [test])
            if not self.clean[test]:
                click.echo(f"{test} fails where nothing is planted")
        return self.clean[test]

    def survivors(self, group: Sequence[Mutant], tests: Sequence[str], stage: str, jobs: int) -> list[Mutant]:
        """Plants the mutants together, runs tests, and returns those that survive. What fails runs on each alone."""
        if len(group) < 2:
            return [mutant for mutant in group if not self.finds(mutant, tests, stage)]
        start = time.monotonic()
        failing = self.failing(group, tests, first=False, jobs=jobs)
        failing = [test for test in failing if test.startswith("tests/") and self.passes_clean(test)] or failing
        if not failing or not any(self.clean.get(test, True) for test in failing):
            for mutant in group:
                self.store(mutant, stage, "", (time.monotonic() - start) / len(group))
            return list(group)
        named = [test for test in failing if test.startswith("tests/")]
        rest = [mutant for mutant in group if not named or not self.finds(mutant, named, stage)]
        if len(rest) < len(group):
            return self.survivors(rest, tests, stage, jobs)
        half = len(rest) // 2
        return [one for part in (rest[:half], rest[half:]) for one in self.survivors(part, tests, stage, jobs)]


def apart(mutants: Iterable[Mutant]) -> list[list[Mutant]]:
    """Returns groups of mutants that can be planted together: no two of a group are in the same line."""
    groups: list[dict[tuple[str, int], Mutant]] = []
    for mutant in mutants:
        place = mutant.file, mutant.change.line
        group = next((group for group in groups if place not in group), None)
        if group is None:
            groups.append(group := {})
        group[place] = mutant
    return [list(group.values()) for group in groups]


# ---- the commands


@click.group(help=__doc__.splitlines()[0])
def main() -> None:
    """The commands `map`, `run`, `table` and `compare`."""


PATH: Final = click.Path(path_type=Path)
FILE: Final = click.Path(path_type=Path, exists=True, dir_okay=False)


@main.command("map")
@click.argument("path", metavar="MAP", type=PATH)
@click.option("--jobs", type=click.IntRange(1), default=2, show_default=True, help="Number of processes.")
def map_tests(path: Path, jobs: int) -> None:
    """Run the fast tests, and store in MAP which of them execute which function; needs pytest-cov."""
    make_map(path, jobs)


@main.command()
@click.argument("results", type=PATH, required=False)
@click.option("--changed", metavar="COMMIT", help="Plant only in the lines that have changed since a commit.")
@click.option("--of", "before", type=FILE, help="Plant the faults of these results.")
@click.option("--room", "only", multiple=True, metavar="ROOM", help="Plant only in this room, as `table` names it.")
@click.option("--count", type=click.IntRange(1), default=300, show_default=True, help="Number of faults.")
@click.option("--seed", type=int, default=1994, show_default=True, help="Seed of the draw.")
@click.option("--seconds", type=float, help="Plant no further fault after this many seconds.")
@click.option("--map", "path", type=FILE, help="Take the nearest tests from what `map` wrote.")
@click.option("--nice", type=click.IntRange(0, 19), default=10, show_default=True, help="How far others go first.")
@click.option("--stage", "last", type=click.Choice(STAGES), help="The last stage; with --changed, the nearest tests.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Number of processes.")
def run(
    results: Path | None,
    changed: str | None,
    before: Path | None,
    only: tuple[str, ...],
    path: Path | None,
    **options: Any,
) -> None:
    """Plant faults, and append a line for each judgement to RESULTS, if it is given."""
    start, sources, test_map = time.monotonic(), sources_of(ROOT), ExecutionMap(path) if path else None
    known = {room_of(file) for file in sources}
    for room in only:
        if room not in known:
            raise click.ClickException(f"no room called {room!r}; the rooms are {', '.join(sorted(known))}")
    asked = set(only) or known
    earlier, rows = {key: row for key, row in rows_of(before).items() if room_of(key[0]) in asked}, rows_of(results)
    new = changed_lines(changed) if changed else {}
    every = {
        mutant.key: mutant
        for file, source in sources.items()
        if room_of(file) in asked and (not changed or file in new)
        for mutant in mutants_of(file, source)
        if not changed or mutant.change.line in new[file]
    }
    if before:
        chosen = [every[key] for key in earlier if key in every]
        click.echo(f"{len(earlier) - len(chosen)} of {len(earlier)} faults have no place in this checkout.")
        rows = {**{key: {"equivalent": row["equivalent"]} for key, row in earlier.items()}, **rows}
    elif changed:
        places = defaultdict(list)
        for mutant in every.values():
            places[mutant.file, mutant.change.line, mutant.change.column].append(mutant)
        rng = random.Random(options["seed"])
        chosen = [rng.choice(places[place]) for place in rng.sample(sorted(places), len(places))]
        click.echo(f"{len(chosen)} places for a fault in the lines that have changed since {changed}.")
    else:
        chosen = drawn_mutants(every.values(), options["count"], options["seed"])
    stages = STAGES[: 1 + STAGES.index(options["last"] or (NEAREST if changed else WHOLE))]
    os.nice(options["nice"])
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (NEAR_SECONDS, SUITE_SECONDS))  # this process uses some, too
    with tempfile.TemporaryDirectory(prefix="mutation-") as folder:
        trees = [Tree(Path(folder, f"tree{number}")) for number in range(options["jobs"])]
        trial = Trial(trees, rows, results)
        todo = [mutant for mutant in chosen if "status" not in rows.get(mutant.key, {})]
        nearest = {
            mutant.key: (test_map.nearest(mutant, sources) if test_map else []) or nearest_files(mutant.file)
            for mutant in todo
        }

        def try_nearest(mutant: Mutant) -> None:
            if time.monotonic() - start < (options["seconds"] or float("inf")):
                trial.finds(mutant, nearest[mutant.key], NEAREST)

        with ThreadPoolExecutor(options["jobs"]) as pool:
            files = sorted({test.partition("::")[0] for tests in nearest.values() for test in tests})
            if len(todo) > FEW:
                deque(pool.map(lambda tree: tree.collect(files), trees), 0)
            deque(pool.map(try_nearest, todo), 0)
        for tree in trees:
            tree.close()
        resource.setrlimit(resource.RLIMIT_CPU, (SUITE_SECONDS, SUITE_SECONDS))
        for before_it, stage in pairwise(stages):
            left = [mutant for mutant in chosen if rows.get(mutant.key, {}).get("status") == SURVIVED]
            left = [mutant for mutant in left if rows[mutant.key]["stage"] == before_it]
            rooms = {room_of(mutant.file): room_tests(room_of(mutant.file)) for mutant in left}
            for room, tests in rooms.items() if stage == ROOM else [("", ["tests"])]:
                for group in apart(mutant for mutant in left if room in ("", room_of(mutant.file))):
                    trial.survivors(group, tests, stage, options["jobs"])
    judged = [rows[mutant.key] for mutant in chosen if "status" in rows.get(mutant.key, {})]
    click.echo(table_of(judged))
    if changed:
        for row in judged:
            if row["status"] == SURVIVED:
                click.echo(f"survives: {row['file']}:{row['line']} {row['old']!r} to {row['new']!r}")


@main.command()
@click.argument("results", type=FILE)
def table(results: Path) -> None:
    """Print how many faults of RESULTS were found, by room."""
    click.echo(table_of(rows_of(results).values()))


@main.command()
@click.argument("before", type=FILE)
@click.argument("after", type=FILE)
def compare(before: Path, after: Path) -> None:
    """Print what was killed in BEFORE and survives in AFTER; exit with 1 if anything does."""
    old, new = rows_of(before), rows_of(after)
    click.echo(f"before:\n{table_of(old.values())}\nafter:\n{table_of(new.values())}")
    common = [(row, new[key]) for key, row in old.items() if key in new]
    lost = [pair for pair in common if pair[0]["status"] != SURVIVED and pair[1]["status"] == SURVIVED]
    for was, now in lost:
        click.echo(f"{now['file']}:{now['line']} {now['old']} to {now['new']} survives; {was['test']} killed it")
    click.echo(f"{len(lost)} mutants were killed and survive; {len(old) - len(common)} are not in {after}.")
    sys.exit(bool(lost))


def rows_of(results: Path | None) -> dict[tuple[str, str], dict[str, Any]]:
    """Returns the last line for each mutant in a file of results, by its key; none if there is no file."""
    if not results or not results.exists():
        return {}
    rows = map(json.loads, results.read_text("utf-8").splitlines())
    return {(row["file"], row["id"]): row for row in rows}


def table_of(rows: Iterable[dict[str, Any]]) -> str:
    """Returns a Markdown table by room: the faults planted and not equivalent, by what found them, and the share."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        found = "equivalent" if row["equivalent"] else SURVIVED if row["status"] == SURVIVED else row["stage"]
        for room in (row["room"], "all"):
            counts[room][found] += 1
    lines = ["| room | faults | equivalent | nearest tests | room's tests | fast suite | survived | found |"]
    lines.append("|---|---|---|---|---|---|---|---|")
    for room in [*sorted(counts.keys() - {"all"}), *(["all"] if counts else [])]:
        count = counts[room]
        found = sum(count[stage] for stage in STAGES)
        share = f"{100 * found / (found + count[SURVIVED]):.0f} %" if found + count[SURVIVED] else "-"
        cells = [room, count.total(), count["equivalent"], *(count[stage] for stage in STAGES), count[SURVIVED], share]
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
