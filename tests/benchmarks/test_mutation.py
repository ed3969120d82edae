from __future__ import annotations

import json
from pathlib import Path
from queue import SimpleQueue

import pytest
from click.testing import CliRunner
from mutation import PARTS, drawn_mutants, judge, main, mutants_of, part_of

SOURCE = '''"""The docstring has 1 + 1."""
LIMIT: Final[Literal[1] | None] = 2


@cache(maxsize=7)
def add(a: int = 3, *, b: float | None = 0.5) -> int:
    """Returns a + b."""
    if a is not None and not len(é) > 0:
        raise ValueError(f"{a + 1} is {'not' in 'é'}")
    return max(a, -b)
'''


def test_one_token_of_the_code_is_changed_and_none_of_docstrings_types_decorators_and_messages() -> None:
    assert [(mutant.change.id, mutant.at_import) for mutant in mutants_of("historic/add.py", SOURCE)] == [
        ("LIMIT+0.34 2 to 1", True),
        ("LIMIT+0.34 2 to 3", True),
        ("add+0.17 3 to 2", True),
        ("add+0.17 3 to 4", True),
        ("add+0.41 0.5 to 1.0", True),
        ("add+2.9 is not to is", False),
        ("add+2.21 and to or", False),
        ("add+2.25 not  to ", False),
        *((f"add+2.36 > to {new}", False) for new in ("==", "<", "<=", ">=")),
        ("add+2.38 0 to 1", False),
        ("add+4.11 max to min", False),
        ("add+4.18 - to +", False),
    ]


def test_every_part_has_mutants_of_different_functions_and_the_same_ones_each_time() -> None:
    source = "\n".join(f"def f{number}(a):\n    return a + {number}" for number in range(9))
    mutants = [mutant for part in PARTS for name in ("a", "b") for mutant in mutants_of(f"{part}/{name}.py", source)]
    drawn = drawn_mutants(mutants, 10, 1994)
    assert drawn == drawn_mutants(mutants, 10, 1994) != drawn_mutants(mutants, 10, 1995)
    assert [part_of(mutant.file) for mutant in drawn] == [part for part in PARTS for _ in range(10)]
    assert len({(mutant.file, mutant.change.label) for mutant in drawn}) == len(drawn)


@pytest.mark.parametrize(
    ("old", "status", "test"),
    [("+", "killed", "tests/test_add.py::test_sum"), ("*", "survived", "")],
)
def test_a_mutant_is_killed_by_the_test_that_fails(tmp_path: Path, old: str, status: str, test: str) -> None:
    tree = tmp_path / "tree"
    (tree / "historic").mkdir(parents=True)
    (tree / "historic" / "__init__.py").touch()  # a package with this file goes before the installed one
    (tree / "tests").mkdir()
    source = "def add(a, b):\n    return a + b\n\n\ndef multiply(a, b):\n    return a * b\n"
    (tree / "historic" / "add.py").write_text(source)
    (tree / "tests" / "test_add.py").write_text(
        "from historic.add import add, multiply\n\n\ndef test_sum():\n    assert add(1, 2) == 3\n\n\n"
        "def test_product():\n    assert multiply(2, 2) == 4\n"
    )
    trees: SimpleQueue[Path] = SimpleQueue()
    trees.put(tree)
    (mutant,) = (mutant for mutant in mutants_of("historic/add.py", source) if mutant.change.old == old)
    seconds = {f"tests/test_add.py::test_{name}": 0.1 for name in ("product", "sum")}
    result = judge(mutant, list(seconds), seconds, trees)
    assert (result["status"], result["test"]) == (status, test)
    assert (tree / "historic" / "add.py").read_text() == source


def test_what_was_killed_and_survives_is_printed(tmp_path: Path) -> None:
    mutants = [("killed", "survived"), ("survived", "survived"), ("timeout", "killed"), ("killed", None)]
    for number, name in enumerate(("before", "after")):
        rows = [
            {"file": "historic/run.py", "id": f"run+{line}.4 + to -", "line": line, "old": "+", "new": "-"}
            | {"part": "historic", "status": statuses[number], "test": f"test_{line}"}
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
    assert "historic: 2 killed, 1 survived, 1 timeout" in result.output
