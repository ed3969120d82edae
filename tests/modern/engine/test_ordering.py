"""Move ordering."""

from __future__ import annotations

import pytest
from scenarios import array_of
from searching import fresh_search

from modern.engine.history import MAX_HISTORY, PIECE_TO_SIZE, add_bonus
from modern.engine.ordering import bring_to_front, pick_best, score_captures, score_moves
from modern.engine.search import Search
from modern.engine.techniques import NOTHING, Techniques
from modern.rules import Position
from modern.rules.legality import legal_codes
from modern.rules.move import code_from_uci, uci_of

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
#: A pawn can capture a queen, the queen a rook, and a rook a pawn; nothing is protected.
CAPTURES = "1k6/8/2q5/1P6/Q6r/8/4p3/K3R3 w - - 0 1"
#: A pawn and a queen can each capture the same protected pawn; the queen would be lost.
LOSING = "7k/8/2p5/3p4/2P5/8/3Q4/K7 w - - 0 1"


def search_at(fen: str, disabled: str = NOTHING) -> Search:
    return fresh_search(Position.from_fen(fen), Techniques(disabled))


def order(search: Search) -> list[str]:
    """Returns the moves of the position in the order in which the root searches them, without a hash move."""
    codes = legal_codes(search.stack.board)
    for index, code in enumerate(codes):
        search.stack.moves[index] = code
    score_moves(search.stack, search.history, search.techniques, 0, len(codes), 0)
    return in_order(search, len(codes))


def in_order(search: Search, count: int) -> list[str]:
    """Returns the first moves on the stack, in the order of their scores."""
    stack = search.stack
    return [uci_of(pick_best(stack.moves, stack.move_scores, index, count)) for index in range(count)]


def test_captures_are_ordered_by_mvv_lva() -> None:
    assert order(search_at(CAPTURES))[:3] == ["b5c6", "a4h4", "e1e2"]
    assert order(search_at("7k/8/8/3q4/2P1N3/8/3R4/K7 w - - 0 1"))[:2] == ["c4d5", "d2d5"]


def test_losing_captures_go_last() -> None:
    ordered = order(search_at(LOSING))
    assert (ordered[0], ordered[-1]) == ("c4d5", "d2d5")


def test_without_see_losing_captures_are_not_recognized() -> None:
    assert order(search_at(LOSING, "static exchange evaluation"))[:2] == ["c4d5", "d2d5"]


def test_a_queen_promotion_goes_first_and_underpromotions_last() -> None:
    ordered = order(search_at("8/P6k/8/8/8/8/8/K7 w - - 0 1"))
    assert ordered[0] == "a7a8q"
    assert set(ordered[-3:]) == {"a7a8r", "a7a8b", "a7a8n"}


def test_without_history_quiet_moves_keep_the_order_of_the_move_generator() -> None:
    position = Position.initial()
    assert order(search_at(position.fen())) == [move.uci() for move in position.legal_moves()]


def test_a_countermove_follows_good_captures_and_precedes_history() -> None:
    search = search_at(CAPTURES)
    search.stack.piece_to[1] = previous_move = 64 * 4 + 39
    search.history.countermoves[previous_move] = code_from_uci("e1d1")
    for _ in range(100):
        add_bonus(search.history.butterfly, code_from_uci("e1c1"), 1600)
    assert order(search)[:5] == ["b5c6", "a4h4", "e1e2", "e1d1", "e1c1"]


def test_quiet_moves_are_ordered_by_history() -> None:
    search = search_at(CAPTURES)
    add_bonus(search.history.butterfly, code_from_uci("e1d1"), 500)
    add_bonus(search.history.butterfly, code_from_uci("e1c1"), 900)
    add_bonus(search.history.butterfly, code_from_uci("a1a2"), -500)
    ordered = order(search)
    assert ordered[3:5] == ["e1c1", "e1d1"]
    assert ordered[-1] == "a1a2"


def test_the_history_of_black_does_not_order_whites_moves() -> None:
    search = search_at(CAPTURES)
    add_bonus(search.history.butterfly, 512 * 8 + code_from_uci("e1d1"), 900)
    assert order(search) == order(search_at(CAPTURES))


@pytest.mark.parametrize("plies_ago", [1, 2])
def test_continuation_history_orders_quiet_moves(plies_ago: int) -> None:
    search = search_at(CAPTURES)
    search.stack.piece_to[2 - plies_ago] = previous_move = 64 * 4 + 39
    rook_to_d1 = 64 * 4 + 3
    add_bonus(search.history.continuation, PIECE_TO_SIZE * previous_move + rook_to_d1, 900)
    assert order(search)[3] == "e1d1"


@pytest.mark.parametrize("disabled", ["countermoves", "history", "continuation history"])
def test_a_disabled_heuristic_orders_nothing(disabled: str) -> None:
    search = search_at(CAPTURES, disabled)
    search.stack.piece_to[1] = previous_move = 64 * 4 + 39
    if disabled == "countermoves":
        search.history.countermoves[previous_move] = code_from_uci("e1d1")
    elif disabled == "history":
        add_bonus(search.history.butterfly, code_from_uci("e1d1"), 900)
    else:
        add_bonus(search.history.continuation, PIECE_TO_SIZE * previous_move + 64 * 4 + 3, 900)
    assert order(search) == order(search_at(CAPTURES))


def test_even_the_worst_history_precedes_a_losing_capture() -> None:
    search = search_at(LOSING)
    for index in range(len(search.history.butterfly)):
        search.history.butterfly[index] = int(1 - MAX_HISTORY)
    for index in range(PIECE_TO_SIZE):
        search.history.continuation[index] = int(1 - MAX_HISTORY)
    assert order(search)[-1] == "d2d5"


def test_the_hash_move_is_brought_to_the_front_if_it_is_in_the_list() -> None:
    moves = array_of([11, 22, 33, 44])
    assert bring_to_front(moves, 1, 4, 44)
    assert list(moves) == [11, 44, 33, 22]
    assert not bring_to_front(moves, 1, 4, 11)
    assert not bring_to_front(moves, 0, 3, 22)
    assert list(moves) == [11, 44, 33, 22]


def test_in_quiescence_search_the_hash_move_precedes_the_most_valuable_victim() -> None:
    search = search_at(CAPTURES)
    codes = [code_from_uci(move) for move in ("e1e2", "a4h4", "b5c6")]
    for index, code in enumerate(codes):
        search.stack.moves[index] = code
    score_captures(search.stack, 0, 3, codes[0])
    ordered = in_order(search, 3)
    assert ordered == ["e1e2", "b5c6", "a4h4"]


def test_move_ordering_loses_no_move() -> None:
    position = Position.from_fen(KIWIPETE)
    assert sorted(order(search_at(KIWIPETE))) == sorted(move.uci() for move in position.legal_moves())
