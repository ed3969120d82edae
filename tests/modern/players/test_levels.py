"""The named levels of `modern`, and the ratings of the ladder beside them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from modern.engine.strength import MAX_ELO, MIN_ELO, level_of
from modern.players import PLAYERS, player_named
from modern.players.ladder import LadderRating, compared, ladder_rating, ladder_ratings
from modern.players.levels import NAMED_LEVELS, level_at, level_named

LADDER_PAGE = Path(__file__).parents[3] / "docs" / "ladder.md"


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


def test_the_ratings_are_those_of_the_page_of_the_ladder() -> None:
    """If this fails, run `python benchmarks/ladder.py report FOLDER`, which writes both."""
    rows = re.findall(r"^\| \d+ \| `([^`]+)` \| ([^|]*) \| (-?\d+) \| (\d+) \|", LADDER_PAGE.read_text(), re.M)
    assert [(one.player, one.what, str(one.elo), str(one.error)) for one in ladder_ratings()] == rows


def test_a_level_that_has_played_on_the_ladder_shows_its_rating() -> None:
    rated = {level.elo: level.rating.elo for level in NAMED_LEVELS if level.rating}
    assert rated
    for elo, rating in rated.items():
        assert f"`modern[UCI_Elo={elo}]` | the engine of today, limited | {rating} |" in LADDER_PAGE.read_text()


def test_a_rating_is_compared_with_the_nearest_players_of_other_names(monkeypatch: pytest.MonkeyPatch) -> None:
    ratings = [
        LadderRating("historic", "", 400, 90),
        LadderRating("modern[UCI_Elo=1000]", "", 700, 90),
        LadderRating("modern[UCI_Elo=1300]", "", 900, 90),
        LadderRating("uci:/usr/bin/engine[UCI_Elo=1350]", "Engine at its lowest", 1000, 0),
        LadderRating("modern[UCI_Elo=1350]", "", 1050, 90),
        LadderRating("modern[UCI_Elo=1600]", "", 1900, 90),
    ]
    monkeypatch.setattr("modern.players.ladder.ladder_ratings", lambda: ratings)
    by_elo = {rating.elo: compared(rating) for rating in ratings if rating.player.startswith("modern")}
    assert by_elo == {
        700: "between historic and Engine at its lowest",
        900: "between historic and Engine at its lowest",
        1050: "about as strong as Engine at its lowest",
        1900: "stronger than Engine at its lowest",
    }


def test_a_player_that_was_not_on_the_ladder_has_no_rating() -> None:
    assert ladder_rating("modern[UCI_Elo=1001]") is None
