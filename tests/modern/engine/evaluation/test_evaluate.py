"""What a position is worth by itself."""

from __future__ import annotations

import chess
import pytest
from given import position_of, random_boards
from hypothesis import given, settings

from modern.engine.evaluation.evaluate import Evaluation
from modern.engine.evaluation.terms import terms
from modern.engine.evaluation.weights import TABLE
from modern.rules import Position


def evaluate(board: Position) -> int:
    return Evaluation().evaluate(board)


def worth(fen: str) -> int:
    return evaluate(Position.from_fen(fen))


@given(random_boards())
@settings(max_examples=100, deadline=None)
def test_both_sides_are_judged_alike(board: chess.Board) -> None:
    assert evaluate(position_of(board)) == worth(board.mirror().fen())


@given(random_boards())
@settings(max_examples=100, deadline=None)
def test_what_is_good_for_one_side_is_as_bad_for_the_other(board: chess.Board) -> None:
    other = board.copy()
    other.turn, other.ep_square = not board.turn, None
    if other.is_valid():
        assert worth(other.fen()) == pytest.approx(-evaluate(position_of(board)), abs=1)


@given(random_boards())
@settings(max_examples=100, deadline=None)
def test_the_terms_add_up_to_the_score_but_for_rounding(board: chess.Board) -> None:
    position = position_of(board)
    both = terms(position)
    total = sum(term.white for term in both) - sum(term.black for term in both)
    if not position.is_insufficient_material():
        assert total == pytest.approx(evaluate(position) * (1 if board.turn else -1), abs=33)


def test_at_the_beginning_nobody_is_better() -> None:
    assert worth(chess.STARTING_FEN) == 0


@pytest.mark.parametrize(("letter", "name"), zip("PNBRQ", ("pawn", "knight", "bishop", "rook", "queen"), strict=True))
def test_a_man_more_is_worth_about_his_value(letter: str, name: str) -> None:
    more = worth(f"4k3/pppppppp/8/8/3{letter}4/8/PPPPPPP1/4K3 w - - 0 1")
    without = worth("4k3/pppppppp/8/8/8/8/PPPPPPP1/4K3 w - - 0 1")
    assert more - without == pytest.approx(TABLE[name][0][0], abs=70)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("4k3/8/8/8/3N4/8/P7/4K3 w - - 0 1", "4k3/8/8/8/8/8/P7/N3K3 w - - 0 1"),  # in the centre, in the corner
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"),  # a step before the end
        ("4k3/8/8/8/3K4/8/P7/8 w - - 0 1", "4k3/8/8/8/8/8/P7/K7 w - - 0 1"),  # with few men he comes out
        (  # with many he hides
            "rnbq1rk1/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1RK1 w - - 0 1",
            "rnbq1rk1/pppppppp/8/8/4K3/8/PPPPPPPP/RNBQ1R2 w - - 0 1",
        ),
    ],
)
def test_a_man_is_worth_more_on_a_better_square(better: str, worse: str) -> None:
    assert worth(better) > worth(worse) + 20


@pytest.mark.parametrize(
    "fen",
    ["4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "4k3/8/8/8/8/8/8/4KB2 b - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"],
)
def test_where_nobody_can_ever_mate_it_is_a_draw(fen: str) -> None:
    assert worth(fen) == 0
