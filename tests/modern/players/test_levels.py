"""The named levels of `modern`."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from modern.engine.strength import MAX_ELO, MIN_ELO, level_of
from modern.players import PLAYERS, player_named
from modern.players.levels import NAMED_LEVELS, level_at, level_named


def test_the_ten_levels_rise_from_the_lowest_uci_elo_to_the_highest() -> None:
    elos = [level.elo for level in NAMED_LEVELS]
    assert [level.number for level in NAMED_LEVELS] == list(range(1, 11))
    assert (elos[0], elos[-1]) == (MIN_ELO, MAX_ELO)
    nodes = [level_of(elo).nodes for elo in elos]
    assert nodes == sorted(set(nodes))  # each level thinks longer than the one below


def test_every_level_is_a_setting_that_modern_accepts() -> None:
    for level in NAMED_LEVELS:
        player_named(f"modern[UCI_Elo={level.elo}]").close()


def test_a_level_is_named_by_its_number_or_its_name() -> None:
    for level in NAMED_LEVELS:
        assert level_named(str(level.number)) == level_named(f" {level.name.upper()}") == level_at(level.elo) == level
    assert str(level_named("1")) == "level 1, beginner"
    assert level_at(MIN_ELO + 1) is None


@pytest.mark.parametrize(
    ("text", "hint"),
    [("beginer", "did you mean beginner?"), ("0", "expected 1 to 10, or one of beginner, "), ("11", "expected 1 to ")],
)
def test_a_text_that_is_no_level_is_refused_with_a_hint(text: str, hint: str) -> None:
    with pytest.raises(ValueError, match=f"no level called '{text}'; {re.escape(hint)}"):
        level_named(text)


def test_no_level_has_the_name_of_a_player() -> None:
    assert not {level.name for level in NAMED_LEVELS} & {*PLAYERS, "human"}


def test_a_higher_level_loses_less() -> None:
    """The figures are measured, and stand in the table of the levels."""
    for lower, higher in pairwise(NAMED_LEVELS):
        assert lower.centipawn_loss > higher.centipawn_loss
        assert lower.piece_losses >= higher.piece_losses
