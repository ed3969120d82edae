"""One position in both programs: modern.rules.Position and the State (PW, PB and PM) of 1994.

Each stores something that the other cannot store:

- Only a State has the number of each piece, its moved flag (a Position has castling rights instead, for kings and
  rooks only), and the pawn that each queen was promoted from.
- Only a Position has the side to move, the en passant square, the two counters and the moves of the game.

A conversion from a Position to a State drops what that cannot store, and raises NotRepresentable if it cannot store the
position at all. A PositionPair therefore makes every move of a game in both, so neither loses anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import chess

from historic.basic import BasicError
from historic.position.moves import state_after_squares
from historic.position.squares import SQUARE_TO_NAME, SQUARES
from historic.position.state import PieceNumberError, State, StateError
from modern.rules import FenError, Move, MoveError, Position
from modern.rules.move import from_square_of, promotion_of, to_square_of, uci_of
from modern.rules.native import i64, vec
from modern.rules.pieces import PIECE_TYPE_LETTERS

#: Converts a square of the bitboards, 0 (a1) to 63 (h8), to the listing's square number, and back. In SQUARE_64, the
#: border squares of the listing's 12x12 board are -1.
SQUARE_144: Final = vec[i64](list(SQUARES))
SQUARE_64: Final = vec[i64]([SQUARES.index(square) if square in SQUARE_TO_NAME else -1 for square in range(144)])

#: The reasons for NotRepresentable.
INVALID_POSITION: Final = "not a position of chess"
ILLEGAL_MOVE: Final = "not a legal move"


class NotRepresentable(ValueError):
    """A position that one of the programs cannot represent.

    `reason` is one of a few fixed strings, so that reasons can be counted; `details` is one line about this position.
    """

    def __init__(self, reason: str, details: str) -> None:
        super().__init__(f"{reason}: {details}")
        self.reason = reason
        self.details = details

    def __reduce__(self) -> tuple[type[NotRepresentable], tuple[str, str]]:
        return NotRepresentable, (self.reason, self.details)


def no_number_reason(piece_name: str) -> str:
    """Returns the reason for a piece for which the listing has no number: `a third knight`."""
    return f"a third {piece_name}"


def state_of(position: Position) -> State:
    """Returns the state of a position. Piece numbers and flags are those of State.from_fen.

    The state has no side to move, no en passant square and no counters. Raises NotRepresentable.
    """
    try:
        return State.from_fen(position.fen())
    except PieceNumberError as error:
        raise NotRepresentable(no_number_reason(error.piece_name), str(error)) from None
    except StateError as error:
        raise NotRepresentable(INVALID_POSITION, str(error)) from None


class PositionPair:
    """The same position in both programs.

    `start_fen` is the first position of the game; `codes` are the codes of the moves made since.
    """

    def __init__(self, fen: object, state: State | None = None) -> None:
        """Sets both programs to a FEN, or the 1994 program to the `state` of that position. Raises NotRepresentable."""
        try:
            self.position = Position.from_fen(fen)
        except FenError as error:
            raise NotRepresentable(INVALID_POSITION, str(error)) from None
        self.start_fen = self.position.fen()
        #: The same with the en passant square as given: the rules drop it if no capture is legal there.
        self.oracle_fen = with_en_passant_square(self.start_fen, str(fen).split()[3])
        self.codes: list[int] = []
        self.state = state or state_of(self.position)
        #: II and III before the turn.
        self.II = self.III = 0
        #: The number of a position of modern.agreement.complete, which is compared in full, or None.
        self.complete_number: int | None = None
        #: Why the position cannot be set up in both programs, which is a fault of the rules; or ''.
        self.fault = ""
        self._oracle: chess.Board | None = None

    @property
    def side(self) -> str:
        """The side to move, 'white' or 'black'."""
        return "black" if self.position.turn else "white"

    @property
    def moves(self) -> list[str]:
        """The moves made since the first position, in UCI notation."""
        return [uci_of(code) for code in self.codes]

    @property
    def carried(self) -> int:
        """II if White is to move, and III if Black is, before the turn."""
        return self.II if self.side == "white" else self.III

    @property
    def oracle(self) -> chess.Board:
        """python-chess's board after the same moves from the same FEN. It owes nothing to either program."""
        if self._oracle is None:
            self._oracle = chess.Board(self.oracle_fen)
        for code in self.codes[len(self._oracle.move_stack) :]:
            self._oracle.push(move_for_python_chess(code))
        return self._oracle

    def make(self, move: Move) -> None:
        """Makes a legal move in both programs.

        Raises NotRepresentable, or StateError if there is no piece to move, and then makes it in neither.
        """
        self.make_code(move.code)

    def make_code(self, code: i64) -> None:
        """Makes a legal move, given by its code, in both programs. Raises what `make` raises."""
        origin, target = SQUARE_144[from_square_of(code)], SQUARE_144[to_square_of(code)]
        promotion = PIECE_TYPE_LETTERS[promotion_of(code)].strip()
        try:
            after = state_after_squares(self.state, self.side, origin, target, promotion)
        except PieceNumberError as error:
            raise NotRepresentable(no_number_reason(error.piece_name), str(error)) from None
        self.position.make_move(code)
        self.state = after
        self.codes.append(code)

    def make_uci(self, uci: str) -> None:
        """Makes a move in UCI notation in both programs. Raises NotRepresentable, also for a move that is not legal."""
        try:
            move = self.position.parse_uci(uci)
        except MoveError as error:
            raise NotRepresentable(ILLEGAL_MOVE, str(error)) from None
        self.make_code(move.code)

    @contextmanager
    def fault_recorded(self) -> Iterator[None]:
        """Records a fault of the rules that shows in the block, as `record_fault` does, and ends the block."""
        try:
            yield
        except Exception as error:  # whatever faulty rules lead to
            self.record_fault(error)

    def record_fault(self, error: Exception) -> None:
        """Records a fault of the rules, given by what it has raised.

        Raises NotRepresentable again, and so BasicError: that is an end of the 1994 program.
        With faulty rules the two programs get apart: then a move may have no piece, or anything else may be raised.
        """
        if isinstance(error, (BasicError, NotRepresentable)):
            raise error
        after = f"modern's move {uci_of(self.codes[-1])}" if self.codes else "the start"
        reason = str(error) if isinstance(error, StateError) else f"{type(error).__name__}: {error}"
        self.fault = f"cannot be set up after {after}: {' '.join(reason.split())}"


def move_for_python_chess(code: i64) -> chess.Move:
    """Returns a move, by its code, as python-chess has it. The two number squares and piece types alike."""
    return chess.Move(from_square_of(code), to_square_of(code), promotion_of(code) or None)


def code_for_python_chess(move: chess.Move) -> int:
    """Returns the code of a move of python-chess."""
    code: int = move.from_square | move.to_square << 6 | (move.promotion or 0) << 12
    return code


def with_en_passant_square(fen: str, square: str) -> str:
    """Returns a FEN with another en passant square."""
    fields = fen.split()
    return " ".join([*fields[:3], square, *fields[4:]])


def pair_at(fen: str, moves: str = "") -> PositionPair:
    """Returns both programs at a FEN, after `moves` in UCI notation, separated by blanks.

    Raises NotRepresentable, also for a move that is not legal.
    """
    pair = PositionPair(fen)
    for uci in moves.split():
        pair.make_uci(uci)
    return pair


def pair_after(position: object) -> PositionPair:
    """Returns both programs at a FEN, or after the moves made in a Position. Raises NotRepresentable."""
    if not isinstance(position, Position):
        return PositionPair(position)
    start, moves = position.copy(), position.moves_made()
    for _ in moves:
        start.unmake()
    pair = PositionPair(start.fen())
    for move in moves:
        pair.make(move)
    return pair
