"""perft agrees with the published counts and with python-chess."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from functools import partial

import chess
import pytest
from perft_counts import KIWIPETE, PUBLISHED
from refusals import refusal
from signal_actions import default_signals

from modern.bench.rules import chess_perft
from modern.build import COMPILED, RULES, build_mode
from modern.rules import Position, divide, perft
from modern.rules.perft import iterate_divide

#: The most nodes that a default test counts.
MAX_DEFAULT_NODES = 500_000
#: The most nodes that an interpreted build counts in a few minutes. Only the compiled build tests higher counts.
MAX_INTERPRETED_NODES = 20_000_000


@pytest.mark.parametrize(
    ("fen", "depth", "nodes"),
    [
        pytest.param(
            fen,
            depth,
            nodes,
            marks=pytest.mark.slow if nodes > MAX_DEFAULT_NODES else [],
            id=f"{fen} {depth}",
        )
        for fen, counts in PUBLISHED.items()
        for depth, nodes in enumerate(counts, 1)
    ],
)
def test_perft_is_the_published_count(fen: str, depth: int, nodes: int) -> None:
    if nodes > MAX_INTERPRETED_NODES and build_mode(RULES) != COMPILED:
        pytest.skip("takes minutes without the compiled build")
    assert perft(Position.from_fen(fen), depth) == nodes


def test_perft_of_depth_0_is_1_and_perft_does_not_change_the_position() -> None:
    position = Position.from_fen(KIWIPETE)
    assert perft(position, 0) == 1
    assert perft(position, 2) == sum(divide(position, 2).values())
    assert position == Position.from_fen(KIWIPETE)


def test_an_abandoned_count_does_not_change_the_position() -> None:
    position = Position.from_fen(KIWIPETE)
    counted = iterate_divide(position, 2)
    next(counted)
    del counted
    assert position == Position.from_fen(KIWIPETE)
    assert position.ply == 0


def test_the_position_with_the_most_legal_moves_has_218() -> None:
    """Nenad Petrovic's position of 1964."""
    assert perft(Position.from_fen("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"), 1) == 218


def test_divide_equals_python_chess_move_by_move() -> None:
    board = chess.Board(KIWIPETE)
    theirs = {}
    for move in board.legal_moves:
        board.push(move)
        theirs[move.uci()] = chess_perft(board, 2)
        board.pop()
    assert divide(Position.from_fen(KIWIPETE), 3) == theirs


@pytest.mark.parametrize("depth", [-1, 51, 10**30, 2.0, "3", None])
def test_an_invalid_depth_is_refused(depth: object) -> None:
    for count in (perft, divide):
        assert "depth" in refusal(partial(count, Position.initial(), depth))


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads the memory use of a process from /proc")
def test_perft_6_stays_under_100_megabytes() -> None:
    depth = 6 if build_mode(RULES) == COMPILED else 4
    code = (
        # getrusage would include the memory of the parent process.
        "from pathlib import Path; from modern.rules import Position, perft;"
        f"perft(Position.initial(), {depth});"
        "print(Path('/proc/self/status').read_text().split('VmHWM:')[1].split()[0])"
    )
    kilobytes = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True).stdout
    assert int(kilobytes) < 100 * 1024


@pytest.mark.posix
def test_ctrl_c_interrupts_a_long_count() -> None:
    code = "from modern.rules import Position, perft; print(1, flush=True); perft(Position.initial(), 12)"
    running = subprocess.Popen(
        [sys.executable, "-P", "-c", code],
        preexec_fn=default_signals,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert running.stdout is not None
    assert running.stdout.readline() == "1\n"
    time.sleep(0.2)
    interrupted = time.monotonic()
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=20)
    assert time.monotonic() - interrupted < 10
    assert "KeyboardInterrupt" in errors


@pytest.mark.parametrize("thing", [None, "startpos", 3])
def test_perft_accepts_only_a_position(thing: object) -> None:
    for count in (perft, divide):
        assert "expected a Position" in refusal(partial(count, thing, 1))
