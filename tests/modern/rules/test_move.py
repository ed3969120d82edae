"""Moves are values, and an illegal one is refused with the reason."""

from __future__ import annotations

import copy
import pickle
from functools import partial

import chess
import pytest
from refusals import codes, refusal

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
    ("fen", "move", "code"),
    [
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e3e4", "move.no_piece"),
        ("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1", "e7e5", "move.not_in_turn"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e5", "move.can_go"),
        ("4k3/8/8/8/8/8/4P3/4K2r w - - 0 1", "e2e4", "move.king_still_attacked"),
        ("4k3/8/8/8/8/8/4P3/4K2r w - - 0 1", "e2e5", "move.it_has_no_move_out_of_check"),
        ("4k3/8/8/8/8/8/3P4/4K1r1 w - - 0 1", "e1e3", "move.must_go"),
        ("4k3/8/8/8/8/8/4P3/4K1N1 w - - 0 1", "g1e2", "move.own_piece"),
        ("4k3/8/8/8/8/8/4P3/4K1N1 w - - 0 1", "g1f3q", "move.cannot_promote"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1", "move.no_right_kingside"),
        ("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "e1c1", "move.must_be_empty"),
        ("3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "move.is_attacked"),
        ("4k3/8/8/8/8/8/3P4/4K1r1 w - - 0 1", "e1f1", "move.king_attacked"),
        ("7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", "move.must_promote"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4q", "move.cannot_promote"),
    ],
)
def test_an_illegal_move_is_refused_with_the_reason(fen: str, move: str, code: str) -> None:
    position = Position.from_fen(fen)
    for refuse in (lambda: position.parse_uci(move), lambda: position.make(Move.from_uci(move))):
        message = refusal(refuse, IllegalMove)
        assert message.startswith(f"{move} ")
        assert {"move.illegal", code} <= codes(message)
    assert position.ply == 0


@pytest.mark.parametrize("thing", ["e2e4", None, 796, chess.Move.from_uci("e2e4")])
def test_only_a_move_object_can_be_made(thing: object) -> None:
    position = Position.initial()
    for refuse in (position.make, position.san):
        assert "expected a Move" in refusal(partial(refuse, thing), MoveError)
    assert position == Position.initial()
