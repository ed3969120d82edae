"""Writing games as PGN."""

from __future__ import annotations

import io

import chess.pgn

from modern.game.game import Game
from modern.game.move_notes import MoveNote, VariationMove
from modern.game.pgn_writing import pgn_of
from modern.report import Score


def read(text: str) -> chess.pgn.Game:
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert not game.errors
    return game


def test_a_game_and_its_comments_can_be_read_back() -> None:
    written = Game(headers={"Event": "A test"})
    written.make(written.position.parse_san("e4"), MoveNote(comment="a note"))
    written.make(written.position.parse_san("e5"))
    game = read(pgn_of(written, last_comment="the end"))
    assert game.headers["Event"] == "A test"
    assert [move.uci() for move in game.mainline_moves()] == ["e2e4", "e7e5"]
    assert [node.comment for node in game.mainline()] == ["a note", "the end"]


def test_all_that_a_note_says_is_written() -> None:
    game = Game(moves=["e2e4", "e7e5"])
    game.introduction = "An {odd} game."
    line = (VariationMove("c7c5", MoveNote(comment="Sicilian")), VariationMove("g1f3"))
    game.notes[1] = MoveNote(
        Score(-35), 8, 0.52, comment="book", comment_before="now", glyphs=(6, 10), variations=(line,)
    )
    movetext = pgn_of(game).split("\n\n")[1]
    assert " ".join(movetext.split()) == (
        "{ An (odd) game. } 1. e4 { now } 1... e5 $6 $10 { -0.35/8 0.52s book } ( 1... c5 { Sicilian } 2. Nf3 ) *"
    )


def test_the_headers_given_are_added_to_those_of_the_game() -> None:
    game = Game(headers={"White": "A", "Round": "3"})
    headers = read(pgn_of(game, {"White": "B" * 99, "Result": "1-0"})).headers
    assert headers["White"].startswith("BBB")
    assert (headers["Round"], headers["Result"], headers["Termination"]) == ("3", "1-0", "normal")
