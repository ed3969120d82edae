"""What the evaluation sees in a position: each weight by itself, and how many times it counts for White."""

from __future__ import annotations

import pytest

from modern.engine.evaluation.evaluate import Evaluation
from modern.engine.evaluation.weights import COUNT, OFFSETS, TABLE
from modern.rules import Position

KNIGHT, BISHOP, ROOK, QUEEN = 0, 1, 2, 3
WEIGHT = 2400


def times(name: str, place: int, fen: str) -> float:
    """How many times more the weight counts for White than for Black."""
    weights = [0] * (2 * COUNT)
    weights[OFFSETS[name] + place] = weights[COUNT + OFFSETS[name] + place] = WEIGHT
    position = Position.from_fen(f"{fen} - - 0 1")
    found = Evaluation(weights, endings=False).evaluate(position) / WEIGHT
    return found if position.side == "white" else -found


SEEN = [
    ("a pawn is a pawn", "pawn", 0, "4k3/pp6/8/8/8/8/PPP5/4K3 w", 1),
    ("a knight stands on d4", "squares of knights", 27, "4k3/8/8/8/3N4/8/8/4K3 w", 1),
    ("Black's squares are White's in the mirror", "squares of knights", 27, "4k3/8/8/3n4/8/8/8/4K3 w", -1),
    ("a knight in the corner can go to two squares", "mobility of knights", 2, "4k3/8/8/8/8/8/8/N3K3 w", 1),
    ("but not to his own men, nor where a pawn takes", "mobility of knights", 0, "4k3/8/8/8/p7/8/2P5/N3K3 w", 1),
    ("a rook in the open has fourteen squares", "mobility of rooks", 14, "7k/8/8/8/3R4/8/8/K7 w", 1),
    ("a bishop behind his own pawns has few", "mobility of bishops", 2, "4k3/8/8/8/8/P7/1P1P4/2B1K3 w", 0),
    ("a queen counts all her lines", "mobility of queens", 27, "8/7k/8/8/3Q4/8/K7/8 w", 1),
    ("pawns without others beside are isolated", "isolated pawn", 0, "4k3/8/8/8/8/8/P1P5/4K3 w", 2),
    ("those that stand on files side by side are not", "isolated pawn", 0, "4k3/8/8/8/1P6/8/P7/4K3 w", 0),
    ("the pawn behind is doubled", "doubled pawn", 0, "4k3/8/8/8/P7/8/P7/4K3 w", 1),
    ("a pawn that cannot go on is backward", "backward pawn", 0, "4k3/8/8/3p4/1P6/2P5/8/4K3 w", 1),
    ("it is not where a pawn protects its way", "backward pawn", 0, "4k3/8/8/3p4/8/1PP5/8/4K3 w", 0),
    ("two pawns side by side", "phalanx", 3, "4k3/8/8/8/3PP3/8/8/4K3 w", 2),
    ("a pawn protects another", "protected pawn", 3, "4k3/8/8/8/3P4/2P5/8/4K3 w", 1),
    ("nobody is before it", "passed pawn", 4, "4k3/8/8/3P4/8/8/8/4K3 w", 1),
    ("a pawn on the next file stops it", "passed pawn", 4, "4k3/4p3/8/3P4/8/8/8/4K3 w", 0),
    ("a pawn beside it does not", "passed pawn", 4, "4k3/8/8/3Pp3/8/8/8/4K3 w", 1),
    ("of doubled pawns the first is passed", "passed pawn", 3, "4k3/8/8/3P4/3P4/8/8/4K3 w", 0),
    ("a passed pawn is protected", "protected passed pawn", 0, "4k3/8/8/3P4/2P5/8/8/4K3 w", 1),
    ("a knight stands in its way", "blocked passed pawn", 4, "4k3/8/3n4/3P4/8/8/8/4K3 w", 1),
    ("its way is free", "free passed pawn", 4, "k7/8/8/3P4/8/8/8/4K3 w", 1),
    ("its way is not, where the king attacks it", "free passed pawn", 4, "4k3/8/8/3P4/8/8/8/4K3 w", 0),
    ("five steps, two ranks", "own king far from passed pawn", 0, "4k3/8/8/3P4/8/8/8/4K3 w", 10),
    ("two steps, two ranks", "enemy king far from passed pawn", 0, "4k3/8/8/3P4/8/8/8/4K3 w", 4),
    ("a pawn attacks a knight", "pawn attacks man", KNIGHT, "4k3/8/8/3n4/4P3/8/8/4K3 w", 1),
    ("a pawn on g7 attacks a rook on h8", "pawn attacks man", ROOK, "k6r/6P1/8/8/8/8/8/4K3 w", 1),
    ("a pawn on g2 attacks a rook on h1", "pawn attacks man", ROOK, "k7/8/8/8/8/8/6p1/4K2R b", -1),
    ("a knight attacks a rook", "minor attacks man", 0, "4k3/8/2r5/8/3N4/8/8/4K3 w", 1),
    ("a bishop attacks a queen", "minor attacks man", 1, "4k3/8/5q2/8/3B4/8/8/4K3 w", 1),
    ("a rook attacks a queen", "rook attacks queen", 0, "3qk3/8/8/8/8/8/8/3RK3 w", 1),
    ("nobody protects the knight", "hanging man", 0, "7k/8/8/4n3/8/8/8/B3K3 w", 1),
    ("a pawn does", "hanging man", 0, "7k/8/3p4/4n3/8/8/8/B3K3 w", 0),
    ("nobody protects the pawn", "hanging pawn", 0, "7k/8/8/4p3/8/8/8/B3K3 w", 1),
    ("a rook attacks two squares beside the king", "near enemy king", ROOK, "6k1/8/8/8/8/8/8/4KR2 w", 2),
    ("he alone attacks there", "attackers of king", 1, "6k1/8/8/8/8/8/8/4KR2 w", 1),
    ("a knight can give check on f6", "safe check", KNIGHT, "6k1/8/8/8/6N1/8/8/Q3K3 w", 1),
    ("but not where a pawn takes him", "safe check", KNIGHT, "6k1/6p1/8/8/6N1/8/8/Q3K3 w", 0),
    ("three pawns before the king", "shelter", 1, "4k3/8/8/8/8/8/5PPP/6K1 w", 3),
    ("a file without a pawn before him", "shelter", 0, "6k1/5ppp/8/8/8/8/5P1P/6K1 w", 1),
    ("a pawn that comes near him", "storm", 3, "4k3/8/8/8/6p1/8/8/6K1 w", 1),
    ("a pawn that has run into another", "blocked storm", 0, "4k3/8/8/8/6p1/6P1/8/6K1 w", 1),
    ("a bishop on h8 is one bishop", "bishop pair", 0, "2k4B/8/8/8/8/8/8/4K3 w", 0),
    ("two bishops", "bishop pair", 0, "2b1k3/8/8/8/8/8/8/2B1KB2 w", 1),
    ("no pawn before the rook", "rook on open file", 0, "4k3/p7/8/8/8/8/8/R3K3 w", 0),
    ("no pawn at all on his file", "rook on open file", 0, "4k3/p7/8/8/8/8/8/1R2K3 w", 1),
    ("none of his own", "rook on half-open file", 0, "4k3/p7/8/8/8/8/8/R3K3 w", 1),
    ("the king is cut off", "rook on seventh", 0, "4k3/R7/8/8/8/8/8/4K3 w", 1),
    ("nobody is there", "rook on seventh", 0, "8/R7/4k3/8/8/8/8/4K3 w", 0),
    ("no pawn can drive the knight away", "knight outpost", 0, "4k3/4p3/8/4N3/3P4/8/8/4K3 w", 1),
    ("a pawn can", "knight outpost", 0, "4k3/5p2/8/4N3/3P4/8/8/4K3 w", 0),
    ("no pawn can drive the bishop away", "bishop outpost", 0, "4k3/8/8/3pb3/8/8/8/4K3 w", 0),
    ("a pawn protects him too", "bishop outpost", 0, "4k3/8/3p4/4b3/8/8/8/4K3 w", -1),
    ("a pawn stands on the bishop's colour", "bad bishop", 0, "4k3/8/8/8/3PP3/8/8/2B1K3 w", 1),
    ("it is Black's move", "tempo", 0, "4k3/8/8/8/8/8/8/4K3 b", -1),
]


@pytest.mark.parametrize(
    ("claim", "name", "place", "fen", "expected"), SEEN, ids=[f"{row[1]}: {row[0]}" for row in SEEN]
)
def test_it_is_seen_in_a_position(claim: str, name: str, place: int, fen: str, expected: float) -> None:
    assert times(name, place, fen) == expected, claim


def test_every_entry_is_seen_somewhere() -> None:
    without_rows = {name for name in TABLE if name.startswith("squares of")} | {"knight", "bishop", "rook", "queen"}
    assert {row[1] for row in SEEN} | without_rows == set(TABLE)
