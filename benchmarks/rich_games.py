"""Random games rich in the rare cases of chess: castling, en passant, promotions, pins, checks and draws."""

from __future__ import annotations

import random
from collections.abc import Iterator

import chess

#: Starting positions: the initial position now and then, otherwise positions in which rare moves are likely.
STARTS = (
    chess.STARTING_FEN,
    chess.STARTING_FEN,
    "r3k2r/pppqbppp/2npbn2/4p3/4P3/2NPBN2/PPPQBPPP/R3K2R w KQkq - 0 1",  # both sides can soon castle
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",  # .. and can be prevented from castling
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",  # pawns only
    "1n4n1/PP4PP/8/4k3/8/4K3/pp4pp/1N4N1 w - - 0 1",  # pawns about to promote
    "rnbqkbnr/8/8/pPpPpPpP/PpPpPpPp/8/8/RNBQKBNR w KQkq - 0 1",  # interlocked pawns
    "8/2p1p1p1/8/K2P1P1r/1R1p1p1k/8/2P1P1P1/8 b - - 0 1",  # en passant along a pinned rank
    "b3k3/2p1p3/8/3P1P2/8/8/4P1K1/7q w - - 0 1",  # .. and along diagonals
    "q3k2q/8/8/2QQ1Q2/2q2qq1/8/8/Q3K2Q w - - 0 1",  # pins and checks
    "4k3/8/8/8/8/8/8/4KBN1 w - - 0 1",  # few pieces, and draws
)
MAX_PLIES = 160

#: The weights of moves; a move of none of these kinds has weight 1.
CASTLING_WEIGHT, EN_PASSANT_WEIGHT, PROMOTION_WEIGHT = 20, 40, 6
DOUBLE_PUSH_WEIGHT, CAPTURE_WEIGHT, CHECK_WEIGHT = 3, 2, 6
#: The share of plies at which CHECK_WEIGHT is applied (a slow test), and at which the last move is reversed.
CHECK_SEARCH_RATE, REVERSAL_RATE = 0.25, 0.15


def rich_game(rng: random.Random, max_plies: int = MAX_PLIES) -> Iterator[chess.Board]:
    """Plays a random game of fewer than `max_plies` plies; yields its board at the start and after each ply."""
    board = chess.Board(rng.choice(STARTS))
    yield board
    for _ in range(rng.randrange(max_plies)):
        moves = list(board.legal_moves)
        if not moves:
            return
        board.push(_pick(board, moves, rng))
        yield board


def _pick(board: chess.Board, moves: list[chess.Move], rng: random.Random) -> chess.Move:
    if len(board.move_stack) > 1 and rng.random() < REVERSAL_RATE:
        last = board.move_stack[-2]
        back = chess.Move(last.to_square, last.from_square)
        if back in moves:
            return back
    checking = rng.random() < CHECK_SEARCH_RATE
    weights = [_weight(board, move) * (CHECK_WEIGHT if checking and board.gives_check(move) else 1) for move in moves]
    return rng.choices(moves, weights)[0]


def _weight(board: chess.Board, move: chess.Move) -> int:
    if move.promotion:
        return PROMOTION_WEIGHT
    if board.piece_type_at(move.from_square) == chess.PAWN:
        if board.is_en_passant(move):
            return EN_PASSANT_WEIGHT
        if abs(move.to_square - move.from_square) == 16:
            return DOUBLE_PUSH_WEIGHT
    elif board.is_castling(move):
        return CASTLING_WEIGHT
    return CAPTURE_WEIGHT if board.piece_at(move.to_square) else 1
