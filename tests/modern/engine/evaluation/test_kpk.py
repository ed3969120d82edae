"""King and pawn against king."""

from __future__ import annotations

from functools import cache

import chess
import pytest

from modern.engine.evaluation.evaluate import Evaluation
from modern.engine.evaluation.kpk import is_won
from modern.rules import Position

WHITE, BLACK = 0, 8
#: White's king, his pawn, Black's king; whether White is to move.
Place = tuple[int, int, int, bool]


def won(fen: str) -> bool:
    board = chess.Board(fen)
    pawn = board.pieces(chess.PAWN, chess.WHITE) | board.pieces(chess.PAWN, chess.BLACK)
    side = board.color_at(min(pawn))
    king, other = board.king(bool(side)), board.king(not side)
    assert king is not None
    assert other is not None
    return is_won(king, min(pawn), other, WHITE if side else BLACK, WHITE if board.turn else BLACK)


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", True),  # the king on the sixth rank before his pawn
        ("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", True),
        ("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", False),  # the opposition
        ("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", True),
        ("4k3/4P3/4K3/8/8/8/8/8 w - - 0 1", True),  # the king goes to d6, and to d7
        ("4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", False),  # stalemate
        ("k7/8/1K6/P7/8/8/8/8 w - - 0 1", False),  # a rook's pawn, and the king in the corner
        ("8/8/8/8/7P/8/8/k3K3 b - - 0 1", True),  # out of the square
        ("8/8/7k/8/7P/8/8/4K3 b - - 0 1", False),  # within it
        ("8/8/8/8/4p3/4k3/8/4K3 w - - 0 1", True),
        ("8/8/8/8/4p3/4k3/8/4K3 b - - 0 1", True),
        ("8/8/8/4p3/4k3/8/4K3/8 b - - 0 1", False),
        ("8/8/8/4p3/4k3/8/4K3/8 w - - 0 1", True),
    ],
)
def test_king_and_pawn_against_king_is_known_exactly(fen: str, expected: bool) -> None:
    assert won(fen) is expected
    worth = int(Evaluation().evaluate(Position.from_fen(fen)))
    assert abs(worth) > 300 if expected else worth == 0


@pytest.mark.slow
def test_it_is_what_going_back_move_by_move_finds() -> None:
    expected = went_back()
    differs = [
        place
        for place in places()
        if is_won(place[0], place[1], place[2], WHITE, WHITE if place[3] else BLACK) != (place in expected)
    ]
    assert differs == []


def places() -> list[Place]:
    """All positions that can be, pawns on all files."""
    return [
        (king, pawn, other, white)
        for pawn in range(8, 56)
        for king in range(64)
        for other in range(64)
        for white in (False, True)
        if len({pawn, king, other}) == 3
        and other not in steps(king)
        and not (white and other in chess.SquareSet(chess.BB_PAWN_ATTACKS[chess.WHITE][pawn]))
    ]


def went_back() -> set[Place]:
    """Where White wins: what is won by a move is, and what can only be lost, until nothing is added."""
    ways = {place: led_to(*place) for place in places()}
    wins: set[Place] = set()
    before = -1
    while len(wins) != before:
        before = len(wins)
        for place, leads in ways.items():
            if place not in wins:
                good = [lead if isinstance(lead, bool) else lead in wins for lead in leads]
                if any(good) if place[3] else bool(good) and all(good):
                    wins.add(place)
    return wins


def led_to(king: int, pawn: int, other: int, white: bool) -> list[Place | bool]:
    """What the legal moves lead to; True where that is won, False where it is not."""
    if not white:
        attacked = steps(king) | set(chess.SquareSet(chess.BB_PAWN_ATTACKS[chess.WHITE][pawn]))
        return [to != pawn and (king, pawn, to, True) for to in steps(other) - attacked]
    leads: list[Place | bool] = [(to, pawn, other, False) for to in steps(king) - steps(other) - {pawn}]
    if pawn + 8 not in (king, other):
        if pawn >= 48:
            # A queen or a rook that is not taken wins, and one of them does not stalemate.
            leads.append(pawn + 8 not in steps(other) or pawn + 8 in steps(king))
        else:
            leads.append((king, pawn + 8, other, False))
            if pawn < 16 and pawn + 16 not in (king, other):
                leads.append((king, pawn + 16, other, False))
    return leads


@cache
def steps(square: int) -> set[int]:
    """Where a king can go."""
    return set(chess.SquareSet(chess.BB_KING_ATTACKS[square]))
