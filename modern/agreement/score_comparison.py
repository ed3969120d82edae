"""Compares the listing's static score of a board with the formula of section 2-2.

The listing's score is S1, as CWHITE (CBLACK) has it after a move that it tries. It is recomputed in exact centipawns,
and its difference from the formula is divided among the classes of modern.agreement.scores. The formula and the
classes must add up to the listing's score in every term.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from historic.position.moves import piece_move
from historic.study.terms import CENTRE as LISTING_CENTRE
from historic.study.terms import CONTROL as LISTING_CONTROL
from historic.study.terms import EXPOSED as LISTING_EXPOSED
from historic.study.terms import KING_ATTACKED, ScoreBreakdown, board_after, score_breakdown
from historic.study.terms import MATERIAL as LISTING_MATERIAL
from historic.study.terms import PAWN_RANKS as LISTING_PAWN_RANKS
from historic.thought import TriedMove, TriedReply
from modern.agreement.differences import UNEXPLAINED, Finding
from modern.agreement.formula import (
    CENTRE,
    CHECK,
    CONTROL,
    MATERIAL,
    UNPROTECTED,
    armies_on,
)
from modern.agreement.scores import (
    SCORE_CLASSES,
    TWENTIETH,
    Amount,
    ScoreClass,
    is_rounded,
    scored_board,
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


class ScoreSheet:
    """The breakdown of one score in centipawns: the terms of the listing and of the formula, and the classes' amounts.

    `score` is the program's own, in pawns. `errors` describes each term that does not add up; it is empty if nothing is
    wrong.
    """

    def __init__(self, view: PositionView, tried: TriedReply, classes: Sequence[ScoreClass]) -> None:
        """Breaks down the program's score of one of its moves."""
        piece, square, castling, self.score = tried
        self.view = view
        self.tried = piece_move(piece, square, castling)
        board = board_after(view.board, view.state, view.side, self.tried)
        breakdown = score_breakdown(board, view.state, view.side)
        self.listing: dict[str, int] = terms_in_centipawns(breakdown)
        #: The exact sum of the listing's terms.
        self.exact: int = sum(self.listing.values())
        own, other = armies_on(board, view.side)
        scored = scored_board(view.state, own, other, classes)
        self.formula: dict[str, int] = scored.formula
        #: What each class adds to each term, unless that is 0.
        self.amounts: list[Amount] = scored.amounts
        self.errors: list[str] = self._terms_that_do_not_add_up(scored.added)
        if breakdown.total != self.score:
            total = f"the program has {self.score!r}, but its terms add up to {breakdown.total!r}"
            self.errors.insert(0, f"after {self.move} {total}")

    @property
    def move(self) -> str:
        """The move in the report's notation."""
        return self.tried.notation(self.view.board, self.view.state, self.view.side)

    def classes(self) -> dict[str, int]:
        """Returns the amount of each class that changes the score, in centipawns.

        `single-precision` has 1, which marks its presence and is not an amount.
        """
        sums: dict[str, int] = {}
        for amount in self.amounts:
            sums[amount.name] = sums.get(amount.name, 0) + amount.centipawns
        if is_rounded(self.score, self.exact):
            sums[single_precision.name] = 1
        return {name: amount for name, amount in sums.items() if amount}

    def _terms_that_do_not_add_up(self, added: dict[str, int]) -> list[str]:
        """Describes each term in which the formula and the classes do not add up to the listing's amount."""
        errors = []
        for term, names in TERMS.items():
            explained = added[term]
            for name in names:
                explained += self.formula[name]
            if self.listing[term] != explained:
                listing = f"{term} is {self.listing[term]} centipawns"
                errors.append(f"after {self.move}: {listing}, but only {explained} are explained")
        return errors


class ScoreFinding(Finding):
    """A class that adds an amount to the score of a sheet, in centipawns."""

    def __init__(self, name: str, sheet: ScoreSheet, amount: int) -> None:
        super().__init__(name, "")
        self.sheet = sheet
        self.amount = amount

    @property
    def what(self) -> str:
        """The amount in one line; of `single-precision`, the score and the exact sum."""
        if self.name == single_precision.name:
            return f"after {self.sheet.move}: {self.sheet.score!r} for {self.sheet.exact / 100}"
        return f"after {self.sheet.move}: {self.amount:+} centipawns"


def compare_scores(view: PositionView, classes: Sequence[ScoreClass] = SCORE_CLASSES) -> list[Finding]:
    """Compares the program's score of one of its moves with the formula: one finding for each class that contributes.

    The position's hash determines the move.
    """
    if view.mismatch:
        return [Finding(UNEXPLAINED, view.mismatch)]
    if not view.replies:
        return []
    is_sampled = view.pair.complete_number is None
    compared = [view.replies[sampled_index(view)]] if is_sampled else view.replies
    findings: list[Finding] = []
    for tried in compared:
        sheet = ScoreSheet(view, tried, classes)
        findings += [Finding(UNEXPLAINED, error) for error in sheet.errors]
        findings += [ScoreFinding(name, sheet, amount) for name, amount in sheet.classes().items()]
    return findings


def sampled_index(view: PositionView) -> int:
    """Returns the index of the tried move whose score is compared: the position's hash modulo their number."""
    return view.position.hash % len(view.replies)


def score_sheets(view: PositionView, classes: Sequence[ScoreClass] = SCORE_CLASSES) -> list[ScoreSheet] | str:
    """Returns the score sheet of every move that the program tries, in order.

    If the program does not try the computed moves, returns one line that describes the mismatch instead.
    """
    return view.mismatch or [ScoreSheet(view, one, classes) for one in view.replies]


def sheet_of(view: PositionView, scored: TriedMove, classes: Sequence[ScoreClass] = SCORE_CLASSES) -> ScoreSheet:
    """Returns the breakdown of the program's score of one of its moves."""
    return ScoreSheet(view, (scored.piece, scored.square, scored.castling, scored.own_score), classes)


def to_centipawns(pawns: float) -> int:
    """Converts a sum of the program from pawns to exact centipawns.

    The program only adds multiples of a twentieth of a pawn, and its rounding errors are far smaller.
    """
    return math.floor(pawns * 20 + 0.5) * TWENTIETH


def terms_in_centipawns(score: ScoreBreakdown) -> dict[str, int]:
    """Returns each of the listing's terms in exact centipawns."""
    return {term: to_centipawns(amount) for term, amount in score.terms().items()}
