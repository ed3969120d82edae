"""Moves that somebody else makes: entered into PW, PB and PM as the ends of CWHITE and CBLACK enter their own."""

from __future__ import annotations

from collections.abc import Sequence

from historic.castling import BY_BESTPOS, BY_MOVE
from historic.sides import other_side, side_named
from historic.squares import NAMES, NUMBERS
from historic.state import (
    CAPTURED,
    FIRST_IN_RESERVE,
    KIND_NAMES,
    KINDS,
    KING,
    MOVED,
    NoNumber,
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
    origin, target = NUMBERS[move[:2]], NUMBERS[move[2:4]]
    after = state.copy()
    own, own_flags = after.men(side)
    others, others_flags = after.men(other_side(side))
    man = state.man_on(side, origin)
    if man is None:
        raise StateError(f"no {side} man stands on {move[:2]}")
    captured = state.man_on(other_side(side), target)
    if captured is None and man in KINDS["P"] and move[0] != move[2]:
        captured = state.man_on(other_side(side), target - side_named(side).forward)
    if captured is not None:
        others[captured], others_flags[captured] = 0, CAPTURED
    own[man], own_flags[man] = target, MOVED
    if is_castling(state, side, move):
        castling = BY_MOVE[move]
        own[castling.rook], own_flags[castling.rook] = NUMBERS[castling.rook_path[1]], MOVED
    if arrives(state, side, move):
        became = _number_of_promoted(man, own_flags, move)
        own[man], own_flags[man] = 0, CAPTURED
        own[became], own_flags[became] = target, MOVED
    return after


def _number_of_promoted(pawn: int, flags: Sequence[int], move: str) -> int:
    """The number of the man that a pawn becomes by `move`."""
    kind = move[4:].upper() or "Q"
    for number in numbers_promoted(pawn, kind):
        if flags[number] == CAPTURED:
            return number
    if kind == "Q":
        raise NoNumber("queen", f"the pawn on {move[:2]} has no queen in reserve: it is on the board already")
    name = KIND_NAMES[kind].removesuffix("s")
    raise NoNumber(name, f"the pawn on {move[:2]} cannot become a {name}: both that the program has stand on the board")


def numbers_promoted(pawn: int, kind: str) -> Sequence[int]:
    """The numbers that a man of a kind (`Q`, `N`) may have whom a pawn becomes; one of them must be free."""
    return (FIRST_IN_RESERVE + pawn,) if kind == "Q" else KINDS[kind]


def is_castling(state: State, side: str, move: str) -> bool:
    """Whether `move` takes the side's king two squares along its home rank."""
    return move in BY_MOVE and BY_MOVE[move].side == side and state.man_on(side, NUMBERS[move[:2]]) == KING


def arrives(state: State, side: str, move: str) -> bool:
    """Whether `move` takes a pawn of the side's to its last rank."""
    return state.man_on(side, NUMBERS[move[:2]]) in KINDS["P"] and move[3] == side_named(side).last_rank


def in_words(state: State, side: str, move: str) -> str:
    """A UCI move as the report writes it: `e2-e3`, `e5xc6`, `0-0`."""
    if is_castling(state, side, move):
        return BY_MOVE[move].words
    captures = state.man_on(other_side(side), NUMBERS[move[2:4]]) is not None
    return f"{move[:2]}{'x' if captures else '-'}{move[2:4]}{move[4:].upper()}"


def choice_in_words(board: Sequence[int], state: State, side: str, choice: Choice) -> str:
    """A choice of the program's as the report would write it; a man that is captured comes `from nowhere`.

    `board` is the board on which it is tried, whose men may have moved on since `state`.
    """
    castling = BY_BESTPOS.get((side, choice.square))
    if castling:
        return castling.words
    if choice.square not in NAMES:
        return "none"
    origin = state.men(side)[0][choice.man]
    if origin not in NAMES:
        return f"{NAMES[choice.square]} from nowhere"
    return f"{NAMES[origin]}{'x' if board[choice.square] else '-'}{NAMES[choice.square]}"
