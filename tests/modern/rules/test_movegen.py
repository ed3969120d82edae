"""The rules of moving, claim by claim. Each position was made for its claim."""

from __future__ import annotations

import pytest

from modern.rules import Position


def moves_at(fen: str, start: str = "") -> set[str]:
    """The legal moves in UCI's notation, or those from one square."""
    return {move.uci() for move in Position.from_fen(fen).legal_moves() if move.uci().startswith(start)}


CASTLING = [
    ("both ways, where nothing hinders", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1g1", "e1c1"}),
    ("for Black too", "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", {"e8g8", "e8c8"}),
    ("only with the right to", "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", {"e1c1"}),
    ("not out of check", "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", set()),
    ("not over an attacked square", "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1c1"}),
    ("not into check", "4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1c1"}),
    ("though the rook passes over an attacked square", "1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1g1", "e1c1"}),
    ("though the rook is attacked", "r3k3/8/8/8/8/8/8/R3K3 w Q - 0 1", {"e1c1"}),
    ("not over a man beside the rook", "4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", set()),
    ("not over a square that only a pawn guards", "4k3/8/8/8/8/8/4p3/R3K2R w KQ - 0 1", set()),
    ("not over f1 that a pawn on g2 guards", "4k3/8/8/8/8/8/6p1/R3K2R w KQ - 0 1", {"e1c1"}),
    ("not where the other king guards the way", "8/8/8/8/8/8/6k1/R3K2R w KQ - 0 1", {"e1c1"}),
]


@pytest.mark.parametrize(("claim", "fen", "castles"), CASTLING, ids=[claim for claim, _, _ in CASTLING])
def test_the_king_castles(claim: str, fen: str, castles: set[str]) -> None:
    both_kings = {"e1g1", "e1c1", "e8g8", "e8c8"}
    assert moves_at(fen) & both_kings == castles


def test_a_rook_that_leaves_its_corner_or_is_taken_there_takes_the_right_along() -> None:
    position = Position.from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    position.make(position.parse_uci("a1a8"))
    assert position.fen().split()[2] == "Kk"
    position.make(position.parse_uci("e8e7"))
    assert position.fen().split()[2] == "K"


EN_PASSANT = [
    ("is taken", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", {"e5d6"}),
    ("is taken from both sides", "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", {"e5d6", "c5d6"}),
    ("is taken by Black", "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", {"e4d3"}),
    ("is not taken later", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", set()),
    ("is not taken along a rank that two pawns leave", "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1", set()),
    ("is taken by the one of two that unpins nothing", "8/8/8/K1PpP2r/8/8/8/4k3 w - d6 0 1", {"c5d6", "e5d6"}),
    ("is not taken by a pawn pinned on its file", "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", set()),
    ("is taken by a pawn along the line of its pin", "1b4k1/8/8/3pP3/5K2/8/8/8 w - d6 0 1", {"e5d6"}),
    ("is taken where it gives check itself", "4k3/8/8/3pP3/2K5/8/8/8 w - d6 0 1", {"e5d6"}),
    ("is not taken by a pawn that leaves the line of its pin", "7k/6b1/8/3pP3/8/2K5/8/8 w - d6 0 1", set()),
]


@pytest.mark.parametrize(("claim", "fen", "takes"), EN_PASSANT, ids=[claim for claim, _, _ in EN_PASSANT])
def test_a_pawn_that_has_gone_two(claim: str, fen: str, takes: set[str]) -> None:
    behind = fen.split()[3]
    position = Position.from_fen(fen)
    pawns = {move.uci() for move in position.legal_moves() if move.uci()[2:] == behind and move.uci()[0] != behind[0]}
    assert pawns == takes


@pytest.mark.parametrize(
    ("claim", "fen", "move", "named"),
    [
        ("a pawn may take", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4", "e3"),
        ("a pawn of Black's may be taken", "4k3/4p3/8/3P4/8/8/8/4K3 b - - 0 1", "e7e5", "e6"),
        ("nobody stands beside it", "4k3/8/8/8/2p5/8/4P3/4K3 w - - 0 1", "e2e4", "-"),
        ("a knight stands beside it", "4k3/8/8/8/3n4/8/4P3/4K3 w - - 0 1", "e2e4", "-"),
        ("the one beside it is pinned", "3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1", "e2e4", "-"),
        ("of the two beside it one is pinned", "3k4/8/8/8/3p1p2/8/4P3/3RK3 w - - 0 1", "e2e4", "e3"),
        ("both would leave the king's rank", "8/8/8/8/R2p3k/8/4P3/4K3 w - - 0 1", "e2e4", "-"),
    ],
)
def test_a_double_step_leaves_a_square_behind_only_if_a_pawn_may_take_there(
    claim: str, fen: str, move: str, named: str
) -> None:
    position = Position.from_fen(fen)
    position.make(position.parse_uci(move))
    assert position.fen().split()[3] == named


def test_the_pawn_taken_en_passant_is_gone_and_comes_back() -> None:
    fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
    position = Position.from_fen(fen)
    position.make(position.parse_uci("e5d6"))
    assert position.fen() == "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1"
    position.unmake()
    assert position.fen() == fen


def test_a_pawn_on_the_seventh_has_four_ways_to_go_on_and_four_to_take() -> None:
    fen = "1n5k/P7/8/8/8/8/8/K7 w - - 0 1"
    assert moves_at(fen, "a7") == {f"a7{to}{kind}" for to in ("a8", "b8") for kind in "nbrq"}
    fen = "k7/8/8/8/8/8/p7/1N5K b - - 0 1"
    assert moves_at(fen, "a2") == {f"a2{to}{kind}" for to in ("a1", "b1") for kind in "nbrq"}


PINS = [
    ("a rook stays on its file", "4r1k1/8/8/8/8/4R3/8/4K3 w - - 0 1", "e3", {"e2", "e4", "e5", "e6", "e7", "e8"}),
    ("a bishop on a file cannot move", "4r1k1/8/8/8/8/4B3/8/4K3 w - - 0 1", "e3", set()),
    ("a knight cannot move", "4r1k1/8/8/8/8/4N3/8/4K3 w - - 0 1", "e3", set()),
    ("a pawn goes ahead on the file", "4r1k1/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2", {"e3", "e4"}),
    ("a pawn cannot leave the file", "4r1k1/8/8/8/8/3p4/4P3/4K3 w - - 0 1", "e2", {"e3", "e4"}),
    ("a pawn takes the one that pins it", "6k1/8/8/8/8/6b1/5P2/4K3 w - - 0 1", "f2", {"g3"}),
    ("a pawn cannot go ahead off the diagonal", "6k1/8/8/8/7b/8/5P2/4K3 w - - 0 1", "f2", set()),
    ("a pawn on a rank cannot move", "6k1/8/8/8/8/8/K2P3r/8 w - - 0 1", "d2", set()),
    ("a pawn promotes where it takes its pinner", "3k2b1/5P2/8/3K4/8/8/8/8 w - - 0 1", "f7", {"g8"}),
    ("a queen stays on the diagonal", "6k1/8/7b/8/8/4Q3/3K4/8 w - - 0 1", "e3", {"f4", "g5", "h6"}),
    (
        "two between are no pin",
        "4r1k1/8/8/4P3/8/4N3/8/4K3 w - - 0 1",
        "e3",
        {"c2", "c4", "d1", "d5", "f1", "f5", "g2", "g4"},
    ),
]


@pytest.mark.parametrize(("claim", "fen", "man", "targets"), PINS, ids=[claim for claim, _, _, _ in PINS])
def test_of_pinned_men(claim: str, fen: str, man: str, targets: set[str]) -> None:
    assert {move[2:4] for move in moves_at(fen, man)} == targets


CHECKS = [
    ("is left, met or taken", "4r1k1/8/8/8/8/8/R7/4K2B w - - 0 1", {"a2e2", "h1e4", "e1d1", "e1d2", "e1f1", "e1f2"}),
    ("by two men only the king answers", "4r1k1/8/8/8/7b/8/R7/4K3 w - - 0 1", {"e1d1", "e1d2", "e1f1"}),
    ("by a knight is not stepped into", "6k1/8/8/8/8/3n4/8/R3K3 w Q - 0 1", {"e1d1", "e1d2", "e1e2", "e1f1"}),
    ("along a rank is not fled along the rank", "6k1/8/8/8/8/8/8/r3K3 w - - 0 1", {"e1d2", "e1e2", "e1f2"}),
    ("is met by a pawn's two steps", "7k/8/8/8/K6r/8/4P3/8 w - - 0 1", {"e2e4", "a4a3", "a4a5", "a4b3", "a4b5"}),
    (
        "by a pawn is met en passant",
        "8/8/8/2pP4/1K6/8/8/7k w - c6 0 1",
        {"d5c6", "b4a3", "b4a4", "b4a5", "b4b3", "b4b5", "b4c3", "b4c4", "b4c5"},
    ),
]


@pytest.mark.parametrize(("claim", "fen", "moves"), CHECKS, ids=[claim for claim, _, _ in CHECKS])
def test_a_check(claim: str, fen: str, moves: set[str]) -> None:
    assert moves_at(fen) == moves


def test_the_king_does_not_go_where_only_itself_stood_in_the_way() -> None:
    assert "e2e1" not in moves_at("4r1k1/8/8/8/8/8/4K3/8 w - - 0 1")


def test_the_king_does_not_take_a_guarded_man() -> None:
    assert "e1e2" not in moves_at("6k1/8/8/8/8/3p4/4q3/4K3 w - - 0 1")
    assert "e1e2" in moves_at("6k1/8/8/8/8/8/4q3/4K3 w - - 0 1")


def test_the_most_legal_moves_of_all() -> None:
    """218, Nenad Petrovic's position of 1964."""
    assert len(moves_at("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")) == 218


def test_no_move_comes_twice_and_none_is_made_to_look() -> None:
    position = Position.from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    before = position.copy()
    codes = [move.code for move in position.legal_moves()]
    assert len(set(codes)) == len(codes) == 48
    assert position == before
    assert position.ply == 0
