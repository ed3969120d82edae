"""The rules of movement, one claim at a time. Each position was made for its claim."""

from __future__ import annotations

import pytest

from modern.rules import Position


def moves_at(fen: str, origin: str = "") -> set[str]:
    """Returns the legal moves in UCI notation, all of them or those from one square."""
    return {move.uci() for move in Position.from_fen(fen).legal_moves() if move.uci().startswith(origin)}


CASTLING = [
    ("on both sides if nothing prevents it", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1g1", "e1c1"}),
    ("for Black too", "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", {"e8g8", "e8c8"}),
    ("only with the castling right", "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", {"e1c1"}),
    ("not out of check", "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", set()),
    ("not through an attacked square", "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1c1"}),
    ("not into check", "4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1c1"}),
    ("even if the rook crosses an attacked square", "1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1g1", "e1c1"}),
    ("even if the rook is attacked", "r3k3/8/8/8/8/8/8/R3K3 w Q - 0 1", {"e1c1"}),
    ("not through a piece beside the rook", "4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", set()),
    ("not through squares that only a pawn attacks", "4k3/8/8/8/8/8/4p3/R3K2R w KQ - 0 1", set()),
    ("not through f1 if a pawn on g2 attacks it", "4k3/8/8/8/8/8/6p1/R3K2R w KQ - 0 1", {"e1c1"}),
    ("not through squares that the other king attacks", "8/8/8/8/8/8/6k1/R3K2R w KQ - 0 1", {"e1c1"}),
]


@pytest.mark.parametrize(("claim", "fen", "castles"), CASTLING, ids=[claim for claim, _, _ in CASTLING])
def test_castling_is_legal(claim: str, fen: str, castles: set[str]) -> None:
    both_kings = {"e1g1", "e1c1", "e8g8", "e8c8"}
    assert moves_at(fen) & both_kings == castles


def test_a_castling_right_is_lost_when_its_rook_moves_or_is_captured() -> None:
    position = Position.from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    position.make(position.parse_uci("a1a8"))
    assert position.fen().split()[2] == "Kk"
    position.make(position.parse_uci("e8e7"))
    assert position.fen().split()[2] == "K"


EN_PASSANT = [
    ("is legal", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", {"e5d6"}),
    ("is legal from both sides", "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", {"e5d6", "c5d6"}),
    ("is legal for Black", "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", {"e4d3"}),
    ("is not legal one move later", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", set()),
    ("is not legal if both pawns uncover the king's rank", "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1", set()),
    ("is legal for both pawns if the other blocks the rank", "8/8/8/K1PpP2r/8/8/8/4k3 w - d6 0 1", {"c5d6", "e5d6"}),
    ("is not legal for a pawn pinned on its file", "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", set()),
    ("is legal along the line of a pin", "1b4k1/8/8/3pP3/5K2/8/8/8 w - d6 0 1", {"e5d6"}),
    ("is legal if it captures the checking pawn", "4k3/8/8/3pP3/2K5/8/8/8 w - d6 0 1", {"e5d6"}),
    ("is not legal off the line of a pin", "7k/6b1/8/3pP3/8/2K5/8/8 w - d6 0 1", set()),
]


@pytest.mark.parametrize(("claim", "fen", "captures"), EN_PASSANT, ids=[claim for claim, _, _ in EN_PASSANT])
def test_en_passant(claim: str, fen: str, captures: set[str]) -> None:
    target = fen.split()[3]
    position = Position.from_fen(fen)
    pawns = {move.uci() for move in position.legal_moves() if move.uci()[2:] == target and move.uci()[0] != target[0]}
    assert pawns == captures


@pytest.mark.parametrize(
    ("claim", "fen", "move", "square"),
    [
        ("a pawn can capture", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4", "e3"),
        ("a black pawn can be captured", "4k3/4p3/8/3P4/8/8/8/4K3 b - - 0 1", "e7e5", "e6"),
        ("no piece is beside it", "4k3/8/8/8/2p5/8/4P3/4K3 w - - 0 1", "e2e4", "-"),
        ("a knight is beside it", "4k3/8/8/8/3n4/8/4P3/4K3 w - - 0 1", "e2e4", "-"),
        ("the pawn beside it is pinned", "3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1", "e2e4", "-"),
        ("one of two pawns beside it is pinned", "3k4/8/8/8/3p1p2/8/4P3/3RK3 w - - 0 1", "e2e4", "e3"),
        ("the capture would uncover the king's rank", "8/8/8/8/R2p3k/8/4P3/4K3 w - - 0 1", "e2e4", "-"),
    ],
)
def test_a_double_push_sets_the_en_passant_square_only_if_a_capture_is_legal(
    claim: str, fen: str, move: str, square: str
) -> None:
    position = Position.from_fen(fen)
    position.make(position.parse_uci(move))
    assert position.fen().split()[3] == square


def test_the_pawn_captured_en_passant_is_removed_and_restored() -> None:
    fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
    position = Position.from_fen(fen)
    position.make(position.parse_uci("e5d6"))
    assert position.fen() == "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1"
    position.unmake()
    assert position.fen() == fen


def test_a_pawn_on_the_seventh_has_four_promotions_by_a_push_and_four_by_a_capture() -> None:
    fen = "1n5k/P7/8/8/8/8/8/K7 w - - 0 1"
    assert moves_at(fen, "a7") == {f"a7{square}{promotion}" for square in ("a8", "b8") for promotion in "nbrq"}
    fen = "k7/8/8/8/8/8/p7/1N5K b - - 0 1"
    assert moves_at(fen, "a2") == {f"a2{square}{promotion}" for square in ("a1", "b1") for promotion in "nbrq"}


PINS = [
    ("a rook stays on its file", "4r1k1/8/8/8/8/4R3/8/4K3 w - - 0 1", "e3", {"e2", "e4", "e5", "e6", "e7", "e8"}),
    ("a bishop on a file cannot move", "4r1k1/8/8/8/8/4B3/8/4K3 w - - 0 1", "e3", set()),
    ("a knight cannot move", "4r1k1/8/8/8/8/4N3/8/4K3 w - - 0 1", "e3", set()),
    ("a pawn advances on its file", "4r1k1/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2", {"e3", "e4"}),
    ("a pawn cannot leave its file", "4r1k1/8/8/8/8/3p4/4P3/4K3 w - - 0 1", "e2", {"e3", "e4"}),
    ("a pawn captures the pinning piece", "6k1/8/8/8/8/6b1/5P2/4K3 w - - 0 1", "f2", {"g3"}),
    ("a pawn cannot advance off the diagonal", "6k1/8/8/8/7b/8/5P2/4K3 w - - 0 1", "f2", set()),
    ("a pawn on a rank cannot move", "6k1/8/8/8/8/8/K2P3r/8 w - - 0 1", "d2", set()),
    ("a pawn promotes by capturing the pinning piece", "3k2b1/5P2/8/3K4/8/8/8/8 w - - 0 1", "f7", {"g8"}),
    ("a queen stays on the diagonal", "6k1/8/7b/8/8/4Q3/3K4/8 w - - 0 1", "e3", {"f4", "g5", "h6"}),
    (
        "two blockers are no pin",
        "4r1k1/8/8/4P3/8/4N3/8/4K3 w - - 0 1",
        "e3",
        {"c2", "c4", "d1", "d5", "f1", "f5", "g2", "g4"},
    ),
]


@pytest.mark.parametrize(("claim", "fen", "square", "targets"), PINS, ids=[claim for claim, _, _, _ in PINS])
def test_a_pinned_piece(claim: str, fen: str, square: str, targets: set[str]) -> None:
    assert {move[2:4] for move in moves_at(fen, square)} == targets


CHECKS = [
    (
        "has three answers",
        "4r1k1/8/8/8/8/8/R7/4K2B w - - 0 1",
        {"a2e2", "h1e4", "e1d1", "e1d2", "e1f1", "e1f2"},
    ),
    ("by two pieces is only evaded by the king", "4r1k1/8/8/8/7b/8/R7/4K3 w - - 0 1", {"e1d1", "e1d2", "e1f1"}),
    (
        "by a knight is evaded to safe squares",
        "6k1/8/8/8/8/3n4/8/R3K3 w Q - 0 1",
        {"e1d1", "e1d2", "e1e2", "e1f1"},
    ),
    ("along a rank is not evaded along the rank", "6k1/8/8/8/8/8/8/r3K3 w - - 0 1", {"e1d2", "e1e2", "e1f2"}),
    ("is blocked by a double push", "7k/8/8/8/K6r/8/4P3/8 w - - 0 1", {"e2e4", "a4a3", "a4a5", "a4b3", "a4b5"}),
    (
        "by a pawn is answered en passant",
        "8/8/8/2pP4/1K6/8/8/7k w - c6 0 1",
        {"d5c6", "b4a3", "b4a4", "b4a5", "b4b3", "b4b5", "b4c3", "b4c4", "b4c5"},
    ),
]


@pytest.mark.parametrize(("claim", "fen", "moves"), CHECKS, ids=[claim for claim, _, _ in CHECKS])
def test_a_check(claim: str, fen: str, moves: set[str]) -> None:
    assert moves_at(fen) == moves


def test_the_king_does_not_move_away_along_the_line_of_a_check() -> None:
    assert "e2e1" not in moves_at("4r1k1/8/8/8/8/8/4K3/8 w - - 0 1")


def test_the_king_does_not_capture_a_protected_piece() -> None:
    assert "e1e2" not in moves_at("6k1/8/8/8/8/3p4/4q3/4K3 w - - 0 1")
    assert "e1e2" in moves_at("6k1/8/8/8/8/8/4q3/4K3 w - - 0 1")


def test_the_position_with_the_most_legal_moves_has_218() -> None:
    """Nenad Petrovic's position of 1964."""
    assert len(moves_at("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")) == 218


def test_no_move_is_generated_twice_and_the_position_is_not_changed() -> None:
    position = Position.from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    before = position.copy()
    codes = [move.code for move in position.legal_moves()]
    assert len(set(codes)) == len(codes) == 48
    assert position == before
    assert position.ply == 0
