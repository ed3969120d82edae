"""Writing games as PGN."""

from __future__ import annotations

import io

import chess.pgn
import pytest

from modern.game.game import (
    ADJUDICATION,
    AGREEMENT,
    CRASH,
    ILLEGAL_MOVE,
    RESIGNATION,
    TIME_FORFEIT,
    WHITE,
    Ending,
    Game,
)
from modern.game.move_notes import MoveNote, VariationMove
from modern.game.pgn_reading import numbered_game
from modern.game.pgn_writing import pgn_as_read, pgn_of
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


@pytest.mark.parametrize(
    "word", ["[%cal Gd1c2" + ",Bh1h3" * 20 + "]", '<a href="https://' + "x/" * 99 + '">', "y-" * 400]
)
def test_a_link_or_command_of_any_length_stays_whole(word: str) -> None:
    written = pgn_as_read(numbered_game(f"1. e4 {{ before {word} behind }} e5 *"))
    said = ["before", *word.split(), "behind"]
    assert numbered_game(written).notes[0].comment.split() == said
    assert next(iter(read(written).mainline())).comment.split() == said


@pytest.mark.parametrize(
    ("reason", "termination"),
    [
        (TIME_FORFEIT, "time forfeit"),
        (ILLEGAL_MOVE, "rules infraction"),
        (CRASH, "abandoned"),
        (ADJUDICATION, "adjudication"),
        (RESIGNATION, "normal"),
        (AGREEMENT, "normal"),
    ],
)
def test_termination_says_how_the_game_has_ended(reason: str, termination: str) -> None:
    game = Game()
    game.ending = Ending(WHITE, reason)
    assert read(pgn_of(game)).headers["Termination"] == termination
