"""Moves that somebody brings: whether they are legal, and if not, why."""

from __future__ import annotations

from modern.rules.bitboard import SQUARE_NAMES
from modern.rules.board import Board
from modern.rules.errors import IllegalMove
from modern.rules.move import uci_of
from modern.rules.movegen import generate
from modern.rules.native import i64, vec
from modern.rules.pieces import MAX_MOVES, PIECE_TYPE_NAMES, side_name


def legal_codes(board: Board) -> list[int]:
    """The legal moves, as Board has them, in movegen's order."""
    moves = vec[i64]([0] * MAX_MOVES)
    return [moves[index] for index in range(generate(board, moves, 0))]


def check_legal(board: Board, code: int) -> None:
    """Raises IllegalMove, with the reason, for a move that may not be made."""
    legal = legal_codes(board)
    if code in legal:
        return
    start, to = code & 63, code >> 6 & 63
    name, man = SQUARE_NAMES[start], board.mailbox[start]
    moving = f"{uci_of(code)} is no legal move"
    if man == 0:
        raise IllegalMove(f"{moving}: nobody stands on {name}")
    man_there = f"{side_name(man & 8)}'s {PIECE_TYPE_NAMES[man & 7]} on {name}"
    if man & 8 != board.turn:
        raise IllegalMove(f"{moving}: {man_there} is not {side_name(board.turn)}'s to move")
    check = " out of check" if board.in_check() else ""
    if any(other & 4095 == code & 4095 for other in legal):
        if code >> 12:
            raise IllegalMove(f"{moving}: {man_there} does not become anything there")
        raise IllegalMove(f"{moving}: the pawn becomes a queen (q), rook (r), bishop (b) or knight (n)")
    targets = sorted({other >> 6 & 63 for other in legal if other & 63 == start})
    if not targets:
        raise IllegalMove(f"{moving}: {man_there} has no legal move{check}")
    can = ", ".join([SQUARE_NAMES[target] for target in targets])
    raise IllegalMove(f"{moving}: {man_there} cannot go to {SQUARE_NAMES[to]}{check}; it can go to {can}")
