"""Who looks at the clock for a search, and at whoever wants it to end. This module is never compiled: a compiled loop
that calls it lets Ctrl-C and the other threads in.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from modern.build import COMPILED, ENGINE, build_mode
from modern.engine.control import Control
from modern.engine.limits import MAX_NODES
from modern.engine.report import discard
from modern.engine.time_management import UNLIMITED, TimeBudget

#: How many nodes are visited between two looks: a millisecond's worth, or a few.
CHECK_INTERVAL: Final = 2048 if build_mode(ENGINE) == COMPILED else 64
#: Before the first look: enough for a ply, so that whoever is stopped at once has still looked.
FIRST_CHECK: Final = 1000


class StopCondition:
    """What ends a search, but for its depth: a stop, the clock, or a number of nodes.

    `better` is called with the score when a later move of the root turns out better than those before.
    """

    def __init__(
        self,
        control: Control,
        budget: TimeBudget = UNLIMITED,
        max_nodes: int | None = None,
        on_new_best: Callable[[int], None] = discard,
    ) -> None:
        self.control = control
        self.budget = budget
        self.max_nodes = MAX_NODES if max_nodes is None else max_nodes
        self.on_new_best = on_new_best

    def check(self, nodes: int) -> int:
        """How many nodes may have been visited before it looks again; no more than there have been, if it is over.

        It is first asked at 0.
        """
        if nodes == 0:
            return min(FIRST_CHECK, self.max_nodes)
        return nodes if self.is_met(nodes) else min(nodes + CHECK_INTERVAL, self.max_nodes)

    def is_met(self, nodes: int) -> bool:
        """Whether it is to end, so many nodes having been visited."""
        return nodes >= self.max_nodes or self.control.stopped or self.has_elapsed(self.budget.hard)

    def has_elapsed(self, seconds: float | None) -> bool:
        """Whether its own time has taken so many seconds."""
        control = self.control
        return seconds is not None and not control.pondering and time.perf_counter() - control.started >= seconds
