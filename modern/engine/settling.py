"""How settled the choice of a move is, by what the iterations have found: whoever has the time may look longer or less.

A best move that has stayed the same for many iterations will hardly change in one more. One that has just changed, or
whose score falls, is worth another look. No clock is read here. https://www.chessprogramming.org/Time_Management
"""

from __future__ import annotations

from typing import Final

from modern.engine.report import Score
from modern.rules import Move

#: By how many iterations the best move has stayed the same, the last for that many and more: what the time is taken by.
STEADY: Final = (1.4, 1.2, 1.05, 0.95, 0.85, 0.75, 0.65, 0.55, 0.5)
#: A score that has fallen by so many centipawns, or more, takes the time by so much; less of a fall, in proportion.
WHOLE_FALL: Final = 80
FALLEN: Final = 2.0
#: The iterations before the last that its score is held against.
HELD_AGAINST: Final = 3
#: The time is not taken by less or by more, whatever comes together.
LEAST_STRETCH: Final = 0.5
MOST_STRETCH: Final = 2.2
#: In place of a mate's score, in centipawns.
OF_A_MATE: Final = 10_000


class Settling:
    """What the iterations of a search have found so far, each its best move and the score.

    `before` is the score of the last search, a move ago; None where there is none.
    """

    def __init__(self, before: Score | None = None) -> None:
        self.before = before
        self.best: Move | None = None
        #: For how many iterations the best move has been what it was before them.
        self.steady = 0
        self.scores: list[int] = []

    def add(self, move: Move, score: Score) -> None:
        """An iteration has found this."""
        self.steady = self.steady + 1 if move == self.best else 0
        self.best = move
        self.scores.append(centipawns_of(score))

    def stretch(self) -> float:
        """What the time for the move is to be taken by: below 1 where all is settled, above where it is not."""
        if not self.scores:
            return 1.0
        together = by_steadiness(self.steady) * by_fall(self._fall())
        return min(max(together, LEAST_STRETCH), MOST_STRETCH)

    def _fall(self) -> float:
        """By how much the last score is below those before it, or below the last search's, in centipawns."""
        *earlier, last = self.scores
        recent = earlier[-HELD_AGAINST:] or [last]
        against = sum(recent) / len(recent)
        if self.before is not None:
            against = max(against, centipawns_of(self.before))
        return against - last


def by_steadiness(iterations: int) -> float:
    """The longer the best move has stayed the same, the less time."""
    return STEADY[min(iterations, len(STEADY) - 1)]


def by_fall(centipawns: float) -> float:
    """The further the score has fallen, the more time; where it has risen, none is taken away."""
    return 1 + (FALLEN - 1) * min(max(centipawns / WHOLE_FALL, 0.0), 1.0)


def centipawns_of(score: Score) -> int:
    """The score as one number; a mate is far beyond all others."""
    if score.centipawns is not None:
        return score.centipawns
    return OF_A_MATE if (score.mate or 0) > 0 else -OF_A_MATE
