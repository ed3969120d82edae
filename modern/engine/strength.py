"""Limited strength: fewer nodes per move, noise in the evaluation, and oversights.

The strength depends on nodes and not on time, so it is the same on every machine. Noise and oversights are derived from
the position's key and the seed of the game, and nothing is kept between moves. So with the same seed the same position
after the same move always gets the same move, in every build, and with another seed another game follows.

https://www.chessprogramming.org/Playing_Strength, and for UCI_Elo
https://www.wbec-ridderkerk.nl/html/UCIProtocol.html.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final, NamedTuple

from modern.limits import Limits
from modern.rules.native import i64


class Level(NamedTuple):
    """The settings of a playing strength.

    `nodes`       the maximum number of nodes per move.
    `eval_noise`  the largest error of an evaluation, in centipawns.
    `overlooked`  how many of 1,024 quiet moves are overlooked (modern.engine.oversights).
    `missed`      how many of 1,024 captures are overlooked.
    `seed`        of the noise and the oversights.
    """

    nodes: int
    eval_noise: int = 0
    overlooked: int = 0
    missed: int = 0
    seed: int = 0


#: The levels by Elo. `python benchmarks/matches.py levels` measures them.
LEVELS: Final = {
    400: Level(30, 300, 840, 580),
    600: Level(60, 165, 640, 330),
    800: Level(90, 122, 520, 230),
    1000: Level(140, 88, 410, 155),
    1200: Level(220, 62, 310, 100),
    1400: Level(400, 37, 195, 48),
    1600: Level(850, 20, 100, 19),
    1900: Level(2_000, 9, 45, 7),
    2200: Level(7_000, 3, 10, 1),
    3000: Level(2_000_000),
}
#: The range and the default of UCI_Elo. The highest is full strength, without any limit.
MIN_ELO: Final = min(LEVELS)
MAX_ELO: Final = max(LEVELS)
DEFAULT_ELO: Final = 1600

#: Mixes the seed of a game into the keys of positions.
SEED_MULTIPLIER: Final[i64] = 0x5851F42D4C957F2D

#: The size of a level's transposition table. Each move gets a new one, so a small table saves time.
LEVEL_MEGABYTES: Final = 1


def level_of(elo: float) -> Level:
    """Returns the level of a rating, interpolated between the entries of LEVELS and extrapolated beyond them.

    The nodes are interpolated by their logarithm: doubling them gains about as much Elo at any number of nodes.
    """
    ratings = sorted(LEVELS)
    upper_index = next((index for index in range(1, len(ratings)) if elo < ratings[index]), len(ratings) - 1)
    lower_elo, upper_elo = ratings[upper_index - 1], ratings[upper_index]
    fraction = (elo - lower_elo) / (upper_elo - lower_elo)
    lower, upper = LEVELS[lower_elo], LEVELS[upper_elo]
    nodes = math.exp(math.log(lower.nodes) + fraction * (math.log(upper.nodes) - math.log(lower.nodes)))
    return Level(
        max(round(nodes), 1),
        _between(lower.eval_noise, upper.eval_noise, fraction),
        _between(lower.overlooked, upper.overlooked, fraction),
        _between(lower.missed, upper.missed, fraction),
    )


def _between(lower: int, upper: int, fraction: float) -> int:
    """Returns the number at `fraction` of the way from `lower` to `upper`, at least 0."""
    return max(round(lower + fraction * (upper - lower)), 0)


def limit_nodes(limits: Limits, level: Level) -> Limits:
    """Returns the limits with at most the level's number of nodes."""
    return replace(limits, nodes=level.nodes if limits.nodes is None else min(level.nodes, limits.nodes))


def seeded(key: i64, seed: i64) -> i64:
    """Returns the key of a position mixed with the seed of a game; with seed 0 the key itself."""
    return key ^ seed * SEED_MULTIPLIER


def noise_of(key: i64, max_noise: i64) -> i64:
    """Returns the noise of the position with this key, from -max_noise to max_noise centipawns.

    It is the sum of two numbers from different bits of the key, so small values are more frequent than large ones.
    """
    return ((key >> 16 & 255) + (key >> 40 & 255) - 255) * max_noise // 255
