"""Checks moves from outside: whether they are legal and, if not, why."""

from __future__ import annotations

from modern.rules.bitboard import SQUARE_NAMES
from modern.rules.board import Board
from modern.rules.errors import IllegalMove
from modern.rules.move import uci_of
from modern.rules.movegen import generate
from modern.rules.native import i64, vec
from modern.rules.pieces import MAX_MOVES, PIECE_TYPE_NAMES, side_name


def legal_codes(board: Board) -> list[int]:
    """Returns the codes of the legal moves, in movegen's order."""
    moves = vec[i64]([0] * MAX_MOVES)
    return [moves[index] for index in range(generate(board, moves, 0))]


def check_legal(board: Board, code: int) -> None:
    """Raises IllegalMove, with the reason, if a move is not legal."""
    legal = legal_codes(board)
    if code in legal:
        return
    from_square, to_square = code & 63, code >> 6 & 63
    name, piece = SQUARE_NAMES[from_square], board.mailbox[from_square]
    illegal = f"{uci_of(code)} is not a legal move"
    if piece == 0:
        raise IllegalMove(f"{illegal}: there is no piece on {name}")
    mover = f"{side_name(piece & 8)}'s {PIECE_TYPE_NAMES[piece & 7]} on {name}"
    if piece & 8 != board.turn:
        raise IllegalMove(f"{illegal}: {mover} cannot move on {side_name(board.turn)}'s turn")
    check = " out of check" if board.in_check() else ""
    if any(other & 4095 == code & 4095 for other in legal):
        if code >> 12:
            raise IllegalMove(f"{illegal}: {mover} cannot promote there")
        raise IllegalMove(f"{illegal}: the pawn must promote to a queen (q), rook (r), bishop (b) or knight (n)")
    targets = sorted({other >> 6 & 63 for other in legal if other & 63 == from_square})
    if not targets:
        raise IllegalMove(f"{illegal}: {mover} has no legal move{check}")
    reachable = ", ".join([SQUARE_NAMES[target] for target in targets])
    raise IllegalMove(f"{illegal}: {mover} cannot go to {SQUARE_NAMES[to_square]}{check}; it can go to {reachable}")
