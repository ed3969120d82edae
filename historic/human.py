"""A human's move, which the listing asks for and never takes.

The move is held against the side's own think move board, and the king may not be left where the other side's think
move board has a bit. It is then entered as the program enters its own.
"""

from __future__ import annotations

import re
from typing import Final

from historic.castling import BY_BESTPOS, BY_MOVE, CASTLES_LONG, CASTLES_SHORT
from historic.moves import arrives, is_castling, state_after
from historic.program import Program
from historic.sides import other_side, side_named
from historic.squares import NAMES, NUMBERS
from historic.state import CAPTURED, KINDS, KING, NOT_MOVED, State, StateError

FORMS: Final = "a move is written e2e4, e2-e4, e7e8q, O-O or O-O-O"

COORDINATES: Final = re.compile(r"([a-h][1-8])[-x]?([a-h][1-8])(?:=?([a-z]))?", re.ASCII)
SHORT: Final = ("o-o", "0-0")
LONG: Final = ("o-o-o", "0-0-0")

KIND_OF_MAN: Final = {
    **{man: kind for kind, men in KINDS.items() for man in men},
    **dict.fromkeys(range(16, 24), "Q"),
}
NAME_OF_KIND: Final = {"P": "pawn", "R": "rook", "N": "knight", "B": "bishop", "Q": "queen", "K": "king"}


class MoveRefused(ValueError):
    """A human's move that the program's board does not allow; its text is one line that says why."""


def enter(program: Program, side: str, text: str) -> str:
    """Make the human's move `text` for `side`: into PW, PB, PM and the board. Returns it in UCI's notation.

    `text` is e2e4, e2-e4, e7e8q (a pawn that arrives becomes a queen, said or not), O-O or O-O-O. Raises MoveRefused,
    and changes nothing, where it is none of these or the move cannot be made.
    """
    side_named(side)
    if not isinstance(text, str):
        raise MoveRefused(f"a move is text, not {ascii(text)[:20]}: {FORMS}")
    state = program.state
    seen = _Seen(state)
    move, promotion = _read(text, side)
    if is_castling(state, side, move):
        _check_castling(seen, side, move)
    elif text.strip().lower() in SHORT + LONG:
        raise MoveRefused(f"the king does not stand on {move[:2]}, from where it castles")
    else:
        _check_reach(seen, side, move)
    becomes_queen = arrives(state, side, move)
    if promotion and not becomes_queen:
        raise MoveRefused(f"{move} is no promotion, but {promotion!r} was asked for")
    if promotion not in ("", "q"):
        raise MoveRefused("a pawn that arrives becomes a queen here, and nothing else")
    try:
        after = state_after(state, side, move)
    except StateError as error:
        raise MoveRefused(str(error)) from None
    seen_after = _Seen(after)
    _check_king(seen_after, side)
    program.state = after
    program.board = seen_after.board
    return move + ("q" if becomes_queen else "")


class _Seen:
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

    def man_in_words(self, side: str, man: int) -> str:
        squares, _ = self.state.men(side)
        return f"the {NAME_OF_KIND[KIND_OF_MAN[man]]} on {NAMES[squares[man]]}"

    def attackers(self, side: str, square: int) -> str:
        """Who of `side` reaches `square`, in words; '' for nobody."""
        men = [man for man in KIND_OF_MAN if self.reach[side][square] & 2**man]
        return " and ".join(self.man_in_words(side, man) for man in men)


def _read(text: str, side: str) -> tuple[str, str]:
    """The two squares and the promotion ('' for none) of a move in any of its forms."""
    typed = text.strip().lower()
    if typed in SHORT:
        return BY_BESTPOS[side, CASTLES_SHORT].move, ""
    if typed in LONG:
        return BY_BESTPOS[side, CASTLES_LONG].move, ""
    match = COORDINATES.fullmatch(typed)
    if not match:
        raise MoveRefused(f"cannot read {text[:20]!a}: {FORMS}")
    return match[1] + match[2], match[3] or ""


def _check_reach(seen: _Seen, side: str, move: str) -> None:
    state, origin, target = seen.state, NUMBERS[move[:2]], NUMBERS[move[2:4]]
    man = state.man_on(side, origin)
    if man is None:
        held = state.man_on(other_side(side), origin) is not None
        raise MoveRefused(f"the man on {move[:2]} is {other_side(side)}'s" if held else f"no man stands on {move[:2]}")
    if state.man_on(side, target) is not None:
        raise MoveRefused(f"a man of {side}'s own stands on {move[2:4]}")
    reach = seen.reach[side]
    if not reach[target] & 2**man:
        own = [square for square in NAMES if reach[square] & 2**man and state.man_on(side, square) is None]
        can = "it can go to " + ", ".join(NAMES[square] for square in own) if own else "it cannot move"
        raise MoveRefused(f"{seen.man_in_words(side, man)} cannot reach {move[2:4]}; {can}")


def _check_castling(seen: _Seen, side: str, move: str) -> None:
    state, castling = seen.state, BY_MOVE[move]
    _, flags = state.men(side)
    if flags[KING] != NOT_MOVED:
        raise MoveRefused(f"{castling.words}: the king has moved")
    if flags[castling.rook] != NOT_MOVED:
        gone = "has been captured" if flags[castling.rook] == CAPTURED else "has moved"
        raise MoveRefused(f"{castling.words}: the rook {gone}")
    for name in castling.empty:
        if seen.board[NUMBERS[name]]:
            raise MoveRefused(f"{castling.words}: {name} is not empty")
    for name in castling.safe:
        # With the king there: a pawn's bit is only on a diagonal where somebody stands.
        passing = state.copy()
        passing.men(side)[0][KING] = NUMBERS[name]
        if attackers := _Seen(passing).attackers(other_side(side), NUMBERS[name]):
            raise MoveRefused(f"{castling.words}: {name} is attacked by {attackers}")


def _check_king(seen: _Seen, side: str) -> None:
    squares, flags = seen.state.men(side)
    if flags[KING] == CAPTURED:
        return
    if attackers := seen.attackers(other_side(side), squares[KING]):
        raise MoveRefused(f"the king on {NAMES[squares[KING]]} would be attacked by {attackers}")
