"""The transposition table: storing, probing and replacing entries."""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Iterable
from itertools import product

import pytest

from modern.build import COMPILED, ENGINE, build_mode
from modern.engine import transposition
from modern.engine.engine import Engine
from modern.engine.score import INFINITE, MATE
from modern.engine.transposition import (
    EXACT_SCORE,
    LOWER_BOUND,
    NO_ENTRY,
    UPPER_BOUND,
    TranspositionTable,
    bound_of,
    depth_of,
    move_of,
    score_of,
    static_eval_of,
)
from modern.limits import Limits
from modern.rules import Position

#: The number of buckets of four entries in a megabyte.
BUCKETS = 16384


def probe(table: TranspositionTable, key: int, ply: int = 0) -> tuple[int, int, int, int, int] | None:
    entry = table.probe(key)
    if entry == NO_ENTRY:
        return None
    return (move_of(entry), score_of(entry, ply), depth_of(entry), bound_of(entry), static_eval_of(entry))


def depths(table: TranspositionTable, keys: Iterable[int]) -> list[int]:
    """Returns the depths of the stored positions."""
    return [int(depth_of(entry)) for key in keys if (entry := table.probe(key)) != NO_ENTRY]


def same_bucket(number: int) -> list[int]:
    """Returns keys of the same bucket."""
    return [8 + 8 * BUCKETS * index for index in range(number)]


@pytest.mark.parametrize("key", [1, 12345, -1, -(2**63), 2**63 - 1])
def test_probing_returns_what_was_stored(key: int) -> None:
    table = TranspositionTable(1)
    for score, bound, static_eval in product(
        (0, 35, -950, MATE - 200, 200 - MATE), (LOWER_BOUND, UPPER_BOUND, EXACT_SCORE), (0, 2500, -2500, -INFINITE)
    ):
        table.clear()
        table.store(key, 32767, score, 100, bound, 5, static_eval)
        assert probe(table, key, 5) == (32767, score, 100, bound, static_eval)
        assert probe(table, key ^ 1) is None


def test_mate_scores_are_stored_relative_to_the_position() -> None:
    table = TranspositionTable(1)
    table.store(7, 0, MATE - 9, 3, EXACT_SCORE, 4, 0)  # five plies from the position
    assert probe(table, 7, 2) == (0, MATE - 7, 3, EXACT_SCORE, 0)
    table.store(8, 0, 9 - MATE, 3, EXACT_SCORE, 4, 0)
    assert probe(table, 8, 2) == (0, 7 - MATE, 3, EXACT_SCORE, 0)


def test_a_bucket_holds_four_positions() -> None:
    table = TranspositionTable(1)
    for depth, key in enumerate(same_bucket(4)):
        table.store(key, 11, 10, depth, EXACT_SCORE, 0, 0)
    assert depths(table, same_bucket(4)) == [0, 1, 2, 3]


def test_a_fifth_position_replaces_the_one_with_the_lowest_depth() -> None:
    table = TranspositionTable(1)
    for key, depth in zip(same_bucket(5), (6, 3, 9, 5, 1), strict=True):
        table.store(key, 11, 10, depth, EXACT_SCORE, 0, 0)
    assert depths(table, same_bucket(5)) == [6, 9, 5, 1]


def test_entries_of_an_earlier_search_are_replaced_first_unless_much_deeper() -> None:
    table = TranspositionTable(1)
    for key, depth in zip(same_bucket(4), (6, 3, 40, 5), strict=True):
        table.store(key, 11, 10, depth, EXACT_SCORE, 0, 0)
    table.new_search()
    new_keys = same_bucket(7)[4:]
    for key in new_keys:
        table.store(key, 22, 20, 2, EXACT_SCORE, 0, 0)
    assert depths(table, same_bucket(7)) == [40, 2, 2, 2]


def test_an_old_entry_is_found_after_any_number_of_searches() -> None:
    table = TranspositionTable(1)
    table.store(5, 77, 10, 6, EXACT_SCORE, 0, 3)
    for _ in range(200):
        table.new_search()
        assert probe(table, 5) == (77, 10, 6, EXACT_SCORE, 3)


def test_what_any_search_has_stored_is_found_with_its_static_evaluation() -> None:
    table = TranspositionTable(1)
    for search in range(200):
        table.store(5, 77, 10, 6, EXACT_SCORE, 0, search)
        assert probe(table, 5) == (77, 10, 6, EXACT_SCORE, search)
        table.new_search()


def test_storing_a_position_again_updates_its_entry_and_keeps_its_move() -> None:
    table = TranspositionTable(1)
    table.store(5, 77, 10, 6, EXACT_SCORE, 0, 3)
    table.store(5, 0, -30, 4, UPPER_BOUND, 0, 3)
    assert probe(table, 5) == (77, -30, 4, UPPER_BOUND, 3)
    table.store(5, 88, -40, 7, LOWER_BOUND, 0, 3)
    assert probe(table, 5) == (88, -40, 7, LOWER_BOUND, 3)


def test_a_bound_does_not_replace_a_much_deeper_entry_of_the_same_search() -> None:
    table = TranspositionTable(1)
    table.store(5, 77, 10, 20, EXACT_SCORE, 0, 3)
    table.store(5, 88, -30, 2, UPPER_BOUND, 0, 3)
    assert probe(table, 5) == (77, 10, 20, EXACT_SCORE, 3)
    table.store(5, 88, -30, 2, EXACT_SCORE, 0, 3)
    assert probe(table, 5) == (88, -30, 2, EXACT_SCORE, 3)
    table.store(5, 77, 10, 20, EXACT_SCORE, 0, 3)
    table.new_search()
    table.store(5, 88, -30, 2, UPPER_BOUND, 0, 3)
    assert probe(table, 5) == (88, -30, 2, UPPER_BOUND, 3)


def test_hashfull_counts_the_entries_of_the_current_search() -> None:
    table = TranspositionTable(1)
    assert table.hashfull() == 0
    for key in range(4000):
        table.store(2 * key, 1, 0, 1, EXACT_SCORE, 0, 0)
    assert table.hashfull() == 1000
    table.new_search()
    assert table.hashfull() == 0
    for key in range(0, 2000, 8):
        table.store(key, 1, 0, 1, EXACT_SCORE, 0, 0)
    assert table.hashfull() == 250
    table.clear()
    assert table.hashfull() == 0
    assert all(probe(table, 2 * key) is None for key in range(250))


def test_hashfull_counts_only_the_first_thousand_entries() -> None:
    table = TranspositionTable(1)
    for key in range(8000, 16000):
        table.store(key, 1, 0, 1, EXACT_SCORE, 0, 0)
    assert table.hashfull() == 0


@pytest.mark.parametrize("megabytes", [1, 3, 16])
def test_the_table_is_no_larger_than_requested(megabytes: int) -> None:
    table = TranspositionTable(megabytes)
    assert table.max_segments == 1
    assert megabytes * 2**19 < 8 * len(table.segments[0]) <= megabytes * 2**20
    if build_mode(ENGINE) != COMPILED:
        assert sys.getsizeof(table.segments[0]) <= megabytes * 2**20 + 1000


def test_a_small_table_does_not_grow() -> None:
    table, before = TranspositionTable(1), len(TranspositionTable(1).segments[0])
    for key in range(0, 2**40, 2**25):
        table.store(key, 1, 0, 1, EXACT_SCORE, 0, 0)
        table.store(-key, 1, 0, 1, EXACT_SCORE, 0, 0)
    assert not table.needs_room()
    assert len(table.segments[0]) == before


def crowded_table(megabytes: int) -> tuple[TranspositionTable, list[int]]:
    """Returns a table whose first thousand entries are used, and their keys."""
    table = TranspositionTable(megabytes)
    keys = [8 * bucket + (number << 21) for bucket in range(250) for number in range(4)]
    for depth, key in enumerate(keys):
        table.store(key, 1, 0, depth % 100, EXACT_SCORE, 0, 0)
    return table, keys


def test_a_large_table_begins_with_16_megabytes_and_doubles() -> None:
    table, keys = crowded_table(64)
    sizes = [table.segment_count]
    while table.needs_room():
        assert table.grow()
        sizes.append(table.segment_count)
    assert sizes == [1, 2, 3, 4]
    assert depths(table, keys) == [number % 100 for number in range(1000)]


def test_a_table_that_has_half_doubled_still_stores_and_finds() -> None:
    table, _ = crowded_table(64)
    for _ in range(2):
        table.grow()
    assert table.segment_count == 3
    for key in range(8, 8 + 2**23, 2**21):
        table.store(key, 3, 0, 100, EXACT_SCORE, 0, 0)
        assert probe(table, key) == (3, 0, 100, EXACT_SCORE, 0)


def test_a_cleared_table_is_as_small_as_a_new_one() -> None:
    table, keys = crowded_table(64)
    table.grow()
    table.clear()
    assert table.segment_count == 1
    assert all(probe(table, key) is None for key in keys)
    table.store(5, 77, 10, 6, EXACT_SCORE, 0, 3)
    assert probe(table, 5) == (77, 10, 6, EXACT_SCORE, 3)


def test_the_largest_table_is_one_segment_until_a_search_has_filled_it() -> None:
    table = TranspositionTable(4096)
    assert (table.segment_count, table.max_segments) == (1, 256)
    assert not table.needs_room()


def test_a_search_lets_a_crowded_table_grow() -> None:
    engine = Engine(64)
    engine.table, _ = crowded_table(64)
    engine.think(Position(), Limits(depth=2))
    assert engine.table.segment_count == 4


@pytest.mark.skipif(build_mode(ENGINE) == COMPILED, reason="a global of a compiled module cannot be replaced")
def test_without_memory_a_table_keeps_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    table, keys = crowded_table(64)
    assert table.grow()

    def no_memory(count: int) -> None:
        raise MemoryError

    monkeypatch.setattr(transposition, "_zeros", no_memory)
    assert not table.grow()
    assert not table.needs_room()
    assert all(probe(table, key) is not None for key in keys)


def test_a_table_of_zero_megabytes_still_stores_something() -> None:
    table = TranspositionTable(0)
    table.store(5, 77, 10, 6, EXACT_SCORE, 0, 3)
    assert probe(table, 5) == (77, 10, 6, EXACT_SCORE, 3)


@pytest.mark.skipif(build_mode(ENGINE) == COMPILED, reason="tracemalloc does not see the memory of compiled code")
def test_clearing_never_holds_two_tables_in_memory() -> None:
    table = TranspositionTable(16)
    tracemalloc.start()
    table.clear()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1.2 * 16 * 2**20
