"""The formula of the report's section 2-2, as its prose has it, in centipawns.

    material     1 for a pawn, 3 for a knight or bishop, 5 for a rook, 9 for a queen, 1000 for the king
    control      .1 for each square that a side controls
    centre       .1 for each square of the centre (d4, e4, d5, e5) that it controls
    unprotected  a quarter of its value off for each man, not the king, whom no man of his own side protects
    check        6.25 off for a king in check

Each is what one side has less what the other has, as the side that is scored sees it. The prose does not say when a
square is controlled. It is read here as chess players mean it: a side controls a square if a man of its attacks it, be
it empty, its own or the other's; a pawn attacks its two diagonals; and a square counts once, however many attack it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from historic.sides import WHITE, other_side, side_named
from historic.squares import CENTRE as CENTRE_SQUARES
from historic.squares import SQUARES
from historic.state import MEN
from historic.tables import LETTERS
from modern.agreement.attacks import ALL, attacks_of
from modern.agreement.pair import SQUARE_64
from modern.agreement.view import OF_SIDE
from modern.rules.bitboard import set_of
from modern.rules.men import BISHOP, KIND_LETTERS, KING, KNIGHT, PAWN, QUEEN, ROOK

MATERIAL: Final = "material"
CONTROL: Final = "control"
CENTRE: Final = "centre"
UNPROTECTED: Final = "unprotected"
CHECK: Final = "check"

#: What a man is worth, in centipawns.
WORTH: Final = {PAWN: 100, KNIGHT: 300, BISHOP: 300, ROOK: 500, QUEEN: 900, KING: 100_000}
A_SQUARE: Final = 10
A_CHECK: Final = 625

#: The centre as a set of squares.
CENTRE_SET: Final = set_of(SQUARE_64[square] for square in CENTRE_SQUARES)

#: The kind of each man of the listing's, 0 to 23.
KIND_OF_MAN: Final = tuple(KIND_LETTERS.index(letter) for letter in LETTERS[WHITE.first : WHITE.first + MEN])


@dataclass(frozen=True)
class Man:
    """A man on a board: the listing's number, his kind, his square (0 to 63), and what he attacks."""

    number: int
    kind: int
    square: int
    attacked: int


@dataclass(frozen=True)
class Army:
    """The men of a side, in the order of their squares; `controlled` is all that they attack."""

    name: str
    men: tuple[Man, ...]
    controlled: int

    def attacks(self, square: int) -> bool:
        """Whether one of them attacks a square."""
        return bool(self.controlled >> square & 1)


def armies_on(board: Sequence[int], side: str) -> tuple[Army, Army]:
    """The two sides on a board of the listing's, 144 numbers: `side` first."""
    occupied = set_of([index for index, square in enumerate(SQUARES) if board[square]])
    return _army_on(board, side, occupied), _army_on(board, other_side(side), occupied)


def _army_on(board: Sequence[int], side: str, occupied: int) -> Army:
    first, of_side = side_named(side).first, OF_SIDE[side]
    men = []
    controlled = 0
    for index, square in enumerate(SQUARES):
        number = board[square] - first
        if 0 <= number < MEN:
            kind = KIND_OF_MAN[number]
            attacked = attacks_of(of_side + kind, index, occupied) & ALL
            men.append(Man(number, kind, index, attacked))
            controlled |= attacked
    return Army(side, tuple(men), controlled)


def formula(own: Army, other: Army) -> dict[str, int]:
    """Each term of the formula, in centipawns; their sum is the score of `own`."""
    mine, theirs = _terms(own, other), _terms(other, own)
    return {term: mine[term] - theirs[term] for term in mine}


def _terms(army: Army, against: Army) -> dict[str, int]:
    unprotected = sum(WORTH[man.kind] for man in army.men if man.kind != KING and not army.attacks(man.square))
    checked = sum(man.kind == KING and against.attacks(man.square) for man in army.men)
    return {
        MATERIAL: sum(WORTH[man.kind] for man in army.men),
        CONTROL: A_SQUARE * army.controlled.bit_count(),
        CENTRE: A_SQUARE * (army.controlled & CENTRE_SET).bit_count(),
        UNPROTECTED: -unprotected // 4,
        CHECK: -A_CHECK * checked,
    }
