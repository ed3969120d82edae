"""A human's move, which the listing asks for and never takes.

The move is held against the side's own think move board, and the king may not be left where the other side's think
move board has a bit. It is then entered as the program enters its own.
"""

from __future__ import annotations

import re
from typing import Final

from historic.castling import CASTLING_BY_BESTPOS, CASTLING_BY_MOVE, KINGSIDE_BESTPOS, QUEENSIDE_BESTPOS
from historic.moves import is_castling, is_promotion, state_after
from historic.program import Program
from historic.sides import other_side, side_named
from historic.squares import NAME_TO_SQUARE, SQUARE_TO_NAME
from historic.state import CAPTURED, KING, NOT_MOVED, PIECE_NUMBERS, State, StateError

ACCEPTED_FORMS: Final = "a move is written e2e4, e2-e4, e7e8q, O-O or O-O-O"

COORDINATES: Final = re.compile(r"([a-h][1-8])[-x]?([a-h][1-8])(?:=?([a-z]))?", re.ASCII)
KINGSIDE_FORMS: Final = ("o-o", "0-0")
QUEENSIDE_FORMS: Final = ("o-o-o", "0-0-0")

TYPE_OF_PIECE: Final = {
    **{man: kind for kind, men in PIECE_NUMBERS.items() for man in men},
    **dict.fromkeys(range(16, 24), "Q"),
}
PIECE_NAMES: Final = {"P": "pawn", "R": "rook", "N": "knight", "B": "bishop", "Q": "queen", "K": "king"}


class HumanMoveError(ValueError):
    """A human's move that the program's board does not allow; its text is one line that says why."""


def enter(program: Program, side: str, text: str) -> str:
    """Make the human's move `text` for `side`: into PW, PB, PM and the board. Returns it in UCI's notation.

    `text` is e2e4, e2-e4, e7e8q (a pawn that arrives becomes a queen, said or not), O-O or O-O-O. Raises MoveRefused,
    and changes nothing, where it is none of these or the move cannot be made.
    """
    side_named(side)
    if not isinstance(text, str):
        raise HumanMoveError(f"a move is text, not {ascii(text)[:20]}: {ACCEPTED_FORMS}")
    state = program.state
    view = _ProgramView(state)
    move, promotion = _parse_move(text, side)
    if is_castling(state, side, move):
        _check_castling(view, side, move)
    elif text.strip().lower() in KINGSIDE_FORMS + QUEENSIDE_FORMS:
        raise HumanMoveError(f"the king does not stand on {move[:2]}, from where it castles")
    else:
        _check_reach(view, side, move)
    becomes_queen = is_promotion(state, side, move)
    if promotion and not becomes_queen:
        raise HumanMoveError(f"{move} is no promotion, but {promotion!r} was asked for")
    if promotion not in ("", "q"):
        raise HumanMoveError("a pawn that arrives becomes a queen here, and nothing else")
    try:
        after = state_after(state, side, move)
    except StateError as error:
        raise HumanMoveError(str(error)) from None
    view_after = _ProgramView(after)
    _check_king(view_after, side)
    program.state = after
    program.board = view_after.board
    return move + ("q" if becomes_queen else "")


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

    def describe_piece(self, side: str, man: int) -> str:
        squares, _ = self.state.pieces(side)
        return f"the {PIECE_NAMES[TYPE_OF_PIECE[man]]} on {SQUARE_TO_NAME[squares[man]]}"

    def describe_attackers(self, side: str, square: int) -> str:
        """Who of `side` reaches `square`, in words; '' for nobody."""
        men = [man for man in TYPE_OF_PIECE if self.reach[side][square] & 2**man]
        return " and ".join(self.describe_piece(side, man) for man in men)


def _parse_move(text: str, side: str) -> tuple[str, str]:
    """The two squares and the promotion ('' for none) of a move in any of its forms."""
    typed = text.strip().lower()
    if typed in KINGSIDE_FORMS:
        return CASTLING_BY_BESTPOS[side, KINGSIDE_BESTPOS].move, ""
    if typed in QUEENSIDE_FORMS:
        return CASTLING_BY_BESTPOS[side, QUEENSIDE_BESTPOS].move, ""
    match = COORDINATES.fullmatch(typed)
    if not match:
        raise HumanMoveError(f"cannot read {text[:20]!a}: {ACCEPTED_FORMS}")
    return match[1] + match[2], match[3] or ""


def _check_reach(view: _ProgramView, side: str, move: str) -> None:
    state, origin, target = view.state, NAME_TO_SQUARE[move[:2]], NAME_TO_SQUARE[move[2:4]]
    man = state.piece_on(side, origin)
    if man is None:
        held = state.piece_on(other_side(side), origin) is not None
        raise HumanMoveError(
            f"the man on {move[:2]} is {other_side(side)}'s" if held else f"no man stands on {move[:2]}"
        )
    if state.piece_on(side, target) is not None:
        raise HumanMoveError(f"a man of {side}'s own stands on {move[2:4]}")
    reach = view.reach[side]
    if not reach[target] & 2**man:
        own = [square for square in SQUARE_TO_NAME if reach[square] & 2**man and state.piece_on(side, square) is None]
        can = "it can go to " + ", ".join(SQUARE_TO_NAME[square] for square in own) if own else "it cannot move"
        raise HumanMoveError(f"{view.describe_piece(side, man)} cannot reach {move[2:4]}; {can}")


def _check_castling(view: _ProgramView, side: str, move: str) -> None:
    state, castling = view.state, CASTLING_BY_MOVE[move]
    _, flags = state.pieces(side)
    if flags[KING] != NOT_MOVED:
        raise HumanMoveError(f"{castling.notation}: the king has moved")
    if flags[castling.rook] != NOT_MOVED:
        gone = "has been captured" if flags[castling.rook] == CAPTURED else "has moved"
        raise HumanMoveError(f"{castling.notation}: the rook {gone}")
    for name in castling.empty:
        if view.board[NAME_TO_SQUARE[name]]:
            raise HumanMoveError(f"{castling.notation}: {name} is not empty")
    for name in castling.safe:
        # With the king there: a pawn's bit is only on a diagonal where somebody stands.
        passing = state.copy()
        passing.pieces(side)[0][KING] = NAME_TO_SQUARE[name]
        if attackers := _ProgramView(passing).describe_attackers(other_side(side), NAME_TO_SQUARE[name]):
            raise HumanMoveError(f"{castling.notation}: {name} is attacked by {attackers}")


def _check_king(view: _ProgramView, side: str) -> None:
    squares, flags = view.state.pieces(side)
    if flags[KING] == CAPTURED:
        return
    if attackers := view.describe_attackers(other_side(side), squares[KING]):
        raise HumanMoveError(f"the king on {SQUARE_TO_NAME[squares[KING]]} would be attacked by {attackers}")
