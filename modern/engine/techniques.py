"""The techniques of the search by name, each of which can be left out: to measure what it is worth, or to show it."""

from __future__ import annotations

from typing import Final

#: Leaves nothing out.
NOTHING: Final = "nothing"

ASPIRATION: Final = "aspiration windows"
PRINCIPAL_VARIATION: Final = "principal variation search"
TRANSPOSITIONS: Final = "transposition table"
EXCHANGES: Final = "static exchange evaluation"
KILLERS: Final = "killer moves"
COUNTERMOVES: Final = "countermoves"
HISTORY: Final = "history"
CONTINUATIONS: Final = "continuation history"
NULL_MOVE: Final = "null move"
REVERSE_FUTILITY: Final = "reverse futility"
RAZORING: Final = "razoring"
FUTILITY: Final = "futility"
DELTA: Final = "delta pruning"
LATE_MOVES: Final = "late move pruning"
REDUCTIONS: Final = "late move reductions"
INTERNAL_REDUCTION: Final = "internal iterative reduction"
CHECK_EXTENSION: Final = "check extension"
SINGULAR: Final = "singular extension"
MATE_DISTANCE: Final = "mate distance pruning"
IMPROVING: Final = "improving"

#: All of them, in the order in which docs/engine.md tells them.
TECHNIQUES: Final = (
    PRINCIPAL_VARIATION,
    ASPIRATION,
    TRANSPOSITIONS,
    EXCHANGES,
    KILLERS,
    COUNTERMOVES,
    HISTORY,
    CONTINUATIONS,
    NULL_MOVE,
    REDUCTIONS,
    LATE_MOVES,
    FUTILITY,
    REVERSE_FUTILITY,
    RAZORING,
    DELTA,
    IMPROVING,
    INTERNAL_REDUCTION,
    CHECK_EXTENSION,
    SINGULAR,
    MATE_DISTANCE,
)


class Techniques:
    """Which techniques a search uses: all but one, or all."""

    def __init__(self, without: str = NOTHING) -> None:
        self.aspiration = without != ASPIRATION
        self.principal_variation = without != PRINCIPAL_VARIATION
        self.transpositions = without != TRANSPOSITIONS
        self.exchanges = without != EXCHANGES
        self.killers = without != KILLERS
        self.countermoves = without != COUNTERMOVES
        self.history = without != HISTORY
        self.continuations = without != CONTINUATIONS
        self.null_move = without != NULL_MOVE
        self.reverse_futility = without != REVERSE_FUTILITY
        self.razoring = without != RAZORING
        self.futility = without != FUTILITY
        self.delta = without != DELTA
        self.late_moves = without != LATE_MOVES
        self.reductions = without != REDUCTIONS
        self.internal_reduction = without != INTERNAL_REDUCTION
        self.check_extension = without != CHECK_EXTENSION
        self.singular = without != SINGULAR
        self.mate_distance = without != MATE_DISTANCE
        self.improving = without != IMPROVING

    def leave_out_bets(self) -> None:
        """Look at every move, to the whole depth: then no mate is passed over, and what is found is what is there."""
        self.exchanges = False
        self.null_move = False
        self.reverse_futility = False
        self.razoring = False
        self.futility = False
        self.delta = False
        self.late_moves = False
        self.reductions = False
        self.internal_reduction = False
        self.singular = False
