"""How many positions with something to find the engine solves, and how soon."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from typing import Any

from modern.bench.suite import Puzzle
from modern.build import ENGINE, build_mode
from modern.engine.engine import Engine
from modern.engine.limits import Limits
from modern.engine.report import Report
from modern.rules import Position
from modern.workers import Workers


@dataclass(frozen=True)
class Attempt:
    """What the engine makes of a puzzle.

    `found`  what it says in the end.
    `since`  from when on it has said so: what it said first of all that solved the puzzle, and never took back; None
             where the puzzle is not solved.
    """

    puzzle: Puzzle
    final_report: Report
    solved_at: Report | None

    @property
    def played(self) -> str:
        """Its move in SAN."""
        return Position.from_fen(self.puzzle.fen).san(self.final_report.pv[0])

    def as_json(self) -> dict[str, Any]:
        """All of it, moves in UCI's notation."""
        puzzle, found, since = self.puzzle, self.final_report, self.solved_at
        return {
            "id": puzzle.name,
            "fen": puzzle.fen,
            "bm": [move.uci() for move in puzzle.best],
            "am": [move.uci() for move in puzzle.avoid],
            "dm": puzzle.mate,
            "solved": since is not None,
            "move": found.pv[0].uci(),
            "score": str(found.score),
            "depth": found.depth,
            "nodes": found.nodes,
            "seconds": round(found.seconds, 4),
            "solved_at_depth": since and since.depth,
            "solved_at_nodes": since and since.nodes,
            "solved_at_seconds": since and round(since.seconds, 4),
        }


def engine_build() -> str:
    """Which build of the engine thinks."""
    return build_mode(ENGINE)


def attempt_puzzle(puzzle: Puzzle, limits: Limits) -> Attempt:
    """What a new engine makes of a puzzle. This is what an executor does."""
    since: Report | None = None

    def report(said: Report) -> None:
        nonlocal since
        if not puzzle.solved_by(said.pv[0], said.score):
            since = None
        elif since is None:
            since = said

    found = Engine().think(Position.from_fen(puzzle.fen), limits, report=report)
    assert found is not None
    solved = puzzle.solved_by(found.pv[0], found.score)
    return Attempt(puzzle, found, (since or found) if solved else None)


def attempt_all(puzzles: Iterable[Puzzle], limits: Limits, workers: Workers) -> Iterator[Attempt]:
    """Every puzzle's, as they are done; as many are with the workers at a time as they should have."""
    left = iter(puzzles)
    waiting: set[Future[Attempt]] = set()
    while True:
        for puzzle in left:
            waiting.add(workers.executor.submit(attempt_puzzle, puzzle, limits))
            if len(waiting) >= workers.max_pending:
                break
        if not waiting:
            return
        finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        for future in finished:
            yield future.result()
