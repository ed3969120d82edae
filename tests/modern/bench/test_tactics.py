"""Attempts at puzzles, and the engine on the mates of the built-in suite."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from modern.bench.suite import DEFAULT_SUITE, Puzzle, read_suite
from modern.bench.tactics import attempt_puzzle
from modern.build import COMPILED, ENGINE, build_mode
from modern.engine.control import Control
from modern.engine.engine import EVALUATIONS, Engine
from modern.limits import Limits
from modern.report import UCI_LOWER_BOUND, Report, Score
from modern.rules import Move, Position

#: A mate along the back rank.
BACK_RANK = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"
UP, DOWN = Move.from_uci("a1a8"), Move.from_uci("a1a2")

#: The mates of the suite; interpreted, every fourth of them.
MATES = [puzzle for puzzle in read_suite(DEFAULT_SUITE).puzzles if puzzle.mate][
    :: 1 if build_mode(ENGINE) == COMPILED else 4
]

#: More nodes than the search needs for any mate of the suite, with either evaluation.
NODES = 5_000_000


def report_of(depth: int, move: Move, bound: str = "") -> Report:
    """Returns a report of a move at a depth, after as many nodes."""
    return Report(depth, depth, 1, Score(centipawns=100), (move,), depth, float(depth), bound=bound)


@pytest.fixture
def scripted_engine(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Returns a function that makes every engine send given reports and return the last."""

    def script(*reports: Report) -> None:
        def think(self: Engine, position: Position, limits: Limits, report: Callable[[Report], None]) -> Report:
            for scripted in reports:
                report(scripted)
            return reports[-1]

        monkeypatch.setattr("modern.bench.tactics.Engine.think", think)

    return script


def test_a_mate_is_solved_at_the_depth_of_the_first_report_that_has_it() -> None:
    attempt = attempt_puzzle(Puzzle("mate", BACK_RANK, best=(UP,), mate=1), Limits(depth=3))
    assert attempt.played == "Ra8#"
    assert attempt.solved_at is not None
    assert (attempt.solved_at.depth, attempt.final_report.depth) == (1, 3)


def test_another_move_or_another_mate_distance_is_not_a_solution() -> None:
    for puzzle in (
        Puzzle("another move", BACK_RANK, best=(DOWN,)),
        Puzzle("to be avoided", BACK_RANK, avoid=(UP,)),
        Puzzle("another distance", BACK_RANK, mate=2),
    ):
        attempt = attempt_puzzle(puzzle, Limits(depth=3))
        assert attempt.solved_at is None
        assert attempt.as_json()["solved"] is False


def test_a_solution_counts_from_the_last_time_the_engine_changed_to_it(scripted_engine: Callable[..., None]) -> None:
    puzzle = Puzzle("mate", BACK_RANK, best=(UP,))
    scripted_engine(
        report_of(1, UP), report_of(2, DOWN), report_of(3, UP, UCI_LOWER_BOUND), report_of(3, UP), report_of(4, UP)
    )
    attempt = attempt_puzzle(puzzle, Limits())
    assert attempt.solved_at == report_of(3, UP, UCI_LOWER_BOUND)
    scripted_engine(report_of(1, UP), report_of(2, DOWN))
    assert attempt_puzzle(puzzle, Limits()).solved_at is None


def test_a_move_to_avoid_is_solved_when_the_engine_leaves_it(scripted_engine: Callable[..., None]) -> None:
    scripted_engine(report_of(1, DOWN), report_of(2, UP), report_of(3, UP))
    attempt = attempt_puzzle(Puzzle("a trap", BACK_RANK, avoid=(DOWN,)), Limits())
    assert attempt.solved_at == report_of(2, UP)


def test_the_json_of_an_attempt_has_moves_in_uci_notation(scripted_engine: Callable[..., None]) -> None:
    scripted_engine(report_of(1, DOWN), report_of(2, UP), report_of(3, UP))
    assert attempt_puzzle(Puzzle("back rank", BACK_RANK, best=(UP,)), Limits()).as_json() == {
        "id": "back rank",
        "fen": BACK_RANK,
        "bm": ["a1a8"],
        "am": [],
        "dm": None,
        "solved": True,
        "move": "a1a8",
        "score": "+1.00",
        "depth": 3,
        "nodes": 3,
        "seconds": 3.0,
        "solved_at_depth": 2,
        "solved_at_nodes": 2,
        "solved_at_seconds": 2.0,
    }


@pytest.mark.slow
@pytest.mark.parametrize("evaluation", EVALUATIONS)
@pytest.mark.parametrize("puzzle", MATES, ids=lambda puzzle: puzzle.name)
def test_the_engine_finds_every_mate_of_the_suite_and_no_shorter_one(puzzle: Puzzle, evaluation: str) -> None:
    control, distance = Control(), puzzle.mate or 0
    assert distance
    solved = False

    def on_report(report: Report) -> None:
        nonlocal solved
        assert report.score.mate is None or not 0 < report.score.mate < distance
        if puzzle.solved_by(report.pv[0], report.score):
            solved = True
            control.stop()

    engine = Engine()
    engine.evaluate_with(evaluation)
    engine.think(Position.from_fen(puzzle.fen), Limits(nodes=NODES), control, on_report)
    assert solved
