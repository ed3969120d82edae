"""A move as the rest of the world sees it."""

from __future__ import annotations

from typing import Final

from modern.rules.bitboard import SQUARE_NAMES, square_named
from modern.rules.errors import MoveError, quoted
from modern.rules.men import BISHOP, KIND_LETTERS, KNIGHT, QUEEN, ROOK
from modern.rules.native import i64

#: What a pawn may become.
PROMOTIONS: Final = (KNIGHT, BISHOP, ROOK, QUEEN)
UCI_FORM: Final = "two squares and what a pawn becomes was expected, such as e2e4 or e7e8q"


class Move:
    """From one square to another, perhaps with a promotion; what moves, only a position knows.

    A value: moves of the same squares and promotion are equal. Inside it is one number, `code`: first square, plus 64
    times the last, plus 4096 times the kind that a pawn becomes. Castling is the king's move.
    """

    def __init__(self, code: object) -> None:
        """The move of a code. Raises MoveError for anything that is not one."""
        if not isinstance(code, int) or isinstance(code, bool):
            raise MoveError(f"the code of a move is a whole number, not {quoted(code)}")
        if not 0 <= code < 6 << 12 or code >> 12 == 1 or code & 63 == code >> 6 & 63:
            raise MoveError(f"no move has the code {quoted(str(code)) if abs(code) < 1 << 64 else 'that was given'}")
        self.code: Final[i64] = code

    @staticmethod
    def from_uci(text: object) -> Move:
        """Read `e2e4`, `e7e8q`. Raises MoveError."""
        return Move(code_from_uci(text))

    @property
    def from_square(self) -> int:
        """The first square, 0 (a1) to 63 (h8)."""
        return self.code & 63

    @property
    def to_square(self) -> int:
        """The last square, 0 to 63."""
        return self.code >> 6 & 63

    @property
    def promotion(self) -> int | None:
        """What a pawn becomes, 2 (knight) to 5 (queen) as in python-chess, or None."""
        return self.code >> 12 or None

    def uci(self) -> str:
        """`e2e4`, `e7e8q`."""
        return uci_of(self.code)

    def __str__(self) -> str:
        return uci_of(self.code)

    def __repr__(self) -> str:
        return f"Move.from_uci({uci_of(self.code)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.code == other.code

    def __hash__(self) -> int:
        return hash(self.code)

    def __reduce__(self) -> tuple[type[Move], tuple[int]]:
        return Move, (self.code,)


def code_from_uci(text: object) -> int:
    """The code of a move in UCI's notation. Raises MoveError."""
    if not isinstance(text, str):
        raise MoveError(f"a move is a text, not {quoted(text)}: {UCI_FORM}")
    start, to = square_named(text[:2]), square_named(text[2:4])
    if len(text) not in (4, 5) or start < 0 or to < 0 or (len(text) == 5 and text[4] not in "nbrq"):
        raise MoveError(f"no move: {quoted(text)}; {UCI_FORM}")
    if start == to:
        raise MoveError(f"no move: {quoted(text)} ends where it begins")
    promotion = " pnbrqk".index(text[4]) if len(text) == 5 else 0
    return start | to << 6 | promotion << 12


def uci_of(code: i64) -> str:
    """A move's code in UCI's notation."""
    promotion = KIND_LETTERS[code >> 12].strip().lower()
    return SQUARE_NAMES[code & 63] + SQUARE_NAMES[code >> 6 & 63] + promotion
