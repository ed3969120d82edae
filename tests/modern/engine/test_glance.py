"""A glance at each move: what it wins at once, and what then hangs."""

from __future__ import annotations

import pytest

from modern.engine.glance import best_first
from modern.rules import Move, Position
from modern.rules.movegen import legal_codes


def order(fen: str) -> list[str]:
    """Returns the legal moves of a position, best first."""
    position = Position.from_fen(fen)
    before = position.fen()
    moves = [str(Move(code)) for code in best_first(position, legal_codes(position))]
    assert position.fen() == before
    return moves


@pytest.mark.parametrize(
    ("fen", "best", "worst"),
    [
        # The rook takes the undefended knight, not the defended bishop.
        ("6k1/5pp1/6p1/2n4b/8/8/8/2R3KR w - - 0 1", ["c1c5"], ["c1d1", "h1h5"]),
        # The knight that a pawn attacks goes to any square, but not where it is lost.
        ("6k1/6p1/8/pp1p4/2N5/8/8/6K1 w - - 0 1", ["c4a3", "c4a5", "c4b2", "c4b6", "c4d2", "c4d6", "c4e3", "c4e5"], []),
        # The queen may also take the bishop that attacks it.
        ("k7/8/2p5/3q4/4B3/8/8/6K1 b - - 0 1", ["d5e4"], []),
        # A pawn takes the queen that attacks it.
        ("6k1/5p2/8/8/8/2q5/1P6/K2R4 w - - 0 1", ["b2c3"], ["d1c1", "d1d2", "d1d3", "d1d4", "d1e1"]),
        # A queen is worth more than the pawn that it was.
        ("6k1/1P3ppp/8/8/3n4/8/5PPP/6K1 w - - 0 1", ["b7b8q"], []),
        # In check nothing can be passed; the knight that gives it is captured.
        ("r1bqkbnr/pppp1ppp/8/4p3/2B1P3/5n2/PPPP1PPP/RNBQK2R w KQkq - 0 4", ["d1f3", "g2f3"], []),
    ],
)
def test_what_wins_or_saves_most_comes_first_and_what_loses_most_last(
    fen: str, best: list[str], worst: list[str]
) -> None:
    moves = order(fen)
    assert sorted(moves[: len(best)]) == best
    assert sorted(moves[len(moves) - len(worst) :]) == worst


def test_moves_that_win_nothing_keep_their_order() -> None:
    position = Position()
    moves = legal_codes(position)
    assert best_first(position, moves[::-1]) == moves[::-1]
