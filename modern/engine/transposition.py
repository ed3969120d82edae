"""The transposition table: what has been found out about a position, for whenever another path leads there.

Two numbers an entry: the key, so that no position is taken for another, and all the rest. Four entries stand together,
any of which may hold a position; what is written over is the one that was looked at least deep, and each search that
has passed since counts as much as some plies.

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
STATIC_AT: Final[i64] = 47
#: The ages come round.
AGES: Final[i64] = 64
#: A search that has passed counts as so many plies.
PLIES_OF_AN_AGE: Final[i64] = 8
#: What is so many plies less deep does not take the place of what was found of the same position by this search.
MUCH_DEEPER: Final[i64] = 4

#: So many entries stand together.
TOGETHER: Final[i64] = 4

#: Below the first the clock does not tell positions apart, and from the second on all are drawn.
LEAST_CLOCK: Final[i64] = 50
MOST_CLOCK: Final[i64] = 100

BYTES_OF_AN_ENTRY: Final = 16
MEGABYTE: Final = 1 << 20
#: How many entries are looked at to say how full it is.
SAMPLE: Final = 1000


def key_of(board: Board) -> i64:
    """What tells a position from others in the table: its key and, once the fifty-move rule is near, the clock.

    The same moves in another order leave the same clock, so that this loses little.
    """
    clock = board.clock
    if clock < LEAST_CLOCK:
        return board.key
    return board.key ^ CLOCK_KEYS[clock if clock < MOST_CLOCK else MOST_CLOCK]


class Table:
    """A table of at most so many megabytes. `found` is the entry that `probe` has found."""

    def __init__(self, megabytes: int) -> None:
        """Raises MemoryError."""
        entries = TOGETHER
        while 2 * entries * BYTES_OF_AN_ENTRY <= megabytes * MEGABYTE:
            entries *= 2
        #: Keeps of a key where its four entries begin.
        self.mask: i64 = 2 * entries - 2 * TOGETHER
        #: Each key, and behind it its entry.
        self.numbers: vec[i64] = _empty(2 * entries)
        self.age: i64 = 0
        self.found: i64 = 0

    def clear(self) -> None:
        """Forget everything."""
        numbers = len(self.numbers)
        self.numbers = vec[i64]([0])  # so that there are never two tables
        self.numbers = _empty(numbers)
        self.age = 0

    def grow_older(self) -> None:
        """A new search begins."""
        self.age = (self.age + 1) % AGES

    def probe(self, key: i64) -> bool:
        """Whether the position is known; `found` then holds what is."""
        numbers = self.numbers
        first = key & self.mask
        for index in range(first, first + 2 * TOGETHER, 2):
            if numbers[index] == key:
                self.found = numbers[index + 1]
                return self.found != 0
        return False

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

    def static(self) -> i64:
        """The static evaluation of the position, for its side to move; -INFINITE where it was in check."""
        return (self.found >> STATIC_AT) - OFFSET

    def store(self, key: i64, move: i64, score: i64, depth: i64, bound: i64, ply: i64, static: i64) -> None:
        """Keep what has been found out about a position, in place of what matters least.

        A mate is kept as so many plies from the position. Without a move, the one that was known stays.
        """
        numbers, age = self.numbers, self.age
        first = key & self.mask
        place = first
        least: i64 = 1 << 20
        for index in range(first, first + 2 * TOGETHER, 2):
            there = numbers[index + 1]
            old_depth = there >> DEPTH_AT & 255
            if numbers[index] == key:
                old_age = there >> AGE_AT & AGES - 1
                if bound != EXACTLY and age == old_age and depth + MUCH_DEEPER <= old_depth:
                    return
                if move == 0:
                    move = there & 32767
                place = index
                break
            if there == 0:  # and so are all behind it
                place = index
                break
            matters = old_depth - PLIES_OF_AN_AGE * ((age - (there >> AGE_AT & AGES - 1)) & AGES - 1)
            if matters < least:
                least = matters
                place = index
        if score >= MATE - DEEPEST_PLY:
            score += ply
        elif score <= DEEPEST_PLY - MATE:
            score -= ply
        numbers[place] = key
        numbers[place + 1] = (
            move
            | score + OFFSET << SCORE_AT
            | depth << DEPTH_AT
            | bound << BOUND_AT
            | age << AGE_AT
            | static + OFFSET << STATIC_AT
        )

    def full(self) -> int:
        """How many of a thousand entries are of this search."""
        count = 0
        last = min(2 * SAMPLE, len(self.numbers))
        for index in range(1, last, 2):
            entry = self.numbers[index]
            if entry != 0 and entry >> AGE_AT & AGES - 1 == self.age:
                count += 1
        return count


def _empty(count: int) -> vec[i64]:
    """So many zeros.

    Interpreted, numbers in a list would take five times the memory; what is compact is a little slower to read.
    """
    zeros: object = vec[i64]([0])
    return compact(count) if isinstance(zeros, list) else vec[i64]([0] * count)
