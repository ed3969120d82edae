"""Moves are values, and an illegal one is refused with the reason."""

from __future__ import annotations

import copy
import pickle
from functools import partial

import chess
import pytest
from refusals import refusal

from modern.rules import IllegalMove, Move, MoveError, Position


def test_a_move_has_two_squares_and_perhaps_a_promotion() -> None:
    move = Move.from_uci("e7f8r")
    assert (move.from_square, move.to_square, move.promotion) == (chess.E7, chess.F8, chess.ROOK)
    assert Move.from_uci("e2e4").promotion is None
    assert (move.uci(), str(move), repr(move)) == ("e7f8r", "e7f8r", "Move.from_uci('e7f8r')")


def test_moves_are_values() -> None:
    assert Move.from_uci("e2e4") == Move.from_uci("e2e4") != Move.from_uci("e2e3")
    assert Move.from_uci("a7a8q") != Move.from_uci("a7a8n")
    assert Move.from_uci("e2e4") != "e2e4"
    assert len({Move.from_uci("e2e4"), Move.from_uci("e2e4"), Move.from_uci("d2d4")}) == 2
    move = Move.from_uci("a7a8q")
    assert pickle.loads(pickle.dumps(move)) == copy.copy(move) == copy.deepcopy(move) == move


def test_every_possible_move_survives_the_round_trip_through_text_and_code() -> None:
    for from_square in chess.SQUARES:
        for to_square in chess.SQUARES:
            if from_square != to_square:
                for promotion in ("", "n", "b", "r", "q"):
                    text = chess.SQUARE_NAMES[from_square] + chess.SQUARE_NAMES[to_square] + promotion
                    move = Move.from_uci(text)
                    assert move.uci() == text
                    assert Move(move.code) == move


@pytest.mark.parametrize(
    "text",
    ["", "e2", "e2e", "e2e2", "e2e9", "i2e4", "E2E4", "e2e4 ", " e2e4", "e2-e4", "e7e8k", "e7e8Q", "e7e8qq", "0000",
     "e2e\u0664", "e2e4\0", "\uff452e4", "x" * 2**20, None, 12, b"e2e4", ["e2e4"]],
)  # fmt: skip
def test_a_text_that_is_not_a_move_gets_an_error_of_one_line(text: object) -> None:
    for read in (Move.from_uci, Position.initial().parse_uci):
        refusal(partial(read, text), MoveError)


@pytest.mark.parametrize("code", [-1, 0, 65 * 5, 2**12, 2**15, 6 << 12 | 1, 10**30, 1.0, "e2e4", None])
def test_an_invalid_code_is_refused(code: object) -> None:
    refusal(lambda: Move(code), MoveError)


@pytest.mark.parametrize(
    ("fen", "move", "reason"),
    [
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e3e4", "there is no piece on e3"),
        ("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1", "e7e5", "Black's pawn on e7 cannot move on White's turn"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e5", "White's pawn on e2 cannot go to e5; it can go to e3 and e4"),
        ("4k3/8/8/8/8/8/4P3/4K2r w - - 0 1", "e2e4", "the king on e1 is still attacked by Black's rook on h1"),
        (
            "4k3/8/8/8/8/8/4P3/4K2r w - - 0 1",
            "e2e5",
            "White's pawn on e2 cannot go to e5; it has no legal move out of check",
        ),
        ("4k3/8/8/8/8/8/3P4/4K1r1 w - - 0 1", "e1e3", "cannot go to e3; to end the check, it can only go to e2 and f2"),
        ("4k3/8/8/8/8/8/4P3/4K1N1 w - - 0 1", "g1e2", "White's pawn is already on e2"),
        ("4k3/8/8/8/8/8/4P3/4K1N1 w - - 0 1", "g1f3q", "White's knight on g1 cannot promote there"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1", "White has no right to castle kingside"),
        ("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "e1c1", "b1 must be empty"),
        ("3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "d1 is attacked by Black's rook on d8"),
        ("4k3/8/8/8/8/8/3P4/4K1r1 w - - 0 1", "e1f1", "the king on f1 would be attacked by Black's rook on g1"),
        ("7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", "must promote to a queen (q), rook (r), bishop (b) or knight (n)"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4q", "White's pawn on e2 cannot promote there"),
    ],
)
def test_an_illegal_move_is_refused_with_the_reason(fen: str, move: str, reason: str) -> None:
    position = Position.from_fen(fen)
    for refuse in (lambda: position.parse_uci(move), lambda: position.make(Move.from_uci(move))):
        message = refusal(refuse, IllegalMove)
        assert reason in message
        assert f"{move} is not a legal move" in message
    assert position.ply == 0


@pytest.mark.parametrize("thing", ["e2e4", None, 796, chess.Move.from_uci("e2e4")])
def test_only_a_move_object_can_be_made(thing: object) -> None:
    position = Position.initial()
    for refuse in (position.make, position.san):
        assert "expected a Move" in refusal(partial(refuse, thing), MoveError)
    assert position == Position.initial()
