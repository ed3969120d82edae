"""Moves made from outside the program, entered into PW, PB and PM as CWHITE and CBLACK enter their own moves."""

from __future__ import annotations

from collections.abc import Sequence

from historic.position.castling import CASTLING_BY_MOVE
from historic.position.sides import other_side, side_named
from historic.position.squares import NAME_TO_SQUARE
from historic.position.state import (
    CAPTURED,
    FIRST_RESERVE_QUEEN,
    KING,
    MOVED,
    PIECE_NUMBERS,
    PLURAL_PIECE_NAMES,
    PieceNumberError,
    State,
    StateError,
)


def state_after(state: State, side: str, move: str) -> State:
    """Returns the state after `side` makes `move` (UCI) in `state`, including captures and the castling rook's move.

    Unlike the listing, this function knows all the rules of chess. A pawn that moves diagonally to an empty square
    captures en passant. A promoted pawn becomes its queen in reserve or, if the move says so (`e7e8n`), another piece
    that has a free number. The function does not test whether the move is legal. Raises StateError if the side has no
    piece on the first square, and PieceNumberError if no number is free for the promoted piece.
    """
    origin, target = NAME_TO_SQUARE[move[:2]], NAME_TO_SQUARE[move[2:4]]
    after = state.copy()
    own, own_flags = after.pieces(side)
    others, others_flags = after.pieces(other_side(side))
    piece = state.piece_on(side, origin)
    if piece is None:
        raise StateError(f"there is no {side} piece on {move[:2]}")
    captured = state.piece_on(other_side(side), target)
    if captured is None and piece in PIECE_NUMBERS["P"] and move[0] != move[2]:
        captured = state.piece_on(other_side(side), target - side_named(side).forward)
    if captured is not None:
        others[captured], others_flags[captured] = 0, CAPTURED
    own[piece], own_flags[piece] = target, MOVED
    if is_castling(state, side, move):
        castling = CASTLING_BY_MOVE[move]
        own[castling.rook], own_flags[castling.rook] = NAME_TO_SQUARE[castling.rook_path[1]], MOVED
    if is_promotion(state, side, move):
        promoted = _promoted_piece(piece, own_flags, move)
        own[piece], own_flags[piece] = 0, CAPTURED
        own[promoted], own_flags[promoted] = target, MOVED
    return after


def _promoted_piece(pawn: int, flags: Sequence[int], move: str) -> int:
    """Returns the number of the piece to which `move` promotes a pawn. Raises PieceNumberError if none is free."""
    piece_type = move[4:].upper() or "Q"
    for number in promotion_numbers(pawn, piece_type):
        if flags[number] == CAPTURED:
            return number
    if piece_type == "Q":
        reason = "has no queen in reserve: its queen is already on the board"
        raise PieceNumberError("queen", f"the pawn on {move[:2]} {reason}")
    names = PLURAL_PIECE_NAMES[piece_type]
    name = names.removesuffix("s")
    reason = f"cannot become a {name}: both {names} that the program has are on the board"
    raise PieceNumberError(name, f"the pawn on {move[:2]} {reason}")


def promotion_numbers(pawn: int, piece_type: str) -> Sequence[int]:
    """Returns the numbers possible for a piece (`Q`, `N`) to which a pawn promotes; one of them must be free."""
    return (FIRST_RESERVE_QUEEN + pawn,) if piece_type == "Q" else PIECE_NUMBERS[piece_type]


def is_castling(state: State, side: str, move: str) -> bool:
    """Returns True if `move` takes the side's king two squares along its home rank."""
    if move not in CASTLING_BY_MOVE or CASTLING_BY_MOVE[move].side != side:
        return False
    return state.piece_on(side, NAME_TO_SQUARE[move[:2]]) == KING


def is_promotion(state: State, side: str, move: str) -> bool:
    """Returns True if `move` takes a pawn of the side to its last rank."""
    piece = state.piece_on(side, NAME_TO_SQUARE[move[:2]])
    return piece in PIECE_NUMBERS["P"] and move[3] == side_named(side).last_rank


def report_notation(state: State, side: str, move: str) -> str:
    """Returns a UCI move in the report's notation: `e2-e3`, `e5xc6`, `0-0`."""
    if is_castling(state, side, move):
        return CASTLING_BY_MOVE[move].notation
    captures = state.piece_on(other_side(side), NAME_TO_SQUARE[move[2:4]]) is not None
    return f"{move[:2]}{'x' if captures else '-'}{move[2:4]}{move[4:].upper()}"
