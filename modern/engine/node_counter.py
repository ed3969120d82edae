"""Counts the nodes of a search, asks the stop condition every few of them, and ends the search."""

from __future__ import annotations

from typing import Final

from modern.engine.stopping.condition import StopCondition
from modern.rules.native import i64


class SearchStopped(Exception):
    """The search has to end. Every node of the current line is abandoned; iterative deepening catches the exception."""


class NodeCounter:
    """Counts nodes.

    `nodes`     the number of nodes visited. A node that is searched again, by a singular search for example, counts
                again.
    `seldepth`  the longest line searched, in plies.
    """

    def __init__(self, stop_condition: StopCondition) -> None:
        self.stop_condition: Final = stop_condition
        self.nodes: i64 = 0
        self.seldepth: i64 = 0
        self.next_check: i64 = stop_condition.check(0)

    def visit(self, ply: i64) -> None:
        """Counts a node; raises SearchStopped if the search has to end."""
        self.nodes += 1
        if ply > self.seldepth:
            self.seldepth = ply
        if self.nodes >= self.next_check:
            self.next_check = self.stop_condition.check(self.nodes)
            if self.next_check <= self.nodes:
                raise SearchStopped
