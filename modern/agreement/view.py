"""One position as both programs represent it: the input of every comparison."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from itertools import zip_longest
from typing import Any, Final

import chess

from historic.position.castling import BESTPOS_OF, CASTLING_BY_BESTPOS, CASTLING_BY_MOVE
from historic.position.moves import PieceMove
from historic.position.sides import other_side
from historic.position.squares import SQUARE_TO_NAME
from historic.position.state import State
from historic.program import Program
from historic.study.candidates import (
    THINK_MOVE_BOARD_ROW,
    CastlingPath,
    castling_paths,
    moves_tried_by_program,
    target_squares,
    tried_moves,
)
from historic.study.terms import board_from_state
from historic.thought import TriedMove
from modern.agreement.pair import PositionPair
from modern.rules import Position
from modern.rules.legality import legal_codes
from modern.rules.move import from_square_of, uci_of
from modern.rules.pieces import KING, piece_type_of

#: The sides as modern.rules.pieces numbers them: WHITE and BLACK.
SIDE_BY_NAME: Final = {"white": 0, "black": 8}


#: For more moves than this it is faster to generate all legal moves than to test each.
MANY_MOVES: Final = 3


class PositionView:
    """One position as both programs represent it.

    `board` is A(0,..). `own_bits` and `opponent_bits` are the think move boards of the side to move and of its
    opponent, 144 sums of bits each. `castling_paths` are the results of the castling checks, starting with II
    and III at 0. `targets` are the squares that the program's loop visits, and `tried` the moves that it tries, in
    order.
    """

    def __init__(self, program: Program, pair: PositionPair) -> None:
        """Sets the program to the pair's state, and has it fill its think move boards."""
        self.program = program
        self.pair = pair
        self.position, self.state = pair.position, pair.state
        self.side = pair.side
        self.board = board_from_state(self.state)
        #: The think move boards as computed from attack bitboards (modern.agreement.attacks), by side.
        self.predicted_boards: dict[str, list[int]] = {}
        #: Each pawn with its squares of each class of bits (modern.agreement.attacks), by side.
        self.bits_of_pawns: dict[str, list[tuple[Any, list[int]]]] = {}
        self.set_up()
        self.think_move_boards = {side: list(program.A[row]) for side, row in THINK_MOVE_BOARD_ROW.items()}
        self.own_bits, self.opponent_bits = (
            self.think_move_boards[self.side],
            self.think_move_boards[other_side(self.side)],
        )
        self.castling_paths: dict[int, CastlingPath] = castling_paths(
            self.state, self.side, self.board, self.opponent_bits, 0
        )
        self.targets = target_squares(self.side, self.board, self.own_bits)
        self.tried: list[PieceMove] = tried_moves(self.targets, self.own_bits, self.castling_paths)

    def set_up(self) -> None:
        """Sets the program to the position, with the think move boards of both sides filled."""
        program = self.program
        program.state = self.state
        program.board = self.board
        program.II = program.III = 0
        program.WHITE()
        program.BLACK()

    @cached_property
    def scored(self) -> list[TriedMove]:
        """The moves that the program itself tries, with its own static score of each, before any reply."""
        self.set_up()
        return moves_tried_by_program(self.program, self.side)

    @cached_property
    def legal(self) -> dict[str, int]:
        """The legal moves, named as in a MoveDifference (modern.agreement.moves), each with its move code."""
        return keys_of_legal(self.position)

    def legal_for_python_chess(self, moves: Collection[str]) -> set[str]:
        """Returns those of some moves, in UCI notation, that are legal for python-chess."""
        oracle, by_uci = self.pair.oracle, {uci: chess.Move.from_uci(uci) for uci in moves}
        if len(moves) > MANY_MOVES:
            legal = set(oracle.legal_moves)
            return {uci for uci, move in by_uci.items() if move in legal}
        return {uci for uci, move in by_uci.items() if oracle.is_legal(move)}

    @cached_property
    def mismatch(self) -> str:
        """The first difference between `tried` and the moves that the program itself tries, or ''."""
        if [(piece, BESTPOS_OF.get(castling, square)) for piece, square, castling, *_ in self.scored] == self.tried:
            return ""
        for own, listed in zip_longest((tried.move for tried in self.scored), self.tried):
            if own != listed:
                tried, expected = (self._in_words(move) for move in (own, listed))
                return f"the program tries {tried}, not {expected}"
        return ""

    def _in_words(self, move: PieceMove | None) -> str:
        return in_words(key_of_tried(self.state, self.side, move)) if move else "no further move"

    @property
    def us(self) -> int:
        """The side to move, WHITE (0) or BLACK (8)."""
        return SIDE_BY_NAME[self.side]

    def flag(self, side: str, number: int) -> int:
        """Returns the PM flag of a piece: NOT_MOVED, MOVED or CAPTURED."""
        return self.state.pieces(side)[1][number]


def keys_of_legal(position: Position) -> dict[str, int]:
    """Returns the legal moves, named as in a MoveDifference (modern.agreement.moves), each with its move code."""
    keys = {}
    for code in legal_codes(position):
        uci = uci_of(code)
        if uci in CASTLING_BY_MOVE and piece_type_of(position.mailbox[from_square_of(code)]) == KING:
            uci = CASTLING_BY_MOVE[uci].notation
        keys[uci] = code
    return keys


def key_of_tried(state: State, side: str, tried: PieceMove) -> str:
    """Returns a move that the program tries, named as in a MoveDifference (modern.agreement.moves)."""
    piece, square = tried
    target = SQUARE_TO_NAME.get(square)
    if target is None:
        return CASTLING_BY_BESTPOS[side, square].notation
    origin = SQUARE_TO_NAME.get((state.PW if side == "white" else state.PB)[piece])
    if origin is None:
        return f"{piece}@{target}"
    return f"{origin}{target}q" if piece < 8 and target[1] in "18" else origin + target


def in_words(move: str) -> str:
    """Returns the move of a MoveDifference in words: `e2e4`, `0-0`, `piece 3 from nowhere to a1`."""
    piece, nowhere, square = move.partition("@")
    return f"piece {piece} from nowhere to {square}" if nowhere else move
