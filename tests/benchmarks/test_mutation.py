from __future__ import annotations

import json
import subprocess
from pathlib import Path

import mutation
import nearest
import pytest
from click.testing import CliRunner
from mutants import mutants_of
from mutation import Tree, Trial, apart, changed_lines, drawn_mutants, main, rows_of
from nearest import nearest_files, room_of, room_tests

SOURCE = '''"""The docstring has 1 + 1."""
LIMIT: Final[Literal[1] | None] = 2
SIZE: Final = 4096
NAMES: Final = ("a", "b", "c")


@cache(maxsize=7)
def add(a: int = 3, *, b: float | None = 0.5) -> int:
    """Returns a + b."""
    if a is not None and not len(é) > 0:
        raise ValueError(f"{a + 1} is {'not' in 'é'}")
    tell(a, claim=True)
    return max(a, -b)
'''
SCRIPT = """// 1 + 1
import { a } from "./b.js";
const TABLE = { e1g1: "e1h1", e8g8: "e8h8" };
export const turned = (index) => {
  board.show(index);
  return index <= 7 && isFlipped ? "white" : "1 < 2";
};
"""


def test_a_fault_of_python_is_in_the_code_and_not_in_docstrings_types_decorators_sizes_and_messages() -> None:
    assert [mutant.change.id for mutant in mutants_of("historic/add.py", SOURCE)] == [
        "LIMIT+0.34 2 to 1",
        "LIMIT+0.34 2 to 3",
        'NAMES+0.19 , "b" to ',
        'NAMES+0.24 , "c" to ',
        "add+0.17 3 to 2",
        "add+0.17 3 to 4",
        "add+0.41 0.5 to 1.0",
        "add+2.7 a is not None to True",
        "add+2.9 is not to is",
        "add+2.21 and to or",
        "add+2.25 not len(é) > 0 to True",
        "add+2.25 not  to ",
        *(f"add+2.36 > to {new}" for new in ("<", "<=", ">=")),
        "add+2.38 0 to 1",
        "add+4.4 tell(a, claim=True) to pass",
        "add+4.10 , claim=True to ",
        "add+4.18 True to False",
        "add+5.11 max to min",
        "add+5.18 - to +",
    ]


def test_a_fault_of_javascript_is_in_the_code_and_not_in_comments_imports_and_strings() -> None:
    assert [mutant.change.id for mutant in mutants_of("modern/web/static/a.js", SCRIPT)] == [
        'TABLE+0.28 , e8g8: "e8h8" to ',
        "turned+1.2 board.show(index); to ;",
        *(f"turned+2.15 <= to {new}" for new in ("<", ">", ">=")),
        "turned+2.18 7 to 6",
        "turned+2.18 7 to 8",
        "turned+2.20 && to ||",
        'turned+2.35 "white" to "black"',
    ]


def test_every_room_has_the_same_number_of_faults_in_different_functions_and_the_same_ones_each_time() -> None:
    source = "\n".join(f"def f{number}(a):\n    return a + {number}" for number in range(9))
    rooms = ("historic", "historic/basic", "modern", "modern/web")
    mutants = [mutant for room in rooms for name in "ab" for mutant in mutants_of(f"{room}/{name}.py", source)]
    drawn = drawn_mutants(mutants, 38, 1994)
    assert drawn == drawn_mutants(mutants, 38, 1994) != drawn_mutants(mutants, 38, 1995)
    assert [room_of(mutant.file) for mutant in drawn] == list(rooms) * 10
    assert len({(mutant.file, mutant.change.label) for mutant in drawn}) == len(drawn)


def test_the_nearest_tests_have_the_name_of_a_source_or_import_it() -> None:
    assert nearest_files("modern/game/epd.py")[0] == "tests/modern/game/test_epd.py"
    assert nearest_files("modern/rules/bitboard.py")[:1] == ["tests/modern/rules/test_bitboard.py"]
    assert nearest_files("modern/web/static/premoves.js") == ["tests/modern/web/test_scripts.py"]
    assert all(
        (nearest.ROOT / test).exists()
        for room in ("historic", "scripts", "modern", "modern/lessons")
        for test in room_tests(room)
    )


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small checkout: of its two functions only one is tested by name, and the tests of another folder find more."""
    files = {
        "historic/__init__.py": "",  # a package with this file goes before the installed one
        "historic/add.py": "def add(a, b):\n    return a + b\n\n\ndef twice(a):\n    return 2 * a\n\n\nONE = 1\n",
        "tests/historic/test_add.py": "from historic.add import add\n\n\ndef test_sum():\n    assert add(1, 2) == 3\n",
        "tests/historic/test_beside.py": "from historic import add\n\n\ndef test_2():\n    assert add.twice(3) == 6\n",
        "tests/test_far.py": "def test_nothing():\n    assert True\n",
    }
    for name, text in files.items():
        path = tmp_path / "checkout" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    for command in (["init", "-q"], ["add", "."], ["-c", "user.name=a", "-c", "user.email=b", "commit", "-qm", "c"]):
        subprocess.run(["git", *command], cwd=tmp_path / "checkout", check=True)
    for module in (mutation, nearest):
        monkeypatch.setattr(module, "ROOT", tmp_path / "checkout")
    return tmp_path / "checkout"


@pytest.mark.slow
@pytest.mark.parametrize("forks", [False, True])
def test_a_fault_is_found_by_the_nearest_tests_or_by_those_of_its_room_or_survives(
    forks: bool, checkout: Path, tmp_path: Path
) -> None:
    source = (checkout / "historic/add.py").read_text()
    mutants = [mutant for mutant in mutants_of("historic/add.py", source) if mutant.change.new in "-+0"]
    results = tmp_path / "results"
    tree = Tree(tmp_path / "tree")
    if forks:
        tree.collect(["tests/historic/test_add.py"])
    trial = Trial([tree], {}, results)
    left = [mutant for mutant in mutants if not trial.finds(mutant, ["tests/historic/test_add.py"], "nearest")]
    assert [mutant.change.id for mutant in left] == ["twice+1.13 * to +", "ONE+0.6 1 to 0"]
    assert apart(left) == [left]
    assert trial.survivors(left, ["tests/historic"], "room", 0) == left[1:]
    assert [(row["stage"], row["status"], row["test"]) for row in rows_of(results).values()] == [
        ("nearest", "killed", "tests/historic/test_add.py::test_sum"),
        ("room", "killed", "tests/historic/test_beside.py::test_2"),
        ("room", "survived", ""),
    ]
    assert (checkout / "historic/add.py").read_text() == source
    tree.close()


@pytest.mark.posix
@pytest.mark.slow
def test_a_fault_in_what_runs_at_the_import_and_in_what_other_processes_import_is_found_too(
    checkout: Path, tmp_path: Path
) -> None:
    (checkout / "historic/early.py").write_text(
        "def half(a):\n    return a // 2\n\n\ndef more(a):\n    return a + 1\n\n\nTWO = half(4)\n"
    )
    (checkout / "tests/historic/test_early.py").write_text(
        "import subprocess, sys\n\nfrom historic import early\n\n\n"
        "def test_two():\n    assert early.TWO == 2\n\n\n"
        "def test_more():\n    assert early.more(1) == 2\n\n\n"
        "def test_elsewhere():\n"
        "    program = 'from historic import early; raise SystemExit(early.more(1) != 2 or early.TWO != 2)'\n"
        "    assert subprocess.run([sys.executable, '-c', program]).returncode == 0\n"
    )
    tree = Tree(tmp_path / "tree")
    tree.collect(["tests/historic/test_early.py"])
    source = (checkout / "historic/early.py").read_text()
    mutants = [mutant for mutant in mutants_of("historic/early.py", source) if mutant.change.new in "*-"]
    assert [mutant.change.old for mutant in mutants] == ["//", "+"]
    test = "tests/historic/test_early.py::test_"
    failed = [tree.tests_fail([mutant], [test + "more", test + "two"], first=True) for mutant in mutants]
    assert failed == [[test + "two"], [test + "more"]]
    assert tree.tests_fail(mutants[1:], [test + "elsewhere"], first=True) == [test + "elsewhere"]
    assert tree.tests_fail([], [test + "more", test + "elsewhere"], first=True) == []
    tree.close()


def test_two_faults_of_a_line_are_not_planted_together() -> None:
    one, other, below = mutants_of("historic/add.py", "ONE = 1\nMORE = 0\n")
    assert apart([one, other, below]) == [[one, below], [other]]


def test_the_lines_that_have_changed_since_a_commit_are_those_of_the_working_tree(checkout: Path) -> None:
    (checkout / "historic/add.py").write_text("def add(a, b):\n    return a + b\n\n\nTWO = 2\nONE = 2\n")
    assert changed_lines("HEAD") == {"historic/add.py": {5, 6}}
    result = CliRunner().invoke(main, ["run", "--changed", "nowhere"])
    assert result.exit_code == 1
    assert result.output.startswith("Error: fatal: ")


def test_faults_are_planted_only_in_the_rooms_that_are_asked_for(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.nice", lambda _: None)
    monkeypatch.setattr("resource.setrlimit", lambda *_: None)
    monkeypatch.setattr(Trial, "finds", lambda _, mutant, *__: print(mutant.file))
    (checkout / "modern").mkdir()
    (checkout / "modern/one.py").write_text("ONE = 1\n")
    runs = {room: CliRunner().invoke(main, ["run", "--room", room, "--stage", "nearest"]) for room in ("modern", "web")}
    assert {line for line in runs["modern"].output.splitlines() if ".py" in line} == {"modern/one.py"}
    assert runs["web"].exit_code == 1
    assert runs["web"].output == "Error: no room called 'web'; the rooms are historic, modern\n"


def test_what_was_killed_and_survives_is_printed(tmp_path: Path) -> None:
    mutants = [("killed", "survived"), ("survived", "survived"), ("timeout", "killed"), ("killed", None)]
    for number, name in enumerate(("before", "after")):
        rows = [
            {"file": "historic/run.py", "id": f"run+{line}.4 + to -", "line": line, "old": "+", "new": "-"}
            | {"room": "historic", "status": statuses[number], "test": f"test_{line}"}
            | {"stage": "room", "equivalent": "no one sees it" if line == 1 else ""}
            for line, statuses in enumerate(mutants)
            if statuses[number]
        ]
        (tmp_path / name).write_text("".join(json.dumps(row) + "\n" for row in rows))
    result = CliRunner().invoke(main, ["compare", str(tmp_path / "before"), str(tmp_path / "after")])
    assert result.exit_code == 1
    assert result.output.splitlines()[-2:] == [
        "historic/run.py:0 + to - survives; test_0 killed it",
        f"1 mutants were killed and survive; 1 are not in {tmp_path / 'after'}.",
    ]
    assert "| historic | 4 | 1 | 0 | 3 | 0 | 0 | 100 % |" in result.output
    assert "| historic | 3 | 1 | 0 | 1 | 0 | 1 | 50 % |" in result.output
