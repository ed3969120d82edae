"""Who looks at the clock for a search, and at whoever wants it to end. This module is never compiled: a compiled loop
that calls it lets Ctrl-C and the other threads in.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from modern.build import COMPILED, ENGINE, build
from modern.engine.clock import UNLIMITED, Budget
from modern.engine.control import Control
from modern.engine.limits import MOST_NODES
from modern.engine.report import nobody_listens

#: How many nodes are visited between two looks: a millisecond's worth, or a few.
LOOK_EVERY: Final = 2048 if build(ENGINE) == COMPILED else 64
#: Before the first look: enough for a ply, so that whoever is stopped at once has still looked.
FIRST_LOOK: Final = 1000


class Watch:
    """What ends a search, but for its depth: a stop, the clock, or a number of nodes.

    `better` is called with the score when a later move of the root turns out better than those before.
    """

    def __init__(
        self,
        control: Control,
        budget: Budget = UNLIMITED,
        nodes: int | None = None,
        better: Callable[[int], None] = nobody_listens,
    ) -> None:
        self.control = control
        self.budget = budget
        self.nodes = MOST_NODES if nodes is None else nodes
        self.better = better

    def look(self, nodes: int) -> int:
        """How many nodes may have been visited before it looks again; no more than there have been, if it is over.

        It is first asked at 0.
        """
        if nodes == 0:
            return min(FIRST_LOOK, self.nodes)
        return nodes if self.is_due(nodes) else min(nodes + LOOK_EVERY, self.nodes)

    def is_due(self, nodes: int) -> bool:
        """Whether it is to end, so many nodes having been visited."""
        return nodes >= self.nodes or self.control.stopped or self.is_over(self.budget.hard)

    def is_over(self, seconds: float | None) -> bool:
        """Whether its own time has taken so many seconds."""
        control = self.control
        return seconds is not None and not control.pondering and time.perf_counter() - control.begun >= seconds
