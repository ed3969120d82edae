"""The board: where the men stand and whose move it is, and how a move is made and taken back.

A move is one number here: its first square, plus 64 times its last, plus 4096 times the kind that a pawn becomes. Move
(modern.rules.move) is its form outside. What is special about a move, castling or en passant, shows in the position.

Nothing here asks whether a move is legal: movegen makes legal ones only, and Position checks those that others bring.
"""

from __future__ import annotations

from typing import Final

from modern.rules.attacks import PAWN_ATTACKS, attackers, is_attacked
from modern.rules.bitboard import BIT, lowest
from modern.rules.errors import MoveError
from modern.rules.hashing import CASTLING_KEYS, EN_PASSANT_KEYS, MAN_KEYS, TURN_KEY
from modern.rules.men import KING, PAWN, ROOK, WHITE
from modern.rules.native import i64, vec

NOWHERE: Final[i64] = -1

WHITE_SHORT: Final[i64] = 1
WHITE_LONG: Final[i64] = 2
BLACK_SHORT: Final[i64] = 4
BLACK_LONG: Final[i64] = 8

#: The castling rights that stay when a move begins or ends on a square.
KEEPS: Final = vec[i64]([15] * 64)
KEEPS[0] = 15 - WHITE_LONG
KEEPS[4] = 15 - WHITE_LONG - WHITE_SHORT
KEEPS[7] = 15 - WHITE_SHORT
KEEPS[56] = 15 - BLACK_LONG
KEEPS[60] = 15 - BLACK_LONG - BLACK_SHORT
KEEPS[63] = 15 - BLACK_SHORT

#: How many plies the history has room for at first.
ROOM: Final = 256

#: Where the history's number for a ply has what: below the first the move, behind the last the clock.
TAKEN_AT: Final[i64] = 15
CASTLING_AT: Final[i64] = 19
EN_PASSANT_AT: Final[i64] = 23
CLOCK_AT: Final[i64] = 30


class Board:
    """A position in numbers, and the moves that led to it.

    `men`      bitboards, by man (modern.rules.men); men[side] has all men of a side.
    `on`       the man on each square, 0 where there is none.
    `turn`     the side to move.
    `castling` the rights, WHITE_SHORT + WHITE_LONG + BLACK_SHORT + BLACK_LONG.
    `en_passant`  the square behind a pawn that has just gone two, if a pawn may lawfully take there; else NOWHERE.
    `clock`    plies since a pawn moved or a man was taken.
    `number`   the number of the move, from 1.
    `key`      the Zobrist key (modern.rules.hashing).
    `made`     how many moves can be taken back; `past` and `past_keys` hold what each of them cannot restore itself.
    """

    def __init__(self) -> None:
        self.men: Final = vec[i64]([0] * 16)
        self.on: Final = vec[i64]([0] * 64)
        self.turn: i64 = WHITE
        self.castling: i64 = 0
        self.en_passant: i64 = NOWHERE
        self.clock: i64 = 0
        self.number: i64 = 1
        self.key: i64 = 0
        self.made: i64 = 0
        self.past: vec[i64] = vec[i64]([0] * ROOM)
        self.past_keys: vec[i64] = vec[i64]([0] * ROOM)

    def copy_from(self, other: Board) -> None:
        """Become the same position as `other`, with the same history."""
        for man in range(16):
            self.men[man] = other.men[man]
        for square in range(64):
            self.on[square] = other.on[square]
        self.turn = other.turn
        self.castling = other.castling
        self.en_passant = other.en_passant
        self.clock = other.clock
        self.number = other.number
        self.key = other.key
        self.made = other.made
        self.past = other.past[:]
        self.past_keys = other.past_keys[:]

    def twin(self) -> Board:
        """The same board, on which a move may be tried: whatever interrupts that, this one stays as it is."""
        other = Board()
        other.copy_from(self)
        return other

    def play(self, move: i64) -> None:
        """Make a move that is legal here."""
        men, on = self.men, self.on
        us = self.turn
        them = us ^ 8
        start, to, promotion = move & 63, move >> 6 & 63, move >> 12
        man, taken = on[start], on[to]
        kind = man & 7
        key = self.key ^ TURN_KEY
        self._remember(move, taken)

        self.clock += 1
        if self.en_passant != NOWHERE:
            key ^= EN_PASSANT_KEYS[self.en_passant & 7]
        if self.castling != 0:
            kept = self.castling & KEEPS[start] & KEEPS[to]
            key ^= CASTLING_KEYS[self.castling] ^ CASTLING_KEYS[kept]
            self.castling = kept

        way = BIT[start] ^ BIT[to]
        men[us] ^= way
        men[man] ^= way
        on[start] = 0
        on[to] = man
        key ^= MAN_KEYS[64 * man + start] ^ MAN_KEYS[64 * man + to]
        if taken != 0:
            men[them] ^= BIT[to]
            men[taken] ^= BIT[to]
            key ^= MAN_KEYS[64 * taken + to]
            self.clock = 0

        behind = NOWHERE
        if kind == PAWN:
            self.clock = 0
            if promotion != 0:
                men[man] ^= BIT[to]
                men[us + promotion] ^= BIT[to]
                on[to] = us + promotion
                key ^= MAN_KEYS[64 * man + to] ^ MAN_KEYS[64 * (us + promotion) + to]
            elif to == self.en_passant:
                pawn = to ^ 8
                men[them] ^= BIT[pawn]
                men[them + PAWN] ^= BIT[pawn]
                on[pawn] = 0
                key ^= MAN_KEYS[64 * (them + PAWN) + pawn]
            elif start ^ to == 16 and can_be_taken_en_passant(men, to ^ 8, them):
                behind = to ^ 8
                key ^= EN_PASSANT_KEYS[behind & 7]
        elif kind == KING and is_castling(start, to):
            key ^= self._move_rook(us, start, to)

        self.en_passant = behind
        self.key = key
        self.turn = them
        self.number += us >> 3

    def unmake(self) -> None:
        """Take the last move back. Raises MoveError where none was made."""
        if self.made == 0:
            raise MoveError("no move has been made that could be taken back")
        men, on = self.men, self.on
        them = self.turn
        us = them ^ 8
        made = self.made - 1
        past = self.past[made]
        start, to, promotion, taken = past & 63, past >> 6 & 63, past >> 12 & 7, past >> TAKEN_AT & 15
        self.made = made
        self.key = self.past_keys[made]
        self.castling = past >> CASTLING_AT & 15
        self.en_passant = (past >> EN_PASSANT_AT & 127) - 1
        self.clock = past >> CLOCK_AT
        self.turn = us
        self.number -= us >> 3

        man = on[to]
        if promotion != 0:
            men[man] ^= BIT[to]
            man = us + PAWN
            men[man] ^= BIT[to]
        way = BIT[start] ^ BIT[to]
        men[us] ^= way
        men[man] ^= way
        on[start] = man
        on[to] = taken
        if taken != 0:
            men[them] ^= BIT[to]
            men[taken] ^= BIT[to]
        if man & 7 == PAWN:
            if to == self.en_passant:
                pawn = to ^ 8
                men[them] ^= BIT[pawn]
                men[them + PAWN] ^= BIT[pawn]
                on[pawn] = them + PAWN
        elif man & 7 == KING and is_castling(start, to):
            self._move_rook(us, start, to, back=True)

    def skip(self) -> None:
        """Let the other side move, as no rule allows; nobody may be in check. It is taken back by `unskip` alone.

        No position before it counts as the same as one after it: https://www.chessprogramming.org/Null_Move
        """
        self._remember(0, 0)
        self.key ^= TURN_KEY
        if self.en_passant != NOWHERE:
            self.key ^= EN_PASSANT_KEYS[self.en_passant & 7]
            self.en_passant = NOWHERE
        self.clock = 0
        self.turn ^= 8

    def unskip(self) -> None:
        """Take `skip` back."""
        made = self.made - 1
        past = self.past[made]
        self.made = made
        self.key = self.past_keys[made]
        self.en_passant = (past >> EN_PASSANT_AT & 127) - 1
        self.clock = past >> CLOCK_AT
        self.turn ^= 8

    def king(self, side: i64) -> i64:
        """The square of a side's king."""
        return lowest(self.men[side + KING])

    def in_check(self) -> bool:
        """Whether the king of the side to move is attacked."""
        men, us = self.men, self.turn
        return is_attacked(men, lowest(men[us + KING]), us ^ 8, men[0] | men[8])

    def _remember(self, move: i64, taken: i64) -> None:
        """Note before a move, in one number, what it will not be able to restore."""
        made = self.made
        if made == len(self.past):
            self.past = _with_room(self.past)
            self.past_keys = _with_room(self.past_keys)
        rights = self.castling << CASTLING_AT | self.en_passant + 1 << EN_PASSANT_AT
        self.past[made] = move | taken << TAKEN_AT | rights | self.clock << CLOCK_AT
        self.past_keys[made] = self.key
        self.made = made + 1

    def _move_rook(self, us: i64, start: i64, to: i64, back: bool = False) -> i64:
        """Bring the rook over (or back) when the king castles from `start` to `to`; returns the change of the key."""
        rook = us + ROOK
        corner = to + 1 if to > start else to - 2
        beside = (start + to) >> 1
        way = BIT[corner] ^ BIT[beside]
        self.men[us] ^= way
        self.men[rook] ^= way
        self.on[corner] = rook if back else 0
        self.on[beside] = 0 if back else rook
        return MAN_KEYS[64 * rook + corner] ^ MAN_KEYS[64 * rook + beside]


def is_castling(start: i64, to: i64) -> bool:
    """Whether a king that goes from `start` to `to` castles: no other move takes it two files."""
    return to - start == 2 or start - to == 2


def may_take_en_passant(men: vec[i64], start: i64, to: i64, us: i64) -> bool:
    """Whether the pawn of side `us` on `start` leaves its own king safe when it takes en passant on `to`.

    Two pawns leave their squares at once, so that neither a pin nor a check tells: what attacks the king then is looked
    at, and the pawn that is gone does not count.
    """
    them = us ^ 8
    pawn = BIT[to ^ 8]
    occupied = (men[us] | men[them]) ^ pawn ^ BIT[start] ^ BIT[to]
    return attackers(men, lowest(men[us + KING]), them, occupied) & ~pawn == 0


def can_be_taken_en_passant(men: vec[i64], behind: i64, them: i64) -> bool:
    """Whether any pawn of side `them` may lawfully take on `behind`, which a pawn has just passed over."""
    takers = PAWN_ATTACKS[8 * (them ^ 8) + behind] & men[them + PAWN]
    while takers != 0:
        taker = lowest(takers)
        if may_take_en_passant(men, taker, behind, them):
            return True
        takers ^= BIT[taker]
    return False


def _with_room(history: vec[i64]) -> vec[i64]:
    """A copy of `history` that is twice as long."""
    longer = vec[i64]([0] * (2 * len(history)))
    for index in range(len(history)):
        longer[index] = history[index]
    return longer
