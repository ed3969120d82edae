"""The pawns: what their structure is worth, which of them are passed, and how they shelter the kings.

Pawns move seldom, so what was found out about them is kept in a table. The kings' shelter is kept beside it, as long as
the kings stay where they are.

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
from modern.rules.attacks import PAWN_ATTACKS
from modern.rules.bitboard import BIT, DE_BRUIJN, LOWEST
from modern.rules.native import i64, vec
from modern.rules.pieces import BLACK, PAWN, WHITE

ISOLATED: Final[i64] = OFFSETS["isolated pawn"]
DOUBLED: Final[i64] = OFFSETS["doubled pawn"]
BACKWARD: Final[i64] = OFFSETS["backward pawn"]
PHALANX: Final[i64] = OFFSETS["phalanx"]
PROTECTED: Final[i64] = OFFSETS["protected pawn"]
PASSED: Final[i64] = OFFSETS["passed pawn"]
PROTECTED_PASSED: Final[i64] = OFFSETS["protected passed pawn"]
RANK_8: Final[i64] = 7
SHELTER: Final[i64] = OFFSETS["shelter"]
STORM: Final[i64] = OFFSETS["storm"]
BLOCKED_STORM: Final[i64] = OFFSETS["blocked storm"]

#: How many pawn structures are kept: two to the power of so much.
TABLE_BITS: Final[i64] = 12
#: An entry: the pawns of both sides, what they are worth, the passed ones; the kings' squares in one number, and what
#: their shelters are worth. An empty entry is right for a board without pawns, but its kings stand on one square.
ENTRY_SIZE: Final[i64] = 8
#: What mixes the pawns' bits so that the highest are as good as random.
WHITE_MULTIPLIER: Final[i64] = 0x2545F4914F6CDD1D
BLACK_MULTIPLIER: Final[i64] = 0x369DEA0F31A53F85


class PawnEvaluation:
    """What is known of the pawns. After `look` the rest tells what they are worth, kings' shelter included.

    `white`, `black`  what the sides have; `passed` the passed pawns of both.
    """

    def __init__(self, weights: vec[i64], piece_squares: vec[i64], cached: bool = True) -> None:
        """`weights` and `worth` as Evaluation has them. With `kept` false there is no table to speak of."""
        self.weights: Final = weights
        self.piece_squares: Final = piece_squares
        self.table_bits: i64 = TABLE_BITS if cached else 0
        self.entries: Final = vec[i64]([0] * (int(ENTRY_SIZE) << int(self.table_bits)))
        self.white: i64 = 0
        self.black: i64 = 0
        self.passed: i64 = 0

    def evaluate(self, men: vec[i64], white_king: i64, black_king: i64) -> None:
        """Find out about the pawns of a position, or remember it."""
        entries = self.entries
        white, black = men[PAWN], men[BLACK + PAWN]
        entry = ENTRY_SIZE * ((white * WHITE_MULTIPLIER ^ black * BLACK_MULTIPLIER) >> 50 & (1 << self.table_bits) - 1)
        if entries[entry] != white or entries[entry + 1] != black:
            entries[entry] = white
            entries[entry + 1] = black
            self.passed = 0
            entries[entry + 2] = self._structure(men, WHITE)
            entries[entry + 3] = self._structure(men, BLACK)
            entries[entry + 4] = self.passed
            entries[entry + 5] = 0
        kings = 64 * white_king + black_king
        if entries[entry + 5] != kings:
            entries[entry + 5] = kings
            entries[entry + 6] = self._shelter(men, WHITE, white_king)
            entries[entry + 7] = self._shelter(men, BLACK, black_king)
        self.white = entries[entry + 2] + entries[entry + 6]
        self.black = entries[entry + 3] + entries[entry + 7]
        self.passed = entries[entry + 4]

    def _structure(self, men: vec[i64], us: i64) -> i64:
        """What the pawns of a side are worth; those that are passed are added to `passed`."""
        weights, piece_squares = self.weights, self.piece_squares
        them = us ^ 8
        row = 64 * (us + PAWN)
        own, enemy = men[us + PAWN], men[them + PAWN]
        score: i64 = 0
        squares = own
        while squares != 0:
            square = LOWEST[(squares & -squares) * DE_BRUIJN >> 58 & 63]
            squares ^= BIT[square]
            span = 8 * us + square
            rank = (square ^ 7 * us) >> 3
            protected = PAWN_ATTACKS[8 * them + square] & own != 0
            score += piece_squares[row + square]
            if protected:
                score += weights[PROTECTED + rank]
            if ADJACENT_SQUARES[span] & own != 0:
                score += weights[PHALANX + rank]
            if ADJACENT_FILES[square & 7] & own == 0:
                score += weights[ISOLATED]
            elif SUPPORT_SPAN[span] & own == 0 and PAWN_ATTACKS[span + 8 - 2 * us] & enemy != 0:
                score += weights[BACKWARD]
            if FRONT_SPAN[span] & own != 0:
                score += weights[DOUBLED]
            elif PASSED_PAWN_SPAN[span] & enemy == 0:
                self.passed |= BIT[square]
                score += weights[PASSED + rank]
                if protected:
                    score += weights[PROTECTED_PASSED]
        return score

    def _shelter(self, men: vec[i64], us: i64, king: i64) -> i64:
        """What the pawns before a king are worth, on his file and those beside it (on the edge, the two next to it)."""
        weights = self.weights
        own, enemy = men[us + PAWN], men[(us ^ 8) + PAWN]
        first_file = (king & 7) - 1
        if first_file < 0:
            first_file = 0
        elif first_file > 5:
            first_file = 5
        score: i64 = 0
        for file in range(first_file, first_file + 3):
            own_rank: i64 = 0
            enemy_rank: i64 = 0
            for rank in range((king ^ 7 * us) >> 3, RANK_8):
                bit = BIT[8 * rank + file ^ 7 * us]
                if own_rank == 0 and own & bit != 0:
                    own_rank = rank
                if enemy_rank == 0 and enemy & bit != 0:
                    enemy_rank = rank
            score += weights[SHELTER + own_rank] + weights[STORM + enemy_rank]
            if own_rank != 0 and enemy_rank == own_rank + 1:
                score += weights[BLOCKED_STORM]
        return score
