"""Moves that somebody else makes: entered into PW, PB and PM as the ends of CWHITE and CBLACK enter their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from historic.squares import NAMES, NUMBERS
from historic.state import (
    CAPTURED,
    FIRST_IN_RESERVE,
    KINDS,
    KING,
    LONG_ROOK,
    MOVED,
    SHORT_ROOK,
    State,
    StateError,
)
from historic.thought import CASTLES_LONG, CASTLES_SHORT, Choice

#: Castling: the king's move, and the rook with the square it goes to.
CASTLING: Final = {
    "e1g1": (SHORT_ROOK, "f1"),
    "e1c1": (LONG_ROOK, "d1"),
    "e8g8": (SHORT_ROOK, "f8"),
    "e8c8": (LONG_ROOK, "d8"),
}

CASTLING_IN_WORDS: Final = {CASTLES_SHORT: "0-0", CASTLES_LONG: "0-0-0"}


def other_side(side: str) -> str:
    """Black for White, and White for Black."""
    return "black" if side == "white" else "white"


def state_after(state: State, side: str, move: str) -> State:
    """`state` after `side` has made `move` (UCI): the man moves, what stood there is captured, the rook castles.

    Unlike the listing's own, any pawn that arrives becomes its queen in reserve. Whether the move may be made is not
    asked here. Raises StateError where no man of the side stands on the first square, or where a pawn arrives whose
    queen is on the board already.
    """
    origin, target = NUMBERS[move[:2]], NUMBERS[move[2:4]]
    after = State(state.PW, state.PB, state.PM_white, state.PM_black)
    own, own_flags = (after.PW, after.PM_white) if side == "white" else (after.PB, after.PM_black)
    others, others_flags = (after.PB, after.PM_black) if side == "white" else (after.PW, after.PM_white)
    man = state.man_on(side, origin)
    if man is None:
        raise StateError(f"no {side} man stands on {move[:2]}")
    captured = state.man_on(other_side(side), target)
    if captured is not None:
        others[captured], others_flags[captured] = 0, CAPTURED
    own[man], own_flags[man] = target, MOVED
    if man == KING and is_castling(state, side, move):
        rook, square = CASTLING[move]
        own[rook], own_flags[rook] = NUMBERS[square], MOVED
    if man in KINDS["P"] and move[3] == ("8" if side == "white" else "1"):
        queen = FIRST_IN_RESERVE + man
        if own_flags[queen] != CAPTURED:
            raise StateError(f"the pawn on {move[:2]} has no queen in reserve: it is on the board already")
        own[man], own_flags[man] = 0, CAPTURED
        own[queen], own_flags[queen] = target, MOVED
    return after


def is_castling(state: State, side: str, move: str) -> bool:
    """Whether `move` takes the side's king two squares along its home rank."""
    return move in CASTLING and state.man_on(side, NUMBERS[move[:2]]) == KING


def in_words(state: State, side: str, move: str) -> str:
    """A UCI move as the report writes it: `e2-e3`, `e5xc6`, `0-0`."""
    if is_castling(state, side, move):
        return CASTLING_IN_WORDS[CASTLES_SHORT if move[2] == "g" else CASTLES_LONG]
    captures = state.man_on(other_side(side), NUMBERS[move[2:4]]) is not None
    return f"{move[:2]}{'x' if captures else '-'}{move[2:4]}{move[4:].upper()}"


def choice_in_words(board: Sequence[int], state: State, side: str, choice: Choice) -> str:
    """A choice of the program's as the report would write it; a man that is captured comes `from nowhere`.

    `board` is the board on which it is tried, whose men may have moved on since `state`.
    """
    if choice.square in CASTLING_IN_WORDS:
        return CASTLING_IN_WORDS[choice.square]
    if choice.square not in NAMES:
        return "none"
    origin = (state.PW if side == "white" else state.PB)[choice.man]
    if origin not in NAMES:
        return f"{NAMES[choice.square]} from nowhere"
    return f"{NAMES[origin]}{'x' if board[choice.square] else '-'}{NAMES[choice.square]}"
