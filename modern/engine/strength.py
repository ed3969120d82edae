"""Playing at a lower strength: fewer nodes a move and, where even few are too many, errors in what is seen.

The nodes make the strength, and so it does not depend on the machine. The errors are drawn from the positions' keys: at
the same position, with nothing remembered, the same move is found every time and in every build.

https://www.chessprogramming.org/Playing_Strength, and for UCI_Elo
https://www.wbec-ridderkerk.nl/html/UCIProtocol.html.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final, NamedTuple

from modern.engine.limits import Limits
from modern.rules.native import i64


class Level(NamedTuple):
    """What a strength comes of.

    `nodes`  a move, at most.
    `error`  centipawns by which the evaluation of a position is wrong, at most.
    """

    nodes: int
    error: int


#: By Elo. `python benchmarks/calibrate.py` holds them against Stockfish's own levels.
LEVELS: Final = {
    1000: Level(100, 100),
    1350: Level(230, 0),
    1600: Level(500, 0),
    1900: Level(7_000, 0),
    2200: Level(120_000, 0),
}
#: What can be asked for, and what is played at where nobody says, in Elo.
LEAST_ELO: Final = min(LEVELS)
MOST_ELO: Final = max(LEVELS)
ELO: Final = 1600

#: What a level's transposition table takes: a new one for each move, so it is made quickly, and it need not hold much.
MEGABYTES: Final = 1


def level_of(elo: float) -> Level:
    """What makes a strength: between two levels of the table, and on beyond its ends.

    The nodes go by their logarithm: twice as many are worth about as much, however many there are.
    """
    known = sorted(LEVELS)
    above = next((index for index in range(1, len(known)) if elo < known[index]), len(known) - 1)
    low, high = known[above - 1], known[above]
    part = (elo - low) / (high - low)
    few, many = LEVELS[low], LEVELS[high]
    nodes = math.exp(math.log(few.nodes) + part * (math.log(many.nodes) - math.log(few.nodes)))
    return Level(max(round(nodes), 1), max(round(few.error + part * (many.error - few.error)), 0))


def limited(limits: Limits, level: Level) -> Limits:
    """The limits, with no more nodes than the level has."""
    return replace(limits, nodes=level.nodes if limits.nodes is None else min(level.nodes, limits.nodes))


def error_of(key: i64, most: i64) -> i64:
    """By how many centipawns the position of a key is misjudged, -most to most: seldom by much.

    The sum of two numbers that are drawn from different bits of the key.
    """
    return ((key >> 16 & 255) + (key >> 40 & 255) - 255) * most // 255
