"""A game as PW, PB and PM: the pieces are on the squares where the rules of chess put them."""

from __future__ import annotations

import random

import chess
import pytest
from scenarios import side_of

from historic.position.squares import NAME_TO_SQUARE
from modern.facts import fact
from modern.game.game import Game
from modern.players.game_state import GameState

EN_PASSANT = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"
PROMOTIONS = "4k3/PPP5/8/8/8/8/5ppp/3K4 w - - 0 1"
STARTS = (
    chess.STARTING_FEN,
    EN_PASSANT,
    PROMOTIONS,
    "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/pPpP4/4PpPp/8/8/R3K2R b Kq - 0 1",
)


def rare_move(board: chess.Board, rng: random.Random) -> chess.Move:
    """Returns a random move, en passant if possible."""
    moves = list(board.legal_moves)
    en_passant = [move for move in moves if board.is_en_passant(move)]
    return rng.choice(en_passant or moves)


@pytest.mark.parametrize("start", STARTS)
def test_in_any_game_pieces_and_castling_rights_equal_those_of_python_chess(start: str) -> None:
    rng = random.Random(start)
    seen = {"en passant": 0, "promotions": 0}
    for _ in range(16):
        board, game = chess.Board(start), Game(start)
        while any(board.legal_moves) and len(board.move_stack) < 60:
            move = rare_move(board, rng)
            seen["en passant"] += board.is_en_passant(move)
            seen["promotions"] += bool(move.promotion)
            board.push(move)
            game.make(game.position.parse_uci(move.uci()))
        game_state = GameState(game)
        if not game_state.substitutions:
            placement, _, rights = game_state.state.to_fen(side_of(board)).split()[:3]
            assert placement == board.board_fen()
            assert rights == board.fen().split()[2]
    assert seen["en passant"] > 4 or start != EN_PASSANT
    assert seen["promotions"] > 40 or start != PROMOTIONS


def test_a_pawn_captured_en_passant_is_removed() -> None:
    for fen, moves, array in (
        ("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", ["d7d5", "e5d6"], "PB"),
        ("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", ["d2d4", "e4d3"], "PW"),
    ):
        state = GameState(Game(fen, moves)).state
        assert getattr(state, array)[:8] == [0] * 8


def test_each_pawn_promotes_to_its_own_queen() -> None:
    before = GameState(Game("4k3/2P5/8/8/8/8/P4p1p/3K4 w - - 0 1")).state
    after = GameState(Game("4k3/2P5/8/8/8/8/P4p1p/3K4 w - - 0 1", ["c7c8q", "e8e7", "c8c4", "f2f1q"])).state
    for squares, squares_after, pawn in ((before.PW, after.PW, "c7"), (before.PB, after.PB, "f2")):
        number = squares.index(NAME_TO_SQUARE[pawn])
        assert [queen for queen in range(16, 24) if squares_after[queen]] == [16 + number]
        assert squares_after[number] == 0


def test_of_three_knights_the_one_off_its_home_square_is_stored_as_another_type() -> None:
    game_state = GameState(Game("1n2k1n1/8/8/8/3n4/8/8/4K3 b - - 0 1"))
    assert game_state.substitutions == [fact("arbiter.no_number", piece="knight", square="d4", other="bishop")]
    assert game_state.state.to_fen("black").split()[0] == "1n2k1n1/8/8/8/3b4/8/8/4K3"
