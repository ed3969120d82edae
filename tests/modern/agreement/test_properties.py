"""Properties of any position of any game: every difference is explained."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import example, given, settings
from scenarios import pairs, view_of

from historic import Program
from modern.agreement.attacks import compare_attacks
from modern.agreement.classes import CLASSES, classes_of
from modern.agreement.comparison import compare_position
from modern.agreement.differences import ATTACKS, DEFAULT_KINDS, MOVES, SCORES, UNEXPLAINED, DifferenceClass, Finding
from modern.agreement.move_comparison import compare_moves
from modern.agreement.pair import PositionPair, pair_at
from modern.agreement.score_comparison import compare_scores, score_sheets
from modern.agreement.view import key_of_tried


def names(findings: Sequence[Finding]) -> set[str]:
    return {finding.name for finding in findings}


@settings(deadline=None, max_examples=50)
@given(pairs())
def test_moves_agree_or_differ_by_a_class(pair: PositionPair) -> None:
    assert names(compare_moves(view_of(pair))) <= set(classes_of(MOVES))


@settings(deadline=None, max_examples=50)
@given(pairs())
def test_attacks_agree_or_differ_by_a_class(pair: PositionPair) -> None:
    assert names(compare_attacks(view_of(pair))) <= set(classes_of(ATTACKS))


@settings(deadline=None, max_examples=25)
@given(pairs())
def test_scores_agree_or_differ_by_a_class(pair: PositionPair) -> None:
    assert names(compare_scores(view_of(pair))) <= set(classes_of(SCORES))


@settings(deadline=None, max_examples=6)
@given(pairs(40))
def test_the_scores_of_all_moves_are_explained(pair: PositionPair) -> None:
    sheets = score_sheets(view_of(pair))
    assert not isinstance(sheets, str)
    assert not [error for sheet in sheets for error in sheet.errors]


@pytest.mark.parametrize("one", CLASSES, ids=lambda one: one.name)
def test_the_position_of_each_class_shows_it_and_everything_there_is_explained(one: DifferenceClass) -> None:
    found = compare_position(pair_at(one.fen, one.moves), DEFAULT_KINDS, Program())
    for kind, findings in found.items():
        assert UNEXPLAINED not in names(findings)
        assert one.kind != kind or kind == SCORES or one.name in names(findings)  # of scores, one move's are compared


@settings(deadline=None, max_examples=30)
@given(pairs())
def test_the_differences_are_the_symmetric_difference_of_tried_and_legal_moves(pair: PositionPair) -> None:
    view = view_of(pair)
    tried = [key_of_tried(view.state, view.side, move) for move in view.tried]
    assert len(set(tried)) == len(tried)
    assert len(compare_moves(view)) == len(set(tried) ^ set(view.legal))


@settings(deadline=None, max_examples=30)
@given(pairs(30))
@example(pair_at("4k3/8/8/8/8/8/8/4K3 w - - 0 1"))
def test_a_comparison_can_be_repeated_and_changes_nothing(pair: PositionPair) -> None:
    fen, state = pair.position.fen(), pair.state.copy()
    program = Program()
    first = repr(compare_position(pair, DEFAULT_KINDS, program))
    assert repr(compare_position(pair, DEFAULT_KINDS, program)) == first
    assert (pair.position.fen(), pair.state) == (fen, state)
