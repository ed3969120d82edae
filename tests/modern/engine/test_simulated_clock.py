"""Whole games by a simulated clock: the time of a search is its number of nodes, divided by the speed of a machine.

On a real clock a stall of the machine may cost a game. Here only the engine can: it checks the time too seldom, plans
with too much of it, or takes too long to stop.
"""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest

from modern.build import COMPILED, ENGINE, build_mode
from modern.engine.control import Control
from modern.engine.engine import Engine
from modern.engine.stopping import condition
from modern.limits import Clock, Limits
from modern.rules import Position

#: The number of random plies before each game, and the greatest length of a game.
OPENING_PLIES, MAX_PLIES = 6, 400
#: Seconds lost in each move outside the search: pipes, and setting up the search.
LAG = 0.004
#: Nodes per second: a slow machine, and an ordinary one.
SPEEDS = (100_000, 1_000_000) if build_mode(ENGINE) == COMPILED else (4_000, 20_000)


class SimulatedClock:
    """Takes the place of `time` in the stop condition.

    `now`    seconds.
    `speed`  nodes per second.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch, speed: int) -> None:
        self.now = self.move_started = 0.0
        self.speed = speed
        is_met = condition.StopCondition.is_met

        def is_met_at(stop_condition: condition.StopCondition, nodes: int) -> bool:
            self.now = self.move_started + nodes / self.speed
            return is_met(stop_condition, nodes)

        monkeypatch.setattr(condition, "time", SimpleNamespace(perf_counter=lambda: self.now))
        monkeypatch.setattr(condition.StopCondition, "is_met", is_met_at)

    def control(self) -> Control:
        """Starts the clock of a move."""
        self.move_started = self.now
        control = Control()
        control.started = self.now
        return control


def lost_on_time(clock: SimulatedClock, seed: int, seconds: float, increment: float) -> str:
    """Plays a game. Returns who lost it on time and how, or an empty string."""
    engines = {"white": Engine(1), "black": Engine(1)}
    left = {"white": seconds, "black": seconds}
    rng = random.Random(seed)
    position = Position()
    for _ in range(OPENING_PLIES):
        position.make(rng.choice(position.legal_moves()))
    for ply in range(MAX_PLIES):
        if position.outcome(claim=True) is not None:
            break
        side = position.side
        limits = Limits(white=Clock(left["white"], increment), black=Clock(left["black"], increment))
        best = engines[side].think(position, limits, clock.control())
        assert best is not None
        used = best.nodes / clock.speed + LAG
        if used > left[side]:
            return f"{side} at ply {ply}: {used:.3f} s used of {left[side]:.3f} s"
        left[side] += increment - used
        position.make(best.pv[0])
    return ""


@pytest.mark.parametrize("left", [0.01, 0.02, 0.05, 0.1])
@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        pytest.param("rnb1kbnr/pppp1ppp/8/4p1q1/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3", "c1g5", id="a queen hangs"),
        pytest.param(
            "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4",
            "b5c6 b5a4 b5c4 b5d3 b5e2 b5f1",
            id="the own bishop is attacked",
        ),
        pytest.param(
            "r1bqkbnr/pppp1ppp/8/4p3/2B1P3/5n2/PPPP1PPP/RNBQK2R w KQkq - 0 4", "d1f3 g2f3", id="a check is captured"
        ),
        pytest.param("6k1/1P3ppp/8/8/3n4/8/5PPP/6K1 w - - 0 1", "b7b8q", id="a pawn promotes"),
    ],
)
def test_with_hardly_any_time_the_move_is_the_best_of_one_ply(
    fen: str, moves: str, left: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Depth 1 may end after any root move: those that win or save most come first."""
    engine, clock = Engine(1), SimulatedClock(monkeypatch, SPEEDS[0])
    position = Position.from_fen(fen)
    best = engine.think(position, Limits(white=Clock(left)), clock.control())
    assert best is not None
    assert best.pv[0].uci() in moves.split()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("speed", SPEEDS)
def test_no_game_at_a_tenth_of_a_second_and_ten_milliseconds_a_move_is_lost_on_time(
    speed: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert lost_on_time(SimulatedClock(monkeypatch, speed), seed, 0.1, 0.01) == ""


@pytest.mark.slow
@pytest.mark.both_builds
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("speed", SPEEDS)
def test_no_game_at_a_second_and_ten_milliseconds_a_move_is_lost_on_time(
    speed: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert lost_on_time(SimulatedClock(monkeypatch, speed), seed, 1.0, 0.01) == ""
