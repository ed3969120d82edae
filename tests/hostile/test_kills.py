"""kill -9 at any moment: what a program has said is on the disk, and the same command goes on from there."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from typing import Final

import chess
import chess.pgn
import pytest
from commands import GOSUB, run_here
from scenarios import running_processes

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from server_process import running

pytestmark = pytest.mark.slow

RecordTried = Callable[[str, Mapping[str, int]], None]
#: How often a program of each kind is killed in an ordinary run, and after how many seconds at most.
KILLS: Final = 6
LATEST: Final = 2.0
#: Games end by adjudication after a few moves; --seed makes them the same in each run.
MATCH: Final = ("match", "modern", "modern[UCI_Elo=1500,Seed=1]", "--nodes", "40", "--draw", "12", "2", "100000")
#: How the lines begin that say how long the work takes.
ANNOUNCED: Final = ("This takes about ", "By the first ")
#: Python's words in a worker process that is half started when its parent is killed. Nobody can keep them back.
HALF_STARTED: Final = re.compile(r"Traceback.*\n  File \"<string>\", line 1, in <module>\n(?: .*\n)+\w.*\n")
CAMPAIGN: Final = ("agree", "--seed", "5", "--kind", "moves")


def killed(words: Sequence[str], delay: float, given: str = "") -> str:
    """Starts a command, kills it and its workers after `delay` seconds, and returns what it has printed."""
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        [GOSUB, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env=environment,
    )
    assert process.stdin is not None
    process.stdin.write(given)
    process.stdin.flush()
    time.sleep(delay)
    process.kill()
    process.wait(timeout=60)
    for _ in range(400):  # workers notice that they are alone
        if not running_processes(process.pid):
            break
        time.sleep(0.05)
    assert not running_processes(process.pid)
    out, errors = process.communicate(timeout=60)
    assert "Error" not in HALF_STARTED.sub("", errors), errors
    return out


def complete_lines(journal: Path) -> list[bytes]:
    """Returns the lines of a journal that were written to their end."""
    lines = journal.read_bytes().splitlines(keepends=True) if journal.exists() else []
    return [line for line in lines if line.endswith(b"\n")]


@pytest.mark.parametrize("name", ["match", "agree"])
def test_a_killed_journal_keeps_its_entries_and_gives_the_same_result(
    name: str, tmp_path: Path, seed: int, scaled: Callable[[int], int], record_tried: RecordTried
) -> None:
    kills, moments = scaled(KILLS), random.Random(f"{seed} {name}")
    journal, pgn, figures = tmp_path / "journal", tmp_path / "games.pgn", tmp_path / "figures.json"
    if name == "match":
        words = [*MATCH, "--games", str(2 * kills + 8), "--pgn", str(pgn), "--json", str(figures)]
    else:
        words = [*CAMPAIGN, "--positions", str(250 * kills), "--json", str(figures)]
    before: list[bytes] = []
    for _ in range(kills):
        killed([*words, "--resume", str(journal), "--jobs", "2"], LATEST * moments.random())
        lines = complete_lines(journal)
        assert lines[: len(before)] == before
        before = lines
    resumed = run_here(*words, "--resume", str(journal), "--jobs", "1")
    assert resumed.returncode in (0, 1), resumed.stderr
    assert not [line for line in resumed.stderr.splitlines() if not line.startswith(ANNOUNCED)]
    result = results(figures, pgn)
    assert run_here(*words, "--jobs", "1").returncode == resumed.returncode
    assert result == results(figures, pgn)
    record_tried("kill -9", {f"`{name}` was resumed": kills})


def results(figures: Path, pgn: Path) -> tuple[str, list[list[chess.Move]]]:
    """Returns what a command has written, without the times of the moves."""
    counts = json.loads(figures.read_text(encoding="utf-8"))
    for name in ("seconds", "seconds_a_move", "per_second"):
        counts.pop(name, None)
    return json.dumps(counts), games_of(pgn) if pgn.exists() else []


def games_of(pgn: Path) -> list[list[chess.Move]]:
    """Returns the moves of each game of a PGN, which has no errors."""
    games = []
    with pgn.open(encoding="utf-8") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            assert not game.errors
            games.append(list(game.mainline_moves()))
    return games


def long_game(seed: object, plies: int) -> list[chess.Move]:
    """Returns the moves of a random game that goes on for so many plies."""
    choice = random.Random(f"{seed} game")
    while True:
        board = chess.Board()
        while len(board.move_stack) < plies and not board.is_game_over(claim_draw=True):
            board.push(
                choice.choice(
                    [move for move in board.legal_moves if not board.is_capture(move)] or [*board.legal_moves]
                )
            )
        if len(board.move_stack) == plies:
            return board.move_stack


def test_a_killed_game_at_the_terminal_has_every_move_that_was_answered(
    tmp_path: Path, seed: int, scaled: Callable[[int], int], record_tried: RecordTried
) -> None:
    kills, moments = scaled(KILLS), random.Random(f"{seed} play")
    saved, made, moves = tmp_path / "game.pgn", 0, long_game(seed, 150)
    for _ in range(kills):
        if made >= 120:
            saved.unlink()
            made = 0
        begin = (
            ["--resume", str(saved)]
            if saved.exists()
            else ["--white", "human", "--black", "human", "--pgn", str(saved)]
        )
        typed = "".join(f"{move.uci()}\n" for move in moves[made : made + 60])
        out = killed(["play", *begin], LATEST * moments.random(), typed)
        prompts = len(re.findall(r"^\d+\. (?:White|Black) to move:", out, re.MULTILINE))
        now = games_of(saved)[0] if saved.exists() else []
        assert now == moves[: len(now)]
        assert len(now) >= made + max(0, prompts - 1)
        made = len(now)
    record_tried("kill -9", {"`play` was resumed": kills})


@pytest.mark.posix
def test_a_killed_server_has_every_move_that_it_has_acknowledged(
    tmp_path: Path, seed: int, scaled: Callable[[int], int], record_tried: RecordTried
) -> None:
    kills, moments = scaled(KILLS), random.Random(f"{seed} serve")
    store, game, acknowledged, moves = tmp_path / "store", "", 0, long_game(seed, 150)
    for _ in range(kills):
        with running(store) as server:
            if acknowledged > 100 or not game:
                game, acknowledged = server.ask("/games", {"white": "human", "black": "human"})["id"], 0
            state = server.ask(f"/games/{game}")
            made = [one["uci"] for one in state["moves"]]
            assert made == [move.uci() for move in moves[: len(made)]]
            assert acknowledged <= len(made) <= acknowledged + 1  # one may be stored, and not acknowledged yet
            acknowledged = len(made)
            kill = threading.Timer(moments.random() / 2, server.process.send_signal, (signal.SIGKILL,))
            kill.start()
            with suppress(OSError, HTTPException):  # the connection ends in the middle of a request
                for move in moves[acknowledged:]:
                    command = {"command": "move", "move": move.uci()}
                    assert server.ask(f"/games/{game}/commands", command) == {"ok": True}
                    acknowledged += 1
            kill.join()
            server.process.wait(timeout=30)
    record_tried("kill -9", {"`serve` was started again": kills})
