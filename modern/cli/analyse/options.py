"""The player and the limits of an analysis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from modern.engine.limits import Limits
    from modern.rules import Position


@dataclass(frozen=True)
class AnalysisOptions:
    """Who analyses, by its name, and the limits for each position: plies, seconds and nodes, or None."""

    player: str
    depth: int | None
    seconds: float | None
    nodes: int | None

    def __str__(self) -> str:
        """Returns `0.5 s`, `depth 8`, `1,000 nodes`, or several of them."""
        parts = [
            f"depth {self.depth}" if self.depth is not None else "",
            f"{self.seconds:g} s" if self.seconds is not None else "",
            f"{self.nodes:,} nodes" if self.nodes is not None else "",
        ]
        return ", ".join(filter(None, parts))

    def limits(self, position: Position) -> Limits:
        """Returns the limits for a position."""
        from modern.players.position_search import analysis_limits

        return analysis_limits(position, self.depth, self.seconds, self.nodes)
