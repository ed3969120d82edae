"""How often each class occurs in random games, and which classes of a campaign have become too rare or too frequent.

A fault of the rules that allows what the 1994 program also tries removes differences. Then a class becomes too rare.
The expected shares are those of the ledger's campaigns (docs/program/agreement.md). `python docs/make.py ledger --from
FILE...` takes them from the journals of these campaigns.
"""

from __future__ import annotations

import json
import math
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from modern.agreement.tally import Tally

FILE: Final = "expected.json"
#: A count is a surprise if its chance, or that of a rarer or more frequent one, is less than e to the power of -20: one
#: in five hundred million.
MAX_SURPRISE: Final = 20.0


class ExpectedShare(NamedTuple):
    """The share of the positions of random games that show a class, as found in a sample of positions.

    Consecutive positions of a game are alike, so the counts of campaigns vary more than those of independent positions:
    `inflation` is how many times larger their variance is.
    """

    share: float
    inflation: float
    sample: int

    def surprise(self, count: int, positions: int) -> float:
        """Returns Chernoff's bound on minus the logarithm of the chance of `count` or a more extreme count."""
        observed, surprise = count / positions, 0.0
        for part, whole in ((observed, self.share), (1 - observed, 1 - self.share)):
            if part > 0:
                surprise += part * math.log(part / whole) if whole > 0 else math.inf
        return surprise / (self.inflation * (1 / positions + 1 / self.sample))

    def interval(self, positions: int) -> tuple[int, int]:
        """Returns the smallest and the largest count that is no surprise."""
        middle = round(self.share * positions)
        low, high = middle, middle
        step = 1 << positions.bit_length()
        while step := step >> 1:
            if low - step >= 0 and self.surprise(low - step, positions) <= MAX_SURPRISE:
                low -= step
            if high + step <= positions and self.surprise(high + step, positions) <= MAX_SURPRISE:
                high += step
        return low, high


@cache
def expected_shares() -> dict[str, dict[str, ExpectedShare]]:
    """Returns the expected share of each class that the ledger has counted, by kind of comparison."""
    shares = json.loads(files("modern.agreement").joinpath(FILE).read_text(encoding="utf-8"))
    return {kind: {name: ExpectedShare(*one) for name, one in by_class.items()} for kind, by_class in shares.items()}


def surprising_counts(tally: Tally) -> list[str]:
    """Describes each class that too few or too many positions of a campaign over random games show."""
    found = []
    for kind, counts in tally.kinds.items():
        for name, expected in expected_shares().get(kind, {}).items():
            count, positions = counts.positions.get(name, 0), counts.compared
            if positions and expected.surprise(count, positions) > MAX_SURPRISE:
                low, high = expected.interval(positions)
                too = "rare" if count < low else "frequent"
                found.append(f"{kind}: {name} is too {too}: {count} of {positions} positions, {low} to {high} expected")
    return found
