"""The evaluation gives the same scores interpreted and compiled.

`python tests/modern/engine/evaluation/test_both_builds.py` rewrites the rows of tests/data with the build that runs.
"""

from __future__ import annotations

import json

from scenarios import DATA, Row, rows_of

from modern.engine.evaluation.evaluate import HandEvaluator
from modern.rules import Position

ROWS = "evaluations.jsonl"
#: Various positions, each with the last position of a line of moves from it.
POSITIONS = "rules-positions.jsonl"
#: Known endings, and bitboards that contain h8, the sign bit.
ENDINGS = (
    "8/4k3/8/4K3/4P3/8/8/8 b - - 0 1",
    "8/8/8/7p/7k/8/7K/8 w - - 0 1",
    "k7/2K5/2N5/8/8/8/8/2B5 w - - 0 1",
    "7k/8/8/7P/8/8/8/2B1K3 w - - 0 1",
    "1r2kb2/5p2/8/8/8/8/4PPP1/1R2KB2 w - - 0 1",
    "2k4B/8/8/8/8/8/8/4K2B w - - 0 1",
    "k6q/6PP/8/8/8/8/6pp/K6Q w - - 0 1",
    "r3k3/8/8/8/8/8/8/R1B1K3 w - - 0 1",
)


def rows() -> list[Row]:
    """The positions and their scores for the side to move."""
    evaluator = HandEvaluator()
    before = rows_of(POSITIONS)
    fens = [*(row["fen"] for row in before), *(row["end"] for row in before), *ENDINGS]
    return [{"fen": fen, "score": int(evaluator.evaluate(Position.from_fen(fen)))} for fen in fens]


def test_both_builds_give_the_same_scores() -> None:
    assert rows() == rows_of(ROWS)


def write() -> None:
    (DATA / ROWS).write_text("".join(json.dumps(row) + "\n" for row in rows()), encoding="utf-8")


if __name__ == "__main__":
    write()
