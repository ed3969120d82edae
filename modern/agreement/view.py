"""Both programs at one position, laid open for whoever compares them."""

from __future__ import annotations

from functools import cached_property
from itertools import zip_longest
from typing import Final

from historic.candidates import (
    ROW,
    Scored,
    Tried,
    Way,
    castling_ways,
    moves_tried,
    targets_of,
    tried_by_the_program,
)
from historic.program import Program
from historic.sides import other_side
from historic.squares import NAMES
from historic.state import State
from historic.terms import board_of
from modern.rules import Position

#: A side as modern.rules.men has it.
OF_SIDE: Final = {"white": 0, "black": 8}


class View:
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
        self.board = board_of(state)
        self.put()
        self.rows = {side: list(program.A[row]) for side, row in ROW.items()}
        self.reach, self.against = self.rows[self.side], self.rows[other_side(self.side)]
        self.ways: dict[int, Way] = castling_ways(state, self.side, self.board, self.against, 0)
        self.targets = targets_of(self.side, self.board, self.reach)
        self.tried: list[Tried] = moves_tried(self.targets, self.reach, self.ways)

    def put(self) -> None:
        """Put the program into the position, with the think move boards of both sides."""
        program = self.program
        program.state = self.state
        program.board = self.board
        program.II = program.III = 0
        program.WHITE()
        program.BLACK()

    @cached_property
    def scored(self) -> list[Scored]:
        """What the program itself tries, one ply deep, and its own score of each."""
        self.put()
        return tried_by_the_program(self.program, self.side)

    def not_as_listed(self) -> str:
        """Where what the program itself tries leaves `tried`, in a line; '' if it does not."""
        for own, listed in zip_longest((Tried(*move[:3]) for move in self.scored), self.tried):
            if own != listed:
                return f"the program tries {_told(own)}, and not {_told(listed)}"
        return ""

    @property
    def us(self) -> int:
        """The side to move, 0 or 8."""
        return OF_SIDE[self.side]

    def flag(self, side: str, man: int) -> int:
        """PM of a man."""
        return self.state.men(side)[1][man]


def _told(tried: Tried | None) -> str:
    if tried is None:
        return "nothing more"
    castling = ("", ", castling short", ", castling long")[tried.castling]
    return f"man {tried.man} on {NAMES[tried.square]}{castling}"
