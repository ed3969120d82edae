"""The moves that the program of 1994 tries, the legal moves, and those that only one program has, all named alike.

A name is UCI notation, but `0-0` and `0-0-0` for castling, and `3@b1` for piece 3 that comes from no square.
"""

from __future__ import annotations

from typing import NamedTuple

import chess

from historic.position.moves import PieceMove
from historic.position.squares import SQUARE_TO_NAME
from historic.position.state import PIECE_NUMBERS
from modern.agreement.differences import UNEXPLAINED
from modern.agreement.move_comparison import move_differences
from modern.agreement.view import PositionView

CASTLING_NAMES = {7000: "0-0", 8000: "0-0-0"}


class OneSidedMove(NamedTuple):
    """A move that only one program has, `historic` or `modern`, and the class that claims it."""

    class_name: str
    program: str
    name: str


def tried_moves_of(view: PositionView) -> list[str]:
    """Returns the moves that the program tries, promotions as to a queen."""
    return [name_of_tried(view, move) for move in view.tried]


def name_of_tried(view: PositionView, move: PieceMove) -> str:
    """Returns the name of a move by the listing's numbers."""
    if move.square in CASTLING_NAMES:
        return CASTLING_NAMES[move.square]
    origin, target = view.state.pieces(view.side)[0][move.piece], SQUARE_TO_NAME[move.square]
    promotes = move.piece in PIECE_NUMBERS["P"] and target[1] in "18" and origin in SQUARE_TO_NAME
    return SQUARE_TO_NAME.get(origin, f"{move.piece}@") + target + ("q" if promotes else "")


def legal_moves_of(board: chess.Board) -> set[str]:
    """Returns the names of the moves that are legal for python-chess."""
    return {name_of_legal(board, move) for move in board.legal_moves}


def name_of_legal(board: chess.Board, move: chess.Move) -> str:
    """Returns the name of a legal move."""
    if board.is_kingside_castling(move):
        return "0-0"
    return "0-0-0" if board.is_queenside_castling(move) else move.uci()


def one_sided_moves(view: PositionView) -> list[OneSidedMove]:
    """Returns the differences as modern.agreement has them, each with the class that claims it."""
    return [
        OneSidedMove(one.name if one else UNEXPLAINED, found.program, found.move)
        for one, found, _ in move_differences(view)
    ]
