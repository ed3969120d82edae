"""The moves that only one program has, and the class of each."""

from __future__ import annotations

from collections import Counter

import pytest
from scenarios import state_with, view_at, view_of

from modern.agreement.move_comparison import compare_moves, move_differences
from modern.agreement.pair import PositionPair


def found(fen: str, moves: str = "") -> dict[str, int]:
    return dict(Counter(finding.name for finding in compare_moves(view_at(fen, moves))))


#: FEN, moves from it, and for each class the number of moves that only one program has.
POSITIONS = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "", {}),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "", {}),
    # En passant: one capturing pawn, two capturing pawns, a pinned one.
    ("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", "d2d4", {"en-passant": 1}),
    ("4k3/8/8/8/2p1p3/8/3P4/4K3 w - - 0 1", "d2d4", {"en-passant": 2}),
    ("4k3/8/8/8/4p3/8/3P4/4RK2 w - - 0 1", "d2d4", {}),
    # Promotions: three of the four, by pushes and captures.
    ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "", {"underpromotion": 3}),
    ("1r5k/P7/8/8/8/8/8/K7 w - - 0 1", "", {"underpromotion": 6, "king-left-attacked": 2}),
    ("k7/8/8/8/8/8/p7/7K b - - 0 1", "", {"underpromotion": 3}),
    # Kings, pins and checks.
    ("8/8/8/8/8/2k5/8/2K5 w - - 0 1", "", {"king-left-attacked": 3}),
    ("k3r3/8/8/8/8/8/4B3/4K3 w - - 0 1", "", {"king-left-attacked": 9}),
    ("k3r3/8/8/8/8/8/4R3/4K3 w - - 0 1", "", {"king-left-attacked": 7}),  # it may move along the file
    ("k3r3/8/8/8/8/8/P7/4K3 w - - 0 1", "", {"king-left-attacked": 3}),  # two pushes of the pawn, and the king to e2
    # Kingside castling with g1 attacked. No difference queenside, because the program checks c1.
    ("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "", {"castles-into-attack": 1}),
    ("2r1k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "", {}),
    ("r3k2r/8/8/8/8/8/8/4K1RR b Kkq - 0 1", "", {"castles-into-attack": 1}),
    # Past a pawn on an empty diagonal. The pawn on c2 can push to c1, so it has a bit on White's path.
    ("4k3/8/8/8/8/8/6p1/R3K2R w KQ - 0 1", "", {"castles-past-a-pawn": 1, "king-left-attacked": 1}),
    ("4k3/8/8/8/8/8/4p3/R3K2R w KQ - 0 1", "", {"castles-past-a-pawn": 2, "king-left-attacked": 2}),
    ("4k3/8/8/8/8/8/2p5/R3K2R w KQ - 0 1", "", {"king-left-attacked": 1}),
    ("4k3/8/8/8/8/8/7p/4K2R w K - 0 1", "", {"castles-into-attack": 1, "castles-with-a-captured-rook": 1}),
    # Rooks that have moved or were captured. If the king has moved, the program does not try to castle.
    ("4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "", {"castles-with-a-moved-rook": 1}),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "h1h2 e8d8", {"castles-with-a-moved-rook": 1}),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1e2 e8d8 e2e1 d8e8", {}),
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "", {"castles-with-a-captured-rook": 1}),
    # Black tests White's rook.
    ("r3k3/8/8/8/8/8/8/4K2R b Kq - 0 1", "", {"castles-on-whites-account": 1}),
    ("r3k2r/8/8/8/8/8/8/4K2R b Kq - 0 1", "", {"castles-on-whites-account": 1}),
    ("r3k2r/8/8/8/8/8/8/4K1RR b kq - 0 1", "", {"castles-untested": 1}),
    ("4kb1r/8/8/8/8/8/8/4K3 b k - 0 1", "", {"castles-untested": 1, "castles-with-a-captured-rook": 1}),
    ("4k2r/8/8/8/8/8/8/4K3 b k - 0 1", "", {"castles-with-a-captured-rook": 1}),  # unchecked, but legal
    ("rn2k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "", {"castling-not-offered": 1}),
    ("rn2k2r/8/8/8/8/8/8/4K2R b Kkq - 0 1", "", {}),
    # Castling takes the turns of queens 23 and 22.
    (
        "4k3/8/8/8/8/8/7P/R3K3 w Q - 0 1",
        "h2h4 e8d8 h4h5 d8e8 h5h6 e8d8 h6h7 d8d7 h7h8q d7d6 h8h7 d6d5",
        {"slot-of-the-queen": 1, "piece-from-nowhere": 21, "castles-with-a-captured-rook": 1},
    ),
]


@pytest.mark.parametrize(("fen", "moves", "expected"), POSITIONS)
def test_the_moves_of_a_position_differ_by_exactly_these_classes(
    fen: str, moves: str, expected: dict[str, int]
) -> None:
    assert found(fen, moves) == expected


@pytest.mark.parametrize(
    ("others", "castling", "uci"),
    [
        ({23: ("c5", 1)}, "0-0-0", "e1c1"),
        ({23: ("g3", 1), 10: ("d1", 1), 9: ("f1", 1)}, "0-0", "e1g1"),
    ],
)
def test_castling_and_the_kings_move_to_the_same_square_from_nowhere_are_two_moves(
    others: dict[int, tuple[str, int]], castling: str, uci: str
) -> None:
    """Both have the same code in modern.rules. The king is tried there by the bit of queen 23, whose turn is lost."""
    state = state_with({12: ("e1", 0), **others}, {12: ("h8", 1)})
    found = {
        finding.difference.move: finding.name
        for finding in move_differences(view_of(PositionPair(state.to_fen("white"), state)))
    }
    assert found[castling] == "castles-with-a-captured-rook"
    assert found[uci] == "piece-from-nowhere"
