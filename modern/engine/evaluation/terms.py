"""What an evaluation is made of, for people: each group of weights by itself, for White and for Black."""

from __future__ import annotations

from functools import cache

from modern.engine.evaluation.evaluate import WHOLE_PHASE, Evaluation
from modern.engine.evaluation.groups import ENDINGS, GROUPS, only
from modern.engine.evaluation.packed import few_of, many_of
from modern.engine.report import Term
from modern.rules.board import Board
from modern.rules.men import WHITE


def terms(board: Board) -> list[Term]:
    """What evaluate() adds up, by group; at last what is known of the ending, for the side that it is good for.

    The evaluation is linear in the weights, so each group is what it gives where all others are nothing. A term is
    rounded by itself, so that together they may miss the score by a few points.
    """
    return [*(_term(group, board) for group in GROUPS), _of_the_ending(board)]


def _term(group: str, board: Board) -> Term:
    """What a group gives both sides."""
    evaluation = _evaluation_of(group)
    evaluation.weigh(board)
    white, black = (
        (many_of(side) * evaluation.phase + few_of(side) * (WHOLE_PHASE - evaluation.phase)) // WHOLE_PHASE
        for side in (evaluation.white, evaluation.black)
    )
    return Term(group, white, black)


def _of_the_ending(board: Board) -> Term:
    """By how much what is known of the ending changes the score."""
    change = Evaluation(kept=False).evaluate(board) - Evaluation(endings=False, kept=False).evaluate(board)
    if board.turn != WHITE:
        change = -change
    return Term(ENDINGS, max(change, 0), max(-change, 0))


@cache
def _evaluation_of(group: str) -> Evaluation:
    """An evaluation that looks at one group."""
    return Evaluation(only(group), kept=False)
