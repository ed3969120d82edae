"""The four castling moves, and what the listing looks at before it tries one.

This table is the only description of castling besides the listing's own lines in CWHITE and CBLACK. What the listing
leaves out is a quirk (docs/program/quirks.md): the king's target square kingside, and Black's own rook.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from historic.position.squares import NAME_TO_SQUARE, SQUARE_TO_NAME
from historic.position.state import KINGSIDE_ROOK, QUEENSIDE_ROOK

#: The values of II (III) for a move that castles; it is 0 for any other move.
KINGSIDE: Final = 1
QUEENSIDE: Final = 2
#: The values of BESTPOS for a choice to castle.
KINGSIDE_BESTPOS: Final = 7000
QUEENSIDE_BESTPOS: Final = 8000


class Castling(NamedTuple):
    """A castling move, with squares by their numbers. The paths are the first and the last square of king and rook.

    The listing makes its test only if the rook with the number `rook` of the side `tested_side` has not moved. Then
    every square of `empty` must be unoccupied, and no piece of the opponent may have a bit on a square of `safe`.
    """

    side: str
    number: int
    bestpos: int
    notation: str
    king_path: tuple[int, int]
    rook: int
    rook_path: tuple[int, int]
    tested_side: str
    empty: tuple[int, ...]
    safe: tuple[int, ...]

    @property
    def move(self) -> str:
        """The king's move in UCI notation."""
        return "".join(SQUARE_TO_NAME[square] for square in self.king_path)


def _castling(side: str, number: int, tested_side: str) -> Castling:
    rank = "1" if side == "white" else "8"

    def squares(files: str) -> tuple[int, ...]:
        return tuple(NAME_TO_SQUARE[file + rank] for file in files)

    def path(files: str) -> tuple[int, int]:
        return NAME_TO_SQUARE[files[0] + rank], NAME_TO_SQUARE[files[1] + rank]

    if number == QUEENSIDE:
        return Castling(
            *(side, number, QUEENSIDE_BESTPOS, "0-0-0", path("ec"), QUEENSIDE_ROOK, path("ad"), tested_side),
            empty=squares("bcd"),
            safe=squares("edc"),
        )
    return Castling(
        *(side, number, KINGSIDE_BESTPOS, "0-0", path("eg"), KINGSIDE_ROOK, path("hf"), tested_side),
        empty=squares("fg"),
        safe=squares("ef"),
    )


#: Each side's castling moves, in the order in which the listing tests them. Black's kingside test is of White's rook
#: (quirk whites-rook).
CASTLINGS: Final = {
    "white": (_castling("white", QUEENSIDE, "white"), _castling("white", KINGSIDE, "white")),
    "black": (_castling("black", QUEENSIDE, "black"), _castling("black", KINGSIDE, "white")),
}

CASTLING_BY_MOVE: Final = {one.move: one for castlings in CASTLINGS.values() for one in castlings}
#: The same by the king's first and last square.
CASTLING_BY_SQUARES: Final = {one.king_path: one for one in CASTLING_BY_MOVE.values()}
CASTLING_BY_BESTPOS: Final = {(one.side, one.bestpos): one for castlings in CASTLINGS.values() for one in castlings}
CASTLING_BY_NOTATION: Final = {(one.side, one.notation): one for castlings in CASTLINGS.values() for one in castlings}
#: The value of BESTPOS for each value of II (III) that castles.
BESTPOS_OF: Final = {KINGSIDE: KINGSIDE_BESTPOS, QUEENSIDE: QUEENSIDE_BESTPOS}
