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
    eval_noise: int


#: By Elo. `python benchmarks/calibrate.py` holds them against Stockfish's own levels.
LEVELS: Final = {
    1000: Level(100, 100),
    1350: Level(230, 0),
    1600: Level(500, 0),
    1900: Level(7_000, 0),
    2200: Level(120_000, 0),
}
#: What can be asked for, and what is played at where nobody says, in Elo.
MIN_ELO: Final = min(LEVELS)
MAX_ELO: Final = max(LEVELS)
DEFAULT_ELO: Final = 1600

#: What a level's transposition table takes: a new one for each move, so it is made quickly, and it need not hold much.
LEVEL_MEGABYTES: Final = 1


def level_of(elo: float) -> Level:
    """What makes a strength: between two levels of the table, and on beyond its ends.

    The nodes go by their logarithm: twice as many are worth about as much, however many there are.
    """
    ratings = sorted(LEVELS)
    upper_index = next((index for index in range(1, len(ratings)) if elo < ratings[index]), len(ratings) - 1)
    lower_elo, upper_elo = ratings[upper_index - 1], ratings[upper_index]
    fraction = (elo - lower_elo) / (upper_elo - lower_elo)
    lower, upper = LEVELS[lower_elo], LEVELS[upper_elo]
    nodes = math.exp(math.log(lower.nodes) + fraction * (math.log(upper.nodes) - math.log(lower.nodes)))
    return Level(
        max(round(nodes), 1), max(round(lower.eval_noise + fraction * (upper.eval_noise - lower.eval_noise)), 0)
    )


def limit_nodes(limits: Limits, level: Level) -> Limits:
    """The limits, with no more nodes than the level has."""
    return replace(limits, nodes=level.nodes if limits.nodes is None else min(level.nodes, limits.nodes))


def noise_of(key: i64, max_noise: i64) -> i64:
    """By how many centipawns the position of a key is misjudged, -most to most: seldom by much.

    The sum of two numbers that are drawn from different bits of the key.
    """
    return ((key >> 16 & 255) + (key >> 40 & 255) - 255) * max_noise // 255
