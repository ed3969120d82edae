"""The stop condition of a search: a stop request, the clock or a node limit.

This module is never compiled. A compiled loop never lets go of the interpreter lock (GIL); calling the Python code here
lets Ctrl-C and other threads in.
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

#: Nodes between two checks: about a millisecond of search, or a few.
CHECK_INTERVAL: Final = 2048 if build_mode(ENGINE) == COMPILED else 64
#: Nodes before the first check: enough to finish depth 1, so that a search stopped at once still has a move.
FIRST_CHECK: Final = 1000


class StopCondition:
    """Decides when a search ends, apart from its depth: on a stop request, by the clock or at a number of nodes.

    `on_new_best` is called with the score, in centipawns, when a later root move beats the moves before it.
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
        """Returns the node count of the next check, or `nodes` if the search has to end. The first call passes 0."""
        if nodes == 0:
            return min(FIRST_CHECK, self.max_nodes)
        return nodes if self.is_met(nodes) else min(nodes + CHECK_INTERVAL, self.max_nodes)

    def is_met(self, nodes: int) -> bool:
        """Returns True if the search has to end after `nodes` nodes."""
        return nodes >= self.max_nodes or self.control.stopped or self.has_elapsed(self.budget.hard)

    def has_elapsed(self, seconds: float | None) -> bool:
        """Returns True if the engine has used `seconds` of its own time; False for None, and while it ponders."""
        control = self.control
        return seconds is not None and not control.pondering and time.perf_counter() - control.started >= seconds
