"""What ends a search, and what it says on the way."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

import pytest
from scenarios import position_after

from modern.engine.control import Control
from modern.engine.engine import Engine
from modern.engine.limits import Clock, Limits
from modern.engine.report import UCI_EXACT, UCI_LOWER_BOUND, Report
from modern.rules import Move, Position

FEN = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
#: Longer than any of this may take, in seconds.
LONG = 60.0


def thought(
    limits: Limits, fen: str = FEN, control: Control | None = None, lines: int = 1
) -> tuple[Report, list[Report]]:
    said: list[Report] = []
    best = Engine(1).think(Position.from_fen(fen), limits, control, said.append, lines)
    assert best is not None
    return best, said


def test_each_depth_is_said_and_the_last_is_the_one_that_was_asked_for() -> None:
    best, said = thought(Limits(depth=3))
    assert [report.depth for report in said if report.bound == UCI_EXACT] == [1, 2, 3]
    assert replace(best, seconds=said[-1].seconds) == said[-1]
    assert all(report.seldepth >= report.depth for report in said)
    nodes = [report.nodes for report in said]
    assert nodes == sorted(nodes)


@pytest.mark.parametrize("nodes", [1, 2, 50, 999, 1000, 1001, 5000])
def test_it_visits_as_many_nodes_as_it_may(nodes: int) -> None:
    engine, said = Engine(1), list[Report]()
    best = engine.think(Position.from_fen(FEN), Limits(nodes=nodes), report=said.append)
    assert best is not None
    assert best.pv[0] in Position.from_fen(FEN).legal_moves()
    assert all(report.nodes <= nodes for report in said)
    again = Engine(1).think(Position.from_fen(FEN), Limits(nodes=nodes))
    assert again is not None
    assert (again.pv, again.score, again.nodes) == (best.pv, best.score, best.nodes)


def test_a_better_move_in_the_middle_of_an_iteration_is_said_with_a_bound() -> None:
    _, said = thought(Limits(depth=3))
    better = [report for report in said if report.bound == UCI_LOWER_BOUND]
    assert better
    for report in better:
        final = next(one for one in said if one.depth == report.depth and one.bound == UCI_EXACT)
        assert (report.score.centipawns or 0) <= (final.score.centipawns or 0)


def test_a_mate_in_so_many_is_enough() -> None:
    best, said = thought(Limits(mate=2), "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")
    assert best.score.mate == 2
    assert said[-1].depth <= 3


def test_where_there_is_no_such_mate_it_ends_all_the_same() -> None:
    best, _ = thought(Limits(mate=1))
    assert best.score.mate is None


def test_only_what_was_asked_for_is_considered() -> None:
    only = (Move.from_uci("a2a3"), Move.from_uci("h1g1"))
    best, said = thought(Limits(depth=2, only=only), lines=5)
    assert best.pv[0] in only
    assert {report.multipv for report in said} == {1, 2}
    assert {report.pv[0] for report in said if report.depth == 2} == set(only)


def test_another_thread_stops_it_and_it_says_what_it_has() -> None:
    control, said = Control(), list[Report]()

    def report(one: Report) -> None:
        said.append(one)
        if one.depth == 3:
            threading.Timer(0.01, control.stop).start()

    begun = time.perf_counter()
    best = Engine(1).think(Position.from_fen(FEN), Limits(infinite=True), control, report)
    assert best is not None
    assert best.depth >= 3
    assert time.perf_counter() - begun < LONG


def test_stopped_before_it_began_it_has_still_looked_a_ply_ahead() -> None:
    control = Control()
    control.stop()
    best, _ = thought(Limits(), "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", control)
    assert best.pv[0].uci() == "a1a8"


@pytest.mark.parametrize("limits", [Limits(seconds=0.05), Limits(white=Clock(1.0, 0.0)), Limits(white=Clock(0.0, 0.0))])
def test_a_clock_ends_it(limits: Limits) -> None:
    begun = time.perf_counter()
    best, _ = thought(limits)
    assert best.pv[0] in Position.from_fen(FEN).legal_moves()
    assert time.perf_counter() - begun < LONG


def test_while_it_ponders_no_clock_runs() -> None:
    control, depths = Control(pondering=True), list[int]()

    def report(one: Report) -> None:
        depths.append(one.depth)
        if one.depth == 3 and one.bound == UCI_EXACT:
            control.ponder_hit()

    Engine(1).think(Position.from_fen(FEN), Limits(seconds=0.001), control, report)
    assert 3 in depths


def test_with_one_legal_move_no_time_is_lost() -> None:
    best, said = thought(Limits(white=Clock(3600.0)), "k7/8/8/8/8/8/1r6/K7 w - - 0 1")
    assert best.depth == 1
    assert len(said) == 1


def test_a_mate_that_has_been_found_is_not_looked_for_any_longer_under_a_clock() -> None:
    best, _ = thought(Limits(white=Clock(3600.0)), "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    assert best.score.mate == 1


def test_where_there_is_no_legal_move_there_is_nothing_to_say() -> None:
    said: list[Report] = []
    assert Engine(1).think(Position.from_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Limits(), report=said.append) is None
    assert said == []


def test_a_table_that_has_been_forgotten_leaves_no_trace() -> None:
    engine, position = Engine(1), position_after(["e2e4"])
    first = engine.think(position, Limits(depth=3))
    second = engine.think(position, Limits(depth=3))
    engine.clear()
    third = engine.think(position, Limits(depth=3))
    assert first is not None
    assert second is not None
    assert third is not None
    assert second.nodes < first.nodes == third.nodes


def test_what_was_found_a_move_ago_is_remembered_for_the_same_game_only() -> None:
    engine, game = Engine(1), position_after(["e2e4"])
    engine.think(game, Limits(depth=2))
    assert engine._previous_score(position_after(["e2e4", "e7e5", "g1f3"])) is not None
    assert engine._previous_score(position_after(["d2d4", "e7e5", "g1f3"])) is None
    assert engine._previous_score(game) is None
    engine.clear()
    assert engine._previous_score(position_after(["e2e4", "e7e5", "g1f3"])) is None
