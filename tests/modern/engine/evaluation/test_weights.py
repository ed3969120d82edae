"""The table of weights, its text, and its groups."""

from __future__ import annotations

import pytest

from modern.engine.evaluation.groups import GROUP_ENTRIES, GROUPS, only, weights_of
from modern.engine.evaluation.weights import COUNT, OFFSETS, TABLE, TABLE_TEXT, flatten, format_table, parse_table
from modern.engine.techniques import LAST_YEAR


def test_a_formatted_table_parses_to_the_same_table() -> None:
    assert format_table(TABLE) == TABLE_TEXT
    assert parse_table(format_table(TABLE)) == TABLE


def test_formatting_other_weights_keeps_names_and_comments() -> None:
    other = {
        name: ([-number for number in middlegame], [1999] * len(endgame))
        for name, (middlegame, endgame) in TABLE.items()
    }
    assert parse_table(format_table(other)) == other
    assert format_table(other).count("#") == TABLE_TEXT.count("#")


def test_squares_are_listed_from_a8() -> None:
    first = "squares  # of something\n" + "".join(
        f"    {' '.join([str(rank)] * 8)} | 0 0 0 0 0 0 0 0\n" for rank in "87654321"
    )
    middlegame, _ = parse_table(first)["squares"]
    assert (middlegame[0], middlegame[63]) == (1, 8)


def test_each_entry_has_its_offset() -> None:
    numbers = flatten()
    assert len(numbers) == 2 * COUNT
    for name, (middlegame, endgame) in TABLE.items():
        offset = OFFSETS[name]
        assert numbers[offset : offset + len(middlegame)] == middlegame
        assert numbers[COUNT + offset : COUNT + offset + len(endgame)] == endgame


def test_each_entry_belongs_to_one_group() -> None:
    assert sorted(name for names in GROUP_ENTRIES.values() for name in names) == sorted(TABLE)


@pytest.mark.parametrize("group", GROUPS)
def test_removing_a_group_leaves_all_other_weights_unchanged(group: str) -> None:
    for number, rest, removed in zip(flatten(), weights_of(LAST_YEAR, group), only(group, flatten()), strict=True):
        assert rest + removed == number
        assert 0 in (rest, removed)
    assert any(only(group, flatten()))
