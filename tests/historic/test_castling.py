"""Castling as the listing does it, in the slots of pieces 23 and 22.

tests/test_where_they_agree.py has each condition that it tests, and those of chess that it does not test.
"""

from __future__ import annotations

import chess
import pytest
from scenarios import program_at, side_of, state_with, think_at, think_of

from historic import Program, Thought
from historic.position.squares import NAME_TO_SQUARE

KINGSIDE, QUEENSIDE = 1, 2


def castlings(thought: Thought) -> list[int]:
    return [candidate.castling for candidate in thought.candidates if candidate.castling]


def test_castling_is_tried_first_kingside_in_slot_23_and_queenside_in_slot_22() -> None:
    first, second, *_ = think_at("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").candidates
    assert (first.piece, first.square, first.castling) == (23, NAME_TO_SQUARE["b1"], KINGSIDE)
    assert (second.piece, second.square, second.castling) == (22, NAME_TO_SQUARE["b1"], QUEENSIDE)


def test_queenside_castling_alone_takes_slot_23() -> None:
    first, *_ = think_at("4k3/8/8/8/8/8/8/R3KB1R w KQ - 0 1").candidates
    assert (first.piece, first.castling) == (23, QUEENSIDE)


def test_castling_is_tried_at_the_first_square_that_is_reached_and_not_occupied_by_the_side() -> None:
    first, *_ = think_at("4k3/8/8/8/8/8/P6P/RN2K2R w KQ - 0 1").candidates
    assert (first.square, first.castling) == (NAME_TO_SQUARE["d1"], KINGSIDE)


def test_white_may_castle_kingside_into_an_attacked_g1() -> None:
    """Quirk g1-untested: castling is tried, and its score shows that the king is then attacked."""
    thought = think_at("4k1r1/8/8/8/8/8/8/4K2R w K - 0 1")
    assert thought.candidates[0].castling == KINGSIDE
    assert thought.candidates[0].own_score < -900


def test_black_may_castle_kingside_into_an_attacked_g8() -> None:
    """Quirk g1-untested."""
    thought = think_at("4k2r/8/8/8/8/8/8/4K1RR b Kk - 0 1")
    assert thought.candidates[0].castling == KINGSIDE
    assert thought.candidates[0].own_score < -900


@pytest.mark.parametrize("pawn", ["4p3", "6p1"], ids=["e2", "g2"])
def test_white_castles_kingside_past_a_black_pawn_on_e2_or_g2(pawn: str) -> None:
    """Quirk empty-diagonal: f1 is attacked, but a pawn has a bit on a diagonal only if the square is occupied."""
    assert KINGSIDE in castlings(think_at(f"4k3/8/8/8/8/8/{pawn}/4K2R w K - 0 1"))


def test_white_castles_queenside_past_a_black_pawn_on_e2() -> None:
    """Quirk empty-diagonal: the same for d1."""
    assert QUEENSIDE in castlings(think_at("4k3/8/8/8/8/8/4p3/R3K3 w Q - 0 1"))


@pytest.mark.parametrize(("stale", "expected"), [(0, [KINGSIDE, QUEENSIDE]), (1, [])])
def test_ii_keeps_its_last_value_when_both_rooks_have_moved(stale: int, expected: list[int]) -> None:
    """Quirk stale-ii: no path is tested, and castling depends on the previous value of II."""
    state = state_with({12: ("e1", 0), 8: ("a4", 1), 15: ("h4", 1)}, {12: ("e8", 1)})
    assert castlings(think_of(state, "white", II=stale)) == expected


@pytest.mark.parametrize(("stale", "expected"), [(0, [KINGSIDE, QUEENSIDE]), (1, [])])
def test_iii_keeps_its_last_value_when_the_rooks_it_tests_have_moved(stale: int, expected: list[int]) -> None:
    """Quirk stale-ii, for Black."""
    state = state_with({12: ("e1", 1)}, {12: ("e8", 0), 8: ("a5", 1), 15: ("h5", 1)})
    assert castlings(think_of(state, "black", III=stale)) == expected


def test_kingside_castling_depends_on_the_queenside_path_when_the_kings_rook_has_moved() -> None:
    """Quirk stale-ii: b1 is occupied, so II is 1, and kingside castling with a moved rook is not tried either."""
    white = {12: ("e1", 0), 8: ("a1", 0), 15: ("h4", 1)}
    assert castlings(think_of(state_with(white, {12: ("e8", 1)}), "white")) == [KINGSIDE, QUEENSIDE]
    assert castlings(think_of(state_with({**white, 9: ("b1", 0)}, {12: ("e8", 1)}), "white")) == []


def test_castling_brings_back_a_captured_rook() -> None:
    """Quirk rook-from-nowhere: the a1 rook is captured, but the queenside path counts as clear."""
    fen = "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1"
    thought = think_at(fen)
    assert thought.move == "e1c1"
    program = program_at(fen)
    program.play("white")
    assert (program.PW[12], program.PW[8], program.PM[8][0]) == (NAME_TO_SQUARE["c1"], NAME_TO_SQUARE["d1"], 1)


def test_castling_may_put_a_rook_on_a_bishop() -> None:
    """Quirk two-on-a-square: f1 is not tested if the h1 rook has moved; BOARD shows the rook, the later piece."""
    program = Program()
    white = {12: ("e1", 0), 13: ("f1", 0), 15: ("g2", 1), 10: ("d2", 1), 1: ("d5", 1)}
    program.state = state_with(white, {12: ("f8", 1), 9: ("c4", 1), 14: ("e8", 1)})
    assert program.play("white").move == "e1g1"
    assert program.PW[13] == program.PW[15] == NAME_TO_SQUARE["f1"]
    program.BOARD()
    assert program.A[0][NAME_TO_SQUARE["f1"]] == 15 + 1


def test_black_cannot_castle_kingside_when_whites_rook_has_moved_and_the_queenside_path_is_blocked() -> None:
    """Quirk whites-rook: CBLACK tests PM(15,0). With PM(15,1) it would castle, which is legal."""
    black = {12: ("e8", 0), 8: ("a8", 0), 9: ("b8", 0), 15: ("h8", 0)}
    assert castlings(think_of(state_with({12: ("e1", 1), 15: ("h4", 1)}, black), "black")) == []
    assert castlings(think_of(state_with({12: ("e1", 1), 15: ("h1", 0)}, black), "black")) == [KINGSIDE]


def test_black_castles_kingside_with_a_moved_rook_if_whites_rook_is_unmoved() -> None:
    """Quirk whites-rook, the other way round."""
    state = state_with({12: ("e1", 1), 15: ("h1", 0)}, {12: ("e8", 0), 8: ("a5", 1), 15: ("b3", 1)})
    assert castlings(think_of(state, "black", III=1))[0] == KINGSIDE


def test_black_castles_kingside_over_its_own_bishop_when_whites_rook_is_captured() -> None:
    """Quirk unseen-way: PM(15,0) is 2, so f8 and g8 are not tested. With White's rook at home they are."""
    assert castlings(think_at("4kb1r/8/8/8/8/8/8/4K3 b k - 0 1"))[0] == KINGSIDE
    assert KINGSIDE not in castlings(think_at("4kb1r/8/8/8/8/8/8/4K2R b Kk - 0 1"))


def test_reserve_queen_23_loses_its_move_to_the_first_square() -> None:
    """Quirk slot-of-the-queen."""
    thought = think_of(state_with({12: ("e1", 0), 15: ("h1", 0), 23: ("a4", 1)}, {12: ("e8", 1)}), "white")
    at_a1 = [c for c in thought.candidates if c.square == NAME_TO_SQUARE["a1"]]
    assert thought.think_move_board[NAME_TO_SQUARE["a1"]] == 2**23
    assert (at_a1[0].piece, at_a1[0].castling) == (23, KINGSIDE)
    assert not any(c.piece == 23 and not c.castling for c in at_a1)


def test_lower_slots_then_try_captured_pieces_and_pieces_that_cannot_reach_the_square() -> None:
    """Quirk piece-from-nowhere: the queen's bit is not subtracted, and it exceeds each lower bit in turn."""
    thought = think_of(
        state_with({12: ("e1", 0), 15: ("h1", 0), 8: ("a8", 1), 23: ("a4", 1)}, {12: ("h6", 1)}), "white"
    )
    at_a1 = [c.piece for c in thought.candidates if c.square == NAME_TO_SQUARE["a1"] and not c.castling]
    assert at_a1 == list(range(21, -1, -1))


def test_a_captured_piece_can_be_chosen_and_then_stands_on_the_square() -> None:
    """Quirk piece-from-nowhere: queen 23 reaches d1, so captured queen 22 is put there and is back in the game."""
    program = Program()
    white = {12: ("e1", 0), 15: ("h1", 0), 8: ("a1", 0), 9: ("b1", 0), 23: ("g4", 1)}
    program.state = state_with(white, {12: ("d6", 1), 10: ("c1", 1)})
    assert (program.PW[22], program.PM[22][0]) == (0, 2)
    thought = program.play("white")
    assert thought.best == (22, NAME_TO_SQUARE["d1"])
    assert thought.move is None
    assert (program.PW[22], program.PM[22][0]) == (NAME_TO_SQUARE["d1"], 1)


@pytest.mark.parametrize(
    ("fen", "move", "bestpos"),
    [
        ("r3k1nr/pppq1p2/2np2pp/4p3/1PB1P1b1/2NPBN2/P1PQ1PPP/R3K2R w KQkq - 2 5", "e1g1", 7000),
        ("8/1b2p3/8/8/P7/3k3n/8/R3K3 w Q - 0 1", "e1c1", 8000),
        ("1r2k2r/pppq1pp1/2np1n1p/4p3/2B1P3/bPNPBN2/P1PQ1PPP/R3K2R b KQk - 0 4", "e8g8", 7000),
        ("r3k3/1p6/3K1b2/3p4/7N/3p4/8/7R b q - 0 1", "e8c8", 8000),
    ],
)
def test_castling_moves_both_king_and_rook(fen: str, move: str, bestpos: int) -> None:
    program = program_at(fen)
    board = chess.Board(fen)
    side = side_of(board)
    thought = program.play(side)
    assert (thought.best.square, thought.move) == (bestpos, move)
    board.push_uci(move)
    assert program.state.to_fen(side).split()[0] == board.board_fen()
    _, flags = program.state.pieces(side)
    assert (flags[12], flags[15 if bestpos == 7000 else 8]) == (1, 1)


def test_castling_scores_nine_tenths_as_printed() -> None:
    for fen in ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k2r/8/8/8/8/8/8/4K2R b Kk - 0 1"):
        thought = think_at(fen)
        own_minus_reply = thought.candidates[0].own_score - thought.candidates[0].reply_score
        assert thought.candidates[0].castling == KINGSIDE
        assert thought.candidates[0].value == pytest.approx(own_minus_reply + 0.9, abs=1e-4)


def test_castling_scores_nothing_for_black_as_recorded() -> None:
    """The one letter: CBLACK tests II, which the search of White's replies has left at 0."""
    fen = "4k2r/8/8/8/8/8/8/4K2R b Kk - 0 1"
    printed, recorded = think_at(fen), think_at(fen, "recorded")
    assert recorded.candidates[0].value == pytest.approx(printed.candidates[0].value - 0.9, abs=1e-4)
    others = [candidate for candidate in printed.candidates if not candidate.castling]
    assert [candidate for candidate in recorded.candidates if not candidate.castling] == others
