"""What a position is worth by itself."""

from __future__ import annotations

import random

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scenarios import position_of, random_boards

from modern.engine.evaluation.evaluate import Evaluation
from modern.engine.evaluation.terms import terms
from modern.engine.evaluation.weights import COUNT, TABLE
from modern.rules import Position

TEMPO = max(*TABLE["tempo"][0], *TABLE["tempo"][1])


EVALUATION = Evaluation()
ANEW = Evaluation(pawn_cache=False)


def evaluate(board: Position) -> int:
    return EVALUATION.evaluate(board)


def worth(fen: str) -> int:
    return evaluate(Position.from_fen(fen))


@given(random_boards())
@settings(max_examples=30, deadline=None)
def test_both_sides_are_judged_alike(board: chess.Board) -> None:
    assert evaluate(position_of(board)) == worth(board.mirror().fen())


@given(random_boards())
@settings(max_examples=30, deadline=None)
def test_what_is_good_for_one_side_is_as_bad_for_the_other(board: chess.Board) -> None:
    other = board.copy()
    other.turn, other.ep_square = not board.turn, None
    if other.is_valid():
        assert worth(other.fen()) == pytest.approx(-evaluate(position_of(board)), abs=1 + 2 * TEMPO)


@given(random_boards())
@settings(max_examples=30, deadline=None)
def test_the_terms_add_up_to_the_score_but_for_rounding(board: chess.Board) -> None:
    position = position_of(board)
    both = terms(position)
    total = sum(term.white for term in both) - sum(term.black for term in both)
    assert total == pytest.approx(evaluate(position) * (1 if board.turn else -1), abs=2 * len(both))


def test_at_the_beginning_it_is_only_better_to_have_the_move() -> None:
    assert worth(chess.STARTING_FEN) == TABLE["tempo"][0][0]


@pytest.mark.parametrize(
    ("letter", "name"), [("P", "pawn"), ("N", "knight"), ("B", "bishop"), ("R", "rook"), ("Q", "queen")]
)
def test_a_man_more_is_worth_about_his_value(letter: str, name: str) -> None:
    more = worth(f"4k3/pppppppp/8/8/3{letter}4/8/PPPPPPP1/4K3 w - - 0 1")
    without = worth("4k3/pppppppp/8/8/8/8/PPPPPPP1/4K3 w - - 0 1")
    assert more - without == pytest.approx(TABLE[name][0][0], abs=100, rel=0.5)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("4k3/8/8/8/3N4/8/P7/4K3 w - - 0 1", "4k3/8/8/8/8/8/P7/N3K3 w - - 0 1"),  # in the centre, in the corner
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"),  # a step before the end
        ("4k3/p7/8/8/3K4/8/P7/8 w - - 0 1", "4k3/p7/8/8/8/8/P7/K7 w - - 0 1"),  # with few men he comes out
        (  # with many he hides
            "rnbq1rk1/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1RK1 w - - 0 1",
            "rnbq1rk1/pppppppp/8/8/4K3/8/PPPPPPPP/RNBQ1R2 w - - 0 1",
        ),
    ],
)
def test_a_man_is_worth_more_on_a_better_square(better: str, worse: str) -> None:
    assert worth(better) > worth(worse) + 20


@given(random_boards(), st.integers(0, 10**6))
@settings(max_examples=20, deadline=None)
def test_the_score_is_linear_in_the_weights(board: chess.Board, seed: int) -> None:
    position, chance = position_of(board), random.Random(seed)
    one, other = ([chance.randint(-300, 300) for _ in range(2 * COUNT)] for _ in range(2))
    both = [first + second for first, second in zip(one, other, strict=True)]
    nothing = [0] * (2 * COUNT)
    alone, together = (
        sum(Evaluation(weights).evaluate(position) for weights in pair) for pair in ((one, other), (both, nothing))
    )
    assert alone == pytest.approx(together, abs=2)


@given(random_boards())
@settings(max_examples=10, deadline=None)
def test_what_is_remembered_of_the_pawns_is_what_is_found_anew(board: chess.Board) -> None:
    position = Position.initial()
    for move in board.move_stack:
        position.make(position.parse_uci(move.uci()))
        assert EVALUATION.evaluate(position) == ANEW.evaluate(position)
