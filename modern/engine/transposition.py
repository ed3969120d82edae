"""The transposition table: what has been found out about a position, for whenever another path leads there.

Two numbers an entry: the key, so that no position is taken for another, and all the rest. An entry of an earlier search
is written over; of this search, one that looked deeper stays.

https://www.chessprogramming.org/Transposition_Table
"""

from __future__ import annotations

from typing import Final

from modern.engine.score import DEEPEST_PLY, MATE
from modern.rules.board import Board
from modern.rules.hashing import CLOCK_KEYS
from modern.rules.native import compact, i64, vec

#: Bounds of a score: it is this much at least, at most, or exactly.
NO_BOUND: Final[i64] = 0
AT_LEAST: Final[i64] = 1
AT_MOST: Final[i64] = 2
EXACTLY: Final[i64] = 3

#: Where the number of an entry has what: below the first the move.
SCORE_AT: Final[i64] = 15
DEPTH_AT: Final[i64] = 31
BOUND_AT: Final[i64] = 39
AGE_AT: Final[i64] = 41
#: What makes a score positive.
OFFSET: Final[i64] = 1 << 15
#: The ages come round.
AGES: Final[i64] = 64

BYTES_OF_AN_ENTRY: Final = 16
MEGABYTE: Final = 1 << 20
#: How many entries are looked at to say how full it is.
SAMPLE: Final = 1000


def key_of(board: Board) -> i64:
    """What tells a position from others in the table: its key and, once the fifty-move rule is near, the clock.

    The same moves in another order leave the same clock, so that this loses little.
    """
    return board.key ^ CLOCK_KEYS[board.clock if board.clock < 100 else 100]


class Table:
    """A table of at most so many megabytes. `found` is the entry that `probe` has found."""

    def __init__(self, megabytes: int) -> None:
        """Raises MemoryError."""
        entries = 1
        while 2 * entries * BYTES_OF_AN_ENTRY <= megabytes * MEGABYTE:
            entries *= 2
        self.mask: i64 = entries - 1
        self.keys: vec[i64] = _empty(entries)
        self.entries: vec[i64] = _empty(entries)
        self.age: i64 = 0
        self.found: i64 = 0

    def clear(self) -> None:
        """Forget everything."""
        entries = int(self.mask) + 1
        self.keys = self.entries = vec[i64]([0])  # so that there are never two tables
        self.keys, self.entries = _empty(entries), _empty(entries)
        self.age = 0

    def grow_older(self) -> None:
        """A new search begins."""
        self.age = (self.age + 1) % AGES

    def probe(self, key: i64) -> bool:
        """Whether the position is known; `found` then holds what is."""
        index = key & self.mask
        if self.keys[index] != key:
            return False
        self.found = self.entries[index]
        return self.found != 0

    def move(self) -> i64:
        """The best move of what was found, or 0."""
        return self.found & 32767

    def depth(self) -> i64:
        """How deep the search was, in plies."""
        return self.found >> DEPTH_AT & 255

    def bound(self) -> i64:
        """What its score is."""
        return self.found >> BOUND_AT & 3

    def score(self, ply: i64) -> i64:
        """Its score; a mate is so many plies from the root, the position being at `ply`."""
        score = (self.found >> SCORE_AT & 65535) - OFFSET
        if score >= MATE - DEEPEST_PLY:
            return score - ply
        if score <= DEEPEST_PLY - MATE:
            return score + ply
        return score

    def store(self, key: i64, move: i64, score: i64, depth: i64, bound: i64, ply: i64) -> None:
        """Keep what has been found out, unless there is something deeper of another position of this search.

        A mate is kept as so many plies from the position. Without a move, the one that was known stays.
        """
        index = key & self.mask
        there = self.entries[index]
        if self.keys[index] != key:
            if there >> AGE_AT == self.age and there >> DEPTH_AT & 255 > depth:
                return
        elif move == 0:
            move = there & 32767
        if score >= MATE - DEEPEST_PLY:
            score += ply
        elif score <= DEEPEST_PLY - MATE:
            score -= ply
        self.keys[index] = key
        self.entries[index] = (
            move | score + OFFSET << SCORE_AT | depth << DEPTH_AT | bound << BOUND_AT | self.age << AGE_AT
        )

    def full(self) -> int:
        """How many of a thousand entries are of this search."""
        sample = min(SAMPLE, int(self.mask) + 1)
        return sum(self.entries[index] != 0 and self.entries[index] >> AGE_AT == self.age for index in range(sample))


def _empty(count: int) -> vec[i64]:
    """So many zeros.

    Interpreted, numbers in a list would take five times the memory; what is compact is a little slower to read.
    """
    zeros: object = vec[i64]([0])
    return compact(count) if isinstance(zeros, list) else vec[i64]([0] * count)
