"""The generators of tests/shared draw what they are for: a property says little if all drawn positions are alike."""

from __future__ import annotations

import chess
import pytest
from rare_features import (
    ANY_CASTLING,
    ANY_EN_PASSANT,
    CHECKS_AND_PINS,
    PROMOTION_FEATURES,
    TO_MOVE_FEATURES,
    features_of_all,
)
from scenarios import few_pieces, pairs, random_boards
from steered_games import PLANS, drawn

from historic.position.state import CAPTURED, FIRST_RESERVE_QUEEN
from modern.agreement.pair import pair_at

#: What the last positions of drawn games have between them.
COVERED = {ANY_CASTLING, ANY_EN_PASSANT, *PROMOTION_FEATURES, *CHECKS_AND_PINS, *TO_MOVE_FEATURES}


def is_underpromotion(move: chess.Move) -> bool:
    return move.promotion not in (None, chess.QUEEN)


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.fen)
def test_both_programs_can_represent_the_start_of_every_plan(plan: object) -> None:
    assert isinstance(plan, tuple)
    assert pair_at(plan[0]).position.legal_moves()


@pytest.mark.hypothesis
@pytest.mark.parametrize("representable", [False, True])
def test_random_boards_have_castling_en_passant_promotions_checks_and_pins(representable: bool) -> None:
    boards = drawn(random_boards(representable=representable), 200)
    assert COVERED - features_of_all(boards).keys() == set()
    assert {board.root().fen() for board in boards} == {chess.STARTING_FEN}
    assert sum(len(board.move_stack) >= 60 for board in boards) > 15
    assert sum(len(board.move_stack) < 20 for board in boards) > 7
    assert any(is_underpromotion(move) for board in boards for move in board.move_stack) != representable


@pytest.mark.hypothesis
def test_pairs_have_castling_en_passant_promotions_checks_pins_and_promoted_queens() -> None:
    found = drawn(pairs(), 300)
    boards = [chess.Board(pair.position.fen()) for pair in found]
    assert {*COVERED, "checkmate", "stalemate"} - features_of_all(boards).keys() == set()
    assert sum(len(pair.moves) >= 60 for pair in found) > 30
    assert {pair.start_fen for pair in found} > {chess.STARTING_FEN}
    for flags in ([pair.state.PM_white for pair in found], [pair.state.PM_black for pair in found]):
        assert any(flag != CAPTURED for one in flags for flag in one[FIRST_RESERVE_QUEEN:])


@pytest.mark.hypothesis
def test_positions_with_few_pieces_have_every_piece_checks_and_promotions() -> None:
    boards = drawn(few_pieces())
    assert {*PROMOTION_FEATURES, *TO_MOVE_FEATURES, "check"} - features_of_all(boards).keys() == set()
    assert {piece.symbol() for board in boards for piece in board.piece_map().values()} == set("PNBRQKpnbrqk")
    assert {len(board.piece_map()) for board in boards} >= {3, 4, 5, 6}
    assert len({board.board_fen() for board in boards}) > 200
