"""What the transposition table keeps, and what goes."""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Iterable

import pytest

from modern.build import COMPILED, ENGINE, build_mode
from modern.engine.score import INFINITE, MATE
from modern.engine.transposition import EXACT_SCORE, LOWER_BOUND, UPPER_BOUND, TranspositionTable

#: How many groups of four entries a megabyte has.
GROUPS = 16384


def found(table: TranspositionTable, key: int, ply: int = 0) -> tuple[int, int, int, int, int] | None:
    if not table.probe(key):
        return None
    return (table.move(), table.score(ply), table.depth(), table.bound(), table.static_eval())


def depths(table: TranspositionTable, keys: Iterable[int]) -> list[int]:
    """How deep the positions that are known were looked at."""
    return [int(table.depth()) for key in keys if table.probe(key)]


def together(number: int) -> list[int]:
    """Keys whose entries stand together."""
    return [8 + 8 * GROUPS * index for index in range(number)]


@pytest.mark.parametrize("key", [1, 12345, -1, -(2**63), 2**63 - 1])
@pytest.mark.parametrize("score", [0, 35, -950, MATE - 200, 200 - MATE])
@pytest.mark.parametrize("bound", [LOWER_BOUND, UPPER_BOUND, EXACT_SCORE])
@pytest.mark.parametrize("static", [0, 2500, -2500, -INFINITE])
def test_what_was_stored_is_found_as_it_was(key: int, score: int, bound: int, static: int) -> None:
    table = TranspositionTable(1)
    table.store(key, 32767, score, 100, bound, 5, static)
    assert found(table, key, 5) == (32767, score, 100, bound, static)
    assert found(table, key ^ 1) is None


def test_a_mate_is_as_far_from_the_position_wherever_that_is_met() -> None:
    table = TranspositionTable(1)
    table.store(7, 0, MATE - 9, 3, EXACT_SCORE, 4, 0)  # five plies from the position
    assert found(table, 7, 2) == (0, MATE - 7, 3, EXACT_SCORE, 0)
    table.store(8, 0, 9 - MATE, 3, EXACT_SCORE, 4, 0)
    assert found(table, 8, 2) == (0, 7 - MATE, 3, EXACT_SCORE, 0)


def test_four_positions_that_stand_together_are_all_kept() -> None:
    table = TranspositionTable(1)
    for depth, key in enumerate(together(4)):
        table.store(key, 11, 10, depth, EXACT_SCORE, 0, 0)
    assert depths(table, together(4)) == [0, 1, 2, 3]


def test_the_fifth_takes_the_place_of_the_one_that_was_looked_at_least_deep() -> None:
    table = TranspositionTable(1)
    for key, depth in zip(together(5), (6, 3, 9, 5, 1), strict=True):
        table.store(key, 11, 10, depth, EXACT_SCORE, 0, 0)
    assert depths(table, together(5)) == [6, 9, 5, 1]


def test_what_an_earlier_search_has_found_goes_first_unless_it_is_much_deeper() -> None:
    table = TranspositionTable(1)
    for key, depth in zip(together(4), (6, 3, 40, 5), strict=True):
        table.store(key, 11, 10, depth, EXACT_SCORE, 0, 0)
    table.new_search()
    fresh = together(7)[4:]
    for key in fresh:
        table.store(key, 22, 20, 2, EXACT_SCORE, 0, 0)
    assert depths(table, together(7)) == [40, 2, 2, 2]


def test_an_old_position_is_still_found_however_many_searches_have_passed() -> None:
    table = TranspositionTable(1)
    table.store(5, 77, 10, 6, EXACT_SCORE, 0, 3)
    for _ in range(200):
        table.new_search()
        assert found(table, 5) == (77, 10, 6, EXACT_SCORE, 3)


def test_a_position_that_comes_again_is_brought_up_to_date_and_keeps_its_move() -> None:
    table = TranspositionTable(1)
    table.store(5, 77, 10, 6, EXACT_SCORE, 0, 3)
    table.store(5, 0, -30, 4, UPPER_BOUND, 0, 3)
    assert found(table, 5) == (77, -30, 4, UPPER_BOUND, 3)
    table.store(5, 88, -40, 7, LOWER_BOUND, 0, 3)
    assert found(table, 5) == (88, -40, 7, LOWER_BOUND, 3)


def test_a_bound_takes_no_place_of_what_this_search_has_found_of_the_position_much_deeper() -> None:
    table = TranspositionTable(1)
    table.store(5, 77, 10, 20, EXACT_SCORE, 0, 3)
    table.store(5, 88, -30, 2, UPPER_BOUND, 0, 3)
    assert found(table, 5) == (77, 10, 20, EXACT_SCORE, 3)
    table.store(5, 88, -30, 2, EXACT_SCORE, 0, 3)
    assert found(table, 5) == (88, -30, 2, EXACT_SCORE, 3)
    table.store(5, 77, 10, 20, EXACT_SCORE, 0, 3)
    table.new_search()
    table.store(5, 88, -30, 2, UPPER_BOUND, 0, 3)
    assert found(table, 5) == (88, -30, 2, UPPER_BOUND, 3)


def test_it_says_how_full_it_is_of_this_search() -> None:
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
    assert all(found(table, 2 * key) is None for key in range(250))


def test_no_more_than_the_first_thousand_entries_are_counted() -> None:
    table = TranspositionTable(1)
    for key in range(8000, 16000):
        table.store(key, 1, 0, 1, EXACT_SCORE, 0, 0)
    assert table.hashfull() == 0


@pytest.mark.parametrize("megabytes", [1, 3, 16])
def test_it_is_no_larger_than_it_was_told(megabytes: int) -> None:
    table = TranspositionTable(megabytes)
    assert megabytes * 2**19 < 8 * len(table.words) <= megabytes * 2**20
    if build_mode(ENGINE) != COMPILED:
        assert sys.getsizeof(table.words) <= megabytes * 2**20 + 1000


def test_it_takes_no_more_however_much_is_stored() -> None:
    table, before = TranspositionTable(1), len(TranspositionTable(1).words)
    for key in range(0, 2**40, 2**25):
        table.store(key, 1, 0, 1, EXACT_SCORE, 0, 0)
        table.store(-key, 1, 0, 1, EXACT_SCORE, 0, 0)
    assert len(table.words) == before


def test_a_table_of_no_megabytes_still_keeps_something() -> None:
    table = TranspositionTable(0)
    table.store(5, 77, 10, 6, EXACT_SCORE, 0, 3)
    assert found(table, 5) == (77, 10, 6, EXACT_SCORE, 3)


@pytest.mark.skipif(build_mode(ENGINE) == COMPILED, reason="what compiled code takes is not traced")
def test_while_it_is_cleared_there_are_never_two_of_it() -> None:
    table = TranspositionTable(16)
    tracemalloc.start()
    table.clear()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 1.2 * 16 * 2**20
