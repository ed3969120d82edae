"""Plays the part of a GUI beside `gosub uci`, to see what a user of that GUI would notice.

    python benchmarks/uci.py games [--player NAME] [--games N] [--seconds S] [--increment S]
    python benchmarks/uci.py stop [--times N]
    python benchmarks/uci.py memory [--seconds S] [--hash MB]

`games` lets two processes play each other. python-chess speaks the protocol and this script runs the clock, so a fault
that both sides of our own UCI share would still show. It exits with code 1 after a loss on time; a breach of the
protocol or an illegal move ends it. `stop` and `memory` send the protocol's lines themselves.
"""

from __future__ import annotations

import random
import signal
import statistics
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import chess
import chess.engine
import click
from matches import GOSUB

from modern.cli.shell import EXIT_FAILURE, run_and_exit

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

    def send(self, *lines: str, until: str) -> None:
        """Sends lines, then waits for a line that begins with `until`."""
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()
        self.wait_for(until)

    def wait_for(self, beginning: str) -> None:
        """Waits for a line with this beginning. Raises ClickException if the process ends first."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith(beginning):
                return
        raise click.ClickException(f"gosub uci ended before it sent {beginning}")

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


@click.group()
def main() -> None:
    """Measure what a GUI would notice."""


@main.command("games")
@click.option("--player", default="modern", show_default=True)
@click.option("--games", "count", type=click.IntRange(1), default=200, show_default=True)
@click.option("--seconds", type=click.FloatRange(0.001), default=1.0, show_default=True, help="Seconds for each game.")
@click.option("--increment", type=click.FloatRange(0), default=0.01, show_default=True, help="Seconds per move.")
@click.option("--seed", default=1994, show_default=True, help="Seed of the openings.")
def count_endings(player: str, count: int, seconds: float, increment: float, seed: int) -> None:
    """Play games by the clock and count how they end."""
    start = time.perf_counter()
    endings: Counter[str] = Counter()
    try:
        for number, ending in enumerate(games(player, count, seconds, increment, seed), 1):
            endings[ending] += 1
            if number % 20 == 0 or number == count:
                click.echo(f"{number} games, {time.perf_counter() - start:.0f} s: {dict(endings)}")
    except chess.engine.EngineError as error:
        raise click.ClickException(f"a process broke the protocol: {error}") from None
    if any(ending.startswith("forfeit") for ending in endings):
        raise SystemExit(EXIT_FAILURE)


@main.command()
@click.option("--times", type=click.IntRange(3), default=60, show_default=True, help="Searches of each player.")
def stop(times: int) -> None:
    """Measure the time from `stop`, and from Ctrl-C, to the bestmove."""
    for player in ("modern", "historic"):
        milliseconds = []
        with uci_process(player) as engine:
            for number in range(times):
                engine.send(f"position fen {POSITIONS[number % 3]}", "go infinite", "isready", until="readyok")
                time.sleep(random.uniform(0, 0.5))
                start = time.perf_counter()
                engine.send("stop", until="bestmove")
                milliseconds.append(1000 * (time.perf_counter() - start))
        click.echo(
            f"{player}, stop: median {statistics.median(milliseconds):.1f} ms, maximum {max(milliseconds):.1f} ms"
        )
        milliseconds = []
        for number in range(times // 3):
            with uci_process(player) as engine:
                engine.send(f"position fen {POSITIONS[number % 3]}", "go infinite", "isready", until="readyok")
                time.sleep(random.uniform(0.05, 0.3))
                start = time.perf_counter()
                engine.process.send_signal(signal.SIGINT)
                engine.wait_for("bestmove")
                milliseconds.append(1000 * (time.perf_counter() - start))
        click.echo(
            f"{player}, Ctrl-C: median {statistics.median(milliseconds):.1f} ms, maximum {max(milliseconds):.1f} ms"
        )


@main.command()
@click.option("--seconds", type=click.IntRange(1), default=300, show_default=True, help="Seconds of the search.")
@click.option(
    "--hash", "megabytes", type=click.IntRange(1), default=64, show_default=True, help="The option Hash, in megabytes."
)
def memory(seconds: int, megabytes: int) -> None:
    """Measure the peak memory of one long search."""
    with uci_process() as engine:
        engine.send(f"setoption name Hash value {megabytes}", "isready", until="readyok")
        engine.send(f"position fen {POSITIONS[0]}", f"go movetime {1000 * seconds}", until="bestmove")
        peak = engine.peak_memory()
    click.echo(f"peak {peak:.0f} MB in {seconds} s, {peak - megabytes:.0f} MB besides the Hash of {megabytes} MB")


if __name__ == "__main__":
    run_and_exit(main, "uci.py")
