"""Plays the part of a GUI beside `gosub uci`: games by the clock, and single searches.

python-chess speaks the protocol and this module runs the clock, so a fault that both sides of our own UCI share would
still show. `uci_process` sends the protocol's lines itself.
"""

from __future__ import annotations

import random
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import chess
import chess.engine
from matches import GOSUB

#: The number of random plies before each game.
OPENING_PLIES: Final = 6
#: An engine that has not answered after this many seconds is considered dead.
TIMEOUT: Final = 120.0
POSITIONS: Final = (
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "6k1/6p1/pP6/r7/5p2/7P/4bPPK/8 w - - 0 43",
)


def games(player: str, count: int, seconds: float, increment: float, seed: int = 1994) -> Iterator[str]:
    """Plays games and yields how each ended: `checkmate`, `threefold repetition`, .., or `forfeit: ..`.

    The same two processes play all games. Raises chess.engine.EngineError if one breaks the protocol.
    """
    command = [GOSUB, "uci", "--player", player]
    rng = random.Random(seed)
    with (
        chess.engine.SimpleEngine.popen_uci(command, timeout=TIMEOUT) as white,
        chess.engine.SimpleEngine.popen_uci(command, timeout=TIMEOUT) as black,
    ):
        for number in range(count):
            players = {chess.WHITE: white, chess.BLACK: black}
            if number % 2:
                players = {chess.WHITE: black, chess.BLACK: white}
            yield game(players, opening(rng), number, seconds, increment)


def opening(rng: random.Random) -> chess.Board:
    """Returns the board after OPENING_PLIES random plies."""
    board = chess.Board()
    for _ in range(OPENING_PLIES):
        board.push(rng.choice(list(board.legal_moves)))
    return board


def game(
    players: dict[chess.Color, chess.engine.SimpleEngine],
    board: chess.Board,
    number: int,
    seconds: float,
    increment: float,
) -> str:
    """Plays a game. Returns how it ended."""
    clocks = {chess.WHITE: seconds, chess.BLACK: seconds}
    while (outcome := board.outcome(claim_draw=True)) is None:
        limit = chess.engine.Limit(
            white_clock=clocks[chess.WHITE], black_clock=clocks[chess.BLACK], white_inc=increment, black_inc=increment
        )
        start = time.perf_counter()
        played = players[board.turn].play(board, limit, game=number, info=chess.engine.INFO_ALL)
        used = time.perf_counter() - start
        if used > clocks[board.turn]:
            return f"forfeit: {used:.3f} s used of {clocks[board.turn]:.3f} s"
        clocks[board.turn] += increment - used
        assert played.move is not None
        board.push(played.move)
    return outcome.termination.name.lower().replace("_", " ")


class UciProcess:
    """A running `gosub uci`."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.send("uci", until="uciok")

    def send(self, *lines: str, until: str) -> list[str]:
        """Sends lines, then waits for a line that begins with `until`; returns the answers, that line the last."""
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()
        return self.wait_for(until)

    def wait_for(self, beginning: str) -> list[str]:
        """Returns the lines up to one with this beginning. Raises EOFError if the process ends first."""
        assert self.process.stdout is not None
        lines = []
        for line in self.process.stdout:
            lines.append(line.rstrip("\n"))
            if line.startswith(beginning):
                return lines
        raise EOFError(f"gosub uci ended before it sent {beginning}")

    def peak_memory(self) -> float:
        """Returns the peak memory of the process, in megabytes (Linux)."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(status.split("VmHWM:")[1].split()[0]) / 1024


@contextmanager
def uci_process(player: str = "modern") -> Iterator[UciProcess]:
    """Starts a `gosub uci`, and kills it at the end."""
    process = subprocess.Popen(
        [GOSUB, "uci", "--player", player],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        yield UciProcess(process)
    finally:
        process.kill()
        process.wait()
