"""The hand-written evaluation of a position: the weighted terms of both sides.

Every weight has a middlegame and an endgame value: a king hides early in the game and becomes active later. The score
is interpolated between the two by the game phase, so that no exchange makes it jump. Both are summed at once, packed in
one integer.

The pieces are evaluated first, because the later terms need their attacks. How often a weight counts depends on the
position alone and never on the weights. The evaluation is therefore linear in the weights, and they can be fitted to
games.

C. E. Shannon, "Programming a Computer for Playing Chess", 1950; https://www.chessprogramming.org/Tapered_Eval
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from modern.engine.evaluation.endings import SCALE_NORMAL
from modern.engine.evaluation.evaluator import FULL_PHASE, Evaluator, game_phase
from modern.engine.evaluation.groups import ENDINGS, GROUPS, only
from modern.engine.evaluation.packed import (
    endgame_score,
    middlegame_score,
    mobility_table,
    pack_weights,
    piece_square_table,
)
from modern.engine.evaluation.pawns import PawnEvaluation
from modern.engine.evaluation.spans import (
    FRONT_SPAN,
    KING_DISTANCE,
    LAST_RANK,
    OUTPOST_RANKS,
    PAWN_ATTACK_SPAN,
    SEVENTH_RANK,
    attacked_by_pawns,
)
from modern.engine.evaluation.weights import OFFSETS, flatten
from modern.report import Term
from modern.rules.attacks import KING_ATTACKS, KNIGHT_ATTACKS, bishop_attacks, rook_attacks
from modern.rules.bitboard import BIT, DARK_SQUARES, DE_BRUIJN, FILES, LOWEST, lowest, popcount
from modern.rules.board import Board
from modern.rules.native import i64, vec
from modern.rules.pieces import (
    BISHOP,
    BLACK,
    KING,
    KNIGHT,
    PAWN,
    QUEEN,
    ROOK,
    WHITE,
    opponent,
    pawn_push,
    relative_square,
)

BLOCKED_PASSED_PAWN: Final[i64] = OFFSETS["blocked passed pawn"]
FREE_PASSED_PAWN: Final[i64] = OFFSETS["free passed pawn"]
OWN_KING_DISTANCE: Final[i64] = OFFSETS["own king far from passed pawn"]
ENEMY_KING_DISTANCE: Final[i64] = OFFSETS["enemy king far from passed pawn"]
#: Entries by piece type start with the knight, or with the rook.
PAWN_ATTACKS_PIECE: Final[i64] = OFFSETS["pawn attacks piece"] - KNIGHT
MINOR_ATTACKS_PIECE: Final[i64] = OFFSETS["minor attacks piece"] - ROOK
ROOK_ATTACKS_QUEEN: Final[i64] = OFFSETS["rook attacks queen"]
HANGING_PIECE: Final[i64] = OFFSETS["hanging piece"]
HANGING_PAWN: Final[i64] = OFFSETS["hanging pawn"]
KING_RING_ATTACK: Final[i64] = OFFSETS["king ring attacks"] - KNIGHT
KING_ATTACKERS: Final[i64] = OFFSETS["king attackers"]
MAX_KING_ATTACKERS: Final[i64] = 7
SAFE_CHECK: Final[i64] = OFFSETS["safe check"] - KNIGHT
BISHOP_PAIR: Final[i64] = OFFSETS["bishop pair"]
OPEN_FILE: Final[i64] = OFFSETS["rook on open file"]
HALF_OPEN_FILE: Final[i64] = OFFSETS["rook on half-open file"]
ROOK_ON_SEVENTH: Final[i64] = OFFSETS["rook on seventh"]
KNIGHT_OUTPOST: Final[i64] = OFFSETS["knight outpost"]
BISHOP_OUTPOST: Final[i64] = OFFSETS["bishop outpost"]
BAD_BISHOP: Final[i64] = OFFSETS["bad bishop"]
TEMPO: Final[i64] = OFFSETS["tempo"]


class HandEvaluator(Evaluator):
    """Evaluates positions by hand-written terms.

    After `evaluate_sides`, `white` and `black` hold each side's packed score. `attacked` holds bitboards of attacked
    squares, by piece, and by side for all pieces together.
    """

    def __init__(self, weights: Sequence[int] | None = None, endings: bool = True, pawn_cache: bool = True) -> None:
        """`weights` are in the order of weights.flatten(); None means those of the table.

        If `endings` is False, knowledge of endings is disabled. If `pawn_cache` is False, so is the pawn hash table.
        """
        super().__init__(endings)
        #: The weights as numbers: the middlegame weights, then the endgame weights.
        self.numbers: Final = flatten() if weights is None else list(weights)
        self.weights: Final = vec[i64](pack_weights(self.numbers))
        self.piece_squares: Final = vec[i64](piece_square_table(self.numbers))
        self.mobility: Final = vec[i64](mobility_table(self.numbers))
        self.attacked: Final = vec[i64]([0] * 16)
        self.pawns: Final = PawnEvaluation(self.weights, self.piece_squares, pawn_cache)
        self.white: i64 = 0
        self.black: i64 = 0
        #: For each group, an evaluator with the weights of that group only. They are made when terms are asked for.
        self.group_evaluators: dict[str, HandEvaluator] = {}

    def score(self, board: Board, scale: i64) -> i64:
        """Returns the weighted terms, interpolated by the game phase, as Evaluator.score describes it."""
        self.evaluate_sides(board)
        difference = self.white - self.black if board.turn == WHITE else self.black - self.white
        return tapered_score(difference, game_phase(board.bitboards)) * scale // (FULL_PHASE * SCALE_NORMAL)

    def terms(self, board: Board) -> list[Term]:
        """Returns the score of each group in GROUPS, then that of the ending knowledge, for the side that it favours.

        The evaluation is linear in the weights, so a group's term is the score with all other weights set to 0. Each
        term is rounded separately, so their sum may differ from the score by a few centipawns.
        """
        phase = game_phase(board.bitboards)
        found = []
        for group in GROUPS:
            evaluator = self.group_evaluators.get(group)
            if evaluator is None:
                evaluator = self.group_evaluators[group] = HandEvaluator(only(group, self.numbers), pawn_cache=False)
            evaluator.evaluate_sides(board)
            white, black = tapered_score(evaluator.white, phase), tapered_score(evaluator.black, phase)
            found.append(Term(group, white // FULL_PHASE, black // FULL_PHASE))
        change = self.evaluate(board) - self.score(board, SCALE_NORMAL)
        if board.turn != WHITE:
            change = -change
        found.append(Term(ENDINGS, max(change, 0), max(-change, 0)))
        return found

    def evaluate_sides(self, board: Board) -> None:
        """Computes the packed scores of both sides, and the attacked squares."""
        bitboards, attacked = board.bitboards, self.attacked
        white_king, black_king = lowest(bitboards[KING]), lowest(bitboards[BLACK + KING])
        self.pawns.evaluate(bitboards, white_king, black_king)
        attacked[PAWN] = attacked_by_pawns(bitboards[PAWN], WHITE)
        attacked[BLACK + PAWN] = attacked_by_pawns(bitboards[BLACK + PAWN], BLACK)
        attacked[KING] = KING_ATTACKS[white_king]
        attacked[BLACK + KING] = KING_ATTACKS[black_king]
        white = self.pawns.white + self.piece_squares[64 * KING + white_king] + self._pieces(bitboards, WHITE)
        black = self.pawns.black + self.piece_squares[64 * (BLACK + KING) + black_king] + self._pieces(bitboards, BLACK)
        white += self._threats(bitboards, WHITE)
        black += self._threats(bitboards, BLACK)
        if bitboards[QUEEN] != 0:
            white += self._safe_checks(bitboards, WHITE, black_king)
        if bitboards[BLACK + QUEEN] != 0:
            black += self._safe_checks(bitboards, BLACK, white_king)
        passed = self.pawns.passed
        if passed != 0:
            white += self._passed_pawns(bitboards, WHITE, passed & bitboards[PAWN], white_king, black_king)
            black += self._passed_pawns(bitboards, BLACK, passed & bitboards[BLACK + PAWN], black_king, white_king)
        if board.turn == WHITE:
            white += self.weights[TEMPO]
        else:
            black += self.weights[TEMPO]
        self.white = white
        self.black = black

    def _pieces(self, bitboards: vec[i64], us: i64) -> i64:
        """Returns the score of a side's knights, bishops, rooks and queens, for their squares and their activity."""
        piece_squares, mobility, weights, attacked = self.piece_squares, self.mobility, self.weights, self.attacked
        them = opponent(us)
        occupied = bitboards[us] | bitboards[them]
        own_pawns = bitboards[us + PAWN]
        pawn_attacks = attacked[us + PAWN]
        mobility_area = ~(bitboards[us] | attacked[them + PAWN])
        king_ring = attacked[them + KING]
        outposts = pawn_attacks & OUTPOST_RANKS[us]
        all_attacks = pawn_attacks | attacked[us + KING]
        attackers: i64 = 0
        bishops: i64 = 0
        score: i64 = 0
        # The search spends most of its time in this loop. So lowest() is inlined, and the loop is one piece: as calls
        # of smaller functions it takes the search 2 % more instructions.
        for piece_type in range(KNIGHT, KING):
            piece_type_attacks: i64 = 0
            squares = bitboards[us + piece_type]
            while squares != 0:
                square = LOWEST[(squares & -squares) * DE_BRUIJN >> 58 & 63]
                squares ^= BIT[square]
                if piece_type == KNIGHT:
                    attacks = KNIGHT_ATTACKS[square]
                elif piece_type == BISHOP:
                    attacks = bishop_attacks(square, occupied)
                    bishops += 1
                elif piece_type == ROOK:
                    attacks = rook_attacks(square, occupied)
                else:
                    attacks = bishop_attacks(square, occupied) | rook_attacks(square, occupied)
                piece_type_attacks |= attacks
                score += (
                    piece_squares[64 * (us + piece_type) + square]
                    + mobility[32 * piece_type + popcount(attacks & mobility_area)]
                )
                ring_attacks = attacks & king_ring
                if ring_attacks != 0:
                    attackers += 1
                    score += weights[KING_RING_ATTACK + piece_type] * popcount(ring_attacks)
                if piece_type == ROOK:
                    file = FILES[square & 7]
                    if file & own_pawns == 0:
                        score += weights[OPEN_FILE if file & bitboards[them + PAWN] == 0 else HALF_OPEN_FILE]
                elif piece_type != QUEEN:
                    if outposts & BIT[square] != 0 and PAWN_ATTACK_SPAN[8 * us + square] & bitboards[them + PAWN] == 0:
                        score += weights[KNIGHT_OUTPOST if piece_type == KNIGHT else BISHOP_OUTPOST]
                    if piece_type == BISHOP:
                        same_colour_squares = DARK_SQUARES if BIT[square] & DARK_SQUARES != 0 else ~DARK_SQUARES
                        score += weights[BAD_BISHOP] * popcount(own_pawns & same_colour_squares)
            attacked[us + piece_type] = piece_type_attacks
            all_attacks |= piece_type_attacks
        attacked[us] = all_attacks
        if bishops > 1:
            score += weights[BISHOP_PAIR]
        rooks_on_seventh = bitboards[us + ROOK] & SEVENTH_RANK[us]
        if (
            rooks_on_seventh != 0
            and (bitboards[them + PAWN] & SEVENTH_RANK[us]) | (bitboards[them + KING] & LAST_RANK[us]) != 0
        ):
            score += weights[ROOK_ON_SEVENTH] * popcount(rooks_on_seventh)
        return score + weights[KING_ATTACKERS + (attackers if attackers < MAX_KING_ATTACKERS else MAX_KING_ATTACKERS)]

    def _threats(self, bitboards: vec[i64], us: i64) -> i64:
        """Returns the score for attacks on more valuable pieces and on unprotected ones."""
        weights, attacked = self.weights, self.attacked
        them = opponent(us)
        pawns = bitboards[them + PAWN]
        enemies = bitboards[them]
        score: i64 = 0
        victims = attacked[us + PAWN] & (enemies ^ pawns)
        if victims != 0:
            for piece_type in range(KNIGHT, KING):
                if victims & bitboards[them + piece_type] != 0:
                    score += weights[PAWN_ATTACKS_PIECE + piece_type] * popcount(victims & bitboards[them + piece_type])
        queens = bitboards[them + QUEEN]
        victims = (attacked[us + KNIGHT] | attacked[us + BISHOP]) & (bitboards[them + ROOK] | queens)
        if victims != 0:
            score += weights[MINOR_ATTACKS_PIECE + ROOK] * popcount(victims & ~queens)
            score += weights[MINOR_ATTACKS_PIECE + QUEEN] * popcount(victims & queens)
        if attacked[us + ROOK] & queens != 0:
            score += weights[ROOK_ATTACKS_QUEEN]
        victims = attacked[us] & enemies & ~attacked[them]
        if victims != 0:
            score += weights[HANGING_PIECE] * popcount(victims & ~pawns) + weights[HANGING_PAWN] * popcount(
                victims & pawns
            )
        return score

    def _safe_checks(self, bitboards: vec[i64], us: i64, king: i64) -> i64:
        """Returns the score for safe checks: piece types that can check the enemy king without being captured."""
        weights, attacked = self.weights, self.attacked
        occupied = bitboards[WHITE] | bitboards[BLACK]
        safe = ~(bitboards[us] | attacked[opponent(us)])
        score: i64 = 0
        if KNIGHT_ATTACKS[king] & attacked[us + KNIGHT] & safe != 0:
            score = weights[SAFE_CHECK + KNIGHT]
        diagonal = bishop_attacks(king, occupied) & safe
        orthogonal = rook_attacks(king, occupied) & safe
        if diagonal & attacked[us + BISHOP] != 0:
            score += weights[SAFE_CHECK + BISHOP]
        if orthogonal & attacked[us + ROOK] != 0:
            score += weights[SAFE_CHECK + ROOK]
        if (diagonal | orthogonal) & attacked[us + QUEEN] != 0:
            score += weights[SAFE_CHECK + QUEEN]
        return score

    def _passed_pawns(self, bitboards: vec[i64], us: i64, pawns: i64, own_king: i64, enemy_king: i64) -> i64:
        """Returns the score for what helps or hinders the advance of a side's passed pawns."""
        weights = self.weights
        occupied = bitboards[WHITE] | bitboards[BLACK]
        unsafe = occupied | self.attacked[opponent(us)]
        score: i64 = 0
        while pawns != 0:
            square = lowest(pawns)
            pawns ^= BIT[square]
            rank = relative_square(us, square) >> 3
            stop_square = square + pawn_push(us)
            if occupied & BIT[stop_square] != 0:
                score += weights[BLOCKED_PASSED_PAWN + rank]
            elif FRONT_SPAN[8 * us + square] & unsafe == 0:
                score += weights[FREE_PASSED_PAWN + rank]
            if rank > 2:
                own_king_term = weights[OWN_KING_DISTANCE] * KING_DISTANCE[64 * own_king + stop_square]
                score += (rank - 2) * (
                    own_king_term + weights[ENEMY_KING_DISTANCE] * KING_DISTANCE[64 * enemy_king + stop_square]
                )
        return score


def tapered_score(score: i64, phase: i64) -> i64:
    """Returns a packed score interpolated by the game phase, times FULL_PHASE."""
    return middlegame_score(score) * phase + endgame_score(score) * (FULL_PHASE - phase)
