"""The names of the search techniques. Each one can be disabled, to measure its Elo or to demonstrate what it does."""

from __future__ import annotations

from typing import Final

#: Disables no technique.
NOTHING: Final = "nothing"

ASPIRATION_WINDOWS: Final = "aspiration windows"
PRINCIPAL_VARIATION_SEARCH: Final = "principal variation search"
TRANSPOSITION_TABLE: Final = "transposition table"
STATIC_EXCHANGE_EVALUATION: Final = "static exchange evaluation"
KILLER_MOVES: Final = "killer moves"
COUNTERMOVES: Final = "countermoves"
HISTORY: Final = "history"
CONTINUATION_HISTORY: Final = "continuation history"
NULL_MOVE: Final = "null move"
REVERSE_FUTILITY: Final = "reverse futility"
RAZORING: Final = "razoring"
FUTILITY: Final = "futility"
DELTA_PRUNING: Final = "delta pruning"
LATE_MOVE_PRUNING: Final = "late move pruning"
LATE_MOVE_REDUCTIONS: Final = "late move reductions"
INTERNAL_ITERATIVE_REDUCTION: Final = "internal iterative reduction"
CHECK_EXTENSION: Final = "check extension"
SINGULAR_EXTENSION: Final = "singular extension"
MATE_DISTANCE: Final = "mate distance pruning"
IMPROVING: Final = "improving"

#: All techniques, in the order of the table in docs/engine.md.
TECHNIQUES: Final = (
    PRINCIPAL_VARIATION_SEARCH,
    ASPIRATION_WINDOWS,
    TRANSPOSITION_TABLE,
    STATIC_EXCHANGE_EVALUATION,
    KILLER_MOVES,
    COUNTERMOVES,
    HISTORY,
    CONTINUATION_HISTORY,
    NULL_MOVE,
    LATE_MOVE_REDUCTIONS,
    LATE_MOVE_PRUNING,
    FUTILITY,
    REVERSE_FUTILITY,
    RAZORING,
    DELTA_PRUNING,
    IMPROVING,
    INTERNAL_ITERATIVE_REDUCTION,
    CHECK_EXTENSION,
    SINGULAR_EXTENSION,
    MATE_DISTANCE,
)


class Techniques:
    """The techniques that a search uses: all of them, or all but one."""

    def __init__(self, disabled: str = NOTHING) -> None:
        self.aspiration_windows = disabled != ASPIRATION_WINDOWS
        self.principal_variation_search = disabled != PRINCIPAL_VARIATION_SEARCH
        self.transposition_table = disabled != TRANSPOSITION_TABLE
        self.see = disabled != STATIC_EXCHANGE_EVALUATION
        self.killer_moves = disabled != KILLER_MOVES
        self.countermoves = disabled != COUNTERMOVES
        self.history = disabled != HISTORY
        self.continuation_history = disabled != CONTINUATION_HISTORY
        self.null_move = disabled != NULL_MOVE
        self.reverse_futility = disabled != REVERSE_FUTILITY
        self.razoring = disabled != RAZORING
        self.futility = disabled != FUTILITY
        self.delta_pruning = disabled != DELTA_PRUNING
        self.late_move_pruning = disabled != LATE_MOVE_PRUNING
        self.late_move_reductions = disabled != LATE_MOVE_REDUCTIONS
        self.internal_iterative_reduction = disabled != INTERNAL_ITERATIVE_REDUCTION
        self.check_extension = disabled != CHECK_EXTENSION
        self.singular_extension = disabled != SINGULAR_EXTENSION
        self.mate_distance = disabled != MATE_DISTANCE
        self.improving = disabled != IMPROVING

    def disable_pruning(self) -> None:
        """Disables all unsound pruning, reductions and singular extensions.

        Every move is then searched to the full depth, so that no mate within that depth is missed.
        """
        self.see = False
        self.null_move = False
        self.reverse_futility = False
        self.razoring = False
        self.futility = False
        self.delta_pruning = False
        self.late_move_pruning = False
        self.late_move_reductions = False
        self.internal_iterative_reduction = False
        self.singular_extension = False
