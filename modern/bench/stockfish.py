"""Stockfish's `go perft`, for whoever has it on the PATH."""

from __future__ import annotations

import shutil
import subprocess
from types import TracebackType

from modern.bench.rates import BenchError

NAME = "stockfish"
TOTAL = "Nodes searched:"


class Stockfish:
    """A running Stockfish; leaving the `with` ends it."""

    def __init__(self, path: str) -> None:
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )

    def __enter__(self) -> Stockfish:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.communicate()

    def perft(self, fen: str, depth: int) -> int:
        """The nodes that it counts. Raises BenchError if it ends without an answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.write(f"position fen {fen}\ngo perft {depth}\n")
            self.process.stdin.flush()
            for line in self.process.stdout:
                if line.startswith(TOTAL):
                    return int(line.removeprefix(TOTAL))
        except (OSError, ValueError) as error:
            raise BenchError(f"{NAME} cannot be talked to: {error}") from None
        raise BenchError(f"{NAME} ended without having counted")


def stockfish_path() -> str | None:
    """Where it is, or None if it is not on the PATH."""
    return shutil.which(NAME)
