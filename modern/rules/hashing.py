"""Zobrist keys: one number of 64 bits for a position, which a move changes by a few exclusive ors.

A. L. Zobrist, "A new hashing method with application for game playing", 1970.
"""

from __future__ import annotations

from typing import Final

from modern.rules.bitboard import signed
from modern.rules.native import i64, vec

#: The year of the report. Another seed would do as well, but a key must be the same in every run and in both builds.
SEED: Final = 1994
SIXTY_FOUR_BITS: Final = (1 << 64) - 1


def _splitmix(count: int) -> list[int]:
    """`count` random numbers by G. L. Steele, D. Lea and C. H. Flood's SplitMix64 (2014)."""
    numbers: list[int] = []
    state = SEED
    for _index in range(count):
        state = state + 0x9E3779B97F4A7C15 & SIXTY_FOUR_BITS
        mixed = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & SIXTY_FOUR_BITS
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & SIXTY_FOUR_BITS
        numbers.append(signed(mixed ^ mixed >> 31))
    return numbers


_RANDOM: Final = _splitmix(16 * 64 + 16 + 8 + 1 + 51)
#: By 64 * man + square.
PIECE_KEYS: Final = vec[i64](_RANDOM[:1024])
#: By the four bits of the castling rights.
CASTLING_KEYS: Final = vec[i64](_RANDOM[1024:1040])
#: By the file of the en-passant square.
EN_PASSANT_KEYS: Final = vec[i64](_RANDOM[1040:1048])
#: In the key while Black is to move.
TURN_KEY: Final[i64] = _RANDOM[1048]
#: By the clock up to 100: not in the key, but for whoever wants to tell apart what the fifty-move rule tells apart.
HALFMOVE_CLOCK_KEYS: Final = vec[i64]([0] * 50 + _RANDOM[1049:])


def key_of(mailbox: vec[i64], turn: i64, castling_rights: i64, en_passant_square: i64) -> i64:
    """The key of a position from scratch; what the arguments are is told in Board."""
    key = CASTLING_KEYS[castling_rights]
    for square in range(64):
        if mailbox[square] != 0:
            key ^= PIECE_KEYS[64 * mailbox[square] + square]
    if turn != 0:
        key ^= TURN_KEY
    if en_passant_square >= 0:
        key ^= EN_PASSANT_KEYS[en_passant_square & 7]
    return key
