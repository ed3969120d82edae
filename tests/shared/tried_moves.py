"""The moves that the program of 1994 tries, and those that only one program has, in UCI notation."""

from __future__ import annotations

from typing import NamedTuple

from historic.position.squares import SQUARE_TO_NAME
from historic.position.state import PIECE_NUMBERS
from modern.agreement.move_keys import MODERN
from modern.agreement.moves import move_differences
from modern.agreement.view import PositionView
from modern.rules.move import uci_of

CASTLING_UCI = {("white", 1): "e1g1", ("white", 2): "e1c1", ("black", 1): "e8g8", ("black", 2): "e8c8"}


class OneSidedMove(NamedTuple):
    """A move that only one program has, `historic` or `modern`, and the class that claims it."""

    class_name: str
    program: str
    uci: str


def tried_moves_of(view: PositionView) -> list[str]:
    """Returns the moves that the program tries, promotions as to a queen."""
    return [uci_of_tried(view, move.piece, move.square, move.castling) for move in view.tried]


def uci_of_tried(view: PositionView, piece: int, square: int, castling: int) -> str:
    """Returns a move by the listing's numbers. A captured piece, which is on no square, is written by its number."""
    if castling:
        return CASTLING_UCI[view.side, castling]
    origin, target = view.state.pieces(view.side)[0][piece], SQUARE_TO_NAME[square]
    promotes = piece in PIECE_NUMBERS["P"] and target[1] in "18"
    return SQUARE_TO_NAME.get(origin, f"piece {piece} from nowhere to ") + target + ("q" if promotes else "")


def one_sided_moves(view: PositionView) -> list[OneSidedMove]:
    """Returns the differences as modern.agreement has them, each with the class that claims it."""
    return [
        OneSidedMove(
            name,
            found.program,
            uci_of(found.key.code)
            if found.program == MODERN
            else uci_of_tried(view, found.piece_number, found.to_square, found.castling),
        )
        for name, found, _ in move_differences(view)
    ]
