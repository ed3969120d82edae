"""Compares the listing's static score of a board with the formula of section 2-2.

The listing's score is S1, as CWHITE (CBLACK) has it after a move that it tries. It is recomputed in exact centipawns,
and its difference from the formula is divided among classes. The amount of each class is computed from the pieces on
the board, by the rule that the listing follows instead of the prose. The formula and the classes must add up to the
listing's score in every term.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from historic.basic import single
from historic.position.sides import side_named
from historic.position.state import CAPTURED, NOT_MOVED, State
from historic.study.candidates import ScoredMove
from historic.study.terms import CENTRE as LISTING_CENTRE
from historic.study.terms import CONTROL as LISTING_CONTROL
from historic.study.terms import EXPOSED as LISTING_EXPOSED
from historic.study.terms import KING_ATTACKED, ScoreBreakdown, board_after, score_breakdown
from historic.study.terms import MATERIAL as LISTING_MATERIAL
from historic.study.terms import PAWN_RANKS as LISTING_PAWN_RANKS
from historic.tables import VALUES
from historic.thought import Candidate, choice_notation, choice_of
from modern.agreement.findings import UNEXPLAINED, Finding
from modern.agreement.formula import (
    CENTRE,
    CENTRE_BITBOARD,
    CHECK,
    CHECK_PENALTY,
    CONTROL,
    FORMULA_VALUES,
    MATERIAL,
    SQUARE_BONUS,
    UNPROTECTED,
    Army,
    ArmyPiece,
    armies_on,
    formula,
)
from modern.agreement.pair import SQUARE_64
from modern.agreement.view import PositionView
from modern.rules.pieces import KING, PAWN

#: The listing's fractions are multiples of a twentieth of a pawn: .05, .1, .25 of a value, .9. In centipawns.
TWENTIETH: Final = 5
#: The listing's -1000, for a king that can be captured.
KING_ATTACKED_CENTIPAWNS: Final = -100_000

CONTROL_BY_EACH_PIECE: Final = "control-by-each-man"
CONTROL_BY_PUSHES: Final = "control-by-pushes"
CONTROL_OF_EMPTY_DIAGONALS: Final = "control-of-empty-diagonals"
PHANTOM_DOUBLE_PUSH: Final = "phantom-double-step"
CENTRE_BY_EACH_PIECE: Final = "centre-by-each-man"
CENTRE_OCCUPIED: Final = "centre-held"
CENTRE_BY_PAWN_DIAGONALS: Final = "centre-by-pawn-diagonals"
CENTRE_BY_PUSHES: Final = "centre-by-pushes"
MORE_THAN_ONE: Final = "more-than-one"
BLOCKED_PAWN: Final = "blocked-pawn"
CENTRE_FOR_BOTH: Final = "centre-for-both"
UNPROTECTED_BUT_NOT_ATTACKED: Final = "unprotected-but-not-attacked"
PROTECTED_KING: Final = "protected-king"
KING_IS_25: Final = "king-is-25"
CAPTURED_PIECE: Final = "captured-man-on-the-board"
PAWN_RANKS: Final = "pawn-ranks"
MINUS_1000: Final = "minus-1000"
SINGLE_PRECISION: Final = "single-precision"

#: In the order of modern.agreement.classes.
SCORE_CLASSES: Final = (
    *(CONTROL_BY_EACH_PIECE, CONTROL_BY_PUSHES, CONTROL_OF_EMPTY_DIAGONALS, PHANTOM_DOUBLE_PUSH),
    *(
        CENTRE_BY_EACH_PIECE,
        CENTRE_OCCUPIED,
        CENTRE_BY_PAWN_DIAGONALS,
        CENTRE_BY_PUSHES,
        MORE_THAN_ONE,
        BLOCKED_PAWN,
        CENTRE_FOR_BOTH,
    ),
    *(
        UNPROTECTED_BUT_NOT_ATTACKED,
        PROTECTED_KING,
        KING_IS_25,
        CAPTURED_PIECE,
        PAWN_RANKS,
        MINUS_1000,
        SINGLE_PRECISION,
    ),
)

#: The listing's terms, each with the terms of the formula that it implements.
TERMS: Final = {
    LISTING_CONTROL: (CONTROL,),
    LISTING_CENTRE: (CENTRE,),
    LISTING_MATERIAL: (MATERIAL,),
    LISTING_EXPOSED: (UNPROTECTED, CHECK),
    LISTING_PAWN_RANKS: (),
    KING_ATTACKED: (),
}


class Amount(NamedTuple):
    """The amount that a class adds to one of the listing's terms, in centipawns, as the scored side sees it."""

    name: str
    term: str
    centipawns: int


class ScoreSheet(NamedTuple):
    """The breakdown of one score in centipawns: the terms of the listing and of the formula, and the classes' amounts.

    `move` is in the report's notation, and `score` is the program's own, in pawns. `errors` describes each term that
    does not add up; it is empty if nothing is wrong.
    """

    move: str
    score: float
    listing: dict[str, int]
    formula: dict[str, int]
    amounts: list[Amount]
    errors: list[str]

    def classes(self) -> dict[str, int]:
        """Returns the amount of each class that changes the score, in centipawns.

        `single-precision` has 1, which marks its presence and is not an amount.
        """
        sums = {name: sum(one.centipawns for one in self.amounts if one.name == name) for name in SCORE_CLASSES}
        if self.score != single(sum(self.listing.values()) / 100):
            sums[SINGLE_PRECISION] = 1
        return {name: amount for name, amount in sums.items() if amount}


def compare_scores(view: PositionView) -> list[Finding]:
    """Compares the program's score of one of its moves with the formula: one finding for each class that contributes.

    The position's hash determines the move.
    """
    mismatch = view.mismatch()
    if mismatch:
        return [Finding(UNEXPLAINED, mismatch)]
    if not view.scored:
        return []
    sheet = sheet_of(view, view.scored[sampled_index(view)])
    findings = [Finding(UNEXPLAINED, error) for error in sheet.errors]
    return findings + [Finding(name, _finding_text(sheet, name, amount)) for name, amount in sheet.classes().items()]


def sampled_index(view: PositionView) -> int:
    """Returns the index of the tried move whose score is compared: the position's hash modulo their number."""
    return view.position.hash % len(view.scored)


def score_sheets(view: PositionView) -> list[ScoreSheet] | str:
    """Returns the score sheet of every move that the program tries, in order.

    If the program does not try the computed moves, returns one line that describes the mismatch instead.
    """
    return view.mismatch() or [sheet_of(view, one) for one in view.scored]


def _finding_text(sheet: ScoreSheet, name: str, amount: int) -> str:
    if name == SINGLE_PRECISION:
        return f"after {sheet.move}: {sheet.score!r} for {sum(sheet.listing.values()) / 100}"
    return f"after {sheet.move}: {amount:+} centipawns"


def sheet_of(view: PositionView, scored: ScoredMove) -> ScoreSheet:
    """Returns the breakdown of the program's score of one of its moves."""
    choice = choice_of(Candidate(scored.piece, scored.square, scored.castling, 0.0))
    board = board_after(view.board, view.state, view.side, choice)
    breakdown = score_breakdown(board, view.state, view.side)
    listing = terms_in_centipawns(breakdown)
    own, other = armies_on(board, view.side)
    formula_terms = formula(own, other)
    amounts = amounts_of(view.state, own, other, formula_terms)
    move = choice_notation(view.board, view.state, view.side, choice)
    errors = []
    if breakdown.total != scored.own_score:
        errors.append(f"after {move} the program has {scored.own_score!r}, but its terms add up to {breakdown.total!r}")
    for term, formula_names in TERMS.items():
        explained = sum(formula_terms[name] for name in formula_names) + sum(
            one.centipawns for one in amounts if one.term == term
        )
        if listing[term] != explained:
            errors.append(f"after {move}: {term} is {listing[term]} centipawns, but only {explained} are explained")
    return ScoreSheet(move, scored.own_score, listing, formula_terms, amounts, errors)


def to_centipawns(pawns: float) -> int:
    """Converts a sum of the program from pawns to exact centipawns.

    The program only adds multiples of a twentieth of a pawn, and its rounding errors are far smaller.
    """
    return round(pawns * 20) * TWENTIETH


def terms_in_centipawns(score: ScoreBreakdown) -> dict[str, int]:
    """Returns each of the listing's terms in exact centipawns."""
    sums = dict.fromkeys(TERMS, 0)
    total = 0
    for term, amount in score.entries:
        centipawns = KING_ATTACKED_CENTIPAWNS - total if term == KING_ATTACKED else to_centipawns(amount)
        sums[term] += centipawns
        total += centipawns
    return sums


def amounts_of(state: State, own: Army, other: Army, formula_terms: dict[str, int]) -> list[Amount]:
    """Returns the amount that each class adds to each term, by the rule that the listing follows."""
    occupied = sum(1 << piece.square for army in (own, other) for piece in army.pieces)
    amounts = _control(state, own, other, occupied) + _centre(own, other, occupied)
    amounts += _values(state, own, other) + _pawn_ranks(own)
    king = next((piece for piece in own.pieces if piece.piece_type == KING), None)
    if king is not None and other.attacks(king.square):
        # The listing discards everything that it added before the king's square: control, centre, and the pieces
        # up to and including the king.
        before = formula_terms[CONTROL] + formula_terms[CENTRE]
        before += sum(one.centipawns for one in amounts if one.term in (LISTING_CONTROL, LISTING_CENTRE))
        for sign, army, opponent in ((1, own, other), (-1, other, own)):
            up_to_king = (piece for piece in army.pieces if piece.square <= king.square)
            before += sign * sum(sum(_value_and_exposure(state, piece, army, opponent)) for piece in up_to_king)
        amounts.append(Amount(MINUS_1000, KING_ATTACKED, KING_ATTACKED_CENTIPAWNS - before))
    return amounts


def _control(state: State, own: Army, other: Army, occupied: int) -> list[Amount]:
    """WHITE2 and BLACK2: .1 for each bit, so for each piece that reaches a square; pawns by their bits."""
    amounts = []
    for sign, army in ((SQUARE_BONUS, own), (-SQUARE_BONUS, other)):
        pawns = [piece for piece in army.pieces if piece.piece_type == PAWN]
        bits = sum(piece.attacks.bit_count() for piece in army.pieces)
        pushes = sum(_is_empty(_square_ahead(army, pawn.square), occupied) for pawn in pawns)
        double_pushes = [pawn for pawn in pawns if _has_double_push(state, army, pawn, occupied)]
        at_home = sum(pawn.square == _home_square(army, pawn) for pawn in double_pushes)
        empty = sum((pawn.attacks & ~occupied).bit_count() for pawn in pawns)
        amounts += [
            Amount(CONTROL_BY_EACH_PIECE, LISTING_CONTROL, sign * (bits - army.controlled.bit_count())),
            Amount(CONTROL_BY_PUSHES, LISTING_CONTROL, sign * (pushes + at_home)),
            Amount(CONTROL_OF_EMPTY_DIAGONALS, LISTING_CONTROL, -sign * empty),
            Amount(PHANTOM_DOUBLE_PUSH, LISTING_CONTROL, sign * (len(double_pushes) - at_home)),
        ]
    return amounts


def _centre(own: Army, other: Army, occupied: int) -> list[Amount]:
    """WHITE2 and BLACK2: plus .1, for either side, for each piece that reaches an empty square of the centre."""
    amounts = []
    for sign, army in ((SQUARE_BONUS, own), (-SQUARE_BONUS, other)):
        pawns = [piece for piece in army.pieces if piece.piece_type == PAWN]
        all_attacks = sum((piece.attacks & CENTRE_BITBOARD).bit_count() for piece in army.pieces)
        by_pawns = sum((pawn.attacks & CENTRE_BITBOARD).bit_count() for pawn in pawns)
        occupied_centre = sum(
            (piece.attacks & CENTRE_BITBOARD & occupied).bit_count()
            for piece in army.pieces
            if piece.piece_type != PAWN
        )
        before_centre = [pawn for pawn in pawns if _is_centre(_square_ahead(army, pawn.square))]
        pushes = [pawn for pawn in before_centre if _is_empty(_square_ahead(army, pawn.square), occupied)]
        alone = sum(_is_alone(army, pawn) for pawn in pushes)
        blocked = sum(_bits_before(army, pawn) > _threshold(army) for pawn in before_centre if pawn not in pushes)
        counted = all_attacks - by_pawns - occupied_centre + len(pushes) - alone + blocked
        amounts += [
            Amount(
                CENTRE_BY_EACH_PIECE,
                LISTING_CENTRE,
                sign * (all_attacks - (army.controlled & CENTRE_BITBOARD).bit_count()),
            ),
            Amount(CENTRE_OCCUPIED, LISTING_CENTRE, -sign * occupied_centre),
            Amount(CENTRE_BY_PAWN_DIAGONALS, LISTING_CENTRE, -sign * by_pawns),
            Amount(CENTRE_BY_PUSHES, LISTING_CENTRE, sign * len(pushes)),
            Amount(MORE_THAN_ONE, LISTING_CENTRE, -sign * alone),
            Amount(BLOCKED_PAWN, LISTING_CENTRE, sign * blocked),
        ]
        if army is other:
            amounts.append(Amount(CENTRE_FOR_BOTH, LISTING_CENTRE, 2 * SQUARE_BONUS * counted))
    return amounts


def _values(state: State, own: Army, other: Army) -> list[Amount]:
    """CWHITEA and CWHITE5: the king counts 25, a captured piece 0, and a piece that is not attacked loses nothing."""
    amounts = []
    for sign, army, opponent in ((1, own, other), (-1, other, own)):
        for piece in army.pieces:
            protected, attacked = army.attacks(piece.square), opponent.attacks(piece.square)
            formula_amount = -FORMULA_VALUES[piece.piece_type] // 4 if not protected else 0
            if piece.piece_type == KING:
                formula_amount = -CHECK_PENALTY if attacked else 0
            if _is_captured(state, army, piece):
                amounts.append(Amount(CAPTURED_PIECE, LISTING_MATERIAL, -sign * FORMULA_VALUES[piece.piece_type]))
                amounts.append(Amount(CAPTURED_PIECE, LISTING_EXPOSED, -sign * formula_amount))
                continue
            if piece.piece_type == KING:
                amounts.append(
                    Amount(KING_IS_25, LISTING_MATERIAL, sign * (100 * VALUES[piece.number] - FORMULA_VALUES[KING]))
                )
                if attacked and protected:
                    amounts.append(Amount(PROTECTED_KING, LISTING_EXPOSED, sign * CHECK_PENALTY))
            elif not protected and not attacked:
                amounts.append(Amount(UNPROTECTED_BUT_NOT_ATTACKED, LISTING_EXPOSED, -sign * formula_amount))
    return amounts


def _pawn_ranks(own: Army) -> list[Amount]:
    """The loop over HJ: .05 for each rank that a pawn of the scored side has advanced, and 9 on the last rank."""
    amounts = []
    for piece in own.pieces:
        if piece.piece_type == PAWN:
            rank = piece.square // 8 if own.side == "white" else 7 - piece.square // 8
            amounts.append(Amount(PAWN_RANKS, LISTING_PAWN_RANKS, 900 if rank == 7 else TWENTIETH * rank))
    return amounts


def _value_and_exposure(state: State, piece: ArmyPiece, army: Army, opponent: Army) -> tuple[int, int]:
    """Returns a piece's value as the listing adds it, and its penalty if it is attacked and unprotected."""
    if _is_captured(state, army, piece):
        return 0, 0
    value = 100 * VALUES[piece.number]
    exposed = opponent.attacks(piece.square) and not army.attacks(piece.square)
    return value, -value // 4 if exposed else 0


def _is_captured(state: State, army: Army, piece: ArmyPiece) -> bool:
    return state.pieces(army.side)[1][piece.number] == CAPTURED


def _home_square(army: Army, pawn: ArmyPiece) -> int:
    """Returns the square of the pawn of this number in the initial position."""
    return SQUARE_64[side_named(army.side).a_pawn_home + pawn.number]


def _has_double_push(state: State, army: Army, pawn: ArmyPiece, occupied: int) -> bool:
    """Returns True if WHITE2 (BLACK2) gives the pawn a double push, which starts at its home square wherever it is."""
    first = _square_ahead(army, _home_square(army, pawn))
    free = _is_empty(first, occupied) and _is_empty(_square_ahead(army, first), occupied)
    return free and state.pieces(army.side)[1][pawn.number] == NOT_MOVED


def _square_ahead(army: Army, square: int) -> int:
    """Returns the square ahead of a pawn's, which may be off the board."""
    return square + 8 if army.side == "white" else square - 8


def _is_empty(square: int, occupied: int) -> bool:
    """Returns True if the square is on the board and empty."""
    return 0 <= square < 64 and not occupied >> square & 1


def _is_centre(square: int) -> bool:
    return 0 <= square < 64 and bool(CENTRE_BITBOARD >> square & 1)


def _threshold(army: Army) -> int:
    """Returns the sum of bits that the centre square must exceed: 1 in WHITE2, 0 in BLACK2."""
    return 1 if army.side == "white" else 0


def _bits_before(army: Army, pawn: ArmyPiece) -> int:
    """Returns the sum of the side's bits on the square ahead of a pawn when the scan from a1 arrives at the pawn."""
    ahead = _square_ahead(army, pawn.square)
    return sum(1 << piece.number for piece in army.pieces if piece.square < pawn.square and piece.attacks >> ahead & 1)


def _is_alone(army: Army, pawn: ArmyPiece) -> bool:
    """Returns True if the empty square ahead has only pawn 0's bit so far: a sum of 1, which WHITE2 does not count."""
    reached_before = any(
        piece.square < pawn.square
        and piece.piece_type != PAWN
        and piece.attacks >> _square_ahead(army, pawn.square) & 1
        for piece in army.pieces
    )
    return 1 << pawn.number <= _threshold(army) and not reached_before
