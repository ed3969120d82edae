"""The engine of today as a player."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from modern.engine.engine import DEFAULT_MEGABYTES, DEFAULT_OVERHEAD, Engine
from modern.engine.evaluation.groups import OPTIONAL_GROUPS
from modern.engine.evaluation.terms import terms
from modern.engine.report import Report, Term
from modern.engine.strength import DEFAULT_ELO, MAX_ELO, MIN_ELO, Level, level_of
from modern.engine.techniques import NOTHING, TECHNIQUES
from modern.players.game import Game
from modern.players.protocol import CHECK, COMBO, MULTI_PV, SPIN, Decision, Option, OptionError, Player, Reason, Turn
from modern.rules import Move, Position
from modern.rules.pieces import MAX_MOVES

HASH: Final = "Hash"
MOVE_OVERHEAD: Final = "Move Overhead"
PONDER: Final = "Ponder"
LIMIT_STRENGTH: Final = "UCI_LimitStrength"
UCI_ELO: Final = "UCI_Elo"
WITHOUT: Final = "Without"

#: The largest transposition table, in megabytes.
MAX_MEGABYTES: Final = 4096


class ModernPlayer(Player):
    """Thinks as long as it is let, and answers at once when it is stopped."""

    name = "Gosub Chess, modern"
    options = (
        Option(HASH, SPIN, str(DEFAULT_MEGABYTES), 1, MAX_MEGABYTES),  # megabytes
        Option(MOVE_OVERHEAD, SPIN, f"{1000 * DEFAULT_OVERHEAD:.0f}", 0, 10_000),  # milliseconds
        Option(PONDER, CHECK, "false"),  # whoever asks decides when to ponder; this lets it offer to
        Option(MULTI_PV, SPIN, "1", 1, MAX_MOVES),  # lines
        Option(LIMIT_STRENGTH, CHECK, "false"),
        Option(UCI_ELO, SPIN, str(DEFAULT_ELO), MIN_ELO, MAX_ELO),  # holds while strength is limited
        Option(WITHOUT, COMBO, NOTHING, choices=(NOTHING, *TECHNIQUES, *OPTIONAL_GROUPS)),
    )

    def __init__(self) -> None:
        super().__init__()
        self.engine = Engine()
        #: The last position that it has decided at, and the lines that it found there, by number.
        self.position = Position()
        self.reports: dict[int, Report] = {}

    def apply_option(self, option: Option, value: str) -> str:
        """Take over a value: another size makes another table."""
        if option.name == HASH and value != self.settings[HASH]:
            try:
                self.engine.resize(int(value))
            except MemoryError:
                raise OptionError(f"there is no memory for a {HASH} of {value} megabytes") from None
        elif option.name == WITHOUT and value != self.settings[WITHOUT]:
            self.engine.disable(value)
        return value

    def new_game(self) -> None:
        """Forget what is in the table."""
        self.engine.clear()
        self.reports = {}

    def decide(self, turn: Turn) -> Decision:
        """Think until the limits or a stop end it."""
        self.position, self.reports = turn.game.position.copy(), {}
        self.engine.level = self._level()

        def report(said: Report) -> None:
            self.reports[said.multipv] = said
            turn.report(said)

        found = self.engine.think(
            turn.game.position,
            turn.limits,
            turn.control,
            report,
            pv_count=int(self.settings[MULTI_PV]),
            overhead=int(self.settings[MOVE_OVERHEAD]) / 1000,
        )
        if found is None:
            return Decision(None)
        return Decision(found.pv[0], found.score, found.pv, found.depth, found.nodes, found.seconds)

    def terms(self, game: Game) -> list[Term]:
        """What evaluate() adds up: White's, and Black's."""
        return terms(game.position)

    def reasons(self) -> list[Reason]:
        """The lines that it has found, with the evaluation of the position at the end of each."""
        return [
            Reason(said.pv, said.score, () if said.score.centipawns is None else self._terms_after(said.pv))
            for _, said in sorted(self.reports.items())
        ]

    def _level(self) -> Level | None:
        """What its strength is limited to, if it is."""
        return level_of(int(self.settings[UCI_ELO])) if self.settings[LIMIT_STRENGTH] == "true" else None

    def _terms_after(self, pv: Iterable[Move]) -> tuple[Term, ...]:
        position = self.position.copy()
        for move in pv:
            position.make_move(move.code)
        return tuple(terms(position))
