"""What an evaluation is made of, for people: each group of weights by itself, for White and for Black."""

from __future__ import annotations

from functools import cache

from modern.engine.evaluation.evaluate import FULL_PHASE, Evaluation
from modern.engine.evaluation.groups import ENDINGS, GROUPS, weights_of
from modern.engine.evaluation.packed import endgame_score, middlegame_score
from modern.engine.report import Term
from modern.rules.board import Board
from modern.rules.pieces import WHITE


def terms(board: Board) -> list[Term]:
    """What evaluate() adds up, by group; at last what is known of the ending, for the side that it is good for.

    The evaluation is linear in the weights, so each group is what it gives where all others are nothing. A term is
    rounded by itself, so that together they may miss the score by a few points.
    """
    return [*(_term(group, board) for group in GROUPS), _ending_term(board)]


def _term(group: str, board: Board) -> Term:
    """What a group gives both sides."""
    evaluation = _group_evaluation(group)
    evaluation.evaluate_sides(board)
    white, black = (
        (middlegame_score(side) * evaluation.phase + endgame_score(side) * (FULL_PHASE - evaluation.phase))
        // FULL_PHASE
        for side in (evaluation.white, evaluation.black)
    )
    return Term(group, white, black)


def _ending_term(board: Board) -> Term:
    """By how much what is known of the ending changes the score."""
    change = Evaluation(pawn_cache=False).evaluate(board) - Evaluation(endings=False, pawn_cache=False).evaluate(board)
    if board.turn != WHITE:
        change = -change
    return Term(ENDINGS, max(change, 0), max(-change, 0))


@cache
def _group_evaluation(group: str) -> Evaluation:
    """An evaluation that looks at one group."""
    return Evaluation(weights_of(group), pawn_cache=False)
