"""Every PGN is within the standard, whatever names, comments and positions it has."""

from __future__ import annotations

import chess
import chess.pgn
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pgn_standard import complaints_of_pgn_extract, needs_pgn_extract, standard_games
from scenarios import random_boards

from modern.game.game import Game
from modern.game.move_notes import MoveNote
from modern.game.pgn_text import joined_header, split_header
from modern.game.pgn_writing import pgn_of

#: Text with the characters that mean something in a PGN, and any other character.
ODD_TEXT = st.text(st.one_of(st.sampled_from('{}[]();%$"\\*.?!\n\t\x1b 1-0 Ke4'), st.characters()), max_size=200)
#: Comments with long words, and words that mean something at the beginning of a line.
COMMENTS = st.lists(st.one_of(ODD_TEXT, st.sampled_from(["%", "[Event", "; ", "x" * 90, "{[%clk 0:01}"])), max_size=20)


def game_pgn(board: chess.Board, comment: str, name: str) -> str:
    game = Game(board.root().fen(), [move.uci() for move in board.move_stack])
    game.notes = [MoveNote(comment=comment if ply % 3 == 0 else "") for ply in range(len(game.moves))]
    game.headers = {"White": name, "Event": name, "Result": board.result()}
    return pgn_of(game, last_comment=comment)


def with_comments(read: chess.pgn.Game) -> Game:
    game = Game(read.board().fen(), [move.uci() for move in read.mainline_moves()], read.headers)
    game.notes = [MoveNote(comment=node.comment) for node in read.mainline()]
    return game


def words(text: str) -> str:
    return "".join(text.split())


@given(random_boards(), COMMENTS, ODD_TEXT)
@example(chess.Board(), ["%"] * 90, '"]')
@example(chess.Board(), [";" * 300], "\\")
@settings(max_examples=25)
def test_odd_comments_and_names_are_read_back(board: chess.Board, comments: list[str], name: str) -> None:
    comment = " ".join(comments)
    text = game_pgn(board, comment, name)
    (game,) = standard_games(text)
    assert [move.uci() for move in game.mainline_moves()] == [move.uci() for move in board.move_stack]
    assert game.board().fen() == board.root().fen()
    shown = "".join(char for char in comment if char.isprintable()).replace("{", "(").replace("}", ")")
    assert words(game.end().comment).endswith(words(shown))
    again = pgn_of(with_comments(game))
    if board.move_stack:
        assert again == text


@needs_pgn_extract
@given(st.lists(st.tuples(random_boards(), COMMENTS, ODD_TEXT), min_size=8, max_size=8))
@settings(max_examples=4, deadline=None)
def test_pgn_extract_has_no_complaint(games: list[tuple[chess.Board, list[str], str]]) -> None:
    text = "\n".join(game_pgn(board, " ".join(comments), name) for board, comments, name in games)
    assert complaints_of_pgn_extract(text) == ""


@needs_pgn_extract
def test_pgn_extract_complains_about_an_illegal_move_and_a_wrong_result() -> None:
    text = game_pgn(chess.Board(), "", "")
    good = pgn_of(Game(moves=["e2e4"]), {"Result": "1-0"})
    assert complaints_of_pgn_extract(text + "\n" + good) == ""
    assert "Failed to make move" in complaints_of_pgn_extract(good.replace("e4", "e5"))
    assert "Inconsistent result" in complaints_of_pgn_extract(good.replace('"1-0"', '"0-1"'))


def test_the_header_of_a_long_fen_is_not_shortened() -> None:
    fen = "1r1b1k1n/1p1p1p1p/p1p1p1p1/1r1b1n1q/Q1N1B1R1/1P1P1P1P/P1P1P1P1/N1K1B1R1 w - - 100 2000"
    (game,) = standard_games(pgn_of(Game(fen)))
    assert game.headers["FEN"] == fen
    assert game.headers["SetUp"] == "1"


def test_the_initial_position_needs_no_fen() -> None:
    assert "FEN" not in pgn_of(Game(headers={"FEN": chess.STARTING_FEN, "SetUp": "1"}))


def test_a_game_without_more_headers_has_no_clock_and_no_result() -> None:
    (game,) = standard_games(pgn_of(Game(moves=["e2e4"])))
    assert (game.headers["TimeControl"], game.headers["Termination"]) == ("-", "unterminated")
    (game,) = standard_games(pgn_of(Game(moves=["e2e4"]), {"Result": "1-0", "TimeControl": "60+1"}))
    assert (game.headers["TimeControl"], game.headers["Termination"]) == ("60+1", "normal")


@given(st.text(st.characters(min_codepoint=33, max_codepoint=126, exclude_characters='"\\'), max_size=500))
def test_a_long_header_is_split_and_joined(text: str) -> None:
    headers = split_header("WhiteMemory", text)
    standard_games(pgn_of(Game(), headers))
    assert joined_header(headers, "WhiteMemory") == text
    assert joined_header({}, "WhiteMemory") == ""
