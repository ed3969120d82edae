"""Positions of games for the tuner, as lines of a file: FEN, result, score and game, with tabs between them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

RESULTS: Final = {"1": 1.0, "0.5": 0.5, "0": 0.0}


class SamplesError(ValueError):
    """A line is not a sample; the text is one line that says which, and what was expected."""


class Sample(NamedTuple):
    """A position of a game, as White sees it.

    `result`  of the game: 1, 0.5 or 0.
    `score`   of the search, in centipawns.
    `seed`, `number`  which game it was.
    """

    fen: str
    result: float
    score: int
    seed: int
    number: int

    def line(self) -> str:
        """As it stands in a file."""
        return f"{self.fen}\t{self.result:g}\t{self.score}\t{self.seed}/{self.number}\n"

    def position_key(self) -> str:
        """The FEN without its counters: where this is the same, the position is."""
        return " ".join(self.fen.split(" ")[:4])


def read_samples(path: Path) -> Iterator[Sample]:
    """The samples of a file; a last line that was never finished does not count. Raises OSError, SamplesError."""
    with path.open(encoding="utf-8", errors="replace", newline="\n") as lines:
        for number, line in enumerate(lines, 1):
            if line.endswith("\n"):
                try:
                    yield _parse_sample(line)
                except (KeyError, ValueError):
                    raise SamplesError(
                        f"{path}, line {number}: a FEN, a result (1, 0.5 or 0), a score in centipawns and a game"
                        " (seed/number) were expected, with tabs between them"
                    ) from None


def append_samples(path: Path, samples: Iterable[Sample]) -> None:
    """Add samples at the end of a file. Raises OSError."""
    with path.open("a", encoding="utf-8", newline="\n") as file:
        file.write("".join(sample.line() for sample in samples))


def truncate_partial_line(path: Path) -> None:
    """Take a last line away that was never finished. Raises OSError."""
    with path.open("r+b") as file:
        end = file.seek(0, os.SEEK_END)
        file.seek(max(0, end - 4096))
        tail = file.read()
        file.truncate(end - len(tail) + tail.rfind(b"\n") + 1)


def _parse_sample(line: str) -> Sample:
    fen, result, score, game = line.rstrip("\n").split("\t")
    seed, number = game.split("/")
    return Sample(fen, RESULTS[result], int(score), int(seed), int(number))
