"""The weights in groups: what is shown together, and what a match can be played without."""

from __future__ import annotations

from typing import Final

from modern.engine.evaluation.weights import COUNT, OFFSETS, TABLE, flatten

#: For each group the entries of the table that belong to it.
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
    "threats": ("pawn attacks man", "minor attacks man", "rook attacks queen", "hanging man", "hanging pawn"),
    "king safety": (
        "near enemy king",
        "attackers of king",
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
#: What is known of endings: no weights, but it can be done without as they can.
ENDINGS: Final = "endings"
#: What a match can be played without: a game without material would be no chess.
OPTIONAL_GROUPS: Final = (
    *(group for group in GROUPS if group != "material" and not group.startswith("squares")),
    ENDINGS,
)


def weights_without(group: str) -> list[int]:
    """All weights, as flattened() has them, but nothing for those of a group. Raises KeyError where there is none."""
    return [0 if within else number for within, number in zip(_group_mask(group), flatten(), strict=True)]


def weights_of(group: str) -> list[int]:
    """The weights of a group, and nothing for all others. Raises KeyError where there is none."""
    return [number if within else 0 for within, number in zip(_group_mask(group), flatten(), strict=True)]


def _group_mask(group: str) -> list[bool]:
    """For each weight whether it belongs to the group."""
    belongs = [False] * (2 * COUNT)
    for name in GROUP_ENTRIES[group]:
        for index in range(OFFSETS[name], OFFSETS[name] + len(TABLE[name][0])):
            belongs[index] = belongs[COUNT + index] = True
    return belongs
