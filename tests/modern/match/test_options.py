"""The options of a match and its openings."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from modern.game.clock import TimeSetting
from modern.match.openings import FileOpenings, is_random, random_openings
from modern.match.options import MATCH, TournamentOptions, number_of_games
from modern.match.statistics import Sprt


def test_the_number_of_games_has_a_default_that_depends_on_the_sprt() -> None:
    assert (number_of_games(None, with_sprt=False), number_of_games(None, with_sprt=True)) == (10, 100_000)
    assert [number_of_games(games, with_sprt=False) for games in (1, 2, 4)] == [1, 2, 4]
    with pytest.raises(ValueError, match="3 is odd; expected an even number"):
        number_of_games(3, with_sprt=False)


def test_openings_are_random_by_default() -> None:
    openings = random_openings(None, None)
    assert (openings.plies, openings.name, openings.seed) == (8, "random:8, seed 1994", 1994)
    assert random_openings("random:0", 7).name == "random:0, seed 7"


@pytest.mark.parametrize("name", ["random:", "random:61", "random:-1", "random:1.5", "random:\u0661"])
def test_random_openings_have_0_to_60_plies(name: str) -> None:
    with pytest.raises(ValueError, match="is not an opening; expected random:PLIES with 0 to 60 plies"):
        random_openings(name, None)


def test_a_file_has_as_many_openings_as_the_games_need(tmp_path: Path) -> None:
    path = tmp_path / "some.pgn"
    path.write_text("1. e4 *\n\n1. d4 *\n\n1. c4 *\n")
    assert not is_random(str(path))
    openings = FileOpenings(path, games=4)
    assert (openings.read, openings.name, openings.seed, openings.problems) == (2, "some.pgn", None, [])
    assert (len(openings.openings), openings.skipped) == (2, 0)
    assert len(FileOpenings(path, games=1).openings) == 1


def test_a_resumed_match_may_change_its_games_its_sprt_and_its_jobs() -> None:
    options = TournamentOptions(
        ("modern", "historic"),
        10,
        TimeSetting(depth=1),
        random_openings(None, 3),
        player_options=((("Hash", "2"),), ()),
        task=MATCH,
    )
    changed = replace(options, games_per_pairing=20, sprt=Sprt(0, 5), jobs=2)
    assert options.identity() == changed.identity()
    assert options.identity() == {
        "a": "modern",
        "a_options": {"Hash": "2"},
        "b": "historic",
        "b_options": {},
        "pace": {"depth": 1},
        "openings": "random:8",
        "seed": 3,
        "draw": None,
        "resign": None,
    }
