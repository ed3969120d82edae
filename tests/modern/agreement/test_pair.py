"""One position in both programs, and what cannot be converted."""

from __future__ import annotations

import pickle

import chess
import pytest
from hypothesis import given, settings
from scenarios import pairs, random_boards

from historic.position.squares import SQUARE_TO_NAME
from historic.position.state import CAPTURED, FIRST_RESERVE_QUEEN, KING, NOT_MOVED
from modern.agreement.pair import SQUARE_64, SQUARE_144, NotRepresentable, PositionPair, pair_at, state_of
from modern.rules import Position

INITIAL = chess.STARTING_FEN


def refused(fen: str, moves: str = "") -> NotRepresentable:
    with pytest.raises(NotRepresentable) as reason:
        pair_at(fen, moves)
    message = str(reason.value)
    assert message.isascii()
    assert message.isprintable()
    assert 10 < len(message) < 250
    return reason.value


def test_the_squares_of_both_programs_correspond() -> None:
    for square in range(64):
        assert SQUARE_TO_NAME[SQUARE_144[square]] == chess.square_name(square)
        assert SQUARE_64[SQUARE_144[square]] == square
    assert [square for square in range(144) if SQUARE_64[square] < 0] == [
        n for n in range(144) if n not in SQUARE_TO_NAME
    ]


@settings(deadline=None, max_examples=25)
@given(pairs())
def test_after_a_game_both_have_the_same_pieces_castling_rights_and_side_to_move(pair: PositionPair) -> None:
    fen = pair.position.fen().split()
    assert pair.state.to_fen(pair.side).split()[:3] == fen[:3]


@settings(deadline=None, max_examples=25)
@given(random_boards(40, representable=True))
def test_the_state_of_a_position_has_its_pieces_and_castling_rights(board: chess.Board) -> None:
    position = Position.from_fen(board.fen())
    assert state_of(position).to_fen(position.side).split()[:3] == position.fen().split()[:3]


def test_a_state_keeps_piece_numbers_and_moved_flags_that_a_position_loses() -> None:
    pair = pair_at(INITIAL, "g1f3 g8f6 f3g1 f6g8")
    assert pair.position.fen().split()[0] == INITIAL.split()[0]
    assert (pair.state.PM_white[14], pair.state.PM_black[14]) == (1, 1)
    assert state_of(pair.position).PM_white[14] == NOT_MOVED


def test_an_unmoved_king_without_castling_rights_keeps_its_flag_in_a_game_but_not_in_a_fen() -> None:
    pair = pair_at("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1h2 e8d8")
    assert pair.state.PM_white[KING] == NOT_MOVED
    assert state_of(pair.position).PM_white[KING] == 1


def test_an_en_passant_capture_removes_the_passed_pawn() -> None:
    state = pair_at(INITIAL, "e2e4 a7a6 e4e5 d7d5 e5d6").state
    assert state.PM_black[3] == CAPTURED
    assert state.PB[3] == 0
    assert SQUARE_TO_NAME[state.PW[4]] == "d6"


def test_a_pawn_promotes_to_its_own_reserve_queen() -> None:
    white = pair_at(INITIAL, "b2b4 h7h6 b4b5 h6h5 b5b6 h5h4 b6a7 h4h3 a7b8q").state
    assert (SQUARE_TO_NAME[white.PW[FIRST_RESERVE_QUEEN + 1]], white.PM_white[1]) == ("b8", CAPTURED)
    black = pair_at(INITIAL, "h2h3 b7b5 h3h4 b5b4 h4h5 b4b3 h5h6 b3a2 h6g7 a2b1q").state
    assert (SQUARE_TO_NAME[black.PB[FIRST_RESERVE_QUEEN + 1]], black.PM_black[1]) == ("b1", CAPTURED)


def test_an_underpromotion_to_a_knight_uses_the_number_of_a_captured_knight() -> None:
    state = pair_at("7k/P7/8/8/8/8/8/K6N w - - 0 1", "a7a8n").state
    assert sorted(SQUARE_TO_NAME[state.PW[number]] for number in (9, 14)) == ["a8", "h1"]
    assert state.PM_white[0] == state.PM_white[FIRST_RESERVE_QUEEN] == CAPTURED


@pytest.mark.parametrize(
    ("fen", "moves", "reason"),
    [
        ("7k/P7/8/8/8/8/8/KN5N w - - 0 1", "a7a8n", "a third knight"),
        ("7k/P7/8/8/8/8/8/KB5B w - - 0 1", "a7a8b", "a third bishop"),
        ("7k/P7/8/8/8/8/8/KR5R w - - 0 1", "a7a8r", "not a position of chess"),  # Black is in check with White to move
        ("6k1/P7/8/8/8/8/8/KR5R w - - 0 1", "a7a8r", "a third rook"),
        ("7k/8/8/8/8/8/8/KNNN4 w - - 0 1", "", "a third knight"),
        ("7k/8/8/8/8/8/8/KBBB4 w - - 0 1", "", "a third bishop"),
        ("6k1/8/8/8/8/8/8/KRRR4 w - - 0 1", "", "a third rook"),
        ("nonsense", "", "not a position of chess"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "", "not a position of chess"),
        ("7k/8/8/8/8/8/8/P3K3 w - - 0 1", "", "not a position of chess"),
        (INITIAL, "e2e5", "not a legal move"),
        (INITIAL, "castles", "not a legal move"),
    ],
)
def test_a_position_that_is_not_representable_has_a_reason_that_can_be_counted(
    fen: str, moves: str, reason: str
) -> None:
    assert refused(fen, moves).reason == reason


@pytest.mark.parametrize(
    ("fen", "legal"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w kqKQ - 0 1", "e1g1"),  # castling rights in another order
        ("  4k3/8/8/3pP3/8/8/8/4K3 w - d6", "e5d6"),  # no counters
        ("8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1", "e4e3"),  # en passant would expose the king
    ],
)
def test_python_chess_sees_the_position_of_every_fen_that_the_rules_accept(fen: str, legal: str) -> None:
    pair = pair_at(fen)
    moves = {move.uci() for move in pair.oracle.legal_moves}
    assert legal in moves
    assert moves == {move.uci() for move in pair.position.legal_moves()}
    assert pair.oracle.ep_square == chess.Board(fen.replace("kqKQ", "KQkq").strip()).ep_square


def test_python_chess_follows_the_moves_of_a_pair() -> None:
    pair = pair_at(INITIAL, "e2e4 e7e5")
    assert pair.oracle.fen().split()[0] == pair.position.fen().split()[0]
    pair.make_uci("d2d4")
    assert pair.oracle.fen().split()[0] == pair.position.fen().split()[0]


def test_a_refused_move_leaves_both_programs_unchanged() -> None:
    pair = pair_at("7k/P7/8/8/8/8/8/KN5N w - - 0 1")
    before, state = pair.position.fen(), pair.state
    with pytest.raises(NotRepresentable):
        pair.make_uci("a7a8n")
    assert (pair.position.fen(), pair.state, pair.moves) == (before, state, [])


def test_a_reason_can_be_pickled() -> None:
    reason = refused("nonsense")
    other = pickle.loads(pickle.dumps(reason))
    assert (str(other), other.reason, other.details) == (str(reason), reason.reason, reason.details)
