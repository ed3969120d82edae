"""Time controls, and the clocks of a game."""

from __future__ import annotations

import pytest

from modern.engine.limits import Clock, Limits
from modern.game.clock import Clocks, TimeControl, TimeSetting, parse_time_control


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("1+0.01", TimeControl(1, 0.01)),
        ("40/60+1", TimeControl(60, 1, 40)),
        ("40/60", TimeControl(60, 0, 40)),
        ("0.5", TimeControl(0.5)),
        ("1234567+0.0001", TimeControl(1234567, 0.0001)),
        ("300", TimeControl(300)),
    ],
)
def test_a_time_control_is_parsed_and_printed(text: str, control: TimeControl) -> None:
    assert parse_time_control(text) == control
    assert str(control) == text


@pytest.mark.parametrize(
    "text", ["", "0", "0+1", "+1", "-1", "1+", "/60", "0/60", "1e3", "nan", "40/", "1+1+1", "\u0661"]
)
def test_an_invalid_time_control_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a time control; expected SECONDS"):
        parse_time_control(text)


def test_a_move_costs_its_time_and_adds_the_increment() -> None:
    clocks = Clocks(TimeSetting(TimeControl(10, 2)))
    clocks.record_move("white", 5)
    clocks.record_move("black", 1)
    assert clocks.limits("white") == Limits(white=Clock(7, 2), black=Clock(11, 2))
    assert clocks.seconds_until_stop("white") == 7


def test_the_increment_is_added_after_the_flag_is_checked() -> None:
    clocks = Clocks(TimeSetting(TimeControl(10, 2)))
    assert not clocks.flag_falls("white", 10)
    assert clocks.flag_falls("white", 10.001)


def test_the_time_is_added_again_after_the_moves_of_the_control() -> None:
    clocks = Clocks(TimeSetting(TimeControl(60, 0, 2)))
    seen = []
    for _ in range(3):
        seen.append((clocks.remaining["white"], clocks.limits("white").moves_to_go))
        clocks.record_move("white", 10)
    assert seen == [(60, 2), (50, 1), (100, 2)]
    assert clocks.limits("black").moves_to_go == 2


@pytest.mark.parametrize(
    ("pace", "text", "limits"),
    [
        (TimeSetting(seconds=0.1), "0.1 s a move", Limits(seconds=0.1)),
        (TimeSetting(depth=3), "depth 3", Limits(depth=3)),
        (TimeSetting(nodes=500), "500 nodes", Limits(nodes=500)),
    ],
)
def test_without_a_time_control_no_flag_falls(pace: TimeSetting, text: str, limits: Limits) -> None:
    clocks = Clocks(pace)
    clocks.record_move("white", 1e6)
    assert clocks.limits("white") == limits
    assert not clocks.flag_falls("white", 1e6)
    assert str(pace) == text


def test_a_player_that_exceeds_its_time_per_move_is_sent_a_stop() -> None:
    assert Clocks(TimeSetting(seconds=0.5)).seconds_until_stop("white") == 1.5
    assert Clocks(TimeSetting(depth=5)).seconds_until_stop("white") is None
