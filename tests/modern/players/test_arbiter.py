"""The arbiter of the 1994 program, with handmade candidates."""

from __future__ import annotations

import pytest

from historic.position.squares import NAME_TO_SQUARE
from historic.position.state import State
from historic.thought import TriedMove
from modern.limits import Limits
from modern.players import Game, MoveRequest
from modern.players.historic import HistoricArbiter
from modern.rules import Move


def candidate(piece: int, square: str, value: float, castling: int = 0) -> TriedMove:
    return TriedMove(piece, NAME_TO_SQUARE[square], castling, 0.0, value)


def ranked(fen: str, *candidates: TriedMove, only: str = "") -> list[str]:
    limits = Limits(only=tuple(Move.from_uci(uci) for uci in only.split()))
    arbiter = HistoricArbiter(MoveRequest(Game(fen), limits), State.from_fen(fen))
    for each in candidates:
        arbiter.consider(each)
    return [move.uci() for move in arbiter.ranked()]


START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def test_the_highest_value_ranks_first_and_among_equals_the_move_tried_first() -> None:
    tried = [candidate(0, "a3", 1.0), candidate(1, "b3", 2.0), candidate(2, "c3", 2.0), candidate(3, "d3", 1.0)]
    assert ranked(START, *tried) == ["b2b3", "c2c3", "a2a3", "d2d3"]


def test_a_candidate_is_reported_only_if_it_beats_all_before_it() -> None:
    arbiter = HistoricArbiter(MoveRequest(Game(START)), State.from_fen(START))
    values = [1.0, 1.0, 0.5, 1.5, 1.5]
    best = [arbiter.consider(candidate(pawn, f"{'abcde'[pawn]}3", value)) for pawn, value in enumerate(values)]
    assert [each is not None for each in best] == [True, False, False, True, False]


def test_a_move_tried_twice_is_ranked_once_with_its_higher_value() -> None:
    tried = [candidate(0, "a3", 1.0), candidate(1, "b3", 2.0), candidate(0, "a3", 3.0)]
    assert ranked(START, *tried) == ["a2a3", "b2b3"]


def test_an_illegal_move_is_skipped_whatever_its_value() -> None:
    assert ranked(START, candidate(0, "a5", 99.0), candidate(15, "h4", 50.0), candidate(4, "e4", -9.0)) == ["e2e4"]


def test_a_piece_that_is_not_on_the_board_is_skipped() -> None:
    assert ranked(START, candidate(16, "e4", 99.0), candidate(4, "e4", 0.0)) == ["e2e4"]


def test_only_the_allowed_moves_are_ranked() -> None:
    tried = [candidate(0, "a3", 1.0), candidate(1, "b3", 2.0)]
    assert ranked(START, *tried, only="a2a3") == ["a2a3"]


@pytest.mark.parametrize(
    ("fen", "castling", "uci"),
    [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", 1, "e1g1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", 2, "e1c1"),
        ("r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", 1, "e8g8"),
        ("r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", 2, "e8c8"),
    ],
)
def test_castling_is_the_kings_move_whichever_piece_tried_it(fen: str, castling: int, uci: str) -> None:
    assert ranked(fen, candidate(23, "a3", 1.0, castling)) == [uci]


@pytest.mark.parametrize(
    ("fen", "square", "uci"),
    [("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8", "a7a8q"), ("k7/8/8/8/8/8/p6K/8 b - - 0 1", "a1", "a2a1q")],
)
def test_a_pawn_on_the_last_rank_becomes_a_queen_for_both_sides(fen: str, square: str, uci: str) -> None:
    assert ranked(fen, candidate(0, square, 1.0)) == [uci]
