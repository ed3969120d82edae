"""Time controls, and limits for each move. The clocks of a game are in test_session.py."""

from __future__ import annotations

import pytest

from modern.game.clock import TimeControl, TimeSetting, parse_time_control
from modern.game.game import TIME_FORFEIT
from modern.game.move_notes import MoveNote
from modern.game.session import GameSession, Seat
from modern.limits import Clock, Limits
from modern.rules import Move

#: Moves that can be made one after the other from the initial position.
MOVES = ("e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5")


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


def session(time: TimeSetting, *seconds: float) -> GameSession:
    """Returns a game of two programs after moves that took so many seconds."""
    playing = GameSession({side: Seat("modern", side) for side in ("white", "black")}, time)
    for uci, used in zip(MOVES, seconds, strict=False):
        playing.make_program_move(Move.from_uci(uci), MoveNote(seconds=used))
    return playing


def limits(playing: GameSession) -> Limits:
    task = playing.task()
    assert task
    return task.limits


def stop_after(playing: GameSession) -> float | None:
    """Returns when the player to move is sent a stop."""
    task = playing.task()
    assert task
    return task.stop_after


def test_a_move_costs_its_time_and_adds_the_increment() -> None:
    after_two_moves = session(TimeSetting(TimeControl(10, 2)), 5, 1)
    assert limits(after_two_moves) == Limits(white=Clock(7, 2), black=Clock(11, 2))
    assert stop_after(after_two_moves) == 7
    assert TimeControl(10, 2).left_after([5]) == 7


def test_the_increment_is_added_after_the_flag_is_checked() -> None:
    assert session(TimeSetting(TimeControl(10, 2)), 10).game.ending is None
    ending = session(TimeSetting(TimeControl(10, 2)), 10.001).game.ending
    assert ending
    assert (ending.winner, ending.reason, ending.details) == ("black", TIME_FORFEIT, "10.001 s used of 10.000 s")


def test_the_time_is_added_again_after_the_moves_of_the_control() -> None:
    control = TimeControl(60, 0, 2)
    seen = [(control.left_after([10] * moves), control.moves_to_go(moves)) for moves in range(3)]
    assert seen == [(60, 2), (50, 1), (100, 2)]
    after_one_move = limits(session(TimeSetting(control), 10))
    assert (after_one_move.black, after_one_move.moves_to_go) == (Clock(60, 0), 2)
    after_two_moves = limits(session(TimeSetting(control), 10, 0, 10, 0))
    assert (after_two_moves.white, after_two_moves.moves_to_go) == (Clock(100, 0), 2)


@pytest.mark.parametrize(
    ("time", "text", "expected"),
    [
        (TimeSetting(seconds=0.1), "0.1 s a move", Limits(seconds=0.1)),
        (TimeSetting(depth=3), "depth 3", Limits(depth=3)),
        (TimeSetting(nodes=500), "500 nodes", Limits(nodes=500)),
    ],
)
def test_without_a_time_control_no_flag_falls(time: TimeSetting, text: str, expected: Limits) -> None:
    playing = session(time, 1e6, 0, 1e6)
    assert playing.game.ending is None
    assert limits(playing) == expected
    assert str(time) == text


def test_a_player_that_exceeds_its_time_per_move_is_sent_a_stop() -> None:
    assert stop_after(session(TimeSetting(seconds=0.5))) == 1.5
    assert stop_after(session(TimeSetting(depth=5))) is None
