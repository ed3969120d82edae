"""Zobrist keys: a 64-bit number for each position, which a move updates with a few exclusive ors.

A. L. Zobrist, "A new hashing method with application for game playing", 1970.
"""

from __future__ import annotations

from typing import Final

from modern.rules.bitboard import signed
from modern.rules.native import i64, vec

#: The year of the report. Any seed would do, but a key must be the same in every run and in both builds.
SEED: Final = 1994
SIXTY_FOUR_BITS: Final = (1 << 64) - 1


def _splitmix(count: int) -> list[int]:
    """Returns `count` pseudo-random numbers from G. L. Steele, D. Lea and C. H. Flood's SplitMix64 (2014)."""
    numbers: list[int] = []
    state = SEED
    for _index in range(count):
        state = state + 0x9E3779B97F4A7C15 & SIXTY_FOUR_BITS
        mixed = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & SIXTY_FOUR_BITS
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & SIXTY_FOUR_BITS
        numbers.append(signed(mixed ^ mixed >> 31))
    return numbers


_RANDOM: Final = _splitmix(16 * 64 + 16 + 8 + 1 + 51)
#: Indexed by 64 * piece + square.
PIECE_KEYS: Final = vec[i64](_RANDOM[:1024])
#: Indexed by the four bits of the castling rights.
CASTLING_KEYS: Final = vec[i64](_RANDOM[1024:1040])
#: Indexed by the file of the en passant square.
EN_PASSANT_KEYS: Final = vec[i64](_RANDOM[1040:1048])
#: Part of the key when Black is to move.
TURN_KEY: Final[i64] = _RANDOM[1048]
#: Indexed by the halfmove clock, up to 100. Not part of the key: the transposition table adds them, so that positions
#: close to the fifty-move rule have entries of their own.
HALFMOVE_CLOCK_KEYS: Final = vec[i64]([0] * 50 + _RANDOM[1049:])


def key_of(mailbox: vec[i64], turn: i64, castling_rights: i64, en_passant_square: i64) -> i64:
    """Computes the key of a position from scratch. modern.rules.board.Board explains the arguments."""
    key = CASTLING_KEYS[castling_rights]
    for square in range(64):
        if mailbox[square] != 0:
            key ^= PIECE_KEYS[64 * mailbox[square] + square]
    if turn != 0:
        key ^= TURN_KEY
    if en_passant_square >= 0:
        key ^= EN_PASSANT_KEYS[en_passant_square & 7]
    return key
