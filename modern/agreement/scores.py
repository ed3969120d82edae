"""Score agreement: the listing's own score of a board beside the formula of section 2-2.

The listing's score is S1 as CWHITE (CBLACK) has it after a move that it tries. It is worked out again in exact
centipawns, and what it has beyond the formula is put down to classes. What each class amounts to is reckoned from the
men on the board, by the rule that the listing follows in place of the prose; formula and classes together must be the
listing's score, term by term.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from historic.basic import single
from historic.candidates import ScoredMove
from historic.moves import choice_notation
from historic.sides import side_named
from historic.state import CAPTURED, NOT_MOVED, State
from historic.tables import VALUES
from historic.terms import CENTRE as LISTING_CENTRE
from historic.terms import CONTROL as LISTING_CONTROL
from historic.terms import EXPOSED as LISTING_EXPOSED
from historic.terms import KING_ATTACKED, ScoreBreakdown, board_after, score_breakdown
from historic.terms import MATERIAL as LISTING_MATERIAL
from historic.terms import PAWN_RANKS as LISTING_PAWN_RANKS
from historic.thought import Candidate, choice_of
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

#: The listing's fractions are twentieths of a pawn: .05, .1, .25 of a value, .9.
TWENTIETH: Final = 5
#: -1000, for a king that can be taken.
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

#: The listing's terms, each with those of the formula that it stands for.
TERMS: Final = {
    LISTING_CONTROL: (CONTROL,),
    LISTING_CENTRE: (CENTRE,),
    LISTING_MATERIAL: (MATERIAL,),
    LISTING_EXPOSED: (UNPROTECTED, CHECK),
    LISTING_PAWN_RANKS: (),
    KING_ATTACKED: (),
}


class Amount(NamedTuple):
    """What a class adds to a term of the listing's, in centipawns, as the side that is scored sees it."""

    name: str
    term: str
    centipawns: int


class ScoreSheet(NamedTuple):
    """One score, laid open, in centipawns: the listing's terms, the formula's, and what each class adds.

    `move` is in words, `score` the program's own, in pawns. `wrong` says what does not come out, if anything.
    """

    move: str
    score: float
    listing: dict[str, int]
    formula: dict[str, int]
    amounts: list[Amount]
    errors: list[str]

    def classes(self) -> dict[str, int]:
        """What each class adds to the score, those without effect left out; `single-precision` in no centipawns."""
        sums = {name: sum(one.centipawns for one in self.amounts if one.name == name) for name in SCORE_CLASSES}
        if self.score != single(sum(self.listing.values()) / 100):
            sums[SINGLE_PRECISION] = 1
        return {name: amount for name, amount in sums.items() if amount}


def compare_scores(view: PositionView) -> list[Finding]:
    """The classes that tell the program's score of one of its moves from the formula's; none where they agree.

    Which of the moves is drawn by the position itself. Each class with an amount other than 0 is one finding.
    """
    mismatch = view.mismatch()
    if mismatch:
        return [Finding(UNEXPLAINED, mismatch)]
    if not view.scored:
        return []
    sheet = sheet_of(view, view.scored[drawn_index(view)])
    findings = [Finding(UNEXPLAINED, wrong) for wrong in sheet.errors]
    return findings + [Finding(name, _finding_text(sheet, name, amount)) for name, amount in sheet.classes().items()]


def drawn_index(view: PositionView) -> int:
    """Which of the moves that the program tries has its score compared."""
    return view.position.hash % len(view.scored)


def score_sheets(view: PositionView) -> list[ScoreSheet] | str:
    """The scores of all moves that the program tries, in order.

    In place of them a line, if the program does not try what it is known to.
    """
    return view.mismatch() or [sheet_of(view, one) for one in view.scored]


def _finding_text(sheet: ScoreSheet, name: str, amount: int) -> str:
    if name == SINGLE_PRECISION:
        return f"after {sheet.move}: {sheet.score!r} for {sum(sheet.listing.values()) / 100}"
    return f"after {sheet.move}: {amount:+} centipawns"


def sheet_of(view: PositionView, scored: ScoredMove) -> ScoreSheet:
    """The program's score of one of its moves, laid open."""
    choice = choice_of(Candidate(scored.piece, scored.square, scored.castling, 0.0))
    board = board_after(view.board, view.state, view.side, choice)
    listing_account = score_breakdown(board, view.state, view.side)
    listing = terms_in_centipawns(listing_account)
    own, other = armies_on(board, view.side)
    formula_terms = formula(own, other)
    amounts = amounts_of(view.state, own, other, formula_terms)
    move = choice_notation(view.board, view.state, view.side, choice)
    errors = []
    if listing_account.total != scored.own_score:
        errors.append(f"after {move} the program has {scored.own_score!r}, its terms come to {listing_account.total!r}")
    for term, formula_names in TERMS.items():
        explained = sum(formula_terms[name] for name in formula_names) + sum(
            one.centipawns for one in amounts if one.term == term
        )
        if listing[term] != explained:
            errors.append(f"after {move}: {term} is {listing[term]} centipawns, and {explained} are explained")
    return ScoreSheet(move, scored.own_score, listing, formula_terms, amounts, errors)


def to_centipawns(pawns: float) -> int:
    """A sum of the program's in exact centipawns: what it adds are twentieths of a pawn, and its errors far less."""
    return round(pawns * 20) * TWENTIETH


def terms_in_centipawns(score: ScoreBreakdown) -> dict[str, int]:
    """Each of the listing's terms in exact centipawns: every amount that it adds is some twentieths of a pawn."""
    sums = dict.fromkeys(TERMS, 0)
    total = 0
    for term, amount in score.entries:
        centipawns = KING_ATTACKED_CENTIPAWNS - total if term == KING_ATTACKED else to_centipawns(amount)
        sums[term] += centipawns
        total += centipawns
    return sums


def amounts_of(state: State, own: Army, other: Army, formula_terms: dict[str, int]) -> list[Amount]:
    """What each class adds to each term, as the rule that the listing follows has it."""
    occupied = sum(1 << man.square for army in (own, other) for man in army.pieces)
    amounts = _control(state, own, other, occupied) + _centre(own, other, occupied)
    amounts += _values(state, own, other) + _pawn_ranks(own)
    king = next((man for man in own.pieces if man.piece_type == KING), None)
    if king is not None and other.attacks(king.square):
        # All that was added up to the king's square is thrown away: squares, centre, and the men up to him.
        before = formula_terms[CONTROL] + formula_terms[CENTRE]
        before += sum(one.centipawns for one in amounts if one.term in (LISTING_CONTROL, LISTING_CENTRE))
        for sign, army, opponent in ((1, own, other), (-1, other, own)):
            up_to_king = (man for man in army.pieces if man.square <= king.square)
            before += sign * sum(sum(_value_and_exposure(state, man, army, opponent)) for man in up_to_king)
        amounts.append(Amount(MINUS_1000, KING_ATTACKED, KING_ATTACKED_CENTIPAWNS - before))
    return amounts


def _control(state: State, own: Army, other: Army, occupied: int) -> list[Amount]:
    """WHITE2 and BLACK2: a tenth for each bit, and so for each man on each square; pawns as they have bits."""
    amounts = []
    for sign, army in ((SQUARE_BONUS, own), (-SQUARE_BONUS, other)):
        pawns = [man for man in army.pieces if man.piece_type == PAWN]
        bits = sum(man.attacks.bit_count() for man in army.pieces)
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
    """WHITE2 and BLACK2: a tenth, whoever's it is, for each man who comes to an empty square of the centre."""
    amounts = []
    for sign, army in ((SQUARE_BONUS, own), (-SQUARE_BONUS, other)):
        pawns = [man for man in army.pieces if man.piece_type == PAWN]
        all_attacks = sum((man.attacks & CENTRE_BITBOARD).bit_count() for man in army.pieces)
        by_pawns = sum((pawn.attacks & CENTRE_BITBOARD).bit_count() for pawn in pawns)
        occupied_centre = sum(
            (man.attacks & CENTRE_BITBOARD & occupied).bit_count() for man in army.pieces if man.piece_type != PAWN
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
    """CWHITEA and CWHITE5: the king counts 25, a captured man nothing, and who is not attacked loses nothing."""
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
    """The loop over HJ: .05 for each rank that a pawn of the scored side has come forward, and 9 on the last."""
    amounts = []
    for piece in own.pieces:
        if piece.piece_type == PAWN:
            rank = piece.square // 8 if own.side == "white" else 7 - piece.square // 8
            amounts.append(Amount(PAWN_RANKS, LISTING_PAWN_RANKS, 900 if rank == 7 else TWENTIETH * rank))
    return amounts


def _value_and_exposure(state: State, piece: ArmyPiece, army: Army, opponent: Army) -> tuple[int, int]:
    """A man's value as the listing adds it, and what it takes off because he is attacked and not protected."""
    if _is_captured(state, army, piece):
        return 0, 0
    value = 100 * VALUES[piece.number]
    exposed = opponent.attacks(piece.square) and not army.attacks(piece.square)
    return value, -value // 4 if exposed else 0


def _is_captured(state: State, army: Army, piece: ArmyPiece) -> bool:
    return state.pieces(army.side)[1][piece.number] == CAPTURED


def _home_square(army: Army, pawn: ArmyPiece) -> int:
    """The square where a pawn of this number stands at the start."""
    return SQUARE_64[side_named(army.side).a_pawn_home + pawn.number]


def _has_double_push(state: State, army: Army, pawn: ArmyPiece, occupied: int) -> bool:
    """Whether WHITE2 (BLACK2) gives the pawn the double step, from its home, wherever it stands."""
    first = _square_ahead(army, _home_square(army, pawn))
    free = _is_empty(first, occupied) and _is_empty(_square_ahead(army, first), occupied)
    return free and state.pieces(army.side)[1][pawn.number] == NOT_MOVED


def _square_ahead(army: Army, square: int) -> int:
    """The square before a pawn's, which may be none."""
    return square + 8 if army.side == "white" else square - 8


def _is_empty(square: int, occupied: int) -> bool:
    """Whether it is a square, and nobody stands on it."""
    return 0 <= square < 64 and not occupied >> square & 1


def _is_centre(square: int) -> bool:
    return 0 <= square < 64 and bool(CENTRE_BITBOARD >> square & 1)


def _threshold(army: Army) -> int:
    """WHITE2 wants more than 1 on the square of the centre, BLACK2 more than 0."""
    return 1 if army.side == "white" else 0


def _bits_before(army: Army, pawn: ArmyPiece) -> int:
    """The bits, on the square before a pawn, of those men of the side who are counted before it: from a1 on."""
    ahead = _square_ahead(army, pawn.square)
    return sum(1 << man.number for man in army.pieces if man.square < pawn.square and man.attacks >> ahead & 1)


def _is_alone(army: Army, pawn: ArmyPiece) -> bool:
    """Whether the pawn's own bit, on the empty square before it, is too little for WHITE2: that of man 0."""
    reached_before = any(
        man.square < pawn.square and man.piece_type != PAWN and man.attacks >> _square_ahead(army, pawn.square) & 1
        for man in army.pieces
    )
    return 1 << pawn.number <= _threshold(army) and not reached_before
