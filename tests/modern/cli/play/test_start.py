"""Where a game of `gosub play` comes from: another game, or a file whose players take their seats again."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import fields
from pathlib import Path
from typing import Any

import click
import pytest

from modern.cli.play.start import GameRequest, Source, new_session, players_of_options, saved_session, seat_again
from modern.game.clock import TimeSetting
from modern.game.game import Game
from modern.game.games_folder import games_folder
from modern.game.pgn_reading import standard_game
from modern.game.saved_game import saved_game
from modern.game.session import GameSession, Seat
from modern.players import Player
from modern.players.historic import HistoricPlayer
from modern.players.seats import completed_specs

NOT_NAMED = {"white": None, "black": None}
ONE_PLY = TimeSetting(depth=1)
WITH_MEMORY = b'[WhiteSeat "human"]\n[BlackSeat "historic"]\n[BlackMemory "1:5,7"]\n\n1. e4 e5 {-0.50/2 1.00s} *'


def continued(content: bytes, plies: int, black: str) -> tuple[GameSession, Player | None]:
    """Goes on with a game, with a human as White. Returns the session, and Black's player."""
    seats, players = players_of_options(ExitStack(), {"white": "human", "black": black}, None)
    source = Source(standard_game(content), plies, Path("game.pgn"))
    return new_session(source, seats, players, ONE_PLY), players["black"]


def save(path: Path, black: Seat) -> None:
    game = Game(moves=("e2e4", "e7e5"), headers={"Date": "1994.05.31"})
    path.write_text(
        saved_game(GameSession({"white": Seat("human", "Human"), "black": black}, ONE_PLY, game)), encoding="utf-8"
    )


def resume(path: Path, **named: str) -> tuple[GameSession, dict[str, Player | None]]:
    session, _ = saved_session(ExitStack(), str(path), ONE_PLY)
    return session, seat_again(ExitStack(), session, path, {**NOT_NAMED, **named}, None)


def test_a_player_that_sat_there_before_gets_its_memory_back() -> None:
    session, player = continued(WITH_MEMORY, 2, "historic")
    assert isinstance(player, HistoricPlayer)
    assert player.memory() == session.seats["black"].memory == "1:5,7"
    assert str(session.last_score("black")) == "-0.50"


def test_a_memory_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(click.ClickException, match=r"^game\.pgn: 'x' "):
        continued(WITH_MEMORY.replace(b"1:5,7", b"x"), 1, "historic")


def test_a_position_of_the_earlier_game_counts_as_a_repetition() -> None:
    session, _ = continued(b"1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *", 6, "human")
    assert not session.may_claim_draw()
    session.enter_move("Ng1", 0.0)
    assert session.may_claim_draw()


def test_a_resumed_player_gets_its_memory_back_and_keeps_its_seat(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    save(path, Seat("historic", "Gosub Chess, historic", "1:5,7", from_ply=1))
    session, players = resume(path)
    player = players["black"]
    assert isinstance(player, HistoricPlayer)
    assert player.memory() == "1:5,7"
    assert session.seats["black"] == Seat("historic", "Gosub Chess, historic", "1:5,7", from_ply=1)
    assert session.game.headers["Date"] == "1994.05.31"


def test_another_player_begins_where_it_is_seated_and_without_a_memory(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    save(path, Seat("historic", "Gosub Chess, historic", "1:5,7"))
    session, _ = resume(path, black="huo[Depth=1]")
    assert session.seats["black"] == Seat("huo[Depth=1]", "huo[Depth=1]", "", from_ply=2)
    assert "Black" not in session.game.headers


def test_a_saved_memory_that_cannot_be_read_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    save(path, Seat("historic", "Gosub Chess, historic", "x"))
    with pytest.raises(click.ClickException, match=r"game\.pgn: 'x' "):
        resume(path)


def test_a_command_in_a_file_from_elsewhere_must_be_named_again(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    save(path, Seat("uci:/nowhere/engine", "Engine"))
    expected = r"names the command 'uci:/nowhere/engine' as Black's player; to run it, give it with --black, or name"
    with pytest.raises(click.ClickException, match=expected):
        resume(path)
    session, _ = resume(path, black="historic")
    assert session.seats["black"].spec == "historic"
    games_folder().mkdir(parents=True, exist_ok=True)
    save(games_folder() / "game.pgn", Seat("uci:/nowhere/engine", "Engine"))
    with pytest.raises(click.BadParameter, match="/nowhere/engine"):  # it is run, and does not exist
        resume(games_folder() / "game.pgn")


def test_a_game_with_clocks_goes_on_with_them(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    save(path, Seat("historic", "Gosub Chess, historic"))
    path.write_text(path.read_text().replace('[TimeControl "-"]', '[TimeControl "60+1"]'))
    session, _ = resume(path)
    assert str(session.control) == "60+1"
    assert session.time.without_clocks == ONE_PLY


@pytest.mark.parametrize(
    ("typed", "goes_on"),
    [({}, "60+1"), ({"depth": 2}, TimeSetting(depth=2)), ({"seconds": 0.5}, TimeSetting(seconds=0.5))],
)
def test_a_resumed_game_keeps_its_clocks_unless_another_limit_is_typed(
    typed: dict[str, Any], goes_on: str | TimeSetting, tmp_path: Path
) -> None:
    path = tmp_path / "game.pgn"
    save(path, Seat("historic", "Gosub Chess, historic"))
    path.write_text(path.read_text().replace('[TimeControl "-"]', '[TimeControl "60+1"]'))
    nothing = dict.fromkeys([field.name for field in fields(GameRequest)])
    with ExitStack() as cleanup:
        request = GameRequest(**{**nothing, "default_seconds": 1.0, "resume": str(path), **typed})
        time = request.begin(cleanup).session.time
    assert (str(time.control) if isinstance(goes_on, str) else time) == goes_on


def test_a_side_without_a_player_is_human_or_historic() -> None:
    assert completed_specs({"white": "human", "black": None})["black"] == "historic"
    assert completed_specs({"white": None, "black": "modern"})["white"] == "human"
