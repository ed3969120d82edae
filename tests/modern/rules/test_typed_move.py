"""Parsing typed moves, and the reasons why a move is illegal."""

from __future__ import annotations

import pytest

from modern.rules import AmbiguousMove, IllegalMove, MoveError, Position
from modern.rules.typed_move import parse_typed_move

INITIAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
CASTLES = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
PROMOTES = "3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1"


@pytest.mark.parametrize(
    ("fen", "typed", "meant"),
    [
        (INITIAL, "Nf3", "g1f3"),
        (INITIAL, "nf3", "g1f3"),
        (INITIAL, " g1f3 ", "g1f3"),
        (INITIAL, "g1-f3", "g1f3"),
        (INITIAL, "G1F3", "g1f3"),
        (INITIAL, "NF3", "g1f3"),
        (INITIAL, "N f3", "g1f3"),
        (INITIAL, "E4", "e2e4"),
        (INITIAL, "e2 e4", "e2e4"),
        (INITIAL, "e4", "e2e4"),
        (INITIAL, "e4!?", "e2e4"),
        (CASTLES, "O-O", "e1g1"),
        (CASTLES, "0-0-0", "e1c1"),
        (CASTLES, "oo", "e1g1"),
        (CASTLES, "e1-g1", "e1g1"),
        (CASTLES, "Rxa8+", "a1a8"),
        (CASTLES, "O\u2013O", "e1g1"),
        ("4k3/8/8/8/8/8/3P4/4KB2 w - - 0 1", "bc4", "f1c4"),
        ("4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1", "bxc3", "b2c3"),
        ("4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1", "Bxc3", "d2c3"),
        (PROMOTES, "e8=N", "e7e8n"),
        (PROMOTES, "e8", "e7e8q"),
        (PROMOTES, "exd8", "e7d8q"),
        (PROMOTES, "e7e8r", "e7e8r"),
        (PROMOTES, "e7-e8=B", "e7e8b"),
        (PROMOTES, "e7xd8=Q", "e7d8q"),
    ],
)
def test_a_move_can_be_written_in_many_ways(fen: str, typed: str, meant: str) -> None:
    assert parse_typed_move(Position(fen), typed).uci() == meant


def test_the_default_promotion_is_to_a_queen() -> None:
    assert parse_typed_move(Position(PROMOTES), "e7e8").uci() == "e7e8q"


@pytest.mark.parametrize(
    ("fen", "typed", "reason"),
    [
        (INITIAL, "g1e3", "White's knight on g1 cannot go to e3; it can go to f3, h3"),
        (INITIAL, "e2-e5", "White's pawn on e2 cannot go to e5; it can go to e3, e4"),
        (INITIAL, "e4e5", "there is no piece on e4"),
        (INITIAL, "e7e5", "Black's pawn on e7 cannot move on White's turn"),
        (INITIAL, "Ne4", "no white knight can go to e4"),
        (INITIAL, "O-O", "f1 and g1 must be empty"),
        (INITIAL, "O-O-O", "b1, c1 and d1 must be empty"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "O-O", "White has no right to castle kingside"),
        ("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "f1 is attacked by the rook on f8"),
        ("4kr2/5r2/8/8/8/8/8/4K2R w K - 0 1", "O-O", "f1 is attacked by the rook on f7"),
        ("4k3/8/8/8/8/8/4r3/4K2R w K - 0 1", "0-0", "e1 is attacked by the rook on e2"),
        ("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "f1 is attacked by the rook on f8"),
        (INITIAL, "e1-c1", "b1, c1 and d1 must be empty"),
        ("2r4k/8/8/3p4/2P5/8/8/2K5 w - - 0 1", "cxd5", "the king on c1 would be attacked by the rook on c8"),
        ("2r4k/8/8/3p4/2P5/8/8/2K5 w - - 0 1", "exd5", "no white pawn can go from e to d5"),
        ("2r4k/8/8/3p4/2P5/8/8/2K5 w - - 0 1", "d5", "no white pawn can go to d5"),
        ("1r2k3/8/8/8/8/1N3N2/8/1K6 w - - 0 1", "Nbd2", "the king on b1 would be attacked by the rook on b8"),
        ("3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O", "d1 is attacked by the rook on d8"),
        ("4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1", "e2c3", "the king on e1 would be attacked by the rook on e4"),
        ("4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1", "Nc3", "the king on e1 would be attacked by the rook on e4"),
        ("4k3/8/8/8/4r3/8/8/N3K3 w - - 0 1", "Nb3", "the king on e1 is still attacked by the rook on e4"),
        ("4k3/8/8/8/8/8/r7/4K3 w - - 0 1", "Kd2", "the king on d2 would be attacked by the rook on a2"),
    ],
)
def test_an_illegal_move_gets_one_line_with_the_reason(fen: str, typed: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as raised:
        parse_typed_move(Position(fen), typed)
    assert str(raised.value).endswith(reason)
    assert "\n" not in str(raised.value)


def test_a_text_that_is_not_a_move_and_an_ambiguous_move_are_rejected() -> None:
    for typed in ("hello", "", "?", "Nf", "castle", "e2e4e5", "x" * 300):
        with pytest.raises(MoveError, match=r"is not a move; a move is written Nf3, g1f3 or g1-f3$"):
            parse_typed_move(Position(), typed)
    for typed in ("Ke9", "h1h9", "i4"):
        with pytest.raises(MoveError, match=f"'{typed}' is not a move: there is no square (e9|h9|i4)$"):
            parse_typed_move(Position(), typed)
    with pytest.raises(AmbiguousMove, match="Rad1, Rhd1"):
        parse_typed_move(Position("4k3/8/8/8/8/8/4K3/R6R w - - 0 1"), "Rd1")
