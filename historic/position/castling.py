"""The four castling moves, and what the listing looks at before it tries one.

This table is the only description of castling besides the listing's own lines in CWHITE and CBLACK. What the listing
leaves out is a quirk (docs/quirks.md): the king's target square kingside, and Black's own rook.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from historic.position.squares import NAME_TO_SQUARE

#: The values of II (III) for a move that castles; it is 0 for any other move.
KINGSIDE: Final = 1
QUEENSIDE: Final = 2
#: The values of BESTPOS for a choice to castle.
KINGSIDE_BESTPOS: Final = 7000
QUEENSIDE_BESTPOS: Final = 8000


class Castling(NamedTuple):
    """A castling move. `king_path` and `rook_path` have the names of squares, `empty` and `safe` their numbers.

    The listing makes its test only if the rook with the number `rook` of the side `tested_rook` has not moved. Then
    every square of `empty` must be unoccupied, and no piece of the opponent may have a bit on a square of `safe`.
    """

    side: str
    number: int
    bestpos: int
    notation: str
    king_path: tuple[str, str]
    rook: int
    rook_path: tuple[str, str]
    tested_rook: str
    empty: tuple[int, ...]
    safe: tuple[int, ...]

    @property
    def move(self) -> str:
        """The king's move in UCI notation."""
        return "".join(self.king_path)

    @property
    def king_target(self) -> int:
        """The king's target square."""
        return NAME_TO_SQUARE[self.king_path[1]]


def _squares(names: str) -> tuple[int, ...]:
    return tuple(NAME_TO_SQUARE[name] for name in names.split())


#: Each side's castling moves, in the order in which the listing tests them.
CASTLINGS: Final = {
    "white": (
        Castling(
            "white",
            *(QUEENSIDE, QUEENSIDE_BESTPOS, "0-0-0"),
            king_path=("e1", "c1"),
            rook=8,
            rook_path=("a1", "d1"),
            tested_rook="white",
            empty=_squares("b1 c1 d1"),
            safe=_squares("e1 d1 c1"),
        ),
        Castling(
            "white",
            *(KINGSIDE, KINGSIDE_BESTPOS, "0-0"),
            king_path=("e1", "g1"),
            rook=15,
            rook_path=("h1", "f1"),
            tested_rook="white",
            empty=_squares("f1 g1"),
            safe=_squares("e1 f1"),
        ),
    ),
    "black": (
        Castling(
            "black",
            *(QUEENSIDE, QUEENSIDE_BESTPOS, "0-0-0"),
            king_path=("e8", "c8"),
            rook=8,
            rook_path=("a8", "d8"),
            tested_rook="black",
            empty=_squares("b8 c8 d8"),
            safe=_squares("e8 d8 c8"),
        ),
        Castling(
            "black",
            *(KINGSIDE, KINGSIDE_BESTPOS, "0-0"),
            king_path=("e8", "g8"),
            rook=15,
            rook_path=("h8", "f8"),
            tested_rook="white",  # quirk whites-rook
            empty=_squares("f8 g8"),
            safe=_squares("e8 f8"),
        ),
    ),
}

CASTLING_BY_MOVE: Final = {one.move: one for castlings in CASTLINGS.values() for one in castlings}
CASTLING_BY_BESTPOS: Final = {(one.side, one.bestpos): one for castlings in CASTLINGS.values() for one in castlings}
CASTLING_BY_NOTATION: Final = {(one.side, one.notation): one for castlings in CASTLINGS.values() for one in castlings}
#: The value of BESTPOS for each value of II (III) that castles.
BESTPOS_OF: Final = {KINGSIDE: KINGSIDE_BESTPOS, QUEENSIDE: QUEENSIDE_BESTPOS}
