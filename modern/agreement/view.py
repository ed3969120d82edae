"""Both programs at one position, laid open for whoever compares them."""

from __future__ import annotations

from functools import cached_property
from itertools import zip_longest
from typing import Final

from historic.candidates import (
    THINK_MOVE_BOARD_ROW,
    CastlingPath,
    ScoredMove,
    TriedMove,
    castling_paths,
    moves_tried_by_program,
    target_squares,
    tried_moves,
)
from historic.program import Program
from historic.sides import other_side
from historic.squares import SQUARE_TO_NAME
from historic.state import State
from historic.terms import board_from_state
from modern.rules import Position

#: A side as modern.rules.pieces has it.
SIDE_BY_NAME: Final = {"white": 0, "black": 8}


class PositionView:
    """What the two programs have of one position.

    `board` is A(0,..); `reach` and `against` are the think move boards of the side to move and of the other, 144 sums
    of bits; `ways` is what the program thinks of castling, with II and III at 0 before; `targets` are the squares that
    it goes over, `tried` the moves that it tries, in order.
    """

    def __init__(self, program: Program, position: Position, state: State) -> None:
        """Put the program into the state, and have it make its think move boards."""
        self.program = program
        self.position = position
        self.state = state
        self.side = position.side
        self.board = board_from_state(state)
        self.set_up()
        self.think_move_boards = {side: list(program.A[row]) for side, row in THINK_MOVE_BOARD_ROW.items()}
        self.own_bits, self.opponent_bits = (
            self.think_move_boards[self.side],
            self.think_move_boards[other_side(self.side)],
        )
        self.ways: dict[int, CastlingPath] = castling_paths(state, self.side, self.board, self.opponent_bits, 0)
        self.targets = target_squares(self.side, self.board, self.own_bits)
        self.tried: list[TriedMove] = tried_moves(self.targets, self.own_bits, self.ways)

    def set_up(self) -> None:
        """Put the program into the position, with the think move boards of both sides."""
        program = self.program
        program.state = self.state
        program.board = self.board
        program.II = program.III = 0
        program.WHITE()
        program.BLACK()

    @cached_property
    def scored(self) -> list[ScoredMove]:
        """What the program itself tries, one ply deep, and its own score of each."""
        self.set_up()
        return moves_tried_by_program(self.program, self.side)

    def mismatch(self) -> str:
        """Where what the program itself tries leaves `tried`, in a line; '' if it does not."""
        for own, listed in zip_longest((TriedMove(*move[:3]) for move in self.scored), self.tried):
            if own != listed:
                return f"the program tries {_in_words(own)}, and not {_in_words(listed)}"
        return ""

    @property
    def us(self) -> int:
        """The side to move, 0 or 8."""
        return SIDE_BY_NAME[self.side]

    def flag(self, side: str, number: int) -> int:
        """PM of a man."""
        return self.state.pieces(side)[1][number]


def _in_words(tried: TriedMove | None) -> str:
    if tried is None:
        return "nothing more"
    castling = ("", ", castling short", ", castling long")[tried.castling]
    return f"man {tried.piece} on {SQUARE_TO_NAME[tried.square]}{castling}"
