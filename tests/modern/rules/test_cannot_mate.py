"""Who cannot mate by any series of moves: beside python-chess, helpmates, and all mates that a few pieces can give.

The helpmates were found by CHA 2.6.1 (https://chasolver.org), which decides by search whether there is one.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

import chess
import pytest

from modern.rules import Position
from modern.rules.outcome import lacks_mating_material
from modern.rules.pieces import BLACK, WHITE

CODES = {chess.WHITE: WHITE, chess.BLACK: BLACK}

#: A side with little material, a position, and moves of both sides that end with its mate.
HELPMATES = (
    (
        "white",
        "8/8/8/8/8/2k5/3r4/K6N w - - 0 1",
        "h1f2 d2d1 a1a2 d1b1 f2d1 c3c2 d1b2 b1c1 b2d1 c2d3 d1b2 d3d2 b2a4 c1a1 a2b3 a1b1 b3c4 b1a1 a4b6 a1b1 "
        "b6a8 b1a1 c4b5 a1b1 b5a6 d2c3 a8b6 c3b4 b6c4 b4c5 c4b2 c5c6 b2a4 c6d7 a4b6 d7c7 b6a4 c7b8 a4c3 b8a8 "
        "c3d5 b1b8 d5c7",
    ),
    (
        "white",
        "8/1k6/8/8/8/3K4/p7/1N6 w - - 0 1",
        "b1d2 a2a1b d2b1 a1b2 b1d2 b2c1 d2b1 b7a8 b1d2 c1b2 d3c4 b2a1 c4b5 a1c3 d2c4 c3e5 b5a6 e5b8 c4b6",
    ),
    (
        "white",
        "8/7N/8/1k4b1/3K4/8/8/8 w - - 0 1",
        "h7f6 g5c1 f6e4 b5c6 e4d2 c1b2 d4c4 c6d7 c4b5 b2a1 d2c4 a1b2 c4b6 d7e8 b6a8 b2e5 b5a6 e8d7 a8b6 d7c6 "
        "a6a5 c6b7 b6a4 b7a8 a5a6 e5b8 a4b6",
    ),
    (
        "white",
        "8/8/1n6/3k4/8/4B3/8/3K4 b - - 0 1",
        "b6a4 d1d2 a4c3 e3g1 c3e4 d2c1 e4f6 g1f2 f6g8 f2e1 d5e5 e1d2 e5f6 d2e1 f6g7 e1f2 g7h8 c1d2 g8f6 d2e3 "
        "f6e4 e3f4 e4d2 f4g5 d2b1 g5h6 b1d2 f2e3 d2e4 h6g6 e4f6 e3h6 f6g8 h6g7",
    ),
    (
        "black",
        "8/8/P2b4/1k6/8/3K4/8/8 w - - 0 1",
        "a6a7 d6h2 a7a8b h2g1 a8h1 g1f2 h1g2 f2e1 d3c2 e1d2 c2b1 d2c1 b1a1 b5a4 g2e4 a4a3 e4b1 c1b2",
    ),
    (
        "black",
        "8/b7/k7/8/8/1B6/8/2K5 w - - 0 1",
        "b3d1 a6a5 d1c2 a5b4 c2d3 b4a3 c1b1 a3b4 b1a1 b4a3 d3b1 a7d4",
    ),
    (
        "black",
        "K7/8/3b4/8/b3k3/8/8/8 w - - 0 1",
        "a8a7 a4d1 a7a6 d1c2 a6a5 c2b1 a5a4 b1a2 a4b5 e4d3 b5a4 a2b1 a4b3 b1a2 b3b2 a2b3 b2a1 d3c3 a1b1 c3b4 "
        "b1c1 b4a3 c1b1 b3a2 b1a1 d6e5",
    ),
    (
        "black",
        "8/8/7n/n7/8/8/8/2k4K b - - 0 1",
        "a5b3 h1g1 b3a1 g1h1 a1c2 h1g1 c2e1 g1f1 e1d3 f1g2 d3e1 g2h1 e1d3 h1g1 d3f2 g1f1 f2h1 f1e1 h6g4 e1e2 "
        "g4f2 e2f3 h1g3 f3g2 f2h1 g2h3 c1d1 h3g2 d1e1 g2f3 e1f1 f3e3 f1g2 e3d2 g2h3 d2e1 g3e4 e1f1 h1g3 f1g1 "
        "g3e2 g1h1 e4f2",
    ),
)

#: CHA proves of each of these that the side has no mate. The last three are one legal move away from such material.
NO_MATES = (
    ("white", "8/8/8/8/8/2k5/3q4/K6N w - - 0 1"),
    ("black", "8/5n2/4k3/5Q2/8/K7/8/8 b - - 0 1"),
    ("white", "8/8/3k4/r7/8/B7/6K1/8 b - - 0 1"),
    ("black", "8/7K/3b4/3k4/8/8/4Q3/6R1 w - - 0 1"),
    ("white", "8/4r3/5q2/5k2/8/5K2/1B3B2/8 w - - 0 1"),
    ("black", "8/8/8/8/7Q/5K2/8/4k3 b - - 0 1"),
    ("black", "8/5N2/8/8/3k4/Kq6/8/8 w - - 0 1"),
    ("white", "8/8/8/1K6/8/8/1Qb5/1k4n1 b - - 0 1"),
    ("black", "K7/q7/8/8/3k4/1Q6/8/8 w - - 0 1"),
)


@pytest.mark.parametrize(("side", "fen", "line"), HELPMATES)
def test_a_side_that_some_series_of_moves_lets_mate_can_mate(side: str, fen: str, line: str) -> None:
    board = chess.Board(fen)
    for uci in line.split():
        assert not Position.from_fen(board.fen()).cannot_mate(side)
        board.push(board.parse_uci(uci))
    assert board.is_checkmate()
    assert board.turn != (side == "white")


@pytest.mark.parametrize(("side", "fen"), NO_MATES)
def test_a_side_that_no_series_of_moves_lets_mate_cannot_mate(side: str, fen: str) -> None:
    assert Position.from_fen(fen).cannot_mate(side)
    mirrored = chess.Board(fen).mirror().fen()
    assert Position.from_fen(mirrored).cannot_mate("black" if side == "white" else "white")


def test_the_material_decides_as_in_python_chess() -> None:
    rng, verdicts = random.Random(7), set[tuple[bool, ...]]()
    for _ in range(3000):
        board = chess.Board(None)
        pieces = rng.choices("PNBRQpnbrq", (1, 6, 9, 1, 2, 1, 6, 9, 1, 2), k=rng.randrange(5))
        squares = rng.sample([*chess.SquareSet(~(chess.BB_RANK_1 | chess.BB_RANK_8))], len(pieces) + 2)
        for square, symbol in zip(squares, ["K", "k", *pieces], strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(symbol))
        if board.is_valid():
            position = Position.from_fen(board.fen())
            expected = [board.has_insufficient_material(side) for side in chess.COLORS]
            assert [lacks_mating_material(position, CODES[side]) for side in chess.COLORS] == expected
            assert position.is_insufficient_material() == all(expected)
            verdicts.add(tuple(expected))
    assert len(verdicts) == 4


#: Pieces of the side that is to mate, White here, and of the other one. `D` is a bishop on dark squares, `B` on light.
ATTACKERS = ("", "N", "B", "NN", "NB", "BB", "BD")
DEFENDERS = ("", "P", "N", "B", "D", "R", "Q", "QQ", "RQ")
TRIANGLE = (chess.A1, chess.B1, chess.C1, chess.D1, chess.B2, chess.C2, chess.D2, chess.C3, chess.D3, chess.D4)


def placed(board: chess.Board, pieces: str, color: chess.Color, squares: chess.SquareSet) -> Iterator[None]:
    """Puts pieces on a board in every way that is possible for pawns and for bishops."""
    if not pieces:
        yield
        return
    can_be = {"P": ~(chess.BB_RANK_1 | chess.BB_RANK_8), "B": chess.BB_LIGHT_SQUARES, "D": chess.BB_DARK_SQUARES}
    piece_type = chess.Piece.from_symbol(pieces[0].replace("D", "B")).piece_type
    for square in squares & can_be.get(pieces[0], chess.BB_ALL) & ~board.occupied:
        board.set_piece_at(square, chess.Piece(piece_type, color))
        yield from placed(board, pieces[1:], color, squares)
        board.remove_piece_at(square)


def has_mate(
    attackers: str,
    defenders: str,
    kings: Iterable[chess.Square],
    others: chess.SquareSet | None = None,
    far: str = "",
) -> bool:
    """Returns True if White can have mated a king on one of the squares.

    Black's defenders are on `others` or beside the king. Its pieces `far` are anywhere, and no mate needs them.
    """
    for king in kings:
        beside = chess.SquareSet(chess.BB_KING_ATTACKS[king])
        for own_king in chess.SquareSet(chess.BB_ALL) - beside - chess.SquareSet.from_square(king):
            board = chess.Board(None)
            board.turn = chess.BLACK
            board.set_piece_at(king, chess.Piece(chess.KING, chess.BLACK))
            board.set_piece_at(own_king, chess.Piece(chess.KING, chess.WHITE))
            for _ in placed(board, attackers, chess.WHITE, chess.SquareSet(chess.BB_ALL)):
                if not board.is_check():
                    continue  # a piece of Black between them only helps it
                for _ in placed(board, defenders, chess.BLACK, others or beside):
                    if board.is_checkmate() and any(
                        board.is_checkmate() and not board.was_into_check()
                        for _ in placed(board, far, chess.BLACK, chess.SquareSet(chess.BB_ALL))
                    ):
                        return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize("defenders", DEFENDERS)
@pytest.mark.parametrize("attackers", ATTACKERS)
def test_the_material_that_can_mate_is_that_of_the_mates_in_a_corner(attackers: str, defenders: str) -> None:
    """In a corner, pieces beside the king take most squares from it. A pawn can also become what helps to mate.

    Each piece of Black stands either beside its king or where it hinders nothing: beside a rook on b1, a knight mates
    a king on a1 from c2, unless the queen can capture it there.
    """
    position, squares = chess.Board(None), iter([chess.B3, chess.C3, chess.B5, chess.C5])
    for color, pieces in ((chess.WHITE, attackers), (chess.BLACK, defenders)):
        for piece in pieces:
            square = next(squares)
            if piece in "BD" and bool(chess.BB_DARK_SQUARES >> square & 1) != (piece == "D"):
                square += 8
            symbol = chess.Piece.from_symbol(piece.replace("D", "B"))
            position.set_piece_at(square, chess.Piece(symbol.piece_type, color))
    position.set_piece_at(chess.H2, chess.Piece(chess.KING, chess.WHITE))
    position.set_piece_at(chess.H7, chess.Piece(chess.KING, chess.BLACK))
    cannot = lacks_mating_material(Position.from_fen(position.fen()), WHITE)
    can = any(
        has_mate(attackers, near, (chess.A1, chess.A8), far=defenders.replace(near, "", 1))
        for near in dict.fromkeys(("", defenders[:1], defenders[1:], defenders))
    )
    assert cannot != can
    assert cannot == lacks_mating_material(Position.from_fen(position.mirror().fen()), BLACK)


@pytest.mark.slow
@pytest.mark.parametrize(("attackers", "defenders"), [("N", "Q"), ("B", "R"), ("B", "Q"), ("B", "B"), ("D", "D")])
def test_no_mate_exists_on_the_whole_board_where_the_material_denies_it(attackers: str, defenders: str) -> None:
    assert not has_mate(attackers, defenders, TRIANGLE, chess.SquareSet(chess.BB_ALL))
