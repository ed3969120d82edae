"""Endings of which more is known than the weights say."""

from __future__ import annotations

import pytest

from modern.engine.evaluation.evaluate import Evaluation
from modern.rules import Position


def worth(fen: str) -> int:
    return Evaluation().evaluate(Position.from_fen(f"{fen} - - 0 1"))


@pytest.mark.parametrize(
    "fen",
    [
        "4k3/8/8/8/8/8/8/4K3 w",
        "4k3/8/8/8/8/8/8/4K1N1 w",
        "4k3/8/8/8/8/8/8/4KB2 b",
        "4k3/8/8/8/8/8/8/2B1K1B1 w",  # both on dark squares
        "4k3/8/8/8/8/8/8/1N2K1N1 w",  # two knights mate nobody who pays attention
    ],
)
def test_where_nobody_can_mate_it_is_a_draw(fen: str) -> None:
    assert worth(fen) == 0


@pytest.mark.parametrize(
    ("drawn", "won"),
    [
        ("k7/8/8/P7/8/8/8/2B1K3 w", "k7/8/8/P7/8/8/8/4KB2 w"),  # who controls a8?
        ("7k/8/8/7P/8/8/8/4KB2 w", "7k/8/8/7P/8/8/8/2B1K3 w"),  # who controls h8?
        ("2b1k3/8/8/8/p7/8/8/K7 b", "4kb2/8/8/8/p7/8/8/K7 b"),  # who controls a1?
    ],
)
def test_a_bishop_must_control_the_corner_before_his_rook_pawn(drawn: str, won: str) -> None:
    assert worth(drawn) == 0
    assert worth(won) > 200


@pytest.mark.parametrize(
    ("less", "more"),
    [
        ("4kb2/5p2/8/8/8/8/4PPP1/4KB2 w", "2b1k3/5p2/8/8/8/8/4PPP1/4KB2 w"),  # alone
        ("1r2kb2/5p2/8/8/8/8/4PPP1/1R2KB2 w", "1rb1k3/5p2/8/8/8/8/4PPP1/1R2KB2 w"),  # with rooks
    ],
)
def test_with_bishops_of_opposite_colours_less_can_be_hoped_for(less: str, more: str) -> None:
    assert 0 < worth(less) < worth(more)


@pytest.mark.parametrize(
    ("less", "more"),
    [
        ("2b1k3/8/8/8/8/8/8/R3K3 w", "4k3/8/8/8/8/8/8/R3K3 w"),  # a rook against a bishop
        ("r3k3/8/8/8/8/8/8/R1B1K3 w", "r3k3/8/8/8/8/8/P7/R1B1K3 w"),  # a bishop more, without and with a pawn
        ("2n1k3/8/8/8/8/8/8/2B1KB2 w", "4k3/8/8/8/8/8/8/2B1KB2 w"),
    ],
)
def test_without_pawns_a_little_more_is_hardly_anything(less: str, more: str) -> None:
    assert worth(less) < 150 < worth(more)


@pytest.mark.parametrize(
    ("far", "near"),
    [
        ("8/8/8/3k4/8/8/7Q/K7 w", "3k4/8/8/8/8/8/7Q/K7 w"),  # the lone king in the centre, on the edge
        ("8/8/8/k7/8/8/1R6/7K w", "8/8/8/k1K5/8/8/1R6/8 w"),  # the kings apart, and close
        ("7k/5K2/5N2/8/8/8/8/5B2 w", "k7/2K5/2N5/8/8/8/8/5B2 w"),  # bishop and knight: not in that corner
        ("k7/2K5/2N5/8/8/8/8/2B5 w", "7k/5K2/5N2/8/8/8/8/2B5 w"),
        ("K7/2k5/2n5/8/8/8/8/2b5 b", "7K/5k2/5n2/8/8/8/8/2b5 b"),
    ],
)
def test_a_lone_king_is_driven_to_where_he_is_mated(far: str, near: str) -> None:
    assert 400 < worth(far) < worth(near) - 20


def test_an_evaluation_may_do_without_all_that() -> None:
    position = Position.from_fen("4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1")
    assert Evaluation(endings=False).evaluate(position) > 400
