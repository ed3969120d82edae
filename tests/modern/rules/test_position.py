"""Positions: history, copies, equality and hashes."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from functools import partial

import chess
import pytest
from million import rich_game
from refusals import refusal
from scenarios import position_of

from modern.rules import Move, MoveError, Position


def test_unmake_undoes_make_and_no_more() -> None:
    position = Position.initial()
    position.make(position.parse_san("e4"))
    position.unmake()
    assert position == Position.initial()
    assert "there is no move to unmake" in refusal(position.unmake, MoveError)


def test_a_game_of_any_length_can_be_unmade() -> None:
    position = Position.from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    for ply in range(1500):
        position.make(position.parse_uci(("a1a2", "e8e7", "a2a1", "e7e8")[ply % 4]))
    assert len(position.moves_made()) == position.ply == position.halfmove_clock == 1500
    assert position.fullmove_number == 751
    for _ in range(1500):
        position.unmake()
    assert position == Position.from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")


def test_a_copy_is_independent_and_keeps_the_history() -> None:
    position = Position.initial()
    for san in ("Nf3", "Nf6", "Ng1", "Ng8"):
        position.make(position.parse_san(san))
    other = position.copy()
    assert other == position
    assert other.repetitions() == 2
    other.make(other.parse_san("e4"))
    assert other != position
    assert position.repetitions() == 2
    for _ in range(5):
        other.unmake()
    assert other == Position.initial()
    assert position.ply == 4


def test_a_copy_does_not_share_the_history_of_its_original() -> None:
    position = Position.initial()
    position.make(position.parse_san("e4"))
    other = position.copy()
    other.unmake()
    other.make(other.parse_san("d4"))
    position.unmake()
    assert position == Position.initial()
    other.unmake()
    assert other == Position.initial()


MEASURE = """
import resource, sys
from modern.rules import Position, divide
position = Position.initial()
def work(times):
    for _ in range(times):
        position.copy()
        divide(position, 1)
        position.san(position.legal_moves()[0])
work(500)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
work(3000)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.slow
@pytest.mark.both_builds
@pytest.mark.posix
def test_copies_are_freed() -> None:
    grown = subprocess.run([sys.executable, "-P", "-c", MEASURE], capture_output=True, text=True, check=True).stdout
    assert int(grown) < 2000  # kilobytes; one copy takes five


def test_positions_are_equal_if_their_fens_are_and_the_hash_ignores_counters() -> None:
    fen = "4k3/8/8/8/8/8/8/R3K3 w Q - {} {}"
    one, other = Position.from_fen(fen.format(3, 9)), Position.from_fen(fen.format(4, 10))
    assert one != other
    assert one.hash == other.hash
    assert one == Position.from_fen(fen.format(3, 9)) != fen.format(3, 9)
    with pytest.raises(TypeError, match="cannot be hashed"):
        hash(one)


def test_the_hash_covers_pieces_side_to_move_castling_rights_and_en_passant() -> None:
    fens = [
        "r3k2r/8/8/3Pp3/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/3Pp3/8/8/8/R3K2R w KQkq e6 0 1",
        "r3k2r/8/8/3Pp3/8/8/8/R3K2R b KQkq - 0 1",
        "r3k2r/8/8/3Pp3/8/8/8/R3K2R w KQk - 0 1",
        "r3k2r/8/3P4/4p3/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/3Pb3/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/3PB3/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/2pPp3/8/8/8/R3K2R w KQkq c6 0 1",
        "r3k2r/8/8/2pPp3/8/8/8/R3K2R w KQkq e6 0 1",
    ]
    assert len({Position.from_fen(fen).hash for fen in fens}) == len(fens)
    assert all(0 <= Position.from_fen(fen).hash < 2**64 for fen in fens)


def test_the_hash_of_the_initial_position_never_changes() -> None:
    assert Position.initial().hash == 0xCCCA34C846AFCCAA


@pytest.mark.parametrize(
    ("claim", "fen", "move", "square"),
    [
        ("a pawn can capture", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4", "e3"),
        ("a black pawn can be captured", "4k3/4p3/8/3P4/8/8/8/4K3 b - - 0 1", "e7e5", "e6"),
        ("no piece is beside it", "4k3/8/8/8/2p5/8/4P3/4K3 w - - 0 1", "e2e4", "-"),
        ("a knight is beside it", "4k3/8/8/8/3n4/8/4P3/4K3 w - - 0 1", "e2e4", "-"),
        ("the pawn beside it is pinned", "3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1", "e2e4", "-"),
        ("one of two pawns beside it is pinned", "3k4/8/8/8/3p1p2/8/4P3/3RK3 w - - 0 1", "e2e4", "e3"),
        ("the capture would uncover the king's rank", "8/8/8/8/R2p3k/8/4P3/4K3 w - - 0 1", "e2e4", "-"),
    ],
)
def test_a_double_push_sets_the_en_passant_square_only_if_a_capture_is_legal(
    claim: str, fen: str, move: str, square: str
) -> None:
    position = Position.from_fen(fen)
    position.make(position.parse_uci(move))
    assert position.fen().split()[3] == square


def test_a_position_describes_itself() -> None:
    position = Position.initial()
    assert str(position) == chess.STARTING_FEN
    assert repr(position) == f"Position.from_fen('{chess.STARTING_FEN}')"
    assert (position.side, position.is_check()) == ("white", False)
    position.make(position.parse_san("e4"))
    assert position.side == "black"
    assert [move.uci() for move in position.moves_made()] == ["e2e4"]


def test_a_position_answers_which_piece_is_on_a_square_and_which_moves_are_legal() -> None:
    position = Position.initial()
    assert [position.piece_at(square) for square in (0, 4, 8, 16, 60)] == ["R", "K", "P", None, "k"]
    for square in (-1, 64, 2**70, "e4", None, 1.0):
        assert "a square" in refusal(partial(position.piece_at, square))
    assert position.is_legal(Move.from_uci("e2e4"))
    assert not position.is_legal(Move.from_uci("e2e5"))
    assert "expected a Move" in refusal(partial(position.is_legal, "e2e4"), MoveError)


def test_attackers_need_a_side_and_a_square() -> None:
    position = Position.initial()
    for square in (-1, 64, 2**70, "e4", None):
        assert "a square" in refusal(partial(position.attackers, "white", square))
    for side in ("White", "w", "", 0, True, None):
        assert "side" in refusal(partial(position.attackers, side, 0))
    assert refusal(partial(position.attackers, "red", 0)) == "there is no side 'red'; expected 'white' or 'black'"


def test_pickle_and_copy_keep_the_history() -> None:
    board = max(rich_game(random.Random(8)), key=lambda board: len(board.move_stack))
    position = position_of(board)
    assert position.ply > 20
    for other in (pickle.loads(pickle.dumps(position)), copy.copy(position), copy.deepcopy(position)):
        assert other == position
        assert other.hash == position.hash
        assert other.moves_made() == position.moves_made()
        other.unmake()
        assert other != position
