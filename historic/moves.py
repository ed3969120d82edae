"""Moves that somebody else makes: entered into PW, PB and PM as the ends of CWHITE and CBLACK enter their own."""

from __future__ import annotations

from collections.abc import Sequence

from historic.castling import CASTLING_BY_BESTPOS, CASTLING_BY_MOVE
from historic.sides import other_side, side_named
from historic.squares import NAME_TO_SQUARE, SQUARE_TO_NAME
from historic.state import (
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
from historic.thought import Choice


def state_after(state: State, side: str, move: str) -> State:
    """`state` after `side` has made `move` (UCI): the man moves, what stood there is captured, the rook castles.

    Unlike the listing, this knows all of chess. A pawn that goes to an empty square of another file takes the one that
    it passes. A pawn that arrives becomes its queen in reserve or, if the move says so (`e7e8n`), another man whose
    number is free. Whether the move may be made is not asked here. Raises StateError where no man of the side stands on
    the first square, and NoNumber where the program has none for what a pawn becomes.
    """
    origin, target = NAME_TO_SQUARE[move[:2]], NAME_TO_SQUARE[move[2:4]]
    after = state.copy()
    own, own_flags = after.pieces(side)
    others, others_flags = after.pieces(other_side(side))
    piece = state.piece_on(side, origin)
    if piece is None:
        raise StateError(f"no {side} man stands on {move[:2]}")
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
    """The number of the man that a pawn becomes by `move`."""
    piece_type = move[4:].upper() or "Q"
    for number in promotion_numbers(pawn, piece_type):
        if flags[number] == CAPTURED:
            return number
    if piece_type == "Q":
        raise PieceNumberError("queen", f"the pawn on {move[:2]} has no queen in reserve: it is on the board already")
    name = PLURAL_PIECE_NAMES[piece_type].removesuffix("s")
    raise PieceNumberError(
        name, f"the pawn on {move[:2]} cannot become a {name}: both that the program has stand on the board"
    )


def promotion_numbers(pawn: int, piece_type: str) -> Sequence[int]:
    """The numbers that a man of a kind (`Q`, `N`) may have whom a pawn becomes; one of them must be free."""
    return (FIRST_RESERVE_QUEEN + pawn,) if piece_type == "Q" else PIECE_NUMBERS[piece_type]


def is_castling(state: State, side: str, move: str) -> bool:
    """Whether `move` takes the side's king two squares along its home rank."""
    return (
        move in CASTLING_BY_MOVE
        and CASTLING_BY_MOVE[move].side == side
        and state.piece_on(side, NAME_TO_SQUARE[move[:2]]) == KING
    )


def is_promotion(state: State, side: str, move: str) -> bool:
    """Whether `move` takes a pawn of the side's to its last rank."""
    return (
        state.piece_on(side, NAME_TO_SQUARE[move[:2]]) in PIECE_NUMBERS["P"] and move[3] == side_named(side).last_rank
    )


def report_notation(state: State, side: str, move: str) -> str:
    """A UCI move as the report writes it: `e2-e3`, `e5xc6`, `0-0`."""
    if is_castling(state, side, move):
        return CASTLING_BY_MOVE[move].notation
    captures = state.piece_on(other_side(side), NAME_TO_SQUARE[move[2:4]]) is not None
    return f"{move[:2]}{'x' if captures else '-'}{move[2:4]}{move[4:].upper()}"


def choice_notation(board: Sequence[int], state: State, side: str, choice: Choice) -> str:
    """A choice of the program's as the report would write it; a man that is captured comes `from nowhere`.

    `board` is the board on which it is tried, whose men may have moved on since `state`.
    """
    castling = CASTLING_BY_BESTPOS.get((side, choice.square))
    if castling:
        return castling.notation
    if choice.square not in SQUARE_TO_NAME:
        return "none"
    origin = state.pieces(side)[0][choice.piece]
    if origin not in SQUARE_TO_NAME:
        return f"{SQUARE_TO_NAME[choice.square]} from nowhere"
    return f"{SQUARE_TO_NAME[origin]}{'x' if board[choice.square] else '-'}{SQUARE_TO_NAME[choice.square]}"
