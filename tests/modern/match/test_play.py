"""A match played in processes, and what stops it."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import pytest
from sparring import OneOpening, outside

from modern.game.clock import TimeSetting
from modern.jobs.journal import JournalError
from modern.jobs.work import run
from modern.match.options import MATCH, OptionSettings, TournamentOptions
from modern.match.result import match_lines, result_json
from modern.match.tournament import PlayerOptionError, PlayerRefused, Tournament, workers_of

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


def play(match: Tournament, journal: Path | None = None) -> list[int]:
    """Plays a match, and returns how many games had been counted after each."""
    counted: list[int] = []
    show = lambda _: counted.append(match.crosstable.games)  # noqa: E731
    run(match, workers_of(match, pytest.fail), lambda: nullcontext(show), journal)
    return counted


def test_a_match_is_played_with_its_files_and_resumed(tmp_path: Path) -> None:
    pgn, journal = tmp_path / "games.pgn", tmp_path / "journal"
    match = Tournament(options(), pgn)
    assert play(match, journal) == [1, 2]
    assert match.complete
    assert pgn.read_text().count("[Event ") == 2
    resumed = Tournament(options(games=4))
    with resumed.resumed(journal):
        assert (resumed.earlier_games, resumed.left, resumed.complete) == (2, 2, False)
    with pytest.raises(JournalError, match="belongs to another match"):
        play(Tournament(options("x")), journal)


def test_a_complete_match_starts_no_player(tmp_path: Path) -> None:
    play(Tournament(options()), tmp_path / "journal")
    complete = Tournament(options())
    complete.player_factories = ()
    run(complete, pytest.fail, pytest.fail, tmp_path / "journal")  # type: ignore[arg-type]
    assert (complete.earlier_games, complete.failure) == (2, "")


@pytest.mark.usefixtures("games_here")
def test_an_option_that_a_player_does_not_have_is_that_players() -> None:
    for number, faulty in enumerate(((FAULTY_OPTION, ()), ((), FAULTY_OPTION))):
        with pytest.raises(PlayerOptionError) as raised:
            play(Tournament(options(player_options=faulty)))
        assert raised.value.number == number


@pytest.mark.usefixtures("games_here")
def test_a_player_that_cannot_be_started_stops_the_match() -> None:
    with pytest.raises(PlayerRefused, match="/no/such/program"):
        play(Tournament(options(second="uci:/no/such/program")))


def test_a_match_without_games_has_a_result() -> None:
    match = Tournament(options())
    assert match_lines(match) == ["Elo: unknown without a pair of games"]
    figures = result_json(match)
    assert (figures["complete"], figures["games"], figures["elo"], figures["sprt"]) == (False, 0, None, None)
