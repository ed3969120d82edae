"""Stockfish's `go perft`, if Stockfish is on the PATH."""

from __future__ import annotations

import shutil
import subprocess
from contextlib import suppress
from threading import Timer
from types import TracebackType

from modern.bench.rates import BenchError
from modern.system import kill_group, own_group

NAME = "stockfish"
TOTAL_PREFIX = "Nodes searched:"

#: The time limit of a count in seconds. It normally takes a few hundredths.
TIMEOUT = 60.0


class Stockfish:
    """A running Stockfish. Leaving the `with` kills it and its children. Raises BenchError if it cannot be run."""

    def __init__(self, path: str) -> None:
        try:
            self.process = subprocess.Popen(
                [path],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                encoding="ascii",
                errors="replace",
                **own_group(),  # so that Ctrl-C does not reach it, and kill reaches its children
            )
        except OSError as error:
            raise BenchError(f"the {NAME} on the PATH, {path}, cannot be run: {error.strerror}") from None

    def __enter__(self) -> Stockfish:
        return self

    def __exit__(
        self, error_type: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()
        with suppress(OSError):
            self.process.__exit__(error_type, error, trace)

    def kill(self) -> None:
        """Kills the process and its children."""
        kill_group(self.process.pid)

    def perft(self, fen: str, depth: int) -> int:
        """Returns Stockfish's count. Raises BenchError if it exits, or has not answered after TIMEOUT seconds."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        timer = Timer(TIMEOUT, self.kill)
        timer.start()
        try:
            self.process.stdin.write(f"position fen {fen}\ngo perft {depth}\n")
            self.process.stdin.flush()
            for line in self.process.stdout:
                if line.startswith(TOTAL_PREFIX):
                    return int(line.removeprefix(TOTAL_PREFIX))
        except OSError as error:
            raise BenchError(f"the {NAME} on the PATH stopped answering: {error.strerror}") from None
        except ValueError:
            raise BenchError(f"the {NAME} on the PATH gave no count; expected {TOTAL_PREFIX}and a number") from None
        finally:
            timer.cancel()
        raise BenchError(f"the {NAME} on the PATH gave no count within {TIMEOUT:.0f} seconds")


def stockfish_path() -> str | None:
    """Returns the path of Stockfish, or None if it is not on the PATH."""
    return shutil.which(NAME)
