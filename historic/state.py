"""PW, PB and PM as a position: from and to FEN."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from historic.sides import BLACK, WHITE, side_named
from historic.squares import BLACK_HOME, FILES, RANKS, SQUARE_TO_NAME, WHITE_HOME
from historic.tables import LETTERS

NOT_MOVED: Final = 0
MOVED: Final = 1
#: Captured, or for the men 16 to 23 not yet on the board.
CAPTURED: Final = 2

#: No compiled array holds this (historic.basic.native).
INT64_LIMIT: Final = 2**63

PIECE_COUNT: Final = 24
KING: Final = 12
QUEENSIDE_ROOK: Final = 8
KINGSIDE_ROOK: Final = 15
FIRST_RESERVE_QUEEN: Final = 16

#: The men of each kind, in the order in which they are given out.
PIECE_NUMBERS: Final = {"P": range(8), "R": (8, 15), "N": (9, 14), "B": (10, 13), "Q": (11,), "K": (12,)}
PLURAL_PIECE_NAMES: Final = {"P": "pawns", "R": "rooks", "N": "knights", "B": "bishops", "Q": "queens", "K": "kings"}

#: The rook that each castling right speaks of.
ROOK_OF_RIGHT: Final = {"K": KINGSIDE_ROOK, "Q": QUEENSIDE_ROOK}


class StateError(ValueError):
    """Men, squares or flags that the listing's arrays cannot hold; its text is one line that says which."""


class StateFenError(StateError):
    """A FEN that cannot be read, or that the listing's arrays cannot hold; its text is one line that says why."""


class PieceNumberError(StateFenError):
    """A man for whom the listing's arrays have no number left, in a FEN or from a pawn that arrives.

    `kind` is what he is: `knight`.
    """

    def __init__(self, piece_name: str, message: str) -> None:
        super().__init__(message)
        self.piece_name = piece_name

    def __reduce__(self) -> tuple[type[PieceNumberError], tuple[str, str]]:
        return PieceNumberError, (self.piece_name, str(self))


@dataclass
class State:
    """The listing's PW(23), PB(23) and PM(23,1): where every man of White and of Black stands, and what became of it.

    `PW` and `PB` have a square (12*Y+X, a1 is 26) for each of the 24 men, 0 for one that is captured or still in
    reserve; `PM_white` and `PM_black` have 0 for not moved, 1 for moved, 2 for captured or in reserve.
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
            for man, number in enumerate(numbers):
                if type(number) is not int:
                    raise StateError(f"{name}({man}) is {_brief(number)}; a whole number was expected")
                if not -INT64_LIMIT <= number < INT64_LIMIT:
                    raise StateError(f"{name}({man}) is {_brief(number)}; a number of 64 bits was expected")
            setattr(self, name, list(numbers))

    @classmethod
    def initial(cls) -> State:
        """The position at the start of a game, as INIT leaves it."""
        reserve = [0] * (PIECE_COUNT - FIRST_RESERVE_QUEEN)
        flags = [NOT_MOVED] * FIRST_RESERVE_QUEEN + [CAPTURED] * len(reserve)
        return cls([*WHITE_HOME, *reserve], [*BLACK_HOME, *reserve], flags, flags)

    @classmethod
    def from_fen(cls, fen: str) -> State:
        """The state of a FEN; who is to move, the en-passant square and the counters have no place in it.

        A man on its home square takes its home number; the others, a1 to h8, the lowest free number of their kind. A
        second queen and those after it take the place in reserve of the lowest pawn number not in use. PM is 0 for a
        king with any right to castle, a rook with its right, and any other man at home.

        Raises FenError for what cannot be read, and for men that the program has no numbers for (three knights).
        """
        board, _, rights = split_fen(fen)
        white = {square: letter for square, letter in board.items() if letter.isupper()}
        black = {square: letter.upper() for square, letter in board.items() if letter.islower()}
        PW, PM_white = _assign_numbers("White", white, WHITE_HOME, [r for r in rights if r.isupper()])
        PB, PM_black = _assign_numbers("Black", black, BLACK_HOME, [r.upper() for r in rights if r.islower()])
        return cls(PW, PB, PM_white, PM_black)

    def to_fen(self, side: str) -> str:
        """The position with `side` to move, as a FEN.

        Castling rights are those of a king and a rook that have both not moved. No en-passant square; counters 0 1.
        """
        turn = side_named(side).name[0]
        board = self.letters()
        ranks = ["".join(board.get(12 * y + x, " ") for x in range(2, 10)) for y in range(9, 1, -1)]
        placement = "/".join(_compress_empty_squares(rank) for rank in ranks)
        rights = _castling_rights(self.PM_white) + _castling_rights(self.PM_black).lower()
        return f"{placement} {turn} {rights or '-'} - 0 1"

    def pieces(self, side: str) -> tuple[list[int], list[int]]:
        """The squares and the flags of 'white' or 'black': PW and its part of PM, or PB and its part."""
        return (self.PW, self.PM_white) if side == "white" else (self.PB, self.PM_black)

    def copy(self) -> State:
        """A state of the same men, whose lists are its own."""
        return State(self.PW, self.PB, self.PM_white, self.PM_black)

    def letters(self) -> dict[int, str]:
        """Square to letter (capitals for White), as BOARD fills the board: of two men on one square the later stays."""
        board: dict[int, str] = {}
        for man in range(PIECE_COUNT):
            for side in (WHITE, BLACK):
                squares, flags = self.pieces(side.name)
                if flags[man] != CAPTURED:
                    board[squares[man]] = LETTERS[side.board_offset + man]
        return board

    def piece_on(self, side: str, square: int) -> int | None:
        """The number of the side's man on `square`, or None; of two on one square the later, as BOARD has it."""
        squares, flags = self.pieces(side)
        return max(
            (piece for piece in range(PIECE_COUNT) if squares[piece] == square and flags[piece] != CAPTURED),
            default=None,
        )

    #: Published under these names, too.
    men = pieces
    man_on = piece_on

    def check(self) -> None:
        """Raise StateError unless the flags are 0 to 2 and every man is on the board, or captured and on square 0.

        One man may be at 0 and not captured: where it finds no safe move the program itself sends man 0 there.
        """
        for name, squares, flags_name, flags in (
            ("PW", self.PW, "PM_white", self.PM_white),
            ("PB", self.PB, "PM_black", self.PM_black),
        ):
            for man, (square, flag) in enumerate(zip(squares, flags, strict=True)):
                if flag not in (NOT_MOVED, MOVED, CAPTURED):
                    raise StateError(f"{flags_name}({man}) is {_brief(flag)}; 0, 1 or 2 was expected")
                if flag == CAPTURED and square != 0:
                    raise StateError(f"{name}({man}) is {_brief(square)} but the man is captured; 0 was expected")
                if flag != CAPTURED and square not in SQUARE_TO_NAME and (man, square, flag) != (0, 0, MOVED):
                    raise StateError(f"{name}({man}) is {_brief(square)}, which is no square of the board (26 .. 117)")


def side_to_move(fen: str) -> str:
    """'white' or 'black', as the FEN says. Raises FenError."""
    return "white" if split_fen(fen)[1] == "w" else "black"


def split_fen(fen: str) -> tuple[dict[int, str], str, str]:
    """Square to letter, 'w' or 'b', and the castling rights ('' for none). Raises FenError."""
    if not isinstance(fen, str):
        raise StateFenError(f"a FEN is text, not {_brief(fen)}")
    fields = fen.split()
    if len(fields) not in (4, 6):
        raise StateFenError(f"a FEN has 4 or 6 fields, not {len(fields)}: {_brief(fen)}")
    placement, turn, rights, en_passant, *counters = fields
    if turn not in ("w", "b"):
        raise StateFenError(f"the side to move is 'w' or 'b', not {_brief(turn)}")
    if rights != "-" and (set(rights) - set("KQkq") or len(set(rights)) != len(rights)):
        raise StateFenError(f"castling rights are '-' or some of KQkq, each once, not {_brief(rights)}")
    if en_passant != "-" and not (len(en_passant) == 2 and en_passant[0] in FILES and en_passant[1] in "36"):
        raise StateFenError(f"the en-passant square is '-' or on rank 3 or 6, not {_brief(en_passant)}")
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
        for sign in row:
            if sign in "12345678" and not after_count:
                x += int(sign)
            elif sign in "PRNBQKprnbqk":
                board[12 * y + x] = sign
                x += 1
            else:
                wanted = "a man's letter" if after_count else "a man's letter or a count of empty squares"
                raise StateFenError(
                    f"rank {RANKS[y - 2]} of the FEN, {_brief(row)}, has {_brief(sign)} where {wanted} was expected"
                )
            after_count = sign.isdigit()
        if x != 10:
            raise StateFenError(f"rank {RANKS[y - 2]} of the FEN has {x - 2} squares, not 8: {_brief(row)}")
    for square, letter in board.items():
        if (letter, SQUARE_TO_NAME[square][1]) in (("P", "1"), ("p", "8")):
            raise StateFenError(f"no pawn can stand behind its own: {letter} on {SQUARE_TO_NAME[square]}")
    return board


def _assign_numbers(
    side: str, pieces: dict[int, str], home: Sequence[int], rights: Sequence[str]
) -> tuple[list[int], list[int]]:
    """The squares and flags of one side's 24 men, from square to kind and its rights ('K', 'Q')."""
    squares = [0] * PIECE_COUNT
    flags = [CAPTURED] * PIECE_COUNT
    unplaced = []
    for square, piece_type in sorted(pieces.items()):
        number = next((man for man in PIECE_NUMBERS[piece_type] if home[man] == square), None)
        if number is None:
            unplaced.append((piece_type, square))
        else:
            squares[number], flags[number] = square, NOT_MOVED
    # Queens last: which places in reserve are theirs depends on the pawns.
    for piece_type, square in sorted(unplaced, key=lambda stranger: stranger[0] == "Q"):
        number = _free_number(piece_type, flags)
        if number is None:
            count = sum(letter == piece_type for letter in pieces.values())
            why = "; a further queen takes the number of a pawn that is gone" if piece_type == "Q" else ""
            message = f"the program has no number for one of {side}'s {count} {PLURAL_PIECE_NAMES[piece_type]}{why}"
            raise PieceNumberError(PLURAL_PIECE_NAMES[piece_type].removesuffix("s"), message)
        squares[number], flags[number] = square, MOVED
    for right in rights:
        if flags[KING] != NOT_MOVED or flags[ROOK_OF_RIGHT[right]] != NOT_MOVED:
            raise StateFenError(f"{side} has the castling right {right}, but not the king and that rook at home")
    if not rights and flags[KING] == NOT_MOVED:
        flags[KING] = MOVED
    for right, rook in ROOK_OF_RIGHT.items():
        if right not in rights and flags[rook] == NOT_MOVED:
            flags[rook] = MOVED
    return squares, flags


def _free_number(piece_type: str, flags: Sequence[int]) -> int | None:
    for man in PIECE_NUMBERS[piece_type]:
        if flags[man] == CAPTURED:
            return man
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


def _brief(thing: object) -> str:
    """`thing` as Python writes it, cut to what one line can bear."""
    text = ascii(thing)
    return text if len(text) <= 60 else text[:57] + "..."
