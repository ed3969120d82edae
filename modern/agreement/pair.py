"""One position in both programs: modern.rules.Position beside the PW, PB and PM of 1994.

What only one of them can hold stays behind when a position is carried over, and what cannot be carried over at all is
refused:

- Only a State knows which man is which, who of them has moved (of king and rooks a Position knows it as castling
  rights), and which pawn's queen a queen is.
- Only a Position knows who is to move, en passant, the counters, and the moves that led to it.

So a Pair goes through a game with both, and they stay what each of them would have become by itself.
"""

from __future__ import annotations

from typing import Final

from historic.moves import state_after
from historic.squares import SQUARE_TO_NAME, SQUARES
from historic.state import CAPTURED, PIECE_COUNT, PIECE_NUMBERS, PieceNumberError, State, StateError
from modern.rules import FenError, Move, MoveError, Position

#: From a square of the bitboards, 0 (a1) to 63 (h8), to the listing's number, and back: -1 is no square of the board.
SQUARE_144: Final = SQUARES
SQUARE_64: Final = tuple(SQUARE_144.index(square) if square in SQUARE_TO_NAME else -1 for square in range(144))

#: Why a position cannot be held.
INVALID_POSITION: Final = "not a position of chess"
ILLEGAL_MOVE: Final = "not a legal move"
TWO_PIECES_ON_A_SQUARE: Final = "two men on one square"
OFF_THE_BOARD: Final = "a man who is on no square"
PAWN_ON_LAST_RANK: Final = "a pawn on its last rank"


class NotRepresentable(ValueError):
    """A position that one of the programs cannot hold.

    `reason` is one of a few, for counting; the text is one line that says more.
    """

    def __init__(self, reason: str, details: str) -> None:
        super().__init__(f"{reason}: {details}")
        self.reason = reason
        self.details = details

    def __reduce__(self) -> tuple[type[NotRepresentable], tuple[str, str]]:
        return NotRepresentable, (self.reason, self.details)


def no_number_reason(piece_name: str) -> str:
    """The reason where a man of a kind has no number: `a third knight`."""
    return f"a third {piece_name}"


def state_of(position: Position) -> State:
    """The state of a position, its men numbered and their flags set as State.from_fen does.

    En passant, the counters and whose move it is have no place in it. Raises CannotBeHeld.
    """
    try:
        return State.from_fen(position.fen())
    except PieceNumberError as error:
        raise NotRepresentable(no_number_reason(error.piece_name), str(error)) from None
    except StateError as error:
        raise NotRepresentable(INVALID_POSITION, str(error)) from None


def position_of(state: State, side: str) -> Position:
    """The position of a state, with `side` to move: no en passant, counters 0 1, rights of those who have not moved.

    Which man is which stays behind, and so do the flags of pawns, knights, bishops and queens. Raises CannotBeHeld.
    """
    _check_pieces(state)
    try:
        return Position.from_fen(state.to_fen(side))
    except FenError as error:
        raise NotRepresentable(INVALID_POSITION, str(error)) from None


def _check_pieces(state: State) -> None:
    """Two men on a square, or a man on none, can come about in the program of 1994 alone."""
    seen: set[int] = set()
    for side, last_rank in (("white", "8"), ("black", "1")):
        squares, flags = state.pieces(side)
        for number in range(PIECE_COUNT):
            if flags[number] == CAPTURED:
                continue
            square = squares[number]
            if square not in SQUARE_TO_NAME:
                raise NotRepresentable(OFF_THE_BOARD, f"{side}'s man {number} is on {square}")
            if square in seen:
                raise NotRepresentable(
                    TWO_PIECES_ON_A_SQUARE, f"{side}'s man {number} is not alone on {SQUARE_TO_NAME[square]}"
                )
            if number in PIECE_NUMBERS["P"] and SQUARE_TO_NAME[square][1] == last_rank:
                raise NotRepresentable(PAWN_ON_LAST_RANK, f"{side}'s man {number} is on {SQUARE_TO_NAME[square]}")
            seen.add(square)


class PositionPair:
    """The same position in both programs.

    `start` is the FEN in which it began, `moves` are those made since, in UCI's notation.
    """

    def __init__(self, fen: str) -> None:
        """Both programs at a FEN. Raises CannotBeHeld."""
        try:
            self.position = Position.from_fen(fen)
        except FenError as error:
            raise NotRepresentable(INVALID_POSITION, str(error)) from None
        self.start_fen = self.position.fen()
        self.moves: list[str] = []
        self.state = state_of(self.position)

    @property
    def side(self) -> str:
        """Who is to move, 'white' or 'black'."""
        return self.position.side

    def make(self, move: Move) -> None:
        """Make a legal move in both. Raises CannotBeHeld, and then neither has made it."""
        uci = move.uci()
        try:
            after = state_after(self.state, self.position.side, uci)
        except PieceNumberError as error:
            raise NotRepresentable(no_number_reason(error.piece_name), str(error)) from None
        self.position.make_move(move.code)
        self.state = after
        self.moves.append(uci)

    def make_uci(self, uci: str) -> None:
        """Make a move in UCI's notation in both. Raises CannotBeHeld, also for a move that is not legal."""
        try:
            move = self.position.parse_uci(uci)
        except MoveError as error:
            raise NotRepresentable(ILLEGAL_MOVE, str(error)) from None
        self.make(move)

    def copy(self) -> PositionPair:
        """The same pair, apart from this one."""
        other = object.__new__(PositionPair)
        other.position, other.state = self.position.copy(), self.state.copy()
        other.start_fen, other.moves = self.start_fen, self.moves[:]
        return other


def pair_at(fen: str, moves: str = "") -> PositionPair:
    """Both programs after `moves`, in UCI's notation with blanks between them, from a FEN.

    Raises CannotBeHeld, also for a move that is none.
    """
    pair = PositionPair(fen)
    for uci in moves.split():
        pair.make_uci(uci)
    return pair
