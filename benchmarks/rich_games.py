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

#: How much likelier than an ordinary move each kind of move is to be played.
CASTLES, CAPTURES_EN_PASSANT, PROMOTES, DOUBLE_PUSHES, CAPTURES, CHECKS = 20, 40, 6, 3, 2, 6
#: The share of plies in which checking moves are preferred (a slow test), and in which the last move is reversed.
CHECK_BIAS_CHANCE, RETURN_CHANCE = 0.25, 0.15


def rich_game(chance: random.Random, longest: int = MAX_PLIES) -> Iterator[chess.Board]:
    """Play a random game of at most `longest` plies; yields its board at the start and after each ply."""
    board = chess.Board(chance.choice(STARTS))
    yield board
    for _ in range(chance.randrange(longest)):
        moves = list(board.legal_moves)
        if not moves:
            return
        board.push(_pick(board, moves, chance))
        yield board


def _pick(board: chess.Board, moves: list[chess.Move], chance: random.Random) -> chess.Move:
    if len(board.move_stack) > 1 and chance.random() < RETURN_CHANCE:
        last = board.move_stack[-2]
        back = chess.Move(last.to_square, last.from_square)
        if back in moves:
            return back
    checking = chance.random() < CHECK_BIAS_CHANCE
    weights = [_weight(board, move) * (CHECKS if checking and board.gives_check(move) else 1) for move in moves]
    return chance.choices(moves, weights)[0]


def _weight(board: chess.Board, move: chess.Move) -> int:
    if move.promotion:
        return PROMOTES
    if board.piece_type_at(move.from_square) == chess.PAWN:
        if board.is_en_passant(move):
            return CAPTURES_EN_PASSANT
        if abs(move.to_square - move.from_square) == 16:
            return DOUBLE_PUSHES
    elif board.is_castling(move):
        return CASTLES
    return CAPTURES if board.piece_at(move.to_square) else 1
