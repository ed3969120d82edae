"""How much of its time a move gets."""

from __future__ import annotations

import pytest

from modern.engine.limits import Clock, Limits
from modern.engine.report import Score
from modern.engine.stability import MAX_TIME_FACTOR, MIN_TIME_FACTOR, BestMoveStability
from modern.engine.time_management import UNLIMITED, TimeBudget, soft_limit, time_budget
from modern.rules import Move

E4, D4 = Move.from_uci("e2e4"), Move.from_uci("d2d4")


def stretch_after(*iterations: tuple[Move, int], before: int | None = None) -> float:
    """What the time is taken by, after iterations that found these moves and scores in centipawns."""
    settling = BestMoveStability(None if before is None else Score(before))
    for move, score in iterations:
        settling.add(move, Score(score))
    return settling.time_factor()


def test_without_a_clock_nothing_ends_it() -> None:
    assert time_budget(Limits(depth=5, nodes=7), "white", 0.02) == UNLIMITED


def test_a_side_looks_at_its_own_clock() -> None:
    limits = Limits(white=Clock(60), black=Clock(6))
    white, black = (time_budget(limits, side, 0.0) for side in ("white", "black"))
    assert (white.hard or 0) > 5 * (black.hard or 0) > 0


def test_seconds_for_a_move_are_all_taken() -> None:
    assert time_budget(Limits(seconds=1.0), "white", 0.02) == TimeBudget(None, 1.0)


@pytest.mark.parametrize("left", [0.0, 0.005, 0.02, 0.1, 1.0, 60.0, 7200.0])
@pytest.mark.parametrize("increment", [0.0, 0.01, 1.0, 30.0])
@pytest.mark.parametrize("moves_to_go", [None, 1, 2, 40])
def test_a_move_never_takes_all_that_is_left(left: float, increment: float, moves_to_go: int | None) -> None:
    limits = Limits(white=Clock(left, increment), moves_to_go=moves_to_go)
    soft, hard = time_budget(limits, "white", 0.02)
    assert soft is not None
    assert hard is not None
    assert 0 < soft <= hard <= max(left - 0.02, 0.001)


def test_a_game_is_thought_to_last() -> None:
    left, moves = 1.0, 0
    while left > 0.1 and moves < 1000:
        left += 0.01 - (time_budget(Limits(white=Clock(left, 0.01)), "white", 0.02).soft or 0)
        moves += 1
    assert moves > 30


def test_an_increment_that_is_lost_on_the_way_is_not_planned_with() -> None:
    with_it, without = (time_budget(Limits(white=Clock(1.0, increment)), "white", 0.02) for increment in (0.02, 0.0))
    assert with_it == without
    assert (time_budget(Limits(white=Clock(1.0, 0.1)), "white", 0.02).soft or 0) > (without.soft or 0)


def test_the_last_move_before_time_is_added_gets_most_of_it() -> None:
    assert (time_budget(Limits(white=Clock(10.0), moves_to_go=1), "white", 0.0).soft or 0) > 5


def test_before_anything_is_found_the_time_is_as_planned() -> None:
    assert BestMoveStability().time_factor() == 1


def test_the_longer_the_best_move_stays_the_same_the_sooner_it_is_played() -> None:
    taken = [stretch_after(*[(E4, 20)] * iterations) for iterations in range(1, 12)]
    assert taken == sorted(taken, reverse=True)
    assert taken[0] > 1 > taken[-1] == MIN_TIME_FACTOR


def test_a_best_move_that_has_just_changed_is_thought_about_longer() -> None:
    settled = [(E4, 20)] * 10
    changed = stretch_after(*settled, (D4, 20))
    assert changed > 1 > stretch_after(*settled)
    assert stretch_after(*settled, (D4, 20), (D4, 20)) < changed


def test_a_score_that_falls_is_thought_about_longer_the_more_so_the_further() -> None:
    settled = [(E4, 40)] * 6
    taken = [stretch_after(*settled, (E4, score)) for score in (40, 20, 0, -40)]
    assert taken == sorted(set(taken))
    assert taken[-1] == pytest.approx(2 * taken[0])
    assert stretch_after(*settled, (E4, -500)) == taken[-1]


def test_a_score_that_rises_takes_no_time_away() -> None:
    settled = [(E4, 40)] * 3
    assert stretch_after(*settled, (E4, 90)) == stretch_after(*settled, (E4, 40))


def test_a_score_below_that_of_a_move_ago_is_thought_about_longer() -> None:
    found = [(E4, -30)] * 5
    assert stretch_after(*found, before=30) > stretch_after(*found, before=-30) == stretch_after(*found)


def test_to_be_mated_all_of_a_sudden_is_a_fall_and_to_mate_is_none() -> None:
    falling, rising = BestMoveStability(), BestMoveStability()
    for settling, score in ((falling, Score(mate=-3)), (rising, Score(mate=3))):
        settling.add(E4, Score(10))
        settling.add(E4, score)
    assert falling.time_factor() > rising.time_factor()


def test_the_time_is_never_stretched_beyond_reason() -> None:
    assert stretch_after((E4, 500), (D4, -500), before=900) == MAX_TIME_FACTOR


def test_no_stretch_goes_beyond_the_hard_limit() -> None:
    assert soft_limit(TimeBudget(1.0, 3.0), MAX_TIME_FACTOR) == MAX_TIME_FACTOR
    assert soft_limit(TimeBudget(1.0, 1.5), MAX_TIME_FACTOR) == 1.5
    for left in (0.01, 0.1, 1.0, 60.0):
        for to_go in (None, 1, 2, 40):
            budget = time_budget(Limits(white=Clock(left, 1.0), moves_to_go=to_go), "white", 0.0)
            assert (soft_limit(budget, MAX_TIME_FACTOR) or 0) <= (budget.hard or 0)


def test_where_no_iteration_is_too_late_to_begin_none_becomes_so() -> None:
    assert soft_limit(UNLIMITED, MIN_TIME_FACTOR) is None
    assert soft_limit(TimeBudget(None, 1.0), MIN_TIME_FACTOR) is None
