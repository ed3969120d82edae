"""FEN is read strictly and written exactly."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rare_features import TO_MOVE_FEATURES, features_of_all
from refusals import refusal, unless_refused
from steered_games import drawn

from modern.rules import FenError, Position
from modern.rules.fen import INITIAL_FEN
from modern.rules.lenient_fen import lenient_fen

#: What is wrong, the FEN, and a part of the reason.
WRONG = [
    ("an empty string", "", "4 to 6 fields, not 0"),
    ("one field", "8/8/8/8/8/8/8/8", "4 to 6 fields, not 1"),
    ("seven fields", f"{INITIAL_FEN} x", "4 to 6 fields, not 7"),
    ("seven ranks", "4k3/8/8/8/8/8/4K3 w - - 0 1", "8 ranks, not 7"),
    ("a rank of seven squares", "4k3/8/7/8/8/8/8/4K3 w - - 0 1", "rank 6 has 7 squares, not 8"),
    ("a rank of nine squares", "4k3/8/54/8/8/8/8/4K3 w - - 0 1", "rank 6 has two digits in a row"),
    ("nine pieces on a rank", "4k3/8/ppppppppp/8/8/8/8/4K3 w - - 0 1", "rank 6 has 9 squares, not 8"),
    ("a digit 0", "4k3/8/08/8/8/8/8/4K3 w - - 0 1", "rank 6 has '0'"),
    ("a digit 9", "4k3/8/9/8/8/8/8/4K3 w - - 0 1", "rank 6 has '9'"),
    ("an unknown piece", "4k3/8/7x/8/8/8/8/4K3 w - - 0 1", "rank 6 has 'x'"),
    ("an unknown side", "4k3/8/8/8/8/8/8/4K3 W - - 0 1", "the side to move is 'W'"),
    ("no white king", "4k3/8/8/8/8/8/8/8 w - - 0 1", "White has 0 kings"),
    ("two white kings", "4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "White has 2 kings"),
    ("no black king", "8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 0 kings"),
    ("a white pawn on rank 1", "4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "there is a pawn on a1"),
    ("a black pawn on rank 8", "4k2p/8/8/8/8/8/8/4K3 w - - 0 1", "there is a pawn on h8"),
    ("nine white pawns", "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "White has 9 pawns"),
    ("a knight too many", "rnbqkbnr/pppppppp/n7/8/8/8/8/4K3 w - - 0 1", "8 pawns and at least 1 promoted"),
    ("a queen too many", "4k3/8/8/8/8/Q7/PPPPPPPP/RNBQKBNR w - - 0 1", "8 pawns and at least 1 promoted"),
    ("two rooks too many", "4k3/8/8/8/RR6/8/1PPPPPPP/R3K2R w - - 0 1", "White has 7 pawns and at least 2 promoted"),
    (
        "two bishops on dark squares",
        "4k3/8/8/8/8/8/PPPPPPPP/B1B1K3 w - - 0 1",
        "8 pawns and at least 1 promoted",
    ),
    ("ten queens", "QQQQQQQQ/QQ6/8/7k/8/8/8/7K b - - 0 1", "White has 0 pawns and at least 9 promoted"),
    ("a king that can be captured", "4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "Black's king can be captured"),
    ("kings side by side", "8/8/8/8/8/8/4k3/4K3 w - - 0 1", "king can be captured"),
    ("a check by three pieces", "4k3/8/8/8/1b5b/8/8/r3K3 w - - 0 1", "in check by more than two pieces"),
    ("castling without the rook", "4k3/8/8/8/8/8/8/4K3 w K - 0 1", "right K needs White's rook on h1"),
    ("castling without the king", "4k3/8/8/8/8/8/8/R4K2 w Q - 0 1", "right Q needs White's king on e1"),
    ("castling with the other side's rook", "4k2R/8/8/8/8/8/8/4K3 b k - 0 1", "right k needs Black's rook on h8"),
    ("a castling right twice", "4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "castling rights are 'KK'"),
    ("an unknown castling right", "4k3/8/8/8/8/8/8/4K2R w H - 0 1", "castling rights are 'H'"),
    ("an en passant square off the board", "4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en passant square is 'e9'"),
    ("an en passant square on the wrong rank", "4k3/8/8/4p3/8/8/8/4K3 w - e5 0 1", "e5 is not on rank 6"),
    ("an en passant square of the wrong side", "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "e3 is not on rank 6"),
    ("an en passant square without a pawn", "4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "Black has no pawn on e5"),
    ("an occupied en passant square", "4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1", "e6 is not empty"),
    ("an occupied square behind the en passant square", "4k3/4n3/8/4p3/8/8/8/4K3 w - e6 0 1", "e7 is not empty"),
    ("an en passant square after another move", "4k3/8/8/4p3/8/8/8/4K3 w - e6 3 9", "clock is 3, not 0"),
    ("a double push while the opponent was in check", "4k3/8/8/4p3/8/5n2/8/4K3 w - e6 0 1", "in check before it"),
    ("a halfmove clock that is not a number", "4k3/8/8/8/8/8/8/4K3 w - - x 1", "halfmove clock is 'x'"),
    ("a negative halfmove clock", "4k3/8/8/8/8/8/8/4K3 w - - -1 1", "halfmove clock is '-1'"),
    ("a halfmove clock of a million", "4k3/8/8/8/8/8/8/4K3 w - - 1000000 1", "number from 0 to 99999"),
    ("a fullmove number of 0", "4k3/8/8/8/8/8/8/4K3 w - - 0 0", "fullmove number is '0'"),
    ("Arabic digits", "4k3/8/8/8/8/8/8/4K3 w - - \u0660 1", "only printable ASCII characters"),
    ("a superscript rank", "4k3/\u00b2/8/8/8/8/8/4K3 w - - 0 1", "only printable ASCII characters"),
    ("a NUL", "4k3/8/8/8/8/8/8/4K3 w - -\0 0 1", "only printable ASCII characters"),
    ("a megabyte", "8" * 2**20, "at most 120 characters, not 1048576"),
]


@pytest.mark.parametrize(("case", "fen", "reason"), WRONG, ids=[case for case, _, _ in WRONG])
def test_an_impossible_position_is_refused_with_the_reason(case: str, fen: str, reason: str) -> None:
    assert reason in refusal(lambda: Position.from_fen(fen), FenError)


@pytest.mark.parametrize("thing", [None, 1, 2.5, b"8/8", ["8"], {}, object(), Position.initial()])
def test_an_object_that_is_not_a_string_is_refused_with_its_type(thing: object) -> None:
    with pytest.raises(FenError, match=f"a FEN must be a string, not an object of type {type(thing).__name__}"):
        Position.from_fen(thing)


def test_a_refused_text_is_quoted_in_full_up_to_60_characters() -> None:
    assert refusal(lambda: Position("x" * 60), FenError).endswith(f": '{'x' * 60}'")
    assert refusal(lambda: Position("x" * 61), FenError).endswith(f": '{'x' * 59}...")


def test_missing_counters_are_read_as_0_1() -> None:
    assert Position.from_fen("4k3/8/8/8/8/8/8/4K3 w - -").fen() == "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    assert Position.from_fen("4k3/8/8/8/8/8/8/4K3 w - - 7").fen() == "4k3/8/8/8/8/8/8/4K3 w - - 7 1"
    assert Position.from_fen("4k3/8/8/8/8/8/8/4K3  b - - 7 12\n").fen() == "4k3/8/8/8/8/8/8/4K3 b - - 7 12"


def test_a_counter_beyond_the_highest_is_written_so_that_it_can_be_read_again() -> None:
    position = Position.from_fen("4k3/8/8/8/8/8/8/4K2R w - - 99999 99999")
    for move in ("h1h2", "e8e7"):
        position.make(position.parse_uci(move))
    assert position.halfmove_clock == 100001
    assert Position.from_fen(position.fen()) == position


def test_castling_rights_can_be_in_any_order() -> None:
    assert Position.from_fen("r3k2r/8/8/8/8/8/8/R3K2R w qKkQ - 0 1").fen().split()[2] == "KQkq"


@pytest.mark.parametrize(
    ("claim", "fen", "written"),
    [
        ("no pawn is beside it", "4k3/8/8/4p3/8/8/8/4K3 w - e6 0 1", "-"),
        ("a pawn can capture", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", "e6"),
        ("the only pawn that could capture is pinned", "3rk3/8/8/3Pp3/8/8/8/3K4 w - e6 0 1", "-"),
        ("both pawns would leave the king's rank", "4k3/8/8/K2Pp2r/8/8/8/8 w - e6 0 1", "-"),
    ],
)
def test_the_en_passant_square_is_written_only_if_a_capture_there_is_legal(claim: str, fen: str, written: str) -> None:
    position = Position.from_fen(fen)
    assert position.fen().split()[3] == written
    same = Position.from_fen(fen.replace(" e6 ", " - "))
    assert (position.hash == same.hash) == (written == "-")
    assert (position == same) == (written == "-")


@pytest.mark.parametrize(
    "fen", [INITIAL_FEN, "8/8/8/8/8/k7/8/K7 b - - 99 1", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"]
)
def test_a_fen_survives_the_round_trip(fen: str) -> None:
    assert Position.from_fen(fen).fen() == fen


#: No more pieces than a game can have.
PIECES = st.dictionaries(st.integers(0, 63), st.sampled_from("PNBRQpnbrq"), max_size=12)


@st.composite
def any_boards(draw: st.DrawFn) -> chess.Board:
    """Draws a board with two kings and other pieces anywhere, valid or not."""
    board = chess.Board(None)
    board.turn = draw(st.booleans())
    kings = dict(zip(draw(st.binary(min_size=2, max_size=2)), "Kk", strict=True))
    for square, letter in {**draw(PIECES), **kings}.items():
        board.set_piece_at(square % 64, chess.Piece.from_symbol(letter))
    return board


@pytest.mark.hypothesis
def test_any_boards_are_valid_and_invalid_with_either_side_to_move_and_in_check() -> None:
    boards = drawn(any_boards())
    valid = [board for board in boards if board.is_valid()]
    assert len(boards) / 10 < len(valid) < len(boards)
    assert {*TO_MOVE_FEATURES, "check"} - features_of_all(valid).keys() == set()


@given(any_boards())
def test_a_position_valid_for_python_chess_is_accepted(board: chess.Board) -> None:
    if board.is_valid():
        position = unless_refused(lambda: Position.from_fen(board.fen()))
        assert position is not None or "at least" in refusal(lambda: Position.from_fen(board.fen()))
        if position:
            assert position.fen() == board.fen()
            assert {move.uci() for move in position.legal_moves()} == {move.uci() for move in board.legal_moves}
    elif board.status() != chess.STATUS_IMPOSSIBLE_CHECK:
        refusal(lambda: Position.from_fen(board.fen()), FenError)


@given(st.text(max_size=200))
def test_any_text_is_a_position_or_gets_an_error_of_one_line(text: str) -> None:
    unless_refused(lambda: Position.from_fen(text))


@given(st.lists(st.sampled_from(["4k3", "8", "/", " ", "w", "b", "-", "KQkq", "e3", "0", "1", "R3K2R", "pppppppp"])))
def test_any_fragments_of_a_fen_are_a_position_or_get_an_error_of_one_line(fragments: list[str]) -> None:
    position = unless_refused(lambda: Position.from_fen("".join(fragments)))
    assert position is None or chess.Board(position.fen()).is_valid()


@pytest.mark.parametrize("right", ["K", "Q", "k", "q"])
def test_a_castling_right_without_its_rook_may_be_of_chess960_only_if_the_king_is_between_the_corners(
    right: str,
) -> None:
    """On e1, the king of standard chess castles with the corners' rooks only; on a1 and h1, no king ever castles."""
    rank, letters = (0, "KR") if right.isupper() else (7, "kr")
    for king in range(8):
        for rook in set(range(8)) - {king}:
            board = chess.Board(None)
            board.set_piece_at(chess.square(king, rank), chess.Piece.from_symbol(letters[0]))
            board.set_piece_at(chess.square(rook, rank), chess.Piece.from_symbol(letters[1]))
            fen = f"{board.board_fen()} w {right} - 0 1"
            is_beside = rook > king if right in "Kk" else rook < king
            is_standard = king == 4 and rook == (7 if right in "Kk" else 0)
            is_kept = is_standard or (king in (1, 2, 3, 5, 6) and is_beside)
            assert lenient_fen(fen).fen == (fen if is_kept else fen.replace(f" {right} ", " - "))
            assert bool(lenient_fen(fen).remarks) != is_kept
