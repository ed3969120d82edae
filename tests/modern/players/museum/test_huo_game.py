"""Huo Chess's own board keeping: what it accepts from the user, what its moves do, and what it replays."""

from __future__ import annotations

import pytest
from huo_positions import pieces_of

from modern.players.museum.cores.huo_board import NO_SQUARE
from modern.players.museum.cores.huo_game import HuoGame, InvalidInput
from modern.rules.bitboard import SQUARE_NAMES
from modern.rules.pieces import BLACK, WHITE


def game_at(placement: str, huo: int = BLACK, edition: str = "0.9", depth: int = 1) -> HuoGame:
    """Returns a game with the pieces of a FEN's board."""
    game = HuoGame(huo, edition, depth)
    game.pieces = list(pieces_of(placement))
    return game


def on(game: HuoGame, square: str) -> str:
    return game.pieces[SQUARE_NAMES.index(square)]


def refuses(game: HuoGame, move: str) -> bool:
    """Returns True if the program refuses a move of the user's; then nothing has changed."""
    before = list(game.pieces), game.en_passant, game.castled, game.move_number
    try:
        game.enter(move)
    except InvalidInput:
        assert before == (game.pieces, game.en_passant, game.castled, game.move_number)
        return True
    return False


# What the user may enter.


def test_the_first_four_characters_count_and_letters_may_be_capitals() -> None:
    game = HuoGame(BLACK)
    game.enter("E2e4 is my move")
    assert (on(game, "e2"), on(game, "e4")) == (" ", "P")


@pytest.mark.parametrize("text", ["", "e2", "e2e9", "i2i4", "0-0", "\u0662e2e4"])
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match="such as e2e4"):
        HuoGame(BLACK).enter(text)


@pytest.mark.parametrize("move", ["e2e5", "e1e2", "a1a3", "e4e5", "d8h4", "e8e7", "a8a6", "e1g1"])
def test_illegal_moves_are_refused(move: str) -> None:
    assert refuses(HuoGame(BLACK), move)


@pytest.mark.parametrize("move", ["e7e5", "g8f6", "a7a6"])
def test_the_user_may_move_huos_knights_and_pawns(move: str) -> None:
    game = HuoGame(BLACK)
    piece = on(game, move[:2])
    game.enter(move)
    assert on(game, move[2:]) == piece


def test_the_user_may_stay_in_a_rooks_check_in_0_9_only() -> None:
    placement = "4r1k1/8/8/8/8/8/P7/4K3"
    assert not refuses(game_at(placement), "a2a3")
    assert refuses(game_at(placement, edition="0.6"), "a2a3")


@pytest.mark.parametrize("attackers", ["3n4/P7", "8/P2p4"])
def test_the_user_must_answer_the_check_of_a_knight_or_pawn(attackers: str) -> None:
    assert refuses(game_at(f"6k1/8/8/8/8/{attackers}/4K3"), "a2a3")


# Castling.


def test_the_user_castles_and_the_rook_moves() -> None:
    game = game_at("4k3/8/8/8/8/8/8/R3K2R")
    game.enter("e1c1")
    assert [on(game, square) for square in ("a1", "c1", "d1", "e1", "h1")] == [" ", "K", "R", " ", "R"]


def test_a_black_user_castles_on_rank_8() -> None:
    game = game_at("4k2r/8/8/8/8/8/8/4K3", WHITE)
    game.enter("e8g8")
    assert [on(game, square) for square in ("e8", "f8", "g8", "h8")] == [" ", "r", "k", " "]


def test_castling_out_of_check_and_over_attacked_squares_is_accepted() -> None:
    game = game_at("4kr2/8/8/8/8/3n4/8/4K2R")
    game.enter("e1g1")
    assert (on(game, "g1"), on(game, "f1")) == ("K", "R")


def test_castling_after_the_king_has_moved_is_accepted() -> None:
    game = game_at("4k3/8/8/8/8/8/8/4K2R")
    for move in ("e1e2", "e2e1", "e1g1"):
        game.enter(move)
    assert on(game, "g1") == "K"


@pytest.mark.parametrize(
    ("placement", "move"),
    [
        ("4k3/8/8/8/8/8/8/RN2K3", "e1c1"),
        ("4k3/8/8/8/8/8/8/4K3", "e1g1"),
        ("4k3/8/8/8/8/8/8/4K2r", "e1g1"),
        ("4k2r/8/8/8/8/8/8/4K3", "e8g8"),
    ],
)
def test_castling_needs_the_users_king_and_rook_at_home_and_nothing_between(placement: str, move: str) -> None:
    assert refuses(game_at(placement), move)


def test_after_castling_every_move_is_accepted() -> None:
    game = game_at("4k3/q7/8/8/8/8/8/4K2R")
    game.enter("e1g1")
    game.enter("a7h1")  # Huo's queen
    assert (on(game, "a7"), on(game, "h1")) == (" ", "q")
    game.enter("b5h1")  # an empty square
    assert on(game, "h1") == " "
    game.enter("g1e8")
    assert "k" not in game.pieces


def test_edition_0_6_puts_the_castled_rook_back_after_every_later_move() -> None:
    old, new = (game_at("4k3/8/8/8/8/8/P7/4K2R", edition=edition) for edition in ("0.6", "0.9"))
    for game in (old, new):
        for move in ("e1g1", "f1f8", "a2h1"):
            game.enter(move)
    assert [on(old, square) for square in ("f1", "f8", "h1")] == ["R", "R", " "]
    assert [on(new, square) for square in ("f1", "f8", "h1")] == [" ", "R", "P"]


# En passant, promotion, and a king's end.


def test_a_double_step_sets_the_en_passant_square_and_any_other_move_clears_it() -> None:
    game = HuoGame(BLACK)
    squares = []
    for move in ("e2e4", "d7d5", "g1f3", "d2d3", "h2h4"):
        game.enter(move)
        squares.append(SQUARE_NAMES[game.en_passant] if game.en_passant != NO_SQUARE else "")
    assert squares == ["e3", "d6", "", "", "h3"]


def test_the_pawn_that_the_user_takes_en_passant_stays() -> None:
    game = game_at("4k3/3p4/8/4P3/8/8/8/4K3")
    game.enter("d7d5")
    game.enter("e5d6")
    assert (on(game, "d6"), on(game, "d5"), on(game, "e5")) == ("P", "p", " ")


def test_the_pawn_that_huo_takes_en_passant_stays() -> None:
    game = game_at("7k/8/8/8/1p6/8/P7/7K")
    game.pieces[SQUARE_NAMES.index("h8")] = " "  # without its king, Huo can only move the pawn
    game.pieces[SQUARE_NAMES.index("b3")] = "N"
    game.enter("a2a4")
    reply = game.reply()
    assert reply is not None
    assert reply.choice.move == "b4a3"
    assert (on(game, "a3"), on(game, "a4"), on(game, "b4")) == ("p", "P", " ")


def test_pawns_of_both_sides_become_queens_after_the_move() -> None:
    game = game_at("7k/P7/8/8/8/8/p7/7K")
    game.pieces[SQUARE_NAMES.index("h8")] = " "
    game.enter("a7a8n")
    assert on(game, "a8") == "Q"
    reply = game.reply()
    assert reply is not None
    assert (reply.choice.move, on(game, "a1")) == ("a2a1", "q")


def test_a_king_can_be_taken_and_the_game_goes_on() -> None:
    game = game_at("4k3/8/8/8/8/8/8/K3R3")
    game.enter("e1e8")
    assert "k" not in game.pieces
    assert game.reply() is None  # Huo has no piece left, and no think found a move before


# What carries over.


def test_the_move_number_counts_the_users_moves_if_the_user_is_white() -> None:
    game = HuoGame(BLACK, depth=1)
    numbers = []
    for move in ("a2a3", "b2b3", "c2c3"):
        game.enter(move)
        numbers.append(game.move_number)
        game.reply()
    assert numbers == [1, 2, 3]


def test_the_move_number_counts_huos_moves_if_the_user_is_black() -> None:
    game = HuoGame(WHITE, depth=1)
    numbers = []
    for move in ("a7a6", "b7b6", "c7c6"):
        numbers.append(game.move_number)
        game.reply()
        game.enter(move)
    assert numbers == [0, 1, 2]


def test_without_a_move_it_plays_the_first_node_of_its_last_think_again() -> None:
    game = game_at("8/8/8/1N6/1p6/8/8/K7", depth=3)
    game.enter("b5a7")
    first = game.reply()
    assert first is not None
    assert (first.choice.move, first.replayed) == ("b4b3", False)
    game.enter("a7b5")
    game.enter("a1b2")
    game.enter("b5a3")
    blocked = game.reply()
    assert blocked is not None
    assert (blocked.choice, blocked.replayed, blocked.nodes) == (first.roots[0], True, 0)


def test_a_replay_from_an_empty_square_erases_the_target() -> None:
    game = game_at("8/8/8/8/1p6/8/8/K7")
    game.reply()  # b4b3
    game.enter("a1b2")
    game.enter("b2c3")
    game.pieces[SQUARE_NAMES.index("b2")] = "P"  # now b3 is blocked, and the replayed move is b4b3
    game.reply()
    assert (on(game, "b4"), on(game, "b3")) == (" ", " ")


def test_it_resigns_if_no_think_ever_found_a_move() -> None:
    assert game_at("8/8/8/8/8/1p6/1P6/K7").reply() is None
