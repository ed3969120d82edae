"""Generating the tactical suite: which of Stockfish's findings make a puzzle, and how the file is written."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import chess
import make_tactics
from chess.engine import Cp, Mate, PovScore, Score
from make_tactics import MATE_IN_2, SAVING, WINNING, Suite, SuitePuzzle, kind_of

from modern.bench.suite import read_suite

#: A program that exits at once.
TRUE = shutil.which("true") or ""

QUEEN = "7k/8/5K2/8/8/8/8/Q7 w - - 0 1"


def category(best: Score, other: Score) -> str:
    """Returns the category of a puzzle by the scores of Stockfish's two best moves, Black to move."""
    return kind_of([{"score": PovScore(score, chess.BLACK)} for score in (best, other)])


def test_a_puzzle_needs_a_move_that_alone_wins_clearly_or_alone_saves() -> None:
    assert category(Cp(300), Cp(150)) == category(Mate(4), Cp(400)) == WINNING
    assert category(Cp(300), Cp(160)) == category(Cp(900), Cp(420)) == category(Mate(4), Mate(6)) == ""
    assert category(Cp(-50), Cp(-250)) == category(Cp(0), Mate(-5)) == SAVING
    assert category(Cp(-60), Cp(-900)) == category(Cp(0), Cp(-240)) == ""


def test_a_suite_is_sorted_by_category_and_survives_the_round_trip(tmp_path: Path) -> None:
    suite = Suite({MATE_IN_2: 1, WINNING: 2})
    queen, king = chess.Move.from_uci("a1g1"), chess.Move.from_uci("f6g6")
    suite.found = [
        SuitePuzzle(SAVING, QUEEN, [queen], comment="Stockfish: 0"),
        SuitePuzzle(MATE_IN_2, QUEEN, [queen, king], 2),
    ]
    assert not suite.wants(MATE_IN_2)
    assert suite.wants(WINNING)
    path = tmp_path / "suite.epd"
    path.write_text(suite.text(), encoding="utf-8")
    assert [(puzzle.name, puzzle.mate, puzzle.solution()) for puzzle in read_suite(path)] == [
        ("mate in 2, 001", 2, "Kg6+ or Qg1, #2"),
        ("saving move, 001", None, "Qg1"),
    ]


def test_a_program_that_is_not_stockfish_gets_an_error_of_one_line(tmp_path: Path) -> None:
    command = [sys.executable, make_tactics.__file__, str(tmp_path / "suite.epd"), "--stockfish", TRUE]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (result.returncode, len(result.stderr.splitlines())) == (1, 1)
    assert f"{TRUE} does not answer as Stockfish does" in result.stderr
    assert not (tmp_path / "suite.epd").exists()
