"""The table of all weights of the evaluation, in centipawns.

Each weight has two values: the middlegame value left of the bar and the endgame value right of it. Squares are listed
from White's side, a8 first. Ranks are counted from the piece's own side, starting at 0.

The weights were first set by hand, then fitted to games by benchmarks/tune.py, which rewrites the text of the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Final

#: For each entry, its middlegame weights and its endgame weights.
Weights = Mapping[str, tuple[list[int], list[int]]]

# The weights begin.
TABLE_TEXT: Final = """
pawn  # the value of a pawn
     71 | 110
knight  # the value of a knight
    323 | 332
bishop  # the value of a bishop
    340 | 345
rook  # the value of a rook
    440 | 559
queen  # the value of a queen
    966 | 990
squares of pawns  # piece-square table
      0   0   0   0   0   0   0   0 |   0   0   0   0   0   0   0   0
     30  36  33  32  41  30  34  39 |  40  36  42  36  37  28  41  30
     13   4  36  14  32  16  14  15 |  28  26   4  20  26  38  20  31
      9   0  12  29  22  17   6   2 |  18  22   4   7  10  20  12  22
     -1   3  11  22  17   8   4  -6 |  11  -5   2  -9   6   4  -3   7
      0 -11   3  13  10   4   7  -2 |  -2   2  -8  -8   6   3   0   1
     -1   2   1 -10 -11  11  14  -8 |  12  -7  -1  15  16   8   1   3
      0   0   0   0   0   0   0   0 |   0   0   0   0   0   0   0   0
squares of knights  # piece-square table
    -65 -32 -33 -21 -20 -32 -36 -69 | -57 -26 -27 -23 -23 -26 -39 -60
    -46 -26   5  -2   9  10  -8 -25 | -27 -14  -5  -1   9   7 -12 -29
    -13   8  14  39  24  23  10  -8 | -10   1  22  20  13   4   9 -23
     -7 -14  16  34  18  26   0   1 |  -7  15  17  19  34  24   1 -15
     -8  -3  16  16  22  10  13 -22 | -17   5  14  30  10  11  11  -7
    -27  -3  -5  17  28   5   8 -30 | -10   4  15  11  10   1   2 -25
    -30 -30 -17  -7   8   1  -6 -43 | -34 -23   2  -2  -5   6  -6 -34
    -55 -31 -30  -2 -22 -27 -30 -62 | -59 -20 -35 -22 -20 -24 -33 -63
squares of bishops  # piece-square table
    -34  -9 -16  -9  -6 -15 -12 -16 | -21  -9  -5  -3  -3 -10 -12 -20
    -11  -2 -13   0  -5  14  -3 -12 |  -7   4  -5  -2  -2  10   4  -4
    -12   2  -4  13  13  24 -11 -14 |   9   7   6  11  14  12   3 -10
      5   7  20  22  21  14  23 -10 |  -6   6  11  12  18  13   4  -4
    -18   7   4  13  24  17  26  -7 |  -2  13  27  23  15  16   9 -12
     -5  16  13   9  11  21  -2  -6 | -10   5   9  17   8   6   6 -11
     -4  13  -9  10   8  -2  14 -12 |  -8  13   5   6  14  -9  -7  -8
    -13   6  -2  -9  11 -16 -11 -22 | -16   0  -8 -12  -9  -2 -12 -17
squares of rooks  # piece-square table
      6  15   7  16  17  11  12  10 |  16  18  13  15  21  16  15  16
     11   0  21  19  20  24  13  15 |  11  19  20  16  19  16  23  16
     -5   8   9  20  10  15  14  15 |   5  12  17   4  19  14  12   2
     12   0   8  17   4  10  10   3 |  -9  10   2  11  16   3   4   0
    -22 -10   8   3   2   4  -9  -8 |  14   0   6   1   1   0  -4  -9
     -7  -2 -10 -12 -24 -15   9 -29 |  -3  -4   2   1  -2  -9   0  -3
    -29   3  -5  -2   4  -3  10 -15 |   0 -15  -3  -4  -9  -8 -10 -22
     -8   3   0   7   5  10  -5  -9 | -12  -9  -1  -1   8  -6   7 -11
squares of queens  # piece-square table
    -15  -9  13  10   6   2  -5 -10 | -15  -9   6   9   4   6  -3 -11
    -14 -16  -4   8   2   7   1  -6 |  -4   3   0   9   2   8   3  -6
     -8   5   3  12  23  13  11 -13 |  -2   4  13  11  13  15  11  -4
     -1 -17  16  -5  15  14   3  12 |  -7  11  11   3  14  18  11   6
     -9  -1   0   8  17   3   8   2 |  -5   9  21  20  18  12   3   0
    -19  -4  17  -3   1   7  -2  -9 | -11  -1   3   5  16   3   4  -5
    -13   7   5  13   8  22   4  -3 | -14  -3  -5  -3   7  -8  -7 -11
     -5 -11 -16  -1 -20 -14 -10  -3 | -20 -17 -13 -23 -13 -14 -14 -14
squares of kings  # piece-square table
    -60 -60 -65 -70 -70 -65 -60 -60 | -59 -40 -25 -19 -18 -28 -38 -61
    -56 -54 -62 -64 -65 -61 -53 -55 | -40  -6  -3  11  13   2  -7 -30
    -50 -50 -53 -60 -61 -54 -47 -52 | -21  10  30  24  31  29  12 -23
    -46 -48 -50 -56 -57 -50 -43 -43 | -19  13  26  40  35  28  19  -9
    -36 -33 -46 -46 -48 -40 -43 -39 | -12   4  11  34  21  31   8 -13
    -14 -10 -27 -34 -35 -21 -22 -11 | -21  -2   5  18  10  18   1 -20
     24  13 -17 -20 -17  -8   6  18 | -43 -22 -10  -5  -3  -3 -21 -25
     20  30  25   1  10   5  31  20 | -68 -43 -30 -25 -29 -42 -38 -44
mobility of knights  # by the number of squares it can move to, from 0
    -39 -23 -13  -3   3   8  11  16 | -43 -22  -1   5  12  20  17  11
     27 |   3
mobility of bishops  # the same
    -19 -10   1  13  17  20  26  23 | -24 -14 -13   7  16  19  29  34
     23  30  44  50  51  53 |  37  39  36  42  56  55
mobility of rooks  # the same
    -28 -12  -8  -3  -1   1   8   5 | -43 -17  -8  -5   5  24  22  34
      7  10  10  24  29  27  33 |  41  42  45  56  51  57  56
mobility of queens  # the same
    -22 -21 -23 -18 -11  -9 -10  -6 | -31 -22 -21 -22 -21 -25  -7 -10
     -1   1   5   7  13  10  12  14 |  -7  15  13   6  17  13  18  20
     15  17  18  14  13  20  17  16 |  22  22  27  21  25  32  28  26
     20  17  19  20 |  31  31  35  36
isolated pawn  # no friendly pawn on the adjacent files
     -8 | -11
doubled pawn  # a friendly pawn in front of it on its file
    -14 | -14
backward pawn  # no pawn can ever protect it, and an enemy pawn controls the square in front of it
     -4 | -14
phalanx  # a friendly pawn beside it, by rank
      0   6   8   8  27  61  62   0 |   0   0   0  13  24  49  69   0
protected pawn  # a friendly pawn protects it, by rank
      0   0  10  12  20  34  60   0 |   0   0  11   8  13  28  57   0
passed pawn  # no enemy pawn can stop it, by rank
      0   4   7  -4  16  43  73   0 |   0   9   7  26  43  80 124   0
protected passed pawn  # a friendly pawn protects it
     19 |   5
blocked passed pawn  # a piece stands in front of it, by rank
      0  11  -4   2  -8 -10 -24   0 |   0   0  -4 -13 -22 -30 -58   0
free passed pawn  # its path is empty and not attacked, by rank
      0  -2  -5  -6   2  22  23   0 |   0   9  12  12  27  52  84   0
own king far from passed pawn  # for each king step to the square in front of it, times its rank beyond the third
      0 |  -5
enemy king far from passed pawn  # the same for the enemy king
     -1 |  10
pawn attacks piece  # a pawn attacks a knight, bishop, rook, queen
     70  53  60  50 |  31  44  29  32
minor attacks piece  # a knight or bishop attacks a rook, queen
     50  52 |  31  22
rook attacks queen  # a rook attacks a queen
     57 |  19
hanging piece  # a piece other than a pawn is attacked and not protected
     12 |  23
hanging pawn  # a pawn is attacked and not protected
     16 |  39
king ring attacks  # for each square adjacent to the enemy king that a knight, bishop, rook, queen attacks
     12  12  14  14 |  -2   0  -5  20
king attackers  # by the number of pieces that attack squares adjacent to the enemy king, from 0
     -1 -15   3  47  73 100 120 130 |  -4   1   2   5   8  10  12  14
safe check  # a knight, bishop, rook, queen can give check on a square that the enemy does not attack
     56  29  46  30 |   2  12  18  49
shelter  # by the rank of the pawn in front of the king, on its file and the adjacent ones; first, if there is none
    -13  22  12  -1 -14   3   3   0 |  -2  -4 -10   0  -3  11   8   0
storm  # by the rank, from the king's side, of the nearest enemy pawn on these files; first, if there is none
    -10  -7 -16  -5  -9   3   2   0 |  -6  -4   9   9  -1  -8   1   0
blocked storm  # a friendly pawn stands in front of it
     10 | -13
bishop pair  # at least two bishops
     12 |  52
rook on open file  # no pawns on its file
     33 |   6
rook on half-open file  # no friendly pawn on its file, but an enemy pawn
     15 |  19
rook on seventh  # with an enemy pawn on that rank, or the enemy king on the last
     -4 |  17
knight outpost  # on the fourth to sixth rank, protected by a pawn, and no enemy pawn can ever attack it
     27 |  11
bishop outpost  # the same
     28 |   2
bad bishop  # for each friendly pawn on a square of its colour
     -3 |  -6
tempo  # the side to move
     25 |  14
"""
# The weights end.

#: An entry of this length is a piece-square table.
SQUARE_TABLE_SIZE: Final = 64


def parse_table(text: str) -> dict[str, tuple[list[int], list[int]]]:
    """Returns the table that the text describes. A `#` starts a comment."""
    table: dict[str, tuple[list[int], list[int]]] = {}
    name = ""
    for line in text.splitlines():
        content = line.partition("#")[0].strip()
        if content and not line.startswith(" "):
            name = content
            table[name] = ([], [])
        elif content:
            for numbers, part in zip(table[name], content.split("|"), strict=True):
                numbers += [int(number) for number in part.split()]
    return {name: (_flip_ranks(middlegame), _flip_ranks(endgame)) for name, (middlegame, endgame) in table.items()}


def format_table(table: Weights) -> str:
    """Returns the text of a table with the same entries, comments included."""
    lines = []
    remaining: dict[str, list[list[int]]] = {}
    name = ""
    for line in TABLE_TEXT.splitlines():
        if not line.startswith(" "):
            name = line.partition("#")[0].strip()
            if name:
                remaining[name] = [_flip_ranks(numbers) for numbers in table[name]]
            lines.append(line)
            continue
        parts = []
        for phase, part in enumerate(line.split("|")):
            count = len(part.split())
            parts.append(" ".join(f"{number:3}" for number in remaining[name][phase][:count]))
            del remaining[name][phase][:count]
        lines.append("    " + " | ".join(parts))
    return "\n".join(lines) + "\n"


def _flip_ranks(numbers: list[int]) -> list[int]:
    """Returns a piece-square table with its ranks in reverse order (a8 first or a1 first); other entries unchanged."""
    if len(numbers) != SQUARE_TABLE_SIZE:
        return list(numbers)
    return [number for rank in range(7, -1, -1) for number in numbers[8 * rank : 8 * rank + 8]]


def _entry_offsets() -> dict[str, int]:
    offsets, offset = {}, 0
    for name, (middlegame, _) in TABLE.items():
        offsets[name] = offset
        offset += len(middlegame)
    return offsets


#: The weights by entry name; piece-square tables start with a1.
TABLE: Final[dict[str, tuple[list[int], list[int]]]] = parse_table(TABLE_TEXT)
#: The offset of each entry in the flat list of one phase, and the length of that list.
OFFSETS: Final[dict[str, int]] = _entry_offsets()
COUNT: Final = sum(len(middlegame) for middlegame, _ in TABLE.values())


def flatten(table: Weights = TABLE) -> list[int]:
    """Returns all weights in one list: COUNT middlegame weights, then COUNT endgame weights."""
    return [
        *chain.from_iterable(middlegame for middlegame, _ in table.values()),
        *chain.from_iterable(endgame for _, endgame in table.values()),
    ]
