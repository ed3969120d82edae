"""The transposition table: what has been found out about a position, for whenever another path leads there.

Two numbers an entry: the key, so that no position is taken for another, and all the rest. Four entries stand together,
any of which may hold a position; what is written over is the one that was looked at least deep, and each search that
has passed since counts as much as some plies.

https://www.chessprogramming.org/Transposition_Table
"""

from __future__ import annotations

from typing import Final

from modern.engine.score import MATE, MAX_PLY
from modern.rules.board import Board
from modern.rules.hashing import HALFMOVE_CLOCK_KEYS
from modern.rules.native import compact, i64, vec

#: Bounds of a score: it is this much at least, at most, or exactly.
NO_BOUND: Final[i64] = 0
LOWER_BOUND: Final[i64] = 1
UPPER_BOUND: Final[i64] = 2
EXACT_SCORE: Final[i64] = 3

#: Where the number of an entry has what: below the first the move.
SCORE_SHIFT: Final[i64] = 15
DEPTH_SHIFT: Final[i64] = 31
BOUND_SHIFT: Final[i64] = 39
GENERATION_SHIFT: Final[i64] = 41
#: What makes a score positive.
SCORE_OFFSET: Final[i64] = 1 << 15
STATIC_EVAL_SHIFT: Final[i64] = 47
#: The ages come round.
GENERATIONS: Final[i64] = 64
#: A search that has passed counts as so many plies.
PLIES_PER_GENERATION: Final[i64] = 8
#: What is so many plies less deep does not take the place of what was found of the same position by this search.
REPLACEMENT_MARGIN: Final[i64] = 4

#: So many entries stand together.
BUCKET_SIZE: Final[i64] = 4

#: Below the first the clock does not tell positions apart, and from the second on all are drawn.
MIN_HASHED_CLOCK: Final[i64] = 50
MAX_HASHED_CLOCK: Final[i64] = 100

BYTES_PER_ENTRY: Final = 16
MEGABYTE: Final = 1 << 20
#: How many entries are looked at to say how full it is.
HASHFULL_SAMPLE: Final = 1000


def tt_key(board: Board) -> i64:
    """What tells a position from others in the table: its key and, once the fifty-move rule is near, the clock.

    The same moves in another order leave the same clock, so that this loses little.
    """
    halfmove_clock = board.halfmove_clock
    if halfmove_clock < MIN_HASHED_CLOCK:
        return board.key
    return board.key ^ HALFMOVE_CLOCK_KEYS[halfmove_clock if halfmove_clock < MAX_HASHED_CLOCK else MAX_HASHED_CLOCK]


class TranspositionTable:
    """A table of at most so many megabytes. `found` is the entry that `probe` has found."""

    def __init__(self, megabytes: int) -> None:
        """Raises MemoryError."""
        entries = BUCKET_SIZE
        while 2 * entries * BYTES_PER_ENTRY <= megabytes * MEGABYTE:
            entries *= 2
        #: Keeps of a key where its four entries begin.
        self.bucket_mask: i64 = 2 * entries - 2 * BUCKET_SIZE
        #: Each key, and behind it its entry.
        self.words: vec[i64] = _zeros(2 * entries)
        self.generation: i64 = 0
        self.data: i64 = 0

    def clear(self) -> None:
        """Forget everything."""
        size = len(self.words)
        self.words = vec[i64]([0])  # so that there are never two tables
        self.words = _zeros(size)
        self.generation = 0

    def new_search(self) -> None:
        """A new search begins."""
        self.generation = (self.generation + 1) % GENERATIONS

    def probe(self, key: i64) -> bool:
        """Whether the position is known; `found` then holds what is."""
        words = self.words
        bucket = key & self.bucket_mask
        for index in range(bucket, bucket + 2 * BUCKET_SIZE, 2):
            if words[index] == key:
                self.data = words[index + 1]
                return self.data != 0
        return False

    def move(self) -> i64:
        """The best move of what was found, or 0."""
        return self.data & 32767

    def depth(self) -> i64:
        """How deep the search was, in plies."""
        return self.data >> DEPTH_SHIFT & 255

    def bound(self) -> i64:
        """What its score is."""
        return self.data >> BOUND_SHIFT & 3

    def score(self, ply: i64) -> i64:
        """Its score; a mate is so many plies from the root, the position being at `ply`."""
        score = (self.data >> SCORE_SHIFT & 65535) - SCORE_OFFSET
        if score >= MATE - MAX_PLY:
            return score - ply
        if score <= MAX_PLY - MATE:
            return score + ply
        return score

    def static_eval(self) -> i64:
        """The static evaluation of the position, for its side to move; -INFINITE where it was in check."""
        return (self.data >> STATIC_EVAL_SHIFT) - SCORE_OFFSET

    def store(self, key: i64, move: i64, score: i64, depth: i64, bound: i64, ply: i64, static_eval: i64) -> None:
        """Keep what has been found out about a position, in place of what matters least.

        A mate is kept as so many plies from the position. Without a move, the one that was known stays.
        """
        words, generation = self.words, self.generation
        bucket = key & self.bucket_mask
        target = bucket
        lowest_priority: i64 = 1 << 20
        for index in range(bucket, bucket + 2 * BUCKET_SIZE, 2):
            data = words[index + 1]
            old_depth = data >> DEPTH_SHIFT & 255
            if words[index] == key:
                old_generation = data >> GENERATION_SHIFT & GENERATIONS - 1
                if bound != EXACT_SCORE and generation == old_generation and depth + REPLACEMENT_MARGIN <= old_depth:
                    return
                if move == 0:
                    move = data & 32767
                target = index
                break
            if data == 0:  # and so are all behind it
                target = index
                break
            priority = old_depth - PLIES_PER_GENERATION * (
                (generation - (data >> GENERATION_SHIFT & GENERATIONS - 1)) & GENERATIONS - 1
            )
            if priority < lowest_priority:
                lowest_priority = priority
                target = index
        if score >= MATE - MAX_PLY:
            score += ply
        elif score <= MAX_PLY - MATE:
            score -= ply
        words[target] = key
        words[target + 1] = (
            move
            | score + SCORE_OFFSET << SCORE_SHIFT
            | depth << DEPTH_SHIFT
            | bound << BOUND_SHIFT
            | generation << GENERATION_SHIFT
            | static_eval + SCORE_OFFSET << STATIC_EVAL_SHIFT
        )

    def hashfull(self) -> int:
        """How many of a thousand entries are of this search."""
        count = 0
        last = min(2 * HASHFULL_SAMPLE, len(self.words))
        for index in range(1, last, 2):
            entry = self.words[index]
            if entry != 0 and entry >> GENERATION_SHIFT & GENERATIONS - 1 == self.generation:
                count += 1
        return count


def _zeros(count: int) -> vec[i64]:
    """So many zeros.

    Interpreted, numbers in a list would take five times the memory; what is compact is a little slower to read.
    """
    zeros: object = vec[i64]([0])
    return compact(count) if isinstance(zeros, list) else vec[i64]([0] * count)
