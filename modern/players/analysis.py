"""An analysis: a player looks at one position, and its lines and notes are kept as they come."""

from __future__ import annotations

from collections.abc import Callable

from modern.engine.limits import Limits
from modern.engine.report import Report
from modern.players.game import Game
from modern.players.protocol import Decision, MoveRequest, Player
from modern.rules import Position


def analysis_limits(
    position: Position, depth: int | None = None, seconds: float | None = None, nodes: int | None = None
) -> Limits:
    """Returns the limits of an analysis, which apply to a forced move too.

    With a single legal move a player would answer at once; `infinite` makes it search for a score and a line.
    """
    return Limits(depth=depth, seconds=seconds, nodes=nodes, infinite=len(position.legal_moves()) == 1)


class Analysis:
    """One search by a player: its latest report for each line (MultiPV), its notes, and its decision at the end."""

    def __init__(self, player: Player, game: Game, limits: Limits) -> None:
        self.player = player
        self.game = game
        self.limits = limits
        self.reports: dict[int, Report] = {}
        self.notes: list[str] = []
        self.decision: Decision | None = None

    def run(self, changed: Callable[[], None]) -> None:
        """Runs the search to its end, calling `changed` after each report. Raises PlayerError.

        Ctrl-C ends it early and is raised again: there is no decision then, only the reports so far.
        """

        def store(report: Report) -> None:
            self.reports[report.multipv] = report
            changed()

        request = MoveRequest(self.game, self.limits, report=store, note=self.notes.append)
        self.decision = self.player.decide(request)

    def latest(self) -> Decision | Report | None:
        """Returns the decision, or else the report with the most nodes: what has the totals of nodes and seconds."""
        return self.decision or max(self.reports.values(), key=lambda report: report.nodes, default=None)
