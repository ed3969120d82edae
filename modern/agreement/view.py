"""One position as both programs represent it: the input of every comparison."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, Final

from historic.memory import BOARD_SIZE
from historic.position.castling import BESTPOS_OF, CASTLING_BY_BESTPOS
from historic.position.moves import PieceMove
from historic.position.state import State
from historic.program import Program
from historic.study.candidates import (
    CastlingPath,
    castling_paths,
    replies_tried,
    target_squares,
    tried_moves,
)
from historic.study.terms import PAWN_COUNT, board_from_state
from historic.thought import TriedMove, TriedReply
from modern.agreement.pair import SQUARE_64, PositionPair, code_for_python_chess, move_for_python_chess
from modern.rules import Position
from modern.rules.bitboard import SQUARE_NAMES
from modern.rules.board import Board, is_castling
from modern.rules.move import from_square_of, to_square_of, uci_of
from modern.rules.movegen import legal_codes
from modern.rules.native import i64, vec
from modern.rules.pieces import KING, QUEEN, piece_type_of

#: The sides as modern.rules.pieces numbers them: WHITE and BLACK.
SIDE_BY_NAME: Final = {"white": 0, "black": 8}

#: For more moves than this it is faster to generate all of python-chess's legal moves than to test each.
MANY_MOVES: Final = 8

#: These bits of an extended code tell apart what a move code cannot: castling from another move of the king to the same
#: square, and a move of a captured piece, which is on no square. That has the piece's number in place of its square.
CASTLING_BIT: Final = 1 << 15
NOWHERE_BIT: Final = 1 << 16
#: The bits of the move code.
CODE_MASK: Final = CASTLING_BIT - 1


class PositionView:
    """One position as both programs represent it.

    `board` is A(0,..). `own_bits` and `opponent_bits` are the think move boards of the side to move and of its
    opponent, 144 sums of bits each. `castling_paths` are the results of the castling checks. `targets` are the squares
    that the program's loop visits, and `tried` the moves that it tries, in order. `us` is the side to move, WHITE (0)
    or BLACK (8).
    """

    def __init__(self, program: Program, pair: PositionPair) -> None:
        """Sets the program to the pair's state, and has it fill its think move boards."""
        self._program = program
        self.pair = pair
        self.position: Position = pair.position
        self.state: State = pair.state
        self.side: str = pair.side
        self.us: i64 = self.position.turn
        self.board: list[int] = board_from_state(self.state)
        self.set_up()
        white, black = program.A[1][:], program.A[2][:]
        self.think_move_boards = {"white": white, "black": black}
        self.own_bits, self.opponent_bits = (black, white) if self.us else (white, black)
        self.castling_paths: dict[int, CastlingPath] = castling_paths(
            self.state, self.side, self.board, self.opponent_bits, pair.carried
        )
        self.targets: list[int] = target_squares(self.side, self.board, self.own_bits)
        self.tried: list[PieceMove] = tried_moves(self.targets, self.own_bits, self.castling_paths)
        #: The think move boards as computed from attack bitboards (modern.agreement.attacks), by side.
        self.predicted_boards: dict[str, vec[i64]] = {}
        #: The pawns, each with its squares of each class of bits (modern.agreement.attacks), by side.
        self.pawns: dict[str, list[Any]] = {}
        #: What `castling_paths` are by these boards (modern.agreement.moves), once they are computed.
        self.expected_paths: dict[int, CastlingPath] | None = None
        self._legal_codes: list[int] | None = None
        self._extended_codes: list[int] | None = None
        self._replies: list[TriedReply] | None = None
        self._mismatch: str | None = None

    def set_up(self) -> None:
        """Sets the program to the position, with the think move boards of both sides filled."""
        program = self._program
        program.state = self.state
        program.board = self.board
        program.II, program.III = self.pair.II, self.pair.III
        program.WHITE()
        program.BLACK()
        self._is_set_up = True

    @property
    def program(self) -> Program:
        """The program. It is set up again before the view runs it."""
        self._is_set_up = False
        return self._program

    # The moves that the program tries.

    @property
    def replies(self) -> list[TriedReply]:
        """The moves that the program itself tries, with its own static score of each, before any reply."""
        if self._replies is None:
            if not self._is_set_up:
                self.set_up()
            self._replies = replies_tried(self.program, self.side)
        return self._replies

    @property
    def scored(self) -> list[TriedMove]:
        """The same as TriedMoves."""
        return [TriedMove(piece, square, castling, score, score) for piece, square, castling, score in self.replies]

    @property
    def mismatch(self) -> str:
        """The first difference between `tried` and the moves that the program itself tries, or ''."""
        if self._mismatch is None:
            own = [(piece, BESTPOS_OF[castling] if castling else square) for piece, square, castling, _ in self.replies]
            self._mismatch = "" if own == self.tried else self._first_mismatch(own)
        return self._mismatch

    def _first_mismatch(self, own_moves: Sequence[tuple[int, int]]) -> str:
        for own, listed in zip_longest(own_moves, self.tried):
            if own != listed:
                return f"the program tries {self._in_words(own)}, not {self._in_words(listed)}"
        return ""

    def _in_words(self, move: tuple[int, int] | None) -> str:
        return in_words(key_of_tried(self.state, self.side, move)) if move else "no further move"

    # The legal moves.

    @property
    def legal_codes(self) -> list[int]:
        """The codes of the legal moves, in movegen's order."""
        if self._legal_codes is None:
            self._legal_codes = legal_codes(self.position)
        return self._legal_codes

    @legal_codes.setter
    def legal_codes(self, codes: list[int]) -> None:
        self._legal_codes = codes
        self._extended_codes = None

    @property
    def extended_codes(self) -> list[int]:
        """The extended codes of the legal moves, in the same order."""
        if self._extended_codes is None:
            self._extended_codes = [extended(self.position, code) for code in self.legal_codes]
        return self._extended_codes

    @property
    def legal(self) -> dict[str, int]:
        """The legal moves, named as in a MoveDifference (modern.agreement.moves), each with its move code."""
        return {name_of(extended(self.position, code)): code for code in self.legal_codes}

    def legal_for_python_chess(self, codes: list[int]) -> set[int]:
        """Returns those of some moves, by their codes, that are legal for python-chess."""
        oracle = self.pair.oracle
        if len(codes) > MANY_MOVES:
            legal = {code_for_python_chess(move) for move in oracle.legal_moves}
            return {code for code in codes if code in legal}
        return {code for code in codes if oracle.is_legal(move_for_python_chess(code))}

    # The pieces.

    def flag(self, side: str, number: int) -> int:
        """Returns the PM flag of a piece: NOT_MOVED, MOVED or CAPTURED."""
        return self.state.pieces(side)[1][number]


def extended(board: Board, code: i64) -> i64:
    """Returns the extended code of a legal move."""
    origin = from_square_of(code)
    if is_castling(origin, to_square_of(code)) and piece_type_of(board.mailbox[origin]) == KING:
        return code | CASTLING_BIT
    return code


def codes_of_tried(state: State, side: str, tried: Sequence[tuple[int, int]]) -> list[int]:
    """Returns the extended codes of moves that the program tries: each is a piece and its square, or BESTPOS."""
    squares = state.pieces(side)[0]
    return [_code_of_tried(squares, side, piece, square) for piece, square in tried]


def _code_of_tried(squares: list[int], side: str, piece: i64, square: i64) -> i64:
    origin: i64
    target: i64
    if square >= BOARD_SIZE:
        first, last = CASTLING_BY_BESTPOS[side, square].king_path
        origin, target = SQUARE_64[first], SQUARE_64[last]
        return origin | target << 6 | CASTLING_BIT
    origin, target = SQUARE_64[squares[piece]], SQUARE_64[square]
    if origin < 0:
        return piece | target << 6 | NOWHERE_BIT
    if piece < PAWN_COUNT and (target < 8 or target >= 56):
        return origin | target << 6 | QUEEN << 12
    return origin | target << 6


def name_of(code: i64) -> str:
    """Returns the name of a move, by its extended code, as in a MoveDifference (modern.agreement.moves)."""
    if code & CASTLING_BIT:
        return "0-0" if to_square_of(code) > from_square_of(code) else "0-0-0"
    if code & NOWHERE_BIT:
        return f"{from_square_of(code)}@{SQUARE_NAMES[to_square_of(code)]}"
    return uci_of(code)


def keys_of_legal(position: Position) -> dict[str, int]:
    """Returns the legal moves, named as in a MoveDifference (modern.agreement.moves), each with its move code."""
    return {name_of(extended(position, code)): code for code in legal_codes(position)}


def key_of_tried(state: State, side: str, tried: tuple[int, int]) -> str:
    """Returns a move that the program tries, named as in a MoveDifference (modern.agreement.moves)."""
    return name_of(codes_of_tried(state, side, [tried])[0])


def in_words(move: str) -> str:
    """Returns the move of a MoveDifference in words: `e2e4`, `0-0`, `piece 3 from nowhere to a1`."""
    piece, nowhere, square = move.partition("@")
    return f"piece {piece} from nowhere to {square}" if nowhere else move
