"""The board in a terminal."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given
from rich.color import Color
from scenarios import program_at, random_boards

from historic import State
from historic.study.diagram import board_lines
from modern.cli.play.board import (
    SIXTEEN_COLOURS,
    WOOD,
    BoardStyle,
    balance,
    board_text,
    captured_pieces,
    captured_text,
)
from modern.game.game import Game
from modern.rules import Move, Position
from modern.rules.fen import INITIAL_FEN
from modern.rules.typed_move import parse_typed_move

CHECK = "4k3/8/8/8/8/8/4r3/R3K3 w Q - 0 1"
LETTERS = BoardStyle(symbols=False, colours=None)
SIGNS = BoardStyle(symbols=True, colours=None)
COLOURED = BoardStyle(symbols=True, colours=WOOD)


def rows(look: BoardStyle, fen: str = chess.STARTING_FEN, last: str = "", flipped: bool = False) -> list[str]:
    move = Move.from_uci(last) if last else None
    return board_text(Position(fen), move, flipped, look).plain.splitlines()


def test_pieces_are_letters_in_ascii_style() -> None:
    drawn = rows(LETTERS)
    assert drawn[0].split() == list("abcdefgh")
    assert drawn[1].split() == ["8", *"rnbqkbnr", "8"]
    assert drawn[4].split() == ["5", *"........", "5"]
    assert drawn[8].split() == ["1", *"RNBQKBNR", "1"]
    assert all(line.isascii() for line in drawn)


def test_a_flipped_board_has_h1_in_the_upper_left_corner() -> None:
    drawn = rows(LETTERS, flipped=True)
    assert drawn[0].split() == list("hgfedcba")
    assert drawn[1].split() == ["1", *"RNBKQBNR", "1"]
    assert drawn[8].split() == ["8", *"rnbkqbnr", "8"]


def test_without_colours_white_pieces_are_outlined_and_black_pieces_filled() -> None:
    drawn = rows(SIGNS)
    assert drawn[1].split()[1:9] == list("♜♞♝♛♚♝♞♜")
    assert drawn[8].split()[1:9] == list("♖♘♗♕♔♗♘♖")


def test_without_colours_brackets_mark_the_last_move_and_exclamation_marks_a_king_in_check() -> None:
    drawn = rows(LETTERS, CHECK, last="e3e2")
    assert "[r]" in drawn[7]
    assert "[.]" in drawn[6]
    assert "!K!" in drawn[8]
    assert "!k!" not in drawn[1]


@pytest.mark.parametrize("colours", [WOOD, SIXTEEN_COLOURS])
def test_in_colour_each_square_has_its_background(colours: object) -> None:
    look = BoardStyle(symbols=True, colours=WOOD if colours is WOOD else SIXTEEN_COLOURS)
    assert look.colours is not None
    text = board_text(Position(CHECK), Move.from_uci("e3e2"), False, look)
    grounds = [span.style.bgcolor for span in text.spans if not isinstance(span.style, str)]
    assert len(grounds) == 64
    by_name = dict(zip([f"{file}{rank}" for rank in "87654321" for file in "abcdefgh"], grounds, strict=True))
    assert by_name["a1"] == by_name["h8"] == Color.parse(look.colours.dark)
    assert by_name["h1"] == by_name["a8"] == Color.parse(look.colours.light)
    assert by_name["e1"] == Color.parse(look.colours.check)
    assert by_name["e2"] == Color.parse(look.colours.last_light)
    assert by_name["e3"] == Color.parse(look.colours.last_dark)


def test_in_colour_both_sides_have_filled_pieces_of_their_own_colour() -> None:
    text = board_text(Position(), None, False, COLOURED)
    drawn = text.plain.splitlines()
    assert drawn[1].split()[1:9] == drawn[8].split()[1:9] == list("♜♞♝♛♚♝♞♜")
    fronts = [span.style.color for span in text.spans if not isinstance(span.style, str)]
    assert {color.name for color in fronts[:16] if color} == {WOOD.black}
    assert {color.name for color in fronts[48:] if color} == {WOOD.white}


@given(random_boards(representable=True))
def test_the_diagram_is_drawn_as_the_program_prints_it(board: chess.Board) -> None:
    program = program_at(board.fen())
    program.BOARD()
    printed = program.screen.lines()[2:12]
    assert board_lines(State.from_fen(board.fen()).letters()) == printed
    assert rows(BoardStyle(False, None, diagram=True), board.fen()) == printed


def test_the_diagram_can_be_flipped_and_shows_a_third_knight() -> None:
    drawn = rows(BoardStyle(False, None, diagram=True), "4k3/8/8/8/8/8/8/NNN1K3 w - - 0 1", flipped=True)
    assert drawn[0] == "  H G F E D C B A"
    assert drawn[2] == "1*. . . K . N N N"


@pytest.mark.parametrize("colours", [None, WOOD])
def test_the_squares_of_a_large_board_are_three_lines_high_and_seven_wide(colours: object) -> None:
    look = BoardStyle(symbols=True, colours=WOOD if colours else None, large=True)
    drawn = rows(look)
    assert len(drawn) == 26
    assert {len(line) for line in drawn[2:25:3]} == {3 + 8 * 7 + 2}
    small = rows(BoardStyle(symbols=True, colours=look.colours))
    assert [line.split() for line in drawn[2:25:3]] == [line.split() for line in small[1:9]]
    assert all(not line.strip() for number, line in enumerate(drawn[1:25], 1) if number % 3 != 2)


def test_the_line_under_the_board_names_captured_pieces_and_who_is_ahead() -> None:
    assert captured_text({"white": "", "black": ""}, 0, SIGNS) == ""
    captured = {"white": "qp", "black": "PP"}
    assert captured_text(captured, 8, LETTERS) == "White has taken qp; Black has taken PP; White is ahead by 8 pawns"
    assert captured_text(captured, -1, SIGNS) == "White has taken ♛♟; Black has taken ♙♙; Black is ahead by 1 pawn"


def played(moves: str, start: str = INITIAL_FEN) -> Game:
    game = Game(start)
    for text in moves.split():
        game.make(parse_typed_move(game.position, text))
    return game


@pytest.mark.parametrize(
    ("start", "moves", "white", "black", "ahead"),
    [
        (INITIAL_FEN, "e4 d5", "", "", 0),
        (INITIAL_FEN, "e4 d5 exd5 Qxd5", "p", "P", 0),
        (INITIAL_FEN, "e4 d5 exd5 Qxd5 Nc3 Qxd2 Qxd2", "qp", "PP", 8),
        (INITIAL_FEN, "e4 a6 e5 d5 exd6", "p", "", 1),  # en passant
        ("4k2r/6P1/8/8/8/8/8/4K3 w k - 0 1", "gxh8=N", "r", "", 3),
        ("4k3/8/8/8/8/8/q7/4K3 b - - 0 1", "", "", "", -9),
    ],
)
def test_the_captured_pieces_of_a_game(start: str, moves: str, white: str, black: str, ahead: int) -> None:
    game = played(moves, start)
    assert captured_pieces(game) == {"white": white, "black": black}
    assert balance(game.position) == ahead
