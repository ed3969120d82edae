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
from historic.squares import NAMES, SQUARES
from historic.state import CAPTURED, KINDS, MEN, NoNumber, State, StateError
from modern.rules import FenError, Move, MoveError, Position

#: From a square of the bitboards, 0 (a1) to 63 (h8), to the listing's number, and back: -1 is no square of the board.
SQUARE_144: Final = SQUARES
SQUARE_64: Final = tuple(SQUARE_144.index(square) if square in NAMES else -1 for square in range(144))

#: Why a position cannot be held.
NO_POSITION: Final = "not a position of chess"
NO_MOVE: Final = "not a legal move"
TWO_ON_A_SQUARE: Final = "two men on one square"
OFF_THE_BOARD: Final = "a man who is on no square"
PAWN_AT_THE_END: Final = "a pawn on its last rank"


class CannotBeHeld(ValueError):
    """A position that one of the programs cannot hold.

    `reason` is one of a few, for counting; the text is one line that says more.
    """

    def __init__(self, reason: str, details: str) -> None:
        super().__init__(f"{reason}: {details}")
        self.reason = reason
        self.details = details

    def __reduce__(self) -> tuple[type[CannotBeHeld], tuple[str, str]]:
        return CannotBeHeld, (self.reason, self.details)


def no_number(kind: str) -> str:
    """The reason where a man of a kind has no number: `a third knight`."""
    return f"a third {kind}"


def state_of(position: Position) -> State:
    """The state of a position, its men numbered and their flags set as State.from_fen does.

    En passant, the counters and whose move it is have no place in it. Raises CannotBeHeld.
    """
    try:
        return State.from_fen(position.fen())
    except NoNumber as error:
        raise CannotBeHeld(no_number(error.kind), str(error)) from None
    except StateError as error:
        raise CannotBeHeld(NO_POSITION, str(error)) from None


def position_of(state: State, side: str) -> Position:
    """The position of a state, with `side` to move: no en passant, counters 0 1, rights of those who have not moved.

    Which man is which stays behind, and so do the flags of pawns, knights, bishops and queens. Raises CannotBeHeld.
    """
    _check_men(state)
    try:
        return Position.from_fen(state.to_fen(side))
    except FenError as error:
        raise CannotBeHeld(NO_POSITION, str(error)) from None


def _check_men(state: State) -> None:
    """Two men on a square, or a man on none, can come about in the program of 1994 alone."""
    seen: set[int] = set()
    for name, last_rank in (("white", "8"), ("black", "1")):
        squares, flags = state.men(name)
        for man in range(MEN):
            if flags[man] == CAPTURED:
                continue
            square = squares[man]
            if square not in NAMES:
                raise CannotBeHeld(OFF_THE_BOARD, f"{name}'s man {man} is on {square}")
            if square in seen:
                raise CannotBeHeld(TWO_ON_A_SQUARE, f"{name}'s man {man} is not alone on {NAMES[square]}")
            if man in KINDS["P"] and NAMES[square][1] == last_rank:
                raise CannotBeHeld(PAWN_AT_THE_END, f"{name}'s man {man} is on {NAMES[square]}")
            seen.add(square)


class Pair:
    """The same position in both programs.

    `start` is the FEN in which it began, `moves` are those made since, in UCI's notation.
    """

    def __init__(self, fen: str) -> None:
        """Both programs at a FEN. Raises CannotBeHeld."""
        try:
            self.position = Position.from_fen(fen)
        except FenError as error:
            raise CannotBeHeld(NO_POSITION, str(error)) from None
        self.start = self.position.fen()
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
        except NoNumber as error:
            raise CannotBeHeld(no_number(error.kind), str(error)) from None
        self.position.play(move.code)
        self.state = after
        self.moves.append(uci)

    def make_uci(self, uci: str) -> None:
        """Make a move in UCI's notation in both. Raises CannotBeHeld, also for a move that is not legal."""
        try:
            move = self.position.parse_uci(uci)
        except MoveError as error:
            raise CannotBeHeld(NO_MOVE, str(error)) from None
        self.make(move)

    def copy(self) -> Pair:
        """The same pair, apart from this one."""
        other = object.__new__(Pair)
        other.position, other.state = self.position.copy(), self.state.copy()
        other.start, other.moves = self.start, self.moves[:]
        return other


def pair_at(fen: str, moves: str = "") -> Pair:
    """Both programs after `moves`, in UCI's notation with blanks between them, from a FEN.

    Raises CannotBeHeld, also for a move that is none.
    """
    pair = Pair(fen)
    for uci in moves.split():
        pair.make_uci(uci)
    return pair
