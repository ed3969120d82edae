"""The engine: what ends a search, what it reports, and what it keeps between searches."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

import chess
import pytest
from scenarios import position_after

from modern.build import ENGINE, INTERPRETED, build_mode
from modern.engine.control import Control
from modern.engine.engine import Engine
from modern.engine.stopping.condition import FIRST_CHECK
from modern.limits import Clock, Limits
from modern.report import UCI_EXACT, UCI_LOWER_BOUND, Report
from modern.rules import Move, Position
from modern.rules.movegen import legal_codes

FEN = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
#: A time that none of these searches may take, in seconds.
LONG = 60.0


def think(
    limits: Limits, fen: str = FEN, control: Control | None = None, pv_count: int = 1
) -> tuple[Report, list[Report]]:
    reports: list[Report] = []
    best = Engine(1).think(Position.from_fen(fen), limits, control, reports.append, pv_count)
    assert best is not None
    return best, reports


def test_each_depth_is_reported_up_to_the_limit() -> None:
    best, reports = think(Limits(depth=3))
    assert [report.depth for report in reports if report.bound == UCI_EXACT] == [1, 2, 3]
    assert replace(best, seconds=reports[-1].seconds) == reports[-1]
    assert all(report.seldepth >= report.depth for report in reports)
    nodes = [report.nodes for report in reports]
    assert nodes == sorted(nodes)


@pytest.mark.parametrize("nodes", [1, 2, 999, 1000, 1001])
def test_the_search_keeps_to_its_node_limit(nodes: int) -> None:
    engine, reports = Engine(1), list[Report]()
    best = engine.think(Position.from_fen(FEN), Limits(nodes=nodes), report=reports.append)
    assert best is not None
    assert best.pv[0] in Position.from_fen(FEN).legal_moves()
    assert all(report.nodes <= nodes for report in reports)
    again = Engine(1).think(Position.from_fen(FEN), Limits(nodes=nodes))
    assert again is not None
    assert (again.pv, again.score, again.nodes) == (best.pv, best.score, best.nodes)


def test_a_new_best_move_within_an_iteration_is_reported_with_a_lower_bound() -> None:
    _, reports = think(Limits(depth=3))
    better = [report for report in reports if report.bound == UCI_LOWER_BOUND]
    assert better
    for report in better:
        final = next(other for other in reports if other.depth == report.depth and other.bound == UCI_EXACT)
        assert (report.score.centipawns or 0) <= (final.score.centipawns or 0)


def test_a_mate_limit_ends_the_search_once_the_mate_is_found() -> None:
    best, reports = think(Limits(mate=2), "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")
    assert best.score.mate == 2
    assert reports[-1].depth <= 3


def test_a_mate_limit_ends_the_search_if_there_is_no_such_mate() -> None:
    best, _ = think(Limits(mate=1), chess.STARTING_FEN)
    assert best.score.mate is None


def test_only_the_selected_root_moves_are_searched() -> None:
    only = (Move.from_uci("a2a3"), Move.from_uci("h1g1"))
    best, reports = think(Limits(depth=2, only=only), pv_count=5)
    assert best.pv[0] in only
    assert {report.multipv for report in reports} == {1, 2}
    assert {report.pv[0] for report in reports if report.depth == 2} == set(only)


def test_another_thread_can_stop_the_search() -> None:
    control, reports = Control(), list[Report]()

    def report(latest: Report) -> None:
        reports.append(latest)
        if latest.depth == 3:
            threading.Timer(0.01, control.stop).start()

    started = time.perf_counter()
    best = Engine(1).think(Position.from_fen(FEN), Limits(infinite=True), control, report)
    assert best is not None
    assert best.depth >= 3
    assert time.perf_counter() - started < LONG


def stopped_control() -> Control:
    control = Control()
    control.stop()
    return control


def test_a_small_depth_1_is_finished_even_if_the_search_is_stopped_at_once() -> None:
    best, _ = think(Limits(), "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", stopped_control())
    assert best.pv[0].uci() == "a1a8"


def test_a_search_that_is_stopped_at_once_ends_at_the_first_check() -> None:
    best, _ = think(Limits(), control=stopped_control())
    assert best.pv[0] in Position.from_fen(FEN).legal_moves()
    assert best.nodes <= FIRST_CHECK
    if build_mode(ENGINE) == INTERPRETED:
        assert best.nodes <= 64


def test_a_search_that_is_stopped_within_depth_1_plays_the_hash_move() -> None:
    engine, position = Engine(1), Position.from_fen(FEN)
    before = engine.think(position, Limits(depth=4))
    assert before is not None
    for move in before.pv[:2]:
        position.make(move)
    after = engine.think(position, Limits(nodes=2))
    assert after is not None
    assert (after.pv[0], after.depth) == (before.pv[2], 0)
    assert after.pv[0] != Move(legal_codes(position)[0])


@pytest.mark.parametrize("limits", [Limits(seconds=0.05), Limits(white=Clock(1.0, 0.0)), Limits(white=Clock(0.0, 0.0))])
def test_a_time_limit_ends_the_search(limits: Limits) -> None:
    started = time.perf_counter()
    best, _ = think(limits)
    assert best.pv[0] in Position.from_fen(FEN).legal_moves()
    assert time.perf_counter() - started < LONG


def test_no_time_limit_applies_while_pondering() -> None:
    control, depths = Control(pondering=True), list[int]()

    def report(latest: Report) -> None:
        depths.append(latest.depth)
        if latest.depth == 3 and latest.bound == UCI_EXACT:
            control.ponder_hit()

    Engine(1).think(Position.from_fen(FEN), Limits(seconds=0.001), control, report)
    assert 3 in depths


def test_a_single_legal_move_is_played_at_once() -> None:
    best, reports = think(Limits(white=Clock(3600.0)), "k7/8/8/8/8/8/1r6/K7 w - - 0 1")
    assert best.depth == 1
    assert len(reports) == 1


def test_with_a_clock_the_search_ends_once_a_mate_is_found() -> None:
    best, _ = think(Limits(white=Clock(3600.0)), "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    assert best.score.mate == 1


def test_without_a_legal_move_nothing_is_reported() -> None:
    reports: list[Report] = []
    assert Engine(1).think(Position.from_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Limits(), report=reports.append) is None
    assert reports == []


def test_a_cleared_engine_searches_like_a_new_one() -> None:
    engine, position = Engine(1), position_after(["e2e4"])
    first = engine.think(position, Limits(depth=3))
    second = engine.think(position, Limits(depth=3))
    engine.clear()
    third = engine.think(position, Limits(depth=3))
    assert first is not None
    assert second is not None
    assert third is not None
    assert second.nodes < first.nodes == third.nodes


def test_the_previous_score_is_that_of_the_same_game_two_plies_before() -> None:
    engine, game = Engine(1), position_after(["e2e4"])
    engine.think(game, Limits(depth=2))
    assert engine.previous_score(position_after(["e2e4", "e7e5", "g1f3"])) is not None
    assert engine.previous_score(position_after(["d2d4", "e7e5", "g1f3"])) is None
    assert engine.previous_score(game) is None
    engine.clear()
    assert engine.previous_score(position_after(["e2e4", "e7e5", "g1f3"])) is None


def test_a_mate_limit_finds_a_mate_that_an_earlier_search_has_pruned() -> None:
    """Black mates in three. The bounds of a search with pruning must not hide it."""
    engine, position = Engine(1), Position.from_fen("5rk1/Q4p1p/8/8/P1p1q3/2K3P1/1r3P1P/3R2R1 b - - 0 1")
    engine.think(position, Limits(depth=6))
    best = engine.think(position, Limits(mate=3))
    assert best is not None
    assert best.score.mate == 3


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tempo", "null move"])
def test_disabling_something_forgets_what_was_searched_with_it(name: str) -> None:
    """The table holds static evaluations, which the disabled weights have changed."""
    position = Position.from_fen(FEN)
    engine, new = Engine(1), Engine(1)
    engine.think(position, Limits(depth=4))
    found = []
    for each in (engine, new):
        each.disable(name)
        found.append(each.think(position, Limits(depth=4)))
    assert found[0] is not None
    assert found[1] is not None
    assert (found[0].nodes, found[0].pv, found[0].score) == (found[1].nodes, found[1].pv, found[1].score)


def test_a_cleared_engine_has_no_score_of_an_earlier_game() -> None:
    engine = Engine(1)
    engine.think(Position.initial(), Limits(depth=1))
    assert engine.last_result is not None
    engine.clear()
    assert engine.last_result is None
