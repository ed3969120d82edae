"""How rates are taken: each contender in turn, several times over, and the median of each."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

#: Does its work once, and returns how much it was: plies, nodes, positions.
Workload = Callable[[], int]


class BenchError(RuntimeError):
    """A contender has not done its work."""


@dataclass(frozen=True)
class Comparison:
    """The same work, `amount` of `what`, done by several; `peer` is the one that the others are measured by.

    Where each does as much as it likes, the amount is None.
    """

    unit: str
    amount: int | None
    peer: str
    contenders: Mapping[str, Workload]


@dataclass(frozen=True)
class TimedRun:
    """How much of `what` a contender did a second in one run."""

    unit: str
    contender: str
    per_second: float


@dataclass(frozen=True)
class Rate:
    """How much of `what` a contender, `who`, does a second, and how many times the peer's rate that is."""

    unit: str
    contender: str
    per_second: float
    ratio: float

    def as_json(self) -> dict[str, str | float]:
        """The form of every bench: what, who, per_second, ratio."""
        return {"what": self.unit, "who": self.contender, "per_second": self.per_second, "ratio": self.ratio}


def timed_runs(comparisons: Sequence[Comparison], runs: int) -> Iterator[TimedRun]:
    """Run the contenders in turn, A B A B .., `runs` times each. Raises BenchError where one did other work."""
    for _ in range(runs):
        for comparison in comparisons:
            for who, work in comparison.contenders.items():
                start = time.perf_counter()
                amount = work()
                seconds = time.perf_counter() - start
                if comparison.amount not in (None, amount):
                    raise BenchError(f"{comparison.unit}: {who} did {amount}, where {comparison.amount} was expected")
                yield TimedRun(comparison.unit, who, amount / seconds)


def medians(comparisons: Sequence[Comparison], runs: Sequence[TimedRun]) -> list[Rate]:
    """The median rate of each contender, beside that of its peer; nothing where the peer has not run yet."""
    rates: list[Rate] = []
    for comparison in comparisons:
        by_who = {
            who: [run.per_second for run in runs if (run.unit, run.contender) == (comparison.unit, who)]
            for who in comparison.contenders
        }
        if not by_who[comparison.peer]:
            continue
        base = median(by_who[comparison.peer])
        rates += [
            Rate(comparison.unit, who, median(taken_by), median(taken_by) / base)
            for who, taken_by in by_who.items()
            if taken_by
        ]
    return rates
