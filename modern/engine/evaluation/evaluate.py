"""How good a position is: what both sides have, weighed.

Every weight has two numbers, one with all men on the board and one with few: a king hides first and comes out later.
Between the two the score goes over by and by (the phase), so that no exchange makes it jump. Both are added up at once,
in one number.

The men come first, since what they attack is asked for by all that follows. Each weight counts so many times as the
position says, whatever the weights are; so they can be fitted to games.

C. E. Shannon, "Programming a Computer for Playing Chess", 1950; https://www.chessprogramming.org/Tapered_Eval
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from modern.engine.evaluation.endings import WHOLE, bonus_of, may_be_known, scale_of
from modern.engine.evaluation.packed import few_of, many_of, mobility_of_men, packed_weights, worth_of_men
from modern.engine.evaluation.pawns import Pawns
from modern.engine.evaluation.spans import (
    AHEAD,
    AHEAD_BESIDE,
    DISTANCE,
    LAST_RANK,
    OUTPOST_RANKS,
    SEVENTH_RANK,
    attacked_by_pawns,
)
from modern.engine.evaluation.weights import PLACES, flattened
from modern.rules.attacks import KING_ATTACKS, KNIGHT_ATTACKS, bishop_attacks, rook_attacks
from modern.rules.bitboard import BIT, DARK_SQUARES, DE_BRUIJN, FILES, LOWEST, lowest, popcount
from modern.rules.board import Board
from modern.rules.men import BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE
from modern.rules.native import i64, vec

#: How much a man of each kind counts for the phase, and what all of them at the start of a game make together.
PHASES: Final = vec[i64]([0, 0, 1, 1, 2, 4, 0, 0])
WHOLE_PHASE: Final[i64] = 24
#: With more men than that no ending is known.
ENDING_PHASE: Final[i64] = 12

BLOCKED: Final[i64] = PLACES["blocked passed pawn"]
FREE: Final[i64] = PLACES["free passed pawn"]
OWN_KING_FAR: Final[i64] = PLACES["own king far from passed pawn"]
ENEMY_KING_FAR: Final[i64] = PLACES["enemy king far from passed pawn"]
#: Entries that are by kind begin with knights, or with rooks.
PAWN_ATTACKS_MAN: Final[i64] = PLACES["pawn attacks man"] - KNIGHT
MINOR_ATTACKS_MAN: Final[i64] = PLACES["minor attacks man"] - ROOK
ROOK_ATTACKS_QUEEN: Final[i64] = PLACES["rook attacks queen"]
HANGING_MAN: Final[i64] = PLACES["hanging man"]
HANGING_PAWN: Final[i64] = PLACES["hanging pawn"]
NEAR_KING: Final[i64] = PLACES["near enemy king"] - KNIGHT
ATTACKERS: Final[i64] = PLACES["attackers of king"]
MOST_ATTACKERS: Final[i64] = 7
SAFE_CHECK: Final[i64] = PLACES["safe check"] - KNIGHT
BISHOP_PAIR: Final[i64] = PLACES["bishop pair"]
OPEN_FILE: Final[i64] = PLACES["rook on open file"]
HALF_OPEN_FILE: Final[i64] = PLACES["rook on half-open file"]
SEVENTH: Final[i64] = PLACES["rook on seventh"]
KNIGHT_OUTPOST: Final[i64] = PLACES["knight outpost"]
BISHOP_OUTPOST: Final[i64] = PLACES["bishop outpost"]
BAD_BISHOP: Final[i64] = PLACES["bad bishop"]
TEMPO: Final[i64] = PLACES["tempo"]


class Evaluation:
    """Weighs positions.

    After `evaluate`, `white` and `black` are what the sides have, both numbers in one; `phase` how many men there are
    still, from WHOLE_PHASE (all) to 0, pawns and kings not counted; `attacked` what the men attack, by man, and by side
    what all men of it do.
    """

    def __init__(self, weights: Sequence[int] | None = None, endings: bool = True, kept: bool = True) -> None:
        """`weights` as weights.flattened() has them; None for those of the table.

        With `endings` false no ending is known, with `kept` false nothing about pawns is remembered.
        """
        numbers = flattened() if weights is None else list(weights)
        self.weights: Final = vec[i64](packed_weights(numbers))
        self.worth: Final = vec[i64](worth_of_men(numbers))
        self.mobility: Final = vec[i64](mobility_of_men(numbers))
        self.attacked: Final = vec[i64]([0] * 16)
        self.pawns: Final = Pawns(self.weights, self.worth, kept)
        self.endings = endings
        self.white: i64 = 0
        self.black: i64 = 0
        self.phase: i64 = 0

    def evaluate(self, board: Board) -> i64:
        """How good the position is for the side to move, in centipawns, rounded down."""
        self.weigh(board)
        score = self.white - self.black if board.turn == WHITE else self.black - self.white
        phase = self.phase
        score = many_of(score) * phase + few_of(score) * (WHOLE_PHASE - phase)
        if self.endings and phase <= ENDING_PHASE and may_be_known(board.men):
            return score * scale_of(board) // (WHOLE_PHASE * WHOLE) + bonus_of(board)
        return score // WHOLE_PHASE

    def weigh(self, board: Board) -> None:
        """Find out what both sides have."""
        men, attacked = board.men, self.attacked
        white_king, black_king = lowest(men[KING]), lowest(men[BLACK + KING])
        self.pawns.look(men, white_king, black_king)
        attacked[PAWN] = attacked_by_pawns(men[PAWN], WHITE)
        attacked[BLACK + PAWN] = attacked_by_pawns(men[BLACK + PAWN], BLACK)
        attacked[KING] = KING_ATTACKS[white_king]
        attacked[BLACK + KING] = KING_ATTACKS[black_king]
        self.phase = 0
        white = self.pawns.white + self.worth[64 * KING + white_king] + self._men_of(men, WHITE)
        black = self.pawns.black + self.worth[64 * (BLACK + KING) + black_king] + self._men_of(men, BLACK)
        if self.phase > WHOLE_PHASE:
            self.phase = WHOLE_PHASE
        white += self._threats(men, WHITE)
        black += self._threats(men, BLACK)
        if men[QUEEN] != 0:
            white += self._checks(men, WHITE, black_king)
        if men[BLACK + QUEEN] != 0:
            black += self._checks(men, BLACK, white_king)
        passed = self.pawns.passed
        if passed != 0:
            white += self._passed(men, WHITE, passed & men[PAWN], white_king, black_king)
            black += self._passed(men, BLACK, passed & men[BLACK + PAWN], black_king, white_king)
        if board.turn == WHITE:
            white += self.weights[TEMPO]
        else:
            black += self.weights[TEMPO]
        self.white = white
        self.black = black

    def _men_of(self, men: vec[i64], us: i64) -> i64:
        """What knights, bishops, rooks and queens are worth where they stand, and by what they can reach."""
        worth, mobility, weights, attacked = self.worth, self.mobility, self.weights, self.attacked
        them = us ^ 8
        occupied = men[us] | men[them]
        own_pawns = men[us + PAWN]
        by_pawns = attacked[us + PAWN]
        free = ~(men[us] | attacked[them + PAWN])
        ring = attacked[them + KING]
        outposts = by_pawns & OUTPOST_RANKS[us]
        everywhere = by_pawns | attacked[us + KING]
        phase: i64 = 0
        attackers: i64 = 0
        score: i64 = 0
        # lowest() is written out here: this is where most of the time of a search goes.
        for kind in range(KNIGHT, KING):
            together: i64 = 0
            squares = men[us + kind]
            while squares != 0:
                square = LOWEST[(squares & -squares) * DE_BRUIJN >> 58 & 63]
                squares ^= BIT[square]
                if kind == KNIGHT:
                    reached = KNIGHT_ATTACKS[square]
                elif kind == BISHOP:
                    reached = bishop_attacks(square, occupied)
                elif kind == ROOK:
                    reached = rook_attacks(square, occupied)
                else:
                    reached = bishop_attacks(square, occupied) | rook_attacks(square, occupied)
                together |= reached
                phase += PHASES[kind]
                score += worth[64 * (us + kind) + square] + mobility[32 * kind + popcount(reached & free)]
                near = reached & ring
                if near != 0:
                    attackers += 1
                    score += weights[NEAR_KING + kind] * popcount(near)
                if kind == ROOK:
                    file = FILES[square & 7]
                    if file & own_pawns == 0:
                        score += weights[OPEN_FILE if file & men[them + PAWN] == 0 else HALF_OPEN_FILE]
                elif kind != QUEEN:
                    if outposts & BIT[square] != 0 and AHEAD_BESIDE[8 * us + square] & men[them + PAWN] == 0:
                        score += weights[KNIGHT_OUTPOST if kind == KNIGHT else BISHOP_OUTPOST]
                    if kind == BISHOP:
                        colour = DARK_SQUARES if BIT[square] & DARK_SQUARES != 0 else ~DARK_SQUARES
                        score += weights[BAD_BISHOP] * popcount(own_pawns & colour)
            attacked[us + kind] = together
            everywhere |= together
        attacked[us] = everywhere
        self.phase += phase
        if popcount(men[us + BISHOP]) > 1:
            score += weights[BISHOP_PAIR]
        seventh = men[us + ROOK] & SEVENTH_RANK[us]
        if seventh != 0 and (men[them + PAWN] & SEVENTH_RANK[us]) | (men[them + KING] & LAST_RANK[us]) != 0:
            score += weights[SEVENTH] * popcount(seventh)
        return score + weights[ATTACKERS + (attackers if attackers < MOST_ATTACKERS else MOST_ATTACKERS)]

    def _threats(self, men: vec[i64], us: i64) -> i64:
        """What it is worth to attack men that are worth more, or that nobody protects."""
        weights, attacked = self.weights, self.attacked
        them = us ^ 8
        pawns = men[them + PAWN]
        enemies = men[them]
        score: i64 = 0
        victims = attacked[us + PAWN] & (enemies ^ pawns)
        if victims != 0:
            for kind in range(KNIGHT, KING):
                if victims & men[them + kind] != 0:
                    score += weights[PAWN_ATTACKS_MAN + kind] * popcount(victims & men[them + kind])
        queens = men[them + QUEEN]
        victims = (attacked[us + KNIGHT] | attacked[us + BISHOP]) & (men[them + ROOK] | queens)
        if victims != 0:
            score += weights[MINOR_ATTACKS_MAN + ROOK] * popcount(victims & ~queens)
            score += weights[MINOR_ATTACKS_MAN + QUEEN] * popcount(victims & queens)
        if attacked[us + ROOK] & queens != 0:
            score += weights[ROOK_ATTACKS_QUEEN]
        victims = attacked[us] & enemies & ~attacked[them]
        if victims != 0:
            score += weights[HANGING_MAN] * popcount(victims & ~pawns) + weights[HANGING_PAWN] * popcount(
                victims & pawns
            )
        return score

    def _checks(self, men: vec[i64], us: i64, king: i64) -> i64:
        """The kinds of men that can give check to the enemy's king where nobody takes them."""
        weights, attacked = self.weights, self.attacked
        occupied = men[WHITE] | men[BLACK]
        safe = ~(men[us] | attacked[us ^ 8])
        score: i64 = weights[SAFE_CHECK + KNIGHT] if KNIGHT_ATTACKS[king] & attacked[us + KNIGHT] & safe != 0 else 0
        diagonal = bishop_attacks(king, occupied) & safe
        straight = rook_attacks(king, occupied) & safe
        if diagonal & attacked[us + BISHOP] != 0:
            score += weights[SAFE_CHECK + BISHOP]
        if straight & attacked[us + ROOK] != 0:
            score += weights[SAFE_CHECK + ROOK]
        if (diagonal | straight) & attacked[us + QUEEN] != 0:
            score += weights[SAFE_CHECK + QUEEN]
        return score

    def _passed(self, men: vec[i64], us: i64, pawns: i64, own_king: i64, enemy_king: i64) -> i64:
        """What hinders and helps the passed pawns of a side."""
        weights = self.weights
        occupied = men[WHITE] | men[BLACK]
        hostile = occupied | self.attacked[us ^ 8]
        score: i64 = 0
        while pawns != 0:
            square = lowest(pawns)
            pawns ^= BIT[square]
            rank = (square ^ 7 * us) >> 3
            stop = square + 8 - 2 * us
            if occupied & BIT[stop] != 0:
                score += weights[BLOCKED + rank]
            elif AHEAD[8 * us + square] & hostile == 0:
                score += weights[FREE + rank]
            if rank > 2:
                far = weights[OWN_KING_FAR] * DISTANCE[64 * own_king + stop]
                score += (rank - 2) * (far + weights[ENEMY_KING_FAR] * DISTANCE[64 * enemy_king + stop])
        return score
