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


def _castling(side: str, number: int, tested_rook: str) -> Castling:
    """Returns a castling move; `tested_rook` is the side whose rook the listing tests."""
    rank = "1" if side == "white" else "8"
    bestpos, notation, king, rook, rook_path, empty, safe = (
        (QUEENSIDE_BESTPOS, "0-0-0", "ec", 8, "ad", "bcd", "edc")
        if number == QUEENSIDE
        else (KINGSIDE_BESTPOS, "0-0", "eg", 15, "hf", "fg", "ef")
    )
    return Castling(
        *(side, number, bestpos, notation),
        *((king[0] + rank, king[1] + rank), rook, (rook_path[0] + rank, rook_path[1] + rank)),
        tested_rook,
        tuple(NAME_TO_SQUARE[file + rank] for file in empty),
        tuple(NAME_TO_SQUARE[file + rank] for file in safe),
    )


#: Each side's castling moves, in the order in which the listing tests them. Black's kingside test is of White's rook
#: (quirk whites-rook).
CASTLINGS: Final = {
    "white": (_castling("white", QUEENSIDE, "white"), _castling("white", KINGSIDE, "white")),
    "black": (_castling("black", QUEENSIDE, "black"), _castling("black", KINGSIDE, "white")),
}

CASTLING_BY_MOVE: Final = {one.move: one for castlings in CASTLINGS.values() for one in castlings}
CASTLING_BY_BESTPOS: Final = {(one.side, one.bestpos): one for castlings in CASTLINGS.values() for one in castlings}
CASTLING_BY_NOTATION: Final = {(one.side, one.notation): one for castlings in CASTLINGS.values() for one in castlings}
#: The value of BESTPOS for each value of II (III) that castles.
BESTPOS_OF: Final = {KINGSIDE: KINGSIDE_BESTPOS, QUEENSIDE: QUEENSIDE_BESTPOS}
