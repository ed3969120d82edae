"""How the suite of tactics is written, and which of Stockfish's findings are worth asking for."""

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

#: A program that ends at once.
TRUE = shutil.which("true") or ""

QUEEN = "7k/8/5K2/8/8/8/8/Q7 w - - 0 1"


def look(best: Score, other: Score) -> str:
    """What Stockfish's two best moves are worth asking for, Black to move."""
    return kind_of([{"score": PovScore(score, chess.BLACK)} for score in (best, other)])


def test_a_move_is_asked_for_where_no_other_wins_as_clearly_or_saves_as_well() -> None:
    assert look(Cp(300), Cp(150)) == look(Mate(4), Cp(400)) == WINNING
    assert look(Cp(300), Cp(160)) == look(Cp(900), Cp(420)) == look(Mate(4), Mate(6)) == ""
    assert look(Cp(-50), Cp(-250)) == look(Cp(0), Mate(-5)) == SAVING
    assert look(Cp(-60), Cp(-900)) == look(Cp(0), Cp(-240)) == ""


def test_a_suite_has_one_kind_after_the_other_and_reads_as_it_was_written(tmp_path: Path) -> None:
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
    assert [(one.name, one.mate, one.solution()) for one in read_suite(path)] == [
        ("mate in 2, 001", 2, "Kg6+ or Qg1, #2"),
        ("saving move, 001", None, "Qg1"),
    ]


def test_what_is_no_stockfish_is_told_in_one_line(tmp_path: Path) -> None:
    command = [sys.executable, make_tactics.__file__, str(tmp_path / "suite.epd"), "--stockfish", TRUE]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (result.returncode, len(result.stderr.splitlines())) == (1, 1)
    assert f"{TRUE} does not answer as Stockfish does" in result.stderr
    assert not (tmp_path / "suite.epd").exists()
