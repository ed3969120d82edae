"""A move as the rest of the world sees it."""

from __future__ import annotations

from typing import Final, final

from modern.rules.bitboard import SQUARE_NAMES, square_named
from modern.rules.errors import MoveError, checked_integer, checked_text, quoted
from modern.rules.native import i64
from modern.rules.pieces import PAWN, PIECE_TYPE_LETTERS

#: Every code is below this, which would be a pawn that becomes a king.
CODE_LIMIT: Final = 6 << 12

EXPECTED_UCI: Final = "a move in UCI's notation, such as e2e4 or e7e8q, was expected"


@final
class Move:
    """From one square to another, perhaps with a promotion; what moves, only a position knows.

    A value: moves of the same squares and promotion are equal. Inside it is one number, `code`: first square, plus 64
    times the last, plus 4096 times the kind that a pawn becomes. Castling is the king's move.
    """

    def __init__(self, code: object) -> None:
        """The move of a code. Raises MoveError for anything that is not one."""
        number = checked_integer(code, "the code of a move", MoveError)
        if not 0 <= number < CODE_LIMIT or number >> 12 == PAWN or number & 63 == number >> 6 & 63:
            raise MoveError(f"no move has the code {number if abs(number) < 1 << 64 else 'that was given'}")
        self.code: Final[i64] = number

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


def checked_move(given: object) -> Move:
    """`given`, if it is a Move. Raises MoveError."""
    if not isinstance(given, Move) or type(given) is not Move:  # a mock only says that it were one
        raise MoveError(f"a Move was expected, not {quoted(given)}; parse_uci and parse_san read one")
    return given


def code_from_uci(text: object) -> int:
    """The code of a move in UCI's notation. Raises MoveError."""
    written = checked_text(text, "a move", MoveError)
    start, to = square_named(written[:2]), square_named(written[2:4])
    if len(written) not in (4, 5) or start < 0 or to < 0 or (len(written) == 5 and written[4] not in "nbrq"):
        raise MoveError(f"no move: {quoted(written)}; {EXPECTED_UCI}")
    if start == to:
        raise MoveError(f"no move: {quoted(written)} ends where it begins")
    promotion = PIECE_TYPE_LETTERS.index(written[4].upper()) if len(written) == 5 else 0
    return start | to << 6 | promotion << 12


def uci_of(code: i64) -> str:
    """A move's code in UCI's notation."""
    promotion = PIECE_TYPE_LETTERS[code >> 12].strip().lower()
    return SQUARE_NAMES[code & 63] + SQUARE_NAMES[code >> 6 & 63] + promotion
