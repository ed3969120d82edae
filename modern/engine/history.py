"""What quiet moves have been good for: the moves that cut off before are tried first when they come again.

All of it outlives a search, and fades: what was good some moves ago counts half as much after each of them.
"""

from __future__ import annotations

from typing import Final

from modern.engine.score import MAX_PLY
from modern.rules.native import i64, vec

#: No number of the tables is larger, either way.
MAX_HISTORY: Final[i64] = 1 << 14
MAX_HISTORY_BITS: Final[i64] = 14
#: No bonus is larger.
MAX_HISTORY_BONUS: Final[i64] = 1600

#: What was played, as the tables have it: 64 times the man's kind, plus where he went. Whose man it was follows from
#: whose move it is.
PIECE_TO_SIZE: Final[i64] = 512
#: Where a side's part of `following` begins, by side.
CONTINUATION_STRIDE: Final[i64] = PIECE_TO_SIZE * PIECE_TO_SIZE // 8


class History:
    """Tables of quiet moves.

    `killers`       by 2 * ply: the last two that cut off there. https://www.chessprogramming.org/Killer_Heuristic
    `countermoves`  by PLAYED * side // 8 + what was played before: what cut off. https://www.chessprogramming.org/Countermove_Heuristic
    `quiet`         by 512 * side + move: how often it cut off, and how often another did after it had been tried.
                    https://www.chessprogramming.org/History_Heuristic
    `following`     the same by OF_A_SIDE * side + PLAYED * what was played one or two plies before + what is played.
                    https://www.chessprogramming.org/History_Heuristic#Continuation_History
    """

    def __init__(self) -> None:
        self.killers: Final = vec[i64]([0] * (2 * MAX_PLY + 4))
        self.countermoves: Final = vec[i64]([0] * (2 * PIECE_TO_SIZE))
        self.butterfly: Final = vec[i64]([0] * (16 * 512))
        self.continuation: vec[i64] = vec[i64]([0])
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        self.decay(MAX_HISTORY_BITS + 1)
        for index in range(2 * PIECE_TO_SIZE):
            self.countermoves[index] = 0
        self.continuation = vec[i64]([0] * (2 * PIECE_TO_SIZE * PIECE_TO_SIZE))

    def decay(self, bits: i64 = 1) -> None:
        """A new search begins: killers stood at other plies, and the rest is older."""
        for index in range(len(self.killers)):
            self.killers[index] = 0
        butterfly = self.butterfly
        for index in range(len(butterfly)):
            butterfly[index] = (
                (butterfly[index] + (1 << bits) - 1) >> bits if butterfly[index] < 0 else butterfly[index] >> bits
            )

    def add_killer(self, move: i64, ply: i64) -> None:
        """A quiet move has cut off at a ply."""
        killers = self.killers
        if killers[2 * ply] != move:
            killers[2 * ply + 1] = killers[2 * ply]
            killers[2 * ply] = move


def history_bonus(depth: i64) -> i64:
    """What a cutoff counts: the deeper the search it spares, the more."""
    bonus = 150 * depth - 90
    return MAX_HISTORY_BONUS if bonus > MAX_HISTORY_BONUS else bonus


def add_bonus(table: vec[i64], index: i64, bonus: i64) -> None:
    """Add a bonus, or a malus; the nearer a number is to MOST the less it moves, so that it never goes beyond.

    https://www.chessprogramming.org/History_Heuristic#History_Gravity
    """
    old = table[index]
    magnitude = -bonus if bonus < 0 else bonus
    table[index] = old + bonus - (old * magnitude >> MAX_HISTORY_BITS)
