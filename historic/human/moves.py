"""A human's move. The listing asks for one, but ignores the answer.

The move is checked against the side's own think move board, and the opponent's think move board must have no bit on the
king's square afterwards. It is then entered into PW, PB and PM in the same way as the program's own moves.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from historic.position.castling import CASTLING_BY_BESTPOS, CASTLING_BY_MOVE, KINGSIDE_BESTPOS, QUEENSIDE_BESTPOS
from historic.position.moves import is_castling, is_promotion, state_after
from historic.position.sides import other_side, side_named
from historic.position.squares import NAME_TO_SQUARE, SQUARE_TO_NAME
from historic.position.state import CAPTURED, KING, NOT_MOVED, PIECE_NUMBERS, State, StateError
from historic.program import Program

ACCEPTED_FORMS: Final = "a move is written e2e4, e2-e4, e7e8q, O-O or O-O-O"

COORDINATES: Final = re.compile(r"([a-h][1-8])[-x]?([a-h][1-8])(?:=?([a-z]))?", re.ASCII)
KINGSIDE_FORMS: Final = ("o-o", "0-0")
QUEENSIDE_FORMS: Final = ("o-o-o", "0-0-0")

TYPE_OF_PIECE: Final = {
    **{piece: piece_type for piece_type, pieces in PIECE_NUMBERS.items() for piece in pieces},
    **dict.fromkeys(range(16, 24), "Q"),
}
PIECE_NAMES: Final = {"P": "pawn", "R": "rook", "N": "knight", "B": "bishop", "Q": "queen", "K": "king"}


class HumanMoveError(ValueError):
    """A human's move that cannot be read or made; the message is one line that gives the reason."""


def enter(program: Program, side: str, text: str) -> str:
    """Makes the human's move `text` for `side` in PW, PB, PM and on the board, and returns it in UCI notation.

    `text` is e2e4, e2-e4, e7e8q, O-O or O-O-O. A pawn that reaches its last rank becomes a queen, with or without the
    q. Raises HumanMoveError, and changes nothing, if `text` has none of these forms or the move cannot be made.
    """
    side_named(side)
    if not isinstance(text, str):
        raise HumanMoveError(f"a move is text, not {ascii(text)[:20]}; {ACCEPTED_FORMS}")
    state = program.state
    view = _ProgramView(state)
    move, promotion = _parse_move(text, side)
    if is_castling(state, side, move):
        _check_castling(view, side, move)
    elif text.strip().lower() in KINGSIDE_FORMS + QUEENSIDE_FORMS:
        raise HumanMoveError(f"the king is not on {move[:2]}, so it cannot castle")
    else:
        _check_reach(view, side, move)
    promotes = is_promotion(state, side, move)
    if promotion and not promotes:
        raise HumanMoveError(f"{move} is not a promotion, but it ends in {promotion!r}")
    if promotion not in ("", "q"):
        raise HumanMoveError("a pawn can promote only to a queen here")
    try:
        after = state_after(state, side, move)
    except StateError as error:
        raise HumanMoveError(str(error)) from None
    view_after = _ProgramView(after)
    _check_king(view, view_after, side)
    program.state = after
    program.board = view_after.board
    return move + ("q" if promotes else "")


class _ProgramView:
    """A state as the program sees it: its board, and the think move board of each side."""

    def __init__(self, state: State) -> None:
        program = Program()
        program.state = state
        program.BOARD()
        program.WHITE()
        program.BLACK()
        self.state = state
        self.board = program.board
        self.reach = {"white": list(program.A[1]), "black": list(program.A[2])}

    def describe_piece(self, side: str, piece: int) -> str:
        """Names a piece and its square: `knight on g1`."""
        squares, _ = self.state.pieces(side)
        return f"{PIECE_NAMES[TYPE_OF_PIECE[piece]]} on {SQUARE_TO_NAME[squares[piece]]}"

    def describe_attackers(self, side: str, square: int) -> str:
        """Returns the pieces of `side` that reach `square`, in words, or '' if there are none."""
        attackers = [piece for piece in TYPE_OF_PIECE if self.reach[side][square] & 2**piece]
        return _joined([f"the {self.describe_piece(side, piece)}" for piece in attackers])


def _parse_move(text: str, side: str) -> tuple[str, str]:
    """Returns the two squares and the promotion letter ('' for none) of a move in any accepted form."""
    typed = text.strip().lower()
    if typed in KINGSIDE_FORMS:
        return CASTLING_BY_BESTPOS[side, KINGSIDE_BESTPOS].move, ""
    if typed in QUEENSIDE_FORMS:
        return CASTLING_BY_BESTPOS[side, QUEENSIDE_BESTPOS].move, ""
    match = COORDINATES.fullmatch(typed)
    if not match:
        raise HumanMoveError(f"{text[:20]!r} is not a move; {ACCEPTED_FORMS}")
    return match[1] + match[2], match[3] or ""


def _check_reach(view: _ProgramView, side: str, move: str) -> None:
    state, origin, target = view.state, NAME_TO_SQUARE[move[:2]], NAME_TO_SQUARE[move[2:4]]
    piece = state.piece_on(side, origin)
    if piece is None:
        opponent = other_side(side)
        if (theirs := state.piece_on(opponent, origin)) is not None:
            mover = f"{opponent.capitalize()}'s {view.describe_piece(opponent, theirs)}"
            raise HumanMoveError(f"{mover} cannot move on {side.capitalize()}'s turn")
        raise HumanMoveError(f"there is no piece on {move[:2]}")
    if (own := state.piece_on(side, target)) is not None:
        own_name = PIECE_NAMES[TYPE_OF_PIECE[own]]
        raise HumanMoveError(f"{side.capitalize()}'s own {own_name} is on {move[2:4]}")
    reach = view.reach[side]
    if not reach[target] & 2**piece:
        targets = [
            name
            for square, name in SQUARE_TO_NAME.items()
            if reach[square] & 2**piece and state.piece_on(side, square) is None
        ]
        options = f"it can go to {', '.join(targets)}" if targets else "it cannot move"
        mover = f"{side.capitalize()}'s {view.describe_piece(side, piece)}"
        raise HumanMoveError(f"{mover} cannot go to {move[2:4]}; {options}")


def _check_castling(view: _ProgramView, side: str, move: str) -> None:
    state, castling = view.state, CASTLING_BY_MOVE[move]
    _, flags = state.pieces(side)
    if flags[KING] != NOT_MOVED:
        raise HumanMoveError(f"{castling.notation}: the king has moved")
    if flags[castling.rook] != NOT_MOVED:
        reason = "has been captured" if flags[castling.rook] == CAPTURED else "has moved"
        raise HumanMoveError(f"{castling.notation}: the rook {reason}")
    if in_the_way := [SQUARE_TO_NAME[square] for square in castling.empty if view.board[square]]:
        raise HumanMoveError(f"{castling.notation}: {_joined(in_the_way)} must be empty")
    for square in castling.safe:
        # Test each square with the king on it: a pawn has a bit on a diagonal only if the square is occupied.
        passing = state.copy()
        passing.pieces(side)[0][KING] = square
        if attackers := _ProgramView(passing).describe_attackers(other_side(side), square):
            raise HumanMoveError(f"{castling.notation}: {SQUARE_TO_NAME[square]} is attacked by {attackers}")


def _check_king(before: _ProgramView, after: _ProgramView, side: str) -> None:
    squares, flags = after.state.pieces(side)
    if flags[KING] == CAPTURED:
        return
    king, opponent = squares[KING], other_side(side)
    if attackers := after.describe_attackers(opponent, king):
        stays = before.state.pieces(side)[0][KING] == king
        verb = "is still" if stays and before.describe_attackers(opponent, king) else "would be"
        raise HumanMoveError(f"the king on {SQUARE_TO_NAME[king]} {verb} attacked by {attackers}")


def _joined(names: Sequence[str]) -> str:
    """Joins names with commas and `and`: `f1`, `f1 and g1`, `b1, c1 and d1`."""
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part) if names else ""
