"""Null moves: making and unmaking them, null move pruning, and zugzwang."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given, settings
from scenarios import board_state, position_after, random_boards
from searching import fresh_search, sound_techniques, think_without

from modern.build import COMPILED, ENGINE, build_mode
from modern.engine.draws import is_repetition
from modern.engine.engine import Engine
from modern.engine.pruning import has_non_pawn_material
from modern.engine.score import INFINITE
from modern.engine.techniques import NOTHING, Techniques
from modern.limits import Limits
from modern.rules import Position
from modern.rules.board import NO_SQUARE
from modern.rules.movegen import legal_codes

#: White wins by a waiting move of the rook, because Black is in zugzwang. A search that lets Black pass misses it.
WAITING = "8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1"


@given(random_boards(max_plies=60))
@settings(max_examples=15, deadline=None)
def test_unmaking_a_null_move_restores_the_board(board: chess.Board) -> None:
    position = Position.from_fen(board.fen())
    if position.in_check():
        return
    before = board_state(position)
    position.make_null()
    assert board_state(position) != before
    if not position.in_check():
        for code in legal_codes(position)[:5]:
            position.make_move(code)
            position.unmake()
    position.unmake_null()
    assert board_state(position) == before


def test_a_null_move_passes_the_turn_and_moves_no_piece() -> None:
    position = position_after(["e2e4", "a7a6", "e4e5", "d7d5"])
    assert position.en_passant_square != NO_SQUARE
    key = position.key
    position.make_null()
    other = Position.from_fen("rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3")
    assert position.key == other.key != key
    assert (position.en_passant_square, position.halfmove_clock, position.turn) == (NO_SQUARE, 0, other.turn)
    assert list(position.mailbox) == list(other.mailbox)


def test_a_position_before_a_null_move_is_not_a_repetition_of_one_after_it() -> None:
    """The knights go out and back: a repetition, but not if two null moves lie in between."""
    shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"]
    position = position_after(shuffle)
    assert is_repetition(position, 0)
    with_null_moves = position_after(shuffle[:2])
    with_null_moves.make_null()
    with_null_moves.make_null()
    for move in shuffle[2:]:
        with_null_moves.make_move(with_null_moves.parse_uci(move).code)
    assert with_null_moves.key == position.key
    assert not is_repetition(with_null_moves, 0)


def test_king_and_pawns_alone_allow_no_null_move() -> None:
    assert not has_non_pawn_material(Position.from_fen("4k2r/8/8/8/8/8/4P3/4K3 w - - 0 1"))
    assert has_non_pawn_material(Position.from_fen("4k2r/8/8/8/8/8/4P3/4K3 b - - 0 1"))
    for letter in "NBRQ":
        assert has_non_pawn_material(Position.from_fen(f"4k3/8/8/8/8/8/4P3/{letter}3K3 w - - 0 1"))


@pytest.mark.parametrize("turn", ["w", "b"])
def test_in_mutual_zugzwang_the_side_to_move_loses(turn: str) -> None:
    """Each king attacks a pawn and protects one. The side to move has to give way, and the opponent promotes."""
    found = think_without(NOTHING, f"8/8/8/3pK3/2kP4/8/8/8 {turn} - - 0 1", 10)
    assert (found.score.centipawns or 0) < -200


def test_the_opposition_decides_a_pawn_ending() -> None:
    """With Black to move the white king gets past the black king; with White to move it does not."""
    won = think_without(NOTHING, "8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", 8)
    drawn = think_without(NOTHING, "8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", 8)
    assert (won.score.centipawns or 0) < -100
    assert drawn.score.centipawns == 0


@pytest.mark.slow
@pytest.mark.skipif(build_mode(ENGINE) != COMPILED, reason="a minute, interpreted")
@pytest.mark.parametrize(("fen", "move"), [(WAITING, "e1f1"), ("1q1k4/2Rr4/8/2Q3K1/8/8/8/8 w - - 0 1", "g5h6")])
def test_a_move_that_puts_the_opponent_in_zugzwang_is_found(fen: str, move: str) -> None:
    """The positions are from https://www.chessprogramming.org/Null_Move_Test-Positions."""
    found = Engine(16).think(Position.from_fen(fen), Limits(nodes=400_000))
    assert found is not None
    assert found.pv[0].uci() == move


@pytest.mark.parametrize("fen", ["7k/R7/1R6/8/8/8/8/6K1 w - - 0 1", "6k1/8/8/8/8/1r6/r7/7K b - - 0 1"])
def test_a_mate_that_rests_on_passing_counts_as_beta_only(fen: str) -> None:
    """After passing, the rooks still mate at once. That says no more than that the position is good enough."""
    search = fresh_search(Position.from_fen(fen), sound_techniques())
    assert search._null_move_score(8, 2000, 0, 0, True) == 2000


def test_a_null_move_is_not_followed_by_another_null_move() -> None:
    """White is far ahead: a single null move proves it, if it is allowed."""
    techniques = sound_techniques()
    techniques.null_move = True
    nodes = {}
    for allow_null in (False, True):
        search = fresh_search(Position.from_fen("4k3/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1"), techniques)
        search._alphabeta(4, -1, 0, 1, allow_null, False)
        nodes[allow_null] = search.counter.nodes
    assert nodes[True] < nodes[False]


@pytest.mark.parametrize("techniques", [Techniques(), Techniques("null move")])
def test_a_search_leaves_its_board_unchanged(techniques: Techniques) -> None:
    search = fresh_search(Position.from_fen(WAITING), techniques)
    before = board_state(search.stack.board)
    search.search_root(8, 0, -INFINITE, INFINITE)
    assert board_state(search.stack.board) == before
