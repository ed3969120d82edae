"""A match played in processes, and what stops it."""

from __future__ import annotations

from pathlib import Path

import pytest
from sparring import OneOpening, outside

from modern.game.clock import TimeSetting
from modern.jobs.journal import JournalError
from modern.match.options import MATCH, OptionSettings, TournamentOptions
from modern.match.result import match_lines, result_json
from modern.match.tournament import PlayerOptionError, PlayerRefused, open_tournament, playing

PARTNER = f"uci:{outside()}"
FAULTY_OPTION = (("Level", "40"),)


def options(
    first: str = PARTNER, second: str = PARTNER, games: int = 2, player_options: tuple[OptionSettings, ...] = ()
) -> TournamentOptions:
    return TournamentOptions(
        (first, second),
        games,
        TimeSetting(depth=1),
        OneOpening("one"),
        player_options=player_options,
        task=MATCH,
    )


def test_a_match_is_played_with_its_files_and_resumed(tmp_path: Path) -> None:
    pgn, journal = tmp_path / "games.pgn", tmp_path / "journal"
    with open_tournament(options(), pgn, journal) as match:
        with playing(match, pytest.fail) as games:
            assert [match.crosstable.games for _ in games] == [1, 2]
        assert match.complete
    assert pgn.read_text().count("[Event ") == 2
    with open_tournament(options(games=4), None, journal) as match:
        assert (match.earlier_games, match.complete) == (2, False)
    with (
        pytest.raises(JournalError, match="belongs to another match"),
        open_tournament(options("x"), None, journal),
    ):
        pass


@pytest.mark.usefixtures("games_here")
def test_an_option_that_a_player_does_not_have_is_that_players() -> None:
    for number, faulty in enumerate(((FAULTY_OPTION, ()), ((), FAULTY_OPTION))):
        played = options(player_options=faulty)
        with open_tournament(played, None, None) as match, pytest.raises(PlayerOptionError) as raised:  # noqa: SIM117
            with playing(match, pytest.fail):
                pass
        assert raised.value.number == number


@pytest.mark.usefixtures("games_here")
def test_a_player_that_cannot_be_started_stops_the_match() -> None:
    played = options(second="uci:/no/such/program")
    with open_tournament(played, None, None) as match, pytest.raises(PlayerRefused, match="/no/such/program"):  # noqa: SIM117
        with playing(match, pytest.fail):
            pass


def test_a_match_without_games_has_a_result() -> None:
    with open_tournament(options(), None, None) as match:
        assert match_lines(match) == ["Elo: unknown without a pair of games"]
        figures = result_json(match)
    assert (figures["complete"], figures["games"], figures["elo"], figures["sprt"]) == (False, 0, None, None)
