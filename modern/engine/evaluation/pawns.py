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
    AHEAD,
    AHEAD_AND_BESIDE,
    BEHIND_BESIDE,
    BESIDE,
)
from modern.engine.evaluation.weights import PLACES
from modern.rules.attacks import PAWN_ATTACKS
from modern.rules.bitboard import BIT, DE_BRUIJN, LOWEST
from modern.rules.men import BLACK, PAWN, WHITE
from modern.rules.native import i64, vec

ISOLATED: Final[i64] = PLACES["isolated pawn"]
DOUBLED: Final[i64] = PLACES["doubled pawn"]
BACKWARD: Final[i64] = PLACES["backward pawn"]
PHALANX: Final[i64] = PLACES["phalanx"]
PROTECTED: Final[i64] = PLACES["protected pawn"]
PASSED: Final[i64] = PLACES["passed pawn"]
PROTECTED_PASSED: Final[i64] = PLACES["protected passed pawn"]
LAST_RANK: Final[i64] = 7
SHELTER: Final[i64] = PLACES["shelter"]
STORM: Final[i64] = PLACES["storm"]
BLOCKED_STORM: Final[i64] = PLACES["blocked storm"]

#: How many pawn structures are kept: two to the power of so much.
BITS: Final[i64] = 12
#: An entry: the pawns of both sides, what they are worth, the passed ones; the kings' squares in one number, and what
#: their shelters are worth. An empty entry is right for a board without pawns, but its kings stand on one square.
ROW: Final[i64] = 8
#: What mixes the pawns' bits so that the highest are as good as random.
WHITE_MIX: Final[i64] = 0x2545F4914F6CDD1D
BLACK_MIX: Final[i64] = 0x369DEA0F31A53F85


class Pawns:
    """What is known of the pawns. After `look` the rest tells what they are worth, kings' shelter included.

    `white`, `black`  what the sides have; `passed` the passed pawns of both.
    """

    def __init__(self, weights: vec[i64], worth: vec[i64], kept: bool = True) -> None:
        """`weights` and `worth` as Evaluation has them. With `kept` false there is no table to speak of."""
        self.weights: Final = weights
        self.worth: Final = worth
        self.bits: i64 = BITS if kept else 0
        self.entries: Final = vec[i64]([0] * (int(ROW) << int(self.bits)))
        self.white: i64 = 0
        self.black: i64 = 0
        self.passed: i64 = 0

    def look(self, men: vec[i64], white_king: i64, black_king: i64) -> None:
        """Find out about the pawns of a position, or remember it."""
        entries = self.entries
        white, black = men[PAWN], men[BLACK + PAWN]
        at = ROW * ((white * WHITE_MIX ^ black * BLACK_MIX) >> 50 & (1 << self.bits) - 1)
        if entries[at] != white or entries[at + 1] != black:
            entries[at] = white
            entries[at + 1] = black
            self.passed = 0
            entries[at + 2] = self._structure(men, WHITE)
            entries[at + 3] = self._structure(men, BLACK)
            entries[at + 4] = self.passed
            entries[at + 5] = 0
        kings = 64 * white_king + black_king
        if entries[at + 5] != kings:
            entries[at + 5] = kings
            entries[at + 6] = self._shelter(men, WHITE, white_king)
            entries[at + 7] = self._shelter(men, BLACK, black_king)
        self.white = entries[at + 2] + entries[at + 6]
        self.black = entries[at + 3] + entries[at + 7]
        self.passed = entries[at + 4]

    def _structure(self, men: vec[i64], us: i64) -> i64:
        """What the pawns of a side are worth; those that are passed are added to `passed`."""
        weights, worth = self.weights, self.worth
        them = us ^ 8
        row = 64 * (us + PAWN)
        own, enemy = men[us + PAWN], men[them + PAWN]
        score: i64 = 0
        squares = own
        while squares != 0:
            square = LOWEST[(squares & -squares) * DE_BRUIJN >> 58 & 63]
            squares ^= BIT[square]
            place = 8 * us + square
            rank = (square ^ 7 * us) >> 3
            protected = PAWN_ATTACKS[8 * them + square] & own != 0
            score += worth[row + square]
            if protected:
                score += weights[PROTECTED + rank]
            if BESIDE[place] & own != 0:
                score += weights[PHALANX + rank]
            if ADJACENT_FILES[square & 7] & own == 0:
                score += weights[ISOLATED]
            elif BEHIND_BESIDE[place] & own == 0 and PAWN_ATTACKS[place + 8 - 2 * us] & enemy != 0:
                score += weights[BACKWARD]
            if AHEAD[place] & own != 0:
                score += weights[DOUBLED]
            elif AHEAD_AND_BESIDE[place] & enemy == 0:
                self.passed |= BIT[square]
                score += weights[PASSED + rank]
                if protected:
                    score += weights[PROTECTED_PASSED]
        return score

    def _shelter(self, men: vec[i64], us: i64, king: i64) -> i64:
        """What the pawns before a king are worth, on his file and those beside it (on the edge, the two next to it)."""
        weights = self.weights
        own, enemy = men[us + PAWN], men[(us ^ 8) + PAWN]
        first = (king & 7) - 1
        if first < 0:
            first = 0
        elif first > 5:
            first = 5
        score: i64 = 0
        for file in range(first, first + 3):
            ours: i64 = 0
            theirs: i64 = 0
            for rank in range((king ^ 7 * us) >> 3, LAST_RANK):
                bit = BIT[8 * rank + file ^ 7 * us]
                if ours == 0 and own & bit != 0:
                    ours = rank
                if theirs == 0 and enemy & bit != 0:
                    theirs = rank
            score += weights[SHELTER + ours] + weights[STORM + theirs]
            if ours != 0 and theirs == ours + 1:
                score += weights[BLOCKED_STORM]
        return score
