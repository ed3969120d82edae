"""One position as both programs represent it: the input of every comparison."""

from __future__ import annotations

from functools import cached_property
from itertools import zip_longest
from typing import Final

from historic.position.sides import other_side
from historic.position.squares import SQUARE_TO_NAME
from historic.position.state import State
from historic.program import Program
from historic.study.candidates import (
    THINK_MOVE_BOARD_ROW,
    CastlingPath,
    ScoredMove,
    TriedMove,
    castling_paths,
    moves_tried_by_program,
    target_squares,
    tried_moves,
)
from historic.study.terms import board_from_state
from modern.rules import Position

#: The sides as modern.rules.pieces numbers them: WHITE and BLACK.
SIDE_BY_NAME: Final = {"white": 0, "black": 8}


class PositionView:
    """One position as both programs represent it.

    `board` is A(0,..). `own_bits` and `opponent_bits` are the think move boards of the side to move and of its
    opponent, 144 sums of bits each. `castling_paths` are the results of the castling checks, starting with II
    and III at 0. `targets` are the squares that the program's loop visits, and `tried` the moves that it tries, in
    order.
    """

    def __init__(self, program: Program, position: Position, state: State) -> None:
        """Sets the program to the state, and has it fill its think move boards."""
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
        self.castling_paths: dict[int, CastlingPath] = castling_paths(
            state, self.side, self.board, self.opponent_bits, 0
        )
        self.targets = target_squares(self.side, self.board, self.own_bits)
        self.tried: list[TriedMove] = tried_moves(self.targets, self.own_bits, self.castling_paths)

    def set_up(self) -> None:
        """Sets the program to the position, with the think move boards of both sides filled."""
        program = self.program
        program.state = self.state
        program.board = self.board
        program.II = program.III = 0
        program.WHITE()
        program.BLACK()

    @cached_property
    def scored(self) -> list[ScoredMove]:
        """The moves that the program itself tries, with its own static score of each, before any reply."""
        self.set_up()
        return moves_tried_by_program(self.program, self.side)

    def mismatch(self) -> str:
        """Describes the first difference between `tried` and the moves that the program itself tries; '' if none."""
        for own, listed in zip_longest((TriedMove(*move[:3]) for move in self.scored), self.tried):
            if own != listed:
                return f"the program tries {_in_words(own)}, not {_in_words(listed)}"
        return ""

    @property
    def us(self) -> int:
        """The side to move, WHITE (0) or BLACK (8)."""
        return SIDE_BY_NAME[self.side]

    def flag(self, side: str, number: int) -> int:
        """Returns the PM flag of a piece: NOT_MOVED, MOVED or CAPTURED."""
        return self.state.pieces(side)[1][number]


def _in_words(tried: TriedMove | None) -> str:
    if tried is None:
        return "no further move"
    castling = ("", ", kingside castling", ", queenside castling")[tried.castling]
    return f"piece {tried.piece} to {SQUARE_TO_NAME[tried.square]}{castling}"
