"""Moves: as one number (a code) inside the rules and the engine, and as a Move everywhere else.

A code is the from square, plus 64 times the to square, plus 4096 times the piece type that a pawn promotes to. It needs
no flags for castling or en passant: these follow from the position.
"""

from __future__ import annotations

from typing import Final, final

from modern.facts import fact
from modern.rules.bitboard import SQUARE_NAMES, square_named
from modern.rules.errors import MoveError, quoted
from modern.rules.native import i64
from modern.rules.pieces import PAWN, PIECE_TYPE_LETTERS

#: Every code is lower than this one, which would be a promotion to a king.
CODE_LIMIT: Final = 6 << 12

#: The code that is no move: no entry of a list of moves, and no hash move.
NO_MOVE: Final[i64] = 0

EXPECTED_UCI: Final = "expected UCI notation, such as e2e4 or e7e8q"


def from_square_of(code: i64) -> i64:
    """Returns the square that the piece leaves, 0 (a1) to 63 (h8)."""
    return code & 63


def to_square_of(code: i64) -> i64:
    """Returns the square that the piece moves to, 0 (a1) to 63 (h8)."""
    return code >> 6 & 63


def promotion_of(code: i64) -> i64:
    """Returns the piece type that a pawn promotes to, 2 (knight) to 5 (queen), or 0."""
    return code >> 12 & 7


@final
class Move:
    """A move from one square to another, with a promotion or without. It does not know which piece moves.

    Moves are values: two moves are equal if their squares and promotions are. Castling is the king's move. `code` is
    the move as one number.
    """

    def __init__(self, code: object) -> None:
        """Creates the move with a code. Raises MoveError if there is no such move."""
        if not isinstance(code, int):
            raise MoveError(f"the code of a move must be an integer, not {quoted(code)}")
        if not 0 <= code < CODE_LIMIT or promotion_of(code) == PAWN or from_square_of(code) == to_square_of(code):
            raise MoveError(f"no move has the code {code if abs(code) < 1 << 64 else 'that was given'}")
        self.code: Final[i64] = code

    @staticmethod
    def from_uci(text: object) -> Move:
        """Parses UCI notation, such as `e2e4` or `e7e8q`. Raises MoveError."""
        return Move(code_from_uci(text))

    @property
    def from_square(self) -> int:
        """The square that the piece leaves, 0 (a1) to 63 (h8)."""
        return from_square_of(self.code)

    @property
    def to_square(self) -> int:
        """The square that the piece moves to, 0 (a1) to 63 (h8)."""
        return to_square_of(self.code)

    @property
    def promotion(self) -> int | None:
        """The piece type that a pawn promotes to, 2 (knight) to 5 (queen) as in python-chess, or None."""
        return promotion_of(self.code) or None

    def uci(self) -> str:
        """Returns the move in UCI notation, such as `e2e4` or `e7e8q`."""
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
    """Returns `given` if it is a Move. Raises MoveError."""
    if not isinstance(given, Move):
        raise MoveError(f"expected a Move, not {quoted(given)}; parse_uci and parse_san return one")
    return given


def code_from_uci(text: object) -> int:
    """Returns the code of a move in UCI notation. Raises MoveError."""
    if not isinstance(text, str):
        raise MoveError(f"a move must be a string, not {quoted(text)}")
    from_square, to_square = square_named(text[:2]), square_named(text[2:4])
    if len(text) not in (4, 5) or from_square < 0 or to_square < 0 or (len(text) == 5 and text[4] not in "nbrq"):
        raise MoveError(f"{quoted(text)} is not a move; {EXPECTED_UCI}")
    if from_square == to_square:
        raise MoveError(fact("move.same_square", typed=quoted(text)))
    promotion = PIECE_TYPE_LETTERS.index(text[4].upper()) if len(text) == 5 else 0
    return from_square | to_square << 6 | promotion << 12


def uci_of(code: i64) -> str:
    """Returns a move's code in UCI notation."""
    promotion = PIECE_TYPE_LETTERS[promotion_of(code)].strip().lower()
    return SQUARE_NAMES[from_square_of(code)] + SQUARE_NAMES[to_square_of(code)] + promotion
