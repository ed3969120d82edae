"""perft is what has been published, and what python-chess counts."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from functools import partial

import chess
import pytest
from perft_counts import KIWIPETE, PUBLISHED
from refusals import refusal
from rich_games import rich_game

from modern.bench.rules import chess_perft
from modern.build import COMPILED, RULES, build_mode
from modern.rules import Position, divide, perft
from modern.rules.perft import iterate_divide

#: As many nodes as the default tests count in one go.
AT_ONCE = 500_000
#: As many as an interpreted build counts in a few minutes; the deeper ones are for the compiled build.
INTERPRETED_AT_MOST = 20_000_000


@pytest.mark.parametrize(
    ("fen", "depth", "nodes"),
    [
        pytest.param(fen, depth, nodes, marks=[pytest.mark.slow] if nodes > AT_ONCE else [], id=f"{fen} {depth}")
        for fen, counts in PUBLISHED.items()
        for depth, nodes in enumerate(counts, 1)
    ],
)
def test_perft_is_the_published_count(fen: str, depth: int, nodes: int) -> None:
    if nodes > INTERPRETED_AT_MOST and build_mode(RULES) != COMPILED:
        pytest.skip("minutes without the compiled build")
    assert perft(Position.from_fen(fen), depth) == nodes


def test_perft_of_no_plies_is_1_and_changes_nothing() -> None:
    position = Position.from_fen(KIWIPETE)
    assert perft(position, 0) == 1
    assert perft(position, 2) == sum(divide(position, 2).values())
    assert position == Position.from_fen(KIWIPETE)


def test_a_count_that_is_given_up_leaves_the_position_as_it_was() -> None:
    position = Position.from_fen(KIWIPETE)
    counted = iterate_divide(position, 2)
    next(counted)
    del counted
    assert position == Position.from_fen(KIWIPETE)
    assert position.ply == 0


def test_perft_is_that_of_python_chess_at_positions_from_rich_games() -> None:
    chance = random.Random(3)
    seen = dict.fromkeys(("castling", "en passant", "promotion", "check"), 0)
    positions = 0
    while positions < 520:
        for board in rich_game(chance):
            moves = list(board.legal_moves)
            rare = {
                "castling": any(map(board.is_castling, moves)),
                "en passant": any(map(board.is_en_passant, moves)),
                "promotion": any(move.promotion for move in moves),
                "check": board.is_check(),
            }
            if chance.random() > (1 if rare["en passant"] or rare["castling"] else 0.3 if any(rare.values()) else 0.02):
                continue
            for what, there in rare.items():
                seen[what] += there
            positions += 1
            assert perft(Position.from_fen(board.fen()), 2) == chess_perft(board, 2), board.fen()
    assert min(seen.values()) >= 25, seen


def test_divide_is_that_of_python_chess_in_sum_and_in_parts() -> None:
    board = chess.Board(KIWIPETE)
    theirs = {}
    for move in board.legal_moves:
        board.push(move)
        theirs[move.uci()] = chess_perft(board, 2)
        board.pop()
    assert divide(Position.from_fen(KIWIPETE), 3) == theirs


@pytest.mark.parametrize("depth", [-1, 51, 10**30, 2.0, "3", None, True])
def test_a_depth_that_cannot_be_counted_is_refused(depth: object) -> None:
    for count in (perft, divide):
        assert "depth" in refusal(partial(count, Position.initial(), depth))


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="how much memory a process takes is read from /proc")
def test_perft_6_stays_under_100_megabytes() -> None:
    depth = 6 if build_mode(RULES) == COMPILED else 4
    code = (
        # What getrusage tells of a process begins with what its parent had.
        "from pathlib import Path; from modern.rules import Position, perft;"
        f"perft(Position.initial(), {depth});"
        "print(Path('/proc/self/status').read_text().split('VmHWM:')[1].split()[0])"
    )
    kilobytes = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True).stdout
    assert int(kilobytes) < 100 * 1024


def test_control_c_comes_through_a_long_count() -> None:
    code = "from modern.rules import Position, perft; print(1, flush=True); perft(Position.initial(), 12)"
    running = subprocess.Popen(
        [sys.executable, "-P", "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert running.stdout is not None
    assert running.stdout.readline() == "1\n"
    time.sleep(0.2)
    asked = time.monotonic()
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=20)
    assert time.monotonic() - asked < 10
    assert "KeyboardInterrupt" in said


@pytest.mark.parametrize("thing", [None, "startpos", 3])
def test_only_a_position_can_be_counted_from(thing: object) -> None:
    for count in (perft, divide):
        assert "a Position was expected" in refusal(partial(count, thing, 1))
