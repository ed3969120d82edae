"""How much of its time a move gets."""

from __future__ import annotations

import pytest

from modern.engine.clock import UNLIMITED, Budget, budget_of
from modern.engine.limits import Clock, Limits


def test_without_a_clock_nothing_ends_it() -> None:
    assert budget_of(Limits(depth=5, nodes=7), "white", 0.02) == UNLIMITED


def test_a_side_looks_at_its_own_clock() -> None:
    limits = Limits(white=Clock(60), black=Clock(6))
    white, black = (budget_of(limits, side, 0.0) for side in ("white", "black"))
    assert (white.hard or 0) > 5 * (black.hard or 0) > 0


def test_seconds_for_a_move_are_all_taken() -> None:
    assert budget_of(Limits(seconds=1.0), "white", 0.02) == Budget(None, 1.0)


@pytest.mark.parametrize("left", [0.0, 0.005, 0.02, 0.1, 1.0, 60.0, 7200.0])
@pytest.mark.parametrize("increment", [0.0, 0.01, 1.0, 30.0])
@pytest.mark.parametrize("moves_to_go", [None, 1, 2, 40])
def test_a_move_never_takes_all_that_is_left(left: float, increment: float, moves_to_go: int | None) -> None:
    limits = Limits(white=Clock(left, increment), moves_to_go=moves_to_go)
    soft, hard = budget_of(limits, "white", 0.02)
    assert soft is not None
    assert hard is not None
    assert 0 < soft <= hard <= max(left - 0.02, 0.001)


def test_a_game_is_thought_to_last() -> None:
    left, moves = 1.0, 0
    while left > 0.1 and moves < 1000:
        left += 0.01 - (budget_of(Limits(white=Clock(left, 0.01)), "white", 0.02).soft or 0)
        moves += 1
    assert moves > 30


def test_the_last_move_before_time_is_added_gets_most_of_it() -> None:
    assert (budget_of(Limits(white=Clock(10.0), moves_to_go=1), "white", 0.0).soft or 0) > 5
