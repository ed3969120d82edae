"""The page of the finest hours: the programs play again what it says, and its boards show that."""

from __future__ import annotations

import re
from pathlib import Path

import chess
import pytest
from making import game_pages, hours
from scenarios import program_at

from historic import Program
from historic.position.squares import NAME_TO_SQUARE
from modern.web.screen import screen_after, screen_settings

DOCS = Path(__file__).parents[1] / "docs"
PAGE = (DOCS / "program" / "finest-hours.md").read_text(encoding="utf-8")


def played(name: str) -> hours.Played:
    return hours.play(hours.HOURS[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", hours.HOURS)
def test_each_hour_has_its_boards_and_a_page_at_its_ply(name: str) -> None:
    hour = hours.HOURS[name]
    assert re.findall(rf"pictures/(hour-{name}(?:-after)?\.svg)", PAGE) == list(hours.pictures(name))
    for picture, drawn in hours.pictures(name).items():
        assert (DOCS / "pictures" / picture).read_text(encoding="utf-8") == drawn, "run `python docs/make.py hours`"
    at = f"#{hour.ply}" if hour.ply > 1 else ""
    pgn = game_pages.address(hour.page).removesuffix(".html") + ".pgn"  # the site's hook makes it the page
    assert f"](../{pgn}{at})" in PAGE


@pytest.mark.slow
def test_the_hours_that_can_be_played_from_the_first_move_on_the_1994_screen_end_as_their_boards_show() -> None:
    parts = [(part, re.search(r"#/screen/([\w-]+)", part)) for part in PAGE.split("\n## ")]
    played_here = {re.findall(r"hour-([\w-]+)-after", part)[0]: found[1] for part, found in parts if found}
    assert list(played_here) == ["ply-22", "castle-on-a-bishop", "error-9"]
    for name, game in played_here.items():
        asks = not game.isdigit()
        turns = [move for white in game.split("-") for move in (white, "")] if asks else [""] * int(game)
        keys = [" ", *(["H", "C", " "] if asks else []), *(key for turn in turns for key in (*turn, "Enter"))]
        events = screen_after(screen_settings({"ask": asks, "pause": 0}), keys)
        if error := played(name).error:
            assert str(error) in events[-1]["text"]
            continue
        rows = [row[2:18].split() for row in events[-1]["rows"] if re.match(r"[1-8]\*", row)]
        board = chess.Board(f"{played(name).after} w - - 0 1")
        assert rows == [line.split() for line in str(board).splitlines()]


@pytest.mark.parametrize(
    ("name", "move"),
    [("ply-22", "O-O"), ("error-9", "Qg8+"), ("firstchess-queen", "Qxd2+"), ("huo-horizon", "Na2")],
)
def test_a_legal_move_is_chosen(name: str, move: str) -> None:
    hour = played(name)
    assert hour.move is not None
    assert hour.before.san(hour.before.parse_uci(hour.move)) == move


def test_black_castles_onto_its_bishop_after_six_moves_of_its_own() -> None:
    game = game_pages.game_of("castle-on-a-bishop")
    for ply in range(2, len(game.moves), 2):
        assert hours.play(hours.Hour("castle-on-a-bishop", ply)).move == game.moves[ply - 1].uci()
    hour = played("castle-on-a-bishop")
    after = chess.Board(f"{hour.after} w - - 0 1")
    assert (hour.move, str(hour.before.piece_at(chess.C8)), str(hour.before.piece_at(chess.A7))) == ("e8c8", "b", "r")
    assert (str(after.piece_at(chess.C8)), str(after.piece_at(chess.D8)), after.piece_at(chess.A7)) == ("k", "r", None)


def test_white_castles_with_a_rook_that_is_not_on_the_board() -> None:
    hour = played("rook-from-nowhere")
    assert (hour.move, hour.before.piece_at(chess.A1), hour.after.split("/")[-1]) == ("e1c1", None, "2KR3R")


def test_a_third_queen_captures_a_rook() -> None:
    hour = played("queen-from-nowhere")
    assert hour.thought is not None
    assert (hour.move, hour.thought.best.square) == (None, NAME_TO_SQUARE["a1"])
    assert (hour.before.board_fen().count("Q"), hour.after.count("Q"), hour.after.count("r")) == (2, 3, 0)


def test_the_mated_king_captures_the_queen_and_is_captured() -> None:
    hour = played("king-in-check")
    assert hour.before.is_checkmate()
    assert hour.thought is not None
    assert (hour.move, round(hour.thought.value)) == ("e8f7", -990)
    program = program_at(hour.before.fen())
    program.play("black")
    assert program.play("white").move == "c4f7"
    assert "k" not in program.state.to_fen("black").split()[0]


def test_error_9_ends_a_won_game_and_the_queen_is_gone() -> None:
    hour = played("error-9")
    assert hour.error is not None
    assert (hour.error.code, hour.before.board_fen().count("Q"), hour.after.count("Q")) == (9, 1, 0)
    assert game_pages.stored_analysis("error-9")[82]["today"]["score"] == "#4"


@pytest.mark.slow
def test_the_game_to_error_9_is_the_programs_self_play() -> None:
    program = Program()
    for number, move in enumerate(game_pages.game_of("error-9").moves):
        assert program.play(("white", "black")[number % 2]).move == move.uci()


def test_every_reply_captures_the_queen_of_firstchess() -> None:
    hour = played("firstchess-queen")
    after = chess.Board(f"{hour.after} w KQ - 0 1")
    assert [move.to_square for move in after.legal_moves] == [chess.D2] * 3


def test_huo_moves_its_knight_to_and_fro_until_the_draw() -> None:
    plies = (95, 97, 99, 101)
    assert [hours.play(hours.Hour("huo", ply, "huo")).move for ply in plies] == ["a2c1", "c1a2", "a2c1", "c1a2"]
    game = game_pages.game_of("huo")
    assert [game.moves[ply - 1].uci() for ply in plies] == ["a2c1", "c1a2", "a2c1", "c1a2"]
    assert len(game.moves) == plies[-1]
