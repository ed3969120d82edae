"""Changes planted in the port, looked for in small states. The unchanged side here is the port itself."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from scenarios import state_with

from historic.memory import MATRICES, SCALARS, VECTORS
from modern.jobs.journal import JournalError
from modern.jobs.workers import InProcessExecutor
from modern.proof import verdicts
from modern.proof.changes import PORT, Change
from modern.proof.equivalent import reason_for
from modern.proof.port_changes import port_changes, port_source
from modern.proof.port_side import port_side
from modern.proof.tasks import GIVEN_STATES, SingleTurn, random_turns
from modern.proof.trails import run_digest
from modern.proof.variables import Layout
from modern.proof.verdicts import Finding, Planting, Workload, find, workload_of

LAYOUT = Layout(
    tuple(name.rstrip("_") for name in SCALARS if "_string" not in name),
    ("A$", "BB$"),
    (("A", (6, 143)), ("MC", (23, 1)), ("PM", (23, 1)), *((name, (23,)) for name in VECTORS if name != "MDU")),
)


def workload() -> Workload:
    """Returns two states of a king and a pawn against a king, with their trails."""
    side = port_side(LAYOUT, "printed")
    white, black = {12: ("a2", 1), 3: ("d6", 1)}, {12: ("f8", 1)}
    tasks = [SingleTurn(f"state {to_move}", state_with(white, black), to_move) for to_move in ("white", "black")]
    return workload_of("", "printed", LAYOUT, [(task, run_digest(side, task)) for task in tasks])


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[Workload, Path]:
    path = tmp_path_factory.mktemp("planting") / "workload"
    small = workload()
    list(Planting([], small, path).steps(InProcessExecutor(), 1))
    return small, path


def change(pattern: str, old: str, new: str) -> Change:
    """Returns the first change of a token in a line of the port that has a pattern."""
    lines = port_source().splitlines()
    changes = (one for one in port_changes(port_source()) if (one.old, one.new) == (old, new))
    return next(one for one in changes if re.search(pattern, lines[one.line - 1]))


def test_every_array_of_the_port_is_compared() -> None:
    assert {name for name, _ in LAYOUT.arrays} | {"MDU"} == {*VECTORS, *MATRICES}


@pytest.mark.parametrize(
    ("pattern", "old", "new"),
    [
        (r"S1 = single\(self\.S1 \+ PV\[self\.JK\]\)", "+", "-"),
        (r"for X8 in range\(26, 118\)", "26", "27"),
        (r"self\.J = -TENTH", "TENTH", "TWENTIETH"),
        (r"if PM\[self\.JK\]\[0\] != 2", "!=", "=="),
    ],
)
def test_a_planted_change_is_found(pattern: str, old: str, new: str, written: tuple[Workload, Path]) -> None:
    found = find(change(pattern, old, new), written[1])
    assert found.is_found
    assert found.kind == GIVEN_STATES
    assert found.task.startswith("state ")


def test_a_change_that_changes_nothing_is_not_found(written: tuple[Workload, Path]) -> None:
    assert find(change(r"for KJ in range\(24, 120\)", "24", "25"), written[1]) == verdicts.NOT_FOUND


def test_a_program_that_never_ends_is_found(written: tuple[Workload, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdicts, "ENDLESS_SECONDS", 0.1)
    line = next(
        number for number, text in enumerate(port_source().splitlines(), 1) if text.strip() == "self.screen.CLS()"
    )
    endless = Change(PORT, "BOARD", 0, line, 8, "self.screen.CLS()", "while True: pass")
    assert find(endless, written[1]).what == "nothing returns any more"


def test_a_program_that_is_no_python_is_found(written: tuple[Workload, Path]) -> None:
    broken = Change(PORT, "WHITE", 0, 1, 0, '"""', "))")
    assert find(broken, written[1]) == Finding("", verdicts.BEFORE, 0, "Python's SyntaxError")


def test_planting_resumes_from_its_journal(written: tuple[Workload, Path], tmp_path: Path) -> None:
    small, path = written
    journal = tmp_path / "journal"
    planted = [change(r"for X8 in range\(26, 118\)", "26", "27"), change(r"self\.J = -TENTH", "TENTH", "TWENTIETH")]
    first, second = (Planting(planted, small, path) for _ in range(2))
    with first.resumed(journal):
        assert next(first.steps(InProcessExecutor(), 1)) == planted[0]
    with second.resumed(journal):
        assert list(second.steps(InProcessExecutor(), 1)) == [planted[1]]
    assert second.known[0] == first.known[0]
    assert [finding.is_found for _, finding in second.known_in(PORT)] == [True, True]


def test_a_journal_of_another_workload_is_refused(written: tuple[Workload, Path], tmp_path: Path) -> None:
    path, (small, file) = tmp_path / "journal", written
    with Planting([], small, file).resumed(path):
        pass
    other = Planting([], replace(small, text="another"), file)
    with pytest.raises(JournalError, match="another planting"), other.resumed(path):
        pass


def test_drawn_states_are_the_same_for_the_same_seed_and_have_both_kings() -> None:
    first, second = list(random_turns(30, 5)), list(random_turns(30, 5))
    assert first == second
    assert all(turn.state.PW[12] and turn.state.PB[12] for turn in first)
    assert {turn.side for turn in first} == {"white", "black"}
    for turn in first:
        squares = [square for square in turn.state.PW + turn.state.PB if square]
        assert len(set(squares)) == len(squares)


@pytest.mark.parametrize(
    ("line", "column", "old", "new", "is_equivalent"),
    [
        ("IF II>0 THEN", 5, ">", "<>", True),
        ("IF II>0 THEN", 5, ">", ">=", False),
        ("IF JAA=1 THEN", 6, "=", ">=", True),
        ("IF III=1 THEN", 6, "=", ">=", False),
        ("IF A(0,X)>0 THEN", 9, ">", "<>", True),
        ("IF A(2,X)>0 THEN", 9, ">", "<>", True),
        ("IF A(3,X)>0 AND A(3,X)<25 THEN", 22, "<", "<=", False),
        ("IF A(0,X)=99 THEN", 9, "=", ">=", True),
        ("IF A(1,X)=99 THEN", 9, "=", ">=", False),
        ("IF S1>0 THEN", 5, ">", "<>", False),
        ("if board[X] == 99 or PM[12][0] == 2:", 31, "==", ">=", True),
        ("if board[X] == 99 or PM[12][0] == 2:", 34, "2", "3", False),
        ("if board[X] > 24:", 14, "24", "25", False),
        ("if black[X + 1] > 0:", 16, ">", "!=", True),
        ("IF ZI>109 THEN GH=9", 5, ">", ">=", True),
        ("IF ZI>109 THEN GH=9", 6, "109", "110", False),
        ("IF BESTPOS=7000 OR BESTPOS=8000 THEN CBLACKB", 10, "=", ">=", False),
        ("IF BESTPOS=7000 OR BESTPOS=8000 THEN CBLACKB", 26, "=", "<>", False),
        ("FOR KJ=24 TO 119", 7, "24", "25", True),
        ("FOR KJ=24 TO 119", 13, "119", "120", False),
        ("for X in range(24, 120):", 19, "120", "121", True),
        ("for X in range(24, 120):", 15, "24", "23", True),
        ("FOR X=26 TO 117", 6, "26", "27", False),
    ],
)
def test_a_test_that_comes_out_the_same_for_every_value_changes_nothing(
    line: str, column: int, old: str, new: str, is_equivalent: bool
) -> None:
    assert line.startswith(old, column)
    assert bool(reason_for(Change(PORT, "WHITE", 1, 1, column, old, new), line)) == is_equivalent
