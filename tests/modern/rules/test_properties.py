"""Properties of every position that a game can reach, compared with python-chess."""

from __future__ import annotations

import random
from functools import partial

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from million import REASONS, compare_chunk, rich_game
from rare_features import (
    ANY_CASTLING,
    ANY_EN_PASSANT,
    CHECKS_AND_PINS,
    PROMOTION_FEATURES,
    TO_MOVE_FEATURES,
    features_of_all,
)
from refusals import refusal
from scenarios import array_of, position_of
from steered_games import drawn

from modern.rules import IllegalMove, Move, Position
from modern.rules.hashing import key_of
from modern.rules.movegen import generate_tactical
from modern.rules.pieces import MAX_MOVES, side_of

SEEDS = st.integers(0, 10**9)
#: Few, because the slow test below compares ten thousand positions with python-chess.
few_examples = settings(max_examples=15)


def game_of(seed: int) -> tuple[chess.Board, Position]:
    """Returns the end of a rich game, as python-chess has it and as a Position with the same moves."""
    *_, board = rich_game(random.Random(seed))
    return board, position_of(board)


@pytest.mark.hypothesis
def test_the_games_have_castling_en_passant_promotions_checks_and_pins() -> None:
    seeds = drawn(SEEDS, 60)
    seen = features_of_all(board for seed in seeds for board in rich_game(random.Random(seed)))
    expected = {ANY_CASTLING, ANY_EN_PASSANT, *PROMOTION_FEATURES, *CHECKS_AND_PINS, *TO_MOVE_FEATURES}
    assert expected - seen.keys() == set()


def fields_of(position: Position) -> list[object]:
    """Returns all fields of a position, without the unused capacity of its history."""
    made = position.ply
    plain = [
        position.turn,
        position.castling_rights,
        position.en_passant_square,
        position.halfmove_clock,
        position.fullmove_number,
        position.key,
        made,
    ]
    vectors = [position.bitboards, position.mailbox, position.undo_stack, position.key_history]
    return [*plain, list(vectors[0]), list(vectors[1]), list(vectors[2])[:made], list(vectors[3])[:made]]


@few_examples
@given(SEEDS)
def test_the_tactical_moves_are_the_legal_captures_and_promotions(seed: int) -> None:
    board, position = game_of(seed)
    codes = array_of([0] * MAX_MOVES)
    tactical = [Move(codes[index]).uci() for index in range(generate_tactical(position, codes, 0))]
    expected = {move.uci() for move in board.legal_moves if board.is_capture(move) or move.promotion}
    assert len(tactical) == len(expected)
    assert set(tactical) == expected


@few_examples
@given(SEEDS)
def test_make_and_unmake_restore_every_field(seed: int) -> None:
    _, position = game_of(seed)
    for move in position.legal_moves():
        before = fields_of(position)
        position.make(move)
        assert fields_of(position) != before
        position.unmake()
        assert fields_of(position) == before


@few_examples
@given(SEEDS)
def test_the_bitboards_agree_with_the_mailbox(seed: int) -> None:
    _, position = game_of(seed)
    for piece in (1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14):
        assert [position.bitboards[piece] >> square & 1 for square in range(64)] == [
            int(occupant == piece) for occupant in position.mailbox
        ]
    for side in (0, 8):
        members = [int(piece != 0 and side_of(piece) == side) for piece in position.mailbox]
        assert [position.bitboards[side] >> square & 1 for square in range(64)] == members


@few_examples
@given(SEEDS)
def test_the_incremental_hash_equals_the_hash_from_scratch(seed: int) -> None:
    _, position = game_of(seed)
    for move in position.legal_moves():
        position.make(move)
        assert position.key == key_of(
            position.mailbox, position.turn, position.castling_rights, position.en_passant_square
        )
        assert position.hash == Position.from_fen(position.fen()).hash
        position.unmake()


@few_examples
@given(SEEDS)
def test_fen_and_san_survive_the_round_trip(seed: int) -> None:
    board, position = game_of(seed)
    assert position.fen() == board.fen(en_passant="legal")
    assert Position.from_fen(position.fen()) == position
    assert Position.from_fen(board.fen(en_passant="fen")) == position
    for move in board.legal_moves:
        ours = Move.from_uci(move.uci())
        assert position.san(ours) == board.san(move)
        assert position.parse_san(board.san(move)) == ours
        assert position.parse_uci(move.uci()) == ours


@few_examples
@given(SEEDS)
def test_a_move_is_illegal_because_of_an_attacked_king_if_only_that_is_wrong(seed: int) -> None:
    board, position = game_of(seed)
    for from_square in chess.scan_forward(board.occupied_co[board.turn]):
        for to_square in {*chess.SQUARES} - {from_square}:
            promotes = board.piece_type_at(from_square) == chess.PAWN and chess.square_rank(to_square) in (0, 7)
            move = chess.Move(from_square, to_square, chess.QUEEN if promotes else None)
            castles = board.piece_type_at(from_square) == chess.KING and abs(to_square - from_square) == 2
            if board.is_legal(move) or castles or board.is_en_passant(move):
                continue
            reason = refusal(partial(position.parse_uci, move.uci()), IllegalMove)
            own = chess.piece_name(piece) if (piece := board.piece_type_at(to_square)) else "piece"
            assert (" attacked by " in reason) == board.is_pseudo_legal(move)
            assert "must promote" not in reason
            if "'s own " in reason:
                assert board.color_at(to_square) == board.turn
                assert reason.endswith(f"'s own {own} is on {chess.square_name(to_square)}")


@few_examples
@given(SEEDS)
def test_the_attackers_equal_those_of_python_chess(seed: int) -> None:
    board, position = game_of(seed)
    for side, colour in (("white", chess.WHITE), ("black", chess.BLACK)):
        for square in chess.SQUARES:
            assert position.attackers(side, square) == list(board.attackers(colour, square))


@few_examples
@given(SEEDS, st.integers(0, 40))
def test_python_chess_writes_the_same_line(seed: int, plies: int) -> None:
    board, position = game_of(seed)
    line: list[chess.Move] = []
    while board.move_stack and len(line) < plies:
        line.insert(0, board.pop())
        position.unmake()
    before = fields_of(position)
    assert position.variation_san([Move.from_uci(move.uci()) for move in line]) == board.variation_san(line)
    assert fields_of(position) == before


@few_examples
@given(SEEDS, st.booleans())
def test_the_outcome_equals_that_of_python_chess(seed: int, claim: bool) -> None:
    board, position = game_of(seed)
    theirs, ours = board.outcome(claim_draw=claim), position.outcome(claim=claim)
    assert (theirs and REASONS[theirs.termination.name]) == (ours and ours.reason)
    assert (theirs and theirs.result()) == (ours and ours.result)
    assert position.is_insufficient_material() == board.is_insufficient_material()
    assert position.may_claim_threefold() == board.can_claim_threefold_repetition()
    assert position.may_claim_fifty_moves() == board.can_claim_fifty_moves()
    assert position.is_check() == board.is_check()


@few_examples
@given(SEEDS)
def test_transpositions_have_equal_hashes(seed: int) -> None:
    """Four plies are made in three orders. Orders that lead to the same pieces lead to the same hash."""
    _, position = game_of(seed)
    rng = random.Random(seed)
    line: list[Move] = []
    walker = position.copy()
    while len(line) < 4 and (legal := walker.legal_moves()):
        line.append(rng.choice(legal))
        walker.make(line[-1])
    hashes: dict[str, set[int]] = {}
    for order in ([0, 1, 2, 3], [2, 1, 0, 3], [0, 3, 2, 1]):
        other = position.copy()
        if len(line) == 4 and all(makes(other, line[index]) for index in order):
            hashes.setdefault(" ".join(other.fen().split()[:4]), set()).add(other.hash)
    assert all(len(same) == 1 for same in hashes.values())


def makes(position: Position, move: Move) -> bool:
    """Makes the move if it is legal. Returns True if it is."""
    legal = move in position.legal_moves()
    if legal:
        position.make(move)
    return legal


@pytest.mark.slow
def test_ten_thousand_positions_show_no_difference() -> None:
    assert compare_chunk(seed=7, job=0, positions=10_000) == (10_000, [])
