"""Pawn evaluation: the structure, the passed pawns, and the kings' pawn shelters.

Pawns rarely move, so the results are stored in a pawn hash table. The shelter scores are stored in the same entry, and
each is valid until its king moves.

https://www.chessprogramming.org/Pawn_Structure, https://www.chessprogramming.org/Pawn_Hash_Table,
https://www.chessprogramming.org/King_Safety#Pawn_Shield
"""

from __future__ import annotations

from typing import Final

from modern.engine.evaluation.spans import (
    ADJACENT_FILES,
    ADJACENT_SQUARES,
    FRONT_SPAN,
    PASSED_PAWN_SPAN,
    SUPPORT_SPAN,
)
from modern.engine.evaluation.weights import OFFSETS
from modern.rules.attacks import PAWN_ATTACKERS, PAWN_ATTACKS
from modern.rules.bitboard import BIT, DE_BRUIJN, LOWEST
from modern.rules.native import i64, vec
from modern.rules.pieces import BLACK, PAWN, WHITE, opponent, pawn_push, relative_square

ISOLATED: Final[i64] = OFFSETS["isolated pawn"]
DOUBLED: Final[i64] = OFFSETS["doubled pawn"]
BACKWARD: Final[i64] = OFFSETS["backward pawn"]
PHALANX: Final[i64] = OFFSETS["phalanx"]
PROTECTED: Final[i64] = OFFSETS["protected pawn"]
PASSED: Final[i64] = OFFSETS["passed pawn"]
PROTECTED_PASSED: Final[i64] = OFFSETS["protected passed pawn"]
#: The index of the last rank, where no pawn stands.
RANK_8: Final[i64] = 7
SHELTER: Final[i64] = OFFSETS["shelter"]
STORM: Final[i64] = OFFSETS["storm"]
BLOCKED_STORM: Final[i64] = OFFSETS["blocked storm"]

#: The base-2 logarithm of the number of entries in the pawn hash table.
TABLE_BITS: Final[i64] = 12
#: The words of an entry: White's and Black's pawns, their two scores, the passed pawns, both kings' squares in one
#: number, and the two shelter scores. An empty entry is valid for a board without pawns, but not for any king.
ENTRY_SIZE: Final[i64] = 8
#: Multipliers that hash the pawn bitboards; the highest bits of the product are close to random.
WHITE_MULTIPLIER: Final[i64] = 0x2545F4914F6CDD1D
BLACK_MULTIPLIER: Final[i64] = 0x369DEA0F31A53F85


class PawnEvaluation:
    """Evaluates pawn structures, with a hash table.

    After `evaluate`:
    `white`, `black`  each side's packed score, king shelter included.
    `passed`          the passed pawns of both sides.
    """

    def __init__(self, weights: vec[i64], piece_squares: vec[i64], cached: bool = True) -> None:
        """`weights` and `piece_squares` are those of Evaluation. If `cached` is False, the table has a single entry."""
        self.weights: Final = weights
        self.piece_squares: Final = piece_squares
        self.table_bits: i64 = TABLE_BITS if cached else 0
        self.entries: Final = vec[i64]([0] * (int(ENTRY_SIZE) << int(self.table_bits)))
        self.white: i64 = 0
        self.black: i64 = 0
        self.passed: i64 = 0

    def evaluate(self, bitboards: vec[i64], white_king: i64, black_king: i64) -> None:
        """Evaluates the pawns of a position, or takes the result from the hash table."""
        entries = self.entries
        white, black = bitboards[PAWN], bitboards[BLACK + PAWN]
        slot = ENTRY_SIZE * ((white * WHITE_MULTIPLIER ^ black * BLACK_MULTIPLIER) >> 50 & (1 << self.table_bits) - 1)
        if entries[slot] != white or entries[slot + 1] != black:
            entries[slot] = white
            entries[slot + 1] = black
            self.passed = 0
            entries[slot + 2] = self._structure(bitboards, WHITE)
            entries[slot + 3] = self._structure(bitboards, BLACK)
            entries[slot + 4] = self.passed
            entries[slot + 5] = 0
        kings = 128 * (white_king + 1) + black_king + 1
        known_kings = entries[slot + 5]
        if known_kings != kings:
            entries[slot + 5] = kings
            if known_kings >> 7 != white_king + 1:
                entries[slot + 6] = self._shelter(bitboards, WHITE, white_king)
            if known_kings & 127 != black_king + 1:
                entries[slot + 7] = self._shelter(bitboards, BLACK, black_king)
        self.white = entries[slot + 2] + entries[slot + 6]
        self.black = entries[slot + 3] + entries[slot + 7]
        self.passed = entries[slot + 4]

    def _structure(self, bitboards: vec[i64], us: i64) -> i64:
        """Returns the packed score of a side's pawns, and adds its passed pawns to `passed`."""
        weights, piece_squares = self.weights, self.piece_squares
        them = opponent(us)
        row = 64 * (us + PAWN)
        own, enemy = bitboards[us + PAWN], bitboards[them + PAWN]
        score: i64 = 0
        squares = own
        while squares != 0:
            square = LOWEST[(squares & -squares) * DE_BRUIJN >> 58 & 63]
            squares ^= BIT[square]
            span = 8 * us + square
            rank = relative_square(us, square) >> 3
            protected = PAWN_ATTACKERS[span] & own != 0
            score += piece_squares[row + square]
            if protected:
                score += weights[PROTECTED + rank]
            if ADJACENT_SQUARES[span] & own != 0:
                score += weights[PHALANX + rank]
            if ADJACENT_FILES[square & 7] & own == 0:
                score += weights[ISOLATED]
            elif SUPPORT_SPAN[span] & own == 0 and PAWN_ATTACKS[span + pawn_push(us)] & enemy != 0:
                score += weights[BACKWARD]
            if FRONT_SPAN[span] & own != 0:
                score += weights[DOUBLED]
            elif PASSED_PAWN_SPAN[span] & enemy == 0:
                self.passed |= BIT[square]
                score += weights[PASSED + rank]
                if protected:
                    score += weights[PROTECTED_PASSED]
        return score

    def _shelter(self, bitboards: vec[i64], us: i64, king: i64) -> i64:
        """Returns the packed score of the pawns in front of a king, on three files.

        These are the king's file and the adjacent ones; for a king on the a- or h-file, the three files at that edge.
        """
        weights = self.weights
        own, enemy = bitboards[us + PAWN], bitboards[opponent(us) + PAWN]
        king_rank, push = relative_square(us, king) >> 3, pawn_push(us)
        first_file = (king & 7) - 1
        if first_file < 0:
            first_file = 0
        elif first_file > 5:
            first_file = 5
        score: i64 = 0
        for file in range(first_file, first_file + 3):
            own_rank: i64 = 0
            enemy_rank: i64 = 0
            square = relative_square(us, 8 * king_rank + file)
            for rank in range(king_rank, RANK_8):
                bit = BIT[square]
                square += push
                if own_rank == 0 and own & bit != 0:
                    own_rank = rank
                if enemy_rank == 0 and enemy & bit != 0:
                    enemy_rank = rank
            score += weights[SHELTER + own_rank] + weights[STORM + enemy_rank]
            if own_rank != 0 and enemy_rank == own_rank + 1:
                score += weights[BLOCKED_STORM]
        return score
