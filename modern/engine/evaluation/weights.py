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
     66 | 110
knight  # the value of a knight
    308 | 346
bishop  # the value of a bishop
    322 | 355
rook  # the value of a rook
    409 | 610
queen  # the value of a queen
    986 | 1033
squares of pawns  # piece-square table
      0   0   0   0   0   0   0   0 |   0   0   0   0   0   0   0   0
     44  36  30  35  43  32  34  29 |  29  39  48  38  29  37  44  27
     18   9  25  15  33   5  20  30 |  27  30  17  24  20  45  28  28
      2   7   8  26  18  15  13   5 |  19  19  -2  -5   0  16  11  16
     -2  -4   9  17  14   8   3  -1 |   9   3  -6  -6   0   2   4   5
     -1  -9  -1   3   8   2  17   3 |  -5  -3  -2  -1   1   6  -8  -4
     -6   2  -5 -11  -9  10  21  -4 |  11  -2   6  19  24  13   0   2
      0   0   0   0   0   0   0   0 |   0   0   0   0   0   0   0   0
squares of knights  # piece-square table
    -72 -33 -33 -20 -20 -37 -34 -66 | -60 -25 -23 -15 -21 -25 -35 -60
    -55 -25  -7   3   8   9 -16 -29 | -29   0   0   0   2   0 -15 -28
     -9   2  12  35  30  19   9   0 |  -3   3  21  20   7   5   2 -14
     -9 -10  15  29  20  28   8  12 |  -9  11  20  23  27  28   5 -13
    -19 -14  15  14  20  11  14 -16 | -15   2  25  24  18  12  -1  -1
    -28  -7  -7  13  21   1  11 -30 |  -9   0   4  14  15   1  -9 -20
    -41 -24  -9  -4   6  -3   2 -24 | -44 -16  -8  -7 -10  -6  -1 -25
    -52 -28 -31 -12 -26 -19 -26 -53 | -58 -18 -28 -24 -24 -22 -33 -58
squares of bishops  # piece-square table
    -27  -5 -20 -10  -8 -23 -13   2 |  -9  -2  -4   3  -2  -8  -9 -10
     -5  -6 -19 -19 -12   7  -6 -22 |  -3   8   4 -11  -2   5   7  -2
    -16   6 -15  14  17  21  -2   3 |  -7   4   4   7  13  13   7 -12
    -10  13   9  20  24   0  16  -9 |  -1   3  11  19  14  12   0 -12
    -17   0   8  13  28   9  18  -4 |  -7   9  19  18  12  14  10 -14
     -1  17  10   7   3  18  12   2 |   2   6   9  10  11  13  -3  -1
     -4  13   2   2  11  12  21 -14 |  -2  -2   4   4   3  -6  -9 -15
     -9   3  -5  -5  15 -12  -7 -19 |   0  -2  -5  -8 -20   0 -10  -1
squares of rooks  # piece-square table
      9  14   8  19  13  12  20  24 |  29  22  25  25  21  23  23  21
      8   6  22  18  23  22   9  22 |  21  19  13  16  13  14  20  12
    -10  19  25  20  27  21  12   5 |  24   9  11  13  10  11   9  11
     -6  -7  10  16   3  13  11  -4 |  11  12  10   6  11   5   6  14
    -18 -18   1  -6  -6   0  -2 -10 |  20   7   4  13   5   6   2  -7
    -20 -11 -10 -17 -20 -19   0 -19 |  -1   1   6   4   2  -1  -3  -5
    -30   0  -8  -7  -3   6   2 -29 |  -1 -22  -8 -14 -15 -15 -18 -20
     -5  -2   5  12  10  14 -10  -7 | -12 -14  -5 -13 -14 -15  -3 -15
squares of queens  # piece-square table
    -13  -4   6  12   9   8   2   8 |  -9  -5   5   7   3   9   1  -6
    -11 -21   2   9   9  20   4   3 |  -3  10   9   9  15  12   7  -3
    -21   2   9  22  25  13  12   0 |   2   3  17  19  16  16  18  -6
      0 -14  13  -8  10   9  -1   8 |  -5  12  12  11  23  18  19  14
     -1  -8  -1  -3   6  -2   2  -4 | -20  11  20  37  17  19   4   3
    -17  -1  -1  -4  -2  -1   5  -6 |  -7  -2  14   9  16  19   1  -2
    -12   3  10   6  11  16   9  -4 | -12  -8 -32 -24  -2 -33 -19 -10
    -11  -8 -10   1  -5 -15 -17  -7 | -22 -14 -15 -35 -21 -16 -18 -13
squares of kings  # piece-square table
    -60 -60 -65 -70 -70 -65 -59 -60 | -57 -41 -26 -19 -20 -27 -35 -59
    -54 -50 -61 -63 -63 -59 -51 -54 | -31  10   6  21  19  12   7 -27
    -47 -50 -54 -60 -62 -53 -43 -48 | -12  26  25  26  29  31  32  -6
    -45 -48 -50 -57 -57 -47 -43 -43 | -17  14  16  25  28  33  21  -3
    -36 -31 -46 -51 -51 -37 -44 -42 | -13  -3  11  19  18  21   5 -12
     -7  -1 -34 -38 -40 -13 -14 -11 | -22 -12   1   8   9   4  -3 -18
     36  14 -13 -25 -29 -14   4  15 | -40 -29 -15  -7  -6  -7 -19 -24
     20  33  25 -20   6  -5  33  23 | -59 -52 -36 -33 -40 -37 -42 -49
mobility of knights  # by the number of squares it can move to, from 0
    -35 -20 -13  -7  -1   4   9  11 | -53 -29   0  12  17  23  22  19
     24 |   7
mobility of bishops  # the same
    -18  -5   4  11  17  18  22  21 | -33  -5  -7   7  19  31  34  39
     21  25  39  47  48  54 |  44  43  37  39  42  38
mobility of rooks  # the same
    -27 -15 -12  -4  -3   1   5   4 | -38 -22  -4   0  17  26  30  37
      7  12  18  17  21  13  32 |  44  46  47  54  61  64  48
mobility of queens  # the same
    -17 -20 -16 -13 -10  -8  -6  -5 | -33 -25 -28 -29 -35 -32 -18  -2
     -1   0   2   2   6   6   9  11 |  -6  22  21  21  28  36  37  31
     16  23  21  23  22  21  18  16 |  34  33  30  28  25  25  24  16
     16  15  18  19 |  23  24  33  32
isolated pawn  # no friendly pawn on the adjacent files
     -4 | -13
doubled pawn  # a friendly pawn in front of it on its file
     -9 | -11
backward pawn  # no pawn can ever protect it, and an enemy pawn controls the square in front of it
     -4 | -12
phalanx  # a friendly pawn beside it, by rank
      0   6   5   8  22  78  69   0 |   0  -2   3  12  26  62  91   0
protected pawn  # a friendly pawn protects it, by rank
      0   0  11  12  15  30  74   0 |   0   0  11   6  14  33  75   0
passed pawn  # no enemy pawn can stop it, by rank
      0   4  -5  -8   8  26  81   0 |   0  10  20  29  49  69 124   0
protected passed pawn  # a friendly pawn protects it
     18 |   1
blocked passed pawn  # a piece stands in front of it, by rank
      0   7   3  -4 -18  -7 -45   0 |   0  -3   0  -8 -16 -25 -63   0
free passed pawn  # its path is empty and not attacked, by rank
      0  -3 -21 -24 -20  15  35   0 |   0  22  17  24  37  83 127   0
own king far from passed pawn  # for each king step to the square in front of it, times its rank beyond the third
      1 |  -6
enemy king far from passed pawn  # the same for the enemy king
     -2 |  12
pawn attacks piece  # a pawn attacks a knight, bishop, rook, queen
     64  61  65  52 |  39  46  29  22
minor attacks piece  # a knight or bishop attacks a rook, queen
     52  62 |  37  27
rook attacks queen  # a rook attacks a queen
     67 |  23
hanging piece  # a piece other than a pawn is attacked and not protected
     20 |  30
hanging pawn  # a pawn is attacked and not protected
     15 |  44
king ring attacks  # for each square adjacent to the enemy king that a knight, bishop, rook, queen attacks
      9   9   8  11 |  -8  -4  -6  16
king attackers  # by the number of pieces that attack squares adjacent to the enemy king, from 0
     -3 -19  -2  49  81 101 120 130 |  -7   1   4   6   9  10  12  14
safe check  # a knight, bishop, rook, queen can give check on a square that the enemy does not attack
     44  14  64  21 |  26  41  31  84
shelter  # by the rank of the pawn in front of the king, on its file and the adjacent ones; first, if there is none
    -13  19  10   2  -9  -3   6   0 |  -8 -13  -9  -5   7  15  12   0
storm  # by the rank, from the king's side, of the nearest enemy pawn on these files; first, if there is none
    -12   0 -22  -6  -7   4   0   0 | -10   9  15   6  -4 -11  -6   0
blocked storm  # a friendly pawn stands in front of it
     11 | -19
bishop pair  # at least two bishops
     14 |  57
rook on open file  # no pawns on its file
     41 |   1
rook on half-open file  # no friendly pawn on its file, but an enemy pawn
     15 |  20
rook on seventh  # with an enemy pawn on that rank, or the enemy king on the last
     -6 |  20
knight outpost  # on the fourth to sixth rank, protected by a pawn, and no enemy pawn can ever attack it
     36 |   9
bishop outpost  # the same
     31 |   5
bad bishop  # for each friendly pawn on a square of its colour
     -4 |  -3
tempo  # the side to move
     22 |  14
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
