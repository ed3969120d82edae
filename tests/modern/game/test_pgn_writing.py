"""Writing games as PGN."""

from __future__ import annotations

import io

import chess.pgn

from modern.game.pgn_writing import pgn_of


def read(text: str) -> chess.pgn.Game:
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert not game.errors
    return game


def test_a_game_and_its_comments_can_be_read_back() -> None:
    game = read(pgn_of([("e2e4", "a note"), ("e7e5", "")], {"Event": "A test"}, "the end"))
    assert game.headers["Event"] == "A test"
    assert [move.uci() for move in game.mainline_moves()] == ["e2e4", "e7e5"]
    assert [node.comment for node in game.mainline()] == ["a note", "the end"]


def test_a_game_ends_before_an_illegal_move() -> None:
    game = read(pgn_of([("e2e4", ""), ("e8e7", ""), ("d2d4", "")], {}, "never reached"))
    assert [move.uci() for move in game.mainline_moves()] == ["e2e4"]
    assert game.end().comment == "The next move, e8e7, is illegal."


def test_a_game_ends_when_no_move_was_chosen() -> None:
    game = read(pgn_of([("f2f3", ""), (None, "")], {}))
    assert game.end().comment == "No move was chosen."


def test_an_illegal_first_move_is_reported_before_the_game() -> None:
    assert "e2e5" in read(pgn_of([("e2e5", "")], {})).comment
