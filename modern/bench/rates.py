"""Speed measurement: the contenders run in turn, several times, and the median of each counts."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

#: A function that does the work once, and returns the number of plies, nodes or positions done.
Workload = Callable[[], int]


class BenchError(RuntimeError):
    """A contender that cannot be run, or that did not do the expected work."""


@dataclass(frozen=True)
class Comparison:
    """Several contenders that do the same work. `peer` is the contender that the others are compared with.

    `unit` names the work and `amount` is how much of it each contender does, or None if their amounts differ.
    """

    unit: str
    amount: int | None
    peer: str
    contenders: Mapping[str, Workload]


@dataclass(frozen=True)
class TimedRun:
    """The units per second of a contender in one run."""

    unit: str
    contender: str
    per_second: float


@dataclass(frozen=True)
class Rate:
    """The median units per second of a contender, and their ratio to the peer's."""

    unit: str
    contender: str
    per_second: float
    ratio: float

    def as_json(self) -> dict[str, str | float]:
        """Returns the JSON of a rate, with the keys that every benchmark has."""
        return {"what": self.unit, "who": self.contender, "per_second": self.per_second, "ratio": self.ratio}


def timed_runs(comparisons: Sequence[Comparison], runs: int) -> Iterator[TimedRun]:
    """Runs the contenders in turn (A B A B ...), `runs` times each. Raises BenchError if an amount of work is wrong."""
    for _ in range(runs):
        for comparison in comparisons:
            for contender, work in comparison.contenders.items():
                start = time.perf_counter()
                amount = work()
                seconds = time.perf_counter() - start
                if comparison.amount not in (None, amount):
                    raise BenchError(f"{comparison.unit}: {contender} did {amount}, expected {comparison.amount}")
                yield TimedRun(comparison.unit, contender, amount / seconds)


def medians(comparisons: Sequence[Comparison], runs: Sequence[TimedRun]) -> list[Rate]:
    """Returns the median rate of each contender. Omits comparisons whose peer has not run yet."""
    rates: list[Rate] = []
    for comparison in comparisons:
        speeds = {
            contender: [run.per_second for run in runs if (run.unit, run.contender) == (comparison.unit, contender)]
            for contender in comparison.contenders
        }
        if not speeds[comparison.peer]:
            continue
        peer_speed = median(speeds[comparison.peer])
        rates += [
            Rate(comparison.unit, contender, median(measured), median(measured) / peer_speed)
            for contender, measured in speeds.items()
            if measured
        ]
    return rates
