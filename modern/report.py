"""The reports of a search: score, principal variation and statistics, as in UCI's `info`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from modern.rules import Move

#: The values of Report.bound, as UCI writes them: an exact score, a lower bound or an upper bound.
UCI_EXACT: Final = ""
UCI_LOWER_BOUND: Final = "lowerbound"
UCI_UPPER_BOUND: Final = "upperbound"


class Score(NamedTuple):
    """The score of a position for the side to move: either centipawns or a mate distance; the other is None.

    `centipawns`  hundredths of a pawn.
    `mate`        moves until the side to move mates or, if negative, is mated.
    """

    centipawns: int | None = None
    mate: int | None = None

    def __str__(self) -> str:
        """Returns `+0.35`, `#3` or `#-2`."""
        return f"#{self.mate}" if self.centipawns is None else f"{self.centipawns / 100:+.2f}"

    @classmethod
    def parse(cls, text: str) -> Score:
        """Returns the score that is written as `+0.35`, `#3` or `#-2`. Raises ValueError."""
        return cls(mate=int(text[1:])) if text.startswith("#") else cls(centipawns=round(100 * float(text)))

    def for_white(self, side: str) -> Score:
        """Returns the score from White's side; this one is for `side`, 'white' or 'black'."""
        return self if side == "white" else Score(*(None if number is None else -number for number in self))


class Term(NamedTuple):
    """A term of an evaluation: the score it gives White and the score it gives Black, in centipawns."""

    name: str
    white: int
    black: int


def discard(message: object) -> None:
    """Ignores the message: the default of callbacks."""


@dataclass(frozen=True)
class Report:
    """The result of an iteration, or of an unfinished one so far.

    `depth`     the depth of the iteration, in plies.
    `seldepth`  the longest line searched, in plies.
    `multipv`   the rank of this line, 1 for the best.
    `score`     for the side to move; `bound` is UCI_EXACT, UCI_LOWER_BOUND or UCI_UPPER_BOUND.
    `pv`        the principal variation, starting with the best move.
    `nodes`, `seconds`  since the search started.
    `hashfull`  how full the transposition table is, in permille.
    """

    depth: int
    seldepth: int
    multipv: int
    score: Score
    pv: tuple[Move, ...]
    nodes: int
    seconds: float
    hashfull: int = 0
    bound: str = UCI_EXACT

    def __repr__(self) -> str:
        found = f"{self.score}{self.bound and ' ' + self.bound}, line {' '.join(map(str, self.pv)) or '-'}"
        return f"<Report {self.multipv}: {found}, depth {self.depth}, nodes {self.nodes:,}, {self.seconds:.2f} s>"
