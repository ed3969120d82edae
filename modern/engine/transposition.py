"""The transposition table: search results by position, for when another move order leads to the same position.

An entry has two words: the full key, so that no position is mistaken for another, and the packed data. Four entries
form a bucket, and a position may be stored in any of them. The replacement scheme overwrites the entry with the lowest
depth, after subtracting PLIES_PER_GENERATION plies for each search since the entry was stored.

A large table is made of segments. It begins with one, so that it is ready at once, and doubles when it is half full.

https://www.chessprogramming.org/Transposition_Table
"""

from __future__ import annotations

from typing import Final

from modern.engine.score import FIFTY_MOVES, INFINITE, MATE, MAX_PLY
from modern.rules.board import Board
from modern.rules.hashing import HALFMOVE_CLOCK_KEYS
from modern.rules.move import NO_MOVE
from modern.rules.native import i64, vec, zero_array

#: The type of a stored score: none, fail high, fail low or exact.
NO_BOUND: Final[i64] = 0
LOWER_BOUND: Final[i64] = 1
UPPER_BOUND: Final[i64] = 2
EXACT_SCORE: Final[i64] = 3

#: The bit positions of the packed data; the move is in the lowest 15 bits.
SCORE_SHIFT: Final[i64] = 15
DEPTH_SHIFT: Final[i64] = 31
BOUND_SHIFT: Final[i64] = 39
GENERATION_SHIFT: Final[i64] = 41
#: Added to a score so that the packed number is not negative.
SCORE_OFFSET: Final[i64] = 1 << 15
STATIC_EVAL_SHIFT: Final[i64] = 47
#: The generation counter wraps at this number.
GENERATIONS: Final[i64] = 64
#: For each generation of age, an entry counts as this many plies shallower when one is chosen to be replaced.
PLIES_PER_GENERATION: Final[i64] = 8
#: A bound that is this many plies shallower does not replace the same position's entry from the current search.
REPLACEMENT_MARGIN: Final[i64] = 4

#: The static evaluation of an entry that has none: less than any score.
NO_STATIC_EVAL: Final[i64] = -INFINITE

#: The packed data of an entry that is free, or that was not found.
NO_ENTRY: Final[i64] = 0

#: Entries in a bucket.
BUCKET_SIZE: Final[i64] = 4

#: The halfmove clock is part of the key from the first value on; at the second the position is drawn.
MIN_HASHED_CLOCK: Final[i64] = 50
MAX_HASHED_CLOCK: Final[i64] = FIFTY_MOVES

#: The base-2 logarithm of the words of a segment, which has 16 megabytes, and a mask for an index within one.
SEGMENT_BITS: Final[i64] = 21
SEGMENT_MASK: Final[i64] = (1 << 21) - 1

BYTES_PER_WORD: Final = 8
MEGABYTE: Final = 1 << 20
#: The number of entries that hashfull counts.
HASHFULL_SAMPLE: Final = 1000


def tt_key(board: Board) -> i64:
    """Returns the table's key of a position: the Zobrist key and, near the fifty-move rule, the halfmove clock.

    Transpositions usually have the same halfmove clock, so few hits are lost.
    """
    halfmove_clock = board.halfmove_clock
    if halfmove_clock < MIN_HASHED_CLOCK:
        return board.key
    return board.key ^ HALFMOVE_CLOCK_KEYS[halfmove_clock if halfmove_clock < MAX_HASHED_CLOCK else MAX_HASHED_CLOCK]


def move_of(entry: i64) -> i64:
    """Returns the best move of an entry, or NO_MOVE."""
    return entry & 32767


def depth_of(entry: i64) -> i64:
    """Returns the depth of the search that stored an entry, in plies."""
    return entry >> DEPTH_SHIFT & 255


def bound_of(entry: i64) -> i64:
    """Returns the type of an entry's score: NO_BOUND, LOWER_BOUND, UPPER_BOUND or EXACT_SCORE."""
    return entry >> BOUND_SHIFT & 3


def generation_of(entry: i64) -> i64:
    """Returns the generation in which an entry was stored."""
    return entry >> GENERATION_SHIFT & GENERATIONS - 1


def score_of(entry: i64, ply: i64) -> i64:
    """Returns the score of an entry, for a node at `ply`: mate scores count the distance from the root."""
    score = (entry >> SCORE_SHIFT & 65535) - SCORE_OFFSET
    if score >= MATE - MAX_PLY:
        return score - ply
    if score <= MAX_PLY - MATE:
        return score + ply
    return score


def static_eval_of(entry: i64) -> i64:
    """Returns the static evaluation in centipawns for the side to move. It has no meaning if that side is in check."""
    return (entry >> STATIC_EVAL_SHIFT) - SCORE_OFFSET


def improves_on(entry: i64, static_eval: i64, ply: i64) -> bool:
    """Returns True if an entry's score is a better estimate than the static evaluation.

    It is exact, or a bound that rules the static evaluation out.
    """
    return is_decisive(entry, static_eval, static_eval, ply)


def is_decisive(entry: i64, alpha: i64, beta: i64, ply: i64) -> bool:
    """Returns True if an entry's score needs no search in this window: exact, or a bound outside the window."""
    bound = bound_of(entry)
    if bound == EXACT_SCORE:
        return True
    if bound == LOWER_BOUND:
        return score_of(entry, ply) >= beta
    return bound == UPPER_BOUND and score_of(entry, ply) <= alpha


class TranspositionTable:
    """A transposition table that grows up to a fixed size.

    `bucket_mask`    key & bucket_mask is the index of the key's bucket, in words from the beginning of the table.
    `segments`       the words of the table, keys and data alternating; 2 ** SEGMENT_BITS in each, or fewer.
    `segment_count`  the number of segments allocated. While the table doubles, some of them are not yet in use.
    `max_segments`   the largest number of segments, a power of two.
    `first_size`     the number of words in the first segment.
    """

    def __init__(self, megabytes: int) -> None:
        """Allocates the first segment; raises MemoryError if there is not enough memory.

        The table may grow to the largest power of two of entries that fits into `megabytes`.
        """
        words: i64 = 2 * BUCKET_SIZE
        while 2 * words * BYTES_PER_WORD <= megabytes * MEGABYTE:
            words *= 2
        self.max_segments: i64 = words >> SEGMENT_BITS
        if self.max_segments == 0:
            self.max_segments = 1
        self.first_size: i64 = words // self.max_segments
        self.segments: vec[vec[i64]] = vec[vec[i64]]([])
        self.segment_count: i64 = 0
        self.bucket_mask: i64 = 0
        self.generation: i64 = 0
        self.clear()

    def clear(self) -> None:
        """Removes all entries, and all segments but one."""
        self.segments = vec[vec[i64]]([vec[i64]([0])] * int(self.max_segments))  # frees the old table first
        self.segments[0] = _zeros(int(self.first_size))
        self.segment_count = 1
        self.bucket_mask = self.first_size - 2 * BUCKET_SIZE
        self.generation = 0

    def new_search(self) -> None:
        """Starts a new generation of entries."""
        self.generation = (self.generation + 1) % GENERATIONS

    def probe(self, key: i64) -> i64:
        """Returns the packed data of a position's entry, or 0 if the table does not have it."""
        bucket = key & self.bucket_mask
        words = self.segments[bucket >> SEGMENT_BITS]
        bucket &= SEGMENT_MASK
        for index in range(bucket, bucket + 2 * BUCKET_SIZE, 2):
            if words[index] == key:
                return words[index + 1]
        return NO_ENTRY

    def store(self, key: i64, move: i64, score: i64, depth: i64, bound: i64, ply: i64, static_eval: i64) -> None:
        """Stores a search result in the position's own entry, a free one, or the one with the lowest priority.

        Mate scores are stored as the distance from the position. If `move` is NO_MOVE, the position's old move is kept.
        """
        bucket, generation = key & self.bucket_mask, self.generation
        words = self.segments[bucket >> SEGMENT_BITS]
        target = self._entry_to_replace(words, bucket & SEGMENT_MASK, key)
        if words[target] == key:
            old = words[target + 1]
            if (
                bound != EXACT_SCORE
                and generation_of(old) == generation
                and depth + REPLACEMENT_MARGIN <= depth_of(old)
            ):
                return
            if move == NO_MOVE:
                move = move_of(old)
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

    def store_static_eval(self, key: i64, static_eval: i64) -> None:
        """Stores the static evaluation of a position that has no entry yet, with no move and no bound."""
        self.store(key, NO_MOVE, static_eval, 0, NO_BOUND, 0, static_eval)

    def _entry_to_replace(self, words: vec[i64], bucket: i64, key: i64) -> i64:
        """Returns the index of the position's own entry, of a free one, or of the one with the lowest priority.

        The priority is the depth, less PLIES_PER_GENERATION for each search since the entry was stored.
        """
        generation = self.generation
        target = bucket
        lowest_priority: i64 = 1 << 20
        for index in range(bucket, bucket + 2 * BUCKET_SIZE, 2):
            data = words[index + 1]
            if words[index] == key or data == NO_ENTRY:  # after a free entry all others are free
                return index
            age = generation - generation_of(data) & GENERATIONS - 1
            priority = depth_of(data) - PLIES_PER_GENERATION * age
            if priority < lowest_priority:
                lowest_priority = priority
                target = index
        return target

    def hashfull(self) -> int:
        """Returns how many of the first thousand entries the current search has stored (UCI hashfull, in permille)."""
        count = 0
        words = self.segments[0]
        last = min(2 * HASHFULL_SAMPLE, len(words))
        for index in range(1, last, 2):
            entry = words[index]
            if entry != NO_ENTRY and generation_of(entry) == self.generation:
                count += 1
        return count

    def needs_room(self) -> bool:
        """Returns True if the table is doubling, or may still double and half of its entries or more are used."""
        if self.segment_count == self.max_segments:
            return False
        if self.segment_count << SEGMENT_BITS > self.bucket_mask + 2 * BUCKET_SIZE:
            return True
        used = 0
        words = self.segments[0]
        for index in range(1, 2 * HASHFULL_SAMPLE, 2):
            if words[index] != NO_ENTRY:
                used += 1
        return 2 * used >= HASHFULL_SAMPLE

    def grow(self) -> bool:
        """Adds a segment, and moves to it the entries that belong there once the table has doubled.

        The table doubles when it has as many new segments as old ones; until then the moved entries are not found.
        Returns False if there is not enough memory: the table then keeps its size for good.
        """
        old_size = self.bucket_mask + 2 * BUCKET_SIZE
        old_count = old_size >> SEGMENT_BITS
        try:
            added = _zeros(1 << int(SEGMENT_BITS))
        except MemoryError:
            self._stay_at(old_count)
            return False
        self._split(self.segments[self.segment_count - old_count], added, old_size)
        self.segments[self.segment_count] = added
        self.segment_count += 1
        if self.segment_count == 2 * old_count:
            self.bucket_mask = 2 * old_size - 2 * BUCKET_SIZE
        return True

    def _stay_at(self, count: i64) -> None:
        """Frees the segments after the first `count`, and does not grow any more."""
        for index in range(count, self.segment_count):
            self.segments[index] = vec[i64]([0])
        self.segment_count = count
        self.max_segments = count

    def _split(self, words: vec[i64], added: vec[i64], bit: i64) -> None:
        """Moves the entries whose keys have a bit to the same buckets of an empty segment; no gaps are left."""
        for bucket in range(0, len(words), 2 * BUCKET_SIZE):
            kept = bucket
            moved = bucket
            for index in range(bucket, bucket + 2 * BUCKET_SIZE, 2):
                key, data = words[index], words[index + 1]
                words[index] = 0
                words[index + 1] = NO_ENTRY
                if data == NO_ENTRY:
                    break  # after a free entry all others are free
                if key & bit != 0:
                    added[moved], added[moved + 1] = key, data
                    moved += 2
                else:
                    words[kept], words[kept + 1] = key, data
                    kept += 2


def _zeros(count: int) -> vec[i64]:
    """Returns an array of `count` zeros.

    Interpreted, a list of numbers would take five times the memory; the array is a little slower to read.
    """
    zeros: object = vec[i64]([0])
    return zero_array(count) if isinstance(zeros, list) else vec[i64]([0] * count)
