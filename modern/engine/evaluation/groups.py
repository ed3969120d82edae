"""Groups of weights: `gosub analyse --terms` shows them as terms, and the option `Without` can disable one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from modern.engine.evaluation.weights import COUNT, OFFSETS, TABLE, flatten

#: The table entries of each group.
GROUP_ENTRIES: Final[dict[str, tuple[str, ...]]] = {
    "material": ("pawn", "knight", "bishop", "rook", "queen"),
    "squares of pawns": ("squares of pawns",),
    "squares of knights": ("squares of knights",),
    "squares of bishops": ("squares of bishops",),
    "squares of rooks": ("squares of rooks",),
    "squares of queens": ("squares of queens",),
    "squares of kings": ("squares of kings",),
    "mobility": ("mobility of knights", "mobility of bishops", "mobility of rooks", "mobility of queens"),
    "pawn structure": ("isolated pawn", "doubled pawn", "backward pawn", "phalanx", "protected pawn"),
    "passed pawns": (
        "passed pawn",
        "protected passed pawn",
        "blocked passed pawn",
        "free passed pawn",
        "own king far from passed pawn",
        "enemy king far from passed pawn",
    ),
    "threats": ("pawn attacks piece", "minor attacks piece", "rook attacks queen", "hanging piece", "hanging pawn"),
    "king safety": (
        "king ring attacks",
        "king attackers",
        "safe check",
        "shelter",
        "storm",
        "blocked storm",
    ),
    "bishop pair": ("bishop pair",),
    "rooks": ("rook on open file", "rook on half-open file", "rook on seventh"),
    "minor pieces": ("knight outpost", "bishop outpost", "bad bishop"),
    "tempo": ("tempo",),
}
GROUPS: Final = tuple(GROUP_ENTRIES)
#: Knowledge of endings: it has no weights, but can be disabled as a group can.
ENDINGS: Final = "endings"
#: The groups that can be disabled. Without material or piece-square tables the engine would not play chess.
OPTIONAL_GROUPS: Final = (
    *(group for group in GROUPS if group != "material" and not group.startswith("squares")),
    ENDINGS,
)


def weights_without(group: str) -> list[int]:
    """Returns all weights, in the order of flatten(), with those of a group set to 0. Raises KeyError."""
    return [0 if within else number for within, number in zip(_group_mask(group), flatten(), strict=True)]


def only(group: str, numbers: Sequence[int]) -> list[int]:
    """Returns weights, in the order of flatten(), with 0 for all but those of a group. Raises KeyError."""
    return [number if within else 0 for within, number in zip(_group_mask(group), numbers, strict=True)]


def _group_mask(group: str) -> list[bool]:
    """Returns, for each weight in the order of flatten(), whether it belongs to the group."""
    belongs = [False] * (2 * COUNT)
    for name in GROUP_ENTRIES[group]:
        for index in range(OFFSETS[name], OFFSETS[name] + len(TABLE[name][0])):
            belongs[index] = belongs[COUNT + index] = True
    return belongs
