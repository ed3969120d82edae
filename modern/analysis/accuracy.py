"""The formulas of an analysis: how likely a win is, how good a move was, and how accurately a side has played.

They are lichess's. Win% and Accuracy% are published on https://lichess.org/page/accuracy. The accuracy of a game, and
what is added to that of a move, are those of the file AccuracyPercent.scala of its source, the average centipawn loss
that of AccuracyCP.scala, and the three kinds of mistakes are those of Advice.scala, https://github.com/lichess-org/lila.
There a win probability runs from -1 to 1 and the bounds are .1, .2 and .3; here it is a percentage, of which they are
5, 10 and 15.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, harmonic_mean, pstdev
from typing import Final, NamedTuple

from modern.report import Score

#: Win% = 50 + 50 * (2 / (1 + exp(-WIN_FACTOR * centipawns)) - 1)
WIN_FACTOR: Final = 0.00368208
#: Accuracy% = ACCURACY_SCALE * exp(-ACCURACY_FACTOR * lost win%) - ACCURACY_SHIFT
ACCURACY_SCALE: Final = 103.1668
ACCURACY_FACTOR: Final = 0.04354
ACCURACY_SHIFT: Final = 3.1669
#: The decimals of what a move loses, in percent.
LOST_DECIMALS: Final = 1
#: What is added to the accuracy of a move that loses something, because the analysis is not perfect.
ACCURACY_BONUS: Final = 1.0
#: How much a move counts in the accuracy of a game: the standard deviation of the win% around it, within these bounds.
MIN_VOLATILITY: Final = 0.5
MAX_VOLATILITY: Final = 12.0
#: The window of positions over which it is taken is a tenth of the game, within these bounds.
MIN_WINDOW: Final = 2
MAX_WINDOW: Final = 8
#: The least accuracy in a harmonic mean, which a 0 would make 0.
MIN_HARMONIC: Final = 1.0
#: Beyond this score, in centipawns, a loss is not counted; a mate counts as much.
MAX_CENTIPAWNS: Final = 1000
#: A mate that is given away counts less if the mover still wins without it, and one that is allowed counts less if the
#: mover was lost before: from these scores on, in centipawns, it is a mistake and an inaccuracy.
DECIDED: Final = 701
FULLY_DECIDED: Final = 1000


class Judgement(NamedTuple):
    """A kind of mistake: its name, the win% that it loses at least, and its glyph as a number of the PGN standard."""

    name: str
    lost: float
    glyph: int


#: From the gravest on.
JUDGEMENTS: Final = (Judgement("blunder", 15, 4), Judgement("mistake", 10, 2), Judgement("inaccuracy", 5, 6))
BLUNDER, MISTAKE, INACCURACY = JUDGEMENTS


def win_percent(score: Score) -> float:
    """Returns the probability to win, from 0 to 100, of the side whose score it is. A mate counts as MAX_CENTIPAWNS."""
    return 50 + 50 * math.tanh(WIN_FACTOR * bounded_centipawns(score) / 2)  # the same formula in another form


def in_centipawns(score: Score, centipawn: float) -> Score:
    """Returns a score in the centipawns of the formulas, which are Stockfish's; `centipawn` is what one of it is worth.

    A mate stays as it is.
    """
    return score if score.centipawns is None else Score(round(centipawn * score.centipawns))


def move_accuracy(lost: float) -> float:
    """Returns the accuracy, from 0 to 100, of a move that loses `lost` percent of the probability to win."""
    if lost <= 0:
        return 100.0
    published = ACCURACY_SCALE * math.exp(-ACCURACY_FACTOR * lost) - ACCURACY_SHIFT
    return min(100.0, max(0.0, published + ACCURACY_BONUS))


def judgement_of(before: Score, after: Score) -> Judgement | None:
    """Returns the kind of mistake that a move is, by the mover's scores before and after it; None if it is not one.

    A longer way to a mate is no mistake. Who gives a mate away, or allows one, blunders, unless the game is decided.
    """
    if allows_mate(before, after):
        return _unless_decided(-bounded_centipawns(before) if before.mate is None else 0)
    if misses_mate(before, after):
        return _unless_decided(bounded_centipawns(after) if after.mate is None else 0)
    if before.mate is not None or after.mate is not None:
        return None
    lost = percent_lost(win_percent(before), win_percent(after))
    return next((judgement for judgement in JUDGEMENTS if lost >= judgement.lost), None)


def percent_lost(before: float, after: float) -> float:
    """Returns how many percent of the probability to win a move loses, at least 0, by the percents before and after it.

    It is rounded here, once, to LOST_DECIMALS: it is judged as it is shown.
    """
    return round(round(max(0.0, before - after), 6), LOST_DECIMALS)  # the first makes 62 - 52.05 exactly 9.95


def allows_mate(before: Score, after: Score) -> bool:
    """Returns True if the opponent can force mate only since the move; the scores are the mover's."""
    return before.mate is None and after.mate is not None and after.mate < 0


def misses_mate(before: Score, after: Score) -> bool:
    """Returns True if the mover could force mate before the move, and cannot after it; the scores are the mover's."""
    return before.mate is not None and before.mate > 0 and (after.mate is None or after.mate < 0)


def _unless_decided(centipawns: int) -> Judgement:
    """Returns what a mate is worth to a side that is this far ahead, or behind, without it."""
    return INACCURACY if centipawns >= FULLY_DECIDED else MISTAKE if centipawns >= DECIDED else BLUNDER


def bounded_centipawns(score: Score) -> int:
    """Returns a score in centipawns, from -MAX_CENTIPAWNS to MAX_CENTIPAWNS."""
    if score.centipawns is None:
        return MAX_CENTIPAWNS if (score.mate or 0) > 0 else -MAX_CENTIPAWNS
    return max(-MAX_CENTIPAWNS, min(MAX_CENTIPAWNS, score.centipawns))


def volatilities(win_percents: Sequence[float]) -> list[float]:
    """Returns for each move how much the probability to win changes around it, as a standard deviation.

    `win_percents` are those of one side in all positions, one more than there are moves.
    """
    window = max(MIN_WINDOW, min(MAX_WINDOW, (len(win_percents) - 1) // 10))
    starts = [*[0] * (window - MIN_WINDOW), *range(len(win_percents) - window + 1)]
    return [max(MIN_VOLATILITY, min(MAX_VOLATILITY, pstdev(win_percents[start : start + window]))) for start in starts]


def game_accuracy(accuracies: Sequence[float], weights: Sequence[float]) -> float:
    """Returns the accuracy of a side in a game, from 0 to 100, by those of its moves; there is at least one.

    It is the mean of two means: one weighted by the volatilities, and the harmonic one, which low accuracies dominate.
    """
    weighted = fmean(accuracies, weights)
    return (weighted + harmonic_mean([max(MIN_HARMONIC, accuracy) for accuracy in accuracies])) / 2
