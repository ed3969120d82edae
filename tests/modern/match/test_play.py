"""A match played in processes, and what stops it."""

from __future__ import annotations

from pathlib import Path

import pytest
from sparring import outside

from modern.game.clock import TimeSetting
from modern.match.fixture import Entrant
from modern.match.journal import JournalError
from modern.match.options import MatchOptions, random_openings
from modern.match.play import open_match, playing
from modern.match.processes import EntrantOptionError, MatchError
from modern.match.result import result_json, summary_lines

PARTNER = Entrant(f"uci:{outside()}")


def options(first: Entrant = PARTNER, second: Entrant = PARTNER, games: int = 2) -> MatchOptions:
    return MatchOptions(first, second, games, TimeSetting(depth=1), random_openings("random:4", 3), None, 1)


def test_a_match_is_played_with_its_files_and_resumed(tmp_path: Path) -> None:
    pgn, journal = tmp_path / "games.pgn", tmp_path / "journal"
    with open_match(options(), pgn, journal) as match:
        with playing(options(), match) as games:
            assert [match.standing.games for _ in games] == [1, 2]
        assert match.complete
    assert pgn.read_text().count("[Event ") == 2
    with open_match(options(games=4), None, journal) as match:
        assert (match.earlier_games, match.complete) == (2, False)
    with (
        pytest.raises(JournalError, match="belongs to another match"),
        open_match(options(Entrant("x")), None, journal),
    ):
        pass


def test_an_option_that_a_player_does_not_have_is_that_players() -> None:
    faulty = Entrant(PARTNER.player_name, (("Level", "40"),))
    for number, played in enumerate((options(first=faulty), options(second=faulty))):
        with open_match(played, None, None) as match, pytest.raises(EntrantOptionError) as raised:  # noqa: SIM117
            with playing(played, match):
                pass
        assert raised.value.number == number


def test_a_player_that_cannot_be_started_stops_the_match() -> None:
    played = options(second=Entrant("uci:/no/such/program"))
    with open_match(played, None, None) as match, pytest.raises(MatchError, match="/no/such/program"):  # noqa: SIM117
        with playing(played, match):
            pass


def test_a_match_without_games_has_a_result() -> None:
    with open_match(options(), None, None) as match:
        assert summary_lines(match) == ["Elo: unknown without a pair of games"]
        figures = result_json(options(), match)
    assert (figures["complete"], figures["games"], figures["elo"], figures["sprt"]) == (False, 0, None, None)
