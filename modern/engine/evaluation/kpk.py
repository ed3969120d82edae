"""King and pawn against king: a bitbase with the exact result of every position.

The pawn is White's and stands on files a to d; the other positions are mirrored. For each pawn square, each square of
Black's king and each side to move, the bitbase has the set of squares on which White's king wins. The sets are computed
by retrograde analysis: from the seventh rank down, because a pawn push leads to a rank already solved, and on each pawn
square until no new win is found.

White to move wins if a move leads to a win: a pawn move, or a king move, which spreads the set as kings move. Black to
move loses if it has a legal move and every move leads to a loss. https://www.chessprogramming.org/KPK
"""

from __future__ import annotations

from typing import Final

from modern.rules.attacks import KING_ATTACKS, PAWN_ATTACKS
from modern.rules.bitboard import BIT, FILES, RANKS, lowest
from modern.rules.native import i64, vec
from modern.rules.pieces import WHITE

#: Squares that may be shifted east or north. A square shifted to h8 would reach the sign bit, so it is handled apart.
NOT_FILE_A: Final[i64] = ~FILES[0]
NOT_FILE_H_NOR_G8: Final[i64] = ~(FILES[7] | BIT[62])
NOT_RANK_8_NOR_H7: Final[i64] = ~(RANKS[7] | BIT[55])
NOT_H8: Final[i64] = ~BIT[63]
NOT_RANK_8: Final[i64] = ~RANKS[7]

#: The pawn stands on four files and six ranks, Black's king on any square.
PAWN_SQUARES: Final[i64] = 24
KING_SQUARES: Final[i64] = 64
#: The offset of the sets with Black to move, which follow those with White to move.
BLACK_TO_MOVE: Final[i64] = PAWN_SQUARES * KING_SQUARES


def king_reach(kings: i64) -> i64:
    """Returns all squares that a king can reach in one move from any square of a set."""
    sideways = (kings & NOT_FILE_H_NOR_G8) << 1 | (kings >> 62 & 1) * BIT[63] | (kings & NOT_FILE_A) >> 1 & NOT_H8
    wide = kings | sideways
    return sideways | (wide & NOT_RANK_8_NOR_H7) << 8 | (wide >> 55 & 1) * BIT[63] | wide >> 8 & NOT_RANK_8


def index_of(pawn: i64, black_king: i64) -> i64:
    """Returns the index of the set for a pawn and Black's king, with White to move."""
    return KING_SQUARES * (4 * ((pawn >> 3) - 1) + (pawn & 7)) + black_king


def compute_sets() -> vec[i64]:
    """Returns all sets, by index_of() and, with Black to move, by BLACK_TO_MOVE + index_of()."""
    sets = vec[i64]([0] * int(2 * BLACK_TO_MOVE))
    for rank in range(6, 0, -1):
        for file in range(4):
            pawn: i64 = 8 * rank + file
            _pawn_moves(sets, pawn)
            while _retrograde_step(sets, pawn):
                pass
    return sets


def _pawn_moves(sets: vec[i64], pawn: i64) -> None:
    """Adds White's wins by a pawn move: it promotes to a queen that survives, or the pushed pawn wins."""
    stop_square = pawn + 8
    for king in range(KING_SQUARES):
        allowed = _allowed_white_kings(pawn, king)
        if PAWN_ATTACKS[pawn] & BIT[king] != 0 or king == stop_square:
            continue  # Black would be in check with White to move, or blocks the pawn
        free = allowed & ~BIT[stop_square]
        if pawn >= 48:
            won = free if KING_ATTACKS[king] & BIT[stop_square] == 0 else free & KING_ATTACKS[stop_square]
        else:
            won = free & sets[BLACK_TO_MOVE + index_of(stop_square, king)]
            if pawn < 16 and king != stop_square + 8:
                won |= free & ~BIT[stop_square + 8] & sets[BLACK_TO_MOVE + index_of(stop_square + 8, king)]
        sets[index_of(pawn, king)] = won


def _retrograde_step(sets: vec[i64], pawn: i64) -> bool:
    """Retracts one move of Black and one of White's king. Returns True if a new win was found."""
    new = False
    for king in range(KING_SQUARES):
        lost = _black_losses(sets, pawn, king)
        index = index_of(pawn, king)
        if sets[BLACK_TO_MOVE + index] != lost:
            sets[BLACK_TO_MOVE + index] = lost
            new = True
            if PAWN_ATTACKS[pawn] & BIT[king] == 0:
                sets[index] |= king_reach(lost) & _allowed_white_kings(pawn, king)
    return new


def _black_losses(sets: vec[i64], pawn: i64, king: i64) -> i64:
    """Returns the squares of White's king on which Black to move loses."""
    lost = _allowed_white_kings(pawn, king)
    no_moves = lost
    targets = KING_ATTACKS[king] & ~PAWN_ATTACKS[pawn]
    while targets != 0:
        to_square = lowest(targets)
        targets ^= BIT[to_square]
        # Black may not move next to White's king. A capture of the pawn draws, so it has no set of wins.
        excluded = KING_ATTACKS[to_square]
        no_moves &= excluded
        lost &= excluded if to_square == pawn else excluded | sets[index_of(pawn, to_square)]
        if lost == 0:
            return 0
    return lost & ~no_moves


def _allowed_white_kings(pawn: i64, king: i64) -> i64:
    """Returns the squares on which White's king may stand."""
    return ~(KING_ATTACKS[king] | BIT[king] | BIT[pawn]) if king != pawn else 0


class Bitbase:
    """The sets of winning king squares, computed when they are first needed."""

    def __init__(self) -> None:
        self.sets: vec[i64] = vec[i64]([0])

    def probe(self) -> vec[i64]:
        """Returns the sets, and computes them on the first call."""
        if len(self.sets) == 1:
            self.sets = compute_sets()
        return self.sets


BITBASE: Final = Bitbase()


def is_won(king: i64, pawn: i64, enemy_king: i64, side: i64, turn: i64) -> bool:
    """Returns True if `side`, which has the king on `king` and the pawn, wins with `turn` to move."""
    flip: i64 = 0 if side == WHITE else 56
    if pawn & 7 > 3:
        flip ^= 7
    index = index_of(pawn ^ flip, enemy_king ^ flip)
    sets = BITBASE.probe()
    return sets[index if turn == side else BLACK_TO_MOVE + index] & BIT[king ^ flip] != 0
