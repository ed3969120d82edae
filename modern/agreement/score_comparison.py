"""Compares the listing's static score of a board with the formula of section 2-2.

The listing's score is S1, as CWHITE (CBLACK) has it after a move that it tries. It is recomputed in exact centipawns,
and its difference from the formula is divided among the classes of modern.agreement.scores. The formula and the
classes must add up to the listing's score in every term.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from historic.study.terms import CENTRE as LISTING_CENTRE
from historic.study.terms import CONTROL as LISTING_CONTROL
from historic.study.terms import EXPOSED as LISTING_EXPOSED
from historic.study.terms import KING_ATTACKED, ScoreBreakdown, board_after, score_breakdown
from historic.study.terms import MATERIAL as LISTING_MATERIAL
from historic.study.terms import PAWN_RANKS as LISTING_PAWN_RANKS
from historic.thought import TriedMove
from modern.agreement.differences import UNEXPLAINED, Finding
from modern.agreement.formula import (
    CENTRE,
    CHECK,
    CONTROL,
    MATERIAL,
    UNPROTECTED,
    armies_on,
    formula,
)
from modern.agreement.scores import (
    SCORE_CLASSES,
    TWENTIETH,
    Amount,
    ScoreClass,
    amounts_of,
    is_rounded,
    single_precision,
)
from modern.agreement.view import PositionView

#: The listing's terms, each with the terms of the formula that it implements.
TERMS: Final = {
    LISTING_CONTROL: (CONTROL,),
    LISTING_CENTRE: (CENTRE,),
    LISTING_MATERIAL: (MATERIAL,),
    LISTING_EXPOSED: (UNPROTECTED, CHECK),
    LISTING_PAWN_RANKS: (),
    KING_ATTACKED: (),
}


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
        sums = dict.fromkeys((one.name for one in SCORE_CLASSES), 0)
        for amount in self.amounts:
            sums[amount.name] += amount.centipawns
        if is_rounded(self.score, sum(self.listing.values())):
            sums[single_precision.name] = 1
        return {name: amount for name, amount in sums.items() if amount}

    def terms_that_do_not_add_up(self) -> list[str]:
        """Describes each term in which the formula and the classes do not add up to the listing's amount."""
        explained = {term: sum([self.formula[name] for name in names]) for term, names in TERMS.items()}
        for amount in self.amounts:
            explained[amount.term] += amount.centipawns
        return [
            f"after {self.move}: {term} is {self.listing[term]} centipawns, but only {centipawns} are explained"
            for term, centipawns in explained.items()
            if self.listing[term] != centipawns
        ]


def compare_scores(view: PositionView) -> list[Finding]:
    """Compares the program's score of one of its moves with the formula: one finding for each class that contributes.

    The position's hash determines the move.
    """
    if view.mismatch:
        return [Finding(UNEXPLAINED, view.mismatch)]
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
    return view.mismatch or [sheet_of(view, one) for one in view.scored]


def _finding_text(sheet: ScoreSheet, name: str, amount: int) -> str:
    if name == single_precision.name:
        return f"after {sheet.move}: {sheet.score!r} for {sum(sheet.listing.values()) / 100}"
    return f"after {sheet.move}: {amount:+} centipawns"


def sheet_of(view: PositionView, scored: TriedMove, classes: Sequence[ScoreClass] = SCORE_CLASSES) -> ScoreSheet:
    """Returns the breakdown of the program's score of one of its moves."""
    move = scored.move.notation(view.board, view.state, view.side)
    board = board_after(view.board, view.state, view.side, scored.move)
    breakdown = score_breakdown(board, view.state, view.side)
    own, other = armies_on(board, view.side)
    formula_terms = formula(own, other)
    amounts = amounts_of(view.state, own, other, formula_terms, classes)
    sheet = ScoreSheet(move, scored.own_score, terms_in_centipawns(breakdown), formula_terms, amounts, [])
    errors = sheet.terms_that_do_not_add_up()
    if breakdown.total != scored.own_score:
        total = f"after {move} the program has {scored.own_score!r}, but its terms add up to {breakdown.total!r}"
        errors.insert(0, total)
    return sheet._replace(errors=errors)


def to_centipawns(pawns: float) -> int:
    """Converts a sum of the program from pawns to exact centipawns.

    The program only adds multiples of a twentieth of a pawn, and its rounding errors are far smaller.
    """
    return math.floor(pawns * 20 + 0.5) * TWENTIETH


def terms_in_centipawns(score: ScoreBreakdown) -> dict[str, int]:
    """Returns each of the listing's terms in exact centipawns."""
    return {term: to_centipawns(amount) for term, amount in score.terms().items()}
