"""Time management: how much of the clock a search uses for a move. https://www.chessprogramming.org/Time_Management"""

from __future__ import annotations

from typing import Final, NamedTuple

from modern.limits import Limits

#: The clock is shared among this many moves, or fewer if the next time control comes sooner.
EXPECTED_MOVES_TO_GO: Final = 35
#: The part of the increment that is used for each move, after the overhead is subtracted.
INCREMENT_SHARE: Final = 0.6
#: The soft limit, as a part of a move's share of the clock: no iteration starts after it, because an iteration takes
#: longer than all the earlier ones together. It is multiplied by a factor for best move stability.
SOFT_SHARE: Final = 0.6
#: The hard limit, as a multiple of a move's share: an iteration in progress is stopped there.
HARD_SHARE: Final = 2.5
#: The part of the clock that a single move never uses.
UNUSED_SHARE: Final = 0.2
#: Seconds set aside because a busy machine may stall, or this part of the clock if that is less.
RESERVE_SECONDS: Final = 0.3
RESERVE_SHARE: Final = 0.75
#: The part of the clock that depth 1 may take, beyond the hard limit: without it there is hardly a move to play.
DEPTH_1_SHARE: Final = 0.4
#: The least time that is assumed to be left, in seconds.
MIN_SECONDS: Final = 0.001


class TimeBudget(NamedTuple):
    """The time limits of a move, in seconds; None is no limit.

    `soft`     no iteration starts after this time.
    `hard`     the search ends at this time.
    `depth_1`  a search that has not finished depth 1 ends at this time instead, if it is later.
    """

    soft: float | None = None
    hard: float | None = None
    depth_1: float | None = None

    def hard_limit(self, depth_1_done: bool) -> float | None:
        """Returns when the search ends, in seconds; None is no limit."""
        if depth_1_done or self.hard is None or self.depth_1 is None:
            return self.hard
        return max(self.hard, self.depth_1)


UNLIMITED: Final = TimeBudget()


def time_budget(limits: Limits, side: str, overhead: float) -> TimeBudget:
    """Returns the time budget of 'white' or 'black' for a move; `overhead` is the move overhead in seconds.

    A fixed time for a move is used in full, because there is no clock to save time on.
    """
    budget = UNLIMITED
    clock = limits.clock(side)
    if clock is not None:
        left = max(clock.left - overhead - min(RESERVE_SECONDS, RESERVE_SHARE * clock.left), MIN_SECONDS)
        moves = min(limits.moves_to_go or EXPECTED_MOVES_TO_GO, EXPECTED_MOVES_TO_GO)
        share = left / moves + INCREMENT_SHARE * max(clock.increment - overhead, 0.0)
        max_seconds = left * (1 - UNUSED_SHARE)
        soft, hard = (min(part * share, max_seconds) for part in (SOFT_SHARE, HARD_SHARE))
        budget = TimeBudget(soft, hard, DEPTH_1_SHARE * clock.left)
    if limits.seconds is not None:
        budget = TimeBudget(budget.soft, limits.seconds if budget.hard is None else min(limits.seconds, budget.hard))
    return budget


def soft_limit(budget: TimeBudget, factor: float) -> float | None:
    """Returns the soft limit times `factor`, in seconds, but at most the hard limit; None is no limit."""
    if budget.soft is None or budget.hard is None:
        return budget.soft
    return min(factor * budget.soft, budget.hard)
