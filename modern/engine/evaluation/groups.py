"""Groups of weights: `gosub analyse --terms` shows them as terms, and the option `Without` can disable one.

The weights of a year are here as well: those of the ideas that had been published, with the numbers of the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from modern.engine.evaluation.hand_set import HAND_SET_TEXT
from modern.engine.evaluation.weights import COUNT, OFFSETS, TABLE, Weights, flatten, parse_table
from modern.engine.techniques import IDEAS, NOTHING, SQUARES, TAPERED, TUNED, YEAR_OF

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
#: The table entries of each part of the evaluation: of a group, or of an idea.
PART_ENTRIES: Final = {**GROUP_ENTRIES, **{idea.name: idea.weights for idea in IDEAS if idea.weights}}
#: The parts of the hand-written evaluation that can be disabled. Without material the engine would not play chess.
OPTIONAL_PARTS: Final = (
    *(part for part in PART_ENTRIES if part != "material" and not part.startswith("squares")),
    TAPERED,
    TUNED,
)

#: The weights of Shannon's evaluation of 1950, in centipawns: for material, for each weak pawn, and for each move that
#: a piece has. Other numbers of his are not known.
SHANNON: Final = {
    "pawn": 100,
    "knight": 300,
    "bishop": 300,
    "rook": 500,
    "queen": 900,
    "isolated pawn": -50,
    "doubled pawn": -50,
    "backward pawn": -50,
}
SHANNON_MOVE: Final = 10
#: The year in which each entry of the table was published.
ENTRY_YEARS: Final = {entry: idea.year for idea in IDEAS for entry in idea.weights}


def weights_of(year: int, disabled: str = NOTHING) -> list[int]:
    """Returns the weights of a year, in the order of flatten(): 0 for what had not been published or is disabled.

    The others are Shannon's until there are piece-square tables, then those that this engine had before its weights
    were fitted to games, and then today's. Before the tapered evaluation the middlegame weights apply to the endgame.
    `disabled` is a part of PART_ENTRIES, TAPERED or TUNED; any other name disables nothing.
    """
    without = PART_ENTRIES.get(disabled, ())
    tapered = disabled != TAPERED and YEAR_OF[TAPERED] <= year
    table = {}
    for name, (middlegame, endgame) in _table_of(year, disabled).items():
        if name in without or year < ENTRY_YEARS[name]:
            middlegame = endgame = [0] * len(middlegame)
        table[name] = middlegame, endgame if tapered else middlegame
    return flatten(table)


def _table_of(year: int, disabled: str) -> Weights:
    """Returns the table from which the weights of a year are taken."""
    if year >= YEAR_OF[TUNED] and disabled != TUNED:
        return TABLE
    table = parse_table(HAND_SET_TEXT)
    if year >= YEAR_OF[SQUARES]:
        return table
    return {name: (_shannon(name, len(numbers)),) * 2 for name, (numbers, _) in table.items()}


def _shannon(name: str, count: int) -> list[int]:
    """Returns Shannon's weights of an entry of `count` numbers."""
    if name.startswith("mobility"):
        return [SHANNON_MOVE * moves for moves in range(count)]
    return [SHANNON.get(name, 0)] * count


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
