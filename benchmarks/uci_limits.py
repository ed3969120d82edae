"""How soon `gosub uci` stops, and how much memory it takes: `python benchmarks/uci_limits.py stop|memory`."""

from __future__ import annotations

import random
import signal
import statistics
import subprocess
import sysconfig
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

GOSUB = str(Path(sysconfig.get_path("scripts")) / "gosub")
POSITIONS = (
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "6k1/6p1/pP6/r7/5p2/7P/4bPPK/8 w - - 0 43",
)


class UciProcess:
    """A `gosub uci` that is talked to."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.send("uci", until="uciok")

    def send(self, *lines: str, until: str) -> None:
        """Send lines, and wait for one that begins so."""
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()
        self.wait_for(until)

    def wait_for(self, beginning: str) -> None:
        """Wait for a line that begins so."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith(beginning):
                return
        raise click.ClickException(f"gosub uci ended before it said {beginning}")

    def peak_memory(self) -> float:
        """The most that it has taken so far, in megabytes (Linux)."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(status.split("VmHWM:")[1].split()[0]) / 1024


@contextmanager
def uci_process(player: str = "modern") -> Iterator[UciProcess]:
    """A new one."""
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
    """Measure what a chess program at the other end would notice."""


@main.command()
@click.option("--times", default=60, show_default=True)
def stop(times: int) -> None:
    """From `stop`, and from Ctrl-C, to the bestmove."""
    for player in ("modern", "historic"):
        taken = []
        with uci_process(player) as going:
            for number in range(times):
                going.send(f"position fen {POSITIONS[number % 3]}", "go infinite", "isready", until="readyok")
                time.sleep(random.uniform(0, 0.5))
                begun = time.perf_counter()
                going.send("stop", until="bestmove")
                taken.append(1000 * (time.perf_counter() - begun))
        click.echo(f"{player}, stop: median {statistics.median(taken):.1f} ms, most {max(taken):.1f} ms")
        taken = []
        for number in range(times // 3):
            with uci_process(player) as going:
                going.send(f"position fen {POSITIONS[number % 3]}", "go infinite", "isready", until="readyok")
                time.sleep(random.uniform(0.05, 0.3))
                begun = time.perf_counter()
                going.process.send_signal(signal.SIGINT)
                going.wait_for("bestmove")
                taken.append(1000 * (time.perf_counter() - begun))
        click.echo(f"{player}, Ctrl-C: median {statistics.median(taken):.1f} ms, most {max(taken):.1f} ms")


@main.command()
@click.option("--seconds", default=300, show_default=True)
@click.option("--hash", "megabytes", default=64, show_default=True)
def memory(seconds: int, megabytes: int) -> None:
    """The most memory over one long search."""
    with uci_process() as going:
        going.send(f"setoption name Hash value {megabytes}", "isready", until="readyok")
        going.send(f"position fen {POSITIONS[0]}", f"go movetime {1000 * seconds}", until="bestmove")
        most = going.peak_memory()
    click.echo(f"{most:.0f} MB at most in {seconds} s, {most - megabytes:.0f} MB beside the Hash of {megabytes}")


if __name__ == "__main__":
    main()
