"""A player's decision in a background thread."""

from __future__ import annotations

import time

import pytest
from modern.play.background import BackgroundDecision

from modern.players import Decision, Game, MoveRequest, Player, PlayerError


class SlowPlayer(Player):
    """Thinks until it is stopped or `seconds` are over, then moves, or raises `failure`."""

    name = "slow"

    def __init__(self, failure: BaseException | None = None, seconds: float = 30.0) -> None:
        super().__init__()
        self.failure, self.seconds = failure, seconds

    def decide(self, request: MoveRequest) -> Decision:
        deadline = time.perf_counter() + self.seconds
        while not request.control.stopped and time.perf_counter() < deadline:
            time.sleep(0.01)
        if self.failure:
            raise self.failure
        return Decision(request.game.position.legal_moves()[0])


def test_the_clock_ticks_while_a_player_thinks() -> None:
    ticks: list[float] = []
    deciding = BackgroundDecision(SlowPlayer(seconds=0.35), MoveRequest(Game()))
    decision = deciding.run(lambda: ticks.append(deciding.seconds))
    assert decision.move is not None
    assert ticks == sorted(ticks)
    assert ticks


@pytest.mark.parametrize("failure", [PlayerError("it has ended"), ValueError("a fault")])
def test_an_exception_of_the_player_is_raised_by_run(failure: Exception) -> None:
    with pytest.raises(type(failure), match=str(failure)):
        BackgroundDecision(SlowPlayer(failure, seconds=0), MoveRequest(Game())).run(lambda: None)


def test_ctrl_c_stops_the_player() -> None:
    request = MoveRequest(Game())
    deciding = BackgroundDecision(SlowPlayer(), request)

    def interrupt() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        deciding.run(interrupt)
    assert request.control.stopped
    assert deciding.finished.is_set()
