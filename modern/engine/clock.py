"""How much of its time a search takes for a move. https://www.chessprogramming.org/Time_Management"""

from __future__ import annotations

from typing import Final, NamedTuple

from modern.engine.limits import Limits

#: A game is thought to last so many moves more.
MOVES_EXPECTED: Final = 35
#: Of the increment, so much is taken with each move, but for what is lost with each.
OF_INCREMENT: Final = 0.6
#: An iteration takes longer than those before it together: none is begun after this part of a move's share, or somewhat
#: sooner or later, as settled as the move is.
SOFT: Final = 0.6
#: An iteration that has been begun may take so many shares, if the clock has them.
HARD: Final = 2.5
#: Whatever comes, this part of the clock is left.
KEPT: Final = 0.2
#: So much is not planned with, in seconds, nor is half of the clock if that is less: a busy machine may stand still.
RESERVE: Final = 0.3
#: A move takes some time, whatever the clock says, in seconds.
LEAST: Final = 0.001


class Budget(NamedTuple):
    """In seconds: when no further iteration is begun, and when the search ends at once. None is never."""

    soft: float | None = None
    hard: float | None = None


UNLIMITED: Final = Budget()


def budget_of(limits: Limits, side: str, overhead: float) -> Budget:
    """What the limits give 'white' or 'black' for a move. `overhead` seconds are lost between clock and player.

    Seconds for a move are taken whole: there is no flag that could fall.
    """
    budget = UNLIMITED
    clock = limits.clock(side)
    if clock is not None:
        left = max(clock.left - overhead - min(RESERVE, clock.left / 2), LEAST)
        moves = min(limits.moves_to_go or MOVES_EXPECTED, MOVES_EXPECTED)
        share = left / moves + OF_INCREMENT * max(clock.increment - overhead, 0.0)
        most = left * (1 - KEPT)
        budget = Budget(min(SOFT * share, most), min(HARD * share, most))
    if limits.seconds is not None:
        budget = Budget(budget.soft, limits.seconds if budget.hard is None else min(limits.seconds, budget.hard))
    return budget


def stretched(budget: Budget, by: float) -> float | None:
    """When no further iteration is begun, in seconds, if that is taken by so much: never after all has to end.

    None is never.
    """
    if budget.soft is None or budget.hard is None:
        return budget.soft
    return min(by * budget.soft, budget.hard)
