"""PW, PB and PM as a position that is read from and written as FEN."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from warnings import warn

from historic.position.sides import BLACK, WHITE, side_named
from historic.position.squares import BLACK_HOME, FILES, RANKS, SQUARE_TO_NAME, WHITE_HOME
from historic.tables import LETTERS

NOT_MOVED: Final = 0
MOVED: Final = 1
#: Captured, or, for the pieces 16 to 23, not yet on the board.
CAPTURED: Final = 2

#: The first number too large for a compiled array (historic.basic.native).
INT64_LIMIT: Final = 2**63

PIECE_COUNT: Final = 24
KING: Final = 12
QUEENSIDE_ROOK: Final = 8
KINGSIDE_ROOK: Final = 15
FIRST_RESERVE_QUEEN: Final = 16

#: The piece numbers of each piece type, in the order in which they are assigned.
PIECE_NUMBERS: Final = {"P": range(8), "R": (8, 15), "N": (9, 14), "B": (10, 13), "Q": (11,), "K": (12,)}
PLURAL_PIECE_NAMES: Final = {"P": "pawns", "R": "rooks", "N": "knights", "B": "bishops", "Q": "queens", "K": "kings"}

#: The rook of each castling right.
ROOK_OF_RIGHT: Final = {"K": KINGSIDE_ROOK, "Q": QUEENSIDE_ROOK}


class StateError(ValueError):
    """Pieces, squares or flags that the listing's arrays cannot hold; the message is one line that names them."""


class StateFenError(StateError):
    """A FEN that cannot be read or does not fit the listing's arrays; the message is one line that gives the reason."""


class PieceNumberError(StateFenError):
    """A piece in a FEN, or a promoted piece, for which the listing's arrays have no free number.

    `piece_name` is its type, such as `knight`.
    """

    def __init__(self, piece_name: str, message: str) -> None:
        super().__init__(message)
        self.piece_name = piece_name

    def __reduce__(self) -> tuple[type[PieceNumberError], tuple[str, str]]:
        return PieceNumberError, (self.piece_name, str(self))


@dataclass
class State:
    """The listing's PW(23), PB(23) and PM(23,1): the square and the flag of every white and black piece.

    `PW` and `PB` have a square (12*Y+X, a1 is 26) for each of the 24 pieces, or 0 for a piece that is captured or in
    reserve. `PM_white` and `PM_black` have 0 for not moved, 1 for moved, 2 for captured or in reserve.
    """

    PW: list[int]
    PB: list[int]
    PM_white: list[int]
    PM_black: list[int]

    def __post_init__(self) -> None:
        for name in ("PW", "PB", "PM_white", "PM_black"):
            numbers = getattr(self, name)
            if not isinstance(numbers, list | tuple):
                raise StateError(f"{name} takes {PIECE_COUNT} whole numbers, not {_brief(numbers)}")
            if len(numbers) != PIECE_COUNT:
                raise StateError(f"{name} takes {PIECE_COUNT} whole numbers, not {len(numbers)}")
            for piece, number in enumerate(numbers):
                if type(number) is not int:
                    raise StateError(f"{name}({piece}) is {_brief(number)}; a whole number was expected")
                if not -INT64_LIMIT <= number < INT64_LIMIT:
                    raise StateError(f"{name}({piece}) is {_brief(number)}; a 64-bit number was expected")
            setattr(self, name, list(numbers))

    @classmethod
    def initial(cls) -> State:
        """Returns the initial position, as INIT sets it up."""
        reserve = [0] * (PIECE_COUNT - FIRST_RESERVE_QUEEN)
        flags = [NOT_MOVED] * FIRST_RESERVE_QUEEN + [CAPTURED] * len(reserve)
        return cls([*WHITE_HOME, *reserve], [*BLACK_HOME, *reserve], flags, flags)

    @classmethod
    def from_fen(cls, fen: str) -> State:
        """Returns the state of a FEN. The side to move, the en passant square and the counters are ignored.

        A piece on its home square gets its home number. The others, from a1 to h8, get the lowest free number of their
        type. A second queen and any further ones take the reserve numbers of the lowest unused pawn numbers. PM is 0
        for a king with any castling right, a rook with its right, and any other piece at home.

        Raises StateFenError if the FEN cannot be read, and PieceNumberError if there are more pieces of one type than
        the program has numbers (three knights).
        """
        board, _, rights = split_fen(fen)
        white = {square: letter for square, letter in board.items() if letter.isupper()}
        black = {square: letter.upper() for square, letter in board.items() if letter.islower()}
        PW, PM_white = _assign_numbers("White", white, WHITE_HOME, [r for r in rights if r.isupper()])
        PB, PM_black = _assign_numbers("Black", black, BLACK_HOME, [r.upper() for r in rights if r.islower()])
        return cls(PW, PB, PM_white, PM_black)

    def to_fen(self, side: str) -> str:
        """Returns the position with `side` to move as a FEN.

        A castling right is given if neither the king nor the rook has moved. There is no en passant square, and the
        counters are 0 1.
        """
        turn = side_named(side).name[0]
        board = self.letters()
        ranks = ["".join(board.get(12 * y + x, " ") for x in range(2, 10)) for y in range(9, 1, -1)]
        placement = "/".join(_compress_empty_squares(rank) for rank in ranks)
        rights = _castling_rights(self.PM_white) + _castling_rights(self.PM_black).lower()
        return f"{placement} {turn} {rights or '-'} - 0 1"

    def pieces(self, side: str) -> tuple[list[int], list[int]]:
        """Returns the squares and the flags of 'white' or 'black': PW or PB, and that side's half of PM."""
        return (self.PW, self.PM_white) if side == "white" else (self.PB, self.PM_black)

    def copy(self) -> State:
        """Returns an independent copy of the state."""
        other = object.__new__(State)  # the numbers have been checked
        other.PW, other.PB = list(self.PW), list(self.PB)
        other.PM_white, other.PM_black = list(self.PM_white), list(self.PM_black)
        return other

    def letters(self) -> dict[int, str]:
        """Returns the piece letter on each square, capitals for White, as BOARD fills the board.

        If two pieces are on one square, the later one is shown.
        """
        board: dict[int, str] = {}
        for piece in range(PIECE_COUNT):
            for side in (WHITE, BLACK):
                squares, flags = self.pieces(side.name)
                if flags[piece] != CAPTURED:
                    board[squares[piece]] = LETTERS[side.board_offset + piece]
        return board

    def piece_on(self, side: str, square: int) -> int | None:
        """Returns the number of the side's piece on `square`, or None. Of two, it is the later one, as in BOARD."""
        squares, flags = self.pieces(side)
        if square not in squares:
            return None
        on_square = [n for n in range(PIECE_COUNT) if squares[n] == square and flags[n] != CAPTURED]
        return on_square[-1] if on_square else None

    def men(self, side: str) -> tuple[list[int], list[int]]:
        """Deprecated: `pieces` under its name of 1.0."""
        warn("State.men is State.pieces; the old name goes in 2.0", DeprecationWarning, stacklevel=2)
        return self.pieces(side)

    def man_on(self, side: str, square: int) -> int | None:
        """Deprecated: `piece_on` under its name of 1.0."""
        warn("State.man_on is State.piece_on; the old name goes in 2.0", DeprecationWarning, stacklevel=2)
        return self.piece_on(side, square)

    def check(self) -> None:
        """Raises StateError unless every flag is 0 to 2 and every piece is on the board, or captured and on square 0.

        One piece may be on square 0 without being captured: the program itself sends piece 0 there if it finds no safe
        move.
        """
        for name, squares, flags_name, flags in (
            ("PW", self.PW, "PM_white", self.PM_white),
            ("PB", self.PB, "PM_black", self.PM_black),
        ):
            for piece, (square, flag) in enumerate(zip(squares, flags, strict=True)):
                if flag not in (NOT_MOVED, MOVED, CAPTURED):
                    raise StateError(f"{flags_name}({piece}) is {_brief(flag)}; 0, 1 or 2 was expected")
                if flag == CAPTURED and square != 0:
                    raise StateError(f"{name}({piece}) is {_brief(square)} but the piece is captured; 0 was expected")
                if flag != CAPTURED and square not in SQUARE_TO_NAME and (piece, square, flag) != (0, 0, MOVED):
                    raise StateError(
                        f"{name}({piece}) is {_brief(square)}, which is not a square of the board (26 to 117)"
                    )


def side_to_move(fen: str) -> str:
    """Returns the FEN's side to move, 'white' or 'black'. Raises StateFenError."""
    return "white" if split_fen(fen)[1] == "w" else "black"


def split_fen(fen: str) -> tuple[dict[int, str], str, str]:
    """Returns the letter on each square, 'w' or 'b', and the castling rights ('' for none). Raises StateFenError."""
    if not isinstance(fen, str):
        raise StateFenError(f"a FEN is text, not {_brief(fen)}")
    fields = fen.split()
    if not 4 <= len(fields) <= 6:
        raise StateFenError(f"a FEN has 4 to 6 fields, not {len(fields)}: {_brief(fen)}")
    placement, turn, rights, en_passant, *counters = fields
    if turn not in ("w", "b"):
        raise StateFenError(f"the side to move is 'w' or 'b', not {_brief(turn)}")
    if rights != "-" and (set(rights) - set("KQkq") or len(set(rights)) != len(rights)):
        raise StateFenError(f"castling rights are '-' or some of KQkq, each once, not {_brief(rights)}")
    if en_passant != "-" and not (len(en_passant) == 2 and en_passant[0] in FILES and en_passant[1] in "36"):
        raise StateFenError(f"the en passant square is '-' or on rank 3 or 6, not {_brief(en_passant)}")
    for counter in counters:
        if not (counter.isascii() and counter.isdigit()):
            raise StateFenError(f"the counters of a FEN are whole numbers, not {_brief(counter)}")
    return _read_placement(placement), turn, rights.replace("-", "")


def _read_placement(placement: str) -> dict[int, str]:
    rows = placement.split("/")
    if len(rows) != len(RANKS):
        raise StateFenError(f"a FEN has 8 ranks, not {len(rows)}: {_brief(placement)}")
    board: dict[int, str] = {}
    for y, row in zip(range(9, 1, -1), rows, strict=True):
        x = 2
        after_count = False
        for char in row:
            if char in "12345678" and not after_count:
                x += int(char)
            elif char in "PRNBQKprnbqk":
                board[12 * y + x] = char
                x += 1
            else:
                expected = "a piece letter" if after_count else "a piece letter or a count of empty squares"
                raise StateFenError(
                    f"rank {RANKS[y - 2]} of the FEN, {_brief(row)}, has {_brief(char)} where {expected} was expected"
                )
            after_count = char.isdigit()
        if x != 10:
            raise StateFenError(f"rank {RANKS[y - 2]} of the FEN has {x - 2} squares, not 8: {_brief(row)}")
    for square, letter in board.items():
        if (letter, SQUARE_TO_NAME[square][1]) in (("P", "1"), ("p", "8")):
            raise StateFenError(f"a pawn cannot stand on its own first rank: {letter} on {SQUARE_TO_NAME[square]}")
    return board


def _assign_numbers(
    side: str, pieces: dict[int, str], home: Sequence[int], rights: Sequence[str]
) -> tuple[list[int], list[int]]:
    """Returns the squares and flags of one side's 24 pieces, from its piece letters by square and its rights."""
    squares = [0] * PIECE_COUNT
    flags = [CAPTURED] * PIECE_COUNT
    unplaced = []
    for square, piece_type in sorted(pieces.items()):
        number = next((piece for piece in PIECE_NUMBERS[piece_type] if home[piece] == square), None)
        if number is None:
            unplaced.append((piece_type, square))
        else:
            squares[number], flags[number] = square, NOT_MOVED
    # Queens come last, because the pawns decide which reserve numbers are free.
    for piece_type, square in sorted(unplaced, key=lambda entry: entry[0] == "Q"):
        number = _free_number(piece_type, flags)
        if number is None:
            count = sum(letter == piece_type for letter in pieces.values())
            hint = "; an extra queen needs the number of a captured pawn" if piece_type == "Q" else ""
            name = PLURAL_PIECE_NAMES[piece_type]
            message = f"the program has no number for one of {side}'s {count} {name}{hint}"
            raise PieceNumberError(name.removesuffix("s"), message)
        squares[number], flags[number] = square, MOVED
    for right in rights:
        if flags[KING] != NOT_MOVED or flags[ROOK_OF_RIGHT[right]] != NOT_MOVED:
            raise StateFenError(f"{side} has the castling right {right}, but its king or that rook is not at home")
    if not rights and flags[KING] == NOT_MOVED:
        flags[KING] = MOVED
    for right, rook in ROOK_OF_RIGHT.items():
        if right not in rights and flags[rook] == NOT_MOVED:
            flags[rook] = MOVED
    return squares, flags


def _free_number(piece_type: str, flags: Sequence[int]) -> int | None:
    for piece in PIECE_NUMBERS[piece_type]:
        if flags[piece] == CAPTURED:
            return piece
    if piece_type == "Q":
        for pawn in PIECE_NUMBERS["P"]:
            if flags[pawn] == CAPTURED and flags[FIRST_RESERVE_QUEEN + pawn] == CAPTURED:
                return FIRST_RESERVE_QUEEN + pawn
    return None


def _compress_empty_squares(rank: str) -> str:
    for count in range(len(FILES), 0, -1):
        rank = rank.replace(" " * count, str(count))
    return rank


def _castling_rights(flags: Sequence[int]) -> str:
    unmoved = (right for right, rook in ROOK_OF_RIGHT.items() if flags[KING] == flags[rook] == NOT_MOVED)
    return "".join(unmoved)


def _brief(value: object) -> str:
    """Returns `value` as Python writes it, shortened to fit on one line."""
    text = ascii(value)
    return text if len(text) <= 60 else text[:57] + "..."
