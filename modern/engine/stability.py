"""How settled the choice of a move is, by what the iterations have found: whoever has the time may look longer or less.

A best move that has stayed the same for many iterations will hardly change in one more. One that has just changed, or
whose score falls, is worth another look. No clock is read here. https://www.chessprogramming.org/Time_Management
"""

from __future__ import annotations

from typing import Final

from modern.engine.report import Score
from modern.rules import Move

#: By how many iterations the best move has stayed the same, the last for that many and more: what the time is taken by.
STABILITY_FACTORS: Final = (1.4, 1.2, 1.05, 0.95, 0.85, 0.75, 0.65, 0.55, 0.5)
#: A score that has fallen by so many centipawns, or more, takes the time by so much; less of a fall, in proportion.
FULL_DROP: Final = 80
FULL_DROP_FACTOR: Final = 2.0
#: The iterations before the last that its score is held against.
COMPARED_ITERATIONS: Final = 3
#: The time is not taken by less or by more, whatever comes together.
MIN_TIME_FACTOR: Final = 0.5
MAX_TIME_FACTOR: Final = 2.2
#: In place of a mate's score, in centipawns.
MATE_CENTIPAWNS: Final = 10_000


class BestMoveStability:
    """What the iterations of a search have found so far, each its best move and the score.

    `before` is the score of the last search, a move ago; None where there is none.
    """

    def __init__(self, previous_score: Score | None = None) -> None:
        self.previous_score = previous_score
        self.best_move: Move | None = None
        #: For how many iterations the best move has been what it was before them.
        self.stable_iterations = 0
        self.scores: list[int] = []

    def add(self, move: Move, score: Score) -> None:
        """An iteration has found this."""
        self.stable_iterations = self.stable_iterations + 1 if move == self.best_move else 0
        self.best_move = move
        self.scores.append(to_centipawns(score))

    def time_factor(self) -> float:
        """What the time for the move is to be taken by: below 1 where all is settled, above where it is not."""
        if not self.scores:
            return 1.0
        factor = stability_factor(self.stable_iterations) * score_drop_factor(self._score_drop())
        return min(max(factor, MIN_TIME_FACTOR), MAX_TIME_FACTOR)

    def _score_drop(self) -> float:
        """By how much the last score is below those before it, or below the last search's, in centipawns."""
        *earlier, last = self.scores
        recent = earlier[-COMPARED_ITERATIONS:] or [last]
        reference = sum(recent) / len(recent)
        if self.previous_score is not None:
            reference = max(reference, to_centipawns(self.previous_score))
        return reference - last


def stability_factor(iterations: int) -> float:
    """The longer the best move has stayed the same, the less time."""
    return STABILITY_FACTORS[min(iterations, len(STABILITY_FACTORS) - 1)]


def score_drop_factor(centipawns: float) -> float:
    """The further the score has fallen, the more time; where it has risen, none is taken away."""
    return 1 + (FULL_DROP_FACTOR - 1) * min(max(centipawns / FULL_DROP, 0.0), 1.0)


def to_centipawns(score: Score) -> int:
    """The score as one number; a mate is far beyond all others."""
    if score.centipawns is not None:
        return score.centipawns
    return MATE_CENTIPAWNS if (score.mate or 0) > 0 else -MATE_CENTIPAWNS
