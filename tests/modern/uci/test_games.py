"""Whole games and long searches through UCI, by the functions of benchmarks/uci_games.py and uci_limits.py."""

from __future__ import annotations

import sys

import pytest
from uci_games import games
from uci_limits import POSITIONS, uci_process

pytestmark = pytest.mark.timed

#: The transposition table, and the most memory beside it, in megabytes.
HASH, OTHER = 32, 100


@pytest.mark.slow
@pytest.mark.parametrize(("player", "seconds", "increment"), [("modern", 1, 0.01), ("historic", 60, 1)])
def test_twenty_games_have_no_illegal_move_and_no_crash(player: str, seconds: float, increment: float) -> None:
    # A stall of the machine can cost a game on time, so that losses on time are not counted here: on a simulated clock,
    # tests/modern/engine/test_simulated_clock.py allows none.
    endings = list(games(player, 20, seconds, increment))
    assert len(endings) == 20, endings


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the memory of a process is read from /proc")
def test_a_search_takes_no_more_memory_than_its_hash_and_a_hundred_megabytes() -> None:
    with uci_process() as engine:
        engine.send(f"setoption name Hash value {HASH}", "isready", until="readyok")
        engine.send(f"position fen {POSITIONS[0]}", "go movetime 20000", until="bestmove")
        assert HASH < engine.peak_memory() < HASH + OTHER
        engine.send(f"setoption name Hash value {2 * HASH}", "ucinewgame", "isready", until="readyok")
        assert engine.peak_memory() < 2 * HASH + OTHER
