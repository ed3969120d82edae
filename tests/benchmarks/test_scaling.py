"""What is counted in the middle of a search, and how deep a search of a UCI engine gets."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import chess
import pytest
import scaling

from modern.build import ENGINE, build_mode
from modern.engine.engine import NETWORK, Engine
from modern.engine.history import MAX_HISTORY
from modern.limits import Limits
from modern.rules import Position

interpreted = pytest.mark.skipif(build_mode(ENGINE) != "interpreted", reason="counts in the middle of the search")
FEN = "r2q1rk1/1p1nbppp/p2pbn2/4p3/4P3/1NN1BP2/PPPQ2PP/2KR1B1R w - - 3 11"


@interpreted
def test_counting_does_not_change_the_search() -> None:
    def nodes_and_line() -> tuple[Any, ...]:
        engine = Engine()
        engine.evaluate_with(NETWORK)
        best = engine.think(Position(FEN), Limits(depth=5))
        assert best is not None
        return best.nodes, best.pv

    counts = scaling.Counts()
    with scaling.counted(counts):
        nodes, line = nodes_and_line()
    assert (nodes, line) == nodes_and_line()
    assert counts.nodes == nodes
    assert 0 < counts.quiescence < counts.nodes
    assert 0 < counts.hits < counts.probes
    assert counts.overwrites == 0 < counts.stores
    assert min(map(len, counts.reductions.values())) > 0
    assert max(counts.reductions[False]) <= 4


@interpreted
def test_a_full_bucket_is_overwritten_and_counted() -> None:
    counts = scaling.Counts()
    with scaling.counted(counts):
        Engine(0).think(Position(FEN), Limits(depth=4))
    assert 0 < counts.overwrites < counts.stores


@interpreted
def test_the_leaves_are_quiet_and_have_the_evaluation_of_their_side() -> None:
    leaves = scaling.quiet_leaves(1500, FEN)
    assert len(leaves) == scaling.LEAVES
    for fen, evaluation in leaves:
        board = chess.Board(fen)
        assert board.is_valid()
        assert not board.is_check()
        engine = Engine()
        engine.evaluate_with(NETWORK)
        assert int(engine.evaluator.evaluate(Position(fen).scratch_copy())) == evaluation


def test_the_saturated_share_leaves_out_what_was_never_written() -> None:
    full = int(MAX_HISTORY)
    assert scaling.saturated_share([0, 0, full, -full, 10, full // 2]) == 50
    assert scaling.saturated_share([0]) == 0


def test_the_branching_factor_is_that_of_the_last_complete_iterations() -> None:
    class Program:
        @contextmanager
        def analysis(self, *_: Any, **__: Any) -> Iterator[list[dict[str, Any]]]:
            infos = [
                {"depth": depth, "seldepth": depth + 3, "nodes": 5 * 2**depth, "score": 1} for depth in range(1, 9)
            ]
            yield [*infos, {"depth": 9, "seldepth": 20, "nodes": 9000, "score": 1, "lowerbound": True}, {"nodes": 9999}]

    program: Any = Program()
    depth, longest, factor = scaling.depth_of_search(program, chess.Board(), 9000)
    assert (depth, longest) == (8, 20)
    assert factor == pytest.approx(2)
