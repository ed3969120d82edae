"""King and pawn against king: who wins, exactly.

For each pawn (White's, on the files a to d: the others are their mirror), each square of Black's king and each side to
move there is the set of squares on which White's king wins. The sets are found backwards: from the seventh rank down,
since a pawn that goes on is one that is known already; and on each square until nothing new is found.

White to move wins where a move leads to a win: his king's, so the sets spread as kings go, or the pawn's. Black to move
is lost where he has a move and each leads to a loss. https://www.chessprogramming.org/KPK
"""

from __future__ import annotations

from typing import Final

from modern.rules.attacks import KING_ATTACKS, PAWN_ATTACKS
from modern.rules.bitboard import BIT, FILES, RANKS, lowest
from modern.rules.men import WHITE
from modern.rules.native import i64, vec

#: What may be shifted east, and north: whatever comes to h8 comes to the sign of the number, and is moved by itself.
NOT_FILE_A: Final[i64] = ~FILES[0]
MAY_GO_EAST: Final[i64] = ~(FILES[7] | BIT[62])
MAY_GO_NORTH: Final[i64] = ~(RANKS[7] | BIT[55])
NOT_H8: Final[i64] = ~BIT[63]
SEVEN_RANKS: Final[i64] = ~RANKS[7]

#: Pawns on four files and six ranks, kings on all squares.
PAWNS: Final[i64] = 24
KINGS: Final[i64] = 64
#: Where the sets with Black to move begin, behind those with White to move.
BLACK_MOVES: Final[i64] = PAWNS * KINGS


def spread(kings: i64) -> i64:
    """All squares that a king can go to from those of a set."""
    aside = (kings & MAY_GO_EAST) << 1 | (kings >> 62 & 1) * BIT[63] | (kings & NOT_FILE_A) >> 1 & NOT_H8
    wide = kings | aside
    return aside | (wide & MAY_GO_NORTH) << 8 | (wide >> 55 & 1) * BIT[63] | wide >> 8 & SEVEN_RANKS


def place_of(pawn: i64, black_king: i64) -> i64:
    """Where the set of a pawn and Black's king is, with White to move."""
    return KINGS * (4 * ((pawn >> 3) - 1) + (pawn & 7)) + black_king


def found() -> vec[i64]:
    """All sets."""
    sets = vec[i64]([0] * int(2 * BLACK_MOVES))
    for rank in range(6, 0, -1):
        for file in range(4):
            pawn: i64 = 8 * rank + file
            _push(sets, pawn)
            while _go_back(sets, pawn):
                pass
    return sets


def _push(sets: vec[i64], pawn: i64) -> None:
    """Where White wins because the pawn goes on: it becomes a queen that stays, or what it leads to is won."""
    stop = pawn + 8
    for king in range(KINGS):
        allowed = _allowed(pawn, king)
        if PAWN_ATTACKS[pawn] & BIT[king] != 0 or king == stop:
            continue  # he would be in check, or bars the way
        free = allowed & ~BIT[stop]
        if pawn >= 48:
            won = free if KING_ATTACKS[king] & BIT[stop] == 0 else free & KING_ATTACKS[stop]
        else:
            won = free & sets[BLACK_MOVES + place_of(stop, king)]
            if pawn < 16 and king != stop + 8:
                won |= free & ~BIT[stop + 8] & sets[BLACK_MOVES + place_of(stop + 8, king)]
        sets[place_of(pawn, king)] = won


def _go_back(sets: vec[i64], pawn: i64) -> bool:
    """One move of Black's back, and one of White's king; whether anything new is won."""
    new = False
    for king in range(KINGS):
        lost = _lost(sets, pawn, king)
        at = place_of(pawn, king)
        if sets[BLACK_MOVES + at] != lost:
            sets[BLACK_MOVES + at] = lost
            new = True
            if PAWN_ATTACKS[pawn] & BIT[king] == 0:
                sets[at] |= spread(lost) & _allowed(pawn, king)
    return new


def _lost(sets: vec[i64], pawn: i64, king: i64) -> i64:
    """The squares of White's king where Black, to move, is lost."""
    lost = _allowed(pawn, king)
    stuck = lost
    steps = KING_ATTACKS[king] & ~PAWN_ATTACKS[pawn]
    while steps != 0:
        to = lowest(steps)
        steps ^= BIT[to]
        # He may not go beside White's king; where he may take the pawn, there is no set, and nothing is won.
        barred = KING_ATTACKS[to]
        stuck &= barred
        lost &= barred if to == pawn else barred | sets[place_of(pawn, to)]
        if lost == 0:
            return 0
    return lost & ~stuck


def _allowed(pawn: i64, king: i64) -> i64:
    """Where White's king may stand."""
    return ~(KING_ATTACKS[king] | BIT[king] | BIT[pawn]) if king != pawn else 0


class Known:
    """The sets, once somebody has asked."""

    def __init__(self) -> None:
        self.sets: vec[i64] = vec[i64]([0])

    def ask(self) -> vec[i64]:
        """The sets; the first time they are found."""
        if len(self.sets) == 1:
            self.sets = found()
        return self.sets


KNOWN: Final = Known()


def is_won(king: i64, pawn: i64, enemy_king: i64, side: i64, turn: i64) -> bool:
    """Whether the side that has the pawn wins; `king` is his."""
    turned: i64 = 0 if side == WHITE else 56
    if pawn & 7 > 3:
        turned ^= 7
    at = place_of(pawn ^ turned, enemy_king ^ turned)
    sets = KNOWN.ask()
    return sets[at if turn == side else BLACK_MOVES + at] & BIT[king ^ turned] != 0
