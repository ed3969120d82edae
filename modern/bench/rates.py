"""How rates are taken: each contender in turn, several times over, and the median of each."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import median

#: Does its work once, and returns how much it was: plies, nodes, positions.
Contender = Callable[[], int]


@dataclass(frozen=True)
class Rate:
    """How much of `what` a contender, `who`, does a second, and how many times the peer's rate that is."""

    what: str
    who: str
    per_second: float
    ratio: float

    def as_json(self) -> dict[str, str | float]:
        """The form of every bench: what, who, per_second, ratio."""
        return asdict(self)


def timed_runs(contenders: Mapping[str, Contender], runs: int) -> Iterator[tuple[str, float]]:
    """Run the contenders in turn, A B A B .., `runs` times each; yields (who, how much a second) after each."""
    for _ in range(runs):
        for who, work in contenders.items():
            start = time.perf_counter()
            amount = work()
            yield who, amount / (time.perf_counter() - start)


def medians(what: str, peer: str, taken: Sequence[tuple[str, float]]) -> list[Rate]:
    """The median rate of each contender in `taken`, beside that of `peer`, which is one of them."""
    rates: dict[str, list[float]] = {}
    for who, per_second in taken:
        rates.setdefault(who, []).append(per_second)
    if peer not in rates:
        return []
    base = median(rates[peer])
    return [Rate(what, who, median(taken_by), median(taken_by) / base) for who, taken_by in rates.items()]
