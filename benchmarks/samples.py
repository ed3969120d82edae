"""Training positions for the tuner, one per line of a file: FEN, result, score and game, separated by tabs."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

RESULTS: Final = {"1": 1.0, "0.5": 0.5, "0": 0.0}


class SamplesError(ValueError):
    """A line that is not a sample. The message names the line and says what was expected."""


class Sample(NamedTuple):
    """A position of a game.

    `result`          the result of the game for White: 1, 0.5 or 0.
    `score`           the score of the search for White, in centipawns.
    `seed`, `number`  identify the game.
    """

    fen: str
    result: float
    score: int
    seed: int
    number: int

    def line(self) -> str:
        """Returns the line of the file, with its newline."""
        return f"{self.fen}\t{self.result:g}\t{self.score}\t{self.seed}/{self.number}\n"

    def position_key(self) -> str:
        """Returns the FEN without its move counters. Equal keys mean the same position."""
        return " ".join(self.fen.split(" ")[:4])


def read_samples(path: Path) -> Iterator[Sample]:
    """Yields the samples of a file; an incomplete last line is ignored. Raises OSError and SamplesError."""
    with path.open(encoding="utf-8", errors="replace", newline="\n") as lines:
        for number, line in enumerate(lines, 1):
            if line.endswith("\n"):
                try:
                    yield _parse_sample(line)
                except (KeyError, ValueError):
                    raise SamplesError(
                        f"{path}, line {number}: not a sample; expected a FEN, a result (1, 0.5 or 0), a score in"
                        " centipawns and a game (seed/number), separated by tabs"
                    ) from None


def append_samples(path: Path, samples: Iterable[Sample]) -> None:
    """Appends samples to a file. Raises OSError."""
    with path.open("a", encoding="utf-8", newline="\n") as file:
        file.write("".join(sample.line() for sample in samples))


def truncate_partial_line(path: Path) -> None:
    """Removes an incomplete last line from a file. Raises OSError."""
    with path.open("r+b") as file:
        end = file.seek(0, os.SEEK_END)
        file.seek(max(0, end - 4096))
        tail = file.read()
        file.truncate(end - len(tail) + tail.rfind(b"\n") + 1)


def _parse_sample(line: str) -> Sample:
    fen, result, score, game = line.rstrip("\n").split("\t")
    seed, number = game.split("/")
    return Sample(fen, RESULTS[result], int(score), int(seed), int(number))
