"""The folder of saved games, and who plays a game that is resumed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from modern.game.clock import TimeSetting
from modern.game.games_folder import games_folder, latest_unfinished_game, new_game_file, remove_if_empty
from modern.game.saved_game import SavedGame, SavedGameError, saved_game_pgn
from modern.game.session import LiveGame
from modern.match.record import PlayedMove
from modern.play.resuming import UntrustedCommand, resumed_game, resumed_specs
from modern.players.seats import Seat, completed_specs

NOT_NAMED = {"white": None, "black": None}


@pytest.fixture(autouse=True)
def _own_folder_of_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def save_game(path: Path, *moves: str, seconds: float) -> None:
    """Saves a game between humans, at a time in seconds."""
    seats = {"white": Seat("human"), "black": Seat("human")}
    live_game = LiveGame(seats, record=[PlayedMove(uci, "", 0, 0.0) for uci in moves])
    path.write_text(saved_game_pgn(live_game, TimeSetting(depth=1)))
    os.utime(path, (seconds, seconds))


def test_the_latest_unfinished_game_is_found() -> None:
    with pytest.raises(SavedGameError, match=r"^there is no unfinished game in "):
        latest_unfinished_game()
    first = new_game_file()
    save_game(first, "e2e4", seconds=200)
    save_game(games_folder() / "older.pgn", "d2d4", seconds=100)
    save_game(games_folder() / "over.pgn", "f2f3", "e7e5", "g2g4", "d8h4", seconds=300)
    saved, path = latest_unfinished_game()
    assert path == first
    assert [move.uci for move in saved.record] == ["e2e4"]


def test_games_begun_in_the_same_second_have_a_file_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.strftime", lambda form: "2026-01-31-120000")
    assert len({new_game_file() for _ in range(3)}) == len(list(games_folder().iterdir())) == 3


def test_the_file_of_a_game_without_moves_is_removed() -> None:
    path = new_game_file()
    remove_if_empty(path)
    assert not path.exists()
    save_game(path, "e2e4", seconds=1)
    remove_if_empty(path)
    assert path.exists()


def test_a_command_in_a_file_from_elsewhere_must_be_named_again(tmp_path: Path) -> None:
    saved = SavedGame({"white": "human", "black": "uci:engine"}, None)
    with pytest.raises(UntrustedCommand, match=r"names the command 'uci:engine' as Black's player$") as raised:
        resumed_specs(saved, tmp_path / "game.pgn", NOT_NAMED)
    assert raised.value.side == "black"
    named = {"white": None, "black": "historic"}
    assert resumed_specs(saved, tmp_path / "game.pgn", named) == {"white": "human", "black": "historic"}
    assert resumed_specs(saved, games_folder() / "game.pgn", NOT_NAMED) == saved.seats


def test_another_player_loses_the_name_and_the_scores_of_the_one_before(tmp_path: Path) -> None:
    record = [PlayedMove("e2e4", "", 0, 0.0), PlayedMove("e7e5", "-0.20", 3, 0.0)]
    saved = SavedGame({"white": "human", "black": "modern"}, None, record=record, headers={"White": "A", "Black": "B"})
    live_game = resumed_game({"white": Seat("human"), "black": Seat("historic")}, saved, tmp_path)
    assert live_game.headers == {"White": "A"}
    assert live_game.last_score("black") is None


def test_a_record_with_an_illegal_move_cannot_be_resumed(tmp_path: Path) -> None:
    saved = SavedGame({"white": "human", "black": "human"}, None, record=[PlayedMove("e2e5", "", 0, 0.0)])
    with pytest.raises(SavedGameError, match=r"game\.pgn: e2e5 is not a legal move"):
        resumed_game({"white": Seat("human"), "black": Seat("human")}, saved, tmp_path / "game.pgn")


def test_a_side_without_a_player_is_human_or_historic() -> None:
    assert completed_specs({"white": "human", "black": None})["black"] == "historic"
    assert completed_specs({"white": None, "black": "modern"})["white"] == "human"
