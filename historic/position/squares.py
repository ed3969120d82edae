"""The squares of the 12x12 board and their names."""

from __future__ import annotations

from typing import Final

FILES: Final = "abcdefgh"
RANKS: Final = "12345678"

#: The 64 squares of the board, a1, b1, ... h8, as the listing numbers them: 12*Y+X with X and Y from 2 to 9.
SQUARES: Final = tuple(12 * y + x for y in range(2, 10) for x in range(2, 10))

SQUARE_TO_NAME: Final = {square: FILES[square % 12 - 2] + RANKS[square // 12 - 2] for square in SQUARES}
NAME_TO_SQUARE: Final = {name: square for square, name in SQUARE_TO_NAME.items()}

#: The home square of each piece from 0 to 15 in PW (PB).
WHITE_HOME: Final = (*range(38, 46), *range(26, 34))
BLACK_HOME: Final = (*range(98, 106), *range(110, 118))

#: d4, e4, d5 and e5.
CENTRE: Final = frozenset({65, 66, 77, 78})
