"""In which order moves are tried."""

from __future__ import annotations

import pytest
from scenarios import array_of
from searching import new_search

from modern.engine.history import MAX_HISTORY, PIECE_TO_SIZE, add_bonus
from modern.engine.ordering import bring_to_front, pick_best, score_captures, score_moves
from modern.engine.search import Search
from modern.engine.techniques import (
    CONTINUATION_HISTORY,
    COUNTERMOVES,
    HISTORY,
    KILLER_MOVES,
    NOTHING,
    STATIC_EXCHANGE_EVALUATION,
    Techniques,
)
from modern.rules import Position
from modern.rules.legality import legal_codes
from modern.rules.move import code_from_uci, uci_of

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
#: A pawn may take a queen, the queen a rook, a rook a pawn; nothing is protected.
CAPTURES = "1k6/8/2q5/1P6/Q6r/8/4p3/K3R3 w - - 0 1"
#: A pawn and a queen may each take a pawn, of which the queen's is protected.
LOSING = "7k/8/2p5/3p4/2P5/8/3Q4/K7 w - - 0 1"


def search_at(fen: str, without: str = NOTHING) -> Search:
    return new_search(Position.from_fen(fen), Techniques(without))


def order(search: Search, ply: int = 0) -> list[str]:
    """The moves of the position in their order, as the node at a ply tries them but for a hash move."""
    codes = legal_codes(search.board)
    for index, code in enumerate(codes):
        search.moves[index] = code
    score_moves(search, 0, len(codes), ply)
    return [uci_of(pick_best(search.moves, search.move_scores, index, len(codes))) for index in range(len(codes))]


def test_the_most_valuable_victim_goes_first_and_the_least_valuable_aggressor() -> None:
    assert order(search_at(CAPTURES))[:3] == ["b5c6", "a4h4", "e1e2"]
    assert order(search_at("7k/8/8/3q4/2P1N3/8/3R4/K7 w - - 0 1"))[:2] == ["c4d5", "d2d5"]


def test_captures_that_lose_something_go_last() -> None:
    tried = order(search_at(LOSING))
    assert (tried[0], tried[-1]) == ("c4d5", "d2d5")


def test_without_exchange_evaluation_no_capture_is_known_to_lose() -> None:
    assert order(search_at(LOSING, STATIC_EXCHANGE_EVALUATION))[:2] == ["c4d5", "d2d5"]


def test_a_queen_goes_first_and_what_else_a_pawn_becomes_last() -> None:
    tried = order(search_at("8/P6k/8/8/8/8/8/K7 w - - 0 1"))
    assert tried[0] == "a7a8q"
    assert set(tried[-3:]) == {"a7a8r", "a7a8b", "a7a8n"}


def test_where_nothing_is_known_quiet_moves_keep_the_generators_order() -> None:
    position = Position.initial()
    assert order(search_at(position.fen())) == [move.uci() for move in position.legal_moves()]


def test_killers_go_behind_good_captures_and_before_other_quiet_moves_the_last_one_first() -> None:
    search = search_at(CAPTURES)
    for killer in ("a1a2", "e1d1"):
        search.history.add_killer(code_from_uci(killer), 3)
    assert order(search, 3)[:5] == ["b5c6", "a4h4", "e1e2", "e1d1", "a1a2"]
    assert order(search, 2)[3:5] != ["e1d1", "a1a2"]


def test_a_countermove_goes_behind_killers_and_before_what_history_likes() -> None:
    search = search_at(CAPTURES)
    search.history.add_killer(code_from_uci("a1a2"), 0)
    search.piece_to[1] = before = 64 * 4 + 39
    search.history.countermoves[before] = code_from_uci("e1d1")
    for _ in range(100):
        add_bonus(search.history.butterfly, code_from_uci("e1c1"), 1600)
    assert order(search)[3:6] == ["a1a2", "e1d1", "e1c1"]


def test_quiet_moves_that_have_cut_off_go_before_those_that_have_not() -> None:
    search = search_at(CAPTURES)
    add_bonus(search.history.butterfly, code_from_uci("e1d1"), 500)
    add_bonus(search.history.butterfly, code_from_uci("e1c1"), 900)
    add_bonus(search.history.butterfly, code_from_uci("a1a2"), -500)
    tried = order(search)
    assert tried[3:5] == ["e1c1", "e1d1"]
    assert tried[-1] == "a1a2"


def test_what_black_has_done_well_says_nothing_of_white() -> None:
    search = search_at(CAPTURES)
    add_bonus(search.history.butterfly, 512 * 8 + code_from_uci("e1d1"), 900)
    assert order(search) == order(search_at(CAPTURES))


@pytest.mark.parametrize("plies_ago", [1, 2])
def test_a_quiet_move_that_has_answered_the_last_ones_well_goes_first(plies_ago: int) -> None:
    search = search_at(CAPTURES)
    search.piece_to[2 - plies_ago] = before = 64 * 4 + 39
    rook_to_d1 = 64 * 4 + 3
    add_bonus(search.history.continuation, PIECE_TO_SIZE * before + rook_to_d1, 900)
    assert order(search)[3] == "e1d1"


@pytest.mark.parametrize("without", [KILLER_MOVES, COUNTERMOVES, HISTORY, CONTINUATION_HISTORY])
def test_what_is_left_out_orders_nothing(without: str) -> None:
    search = search_at(CAPTURES, without)
    search.piece_to[1] = before = 64 * 4 + 39
    if without == KILLER_MOVES:
        search.history.add_killer(code_from_uci("e1d1"), 0)
    elif without == COUNTERMOVES:
        search.history.countermoves[before] = code_from_uci("e1d1")
    elif without == HISTORY:
        add_bonus(search.history.butterfly, code_from_uci("e1d1"), 900)
    else:
        add_bonus(search.history.continuation, PIECE_TO_SIZE * before + 64 * 4 + 3, 900)
    assert order(search) == order(search_at(CAPTURES))


def test_no_history_comes_before_a_countermove_or_behind_a_losing_capture() -> None:
    search = search_at(LOSING)
    for index in range(len(search.history.butterfly)):
        search.history.butterfly[index] = 1 - MAX_HISTORY
    for index in range(PIECE_TO_SIZE):
        search.history.continuation[index] = 1 - MAX_HISTORY
    assert order(search)[-1] == "d2d5"


def test_the_move_that_was_best_before_is_brought_to_the_front_if_it_is_there() -> None:
    moves = array_of([11, 22, 33, 44])
    assert bring_to_front(moves, 1, 4, 44)
    assert list(moves) == [11, 44, 33, 22]
    assert not bring_to_front(moves, 1, 4, 11)
    assert not bring_to_front(moves, 0, 3, 22)
    assert list(moves) == [11, 44, 33, 22]


def test_in_quiescence_it_goes_before_the_most_valuable_victim() -> None:
    search = search_at(CAPTURES)
    codes = [code_from_uci(move) for move in ("e1e2", "a4h4", "b5c6")]
    for index, code in enumerate(codes):
        search.moves[index] = code
    score_captures(search, 0, 3, codes[0])
    tried = [uci_of(pick_best(search.moves, search.move_scores, index, 3)) for index in range(3)]
    assert tried == ["e1e2", "b5c6", "a4h4"]


def test_no_move_is_lost() -> None:
    position = Position.from_fen(KIWIPETE)
    assert sorted(order(search_at(KIWIPETE))) == sorted(move.uci() for move in position.legal_moves())
