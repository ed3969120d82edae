"""Measures how fast `gosub uci` stops and how much memory it uses: `python benchmarks/uci_limits.py stop|memory`."""

from __future__ import annotations

import random
import signal
import statistics
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from matches import GOSUB

POSITIONS = (
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "6k1/6p1/pP6/r7/5p2/7P/4bPPK/8 w - - 0 43",
)


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


@main.command()
@click.option("--times", default=60, show_default=True)
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
@click.option("--seconds", default=300, show_default=True)
@click.option("--hash", "megabytes", default=64, show_default=True)
def memory(seconds: int, megabytes: int) -> None:
    """Measure the peak memory of one long search."""
    with uci_process() as engine:
        engine.send(f"setoption name Hash value {megabytes}", "isready", until="readyok")
        engine.send(f"position fen {POSITIONS[0]}", f"go movetime {1000 * seconds}", until="bestmove")
        peak = engine.peak_memory()
    click.echo(f"peak {peak:.0f} MB in {seconds} s, {peak - megabytes:.0f} MB besides the Hash of {megabytes} MB")


if __name__ == "__main__":
    main()
