"""A position of every kind of comparison: in both readings, with II and III, and each score."""

from __future__ import annotations

from collections import Counter

import chess

from historic.position.squares import SQUARES
from historic.program import Program
from historic.readings import RECORDED
from modern.agreement.comparison import compare_position
from modern.agreement.complete import CompletePosition, Placed, Turn
from modern.agreement.differences import ALL_KINDS, DEFAULT_KINDS, UNEXPLAINED
from modern.agreement.pair import PositionPair
from modern.agreement.score_comparison import compare_scores, score_sheets
from modern.agreement.view import PositionView


def placed(text: str) -> Placed:
    """Returns a piece: `white 12 e1 0` is White's king on e1, not moved."""
    side, number, square, flag = text.split()
    return Placed(side, int(number), SQUARES[chess.parse_square(square)], int(flag))


def pair_of(side: str, *pieces: str, carried: int = 0) -> PositionPair:
    """Returns a position with II or III as its side's turn has left it."""
    both = (carried, 0) if side == "white" else (0, carried)
    return CompletePosition(0, tuple(map(placed, pieces)), Turn(side, 0, *both)).pair()


def found_at(pair: PositionPair, recorded: Program | None = None) -> dict[str, Counter[str]]:
    """Returns how many differences of each class there are, by kind."""
    found = compare_position(pair, ALL_KINDS, Program(), recorded)
    return {
        kind: sum((Counter({one.name: one.differences}) for one in findings), Counter())
        for kind, findings in found.items()
    }


def test_ii_and_iii_decide_what_the_listing_castles_and_no_difference_is_unexplained() -> None:
    kings = ("white 12 e1 0", "black 12 g5 1")
    rook = ("white 12 a1 1", "black 12 e8 0", "black 15 h8 0")
    for carried in range(3):
        white = found_at(pair_of("white", *kings, carried=carried))
        black = found_at(pair_of("black", *rook, carried=carried))
        assert white["moves"] == ({} if carried else {"castles-with-a-captured-rook": 2})
        assert black["moves"] == {"castling-not-offered" if carried else "castles-with-a-captured-rook": 1}
        assert not any(counted[UNEXPLAINED] for counted in (*white.values(), *black.values()))


def test_the_score_of_each_tried_move_is_compared() -> None:
    pair = pair_of("white", "white 12 e1 0", "black 12 e5 1", "white 0 d3 1")
    view = PositionView(Program(), pair)
    sheets = score_sheets(view)
    assert not isinstance(sheets, str)
    counted = Counter(name for sheet in sheets for name in sheet.classes())
    assert len(sheets) > 5
    assert Counter(one.name for one in compare_scores(view)) == counted
    pair.complete_number = None
    assert len(compare_scores(view)) < sum(counted.values())


def test_python_chess_judges_each_legal_move_wherever_the_kings_stand() -> None:
    """Of games it judges all moves of a sample only."""
    found = []
    for square in ("b1", "c1", "d1", "e2", "f3", "g4"):
        pair = pair_of("white", f"white 12 {square} 1", "black 12 h8 1")
        pair._oracle = chess.Board(pair.oracle_fen)
        pair._oracle.set_piece_at(chess.parse_square(square) - 1, chess.Piece.from_symbol("P"))
        found.append(found_at(pair)["moves"][UNEXPLAINED])
    assert min(found) > 0


def test_both_readings_are_compared() -> None:
    pair = pair_of("black", "white 12 d5 1", "black 12 e8 0", "black 8 a8 0")
    recorded = Program(RECORDED)
    same = found_at(pair, recorded)
    assert not any(found[UNEXPLAINED] for found in same.values())
    recorded.PV[8] = 5.5
    different = found_at(pair, recorded)
    assert [kind for kind in different if different[kind][UNEXPLAINED]] == list(DEFAULT_KINDS)
    assert same["choices"] != same["choices_recorded"]
