"""How much of its time a search takes for a move. https://www.chessprogramming.org/Time_Management"""

from __future__ import annotations

from typing import Final, NamedTuple

from modern.engine.limits import Limits

#: A game is thought to last so many moves more.
EXPECTED_MOVES_TO_GO: Final = 35
#: Of the increment, so much is taken with each move, but for what is lost with each.
INCREMENT_SHARE: Final = 0.6
#: An iteration takes longer than those before it together: none is begun after this part of a move's share, or somewhat
#: sooner or later, as settled as the move is.
SOFT_SHARE: Final = 0.6
#: An iteration that has been begun may take so many shares, if the clock has them.
HARD_SHARE: Final = 2.5
#: Whatever comes, this part of the clock is left.
UNUSED_SHARE: Final = 0.2
#: So much is not planned with, in seconds, nor is half of the clock if that is less: a busy machine may stand still.
RESERVE_SECONDS: Final = 0.3
#: A move takes some time, whatever the clock says, in seconds.
MIN_SECONDS: Final = 0.001


class TimeBudget(NamedTuple):
    """In seconds: when no further iteration is begun, and when the search ends at once. None is never."""

    soft: float | None = None
    hard: float | None = None


UNLIMITED: Final = TimeBudget()


def time_budget(limits: Limits, side: str, overhead: float) -> TimeBudget:
    """What the limits give 'white' or 'black' for a move. `overhead` seconds are lost between clock and player.

    Seconds for a move are taken whole: there is no flag that could fall.
    """
    budget = UNLIMITED
    clock = limits.clock(side)
    if clock is not None:
        left = max(clock.left - overhead - min(RESERVE_SECONDS, clock.left / 2), MIN_SECONDS)
        moves = min(limits.moves_to_go or EXPECTED_MOVES_TO_GO, EXPECTED_MOVES_TO_GO)
        share = left / moves + INCREMENT_SHARE * max(clock.increment - overhead, 0.0)
        max_seconds = left * (1 - UNUSED_SHARE)
        budget = TimeBudget(min(SOFT_SHARE * share, max_seconds), min(HARD_SHARE * share, max_seconds))
    if limits.seconds is not None:
        budget = TimeBudget(budget.soft, limits.seconds if budget.hard is None else min(limits.seconds, budget.hard))
    return budget


def soft_limit(budget: TimeBudget, factor: float) -> float | None:
    """When no further iteration is begun, in seconds, if that is taken by so much: never after all has to end.

    None is never.
    """
    if budget.soft is None or budget.hard is None:
        return budget.soft
    return min(factor * budget.soft, budget.hard)
