"""Random games: reproducible from a seed, and rich in positions in which the program goes wrong."""

from __future__ import annotations

from collections import Counter

import chess
import pytest
from hypothesis import given
from scenarios import random_boards

from historic.position.squares import SQUARE_TO_NAME
from historic.position.state import KING, NOT_MOVED
from modern.agreement.pair import NotRepresentable, PositionPair, pair_at
from modern.agreement.sampling import (
    A_PAWN_CHUNKS,
    A_PAWN_FENS,
    MAX_PLIES_SKIPPED,
    PLIES_TAKEN,
    START_FENS,
    _weight,
    random_positions,
)
from modern.agreement.view import keys_of_legal
from modern.rules import Position
from modern.rules.move import promotion_of


def fens(seed: int, chunk: int, count: int) -> list[str]:
    return [
        str(found) if isinstance(found, NotRepresentable) else found.position.fen()
        for found in random_positions(seed, chunk, count)
    ]


@pytest.mark.parametrize("start", START_FENS + A_PAWN_FENS)
def test_both_programs_can_represent_every_starting_position(start: str) -> None:
    pair = pair_at(start)
    assert pair.state.to_fen(pair.side).split()[0] == start.split()[0]


@pytest.mark.parametrize("start", A_PAWN_FENS)
def test_pawn_0_of_both_sides_is_before_a_square_of_the_centre(start: str) -> None:
    state = pair_at(start).state
    assert (SQUARE_TO_NAME[state.PW[0]], SQUARE_TO_NAME[state.PB[0]]) == ("e3", "d6")


def test_one_chunk_in_fifty_has_the_a_pawns_in_the_centre() -> None:
    starts = [
        {found.start_fen for found in random_positions(1994, chunk, 50) if isinstance(found, PositionPair)}
        for chunk in range(A_PAWN_CHUNKS)
    ]
    assert starts[-1] <= set(A_PAWN_FENS)
    assert set().union(*starts[:-1]) <= set(START_FENS)


def test_the_positions_depend_on_the_seed_and_the_chunk() -> None:
    assert fens(1994, 3, 60) == fens(1994, 3, 60)
    assert len({tuple(fens(seed, chunk, 60)) for seed in (1, 2) for chunk in (0, 1)}) == 4


@pytest.mark.parametrize("count", [1, 49, 50, 200])
def test_a_chunk_has_as_many_positions_as_requested(count: int) -> None:
    assert len(fens(5, 0, count)) == count


def test_the_moves_of_a_pair_lead_to_its_position() -> None:
    for found in random_positions(7, 0, 100):
        if isinstance(found, NotRepresentable):
            continue
        again = pair_at(found.start_fen, " ".join(found.moves))
        assert again.position.fen() == found.position.fen()
        assert again.state == found.state


def test_consecutive_plies_are_taken_from_anywhere_near_the_start_of_a_game() -> None:
    stretches: list[list[int]] = []
    before: list[str] = []
    for found in random_positions(1994, 0, 1500):
        if isinstance(found, NotRepresentable):
            continue
        if not stretches or found.moves[:-1] != before:
            stretches.append([])
        stretches[-1].append(len(found.moves))
        before = list(found.moves)
    assert max(len(stretch) for stretch in stretches) == PLIES_TAKEN
    assert len({stretch[0] for stretch in stretches}) > MAX_PLIES_SKIPPED / 3
    assert all(1 <= stretch[0] <= MAX_PLIES_SKIPPED for stretch in stretches)


def test_the_games_are_rich_in_special_positions() -> None:
    counts: Counter[str] = Counter()
    for chunk in range(40):
        for found in random_positions(1994, chunk, 50):
            if isinstance(found, NotRepresentable):
                continue
            position, (_, flags) = found.position, found.state.pieces(found.side)
            legal = keys_of_legal(position)
            counts["check"] += position.is_check()
            counts["castling rights"] += position.fen().split()[2] != "-"
            counts["an unmoved king without castling rights"] += (
                flags[KING] == NOT_MOVED and position.castling_rights == 0
            )
            counts["en passant"] += position.fen().split()[3] != "-"
            counts["promotion"] += any(promotion_of(code) for code in legal.values())
            counts["castling"] += any(key.startswith("0-0") for key in legal)
            counts["a reserve queen"] += any(flag != 2 for flag in flags[16:])
            counts["few pieces"] += len(found.state.letters()) < 8
            counts["many pieces"] += len(found.state.letters()) > 24
    assert all(count >= 8 for count in counts.values()), counts
    assert len(counts) == 9


@given(random_boards())
def test_every_move_of_black_is_as_likely_as_its_mirror_image_of_white(board: chess.Board) -> None:
    boards = (board, board.mirror())
    here, there = (Position.from_fen(one.fen()) for one in boards)
    for move in board.legal_moves:
        mirrored = chess.Move(
            chess.square_mirror(move.from_square), chess.square_mirror(move.to_square), move.promotion
        )
        weights = [_weight(one, one.parse_uci(uci).code) for one, uci in ((here, move.uci()), (there, mirrored.uci()))]
        assert weights[0] == weights[1], move


def test_a_king_seldom_leaves_its_home_square() -> None:
    for fen, home, away in (
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1e2", "f2f3"),
        ("4k3/8/8/8/8/8/8/4K3 b - - 0 1", "e8e7", "f7f6"),
    ):
        position = Position.from_fen(fen)
        elsewhere = Position.from_fen(fen.replace("4k3/8", "8/5k2").replace("8/4K3", "5K2/8"))
        at_home, gone = (_weight(at, at.parse_uci(uci).code) for at, uci in ((position, home), (elsewhere, away)))
        assert 10 * at_home < gone
