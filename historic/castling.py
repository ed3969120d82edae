"""The four ways to castle."""

from __future__ import annotations

from typing import Final, NamedTuple

#: BESTPOS where the choice is to castle.
KINGSIDE_BESTPOS: Final = 7000
QUEENSIDE_BESTPOS: Final = 8000


class Castling(NamedTuple):
    """A way to castle, by the names of squares: `empty` must be held by nobody, `safe` be attacked by nobody.

    What the listing tests is told in docs/quirks.md; these are the conditions that its section 1.2 gives, but for the
    square on which the king ends.
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
        """The king's move, as UCI has it."""
        return "".join(self.king_path)


CASTLINGS: Final = (
    Castling("white", KINGSIDE_BESTPOS, "0-0", ("e1", "g1"), 15, ("h1", "f1"), ("f1", "g1"), ("e1", "f1")),
    Castling("white", QUEENSIDE_BESTPOS, "0-0-0", ("e1", "c1"), 8, ("a1", "d1"), ("b1", "c1", "d1"), ("e1", "d1")),
    Castling("black", KINGSIDE_BESTPOS, "0-0", ("e8", "g8"), 15, ("h8", "f8"), ("f8", "g8"), ("e8", "f8")),
    Castling("black", QUEENSIDE_BESTPOS, "0-0-0", ("e8", "c8"), 8, ("a8", "d8"), ("b8", "c8", "d8"), ("e8", "d8")),
)

CASTLING_BY_MOVE: Final = {castling.move: castling for castling in CASTLINGS}
CASTLING_BY_BESTPOS: Final = {(castling.side, castling.bestpos): castling for castling in CASTLINGS}
