"""How often hostile input is tried, from which seed, and the count of it at the end of a run.

GOSUB_HOSTILE multiplies how often everything is tried, and GOSUB_HOSTILE_SEED is another seed than 1994.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from typing import Any, Final

import pytest
from damage import KEPT, Format, described, outcomes

SEED: Final = int(os.environ.get("GOSUB_HOSTILE_SEED", "1994"))
SCALE: Final = float(os.environ.get("GOSUB_HOSTILE", "1"))
#: The property of a test that has the counts of what it tried.
TRIED: Final = "tried"
#: At most so many broken promises of a format are shown.
SHOWN: Final = 10


@pytest.fixture
def seed() -> int:
    """The seed of the run."""
    return SEED


@pytest.fixture
def scaled() -> Callable[[int], int]:
    """Returns how often something is tried that is tried `count` times in an ordinary run."""
    return lambda count: max(1, round(count * SCALE))


@pytest.fixture
def record_tried(record_property: Callable[[str, object], None]) -> Callable[[str, Mapping[str, int]], None]:
    """Records what was tried, and how often with which outcome, for the end of the run."""
    return lambda name, counts: record_property(TRIED, [name, dict(counts)])


@pytest.fixture
def keeps_promise(
    scaled: Callable[[int], int], record_tried: Callable[[str, Mapping[str, int]], None]
) -> Callable[[Format, int], None]:
    """Tries damaged files of a format; fails if a reader breaks the promise of tests/shared/damage.py."""

    def check(fmt: Format, count: int) -> None:
        counts: Counter[str] = Counter()
        broken = []
        for damaged, answer, what in outcomes(fmt, SEED, scaled(count)):
            counts[what] += 1
            if what not in KEPT:
                broken.append(described(fmt, SEED, damaged, answer, what))
        record_tried(fmt.name, counts)
        assert not broken, "\n".join([f"{len(broken)} of {counts.total()}", *broken[:SHOWN]])

    return check


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Prints how often each thing was tried, and what came of it."""
    tried: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for report in (*terminalreporter.stats.get("passed", ()), *terminalreporter.stats.get("failed", ())):
        for name, value in report.user_properties:
            if name == TRIED and report.when == "call":
                tried[value[0]].update(value[1])
    if tried:
        terminalreporter.write_sep("=", f"hostile input, seed {SEED}, times {SCALE:g}")
    for name, counts in sorted(tried.items()):
        parts = ", ".join(f"{count:,} {what}" for what, count in sorted(counts.items()))
        terminalreporter.write_line(f"{name:24} {counts.total():>9,}: {parts}")
    if tried:
        terminalreporter.write_line(f"{'all':24} {sum(map(Counter.total, tried.values())):>9,}")
