"""What everything is worth that the evaluation looks at: the one table of weights, in centipawns.

A weight has two numbers, with many men on the board and with few: what stands on the left and on the right below an
entry's name. Squares are as White sees them, a8 first; ranks are counted from one's own side, the first being 0.

The numbers were set by hand at first. benchmarks/tune.py fits them to games, and writes the text anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Final

#: For each name the numbers with many men, and those with few.
Weights = Mapping[str, tuple[list[int], list[int]]]

# The weights begin.
WRITTEN: Final = """
pawn  # what a pawn is worth
     88 | 112
knight  # what a knight is worth
    325 | 305
bishop  # what a bishop is worth
    335 | 315
rook  # what a rook is worth
    475 | 520
queen  # what a queen is worth
    960 | 970
squares of pawns  # where a pawn stands
      0   0   0   0   0   0   0   0 |   0   0   0   0   0   0   0   0
     30  32  36  38  38  36  32  30 |  40  38  36  34  34  36  38  40
     14  16  22  28  28  22  16  14 |  28  27  25  23  23  25  27  28
      6   8  14  26  26  14   8   6 |  15  14  12  10  10  12  14  15
      0   2  10  24  24   4   2   0 |   6   5   4   3   3   4   5   6
      2   0   4   8   8  -6   0   2 |   2   2   2   2   2   2   2   2
      0   4   2 -18 -18   8   6   0 |   0   0   0   0   0   0   0   0
      0   0   0   0   0   0   0   0 |   0   0   0   0   0   0   0   0
squares of knights  # where a knight stands
    -60 -35 -25 -22 -22 -25 -35 -60 | -60 -35 -25 -22 -22 -25 -35 -60
    -30 -15   2   6   6   2 -15 -30 | -30 -15   2   6   6   2 -15 -30
    -18   6  16  22  22  16   6 -18 | -18   6  16  22  22  16   6 -18
    -14   4  18  26  26  18   4 -14 | -14   4  18  26  26  18   4 -14
    -16   2  16  22  22  16   2 -16 | -16   2  16  22  22  16   2 -16
    -22   0  12  14  14  12   0 -22 | -22   0  12  14  14  12   0 -22
    -32 -18  -2   4   4  -2 -18 -32 | -32 -18  -2   4   4  -2 -18 -32
    -60 -30 -28 -24 -24 -28 -30 -60 | -60 -30 -28 -24 -24 -28 -30 -60
squares of bishops  # where a bishop stands
    -20 -12 -10  -8  -8 -10 -12 -20 | -20 -12 -10  -8  -8 -10 -12 -20
    -10   2   0   2   2   0   2 -10 | -10   2   0   2   2   0   2 -10
     -6   4   8  12  12   8   4  -6 |  -6   4   8  12  12   8   4  -6
     -4   8  12  18  18  12   8  -4 |  -4   8  12  18  18  12   8  -4
     -4   6  14  18  18  14   6  -4 |  -4   6  14  18  18  14   6  -4
     -4  10  12  12  12  12  10  -4 |  -4  10  12  12  12  12  10  -4
     -8  12   4   6   6   4  12  -8 |  -8  12   4   6   6   4  12  -8
    -20 -10 -14 -10 -10 -14 -10 -20 | -20 -10 -14 -10 -10 -14 -10 -20
squares of rooks  # where a rook stands
      6   8  10  12  12  10   8   6 |   6   8  10  12  12  10   8   6
     14  18  20  20  20  20  18  14 |  14  18  20  20  20  20  18  14
     -2   4   6   8   8   6   4  -2 |  -2   4   6   8   8   6   4  -2
     -4   2   4   6   6   4   2  -4 |  -4   2   4   6   6   4   2  -4
     -6   0   2   4   4   2   0  -6 |  -6   0   2   4   4   2   0  -6
     -8  -2   0   4   4   0  -2  -8 |  -8  -2   0   4   4   0  -2  -8
    -10  -4   2   6   6   2  -4 -10 | -10  -4   2   6   6   2  -4 -10
     -6  -4   4  10  10   6  -4  -6 |  -6  -4   4  10  10   6  -4  -6
squares of queens  # where a queen stands
    -14  -4   2   4   4   2  -4 -14 | -14  -4   2   4   4   2  -4 -14
     -8   0   4   6   6   4   0  -8 |  -8   0   4   6   6   4   0  -8
     -4   4   8  10  10   8   4  -4 |  -4   4   8  10  10   8   4  -4
     -2   4  10  12  12  10   4  -2 |  -2   4  10  12  12  10   4  -2
     -4   4   8  12  12   8   4  -4 |  -4   4   8  12  12   8   4  -4
     -6   4   6   6   6   6   2  -6 |  -6   4   6   6   6   6   2  -6
    -10   0   4   4   4   2   0 -10 | -10   0   4   4   4   2   0 -10
    -18 -12  -8  -2  -6 -10 -12 -18 | -18 -12  -8  -2  -6 -10 -12 -18
squares of kings  # where the king stands
    -60 -60 -65 -70 -70 -65 -60 -60 | -60 -38 -26 -18 -18 -26 -38 -60
    -55 -55 -60 -65 -65 -60 -55 -55 | -34 -14   2   8   8   2 -14 -34
    -50 -50 -55 -60 -60 -55 -50 -50 | -22   4  20  28  28  20   4 -22
    -45 -45 -50 -55 -55 -50 -45 -45 | -16   8  28  38  38  28   8 -16
    -35 -35 -40 -45 -45 -40 -35 -35 | -18   6  26  36  36  26   6 -18
    -15 -20 -25 -30 -30 -25 -20 -15 | -24   0  16  22  22  16   0 -24
     12  10  -8 -20 -20  -8  12  14 | -38 -16  -2   4   4  -2 -16 -38
     24  34  16  -6   0   6  36  26 | -64 -42 -30 -24 -24 -30 -42 -64
mobility of knights  # by the squares that it can go to, from none
    -30 -18  -8  -2   2   6  10  13 | -36 -22 -10  -2   3   7  10  12
     16 |  13
mobility of bishops  # the same
    -28 -11  -2   6  12  18  24  29 | -36 -17  -7   2   9  16  22  27
     34  38  43  47  51  55 |  33  38  43  48  53  57
mobility of rooks  # the same
    -22 -12  -7  -2   2   5   8  11 | -38 -19  -9   0   7  14  20  25
     14  17  20  22  25  27  29 |  31  36  41  46  51  55  60
mobility of queens  # the same
    -18 -14 -11  -9  -7  -5  -4  -2 | -32 -24 -19 -16 -12  -9  -6  -4
     -1   1   2   3   5   6   7   8 |  -1   1   4   6   8  10  12  15
      9  10  11  13  14  15  16  17 |  17  18  20  22  24  26  28  29
     18  18  19  20 |  31  33  35  36
isolated pawn  # no own pawn on the files beside it
    -10 | -12
doubled pawn  # an own pawn before it on its file
     -6 | -16
backward pawn  # no pawn can come to protect it, and it cannot go on in safety
     -8 | -10
phalanx  # a pawn with another beside it, by its rank
      0   2   4   8  16  34  60   0 |   0   1   3   7  16  36  64   0
protected pawn  # a pawn that another protects, by its rank
      0   0   8   9  14  26  48   0 |   0   0   5   6  12  24  44   0
passed pawn  # no enemy pawn can stop it, by its rank
      0   0   2   6  18  38  70   0 |   0   8  12  26  48  84 130   0
protected passed pawn  # a passed pawn that another pawn protects
      6 |  12
blocked passed pawn  # somebody stands before it, by its rank
      0   0   0  -3  -8 -16 -28   0 |   0  -2  -4 -10 -20 -36 -56   0
free passed pawn  # nobody stands on its way or attacks it, by its rank
      0   0   0   2   6  14  24   0 |   0   2   6  14  28  54  90   0
own king far from passed pawn  # for each step between him and the square before it, times its rank beyond the third
      0 |  -3
enemy king far from passed pawn  # the same for the enemy's
      1 |   5
pawn attacks man  # a pawn attacks a knight, bishop, rook, queen
     46  46  66  60 |  32  36  30  36
minor attacks man  # a knight or bishop attacks a rook, queen
     30  32 |  20  24
rook attacks queen  # a rook attacks a queen
     34 |  20
hanging man  # a man other than a pawn is attacked and not protected
     26 |  18
hanging pawn  # a pawn is attacked and not protected
      8 |  20
near enemy king  # for each square beside the enemy's king that a knight, bishop, rook, queen attacks
      8   6   9   9 |   0   0   0   4
attackers of king  # how many men attack squares beside the enemy's king, from none
      0  -4   8  34  70 100 120 130 |   0   0   0   4   8  10  12  14
safe check  # a knight, bishop, rook, queen can give check where nobody takes it
     34  22  40  34 |   2   4   8  14
shelter  # by the rank of the own pawn before the king, on his file and those beside it; first, where there is none
    -18  22  16   4  -2  -4  -6   0 |   0   0   0   0   0   0   0   0
storm  # by the rank, as the king sees it, of the enemy's nearest pawn on these files; first, where there is none
     -6  -2 -22 -14  -4   2   3   0 |   0   0   0   0   0   0   0   0
blocked storm  # an own pawn stands before it
     10 |   0
bishop pair  # two bishops or more
     28 |  48
rook on open file  # no pawn is on its file
     24 |  10
rook on half-open file  # no own pawn is on its file
     12 |   8
rook on seventh  # and an enemy pawn on that rank, or his king on the last
      8 |  22
knight outpost  # on the fourth to sixth rank, protected by a pawn, and no pawn can drive it away
     22 |  14
bishop outpost  # the same
     14 |   8
bad bishop  # for each own pawn on squares of its colour
     -2 |  -4
tempo  # it is one's move
     18 |   8
"""
# The weights end.

#: What an entry of 64 numbers is by.
SQUARES: Final = 64


def read(text: str) -> dict[str, tuple[list[int], list[int]]]:
    """The table that is written so. A comment ends its line."""
    table: dict[str, tuple[list[int], list[int]]] = {}
    name = ""
    for line in text.splitlines():
        said = line.partition("#")[0].strip()
        if said and not line.startswith(" "):
            name = said
            table[name] = ([], [])
        elif said:
            for numbers, part in zip(table[name], said.split("|"), strict=True):
                numbers += [int(number) for number in part.split()]
    return {name: (_turned(many), _turned(few)) for name, (many, few) in table.items()}


def written(table: Weights) -> str:
    """The text of a table that has the same entries, with the same comments."""
    lines = []
    rest: dict[str, list[list[int]]] = {}
    name = ""
    for line in WRITTEN.splitlines():
        if not line.startswith(" "):
            name = line.partition("#")[0].strip()
            if name:
                rest[name] = [_turned(numbers) for numbers in table[name]]
            lines.append(line)
            continue
        parts = []
        for place, part in enumerate(line.split("|")):
            count = len(part.split())
            parts.append(" ".join(f"{number:3}" for number in rest[name][place][:count]))
            del rest[name][place][:count]
        lines.append("    " + " | ".join(parts))
    return "\n".join(lines) + "\n"


def _turned(numbers: list[int]) -> list[int]:
    """Squares that are written a8 first, from a1 on, or the other way round; other entries as they are."""
    if len(numbers) != SQUARES:
        return list(numbers)
    return [number for rank in range(7, -1, -1) for number in numbers[8 * rank : 8 * rank + 8]]


def _places() -> dict[str, int]:
    places, place = {}, 0
    for name, (many, _) in TABLE.items():
        places[name] = place
        place += len(many)
    return places


#: Names are chess terms; squares begin with a1.
TABLE: Final[dict[str, tuple[list[int], list[int]]]] = read(WRITTEN)
#: Where an entry begins among all numbers, and how many they are.
PLACES: Final[dict[str, int]] = _places()
COUNT: Final = sum(len(many) for many, _ in TABLE.values())


def flattened(table: Weights = TABLE) -> list[int]:
    """All numbers in one list: those with many men, then those with few."""
    return [
        *chain.from_iterable(many for many, _ in table.values()),
        *chain.from_iterable(few for _, few in table.values()),
    ]
