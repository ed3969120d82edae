"""The program's own score compared with the formula, class by class."""

from __future__ import annotations

import pytest
from scenarios import view_at, view_of

from modern.agreement.classes import CLASS_BY_NAME, classes_of
from modern.agreement.differences import SCORES
from modern.agreement.pair import pair_at
from modern.agreement.score_comparison import ScoreSheet, compare_scores, score_sheets


def sheets_at(fen: str, moves: str = "") -> dict[str, ScoreSheet]:
    """Returns the score sheet of each move, by its notation."""
    sheets = score_sheets(view_at(fen, moves))
    assert not isinstance(sheets, str)
    return {sheet.move: sheet for sheet in sheets}


@pytest.mark.parametrize("name", classes_of(SCORES))
def test_the_position_of_each_class_shows_it(name: str) -> None:
    one = CLASS_BY_NAME[name]
    sheets = sheets_at(one.fen, one.moves)
    assert any(name in sheet.classes() for sheet in sheets.values())
    assert not [error for sheet in sheets.values() for error in sheet.errors]


#: The amounts of a single white pawn on d3, far from other pieces.
PAWN_ON_D3 = {
    "control-by-pushes": 10,
    "control-of-empty-diagonals": -20,
    "centre-by-pawn-diagonals": -10,
    "centre-by-pushes": 10,
    "unprotected-but-not-attacked": 25,
    "pawn-ranks": 10,
}

#: FEN, the move, and the amount of each class in centipawns, without `single-precision`.
AMOUNTS = [
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1-e2", {}),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1-d1", {}),
    # King and rook both reach d2, e2 and f1. The king protects the rook.
    ("4k3/8/8/8/8/8/8/4KR2 w - - 0 1", "f1-f2", {"control-by-each-piece": 30}),
    # A pawn that pushes to d3: d4 counts, although it attacks only c4 and e4.
    (
        "7k/8/8/8/8/8/3P4/K7 w - - 0 1",
        "d2-d3",
        PAWN_ON_D3,
    ),
    # The same for pawn 0, whose bit is 1.
    (
        "7k/8/8/8/8/3P4/8/K7 w - - 0 1",
        "a1-a2",
        {
            **PAWN_ON_D3,
            "more-than-one": -10,
        },
    ),
    # Black's king on c5 reaches d4 and d5: less .2 in the formula, and .2 more in the listing.
    ("8/8/8/2k5/8/8/8/7K w - - 0 1", "h1-g1", {"centre-for-both": 40}),
    # The rook on h1 is neither protected nor attacked. The king also reaches a1 and b1.
    ("6k1/8/8/8/8/8/8/K6R w - - 0 1", "a1-a2", {"unprotected-but-not-attacked": 125, "control-by-each-piece": 20}),
    # The rook gives check, but another white piece protects White's king.
    ("7r/2k5/8/8/8/8/8/5RK1 b - - 0 1", "h8-g8", {"protected-king": -625, "unprotected-but-not-attacked": 125}),
    # A pawn on rank 7 scores .3, a pawn on rank 8 scores 9.
    ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7-a8", {"pawn-ranks": 900, "unprotected-but-not-attacked": 25}),
    # After e2xd3 the pawn still has a bit on e4, the double push from e2.
    (
        "4k3/8/8/8/8/3n4/4P3/4K3 w - - 0 1",
        "e2xd3",
        {
            **PAWN_ON_D3,
            "phantom-double-push": 10,
        },
    ),
    # Castling with a captured rook: it counts 0, but reaches d2, e1, f1 and g1 as other pieces do, and h1 reaches d1.
    (
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "0-0-0",
        {"captured-piece-on-the-board": -500, "control-by-each-piece": 50, "centre-by-each-piece": 0},
    ),
    # 0-0 puts White's king on the square of Black's.
    ("8/8/8/8/8/8/8/R3K1k1 w Q - 0 1", "0-0", {"king-is-25": -97500}),
]


@pytest.mark.parametrize(("fen", "move", "expected"), AMOUNTS)
def test_each_class_adds_the_amount_counted_by_hand(fen: str, move: str, expected: dict[str, int]) -> None:
    classes = sheets_at(fen)[move].classes()
    for name, amount in expected.items():
        assert classes.get(name, 0) == amount, name


@pytest.mark.parametrize(("fen", "move", "expected"), AMOUNTS[:7])
def test_no_other_class_adds_anything(fen: str, move: str, expected: dict[str, int]) -> None:
    classes = sheets_at(fen)[move].classes()
    classes.pop("single-precision", None)
    assert classes == {name: amount for name, amount in expected.items() if amount}


def test_minus_1000_replaces_everything_added_before_the_kings_square() -> None:
    """Quirk minus-1000 discards control, centre, and the pieces up to the king's square. Later pieces still count."""
    sheet = sheets_at("r3k3/8/8/8/8/8/8/K6Q w - - 0 1")["a1-a2"]
    before = sheet.listing["control"] + sheet.listing["centre"]
    pieces_before = 900 + 2500  # queen h1 and king a2
    exposed_before = -625  # the king is attacked and unprotected
    assert sheet.classes()["minus-1000"] == -100_000 - before - pieces_before - exposed_before
    assert sum(sheet.listing.values()) == -100_000 - 500 - 2500 + 500 * 25 // 100


def test_the_listings_terms_add_up_to_its_score() -> None:
    for sheet in sheets_at("r3k2r/ppp2ppp/3p4/4p3/8/3P4/2P2PPP/R3K2R w KQkq - 0 1").values():
        assert abs(sum(sheet.listing.values()) / 100 - sheet.score) < 0.001


def test_the_position_alone_determines_the_scored_move() -> None:
    pair = pair_at("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4 e7e5")
    first, again = (compare_scores(view_of(pair)) for _ in range(2))
    assert repr(first) == repr(again)
    assert len({finding.what.partition(":")[0] for finding in first}) == 1


def test_the_positions_hash_chooses_among_all_tried_moves() -> None:
    """If it were always the first move, most moves would never be compared."""
    pair = pair_at("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    chosen = set()
    moves = ("g1f3", "g8f6", "f3g1", "f6g8", "b1c3", "b8c6", "c3b1", "c6b8", "e2e4", "e7e5", "d2d4", "d7d5")
    for uci in moves:
        pair.make_uci(uci)
        view = view_of(pair)
        index = pair.position.hash % len(view.scored)
        move = view.scored[index].move.notation(view.board, view.state, view.side)
        assert all(finding.what.startswith(f"after {move}: ") for finding in compare_scores(view))
        chosen.add(index)
    assert len(chosen) > 5
