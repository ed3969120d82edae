"""Promotion, of pawns and of other pieces that reach a pawn's last rank."""

from __future__ import annotations

import pytest
from scenarios import program_at, state_with, think_at

from historic import BasicError, Program
from historic.position.squares import NAME_TO_SQUARE
from historic.position.state import CAPTURED, MOVED
from historic.study.terms import board_from_state, score_breakdown


def test_a_white_pawn_that_pushes_to_rank_8_becomes_its_queen_in_reserve() -> None:
    program = program_at("7k/1P6/8/8/8/8/8/K7 w - - 0 1")
    assert program.play("white").move == "b7b8q"
    assert (program.PW[0], program.PM[0][0]) == (0, CAPTURED)
    assert (program.PW[16], program.PM[16][0]) == (NAME_TO_SQUARE["b8"], MOVED)


def test_a_pawn_promotes_only_to_a_queen() -> None:
    """Quirk queen-only: there is one candidate for the push, not one for each promotion."""
    thought = think_at("7k/1P6/8/8/8/8/8/K7 w - - 0 1")
    assert [c.piece for c in thought.candidates if c.square == NAME_TO_SQUARE["b8"]] == [0]


def test_a_white_pawn_that_captures_on_rank_8_stays_a_pawn() -> None:
    """Quirk pawn-on-the-last-rank: A(0,..) holds the board before the move, where the square is not empty."""
    program = program_at("r6k/1P6/8/8/8/8/8/K7 w - - 0 1")
    assert program.play("white").move == "b7a8"
    assert (program.PW[0], program.PM[0][0]) == (NAME_TO_SQUARE["a8"], MOVED)
    assert program.PM[16][0] == CAPTURED


def test_the_pawn_on_rank_8_never_moves_again_and_scores_nine_for_its_rank() -> None:
    program = program_at("P6k/8/8/8/8/8/8/K7 w - - 0 1")
    thought = program.think("white")
    assert {candidate.piece for candidate in thought.candidates} == {12}
    state = program.state
    assert score_breakdown(board_from_state(state), state, "white").terms()["pawn ranks"] == 9
    without = program_at("7k/8/8/8/8/8/8/K7 w - - 0 1").think("white")
    assert thought.candidates[0].own_score == pytest.approx(without.candidates[0].own_score + 1 + 9, abs=1e-4)


def test_any_white_piece_reaching_an_empty_square_of_rank_8_promotes_and_causes_error_9() -> None:
    """Quirk everyone-promotes: PM(8+16,0) is beyond PM's 23."""
    program = program_at("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    with pytest.raises(BasicError) as raised:
        program.play("white")
    assert (raised.value.code, raised.value.label) == (9, "CWHITE3")
    assert (program.BESTPIECE1, program.BESTPOS1) == (8, NAME_TO_SQUARE["a8"])
    assert (program.PW[8], program.PM[8][0]) == (0, CAPTURED)


def test_a_white_piece_that_captures_on_rank_8_does_not_promote() -> None:
    program = program_at("r5k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    assert program.play("white").move == "a1a8"
    assert program.PW[8] == NAME_TO_SQUARE["a8"]


@pytest.mark.parametrize("piece", [0, 7, 8, 15, 16, 23])
@pytest.mark.parametrize("side", ["white", "black"])
def test_a_captured_piece_leaves_the_game_whatever_its_number(side: str, piece: int) -> None:
    """From pawn 0, the first, to piece 23, the last: the queen that pawn 7 has in reserve."""
    own, victim = {8: ("d8", MOVED), 12: ("h8", MOVED)}, {12: ("h1", MOVED), piece: ("d4", MOVED)}
    program = Program()
    program.state = state_with(own, victim) if side == "white" else state_with(victim, own)
    assert program.play(side).move == "d8d4"
    squares, column = (program.PB, 1) if side == "white" else (program.PW, 0)
    assert (squares[piece], program.PM[piece][column]) == (0, CAPTURED)


def test_piece_0_tried_in_the_last_slot_leaves_its_move_on_the_board() -> None:
    """The last move tried is piece 0's, a pawn that captures on h8: it is still on A(0,..), so the pawn promotes."""
    program = Program()
    program.state = state_with({0: ("g7", 1), 12: ("a1", 1)}, {15: ("h8", 1), 14: ("g8", 1), 12: ("a8", 1)})
    assert program.play("white").move == "g7h8q"
    assert (program.PW[16], program.PM[16][0]) == (NAME_TO_SQUARE["h8"], MOVED)


@pytest.mark.parametrize("fen", ["k7/8/8/8/8/8/1p6/7K b - - 0 1", "k7/8/8/8/8/8/1p6/N6K b - - 0 1"])
def test_a_black_pawn_that_reaches_rank_1_stays_a_pawn(fen: str) -> None:
    """Quirk black-never-promotes: on the board before the move, there is no black pawn on the target square."""
    program = program_at(fen)
    move = program.play("black").move
    assert move in ("b2b1", "b2a1")
    assert (program.PB[0], program.PM[0][1]) == (NAME_TO_SQUARE[move[2:]], MOVED)
    assert program.PM[16][1] == CAPTURED


def test_a_black_pawn_promotes_if_piece_0_was_tried_in_the_last_slot() -> None:
    """Black reaches no square but b1, and the pawn that reaches it is piece 0."""
    program = Program()
    program.state = state_with({12: ("h1", 1)}, {0: ("b2", 1), 1: ("a2", 1), 12: ("a1", 1)})
    assert program.play("black").move == "b2b1q"
    assert (program.PB[16], program.PM[16][1]) == (NAME_TO_SQUARE["b1"], MOVED)


def test_blacks_king_promotes_after_piece_0_was_tried_last_and_causes_error_9() -> None:
    """Quirk king-promotes: the same, but the pawn is pinned, and the king's move to b1 is the better one."""
    program = Program()
    program.state = state_with({10: ("h8", 1), 12: ("g5", 1)}, {0: ("b2", 1), 1: ("a2", 1), 12: ("a1", 1)})
    with pytest.raises(BasicError) as raised:
        program.play("black")
    assert program.BESTPIECE == 12
    assert raised.value.label == "CBLACK3"
