"""One search of one position by a player: all that it reports, shows and remarks while it thinks, and its decision."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from modern.engine.control import Control
from modern.game.game import Game
from modern.game.move_notes import MoveNote
from modern.game.pgn_text import comment_text
from modern.limits import Limits
from modern.players.protocol import Decision, ExplainedLine, MoveRequest, Player
from modern.report import Report, discard
from modern.rules import Move, Position

#: How often a pause asks whether it has to end, in seconds.
PAUSE_STEP: Final = 0.02
#: The depth at which the search of an only move ends at the latest, in plies.
FORCED_DEPTH: Final = 60


def analysis_limits(
    position: Position,
    depth: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    only: tuple[Move, ...] = (),
) -> Limits:
    """Returns the limits of an analysis, which apply to a forced move too; `only` are the moves to search, if not all.

    With a single legal move a player would answer at once; `infinite` makes it search for a score and a line.
    """
    forced = len(only or position.legal_moves()) == 1
    if forced and depth is None:
        depth = FORCED_DEPTH  # a mate behind the only move costs no nodes, so a limit of nodes would never end it
    return Limits(depth=depth, seconds=seconds, nodes=nodes, infinite=forced, only=only)


class PositionSearch:
    """A player's search of the last position of a game.

    `position`         that position.
    `reports`          its latest report on each of its lines, by their rank (MultiPV).
    `shown_line`       the 1994 program's line about the move that it tries.
    `remarks`          its remarks.
    `decision`         its decision; None until it has decided.
    `explained_lines`  the lines that it considered; none before `explain`.
    `control`          lets the caller stop it.
    """

    def __init__(
        self,
        player: Player,
        game: Game,
        limits: Limits,
        *,
        control: Control | None = None,
        pause: float = 0.0,
        on_report: Callable[[Report], None] = discard,
        on_line: Callable[[str], None] = discard,
    ) -> None:
        """`pause` is how long each shown line stays, in seconds; 0 if nobody watches. A watched player may take longer
        for its move than it needs (Player.least_seconds).

        `on_report` and `on_line` are called in the thread of `run` with each report and each line that is shown.
        """
        self.player = player
        self.game = game
        self.limits = limits
        self.control = control or Control()
        self.pause = pause
        self.on_report = on_report
        self.on_line = on_line
        self.position = game.position.copy()  # the game continues
        self.reports: dict[int, Report] = {}
        self.shown_line = ""
        self.remarks: list[str] = []
        self.decision: Decision | None = None
        self.explained_lines: list[ExplainedLine] = []
        self._explanation: Callable[[], list[ExplainedLine]] = list
        self.started_at = time.perf_counter()
        self._seconds: float | None = None
        self._paused = 0.0

    @property
    def seconds(self) -> float:
        """The time since it began, in seconds; once it has decided, the time that it has thought.

        The pauses are not part of that, and an outside program's is its own time.
        """
        return time.perf_counter() - self.started_at if self._seconds is None else self._seconds

    def run(self) -> Decision:
        """Lets the player think, and returns its decision. Raises PlayerError.

        Ctrl-C ends it early and is raised again: then only the reports so far exist, not a decision.
        """
        self.started_at = time.perf_counter()
        request = MoveRequest(self.game, self.limits, self.control, self._report, self.remarks.append, self._show)
        try:
            decision = self.player.decide(request)
        finally:
            self._seconds = time.perf_counter() - self.started_at - self._paused
        if decision.clock_seconds is not None:
            self._seconds = decision.clock_seconds
        if self.pause:
            self._wait_until(self.started_at + self.player.least_seconds())
        self.decision = decision
        self._explanation = self.player.explanation()
        return decision

    def latest(self) -> Decision | Report | None:
        """Returns the decision, or else the report with the most nodes, which has the totals of nodes and seconds."""
        return self.decision or max(self.reports.values(), key=lambda report: report.nodes, default=None)

    def explain(self) -> list[ExplainedLine]:
        """Keeps and returns the lines that the player considered, the best first, or else its line with its score."""
        decision = self.decision
        fallback = [ExplainedLine(decision.pv, decision.score)] if decision and decision.score and decision.pv else []
        self.explained_lines = self.explained_lines or self._explanation() or fallback
        return self.explained_lines

    def san_line(self, count: int = 1) -> str:
        """Returns the first moves of the line that the player expects, at most `count`: `12...Nf6 13. Bg5`.

        The move that it decided on is always there. There must be a move.
        """
        assert self.decision is not None
        move, pv = self.decision.move, self.decision.pv
        assert move is not None
        return self.position.variation_san(pv[:count] if pv and pv[0] == move else [move])

    def note(self) -> MoveNote:
        """Returns the remarks on the chosen move. There must be a decision."""
        assert self.decision is not None
        return MoveNote(
            self.decision.score,
            self.decision.depth,
            round(self.seconds, 4),
            self.decision.by_arbiter,
            comment_text(self.remarks),
        )

    def _report(self, report: Report) -> None:
        self.reports[report.multipv] = report
        self.on_report(report)

    def _show(self, line: str) -> None:
        self.shown_line = line.rstrip()
        self.on_line(self.shown_line)
        began = time.perf_counter()
        self._wait_until(began + self.pause)
        self._paused += time.perf_counter() - began

    def _wait_until(self, deadline: float) -> None:
        """Waits until a time of `time.perf_counter`, or until the search is stopped."""
        while (left := deadline - time.perf_counter()) > 0 and not self.control.stopped:
            time.sleep(min(PAUSE_STEP, left))
