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
from modern.rules.native import i64, vec
from modern.rules.pieces import WHITE

#: What may be shifted east, and north: whatever comes to h8 comes to the sign of the number, and is moved by itself.
NOT_FILE_A: Final[i64] = ~FILES[0]
NOT_FILE_H_NOR_G8: Final[i64] = ~(FILES[7] | BIT[62])
NOT_RANK_8_NOR_H7: Final[i64] = ~(RANKS[7] | BIT[55])
NOT_H8: Final[i64] = ~BIT[63]
NOT_RANK_8: Final[i64] = ~RANKS[7]

#: Pawns on four files and six ranks, kings on all squares.
PAWN_SQUARES: Final[i64] = 24
KING_SQUARES: Final[i64] = 64
#: Where the sets with Black to move begin, behind those with White to move.
BLACK_TO_MOVE: Final[i64] = PAWN_SQUARES * KING_SQUARES


def king_reach(kings: i64) -> i64:
    """All squares that a king can go to from those of a set."""
    aside = (kings & NOT_FILE_H_NOR_G8) << 1 | (kings >> 62 & 1) * BIT[63] | (kings & NOT_FILE_A) >> 1 & NOT_H8
    wide = kings | aside
    return aside | (wide & NOT_RANK_8_NOR_H7) << 8 | (wide >> 55 & 1) * BIT[63] | wide >> 8 & NOT_RANK_8


def index_of(pawn: i64, black_king: i64) -> i64:
    """Where the set of a pawn and Black's king is, with White to move."""
    return KING_SQUARES * (4 * ((pawn >> 3) - 1) + (pawn & 7)) + black_king


def compute_sets() -> vec[i64]:
    """All sets."""
    sets = vec[i64]([0] * int(2 * BLACK_TO_MOVE))
    for rank in range(6, 0, -1):
        for file in range(4):
            pawn: i64 = 8 * rank + file
            _pawn_moves(sets, pawn)
            while _retrograde_step(sets, pawn):
                pass
    return sets


def _pawn_moves(sets: vec[i64], pawn: i64) -> None:
    """Where White wins because the pawn goes on: it becomes a queen that stays, or what it leads to is won."""
    stop = pawn + 8
    for king in range(KING_SQUARES):
        allowed = _allowed_white_kings(pawn, king)
        if PAWN_ATTACKS[pawn] & BIT[king] != 0 or king == stop:
            continue  # he would be in check, or bars the way
        free = allowed & ~BIT[stop]
        if pawn >= 48:
            won = free if KING_ATTACKS[king] & BIT[stop] == 0 else free & KING_ATTACKS[stop]
        else:
            won = free & sets[BLACK_TO_MOVE + index_of(stop, king)]
            if pawn < 16 and king != stop + 8:
                won |= free & ~BIT[stop + 8] & sets[BLACK_TO_MOVE + index_of(stop + 8, king)]
        sets[index_of(pawn, king)] = won


def _retrograde_step(sets: vec[i64], pawn: i64) -> bool:
    """One move of Black's back, and one of White's king; whether anything new is won."""
    new = False
    for king in range(KING_SQUARES):
        lost = _black_losses(sets, pawn, king)
        at = index_of(pawn, king)
        if sets[BLACK_TO_MOVE + at] != lost:
            sets[BLACK_TO_MOVE + at] = lost
            new = True
            if PAWN_ATTACKS[pawn] & BIT[king] == 0:
                sets[at] |= king_reach(lost) & _allowed_white_kings(pawn, king)
    return new


def _black_losses(sets: vec[i64], pawn: i64, king: i64) -> i64:
    """The squares of White's king where Black, to move, is lost."""
    lost = _allowed_white_kings(pawn, king)
    no_moves = lost
    targets = KING_ATTACKS[king] & ~PAWN_ATTACKS[pawn]
    while targets != 0:
        to_square = lowest(targets)
        targets ^= BIT[to_square]
        # He may not go beside White's king; where he may take the pawn, there is no set, and nothing is won.
        excluded = KING_ATTACKS[to_square]
        no_moves &= excluded
        lost &= excluded if to_square == pawn else excluded | sets[index_of(pawn, to_square)]
        if lost == 0:
            return 0
    return lost & ~no_moves


def _allowed_white_kings(pawn: i64, king: i64) -> i64:
    """Where White's king may stand."""
    return ~(KING_ATTACKS[king] | BIT[king] | BIT[pawn]) if king != pawn else 0


class Bitbase:
    """The sets, once somebody has asked."""

    def __init__(self) -> None:
        self.sets: vec[i64] = vec[i64]([0])

    def probe(self) -> vec[i64]:
        """The sets; the first time they are found."""
        if len(self.sets) == 1:
            self.sets = compute_sets()
        return self.sets


BITBASE: Final = Bitbase()


def is_won(king: i64, pawn: i64, enemy_king: i64, side: i64, turn: i64) -> bool:
    """Whether the side that has the pawn wins; `king` is his."""
    flip: i64 = 0 if side == WHITE else 56
    if pawn & 7 > 3:
        flip ^= 7
    index = index_of(pawn ^ flip, enemy_king ^ flip)
    sets = BITBASE.probe()
    return sets[index if turn == side else BLACK_TO_MOVE + index] & BIT[king ^ flip] != 0
