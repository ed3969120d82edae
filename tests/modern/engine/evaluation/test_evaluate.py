"""The static evaluation of positions."""

from __future__ import annotations

import random

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scenarios import position_of, random_boards

from modern.engine.evaluation.evaluate import HandEvaluator
from modern.engine.evaluation.evaluator import FULL_PHASE, game_phase
from modern.engine.evaluation.weights import COUNT, TABLE
from modern.rules import Position

TEMPO = max(*TABLE["tempo"][0], *TABLE["tempo"][1])

EVALUATOR = HandEvaluator()
UNCACHED = HandEvaluator(pawn_cache=False)


def evaluate(board: Position) -> int:
    return EVALUATOR.evaluate(board)


def score(fen: str) -> int:
    return evaluate(Position.from_fen(fen))


@given(random_boards())
@settings(max_examples=15, deadline=None)
def test_the_evaluation_is_symmetric_in_colour(board: chess.Board) -> None:
    assert evaluate(position_of(board)) == score(board.mirror().fen())


@given(random_boards())
@settings(max_examples=15, deadline=None)
def test_an_advantage_of_one_side_is_a_disadvantage_of_the_other(board: chess.Board) -> None:
    other = board.copy()
    other.turn, other.ep_square = not board.turn, None
    if other.is_valid():
        assert score(other.fen()) == pytest.approx(-evaluate(position_of(board)), abs=1 + 2 * TEMPO)


@given(random_boards())
@settings(max_examples=15, deadline=None)
def test_the_terms_add_up_to_the_score_except_for_rounding(board: chess.Board) -> None:
    position = position_of(board)
    both = EVALUATOR.terms(position)
    total = sum(term.white for term in both) - sum(term.black for term in both)
    assert total == pytest.approx(evaluate(position) * (1 if board.turn else -1), abs=2 * len(both))


def test_the_initial_position_is_level_except_for_the_tempo() -> None:
    assert score(chess.STARTING_FEN) == TABLE["tempo"][0][0]


def test_the_phase_falls_from_all_pieces_to_none_and_more_queens_do_not_raise_it_further() -> None:
    phases = [
        game_phase(Position.from_fen(fen).bitboards)
        for fen in (
            chess.STARTING_FEN.replace("PPPPPPPP", "QQQQQQQQ"),
            chess.STARTING_FEN,
            "4k3/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w - - 0 1",
            "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
        )
    ]
    assert phases == [FULL_PHASE, FULL_PHASE, 8, 0]


@pytest.mark.parametrize(
    ("letter", "name"), [("P", "pawn"), ("N", "knight"), ("B", "bishop"), ("R", "rook"), ("Q", "queen")]
)
def test_an_extra_piece_scores_about_its_value(letter: str, name: str) -> None:
    more = score(f"4k3/pppppppp/8/8/3{letter}4/8/PPPPPPP1/4K3 w - - 0 1")
    without = score("4k3/pppppppp/8/8/8/8/PPPPPPP1/4K3 w - - 0 1")
    assert more - without == pytest.approx(TABLE[name][1][0], abs=100, rel=0.5)  # an endgame


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (
            "4k3/8/8/8/3N4/8/P7/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/P7/N3K3 w - - 0 1",
        ),  # a knight in the centre, in the corner
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"),  # a pawn one step from promotion
        ("4k3/p7/8/8/3K4/8/P7/8 w - - 0 1", "4k3/p7/8/8/8/8/P7/K7 w - - 0 1"),  # the king is active in the endgame
        (  # and hides in the middlegame
            "rnbq1rk1/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1RK1 w - - 0 1",
            "rnbq1rk1/pppppppp/8/8/4K3/8/PPPPPPPP/RNBQ1R2 w - - 0 1",
        ),
    ],
)
def test_a_piece_scores_more_on_a_better_square(better: str, worse: str) -> None:
    assert score(better) > score(worse) + 20


@given(random_boards(), st.integers(0, 10**6))
@settings(max_examples=10, deadline=None)
def test_the_score_is_linear_in_the_weights(board: chess.Board, seed: int) -> None:
    position, rng = position_of(board), random.Random(seed)
    one, other = ([rng.randint(-300, 300) for _ in range(2 * COUNT)] for _ in range(2))
    both = [first + second for first, second in zip(one, other, strict=True)]
    nothing = [0] * (2 * COUNT)
    alone, together = (
        sum(HandEvaluator(weights).evaluate(position) for weights in pair) for pair in ((one, other), (both, nothing))
    )
    assert alone == pytest.approx(together, abs=2)


@given(random_boards())
@settings(max_examples=10, deadline=None)
def test_the_pawn_hash_table_does_not_change_the_score(board: chess.Board) -> None:
    position = Position.initial()
    for move in board.move_stack:
        position.make(position.parse_uci(move.uci()))
        assert EVALUATOR.evaluate(position) == UNCACHED.evaluate(position)
