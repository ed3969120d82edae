"""The terms of a score, computed outside the program, compared with the program's S1."""

from __future__ import annotations

import pytest
from scenarios import rows_of, sampled, state_of, think_of

from historic import SAMPLE_GAME, PieceMove, Program, State
from historic.position.moves import state_after
from historic.position.sides import other_side
from historic.position.squares import NAME_TO_SQUARE
from historic.position.state import CAPTURED
from historic.study.replay import Ply, side_of_ply
from historic.study.terms import PAWN_RANK_VALUES, TERMS, board_after, board_from_state, explain, score_breakdown
from historic.tables import VALUES

FILES = ("trace-record.jsonl", "trace-positions.jsonl", "variables-odd-states.jsonl")
STATES = [(state_of(row), row["side"]) for name in FILES for row in rows_of(name) if "PW" in row]


def check_explanations(state: State, side: str, reading: str) -> None:
    thought = think_of(state, side, reading)
    for candidate in thought.candidates:
        explanation = explain(state, side, candidate, reading)
        assert explanation.own_score.total == candidate.own_score
        assert explanation.reply_score.total == candidate.reply_score
        assert explanation.value == candidate.value
        assert set(explanation.own_terms()) == set(TERMS)
        assert sum(explanation.own_score.terms().values()) == pytest.approx(candidate.own_score, abs=1e-3)
        assert sum(explanation.reply_score.terms().values()) == pytest.approx(candidate.reply_score, abs=1e-3)


@pytest.mark.parametrize("reading", ["printed", pytest.param("recorded", marks=pytest.mark.slow)])
def test_the_terms_of_every_candidate_add_up_to_s1_bit_for_bit(reading: str) -> None:
    for state, side in STATES[:103:32] + STATES[103::128]:
        check_explanations(state, side, reading)


@pytest.mark.parametrize("reading", ["printed", "recorded"])
def test_the_terms_of_blacks_castling_have_the_bonus_only_as_printed(reading: str) -> None:
    state = State.from_fen("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1")
    check_explanations(state, "black", reading)
    castlings = [candidate for candidate in think_of(state, "black", reading).candidates if candidate.castling]
    bonuses = [explain(state, "black", candidate, reading).castling for candidate in castlings]
    assert bonuses == pytest.approx([0.9 if reading == "printed" else 0.0] * 2)


@pytest.mark.slow
@pytest.mark.parametrize("reading", ["printed", "recorded"])
def test_the_terms_of_every_candidate_add_up_to_s1_bit_for_bit_at_many_states(reading: str) -> None:
    for state, side in sampled(STATES, 5):
        check_explanations(state, side, reading)


def test_a_pawn_gains_a_twentieth_per_rank_and_nine_on_the_last() -> None:
    assert [round(value, 6) for value in PAWN_RANK_VALUES] == [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 9.0]


def test_the_king_term_is_the_difference_between_minus_1000_and_the_sum_it_replaces() -> None:
    state = State.from_fen("4k3/8/8/8/8/8/8/K6r w - - 0 1")
    score = score_breakdown(board_from_state(state), state, "white")
    rook_and_king = VALUES[15] + VALUES[12]  # they stand on later squares
    assert score.total == pytest.approx(-1000 - rook_and_king, abs=1e-4)
    assert sum(score.terms().values()) == pytest.approx(score.total, abs=1e-4)


def test_a_captured_king_makes_the_score_minus_1000_and_only_pawn_ranks_come_after() -> None:
    state = State.from_fen("4k3/8/8/8/8/8/P7/7K w - - 0 1")
    state.PM_white[12], state.PW[12] = CAPTURED, 0
    assert score_breakdown(board_from_state(state), state, "white").total == pytest.approx(-1000 + 0.05, abs=1e-4)


@pytest.fixture(scope="module")
def record() -> dict[int, Ply]:
    """The plies of the author's notes, by their numbers."""
    plies: dict[int, Ply] = {}
    state = State.initial()
    for number, move in enumerate(SAMPLE_GAME, 1):
        side = side_of_ply(number)
        if number in (12, 14, 16):
            plies[number] = Ply(number, state, think_of(state, side), move)
        state = state_after(state, side, move)
    return plies


def choice_for(state: State, side: str, move: str) -> PieceMove:
    piece = state.piece_on(side, NAME_TO_SQUARE[move[:2]])
    assert piece is not None
    return PieceMove(piece, NAME_TO_SQUARE[move[2:]])


def after(ply: Ply, *moves: str) -> Program:
    """Returns a program with the board and both think move boards after `moves` are tried at a ply."""
    program = Program()
    program.state = ply.before
    board, side = board_from_state(ply.before), ply.side
    for move in moves:
        board, side = board_after(board, ply.before, side, choice_for(ply.before, side, move)), other_side(side)
    program.board = board
    program.WHITE()
    program.BLACK()
    return program


def test_note_1_black_thought_that_the_knight_on_c6_protected_e5(record: dict[int, Ply]) -> None:
    """When 6...g8-f6 is tried, the reply f3xe5 wins a pawn with a knight that only the knight on c6 attacks."""
    ply = record[12]
    assert ply.recorded == "g8f6"
    tried = after(ply, "g8f6", "f3e5")
    assert tried.A[2][NAME_TO_SQUARE["e5"]] == 2**9
    terms = score_breakdown(tried.board, ply.before, "white").terms()
    assert (terms["material"], terms["attacked and unprotected"]) == (1.0, -0.75)
    assert ply.thought.chosen is not None
    assert ply.thought.chosen.reply != choice_for(ply.before, "white", "f3e5")


def test_note_1_recapturing_on_e5_would_put_the_king_in_check(record: dict[int, Ply]) -> None:
    """At move 7 Black tries the capture c6xe5, which costs -1000, because the queen on a4 then attacks the king."""
    ply = record[14]
    tried = after(ply, "c6e5")
    assert tried.A[1][NAME_TO_SQUARE["e8"]] == 2**11
    assert score_breakdown(tried.board, ply.before, "black").terms()["king"] < -900
    candidate = next(c for c in ply.thought.candidates if c.move == choice_for(ply.before, "black", "c6e5"))
    assert candidate.value < -900


def test_note_2_the_bishop_on_b4_was_protected_only_by_the_knight_on_c6(record: dict[int, Ply]) -> None:
    """After 7...f8-b4 the knight protects the bishop; after the reply e5xc6 nothing does, which costs only .75."""
    ply = record[14]
    assert ply.recorded == "f8b4"
    assert after(ply, "f8b4").A[2][NAME_TO_SQUARE["b4"]] == 2**9
    assert ply.thought.chosen is not None
    assert ply.thought.chosen.reply == choice_for(ply.before, "white", "e5c6")
    tried = after(ply, "f8b4", "e5c6")
    assert (tried.A[1][NAME_TO_SQUARE["b4"]], tried.A[2][NAME_TO_SQUARE["b4"]]) == (2**11 + 2**14, 0)
    assert score_breakdown(tried.board, ply.before, "white").terms()["attacked and unprotected"] == 0.75


def test_note_2_black_sees_a4xb4_when_nothing_better_is_left(record: dict[int, Ply]) -> None:
    """At 8...b7xc6 it is the reply that the program expects, and its second choice is 4 pawns worse."""
    ply = record[16]
    assert ply.recorded == "b7c6"
    assert ply.thought.chosen is not None
    assert ply.thought.chosen.reply == choice_for(ply.before, "white", "a4b4")
    assert ply.thought.second is not None
    assert ply.thought.second.value < ply.thought.value - 4
