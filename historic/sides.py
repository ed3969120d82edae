"""White and Black: what the listing has in one number for the one and in another for the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

#: The names, in the order in which they move.
SIDES: Final = ("white", "black")


@dataclass(frozen=True)
class Side:
    """A side's numbers."""

    name: str
    #: On the board, a man's own number plus this.
    board_offset: int
    #: What leads from a square to the next rank forward.
    forward: int
    #: The square where its unmoved pawn of the a-file stands.
    a_pawn_home: int
    #: The last rank that a pawn comes to, as it is written.
    last_rank: str


WHITE: Final = Side("white", 1, 12, 38, "8")
BLACK: Final = Side("black", 25, -12, 98, "1")


def side_named(name: object) -> Side:
    """The side of that name. Raises ValueError for any but 'white' and 'black'."""
    for side in (WHITE, BLACK):
        if name == side.name:
            return side
    raise ValueError(f"no such side: {ascii(name)[:60]}; 'white' or 'black' was expected")


def other_side(name: str) -> str:
    """Black for White, and White for Black."""
    return "black" if name == "white" else "white"
