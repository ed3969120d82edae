"""King and pawn against king."""

from __future__ import annotations

from functools import cache

import chess
import pytest

from modern.engine.evaluation.evaluate import HandEvaluator
from modern.engine.evaluation.kpk import is_won, king_reach
from modern.rules import Position
from modern.rules.bitboard import BIT

WHITE, BLACK = 0, 8
#: White's king, White's pawn, Black's king; True if White is to move.
KpkPosition = tuple[int, int, int, bool]


def is_won_at(fen: str) -> bool:
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
        ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", True),  # the king on the sixth rank in front of its pawn
        ("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", True),
        ("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", False),  # the opposition
        ("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", True),
        ("4k3/4P3/4K3/8/8/8/8/8 w - - 0 1", True),  # the king goes to d6, and to d7
        ("4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", False),  # stalemate
        ("k7/8/1K6/P7/8/8/8/8 w - - 0 1", False),  # a rook pawn and the king in the corner
        ("8/8/8/8/7P/8/8/k3K3 b - - 0 1", True),  # outside the square of the pawn
        ("8/8/7k/8/7P/8/8/4K3 b - - 0 1", False),  # inside it
        ("8/8/8/8/4p3/4k3/8/4K3 w - - 0 1", True),
        ("8/8/8/8/4p3/4k3/8/4K3 b - - 0 1", True),
        ("8/8/8/4p3/4k3/8/4K3/8 b - - 0 1", False),
        ("8/8/8/4p3/4k3/8/4K3/8 w - - 0 1", True),
    ],
)
def test_king_and_pawn_against_king_is_known_exactly(fen: str, expected: bool) -> None:
    assert is_won_at(fen) is expected
    score = int(HandEvaluator().evaluate(Position.from_fen(fen)))
    assert abs(score) > 300 if expected else score == 0


def test_kings_on_any_two_squares_reach_what_either_reaches() -> None:
    for first in chess.SQUARES:
        for second in chess.SQUARES:
            kings, reached = BIT[first] | BIT[second], king_moves(first) | king_moves(second)
            assert chess.SquareSet(int(king_reach(kings)) & chess.BB_ALL) == reached, (first, second)


@pytest.mark.slow
def test_the_bitbase_agrees_with_plain_retrograde_analysis() -> None:
    expected = solved()
    differs = [
        position
        for position in positions()
        if is_won(position[0], position[1], position[2], WHITE, WHITE if position[3] else BLACK)
        != (position in expected)
    ]
    assert differs == []


def positions() -> list[KpkPosition]:
    """All legal positions, with the pawn on any file."""
    return [
        (king, pawn, other, white)
        for pawn in range(8, 56)
        for king in range(64)
        for other in range(64)
        for white in (False, True)
        if len({pawn, king, other}) == 3
        and other not in king_moves(king)
        and not (white and other in chess.SquareSet(chess.BB_PAWN_ATTACKS[chess.WHITE][pawn]))
    ]


def solved() -> set[KpkPosition]:
    """The positions that White wins, found by adding wins until there are no new ones.

    White to move wins if a move leads to a win; Black to move loses if every legal move leads to one.
    """
    successors_of = {position: successors(*position) for position in positions()}
    wins: set[KpkPosition] = set()
    before = -1
    while len(wins) != before:
        before = len(wins)
        for position, reached in successors_of.items():
            if position not in wins:
                won = [after if isinstance(after, bool) else after in wins for after in reached]
                if any(won) if position[3] else bool(won) and all(won):
                    wins.add(position)
    return wins


def successors(king: int, pawn: int, other: int, white: bool) -> list[KpkPosition | bool]:
    """The positions after the legal moves; True or False instead where the result is known."""
    if not white:
        attacked = king_moves(king) | set(chess.SquareSet(chess.BB_PAWN_ATTACKS[chess.WHITE][pawn]))
        return [target != pawn and (king, pawn, target, True) for target in king_moves(other) - attacked]
    reached: list[KpkPosition | bool] = [
        (target, pawn, other, False) for target in king_moves(king) - king_moves(other) - {pawn}
    ]
    if pawn + 8 not in (king, other):
        if pawn >= 48:
            # A new queen or rook that is not captured wins, and one of the two does not stalemate.
            reached.append(pawn + 8 not in king_moves(other) or pawn + 8 in king_moves(king))
        else:
            reached.append((king, pawn + 8, other, False))
            if pawn < 16 and pawn + 16 not in (king, other):
                reached.append((king, pawn + 16, other, False))
    return reached


@cache
def king_moves(square: int) -> set[int]:
    """The squares that a king attacks."""
    return set(chess.SquareSet(chess.BB_KING_ATTACKS[square]))
