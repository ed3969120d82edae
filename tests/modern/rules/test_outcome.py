"""Outcomes of games."""

from __future__ import annotations

import pytest
from scenarios import position_after

from modern.rules import Outcome, Position

SHUFFLE = ["g1f3", "g8f6", "f3g1", "f6g8"]


ENDS = [
    ("checkmate of Black", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", Outcome("checkmate", "white"), "1-0"),
    ("checkmate of White", "4k3/8/8/8/8/8/5PPP/r5K1 w - - 0 1", Outcome("checkmate", "black"), "0-1"),
    ("stalemate", "7k/5Q2/8/8/8/8/8/4K3 b - - 0 1", Outcome("stalemate"), "1/2-1/2"),
    ("bare kings", "7k/8/8/8/8/8/8/4K3 w - - 0 1", Outcome("insufficient material"), "1/2-1/2"),
    ("one knight", "7k/8/8/8/8/8/8/4KN2 w - - 0 1", Outcome("insufficient material"), "1/2-1/2"),
    ("one bishop", "7k/8/8/8/8/8/8/4KB2 w - - 0 1", Outcome("insufficient material"), "1/2-1/2"),
    ("bishops on dark squares", "6k1/8/8/8/8/8/8/B1b1K3 w - - 0 1", Outcome("insufficient material"), "1/2-1/2"),
    ("bishops on light squares", "4bk2/8/8/8/8/8/8/4KB2 w - - 0 1", Outcome("insufficient material"), "1/2-1/2"),
    ("the 150th ply without progress", "7k/8/8/8/8/8/8/R3K3 w - - 150 90", Outcome("seventy-five moves"), "1/2-1/2"),
    ("mate on the 150th ply", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 150 90", Outcome("checkmate", "white"), "1-0"),
]


@pytest.mark.parametrize(("case", "fen", "outcome", "result"), ENDS, ids=[case for case, *_ in ENDS])
def test_the_game_is_over(case: str, fen: str, outcome: Outcome, result: str) -> None:
    position = Position.from_fen(fen)
    assert position.outcome() == outcome
    assert outcome.result == result


@pytest.mark.parametrize(
    ("case", "fen"),
    [
        ("a check", "R5k1/5pp1/8/8/8/8/8/4K3 b - - 0 1"),
        ("two knights", "7k/8/8/8/8/8/8/3NKN2 w - - 0 1"),
        ("a knight each", "5n1k/8/8/8/8/8/8/4KN2 w - - 0 1"),
        ("a bishop against a knight", "5n1k/8/8/8/8/8/8/4KB2 w - - 0 1"),
        ("bishops on squares of both colours", "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1"),
        ("a pawn", "7k/8/8/8/8/8/4P3/4K3 w - - 0 1"),
        ("149 plies without progress", "7k/8/8/8/8/8/8/R3K3 w - - 149 90"),
    ],
)
def test_the_game_continues(case: str, fen: str) -> None:
    assert Position.from_fen(fen).outcome() is None


def test_the_fifty_move_rule_draws_only_with_a_claim() -> None:
    position = Position.from_fen("7k/8/8/8/8/8/8/R3K3 w - - 100 90")
    assert position.outcome() is None
    assert position.outcome(claim=True) == Outcome("fifty moves")
    assert Position.from_fen("7k/8/8/8/8/8/8/R3K3 w - - 99 90").may_claim_fifty_moves()  # with its next move
    assert not Position.from_fen("7k/8/8/8/8/8/8/R3K3 w - - 98 90").may_claim_fifty_moves()
    # the only legal move is a capture, which resets the halfmove clock
    assert not Position.from_fen("7k/8/8/8/8/8/6q1/7K w - - 99 90").may_claim_fifty_moves()


def test_fifty_moves_cannot_be_claimed_with_a_move_that_mates() -> None:
    # Every move but the smothered mate on f7 is a pawn's or a capture; without the pawn on h7 it is only a check.
    assert not Position.from_fen("6rk/6pp/7N/5P2/6P1/3b4/PP6/K7 w - - 99 90").may_claim_fifty_moves()
    assert Position.from_fen("6rk/6p1/7N/5P2/6P1/3b4/PP6/K7 w - - 99 90").may_claim_fifty_moves()


def test_a_mate_on_the_hundredth_ply_is_not_a_draw() -> None:
    position = position_after(["h8g8", "a1a8"], "7k/8/6K1/8/8/8/8/R7 b - - 98 90")
    assert position.halfmove_clock == 100
    assert position.outcome(claim=True) == Outcome("checkmate", "white")
    assert not position.may_claim_fifty_moves()


def test_threefold_repetition_can_be_claimed_and_fivefold_repetition_ends_the_game() -> None:
    assert position_after(2 * SHUFFLE).repetitions() == 3
    assert position_after(SHUFFLE).repetitions() == 2
    assert not position_after([*SHUFFLE, *SHUFFLE[:2]]).may_claim_threefold()
    assert position_after([*SHUFFLE, *SHUFFLE[:3]]).may_claim_threefold()  # with its next move
    assert position_after(2 * SHUFFLE).outcome() is None
    assert position_after(2 * SHUFFLE).outcome(claim=True) == Outcome("threefold repetition")
    assert position_after(3 * SHUFFLE).repetitions() == 4
    assert position_after(3 * SHUFFLE).outcome() is None
    assert position_after(4 * SHUFFLE).outcome() == Outcome("fivefold repetition")


def test_positions_with_different_castling_rights_are_different() -> None:
    rooks = ["h1g1", "h8g8", "g1h1", "g8h8"]
    position = position_after(2 * rooks, "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1")
    assert position.repetitions() == 2  # the first still had the rights


def test_positions_with_and_without_a_legal_en_passant_capture_are_different() -> None:
    kings = ["e1e2", "e8e7", "e2e1", "e7e8"]
    position = position_after(kings, "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1")
    assert position.repetitions() == 1
    position = position_after(kings, "4k3/8/8/4p3/8/8/8/4K3 w - e6 0 1")  # no pawn can capture
    assert position.repetitions() == 2


def test_positions_before_a_pawn_move_do_not_count_as_repetitions() -> None:
    position = position_after([*SHUFFLE, "e2e4", "e7e5", *SHUFFLE, *SHUFFLE])
    assert position.repetitions() == 3
    assert position.outcome(claim=True) == Outcome("threefold repetition")


def test_testing_for_claims_does_not_change_the_position() -> None:
    position = position_after([*SHUFFLE, *SHUFFLE[:3]])
    before, made = position.fen(), position.ply
    position.outcome(claim=True)
    assert (position.fen(), position.ply) == (before, made)
