from __future__ import annotations

import random

import pytest
from scenarios import array_of

from modern.engine.network.lanes import HIGHEST, LOWEST, OFFSET, add_sub, add_sub_sub, pack, pack_with_offset, relu_sum
from modern.rules.native import i64, vec

EDGES = (LOWEST, LOWEST + 1, -1, 0, 1, HIGHEST - 1, HIGHEST)


def accumulator(numbers: list[int]) -> vec[i64]:
    return array_of(pack_with_offset(numbers))


@pytest.mark.parametrize("numbers", [EDGES * 4, [LOWEST] * 8, [-1] * 12, [HIGHEST] * 4, [0, 0, 0, LOWEST, 0, 0, 0, 0]])
def test_packed_numbers_are_a_sum_in_each_word(numbers: list[int]) -> None:
    for offset, words in ((0, pack(numbers)), (OFFSET, pack_with_offset(numbers))):
        sums = [
            sum((number + offset) << (16 * lane) for lane, number in enumerate(numbers[at : at + 4]))
            for at in range(0, len(numbers), 4)
        ]
        assert [word % 2**64 for word in words] == [total % 2**64 for total in sums]
        assert all(-(2**63) <= word < 2**63 for word in words)


@pytest.mark.parametrize("number", [LOWEST - 1, HIGHEST + 1])
def test_a_number_that_does_not_fit_into_a_lane_is_refused(number: int) -> None:
    with pytest.raises(OverflowError):
        pack([0, number, 0, 0])


@pytest.mark.parametrize("seed", range(5))
def test_the_positive_numbers_are_added_up(seed: int) -> None:
    rng = random.Random(seed)
    numbers = [rng.choice([*EDGES, rng.randint(LOWEST, HIGHEST)]) for _ in range(64)]
    values = accumulator(numbers)
    assert relu_sum(values, 0, 16) == sum(max(number, 0) for number in numbers)
    assert relu_sum(values, 4, 8) == sum(max(number, 0) for number in numbers[16:32])


def test_1024_neurons_at_their_limit_are_added_up() -> None:
    assert relu_sum(accumulator([HIGHEST] * 1024), 0, 256) == 1024 * HIGHEST
    assert relu_sum(accumulator([LOWEST] * 1024), 0, 256) == 0


@pytest.mark.parametrize("seed", range(5))
def test_an_update_adds_one_row_and_subtracts_another_in_each_lane(seed: int) -> None:
    rng = random.Random(seed)
    before, plus, minus = ([rng.choice(EDGES) // 3 for _ in range(8)] for _ in range(3))
    values = array_of([*accumulator(before), 0, 0])
    weights = array_of([*pack(plus), *pack(minus)])
    add_sub(values, 2, 0, weights, 0, 2, 2)
    after = [start + come - gone for start, come, gone in zip(before, plus, minus, strict=True)]
    assert values[0] == accumulator(before)[0]
    # Interpreted, the sum need not be the same number, but it has the same 64 bits.
    assert [values[2] % 2**64, values[3] % 2**64] == [word % 2**64 for word in accumulator(after)]


def test_the_update_of_a_capture_subtracts_two_rows() -> None:
    before, plus, minus, taken = ([seed * lane for lane in range(-4, 4)] for seed in (700, 31, 5, 900))
    values = array_of([*accumulator(before), 0, 0])
    weights = array_of([*pack(plus), *pack(minus), *pack(taken)])
    add_sub_sub(values, 2, 0, weights, 0, 2, 4, 2)
    after = [a + b - c - d for a, b, c, d in zip(before, plus, minus, taken, strict=True)]
    assert [values[2] % 2**64, values[3] % 2**64] == [word % 2**64 for word in accumulator(after)]


def test_a_sum_may_leave_its_lane_on_the_way() -> None:
    values = array_of([*accumulator([30000, -30000, 30000, -30000]), 0])
    weights = array_of([*pack([30000, -30000, -30000, 30000]), *pack([31000, -31000, -31000, 31000])])
    add_sub(values, 1, 0, weights, 0, 1, 1)
    add_sub(values, 1, 1, weights, 0, 1, 1)
    assert values[1] % 2**64 == accumulator([28000, -28000, 32000, -32000])[0] % 2**64


@pytest.mark.parametrize("start", [-1, 3, 5])
def test_words_that_are_not_all_there_are_an_error_in_both_builds(start: int) -> None:
    values, weights = array_of([7] * 4), array_of([1] * 8)
    for place in range(4):
        starts = [0] * 4
        starts[place] = start if start < 0 or place < 2 else start + 4  # the weights have four words more
        with pytest.raises(IndexError):
            add_sub(values, starts[0], starts[1], weights, starts[2], starts[3], 2)
        with pytest.raises(IndexError):
            add_sub_sub(values, starts[0], starts[1], weights, 0, starts[2], starts[3], 2)
    with pytest.raises(IndexError):
        relu_sum(values, start, start + 2)
    assert list(values) == [7] * 4
