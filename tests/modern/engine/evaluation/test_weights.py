"""The table of weights, its text, and its groups."""

from __future__ import annotations

import pytest

from modern.engine.evaluation.groups import GROUP_ENTRIES, GROUPS, weights_of, weights_without
from modern.engine.evaluation.weights import COUNT, OFFSETS, TABLE, TABLE_TEXT, flatten, format_table, parse_table


def test_what_is_written_is_what_is_read() -> None:
    assert format_table(TABLE) == TABLE_TEXT
    assert parse_table(format_table(TABLE)) == TABLE


def test_other_numbers_leave_names_and_comments() -> None:
    other = {name: ([-number for number in many], [1999] * len(few)) for name, (many, few) in TABLE.items()}
    assert parse_table(format_table(other)) == other
    assert format_table(other).count("#") == TABLE_TEXT.count("#")


def test_squares_are_written_as_white_sees_them() -> None:
    first = "squares  # of something\n" + "".join(
        f"    {' '.join([str(rank)] * 8)} | 0 0 0 0 0 0 0 0\n" for rank in "87654321"
    )
    many, _ = parse_table(first)["squares"]
    assert (many[0], many[63]) == (1, 8)


def test_each_entry_has_its_place() -> None:
    numbers = flatten()
    assert len(numbers) == 2 * COUNT
    for name, (many, few) in TABLE.items():
        place = OFFSETS[name]
        assert numbers[place : place + len(many)] == many
        assert numbers[COUNT + place : COUNT + place + len(few)] == few


def test_each_entry_belongs_to_one_group() -> None:
    assert sorted(name for names in GROUP_ENTRIES.values() for name in names) == sorted(TABLE)


@pytest.mark.parametrize("group", GROUPS)
def test_without_a_group_the_rest_is_as_it_was(group: str) -> None:
    for number, left, taken in zip(flatten(), weights_without(group), weights_of(group), strict=True):
        assert left + taken == number
        assert 0 in (left, taken)
    assert any(weights_of(group))
