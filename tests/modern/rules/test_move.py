"""A move is a small value."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from enum import IntEnum
from functools import partial
from unittest.mock import Mock

import chess
import pytest
from refusals import refusal

from modern.rules import IllegalMove, Move, MoveError, Position, perft


def test_a_move_tells_its_squares_and_what_a_pawn_becomes() -> None:
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


def test_every_move_there_can_be_goes_through_its_text_and_its_number() -> None:
    for start in chess.SQUARES:
        for to in chess.SQUARES:
            if start != to:
                for promotion in ("", "n", "b", "r", "q"):
                    text = chess.SQUARE_NAMES[start] + chess.SQUARE_NAMES[to] + promotion
                    move = Move.from_uci(text)
                    assert move.uci() == text
                    assert Move(move.code) == move


@pytest.mark.parametrize(
    "text",
    ["", "e2", "e2e", "e2e2", "e2e9", "i2e4", "E2E4", "e2e4 ", " e2e4", "e2-e4", "e7e8k", "e7e8Q", "e7e8qq", "0000",
     "e2e\u0664", "e2e4\0", "\uff452e4", "x" * 2**20, None, 12, b"e2e4", ["e2e4"]],
)  # fmt: skip
def test_what_is_no_move_gets_one_line(text: object) -> None:
    for read in (Move.from_uci, Position.initial().parse_uci):
        refusal(partial(read, text), MoveError)


class Code(IntEnum):
    """The code of a move, as another kind of number."""

    E2E4 = chess.E2 | chess.E4 << 6


class Liar(int):
    """A whole number that says it is within any bounds."""

    def __le__(self, other: object) -> bool:
        return True

    __lt__ = __gt__ = __ge__ = __le__


class Name(str):
    """A text that says it is short, and a move."""

    def __len__(self) -> int:
        return 4

    def __getitem__(self, key: object) -> str:
        return "e2" if key == slice(None, 2) else "e4"


CLAIMS: dict[str, Callable[[], object]] = {
    "a mock of a text": lambda: Mock(spec=str),
    "a mock of a number": lambda: Mock(spec=int),
    "a mock of a move": lambda: Mock(spec=Move),
    "a number below zero": lambda: Liar(-5),
    "a number beyond all": lambda: Liar(10**30),
    "a text of one letter": lambda: Name("x"),
}


@pytest.mark.parametrize("claim", CLAIMS)
def test_what_only_claims_to_be_one_is_none(claim: str) -> None:
    thing, position = CLAIMS[claim](), Position.initial()
    readers = (Position.from_fen, Move.from_uci, Move, position.parse_uci, position.parse_san, position.make)
    for read in (*readers, partial(perft, position)):
        refusal(partial(read, thing))


def test_a_number_of_another_kind_becomes_a_plain_one() -> None:
    move = Move(Code.E2E4)
    assert type(move.code) is int
    assert move == Move.from_uci("e2e4")


@pytest.mark.parametrize("code", [-1, 0, 65 * 5, 2**12, 2**15, 6 << 12 | 1, 10**30, True, 1.0, "e2e4", None])
def test_what_is_no_code_of_a_move_is_refused(code: object) -> None:
    refusal(lambda: Move(code), MoveError)


@pytest.mark.parametrize(
    ("fen", "move", "reason"),
    [
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e3e4", "nobody stands on e3"),
        ("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1", "e7e5", "Black's pawn on e7 is not White's to move"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e5", "White's pawn on e2 cannot go to e5; it can go to e3, e4"),
        ("4k3/8/8/8/8/8/4P3/4K2r w - - 0 1", "e2e4", "White's pawn on e2 has no legal move out of check"),
        ("4k3/8/8/8/8/8/3P4/4K1r1 w - - 0 1", "e1f1", "White's king on e1 cannot go to f1 out of check"),
        ("7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", "becomes a queen (q), rook (r), bishop (b) or knight (n)"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4q", "White's pawn on e2 does not become anything there"),
    ],
)
def test_a_move_that_may_not_be_made_gets_the_reason(fen: str, move: str, reason: str) -> None:
    position = Position.from_fen(fen)
    for refuse in (lambda: position.parse_uci(move), lambda: position.make(Move.from_uci(move))):
        message = refusal(refuse, IllegalMove)
        assert reason in message
        assert f"{move} is no legal move" in message
    assert position.ply == 0


@pytest.mark.parametrize("thing", ["e2e4", None, 796, chess.Move.from_uci("e2e4")])
def test_only_a_move_of_ours_can_be_made(thing: object) -> None:
    position = Position.initial()
    for refuse in (position.make, position.san):
        assert "a Move was expected" in refusal(partial(refuse, thing), MoveError)
    assert position == Position.initial()
