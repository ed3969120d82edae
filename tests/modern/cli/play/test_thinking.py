"""A player's search in a thread of its own, while the terminal shows it."""

from __future__ import annotations

import time

import pytest

from modern.cli.play.thinking import progress, run_in_thread
from modern.limits import Limits
from modern.players import Decision, Game, MoveRequest, Player, PlayerError
from modern.players.position_search import PositionSearch
from modern.report import Report, Score


class SlowPlayer(Player):
    """Thinks until it is stopped or `seconds` are over, then moves, or raises `failure`."""

    name = "slow"

    def __init__(self, failure: BaseException | None = None, seconds: float = 30.0) -> None:
        super().__init__()
        self.failure, self.seconds, self.was_stopped = failure, seconds, False

    def decide(self, request: MoveRequest) -> Decision:
        deadline = time.perf_counter() + self.seconds
        while not request.control.stopped and time.perf_counter() < deadline:
            time.sleep(0.01)
        self.was_stopped = request.control.stopped
        if self.failure:
            raise self.failure
        return Decision(request.game.position.legal_moves()[0])


def test_the_clock_ticks_while_a_player_thinks() -> None:
    ticks: list[float] = []
    search = PositionSearch(SlowPlayer(), Game(), Limits())

    def tick() -> None:
        ticks.append(search.seconds)
        if len(ticks) == 3:
            search.control.stop()

    decision = run_in_thread(search, tick)
    assert decision.move is not None
    assert ticks[:3] == sorted(set(ticks[:3]))


@pytest.mark.parametrize("failure", [PlayerError("it has ended"), ValueError("a fault")])
def test_an_exception_of_the_player_is_raised_where_it_is_waited_for(failure: Exception) -> None:
    with pytest.raises(type(failure), match=str(failure)):
        run_in_thread(PositionSearch(SlowPlayer(failure, seconds=0), Game(), Limits()), lambda: None)


def test_ctrl_c_stops_the_player() -> None:
    player = SlowPlayer()
    search = PositionSearch(player, Game(), Limits())

    def interrupt() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_in_thread(search, interrupt)
    assert search.control.stopped
    assert player.was_stopped


def test_the_line_of_the_first_rank_is_shown_until_a_tried_move_is() -> None:
    search = PositionSearch(SlowPlayer(), Game(), Limits())
    assert progress(search) == ""
    line = tuple(Game().position.legal_moves()[:1])
    search.reports[2] = Report(4, 4, 2, Score(9), line, 1, 0.0)
    assert progress(search) == ""
    search.reports[1] = Report(3, 3, 1, Score(30), line, 1, 0.0)
    assert progress(search) == f"depth 3  score +0.30  {Game().position.variation_san(line)}"
    search.shown_line = " .7  4  54"
    assert progress(search) == "value .7  piece 4  square 54"
    search.shown_line = "-2.71  1  75 "
    assert progress(search) == "value -2.71  piece 1  square 75"
    search.shown_line = "waiting for Sjeng 11 2 to move"
    assert progress(search) == search.shown_line
