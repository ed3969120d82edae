"""When a search stops: the time for a move, and how best move stability changes it."""

from __future__ import annotations

import chess
import pytest
from scenarios import board_state

from modern.engine.control import Control
from modern.engine.engine import Engine
from modern.engine.node_counter import NodeCounter, SearchStopped
from modern.engine.stopping.condition import FIRST_CHECK, SHORTER_MATE_PLIES, StopCondition
from modern.engine.stopping.stability import MAX_TIME_FACTOR, MIN_TIME_FACTOR, BestMoveStability
from modern.engine.stopping.time_management import UNLIMITED, TimeBudget, soft_limit, time_budget
from modern.limits import MAX_DEPTH, Clock, Limits
from modern.report import UCI_EXACT, Report, Score
from modern.rules import Move, Position

#: A knight's fork wins the queen.
FORK = "6k1/5ppp/2q5/3N4/8/8/5PPP/6K1 w - - 0 1"
#: So few moves that the search gets deep in few nodes.
LOCKED_PAWNS = "6bk/6pp/8/8/8/8/PP6/KB6 w - - 0 1"
#: A search of either position is stopped at each of these nodes: odd and even ones in turn.
STOPPED_NODES = range(1, 251, 5)
E4, D4 = Move.from_uci("e2e4"), Move.from_uci("d2d4")


def time_factor_after(*iterations: tuple[Move, int], previous_score: int | None = None) -> float:
    """Returns the time factor after iterations with these best moves and scores in centipawns."""
    stability = BestMoveStability(None if previous_score is None else Score(previous_score))
    for move, score in iterations:
        stability.add(move, Score(score))
    return stability.time_factor()


def last_iteration(limits: Limits, score: Score, budget: TimeBudget = UNLIMITED, single_move: bool = False) -> int:
    """Returns the depth after which no iteration follows, if each finds the same move and score."""
    condition = StopCondition(limits, Control(), budget)
    depth = 1
    while not condition.ends_after(Report(depth, depth, 1, score, (E4,), 1, 0.0), depth, single_move):
        depth += 1
    return depth


def test_the_depth_limit_ends_the_search_after_that_iteration() -> None:
    assert last_iteration(Limits(depth=7), Score(20)) == 7
    assert last_iteration(Limits(depth=1), Score(20)) == 1
    assert last_iteration(Limits(), Score(20)) == MAX_DEPTH


def test_a_mate_limit_ends_the_search_at_the_depth_of_the_mate_or_once_it_is_found() -> None:
    assert last_iteration(Limits(mate=3), Score(20)) == 5
    assert last_iteration(Limits(mate=3), Score(mate=2)) == 1
    assert last_iteration(Limits(mate=3), Score(mate=-2)) == 5


def test_with_a_clock_a_single_move_or_a_mate_that_is_probably_the_shortest_ends_the_search() -> None:
    hour = TimeBudget(3600.0, 3600.0)
    assert last_iteration(Limits(), Score(20), hour, single_move=True) == 1
    assert last_iteration(Limits(), Score(mate=-2), hour) == 4 + SHORTER_MATE_PLIES
    assert last_iteration(Limits(infinite=True), Score(mate=-2), hour) == MAX_DEPTH
    assert last_iteration(Limits(), Score(20), single_move=True) == MAX_DEPTH


@pytest.mark.parametrize("fen", ["2K1kn2/8/5Q2/8/3B4/8/8/8 w - - 0 1", "8/8/8/3b4/8/5q2/8/2k1KN2 b - - 0 1"])
def test_with_a_clock_the_search_goes_on_until_it_has_found_the_shorter_mate(fen: str) -> None:
    """Depth 7 finds a mate in 3 only, because of its reductions, and depth 8 a mate in 2."""
    found = Engine(1).think(Position.from_fen(fen), Limits(white=Clock(3600), black=Clock(3600)))
    assert found is not None
    assert (found.score.mate, found.depth) == (2, 4 + SHORTER_MATE_PLIES)


def test_the_soft_limit_ends_the_search_after_an_iteration_and_the_hard_limit_within_one() -> None:
    assert last_iteration(Limits(), Score(20), TimeBudget(0.0, 3600.0)) == 1
    assert not StopCondition(Limits(), Control(), TimeBudget(0.0, 3600.0)).is_met(1)
    assert StopCondition(Limits(), Control(), TimeBudget(0.0, 0.0)).is_met(1)


def test_a_stop_request_is_noticed_at_the_next_check() -> None:
    control = Control()
    counter = NodeCounter(StopCondition(Limits(), control))
    control.stop()
    for _ in range(FIRST_CHECK - 1):
        counter.visit(3)
    with pytest.raises(SearchStopped):
        counter.visit(3)
    assert (counter.nodes, counter.seldepth) == (FIRST_CHECK, 3)


@pytest.mark.slow
@pytest.mark.parametrize("fen", [FORK, LOCKED_PAWNS])
@pytest.mark.parametrize("pv_count", [1, 2])
def test_a_search_that_is_stopped_at_any_node_reports_legal_moves_and_leaves_the_position_unchanged(
    fen: str, pv_count: int
) -> None:
    """It is stopped in quiescence search, after a null move, within a re-search, and between two lines."""
    engine, position, reports = Engine(1), Position.from_fen(fen), list[Report]()
    before = board_state(position)
    for nodes in STOPPED_NODES:
        if nodes % 2:  # the other half has the tables that an unfinished search has left
            engine.clear()
        best = engine.think(position, Limits(nodes=nodes), report=reports.append, pv_count=pv_count)
        assert best is not None
        assert best.nodes == nodes
        reports.append(best)
        assert board_state(position) == before
    for pv in {report.pv for report in reports}:
        board = chess.Board(fen)
        for move in pv:
            board.push(board.parse_uci(move.uci()))  # raises ValueError if the move is not legal
        assert board.move_stack
    assert max(report.depth for report in reports) >= 4


def test_a_stopped_search_keeps_the_best_line_that_it_has_found() -> None:
    """White wins the queen by a fork, which depth 3 finds. More nodes never lead to an earlier result."""
    engine, depths, moves = Engine(1), list[int](), list[str]()
    for nodes in STOPPED_NODES:
        engine.clear()
        best = engine.think(Position.from_fen(FORK), Limits(nodes=nodes))
        assert best is not None
        depths.append(best.depth)
        moves.append(best.pv[0].uci())
    assert depths == sorted(depths)
    assert set(moves[moves.index("d5e7") :]) == {"d5e7"}


def test_a_search_that_is_stopped_before_the_first_move_of_an_iteration_is_finished_reports_the_last_one() -> None:
    reports: list[Report] = []
    Engine(1).think(Position.from_fen(FORK), Limits(depth=6), report=reports.append)
    finished = [report for report in reports if report.bound == UCI_EXACT]
    for report in finished[:-1]:
        best = Engine(1).think(Position.from_fen(FORK), Limits(nodes=report.nodes + 1))
        assert best is not None
        assert (best.depth, best.pv, best.score) == (report.depth, report.pv, report.score)


def test_without_a_clock_the_time_is_unlimited() -> None:
    assert time_budget(Limits(depth=5, nodes=7), "white", 0.02) == UNLIMITED


def test_each_side_uses_its_own_clock() -> None:
    limits = Limits(white=Clock(60), black=Clock(6))
    white, black = (time_budget(limits, side, 0.0) for side in ("white", "black"))
    assert (white.hard or 0) > 5 * (black.hard or 0) > 0


def test_a_fixed_time_for_a_move_is_used_in_full() -> None:
    assert time_budget(Limits(seconds=1.0), "white", 0.02) == TimeBudget(None, 1.0)


@pytest.mark.parametrize("left", [0.0, 0.005, 0.02, 0.1, 1.0, 60.0, 7200.0])
@pytest.mark.parametrize("increment", [0.0, 0.01, 1.0, 30.0])
@pytest.mark.parametrize("moves_to_go", [None, 1, 2, 40])
def test_a_move_never_uses_all_the_time_left(left: float, increment: float, moves_to_go: int | None) -> None:
    limits = Limits(white=Clock(left, increment), moves_to_go=moves_to_go)
    soft, hard, depth_1 = time_budget(limits, "white", 0.02)
    assert soft is not None
    assert hard is not None
    assert 0 < soft <= hard <= max(left - 0.02, 0.001)
    assert 0 <= (depth_1 or 0) <= left / 2


def test_the_clock_lasts_for_a_whole_game() -> None:
    left, moves = 1.0, 0
    while left > 0.1 and moves < 1000:
        left += 0.01 - (time_budget(Limits(white=Clock(left, 0.01)), "white", 0.02).soft or 0)
        moves += 1
    assert moves > 30


def test_an_increment_no_larger_than_the_overhead_does_not_count() -> None:
    with_increment, without = (
        time_budget(Limits(white=Clock(1.0, increment)), "white", 0.02) for increment in (0.02, 0.0)
    )
    assert with_increment == without
    assert (time_budget(Limits(white=Clock(1.0, 0.1)), "white", 0.02).soft or 0) > (without.soft or 0)


@pytest.mark.parametrize(("left", "reserve"), [(60.0, 0.3), (1.0, 0.3), (0.4, 0.3), (0.2, 0.15)])
def test_a_busy_machine_may_stall_for_three_tenths_of_a_second_or_three_quarters_of_the_clock(
    left: float, reserve: float
) -> None:
    """Even the last move before the time control, which may use more than any other, leaves that and a fifth."""
    hard = time_budget(Limits(white=Clock(left), moves_to_go=1), "white", 0.0).hard
    assert hard == pytest.approx(0.8 * (left - reserve))


def test_depth_1_may_exceed_the_hard_limit_up_to_two_fifths_of_the_clock() -> None:
    control = Control()
    budget = time_budget(Limits(white=Clock(0.05), moves_to_go=1), "white", 0.02)
    assert budget.hard_limit(depth_1_done=False) == pytest.approx(0.02)
    assert budget.hard_limit(depth_1_done=True) == budget.hard
    assert (budget.hard or 0) < 0.002
    condition = StopCondition(Limits(), control, budget)
    control.started -= 0.01
    assert not condition.is_met(1)
    condition.ends_after(Report(1, 1, 1, Score(20), (E4,), 1, 0.0), 1, single_move=False)
    assert condition.is_met(1)


def test_with_much_time_the_hard_limit_applies_to_depth_1_too() -> None:
    budget = time_budget(Limits(white=Clock(60.0), moves_to_go=1), "white", 0.02)
    assert budget.hard_limit(depth_1_done=False) == budget.hard
    assert time_budget(Limits(seconds=0.01), "white", 0.02).hard_limit(depth_1_done=False) == 0.01


def test_only_the_time_puts_the_root_moves_in_order() -> None:
    """What a search of so many nodes finds does not depend on the clock."""
    short = TimeBudget(0.001, 0.001, 0.02)
    assert StopCondition(Limits(), Control(), short).time_is_short
    assert not StopCondition(Limits(nodes=30), Control(), short).time_is_short
    assert not StopCondition(Limits(), Control(), TimeBudget(1.0, 2.0, 3.0)).time_is_short


def test_the_last_move_before_the_time_control_gets_most_of_the_time() -> None:
    assert (time_budget(Limits(white=Clock(10.0), moves_to_go=1), "white", 0.0).soft or 0) > 5


def test_before_the_first_iteration_the_time_factor_is_1() -> None:
    assert BestMoveStability().time_factor() == 1


def test_the_longer_the_best_move_stays_the_same_the_less_time_it_gets() -> None:
    factors = [time_factor_after(*[(E4, 20)] * iterations) for iterations in range(1, 12)]
    assert factors == sorted(factors, reverse=True)
    assert factors[0] > 1 > factors[-1] == MIN_TIME_FACTOR


def test_a_best_move_that_has_just_changed_gets_more_time() -> None:
    stable = [(E4, 20)] * 10
    changed = time_factor_after(*stable, (D4, 20))
    assert changed > 1 > time_factor_after(*stable)
    assert time_factor_after(*stable, (D4, 20), (D4, 20)) < changed


def test_the_further_the_score_falls_the_more_time_the_move_gets() -> None:
    stable = [(E4, 40)] * 6
    factors = [time_factor_after(*stable, (E4, score)) for score in (40, 20, 0, -40)]
    assert factors == sorted(set(factors))
    assert factors[-1] == pytest.approx(2 * factors[0])
    assert time_factor_after(*stable, (E4, -500)) == factors[-1]


def test_a_rising_score_does_not_reduce_the_time() -> None:
    stable = [(E4, 40)] * 3
    assert time_factor_after(*stable, (E4, 90)) == time_factor_after(*stable, (E4, 40))


def test_a_score_below_that_of_the_previous_search_gets_more_time() -> None:
    found = [(E4, -30)] * 5
    dropped, unchanged = (time_factor_after(*found, previous_score=score) for score in (30, -30))
    assert dropped > unchanged == time_factor_after(*found)


def test_getting_mated_is_a_score_drop_and_giving_mate_is_not() -> None:
    falling, rising = BestMoveStability(), BestMoveStability()
    for stability, score in ((falling, Score(mate=-3)), (rising, Score(mate=3))):
        stability.add(E4, Score(10))
        stability.add(E4, score)
    assert falling.time_factor() > rising.time_factor()


def test_the_time_factor_has_a_maximum() -> None:
    assert time_factor_after((E4, 500), (D4, -500), previous_score=900) == MAX_TIME_FACTOR


def test_the_soft_limit_never_exceeds_the_hard_limit() -> None:
    assert soft_limit(TimeBudget(1.0, 3.0), MAX_TIME_FACTOR) == MAX_TIME_FACTOR
    assert soft_limit(TimeBudget(1.0, 1.5), MAX_TIME_FACTOR) == 1.5
    for left in (0.01, 0.1, 1.0, 60.0):
        for to_go in (None, 1, 2, 40):
            budget = time_budget(Limits(white=Clock(left, 1.0), moves_to_go=to_go), "white", 0.0)
            assert (soft_limit(budget, MAX_TIME_FACTOR) or 0) <= (budget.hard or 0)


def test_without_a_soft_limit_a_time_factor_makes_none() -> None:
    assert soft_limit(UNLIMITED, MIN_TIME_FACTOR) is None
    assert soft_limit(TimeBudget(None, 1.0), MIN_TIME_FACTOR) is None
