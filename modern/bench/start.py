"""The benchmark of the start: how often a second `gosub --help` starts and ends.

The peer is the same Python that imports click, the library of the commands, and ends. What `gosub --help` takes beyond
that is its own: a command imports what it needs only when it runs.
"""

from __future__ import annotations

import subprocess
import sys
from typing import Final

from modern.bench.rates import BenchError, Comparison, Workload

UNIT: Final = "starts"
PEER: Final = "python importing click"
#: How many starts are one run.
STARTS: Final = 5
#: The arguments for Python of each contender.
CONTENDERS: Final = {
    "gosub --help": ("-m", "modern", "--help"),
    "gosub play --help": ("-m", "modern", "play", "--help"),
    PEER: ("-c", "import click"),
}
TIMEOUT: Final = 60.0


def comparisons() -> list[Comparison]:
    """Returns the comparison of starts per second."""
    return [Comparison(UNIT, STARTS, PEER, {name: _starts(name) for name in CONTENDERS})]


def _starts(name: str) -> Workload:
    def work() -> int:
        for _ in range(STARTS):
            _start(name)
        return STARTS

    return work


def _start(name: str) -> None:
    """Starts a contender and waits for its end. Raises BenchError if it fails."""
    try:
        done = subprocess.run(
            [sys.executable, "-P", *CONTENDERS[name]], capture_output=True, timeout=TIMEOUT, check=False, text=True
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BenchError(f"{name}: {error}") from None
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise BenchError(f"{name}: exit code {done.returncode}: {last}")
