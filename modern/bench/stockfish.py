"""Stockfish's `go perft`, for whoever has it on the PATH."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from contextlib import suppress
from threading import Timer
from types import TracebackType

from modern.bench.rates import BenchError

NAME = "stockfish"
TOTAL_PREFIX = "Nodes searched:"

#: Seconds that it may take to count. It takes a few hundredths.
TIMEOUT = 60.0


class Stockfish:
    """A running Stockfish, with all that it starts; leaving the `with` ends it. Raises BenchError if it cannot run."""

    def __init__(self, path: str) -> None:
        try:
            self.process = subprocess.Popen(
                [path],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                encoding="ascii",
                errors="replace",
                start_new_session=True,  # Ctrl-C is for us, and what it starts ends with it
            )
        except OSError as error:
            raise BenchError(f"the {NAME} on the PATH, {path}, cannot be run: {error.strerror}") from None

    def __enter__(self) -> Stockfish:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()
        with suppress(OSError):
            self.process.__exit__(kind, error, trace)

    def kill(self) -> None:
        """Kill it, and what it has started."""
        with suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)

    def perft(self, fen: str, depth: int) -> int:
        """The nodes that it counts. Raises BenchError if it ends, or has not answered after PATIENCE seconds."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        impatience = Timer(TIMEOUT, self.kill)
        impatience.start()
        try:
            self.process.stdin.write(f"position fen {fen}\ngo perft {depth}\n")
            self.process.stdin.flush()
            for line in self.process.stdout:
                if line.startswith(TOTAL_PREFIX):
                    return int(line.removeprefix(TOTAL_PREFIX))
        except (OSError, ValueError) as error:
            raise BenchError(f"the {NAME} on the PATH cannot be talked to: {error}") from None
        finally:
            impatience.cancel()
        raise BenchError(f"the {NAME} on the PATH ended, or took {TIMEOUT:.0f} seconds, without having counted")


def stockfish_path() -> str | None:
    """Where it is, or None if it is not on the PATH."""
    return shutil.which(NAME)
