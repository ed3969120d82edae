"""What an evaluation is made of, for people: each group of weights by itself, for White and for Black."""

from __future__ import annotations

from functools import cache

from modern.engine.evaluation.evaluate import WHOLE_PHASE, Evaluation
from modern.engine.evaluation.groups import GROUPS, only
from modern.engine.evaluation.packed import few_of, many_of
from modern.engine.report import Term
from modern.rules.board import Board


def terms(board: Board) -> list[Term]:
    """What evaluate() adds up, by group.

    The evaluation is linear in the weights, so each group is what it gives where all others are nothing. A term is
    rounded by itself, so that together they may miss the score by a few points.
    """
    found = []
    for group in GROUPS:
        evaluation = _evaluation_of(group)
        evaluation.weigh(board)
        white, black = (
            (many_of(side) * evaluation.phase + few_of(side) * (WHOLE_PHASE - evaluation.phase)) // WHOLE_PHASE
            for side in (evaluation.white, evaluation.black)
        )
        found.append(Term(group, white, black))
    return found


@cache
def _evaluation_of(group: str) -> Evaluation:
    """An evaluation that looks at one group."""
    return Evaluation(only(group), kept=False)
