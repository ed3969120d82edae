"""Time controls, and limits for each move. The clocks of a game are in test_session.py."""

from __future__ import annotations

import pytest

from modern.engine.limits import Clock, Limits
from modern.game.clock import TimeControl, TimeSetting, parse_time_control


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
    control = TimeControl(10, 2)
    assert control.left_after([]) == 10
    assert control.left_after([5]) == 7
    limits = TimeSetting(control).limits({"white": 7, "black": 11}, 1)
    assert limits == Limits(white=Clock(7, 2), black=Clock(11, 2))
    assert TimeSetting(control).seconds_until_stop(7) == 7


def test_the_time_is_added_again_after_the_moves_of_the_control() -> None:
    control = TimeControl(60, 0, 2)
    seen = [(control.left_after([10] * moves), control.moves_to_go(moves)) for moves in range(3)]
    assert seen == [(60, 2), (50, 1), (100, 2)]


@pytest.mark.parametrize(
    ("time", "text", "limits"),
    [
        (TimeSetting(seconds=0.1), "0.1 s a move", Limits(seconds=0.1)),
        (TimeSetting(depth=3), "depth 3", Limits(depth=3)),
        (TimeSetting(nodes=500), "500 nodes", Limits(nodes=500)),
    ],
)
def test_without_a_time_control_a_move_has_a_limit(time: TimeSetting, text: str, limits: Limits) -> None:
    assert time.limits({}, 1) == limits
    assert str(time) == text


def test_a_player_that_exceeds_its_time_per_move_is_sent_a_stop() -> None:
    assert TimeSetting(seconds=0.5).seconds_until_stop(0) == 1.5
    assert TimeSetting(depth=5).seconds_until_stop(0) is None
