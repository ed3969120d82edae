"""Best move stability: lengthens or shortens the time for a move by the results of the iterations so far.

A best move that has stayed the same for many iterations will hardly change in the next one. A best move that has just
changed, or whose score is falling, deserves more time. Nothing here reads the clock.
https://www.chessprogramming.org/Time_Management
"""

from __future__ import annotations

from typing import Final

from modern.report import Score
from modern.rules import Move

#: The time factor by the number of iterations that the best move has stayed the same; the last is for 8 and more.
STABILITY_FACTORS: Final = (1.4, 1.2, 1.05, 0.95, 0.85, 0.75, 0.65, 0.55, 0.5)
#: A score drop of this many centipawns or more multiplies the time by the factor; a smaller drop in proportion.
FULL_DROP: Final = 80
FULL_DROP_FACTOR: Final = 2.0
#: The last score is compared with the average of this many iterations before it.
COMPARED_ITERATIONS: Final = 3
#: The bounds of the combined time factor.
MIN_TIME_FACTOR: Final = 0.5
MAX_TIME_FACTOR: Final = 2.2
#: Replaces a mate score, in centipawns.
MATE_CENTIPAWNS: Final = 10_000


class BestMoveStability:
    """The best moves and scores of a search's iterations so far.

    `previous_score` is the score of the previous search, one move earlier in the game, or None.
    """

    def __init__(self, previous_score: Score | None = None) -> None:
        self.previous_score = previous_score
        self.best_move: Move | None = None
        #: The number of iterations in a row that have kept the best move.
        self.stable_iterations = 0
        self.scores: list[int] = []

    def add(self, move: Move, score: Score) -> None:
        """Adds the best move and the score of an iteration."""
        self.stable_iterations = self.stable_iterations + 1 if move == self.best_move else 0
        self.best_move = move
        self.scores.append(to_centipawns(score))

    def time_factor(self) -> float:
        """Returns the factor for the soft time limit: below 1 if the best move is stable, above 1 if it is not."""
        if not self.scores:
            return 1.0
        factor = stability_factor(self.stable_iterations) * score_drop_factor(self._score_drop())
        return min(max(factor, MIN_TIME_FACTOR), MAX_TIME_FACTOR)

    def _score_drop(self) -> float:
        """Returns how far the last score is below the recent ones, or below the previous search's, in centipawns."""
        *earlier, last = self.scores
        recent = earlier[-COMPARED_ITERATIONS:] or [last]
        reference = sum(recent) / len(recent)
        if self.previous_score is not None:
            reference = max(reference, to_centipawns(self.previous_score))
        return reference - last


def stability_factor(iterations: int) -> float:
    """Returns the time factor for a best move that has been kept for this many iterations."""
    return STABILITY_FACTORS[min(iterations, len(STABILITY_FACTORS) - 1)]


def score_drop_factor(centipawns: float) -> float:
    """Returns the time factor for a score drop; a score that has risen does not reduce the time."""
    return 1 + (FULL_DROP_FACTOR - 1) * min(max(centipawns / FULL_DROP, 0.0), 1.0)


def to_centipawns(score: Score) -> int:
    """Returns the score as a number of centipawns; a mate score is far greater than any other."""
    if score.centipawns is not None:
        return score.centipawns
    return MATE_CENTIPAWNS if (score.mate or 0) > 0 else -MATE_CENTIPAWNS
