"""The search techniques. Each one can be disabled, to measure its Elo or to demonstrate what it does."""

from __future__ import annotations

from typing import Final

#: Disables no technique.
NOTHING: Final = "nothing"

#: All techniques, in the order of the tables in docs/engine-measurements.md and docs/engine.md. The attributes of
#: Techniques have the same names, with underscores.
TECHNIQUES: Final = (
    "principal variation search",
    "aspiration windows",
    "transposition table",
    "static exchange evaluation",
    "countermoves",
    "history",
    "continuation history",
    "null move",
    "late move reductions",
    "late move pruning",
    "futility",
    "reverse futility",
    "razoring",
    "delta pruning",
    "improving",
    "internal iterative reduction",
    "check extension",
    "singular extension",
    "mate distance pruning",
)
#: The techniques that may change the score, because they assume what a full search would prove.
UNSOUND: Final = (
    "static exchange evaluation",
    "null move",
    "reverse futility",
    "razoring",
    "futility",
    "delta pruning",
    "late move pruning",
    "late move reductions",
    "internal iterative reduction",
    "singular extension",
)


class Techniques:
    """The techniques that a search uses: all of them, or all but one."""

    principal_variation_search: bool = True
    aspiration_windows: bool = True
    transposition_table: bool = True
    static_exchange_evaluation: bool = True
    countermoves: bool = True
    history: bool = True
    continuation_history: bool = True
    null_move: bool = True
    late_move_reductions: bool = True
    late_move_pruning: bool = True
    futility: bool = True
    reverse_futility: bool = True
    razoring: bool = True
    delta_pruning: bool = True
    improving: bool = True
    internal_iterative_reduction: bool = True
    check_extension: bool = True
    singular_extension: bool = True
    mate_distance_pruning: bool = True

    def __init__(self, disabled: str = NOTHING) -> None:
        """`disabled` is a name in TECHNIQUES; any other name disables no technique."""
        if disabled in TECHNIQUES:
            self.disable(disabled)

    def disable(self, name: str) -> None:
        """Disables a technique of TECHNIQUES."""
        setattr(self, name.replace(" ", "_"), False)

    def disable_pruning(self) -> None:
        """Disables all unsound pruning, reductions and singular extensions.

        Every move is then searched to the full depth, so that no mate within that depth is missed.
        """
        for name in UNSOUND:
            self.disable(name)
