"""Knowledge of particular endings."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scenarios import few_pieces, position_of, random_boards
from small_network import random_weights

from modern.engine.evaluation.endings import SCALE_DRAW, SCALE_NORMAL, WON_ENDING_SCORE, scale_factor, won_ending_score
from modern.engine.evaluation.evaluate import HandEvaluator
from modern.engine.evaluation.evaluator import MAX_ENDING_PHASE, game_phase
from modern.engine.network.network import Network
from modern.rules import Position

#: Both evaluators, with and without the knowledge of endings.
EVALUATORS = (HandEvaluator(), Network(random_weights()))
WITHOUT_ENDINGS = (HandEvaluator(endings=False), Network(random_weights(), endings=False))


def score(fen: str) -> int:
    return HandEvaluator().evaluate(Position.from_fen(f"{fen} - - 0 1"))


@pytest.mark.parametrize(
    "fen",
    [
        "4k3/8/8/8/8/8/8/4K3 w",
        "4k3/8/8/8/8/8/8/4K1N1 w",
        "4k3/8/8/8/8/8/8/4KB2 b",
        "4k3/8/8/8/8/8/8/2B1K1B1 w",  # both on dark squares
        "4k3/8/8/8/8/8/8/1N2K1N1 w",  # two knights cannot force mate
    ],
)
def test_material_that_cannot_force_mate_is_a_draw(fen: str) -> None:
    assert score(fen) == 0


@pytest.mark.parametrize(
    ("drawn", "won"),
    [
        ("k7/8/8/P7/8/8/8/2B1K3 w", "k7/8/8/P7/8/8/8/4KB2 w"),  # which bishop controls a8?
        ("7k/8/8/7P/8/8/8/4KB2 w", "7k/8/8/7P/8/8/8/2B1K3 w"),  # which bishop controls h8?
        ("2b1k3/8/8/8/p7/8/8/K7 b", "4kb2/8/8/8/p7/8/8/K7 b"),  # which bishop controls a1?
    ],
)
def test_a_rook_pawn_wins_only_with_a_bishop_that_controls_the_corner(drawn: str, won: str) -> None:
    assert score(drawn) == 0
    assert score(won) > 200


@pytest.mark.parametrize("bishop", ["c1", "f1"])
@pytest.mark.parametrize("pawn", ["a5", "h5"])
def test_the_wrong_rook_pawn_is_a_draw_only_if_the_lone_king_is_in_the_corner_or_next_to_it(
    pawn: str, bishop: str
) -> None:
    corner = chess.parse_square(f"{pawn[0]}8")
    controls = bool(chess.SquareSet(chess.BB_DARK_SQUARES) & chess.BB_SQUARES[corner]) == (bishop == "c1")
    board = chess.Board("8/8/8/8/8/8/8/4K3 b - - 0 1")
    board.set_piece_at(chess.parse_square(pawn), chess.Piece.from_symbol("P"))
    board.set_piece_at(chess.parse_square(bishop), chess.Piece.from_symbol("B"))
    for square in chess.SQUARES:
        with_king = board.copy()
        if board.piece_at(square) is None and chess.square_distance(square, chess.E1) > 1:
            with_king.set_piece_at(square, chess.Piece.from_symbol("k"))
            is_drawn = not controls and chess.square_distance(square, corner) <= 1
            for seen in (with_king, with_king.mirror()):
                assert (scale_factor(position_of(seen)) == SCALE_DRAW) == is_drawn


@pytest.mark.parametrize(
    ("less", "more"),
    [
        ("4kb2/5p2/8/8/8/8/4PPP1/4KB2 w", "2b1k3/5p2/8/8/8/8/4PPP1/4KB2 w"),  # bishops only
        ("1r2kb2/5p2/8/8/8/8/4PPP1/1R2KB2 w", "1rb1k3/5p2/8/8/8/8/4PPP1/1R2KB2 w"),  # with rooks
    ],
)
def test_bishops_of_opposite_colours_reduce_the_advantage(less: str, more: str) -> None:
    assert 0 < score(less) < score(more)


@pytest.mark.parametrize(
    ("less", "more"),
    [
        ("2b1k3/8/8/8/8/8/8/R3K3 w", "4k3/8/8/8/8/8/8/R3K3 w"),  # a rook against a bishop
        ("r3k3/8/8/8/8/8/8/R1B1K3 w", "r3k3/8/8/8/8/8/P7/R1B1K3 w"),  # an extra bishop, without and with a pawn
        ("2n1k3/8/8/8/8/8/8/2B1KB2 w", "4k3/8/8/8/8/8/8/2B1KB2 w"),
    ],
)
def test_without_pawns_a_small_material_advantage_counts_little(less: str, more: str) -> None:
    assert score(less) < 150 < score(more)


@pytest.mark.parametrize(
    ("far", "near"),
    [
        ("8/8/8/3k4/8/8/7Q/K7 w", "3k4/8/8/8/8/8/7Q/K7 w"),  # the lone king in the centre, and on the edge
        ("8/8/8/k7/8/8/1R6/7K w", "8/8/8/k1K5/8/8/1R6/8 w"),  # the kings far apart, and close
        ("7k/5K2/5N2/8/8/8/8/5B2 w", "k7/2K5/2N5/8/8/8/8/5B2 w"),  # bishop and knight: wrong corner, right corner
        ("k7/2K5/2N5/8/8/8/8/2B5 w", "7k/5K2/5N2/8/8/8/8/2B5 w"),
        ("K7/2k5/2n5/8/8/8/8/2b5 b", "7K/5k2/5n2/8/8/8/8/2b5 b"),
    ],
)
def test_a_lone_king_is_driven_to_where_it_can_be_mated(far: str, near: str) -> None:
    assert 400 < score(far) < score(near) - 20


@given(st.one_of(few_pieces(others=2), few_pieces(), random_boards()))
@settings(max_examples=30, deadline=None)
def test_knowledge_of_endings_gives_every_evaluator_the_same_scale_or_score(board: chess.Board) -> None:
    position = position_of(board)
    scale, won = scale_factor(position), won_ending_score(position)
    if game_phase(position.bitboards) > MAX_ENDING_PHASE:
        scale, won = SCALE_NORMAL, 0
    for evaluator in EVALUATORS:
        assert evaluator.evaluate(position) == (won or evaluator.score(position, scale))
    for evaluator in WITHOUT_ENDINGS:
        assert evaluator.evaluate(position) == evaluator.score(position, SCALE_NORMAL)


@given(st.one_of(few_pieces(), random_boards()), st.integers(0, int(SCALE_NORMAL)))
@settings(max_examples=20, deadline=None)
def test_every_evaluator_scales_its_score(board: chess.Board, scale: int) -> None:
    position = position_of(board)
    for evaluator in EVALUATORS:
        whole = int(evaluator.score(position, SCALE_NORMAL))
        assert evaluator.score(position, scale) == pytest.approx(whole * scale / SCALE_NORMAL, abs=2)


@pytest.mark.parametrize(
    ("fen", "sign"),
    [
        ("8/8/8/3k4/8/8/7Q/K7 w", 1),  # a queen
        ("7k/5K2/5N2/8/8/8/8/2B5 b", -1),  # bishop and knight
        ("8/4k3/8/4K3/4P3/8/8/8 b", -1),  # the opposition
    ],
)
def test_every_evaluator_gives_a_won_ending_the_same_score(fen: str, sign: int) -> None:
    position = Position.from_fen(f"{fen} - - 0 1")
    by_hand, by_network = (int(evaluator.evaluate(position)) for evaluator in EVALUATORS)
    assert sign * by_hand > WON_ENDING_SCORE
    assert by_network == by_hand


def test_knowledge_of_endings_can_be_disabled() -> None:
    position = Position.from_fen("4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1")
    assert HandEvaluator(endings=False).evaluate(position) > 400
