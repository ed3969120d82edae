"""The terms of an evaluation, as `gosub analyse --terms` shows them: each group's score for White and for Black."""

from __future__ import annotations

from functools import cache

from modern.engine.evaluation.evaluate import FULL_PHASE, Evaluation
from modern.engine.evaluation.groups import ENDINGS, GROUPS, weights_of
from modern.engine.evaluation.packed import endgame_score, middlegame_score
from modern.engine.report import Term
from modern.rules.board import Board
from modern.rules.pieces import WHITE


def terms(board: Board) -> list[Term]:
    """Returns the score of each group in GROUPS, then that of the ending knowledge, for the side that it favours.

    The evaluation is linear in the weights, so a group's term is the score with all other weights set to 0. Each term
    is rounded separately, so their sum may differ from the score by a few centipawns.
    """
    return [*(_term(group, board) for group in GROUPS), _ending_term(board)]


def _term(group: str, board: Board) -> Term:
    """Returns the score of a group for each side, in centipawns."""
    evaluation = _group_evaluation(group)
    evaluation.evaluate_sides(board)
    white, black = (
        (middlegame_score(side) * evaluation.phase + endgame_score(side) * (FULL_PHASE - evaluation.phase))
        // FULL_PHASE
        for side in (evaluation.white, evaluation.black)
    )
    return Term(group, white, black)


def _ending_term(board: Board) -> Term:
    """Returns the change of the score by ending knowledge, for the side that it favours."""
    change = Evaluation(pawn_cache=False).evaluate(board) - Evaluation(endings=False, pawn_cache=False).evaluate(board)
    if board.turn != WHITE:
        change = -change
    return Term(ENDINGS, max(change, 0), max(-change, 0))


@cache
def _group_evaluation(group: str) -> Evaluation:
    """Returns an evaluation with the weights of one group only."""
    return Evaluation(weights_of(group), pawn_cache=False)
