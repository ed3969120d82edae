"""What the transposition table keeps, and what goes."""

from __future__ import annotations

import sys
import tracemalloc

import pytest

from modern.build import COMPILED, ENGINE, build
from modern.engine.score import MATE
from modern.engine.transposition import AT_LEAST, AT_MOST, EXACTLY, Table

SMALLEST = 65536
"""How many entries a megabyte has: keys that are so far apart share a place."""


def found(table: Table, key: int, ply: int = 0) -> tuple[int, int, int, int] | None:
    return (table.move(), table.score(ply), table.depth(), table.bound()) if table.probe(key) else None


@pytest.mark.parametrize("key", [1, 12345, -1, -(2**63), 2**63 - 1])
@pytest.mark.parametrize("score", [0, 35, -950, MATE - 200, 200 - MATE])
@pytest.mark.parametrize("bound", [AT_LEAST, AT_MOST, EXACTLY])
def test_what_was_stored_is_found_as_it_was(key: int, score: int, bound: int) -> None:
    table = Table(1)
    table.store(key, 32767, score, 100, bound, 5)
    assert found(table, key, 5) == (32767, score, 100, bound)
    assert found(table, key ^ 1) is None


def test_a_mate_is_as_far_from_the_position_wherever_that_is_met() -> None:
    table = Table(1)
    table.store(7, 0, MATE - 9, 3, EXACTLY, 4)  # five plies from the position
    assert found(table, 7, 2) == (0, MATE - 7, 3, EXACTLY)
    table.store(8, 0, 9 - MATE, 3, EXACTLY, 4)
    assert found(table, 8, 2) == (0, 7 - MATE, 3, EXACTLY)


def test_of_two_positions_that_share_a_place_the_deeper_stays_until_a_new_search_begins() -> None:
    table = Table(1)
    table.store(1, 11, 10, 6, EXACTLY, 0)
    table.store(1 + SMALLEST, 22, 20, 5, EXACTLY, 0)
    assert found(table, 1) == (11, 10, 6, EXACTLY)
    assert found(table, 1 + SMALLEST) is None
    table.store(1 + SMALLEST, 22, 20, 6, EXACTLY, 0)
    assert found(table, 1) is None
    table.store(1, 11, 10, 9, EXACTLY, 0)
    table.grow_older()
    table.store(1 + SMALLEST, 22, 20, 1, EXACTLY, 0)
    assert found(table, 1 + SMALLEST) == (22, 20, 1, EXACTLY)


def test_a_position_that_comes_again_is_brought_up_to_date_and_keeps_its_move() -> None:
    table = Table(1)
    table.store(5, 77, 10, 6, EXACTLY, 0)
    table.store(5, 0, -30, 2, AT_MOST, 0)
    assert found(table, 5) == (77, -30, 2, AT_MOST)


def test_it_says_how_full_it_is_of_this_search() -> None:
    table = Table(1)
    assert table.full() == 0
    for key in range(250):
        table.store(key, 1, 0, 1, EXACTLY, 0)
    assert table.full() == 250
    table.grow_older()
    assert table.full() == 0
    table.clear()
    assert all(found(table, key) is None for key in range(250))


@pytest.mark.parametrize("megabytes", [1, 3, 16])
def test_it_is_no_larger_than_it_was_told(megabytes: int) -> None:
    table = Table(megabytes)
    entries = int(table.mask) + 1
    assert megabytes * 2**20 / 2 < 16 * entries <= megabytes * 2**20
    if build(ENGINE) != COMPILED:
        kept = sys.getsizeof(table.keys) + sys.getsizeof(table.entries)
        assert kept <= megabytes * 2**20 + 1000


@pytest.mark.skipif(build(ENGINE) == COMPILED, reason="what compiled code takes is not traced")
def test_while_it_is_cleared_there_are_never_two_of_it() -> None:
    table = Table(16)
    tracemalloc.start()
    table.clear()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 1.2 * 16 * 2**20
