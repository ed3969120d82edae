"""A player's decision in a background thread."""

from __future__ import annotations

import time

import pytest

from modern.play.background import BackgroundDecision
from modern.players import Decision, Game, Player, PlayerError, Turn


class SlowPlayer(Player):
    """Thinks until it is stopped or `seconds` are over, then moves, or raises `failure`."""

    name = "slow"

    def __init__(self, failure: BaseException | None = None, seconds: float = 30.0) -> None:
        super().__init__()
        self.failure, self.seconds = failure, seconds

    def decide(self, turn: Turn) -> Decision:
        deadline = time.perf_counter() + self.seconds
        while not turn.control.stopped and time.perf_counter() < deadline:
            time.sleep(0.01)
        if self.failure:
            raise self.failure
        return Decision(turn.game.position.legal_moves()[0])


def test_the_clock_ticks_while_a_player_thinks() -> None:
    ticks: list[float] = []
    deciding = BackgroundDecision(SlowPlayer(seconds=0.35), Turn(Game()))
    decision = deciding.run(lambda: ticks.append(deciding.seconds))
    assert decision.move is not None
    assert ticks == sorted(ticks)
    assert ticks


@pytest.mark.parametrize("failure", [PlayerError("it has ended"), ValueError("a fault")])
def test_an_exception_of_the_player_is_raised_by_run(failure: Exception) -> None:
    with pytest.raises(type(failure), match=str(failure)):
        BackgroundDecision(SlowPlayer(failure, seconds=0), Turn(Game())).run(lambda: None)


def test_ctrl_c_stops_the_player() -> None:
    turn = Turn(Game())
    deciding = BackgroundDecision(SlowPlayer(), turn)

    def interrupt() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        deciding.run(interrupt)
    assert turn.control.stopped
    assert deciding.finished.is_set()
