"""The terms that the evaluation finds in a position: how often each weight counts for White."""

from __future__ import annotations

import pytest

from modern.engine.evaluation.evaluate import HandEvaluator
from modern.engine.evaluation.weights import COUNT, OFFSETS, TABLE
from modern.rules import Position

KNIGHT, BISHOP, ROOK, QUEEN = 0, 1, 2, 3
WEIGHT = 2400


def count_of(name: str, index: int, fen: str) -> float:
    """Returns how many times more the weight counts for White than for Black."""
    weights = [0] * (2 * COUNT)
    weights[OFFSETS[name] + index] = weights[COUNT + OFFSETS[name] + index] = WEIGHT
    position = Position.from_fen(f"{fen} - - 0 1")
    count = HandEvaluator(weights, endings=False).evaluate(position) / WEIGHT
    return count if position.side == "white" else -count


COUNTED = [
    ("a pawn is a pawn", "pawn", 0, "4k3/pp6/8/8/8/8/PPP5/4K3 w", 1),
    ("a knight on d4", "squares of knights", 27, "4k3/8/8/8/3N4/8/8/4K3 w", 1),
    ("Black's squares mirror White's", "squares of knights", 27, "4k3/8/8/3n4/8/8/8/4K3 w", -1),
    ("a knight in the corner has two squares", "mobility of knights", 2, "4k3/8/8/8/8/8/8/N3K3 w", 1),
    (
        "but not those of its own pieces, nor those that a pawn attacks",
        "mobility of knights",
        0,
        "4k3/8/8/8/p7/8/2P5/N3K3 w",
        1,
    ),
    ("a rook on an open board has fourteen squares", "mobility of rooks", 14, "7k/8/8/8/3R4/8/8/K7 w", 1),
    ("a bishop behind its own pawns has none", "mobility of bishops", 2, "4k3/8/8/8/8/P7/1P1P4/2B1K3 w", 0),
    ("a queen counts files, ranks and diagonals", "mobility of queens", 27, "8/7k/8/8/3Q4/8/K7/8 w", 1),
    ("pawns without friendly pawns on adjacent files are isolated", "isolated pawn", 0, "4k3/8/8/8/8/8/P1P5/4K3 w", 2),
    ("pawns on adjacent files are not isolated", "isolated pawn", 0, "4k3/8/8/8/1P6/8/P7/4K3 w", 0),
    ("the rear pawn is doubled", "doubled pawn", 0, "4k3/8/8/8/P7/8/P7/4K3 w", 1),
    ("a pawn that cannot advance safely is backward", "backward pawn", 0, "4k3/8/8/3p4/1P6/2P5/8/4K3 w", 1),
    ("it is not backward if a pawn protects the square in front", "backward pawn", 0, "4k3/8/8/3p4/8/1PP5/8/4K3 w", 0),
    ("two pawns side by side", "phalanx", 3, "4k3/8/8/8/3PP3/8/8/4K3 w", 2),
    ("a pawn protects another", "protected pawn", 3, "4k3/8/8/8/3P4/2P5/8/4K3 w", 1),
    ("no enemy pawn is in front of it", "passed pawn", 4, "4k3/8/8/3P4/8/8/8/4K3 w", 1),
    ("a pawn on an adjacent file stops it", "passed pawn", 4, "4k3/4p3/8/3P4/8/8/8/4K3 w", 0),
    ("a pawn beside it does not", "passed pawn", 4, "4k3/8/8/3Pp3/8/8/8/4K3 w", 1),
    ("of doubled pawns only the front one is passed", "passed pawn", 3, "4k3/8/8/3P4/3P4/8/8/4K3 w", 0),
    ("a pawn protects the passed pawn", "protected passed pawn", 0, "4k3/8/8/3P4/2P5/8/8/4K3 w", 1),
    ("a knight blocks it", "blocked passed pawn", 4, "4k3/8/3n4/3P4/8/8/8/4K3 w", 1),
    ("its path is free", "free passed pawn", 4, "k7/8/8/3P4/8/8/8/4K3 w", 1),
    ("its path is not free if the king attacks it", "free passed pawn", 4, "4k3/8/8/3P4/8/8/8/4K3 w", 0),
    ("five steps, two ranks", "own king far from passed pawn", 0, "4k3/8/8/3P4/8/8/8/4K3 w", 10),
    ("two steps, two ranks", "enemy king far from passed pawn", 0, "4k3/8/8/3P4/8/8/8/4K3 w", 4),
    ("a pawn attacks a knight", "pawn attacks piece", KNIGHT, "4k3/8/8/3n4/4P3/8/8/4K3 w", 1),
    ("a pawn on g7 attacks a rook on h8", "pawn attacks piece", ROOK, "k6r/6P1/8/8/8/8/8/4K3 w", 1),
    ("a pawn on g2 attacks a rook on h1", "pawn attacks piece", ROOK, "k7/8/8/8/8/8/6p1/4K2R b", -1),
    ("a knight attacks a rook", "minor attacks piece", 0, "4k3/8/2r5/8/3N4/8/8/4K3 w", 1),
    ("a bishop attacks a queen", "minor attacks piece", 1, "4k3/8/5q2/8/3B4/8/8/4K3 w", 1),
    ("a rook attacks a queen", "rook attacks queen", 0, "3qk3/8/8/8/8/8/8/3RK3 w", 1),
    ("an unprotected knight", "hanging piece", 0, "7k/8/8/4n3/8/8/8/B3K3 w", 1),
    ("a knight that a pawn protects", "hanging piece", 0, "7k/8/3p4/4n3/8/8/8/B3K3 w", 0),
    ("an unprotected pawn", "hanging pawn", 0, "7k/8/8/4p3/8/8/8/B3K3 w", 1),
    ("a rook attacks two squares next to the king", "king ring attacks", ROOK, "6k1/8/8/8/8/8/8/4KR2 w", 2),
    ("the rook is the only attacker", "king attackers", 1, "6k1/8/8/8/8/8/8/4KR2 w", 1),
    ("a knight can give check on f6", "safe check", KNIGHT, "6k1/8/8/8/6N1/8/8/Q3K3 w", 1),
    ("but not if a pawn can capture it", "safe check", KNIGHT, "6k1/6p1/8/8/6N1/8/8/Q3K3 w", 0),
    ("three pawns in front of the king", "shelter", 1, "4k3/8/8/8/8/8/5PPP/6K1 w", 3),
    ("a file without a pawn in front of the king", "shelter", 0, "6k1/5ppp/8/8/8/8/5P1P/6K1 w", 1),
    ("an enemy pawn comes near the king", "storm", 3, "4k3/8/8/8/6p1/8/8/6K1 w", 1),
    ("a pawn blocks the storming pawn", "blocked storm", 0, "4k3/8/8/8/6p1/6P1/8/6K1 w", 1),
    ("a bishop on h8 is one bishop", "bishop pair", 0, "2k4B/8/8/8/8/8/8/4K3 w", 0),
    ("two bishops", "bishop pair", 0, "2b1k3/8/8/8/8/8/8/2B1KB2 w", 1),
    ("an enemy pawn on the file of the rook", "rook on open file", 0, "4k3/p7/8/8/8/8/8/R3K3 w", 0),
    ("no pawns on the file of the rook", "rook on open file", 0, "4k3/p7/8/8/8/8/8/1R2K3 w", 1),
    ("no friendly pawn on the file of the rook", "rook on half-open file", 0, "4k3/p7/8/8/8/8/8/R3K3 w", 1),
    ("the king is cut off", "rook on seventh", 0, "4k3/R7/8/8/8/8/8/4K3 w", 1),
    ("no king to cut off and no pawns to attack", "rook on seventh", 0, "8/R7/4k3/8/8/8/8/4K3 w", 0),
    ("no pawn can drive the knight away", "knight outpost", 0, "4k3/4p3/8/4N3/3P4/8/8/4K3 w", 1),
    ("a pawn can drive the knight away", "knight outpost", 0, "4k3/5p2/8/4N3/3P4/8/8/4K3 w", 0),
    ("a bishop without the protection of a pawn", "bishop outpost", 0, "4k3/8/8/3pb3/8/8/8/4K3 w", 0),
    ("no pawn can drive the protected bishop away", "bishop outpost", 0, "4k3/8/3p4/4b3/8/8/8/4K3 w", -1),
    ("one of two pawns is on the colour of the bishop", "bad bishop", 0, "4k3/8/8/8/3PP3/8/8/2B1K3 w", 1),
    ("Black to move", "tempo", 0, "4k3/8/8/8/8/8/8/4K3 b", -1),
]


@pytest.mark.parametrize(
    ("claim", "name", "index", "fen", "expected"), COUNTED, ids=[f"{row[1]}: {row[0]}" for row in COUNTED]
)
def test_a_term_counts_in_a_position(claim: str, name: str, index: int, fen: str, expected: float) -> None:
    assert count_of(name, index, fen) == expected, claim


def test_every_entry_is_tested() -> None:
    untested = {name for name in TABLE if name.startswith("squares of")} | {"knight", "bishop", "rook", "queen"}
    assert {row[1] for row in COUNTED} | untested == set(TABLE)
