"""FEN is read strictly and written exactly."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusal, unless_refused

from modern.rules import FenError, Position
from modern.rules.fen import INITIAL_FEN

#: What is wrong, the FEN, and words that the reason has.
WRONG = [
    ("nothing", "", "0 fields"),
    ("one field", "8/8/8/8/8/8/8/8", "1 fields"),
    ("seven fields", f"{INITIAL_FEN} x", "7 fields"),
    ("seven ranks", "4k3/8/8/8/8/8/4K3 w - - 0 1", "7 ranks, where 8"),
    ("a rank of seven squares", "4k3/8/7/8/8/8/8/4K3 w - - 0 1", "rank 6 has 7 squares"),
    ("a rank of nine squares", "4k3/8/54/8/8/8/8/4K3 w - - 0 1", "rank 6 has two numbers"),
    ("nine men on a rank", "4k3/8/ppppppppp/8/8/8/8/4K3 w - - 0 1", "rank 6 has 9 squares"),
    ("a digit 0", "4k3/8/08/8/8/8/8/4K3 w - - 0 1", "rank 6 has '0'"),
    ("a digit 9", "4k3/8/9/8/8/8/8/4K3 w - - 0 1", "rank 6 has '9'"),
    ("a man of no kind", "4k3/8/7x/8/8/8/8/4K3 w - - 0 1", "rank 6 has 'x'"),
    ("a side of no colour", "4k3/8/8/8/8/8/8/4K3 W - - 0 1", "the side to move is 'W'"),
    ("no white king", "4k3/8/8/8/8/8/8/8 w - - 0 1", "White has 0 kings"),
    ("two white kings", "4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "White has 2 kings"),
    ("no black king", "8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 0 kings"),
    ("a white pawn on rank 1", "4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "a pawn stands on a1"),
    ("a black pawn on rank 8", "4k2p/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn stands on h8"),
    ("nine white pawns", "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "White has 9 pawns"),
    (
        "a knight too many",
        "rnbqkbnr/pppppppp/n7/8/8/8/8/4K3 w - - 0 1",
        "8 pawns and 1 men that were pawns",
    ),
    (
        "a queen too many",
        "4k3/8/8/8/8/Q7/PPPPPPPP/RNBQKBNR w - - 0 1",
        "8 pawns and 1 men that were pawns",
    ),
    ("two rooks too many", "4k3/8/8/8/RR6/8/1PPPPPPP/R3K2R w - - 0 1", "White has 7 pawns and 2 men that were"),
    ("bishops of one colour", "4k3/8/8/8/8/8/PPPPPPPP/B1B1K3 w - - 0 1", "8 pawns and 1 men that were pawns"),
    ("ten queens", "QQQQQQQQ/QQ6/8/7k/8/8/8/7K b - - 0 1", "White has 0 pawns and 9 men that were"),
    ("a king that could be taken", "4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "Black's king could be taken"),
    ("kings side by side", "8/8/8/8/8/8/4k3/4K3 w - - 0 1", "king could be taken"),
    ("a check by three men", "4k3/8/8/8/1b5b/8/8/r3K3 w - - 0 1", "in check by more than two men"),
    ("castling without the rook", "4k3/8/8/8/8/8/8/4K3 w K - 0 1", "right K without White's rook on h1"),
    ("castling without the king", "4k3/8/8/8/8/8/8/R4K2 w Q - 0 1", "right Q without White's king on e1"),
    ("castling with the other side's rook", "4k2R/8/8/8/8/8/8/4K3 b k - 0 1", "right k without Black's rook on h8"),
    ("a castling right twice", "4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "castling rights are 'KK'"),
    ("castling rights of no kind", "4k3/8/8/8/8/8/8/4K2R w H - 0 1", "castling rights are 'H'"),
    ("an en-passant square of no name", "4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en-passant square is 'e9'"),
    ("an en-passant square of the wrong rank", "4k3/8/8/4p3/8/8/8/4K3 w - e5 0 1", "not on the rank"),
    ("an en-passant square of the wrong side", "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "not on the rank"),
    ("an en-passant square without a pawn", "4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "Black has no pawn on e5"),
    ("an en-passant square that is taken", "4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1", "e6 is not empty"),
    ("an en-passant pawn with its home taken", "4k3/4n3/8/4p3/8/8/8/4K3 w - e6 0 1", "e7 is not empty"),
    ("an en-passant square after another move", "4k3/8/8/4p3/8/8/8/4K3 w - e6 3 9", "clock is 3, not 0"),
    ("an en-passant pawn that ran away from a check", "4k3/8/8/4p3/8/5n2/8/4K3 w - e6 0 1", "in check before it"),
    ("a halfmove clock of no number", "4k3/8/8/8/8/8/8/4K3 w - - x 1", "halfmove clock is 'x'"),
    ("a negative halfmove clock", "4k3/8/8/8/8/8/8/4K3 w - - -1 1", "halfmove clock is '-1'"),
    ("a clock of a million", "4k3/8/8/8/8/8/8/4K3 w - - 1000000 1", "number from 0 to 99999"),
    ("a move number of 0", "4k3/8/8/8/8/8/8/4K3 w - - 0 0", "move number is '0'"),
    ("Arabic digits", "4k3/8/8/8/8/8/8/4K3 w - - \u0660 1", "only ASCII characters"),
    ("a superscript rank", "4k3/\u00b2/8/8/8/8/8/4K3 w - - 0 1", "only ASCII characters"),
    ("a NUL", "4k3/8/8/8/8/8/8/4K3 w - -\0 0 1", "only ASCII characters"),
    ("a megabyte", "8" * 2**20, "1048576 characters"),
]


@pytest.mark.parametrize(("what", "fen", "reason"), WRONG, ids=[what for what, _, _ in WRONG])
def test_what_cannot_be_a_position_is_refused_with_the_reason(what: str, fen: str, reason: str) -> None:
    assert reason in refusal(lambda: Position.from_fen(fen), FenError)


@pytest.mark.parametrize("thing", [None, 1, 2.5, b"8/8", ["8"], {}, object(), Position.initial()])
def test_what_is_no_text_is_refused_by_its_type(thing: object) -> None:
    with pytest.raises(FenError, match=f"a FEN is a text, not something of type {type(thing).__name__}"):
        Position.from_fen(thing)


def test_missing_counters_are_read_as_0_1() -> None:
    assert Position.from_fen("4k3/8/8/8/8/8/8/4K3 w - -").fen() == "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    assert Position.from_fen("4k3/8/8/8/8/8/8/4K3 w - - 7").fen() == "4k3/8/8/8/8/8/8/4K3 w - - 7 1"
    assert Position.from_fen("4k3/8/8/8/8/8/8/4K3  b - - 7 12\n").fen() == "4k3/8/8/8/8/8/8/4K3 b - - 7 12"


def test_counters_that_have_come_to_their_end_can_be_read_again() -> None:
    position = Position.from_fen("4k3/8/8/8/8/8/8/4K2R w - - 99999 99999")
    for move in ("h1h2", "e8e7"):
        position.make(position.parse_uci(move))
    assert position.halfmove_clock == 100001
    assert Position.from_fen(position.fen()) == position


def test_castling_rights_may_stand_in_any_order() -> None:
    assert Position.from_fen("r3k2r/8/8/8/8/8/8/R3K2R w qKkQ - 0 1").fen().split()[2] == "KQkq"


@pytest.mark.parametrize(
    ("claim", "fen", "named"),
    [
        ("no pawn stands beside it", "4k3/8/8/4p3/8/8/8/4K3 w - e6 0 1", "-"),
        ("a pawn may take", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", "e6"),
        ("the only pawn that could is pinned", "3rk3/8/8/3Pp3/8/8/8/3K4 w - e6 0 1", "-"),
        ("both pawns would leave the king's rank", "4k3/8/8/K2Pp2r/8/8/8/8 w - e6 0 1", "-"),
    ],
)
def test_the_en_passant_square_is_named_only_if_a_pawn_may_lawfully_take(claim: str, fen: str, named: str) -> None:
    position = Position.from_fen(fen)
    assert position.fen().split()[3] == named
    same = Position.from_fen(fen.replace(" e6 ", " - "))
    assert (position.hash == same.hash) == (named == "-")
    assert (position == same) == (named == "-")


@pytest.mark.parametrize(
    "fen", [INITIAL_FEN, "8/8/8/8/8/k7/8/K7 b - - 99 1", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"]
)
def test_a_fen_comes_back_as_it_was(fen: str) -> None:
    assert Position.from_fen(fen).fen() == fen


#: No more men than a game can have.
MEN = st.dictionaries(st.integers(0, 63), st.sampled_from("PNBRQpnbrq"), max_size=12)


@given(MEN, st.integers(0, 63), st.integers(0, 63), st.booleans())
def test_what_python_chess_calls_a_position_is_one(men: dict[int, str], king: int, other: int, white: bool) -> None:
    board = chess.Board(None)
    board.turn = white
    for square, letter in {**men, king: "K", other: "k"}.items():
        board.set_piece_at(square, chess.Piece.from_symbol(letter))
    if board.is_valid():
        position = unless_refused(lambda: Position.from_fen(board.fen()))
        assert position is not None or "men that were pawns" in refusal(lambda: Position.from_fen(board.fen()))
        if position:
            assert position.fen() == board.fen()
            assert {move.uci() for move in position.legal_moves()} == {move.uci() for move in board.legal_moves}
    elif board.status() != chess.STATUS_IMPOSSIBLE_CHECK:
        refusal(lambda: Position.from_fen(board.fen()), FenError)


@given(st.text(max_size=200))
def test_any_text_is_a_position_or_gets_one_line(text: str) -> None:
    unless_refused(lambda: Position.from_fen(text))


@given(st.lists(st.sampled_from(["4k3", "8", "/", " ", "w", "b", "-", "KQkq", "e3", "0", "1", "R3K2R", "pppppppp"])))
def test_any_pieces_of_a_fen_are_a_position_or_get_one_line(pieces: list[str]) -> None:
    position = unless_refused(lambda: Position.from_fen("".join(pieces)))
    assert position is None or chess.Board(position.fen()).is_valid()
