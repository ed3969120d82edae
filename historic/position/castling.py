"""The four castling moves."""

from __future__ import annotations

from typing import Final, NamedTuple

#: The values of BESTPOS for a choice to castle.
KINGSIDE_BESTPOS: Final = 7000
QUEENSIDE_BESTPOS: Final = 8000


class Castling(NamedTuple):
    """A castling move, with squares by name. `empty` must be unoccupied, and `safe` must not be attacked.

    These are the conditions of the report's section 1.2, except for the king's target square. docs/quirks.md describes
    what the listing tests.
    """

    side: str
    bestpos: int
    notation: str
    king_path: tuple[str, str]
    rook: int
    rook_path: tuple[str, str]
    empty: tuple[str, ...]
    safe: tuple[str, ...]

    @property
    def move(self) -> str:
        """The king's move in UCI notation."""
        return "".join(self.king_path)


CASTLINGS: Final = (
    Castling("white", KINGSIDE_BESTPOS, "0-0", ("e1", "g1"), 15, ("h1", "f1"), ("f1", "g1"), ("e1", "f1")),
    Castling("white", QUEENSIDE_BESTPOS, "0-0-0", ("e1", "c1"), 8, ("a1", "d1"), ("b1", "c1", "d1"), ("e1", "d1")),
    Castling("black", KINGSIDE_BESTPOS, "0-0", ("e8", "g8"), 15, ("h8", "f8"), ("f8", "g8"), ("e8", "f8")),
    Castling("black", QUEENSIDE_BESTPOS, "0-0-0", ("e8", "c8"), 8, ("a8", "d8"), ("b8", "c8", "d8"), ("e8", "d8")),
)

CASTLING_BY_MOVE: Final = {castling.move: castling for castling in CASTLINGS}
CASTLING_BY_BESTPOS: Final = {(castling.side, castling.bestpos): castling for castling in CASTLINGS}
