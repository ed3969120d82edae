"""Whole games and long searches through UCI, with python-chess as the GUI."""

from __future__ import annotations

import sys

import pytest
from scenarios import LONG
from uci_games import POSITIONS, games, uci_process

from modern.build import COMPILED, build_mode

pytestmark = pytest.mark.timed

#: The transposition table, and the most memory beside it, in megabytes.
HASH, OTHER = 32, 100


@pytest.mark.slow
@pytest.mark.both_builds
def test_fast_games_have_no_illegal_move_and_no_crash() -> None:
    # A stall of the machine can cost such a game on time, so losses on time are not counted here: on a simulated clock,
    # tests/modern/engine/test_simulated_clock.py allows none.
    count = 20 if LONG else 8
    endings = list(games("modern", count, seconds=1, increment=0.01))
    assert len(endings) == count, endings


@pytest.mark.slow
@pytest.mark.both_builds
def test_games_of_1994_have_no_loss_on_time_no_illegal_move_and_no_crash() -> None:
    count = 20 if LONG else 8 if build_mode() == COMPILED else 2
    endings = list(games("historic", count, seconds=60, increment=1))
    assert len(endings) == count
    assert [ending for ending in endings if ending.startswith("forfeit")] == [], endings


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the memory of a process is read from /proc")
def test_a_search_takes_no_more_memory_than_its_hash_and_a_hundred_megabytes() -> None:
    with uci_process() as engine:
        engine.send(f"setoption name Hash value {HASH}", "isready", until="readyok")
        engine.send(f"position fen {POSITIONS[0]}", "go movetime 20000", until="bestmove")
        assert HASH < engine.peak_memory() < HASH + OTHER
        engine.send(f"setoption name Hash value {2 * HASH}", "ucinewgame", "isready", until="readyok")
        assert engine.peak_memory() < 2 * HASH + OTHER
