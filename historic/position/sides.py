"""White and Black, with the numbers in which the listing's two halves differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

#: The names of the sides, in the order in which they move.
SIDES: Final = ("white", "black")


@dataclass(frozen=True)
class Side:
    """A side and its numbers."""

    name: str
    #: The difference between a piece's number on the board and its own number.
    board_offset: int
    #: The difference between a square and the square one rank forward.
    forward: int
    #: The home square of the a-pawn.
    a_pawn_home: int
    #: The name of the promotion rank.
    last_rank: str


WHITE: Final = Side("white", 1, 12, 38, "8")
BLACK: Final = Side("black", 25, -12, 98, "1")


def side_named(name: object) -> Side:
    """Returns the side with that name. Raises ValueError for anything but 'white' and 'black'."""
    for side in (WHITE, BLACK):
        if name == side.name:
            return side
    raise ValueError(f"no such side: {ascii(name)[:60]}; 'white' or 'black' was expected")


def other_side(name: str) -> str:
    """Returns 'black' for 'white', and 'white' for 'black'."""
    return "black" if name == "white" else "white"
