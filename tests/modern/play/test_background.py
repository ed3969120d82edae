"""A player that decides while somebody looks on."""

from __future__ import annotations

import time

import pytest

from modern.play.background import BackgroundDecision
from modern.players import Decision, Game, Player, PlayerError, Turn


class SlowPlayer(Player):
    """Thinks until it is stopped, or fails."""

    name = "slow"

    def __init__(self, failure: BaseException | None = None, seconds: float = 30.0) -> None:
        super().__init__()
        self.failure, self.seconds = failure, seconds

    def decide(self, turn: Turn) -> Decision:
        until = time.perf_counter() + self.seconds
        while not turn.control.stopped and time.perf_counter() < until:
            time.sleep(0.01)
        if self.failure:
            raise self.failure
        return Decision(turn.game.position.legal_moves()[0])


def test_time_is_told_while_it_thinks() -> None:
    ticks: list[float] = []
    deciding = BackgroundDecision(SlowPlayer(seconds=0.35), Turn(Game()))
    decision = deciding.run(lambda: ticks.append(deciding.seconds))
    assert decision.move is not None
    assert ticks == sorted(ticks)
    assert ticks


@pytest.mark.parametrize("failure", [PlayerError("it has ended"), ValueError("a fault")])
def test_what_it_raises_is_raised_where_it_was_asked(failure: Exception) -> None:
    with pytest.raises(type(failure), match=str(failure)):
        BackgroundDecision(SlowPlayer(failure, seconds=0), Turn(Game())).run(lambda: None)


def test_ctrl_c_stops_it() -> None:
    turn = Turn(Game())
    deciding = BackgroundDecision(SlowPlayer(), turn)

    def interrupt() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        deciding.run(interrupt)
    assert turn.control.stopped
    assert deciding.finished.is_set()
