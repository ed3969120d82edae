"""`gosub bench tactics`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pexpect  # type: ignore[import-untyped]
import pytest
from click.testing import CliRunner
from refusals import refused
from scenarios import Gosub
from terminals import spawn

from modern.bench.suite import Puzzle
from modern.bench.tactics import Attempt, attempt_puzzle
from modern.cli.bench import bench
from modern.limits import Limits

MATE = '6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; dm 1; id "mates, 1";'
#: Not solvable: the expected move loses the rook.
LOST = '6k1/5ppp/8/8/8/8/1r6/R5K1 w - - bm Ra2; id "loses, 1";'


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """Returns a suite with one puzzle that is solved and one that is not."""
    path = tmp_path / "suite.epd"
    path.write_text(f"{MATE}\n{LOST}\n", encoding="utf-8")
    return path


def test_bench_tactics_prints_the_solved_and_the_unsolved_puzzles(suite: Path, gosub: Gosub) -> None:
    result = gosub("bench", "tactics", "--suite", str(suite), "--depth", "3")
    assert (result.returncode, result.stderr) == (0, "")
    assert re.search(r"^ mates, 1 +Ra8# +#1 +1 +\d+ +\d+\.\d{3}$", result.stdout, re.M)
    assert re.search(r"^ mates +1 +1$", result.stdout, re.M)
    assert re.search(r"^ loses +0 +1$", result.stdout, re.M)
    assert (
        "not solved: loses, 1: expected Ra2, played Ra8+ (#2)\n    6k1/5ppp/8/8/8/8/1r6/R5K1 w - - 0 1\n"
        in result.stdout
    )
    how = r"3 plies each, (network|hand), (compiled|interpreted), 1 process"
    assert re.search(rf"^1 of 2 solved \({how}\)$", result.stdout, re.M)


@pytest.mark.slow
def test_the_json_is_the_same_with_several_processes(suite: Path, gosub: Gosub) -> None:
    results = []
    for jobs in ("1", "2"):
        result = gosub("bench", "tactics", "--suite", str(suite), "--nodes", "500", "--jobs", jobs, "--json", "-")
        assert result.returncode == 0
        assert "1 of 2 solved (500 nodes each" in result.stderr
        figures = json.loads(result.stdout)
        for attempt in figures["attempts"]:
            del attempt["seconds"], attempt["solved_at_seconds"]
        results.append(figures)
    alone, together = results
    assert alone == together
    assert {key: alone[key] for key in ("positions", "complete", "seconds", "depth", "nodes", "solved")} == {
        "positions": 2,
        "complete": True,
        "seconds": None,
        "depth": None,
        "nodes": 500,
        "solved": 1,
    }
    assert [(one["id"], one["solved"], one["dm"]) for one in alone["attempts"]] == [
        ("mates, 1", True, 1),
        ("loses, 1", False, None),
    ]


def test_a_suite_that_cannot_be_read_gets_one_line(suite: Path, gosub: Gosub) -> None:
    suite.write_text(f"\n{MATE.replace('Ra8#', 'Rb8')}\n", encoding="utf-8")
    refused(gosub("bench", "tactics", "--suite", str(suite)), f"{suite}: line 2, column ", 1)


def test_a_line_that_cannot_be_read_is_skipped_and_the_exit_code_is_1(suite: Path, gosub: Gosub) -> None:
    suite.write_text(f"{MATE}\n{MATE.replace('Ra8#', 'Rb8')}\n", encoding="utf-8")
    result = gosub("bench", "tactics", "--suite", str(suite), "--depth", "2")
    assert result.returncode == 1
    assert "1 of 1 solved" in result.stdout
    first, last = result.stderr.splitlines()
    assert first.startswith(f"{suite}: line 2, column ")
    assert last == f"{suite}: 1 position read, 1 skipped"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--suite", "/nowhere.epd"], "'/nowhere.epd'"),
        (["--depth", "0"], "--depth: 0 "),
        (["--jobs", "0"], "--jobs: 0 "),
    ],
)
def test_bad_options_get_an_error_of_one_line(words: list[str], reason: str, gosub: Gosub) -> None:
    refused(gosub("bench", "tactics", *words), reason, 2)


def test_the_output_file_is_checked_before_the_run(gosub: Gosub) -> None:
    refused(gosub("bench", "tactics", "--json", "/nowhere/found"), f"there is no folder {Path('/nowhere')}", 1)


def test_the_suite_is_never_overwritten(suite: Path, gosub: Gosub) -> None:
    result = gosub("bench", "tactics", "--suite", str(suite), "--json", str(suite))
    assert result.returncode == 2
    assert "--suite and --json both name" in result.stderr
    assert suite.read_text(encoding="utf-8") == f"{MATE}\n{LOST}\n"


def test_an_interrupted_run_prints_its_results_and_replaces_no_file(
    suite: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupted(puzzle: Puzzle, limits: Limits, evaluation: str) -> Attempt:
        if puzzle.name == "loses, 1":
            raise KeyboardInterrupt
        return attempt_puzzle(puzzle, limits, evaluation)

    monkeypatch.setattr("modern.bench.tactics.attempt_puzzle", interrupted)
    (tmp_path / "results").write_text("earlier results")
    words = ["tactics", "--suite", str(suite), "--depth", "2", "--json"]
    result = CliRunner().invoke(bench, [*words, str(tmp_path / "results")])
    assert result.exit_code == 130
    assert "mates, 1  Ra8#" in result.stdout
    assert "1 of 1 solved, 1 not attempted (2 plies each, " in result.stdout
    assert result.stdout.endswith("interrupted\n")
    assert (tmp_path / "results").read_text() == "earlier results"
    result = CliRunner().invoke(bench, [*words, "-"])
    figures = json.loads(result.stdout)
    assert (result.exit_code, figures["complete"], len(figures["attempts"])) == (130, False, 1)


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_a_run_in_a_terminal(jobs: str, gosub_path: str) -> None:
    child = spawn(gosub_path, ["bench", "tactics", "--time", "0.2", "--jobs", jobs], dimensions=(30, 120))
    child.expect("solving")
    child.expect(r"\d+/246")
    child.sendintr()
    child.expect(r"\d+ of \d+ solved, \d+ not attempted \(0\.2 s each, ")
    child.expect("interrupted")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert "Traceback" not in (child.before or "")
