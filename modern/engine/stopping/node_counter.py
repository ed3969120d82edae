"""Counts the nodes of a search, and asks the stop condition from time to time."""

from __future__ import annotations

from typing import Final

from modern.engine.stopping.condition import StopCondition
from modern.rules.native import i64


class NodeCounter:
    """Counts nodes.

    `nodes`     the number of nodes visited.
    `seldepth`  the longest line searched, in plies.
    `stopped`   True once the stop condition is met; scores returned after that are meaningless.
    """

    def __init__(self, stop_condition: StopCondition) -> None:
        self.stop_condition: Final = stop_condition
        self.nodes: i64 = 0
        self.seldepth: i64 = 0
        self.next_check: i64 = stop_condition.check(0)
        self.stopped = False

    def visit(self, ply: i64) -> bool:
        """Counts a node; returns True if the search has to stop."""
        self.nodes += 1
        if ply > self.seldepth:
            self.seldepth = ply
        if self.nodes >= self.next_check:
            self.next_check = self.stop_condition.check(self.nodes)
            self.stopped = self.next_check <= self.nodes
        return self.stopped
