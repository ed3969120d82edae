"""History heuristics: bonuses, and what is kept between searches."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scenarios import short_array_of
from searching import fresh_search, sound_techniques

from modern.engine.engine import Engine
from modern.engine.history import (
    MAX_HISTORY,
    MAX_HISTORY_BONUS,
    History,
    add_bonus,
    butterfly_index,
    continuation_row,
    countermove_index,
    history_bonus,
)
from modern.engine.picker import CAPTURES, COUNTERMOVE, QUIETS
from modern.limits import Limits
from modern.rules import Position
from modern.rules.move import NO_MOVE, code_from_uci, uci_of
from modern.rules.pieces import BLACK, KING, PAWN, WHITE


@given(st.lists(st.integers(-MAX_HISTORY_BONUS, MAX_HISTORY_BONUS), max_size=200))
def test_no_history_entry_exceeds_the_maximum(bonuses: list[int]) -> None:
    table = short_array_of([0])
    for bonus in bonuses:
        add_bonus(table, 0, bonus)
        assert abs(int(table[0])) <= MAX_HISTORY


@pytest.mark.parametrize("bonus", [MAX_HISTORY_BONUS, -MAX_HISTORY_BONUS])
def test_a_repeated_bonus_changes_the_entry_less_and_less(bonus: int) -> None:
    table, steps = short_array_of([0]), list[int]()
    for _ in range(400):
        before = int(table[0])
        add_bonus(table, 0, bonus)
        steps.append(abs(int(table[0]) - before))
        assert abs(int(table[0])) <= MAX_HISTORY
    assert steps == sorted(steps, reverse=True)
    assert abs(int(table[0])) > 0.99 * int(MAX_HISTORY)


def test_the_bonus_grows_with_depth_up_to_the_maximum() -> None:
    bonuses = [history_bonus(depth) for depth in range(1, 40)]
    assert bonuses[0] > 0
    assert bonuses == sorted(bonuses)
    assert bonuses[-1] == MAX_HISTORY_BONUS


def test_each_side_has_places_of_its_own_in_the_tables_for_every_piece_and_square() -> None:
    history, sides = History(), (WHITE, BLACK)
    moves = [64 * piece + square for piece in range(PAWN, KING + 1) for square in range(64)]
    countermoves = [countermove_index(side, move) for side in sides for move in moves]
    rows = [continuation_row(side, move) for side in sides for move in moves]
    butterflies = [butterfly_index(side, move) for side in sides for move in range(1 << 12)]
    for places, width, table in (
        (countermoves, 1, len(history.countermoves)),
        (rows, 64 * KING + 64, len(history.continuation)),
        (butterflies, 1, len(history.butterfly)),
    ):
        assert all(one + width <= other for one, other in pairwise(sorted(places)))
        assert max(places) + width <= table


def test_a_new_search_divides_the_butterfly_history_by_eight() -> None:
    history = History()
    history.countermoves[7] = 99
    last = len(history.butterfly) - 1
    history.butterfly[last] = -1000
    for index, number in enumerate((1000, -1000, 7, -7, 0)):
        history.butterfly[index] = number
    history.decay()
    assert list(history.butterfly)[:5] == [125, -125, 0, 0, 0]
    assert history.butterfly[last] == -125
    assert history.countermoves[7] == 99


def test_a_cleared_history_equals_a_new_one() -> None:
    history, new = History(), History()
    for first, last in ((0, -1), (7, -7)):
        history.countermoves[first] = history.countermoves[last] = 99
        history.butterfly[first], history.butterfly[last] = int(MAX_HISTORY - 1), int(1 - MAX_HISTORY)
        history.continuation[first] = history.continuation[last] = -5
    history.clear()
    assert list(history.countermoves) == list(new.countermoves)
    assert list(history.butterfly) == list(new.butterfly)
    assert len(history.continuation) == len(new.continuation)
    assert not any(history.continuation)


def test_a_search_fills_the_history_and_clear_empties_it() -> None:
    """All entries stay within their bounds, and a cleared engine searches as if it were new."""
    engine = Engine(1)
    fen = "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1"
    first = engine.think(Position.from_fen(fen), Limits(nodes=4000))
    assert any(engine.history.butterfly)
    assert any(engine.history.countermoves)
    assert any(engine.history.continuation)
    assert all(abs(int(number)) <= MAX_HISTORY for number in engine.history.butterfly)
    engine.clear()
    again = engine.think(Position.from_fen(fen), Limits(nodes=4000))
    assert first is not None
    assert again is not None
    assert (first.pv, first.score) == (again.pv, again.score)


def test_after_a_cutoff_by_a_quiet_move_it_is_the_countermove_and_follows_the_captures() -> None:
    """White mates on the back rank, but can also capture a pawn."""
    search = fresh_search(Position.from_fen("5k2/p4ppp/8/8/8/8/8/RR2K3 b - - 0 1"), sound_techniques())
    stack, picker = search.stack, search.pickers.at(1)
    stack.make_move(code_from_uci("f8g8"), 0)
    assert search._alphabeta(1, 9000, 9001, 1, True, False) > 9000
    assert picker.start(1, NO_MOVE)
    handed_out = [(uci_of(picker.next_move()), picker.stage) for _ in range(3)]
    assert handed_out[:2] == [("a1a7", CAPTURES), ("b1b8", COUNTERMOVE)]
    assert handed_out[2][1] == QUIETS


def test_a_quiet_move_that_fails_high_gets_a_bonus_and_those_tried_before_it_a_malus() -> None:
    search = fresh_search(Position.from_fen("5k2/p4ppp/8/8/8/8/8/RR2K3 b - - 0 1"), sound_techniques())
    search.stack.make_move(code_from_uci("f8g8"), 0)
    search._alphabeta(1, 9000, 9001, 1, True, False)
    moves = search.pickers.at(1).moves
    tried = [moves[index] for index in range(search.pickers.at(1).index + 1)]
    assert (uci_of(tried[0]), uci_of(tried[-1])) == ("a1a7", "b1b8")
    scores = [search.history.butterfly[butterfly_index(WHITE, move)] for move in tried]
    assert scores[0] == 0  # a capture
    assert scores[-1] == history_bonus(1)
    assert set(scores[1:-1]) == {-history_bonus(1)}


@pytest.mark.parametrize(("move", "is_rewarded"), [("g8f7", True), ("g8g7", False), ("a2a1n", False)])
def test_a_quiet_move_after_which_the_opponent_fails_low_gets_half_a_bonus(move: str, is_rewarded: bool) -> None:
    search = fresh_search(Position.from_fen("6k1/6P1/8/8/8/8/p7/4K3 b - - 0 1"), sound_techniques())
    code = code_from_uci(move)
    search.stack.make_move(code, 0)
    assert search._alphabeta(1, 9000, 9001, 1, True, False) <= 9000
    score = history_bonus(1) // 2 if is_rewarded else 0
    assert search.history.butterfly[butterfly_index(BLACK, code)] == score
    assert sum(search.history.continuation) == 2 * score
