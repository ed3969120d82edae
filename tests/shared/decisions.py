"""One decision of a player, with all that it said."""

from __future__ import annotations

from modern.engine.control import Control
from modern.limits import Limits
from modern.players import Decision, Game, MoveRequest, Player
from modern.report import Report
from modern.rules import Move


class DecisionRecord:
    """One decision of a player, with what it noted, reported and showed. `only` are the allowed moves, in UCI."""

    def __init__(
        self, player: Player, game: Game, limits: Limits | None = None, only: str = "", control: Control | None = None
    ) -> None:
        self.notes, self.lines, self.reports = list[str](), list[str](), list[Report]()
        limits = limits or Limits(only=tuple(map(Move.from_uci, only.split())))
        said = self.reports.append, self.notes.append, self.lines.append
        self.decision: Decision = player.decide(MoveRequest(game, limits, control or Control(), *said))

    @property
    def move(self) -> str:
        return str(self.decision.move)
