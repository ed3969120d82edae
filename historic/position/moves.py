"""Moves: in the listing's numbers, in UCI and in the report's notation; and moves entered into PW, PB and PM."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from historic.basic.native import i64
from historic.position.castling import BESTPOS_OF, CASTLING_BY_BESTPOS, CASTLING_BY_MOVE, CASTLING_BY_SQUARES, Castling
from historic.position.sides import BLACK, WHITE, other_side, side_named
from historic.position.squares import NAME_TO_SQUARE, SQUARE_TO_NAME
from historic.position.state import (
    CAPTURED,
    FIRST_RESERVE_QUEEN,
    KING,
    MOVED,
    PIECE_COUNT,
    PIECE_NUMBERS,
    PLURAL_PIECE_NAMES,
    PieceNumberError,
    State,
    StateError,
)


class PieceMove(NamedTuple):
    """A move in the listing's numbers, BESTPIECE and BESTPOS: the piece, and the square to which it goes.

    A castling move has the square 7000 or 8000, and the piece whose turn castling took.
    """

    piece: int
    square: int

    def castling(self, side: str) -> Castling | None:
        """Returns the castling move of `side` that this is, or None."""
        return CASTLING_BY_BESTPOS.get((side, self.square))

    def coordinates(self, state: State, side: str) -> str | None:
        """Returns the move as two squares: `e2e4`; of castling, the king's.

        Returns None for NO_MOVE, and for a captured piece, which is on no square (quirk piece-from-nowhere).
        """
        if castling := self.castling(side):
            return castling.move
        origin = state.pieces(side)[0][self.piece]
        if origin not in SQUARE_TO_NAME or self.square not in SQUARE_TO_NAME:
            return None
        return SQUARE_TO_NAME[origin] + SQUARE_TO_NAME[self.square]

    def uci_as_played(self, before: State, after: State, side: str) -> str | None:
        """Returns the move in UCI notation, with a q if PM says afterwards that the pawn was captured.

        Returns None where `coordinates` does.
        """
        move = self.coordinates(before, side)
        promotes = self.piece in PIECE_NUMBERS["P"] and after.pieces(side)[1][self.piece] == CAPTURED
        return f"{move}q" if move and promotes else move

    def uci(self, state: State, side: str) -> str | None:
        """Returns the move in UCI notation; a pawn's move to the last rank promotes to a queen, as the report has it.

        Returns None where `coordinates` does.
        """
        move = self.coordinates(state, side)
        promotes = move and move[3] == side_named(side).last_rank and self.piece in PIECE_NUMBERS["P"]
        return f"{move}q" if promotes else move

    def notation(self, board: Sequence[int], state: State, side: str) -> str:
        """Returns the move in the report's notation, or `none` for NO_MOVE.

        A captured piece's move reads `e5 from nowhere` (quirk piece-from-nowhere). `board` is the board on which the
        move is tried. It may be later than `state`.
        """
        if castling := self.castling(side):
            return castling.notation
        if self.square not in SQUARE_TO_NAME:
            return "none"
        origin = state.pieces(side)[0][self.piece]
        if origin not in SQUARE_TO_NAME:
            return f"{SQUARE_TO_NAME[self.square]} from nowhere"
        return f"{SQUARE_TO_NAME[origin]}{'x' if board[self.square] else '-'}{SQUARE_TO_NAME[self.square]}"


#: BESTPIECE and BESTPOS if no move beats -1000.
NO_MOVE: Final = PieceMove(0, 0)


def piece_move(piece: int, square: int, castling: int) -> PieceMove:
    """Returns the move of a piece to a square or, if `castling` (II, III) is not 0, the castling move in its place."""
    return PieceMove(piece, BESTPOS_OF.get(castling, square))


def state_after(state: State, side: str, move: str) -> State:
    """Returns the state after `side` makes `move` (UCI) in `state`, including captures and the castling rook's move.

    Unlike the listing, this function knows all the rules of chess. A pawn that moves diagonally to an empty square
    captures en passant. A promoted pawn becomes its queen in reserve or, if the move says so (`e7e8n`), another piece
    that has a free number. The function does not test whether the move is legal. Raises StateError if the side has no
    piece on the first square, and PieceNumberError if no number is free for the promoted piece.
    """
    return state_after_squares(state, side, NAME_TO_SQUARE[move[:2]], NAME_TO_SQUARE[move[2:4]], move[4:].upper())


def state_after_squares(state: State, side: str, origin: int, target: int, promotion: str) -> State:
    """Does what `state_after` does, for a move given by its squares and the letter of its promotion (`N`, or '')."""
    after = state.copy()
    if side == WHITE.name:
        mover, own, own_flags, others, others_flags = WHITE, after.PW, after.PM_white, after.PB, after.PM_black
    else:
        mover, own, own_flags, others, others_flags = BLACK, after.PB, after.PM_black, after.PW, after.PM_white
    piece = _piece_on(own, own_flags, origin)
    if piece < 0:
        raise StateError(f"there is no {side} piece on {SQUARE_TO_NAME[origin]}")
    captured = _piece_on(others, others_flags, target)
    if captured < 0 and piece in PIECE_NUMBERS["P"] and SQUARE_TO_NAME[origin][0] != SQUARE_TO_NAME[target][0]:
        captured = _piece_on(others, others_flags, target - mover.forward)
    if captured >= 0:
        others[captured], others_flags[captured] = 0, CAPTURED
    own[piece], own_flags[piece] = target, MOVED
    if piece == KING:
        castling = CASTLING_BY_SQUARES.get((origin, target))
        if castling and castling.side == side:
            own[castling.rook], own_flags[castling.rook] = castling.rook_path[1], MOVED
    elif piece in PIECE_NUMBERS["P"] and SQUARE_TO_NAME[target][1] == mover.last_rank:
        promoted = _promoted_piece(piece, own_flags, origin, promotion or "Q")
        own[piece], own_flags[piece] = 0, CAPTURED
        own[promoted], own_flags[promoted] = target, MOVED
    return after


def _piece_on(squares: list[int], flags: list[int], square: int) -> int:
    """Returns the number of a side's piece on a square, or -1; of two, the later one, as State.piece_on does."""
    piece: i64
    for piece in range(PIECE_COUNT - 1, -1, -1):
        if squares[piece] == square and flags[piece] != CAPTURED:
            return piece
    return -1


def _promoted_piece(pawn: int, flags: Sequence[int], origin: int, piece_type: str) -> int:
    """Returns the number of the piece to which a pawn promotes. Raises PieceNumberError if none is free."""
    for number in promotion_numbers(pawn, piece_type):
        if flags[number] == CAPTURED:
            return number
    square = SQUARE_TO_NAME[origin]
    if piece_type == "Q":
        reason = "has no queen in reserve: its queen is already on the board"
        raise PieceNumberError("queen", f"the pawn on {square} {reason}")
    names = PLURAL_PIECE_NAMES[piece_type]
    name = names.removesuffix("s")
    reason = f"cannot become a {name}: both {names} that the program has are on the board"
    raise PieceNumberError(name, f"the pawn on {square} {reason}")


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
