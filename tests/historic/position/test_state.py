"""Conversion of PW, PB and PM from and to FEN."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scenarios import random_boards

from historic import State
from historic.position.squares import NAME_TO_SQUARE
from historic.position.state import CAPTURED, MOVED, NOT_MOVED, StateError, StateFenError, side_to_move

INITIAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def test_the_initial_state_is_the_state_after_init() -> None:
    state = State.initial()
    assert state.PW[:16] == [*range(38, 46), *range(26, 34)]
    assert state.PB[:16] == [*range(98, 106), *range(110, 118)]
    assert state.PM_white == state.PM_black == [0] * 16 + [2] * 8
    assert state == State.from_fen(INITIAL)
    assert state.to_fen("white") == INITIAL


def test_pieces_at_home_get_their_home_numbers_and_others_the_lowest_free_ones() -> None:
    state = State.from_fen("4k3/8/8/8/3P4/2P5/4P3/4K2N w - - 0 1")
    assert state.PW[4] == NAME_TO_SQUARE["e2"]
    assert state.PW[0] == NAME_TO_SQUARE["c3"]
    assert state.PW[1] == NAME_TO_SQUARE["d4"]
    assert state.PW[9] == NAME_TO_SQUARE["h1"]
    assert (state.PM_white[4], state.PM_white[0], state.PM_white[9]) == (0, 1, 1)
    assert state.PM_white[14] == 2
    assert state.PW[14] == 0


def test_extra_queens_get_the_reserve_numbers_of_the_lowest_unused_pawns() -> None:
    state = State.from_fen("4k3/8/8/QQ6/8/8/P1P5/3QK3 w - - 0 1")
    assert state.PW[11] == NAME_TO_SQUARE["d1"]
    assert state.PW[16 + 1] == NAME_TO_SQUARE["a5"]
    assert state.PW[16 + 3] == NAME_TO_SQUARE["b5"]
    assert state.PM_white[17] == state.PM_white[19] == 1


def test_the_first_queen_away_from_home_gets_the_queens_own_number() -> None:
    state = State.from_fen("4k3/8/8/QQ6/8/8/8/4K3 w - - 0 1")
    assert state.PW[11] == NAME_TO_SQUARE["a5"]
    assert state.PW[16] == NAME_TO_SQUARE["b5"]
    assert state.PM_white[11] == 1


def test_a_king_with_any_castling_right_and_a_rook_with_its_own_right_have_not_moved() -> None:
    state = State.from_fen("r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1")
    assert [state.PM_white[piece] for piece in (8, 12, 15)] == [1, 0, 0]
    assert [state.PM_black[piece] for piece in (8, 12, 15)] == [0, 0, 1]
    without = State.from_fen("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1")
    assert [without.PM_white[piece] for piece in (8, 12, 15)] == [1, 1, 1]


def test_to_fen_gives_a_castling_right_if_king_and_rook_have_not_moved() -> None:
    state = State.from_fen("r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1")
    assert state.to_fen("black") == "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1"


def test_to_fen_shows_the_later_of_two_pieces_on_one_square_as_board_does() -> None:
    state = State.initial()
    state.PW[15] = NAME_TO_SQUARE["f1"]
    assert state.to_fen("white").split()[0].endswith("/RNBQKRN1")


def test_only_pieces_on_the_board_have_letters() -> None:
    state = State.from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    assert state.letters() == {NAME_TO_SQUARE["e1"]: "K", NAME_TO_SQUARE["h1"]: "R", NAME_TO_SQUARE["e8"]: "k"}


def test_a_fen_with_pawns_on_their_last_rank_can_be_read() -> None:
    state = State.from_fen("P3k3/8/8/8/8/8/8/4K2p w - - 0 1")
    assert state.PW[0] == NAME_TO_SQUARE["a8"]
    assert state.PB[0] == NAME_TO_SQUARE["h1"]


@pytest.mark.parametrize(
    ("fen", "reason"),
    [
        ("", "4 to 6 fields, not 0"),
        ("8/8/8/8/8/8/8/8", "4 to 6 fields, not 1"),
        ("x" * 1_000_000, "4 to 6 fields, not 1"),
        (INITIAL + " 7", "4 to 6 fields, not 7"),
        ("8/8/8/8/8/8/8 w - - 0 1", "8 ranks, not 7"),
        (
            "9/8/8/8/8/8/8/8 w - - 0 1",
            "rank 8 of the FEN, '9', has '9' where a piece letter or a count of empty squares was expected",
        ),
        ("44/8/8/8/8/8/8/8 w - - 0 1", "rank 8 of the FEN, '44', has '4' where a piece letter was expected"),
        ("8/7/8/8/8/8/8/8 w - - 0 1", "rank 7 of the FEN has 7 squares"),
        ("8/8/8/8/8/8/8/kkkkkkkkk w - - 0 1", "rank 1 of the FEN has 9 squares"),
        (
            "8/8/8/8/8/8/8/7\u0661 w - - 0 1",
            "rank 1 of the FEN, '7\\u0661', has '\\u0661' where a piece letter was expected",
        ),
        ("8/8/8/8/8/8/8/7\0 w - - 0 1", "rank 1 of the FEN, '7\\x00', has '\\x00' where a piece letter was expected"),
        ("4k3/8/8/8/8/8/8/4K2P w - - 0 1", "a pawn cannot stand on its own first rank: P on h1"),
        ("4k2p/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn cannot stand on its own first rank: p on h8"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "the side to move is 'w' or 'b', not 'x'"),
        ("4k3/8/8/8/8/8/8/4K3 w KK - 0 1", "castling rights"),
        ("4k3/8/8/8/8/8/8/4K3 w A - 0 1", "castling rights"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "White has the castling right K, but its king or that rook is not at home"),
        ("4k3/8/8/8/8/8/8/4K3 w q - 0 1", "Black has the castling right Q, but its king or that rook is not at home"),
        ("4k3/8/8/8/8/8/8/4K3 w - e4 0 1", "the en passant square"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "the counters"),
        ("4k3/8/8/8/8/8/8/4K3 w - - \u0661 1", "the counters"),
        ("4k3/8/8/8/8/8/8/NNN1K3 w - - 0 1", "no number for one of White's 3 knights"),
        ("4k1bb/7b/8/8/8/8/8/4K3 w - - 0 1", "no number for one of Black's 3 bishops"),
        ("4k3/8/8/8/8/8/8/KK6 w - - 0 1", "no number for one of White's 2 kings"),
        ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "no number for one of White's 9 pawns"),
        (
            "4k3/8/8/8/8/Q7/PPPPPPPP/3QK3 w - - 0 1",
            "an extra queen needs the number of a captured pawn",
        ),
    ],
)
def test_an_invalid_or_unrepresentable_fen_is_rejected_with_the_reason(fen: str, reason: str) -> None:
    with pytest.raises(StateFenError) as raised:
        State.from_fen(fen)
    assert reason in str(raised.value)
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) < 200


@pytest.mark.parametrize("thing", [None, 7, b"8/8/8/8/8/8/8/8 w - - 0 1", ["8/8"]])
def test_a_fen_must_be_text(thing: object) -> None:
    with pytest.raises(StateFenError, match="a FEN is text"):
        State.from_fen(thing)  # type: ignore[arg-type]


def state_or_reason(fen: str) -> tuple[State | None, str]:
    try:
        return State.from_fen(fen), ""
    except StateFenError as error:
        return None, str(error)


@given(st.text())
def test_any_text_is_either_a_fen_or_rejected_in_one_line(text: str) -> None:
    state, reason = state_or_reason(text)
    assert (state is None) == (reason != "")
    assert "\n" not in reason


def test_a_state_takes_four_lists_of_24_whole_numbers() -> None:
    initial = State.initial()
    with pytest.raises(StateError, match="PB takes 24 whole numbers"):
        State(initial.PW, [1, 2], initial.PM_white, initial.PM_black)


@given(random_boards(max_plies=120))
def test_a_fen_survives_conversion_to_a_state_and_back(board: chess.Board) -> None:
    """All but the en passant square and the counters is kept; only too many pieces of one type are rejected."""
    fen = board.fen(en_passant="fen")
    state, reason = state_or_reason(fen)
    if state is None:
        assert "the program has no number" in reason
        return
    back = state.to_fen(side_to_move(fen))
    assert back.split()[:3] == fen.split()[:3]
    assert back.split()[3:] == ["-", "0", "1"]
    assert State.from_fen(back) == state
    state.check()


@pytest.mark.parametrize("side", ["white", "black"])
def test_only_piece_0_may_be_on_square_0_without_being_captured(side: str) -> None:
    for piece in range(24):
        for square, flag in ((0, NOT_MOVED), (0, MOVED), (0, CAPTURED), (45, CAPTURED), (25, MOVED), (118, MOVED)):
            state = State.initial()
            squares, flags = state.pieces(side)
            squares[piece], flags[piece] = square, flag
            if (flag == CAPTURED and square == 0) or (piece, square, flag) == (0, 0, MOVED):
                state.check()
                continue
            with pytest.raises(StateError, match=f"P[WB]\\({piece}\\) is {square}"):
                state.check()


@pytest.mark.parametrize("number", [2**63, -(2**63) - 1, 10**30])
def test_a_number_too_large_for_the_compiled_arrays_is_rejected_in_either_build(number: int) -> None:
    state = State.initial()
    with pytest.raises(StateError, match="a 64-bit number was expected"):
        State([number, *state.PW[1:]], state.PB, state.PM_white, state.PM_black)


def test_the_names_that_a_version_before_published_still_work_with_a_warning() -> None:
    state = State.initial()
    with pytest.warns(DeprecationWarning, match="State.pieces"):
        assert state.men("white") == state.pieces("white")
    with pytest.warns(DeprecationWarning, match="State.piece_on"):
        assert state.man_on("black", NAME_TO_SQUARE["e8"]) == 12
