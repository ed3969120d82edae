"""Runs the engine on a test suite: which puzzles it solves, and how soon."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from modern.bench.suite import Puzzle
from modern.build import ENGINE, build_mode
from modern.engine.engine import DEFAULT_EVALUATION, Engine
from modern.limits import Limits
from modern.report import Report
from modern.rules import Position


@dataclass(frozen=True)
class Attempt:
    """The engine's attempt at a puzzle.

    `final_report`  the last report of the search.
    `solved_at`     the first report from which on every report solves the puzzle, or None if the puzzle is not solved.
    """

    puzzle: Puzzle
    final_report: Report
    solved_at: Report | None

    @property
    def played(self) -> str:
        """The move played, in SAN."""
        return Position.from_fen(self.puzzle.fen).san(self.final_report.pv[0])

    def as_json(self) -> dict[str, Any]:
        """Returns the attempt as JSON, with moves in UCI notation."""
        puzzle, final, solved_at = self.puzzle, self.final_report, self.solved_at
        return {
            "id": puzzle.name,
            "fen": puzzle.fen,
            "bm": [move.uci() for move in puzzle.best],
            "am": [move.uci() for move in puzzle.avoid],
            "dm": puzzle.mate,
            "solved": solved_at is not None,
            "move": final.pv[0].uci(),
            "score": str(final.score),
            "depth": final.depth,
            "nodes": final.nodes,
            "seconds": round(final.seconds, 4),
            "solved_at_depth": solved_at and solved_at.depth,
            "solved_at_nodes": solved_at and solved_at.nodes,
            "solved_at_seconds": solved_at and round(solved_at.seconds, 4),
        }


def engine_build() -> str:
    """Returns the build of the engine: compiled, interpreted or a mixture."""
    return build_mode(ENGINE)


def attempt_puzzle(puzzle: Puzzle, limits: Limits, evaluation: str = DEFAULT_EVALUATION) -> Attempt:
    """Returns the attempt of a new engine at a puzzle. Executors call this.

    `evaluation` is one of EVALUATIONS. Raises WeightsError if the network's weights cannot be used.
    """
    solved_at: Report | None = None

    def on_report(report: Report) -> None:
        nonlocal solved_at
        if not puzzle.solved_by(report.pv[0], report.score):
            solved_at = None
        elif solved_at is None:
            solved_at = report

    engine = Engine()
    engine.evaluate_with(evaluation)
    final = engine.think(Position.from_fen(puzzle.fen), limits, report=on_report)
    assert final is not None
    solved = puzzle.solved_by(final.pv[0], final.score)
    return Attempt(puzzle, final, (solved_at or final) if solved else None)


def results_json(puzzles: Sequence[Puzzle], done: list[Attempt], limits: Limits) -> dict[str, Any]:
    return {
        "positions": len(puzzles),
        "complete": len(done) == len(puzzles),
        "seconds": limits.seconds,
        "depth": limits.depth,
        "nodes": limits.nodes,
        "solved": sum(attempt.solved_at is not None for attempt in done),
        "attempts": [attempt.as_json() for attempt in done],
    }
