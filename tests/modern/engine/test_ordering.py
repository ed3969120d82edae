"""Move ordering: in which order the picker hands out the moves of a node, and what kind of move it says each is."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from searching import fresh_search

from modern.engine.history import (
    MAX_HISTORY,
    add_bonus,
    butterfly_index,
    continuation_row,
    countermove_index,
)
from modern.engine.picker import (
    CAPTURES,
    COUNTERMOVE,
    HASH_MOVE,
    LOSING_CAPTURES,
    QUIETS,
    MovePicker,
)
from modern.engine.score import INFINITE
from modern.engine.search import Search
from modern.engine.stack import PIECE_TO_SIZE, piece_to_index
from modern.engine.techniques import NOTHING, Techniques
from modern.engine.transposition import NO_BOUND, move_of, tt_key
from modern.rules import Position
from modern.rules.move import NO_MOVE, code_from_uci, from_square_of, to_square_of, uci_of
from modern.rules.movegen import legal_codes
from modern.rules.pieces import BLACK, WHITE

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
#: A pawn can capture a queen, the queen a rook, and a rook a pawn; nothing is protected.
EXCHANGES = "1k6/8/2q5/1P6/Q6r/8/4p3/K3R3 w - - 0 1"
#: The same position comes about by these moves.
BEFORE_EXCHANGES = "1k6/8/2q5/1P5r/8/Q7/4p3/K3R3 w - - 0 1"
LINE = ("a3a4", "h5h4")
#: A pawn and a queen can each capture the same protected pawn; the queen would be lost.
LOSING = "7k/8/2p5/3p4/2P5/8/3Q4/K7 w - - 0 1"
#: A capture of the most valuable piece, a quiet move, a castling move, and a capture that loses the queen.
HASH_MOVES = ("e2a6", "a2a3", "e1g1", "f3f6")


def search_after(fen: str, moves: Sequence[str] = (), disabled: str = NOTHING) -> Search:
    """Returns a search of a position that has made these moves: the next node is at ply len(moves)."""
    search = fresh_search(Position.from_fen(fen), Techniques(disabled))
    for ply, move in enumerate(moves):
        search.stack.make_move(code_from_uci(move), ply)
    return search


def remaining(picker: MovePicker) -> list[tuple[str, int]]:
    """Returns the moves that a picker still hands out, each with its stage."""
    found = list[tuple[str, int]]()
    while (move := picker.next_move()) != NO_MOVE:
        found.append((uci_of(move), int(picker.stage)))
    return found


def with_stages(search: Search, ply: int = 0, hash_move: str = "") -> list[tuple[str, int]]:
    """Returns the moves of the node at `ply` in the order in which the search gets them, each with its stage."""
    picker = search.pickers.at(ply)
    assert picker.start(ply, code_from_uci(hash_move) if hash_move else NO_MOVE)
    return remaining(picker)


def order(search: Search, ply: int = 0, hash_move: str = "") -> list[str]:
    """Returns the moves of the node at `ply` in the order in which the search gets them."""
    return [move for move, _ in with_stages(search, ply, hash_move)]


def captures_in_order(search: Search, hash_move: str) -> list[str]:
    """Returns the moves of quiescence search in the order in which it gets them."""
    picker = search.pickers.at(0)
    picker.start_tactical(0, code_from_uci(hash_move))
    return [move for move, _ in remaining(picker)]


def piece_to(position: Position, move: str) -> int:
    """Returns the piece-to index of a move from a position."""
    code = code_from_uci(move)
    return int(piece_to_index(position.mailbox[from_square_of(code)], to_square_of(code)))


def reward(search: Search, move: str, bonus: int, side: int = WHITE) -> None:
    """Changes the history of a move."""
    add_bonus(search.history.butterfly, butterfly_index(side, code_from_uci(move)), bonus)


def set_countermove(search: Search, ply: int, move: str) -> None:
    """Sets White's countermove to the last move before the node at `ply`."""
    search.history.countermoves[countermove_index(WHITE, search.stack.piece_to(ply - 1))] = code_from_uci(move)


def reward_continuation(search: Search, ply: int, plies_ago: int, move: str) -> None:
    """Gives White's move at the node at `ply` a bonus for following the move that was made some plies ago."""
    row = continuation_row(WHITE, search.stack.piece_to(ply - plies_ago))
    add_bonus(search.history.continuation, row + piece_to(Position.from_fen(EXCHANGES), move), 900)


def test_captures_are_ordered_by_mvv_lva() -> None:
    assert order(search_after(EXCHANGES))[:3] == ["b5c6", "a4h4", "e1e2"]
    assert order(search_after("7k/8/8/3q4/2P1N3/8/3R4/K7 w - - 0 1"))[:2] == ["c4d5", "d2d5"]


def test_losing_captures_go_last() -> None:
    ordered = with_stages(search_after(LOSING))
    assert (ordered[0], ordered[-1]) == (("c4d5", CAPTURES), ("d2d5", LOSING_CAPTURES))


def test_without_see_losing_captures_are_not_recognized() -> None:
    ordered = with_stages(search_after(LOSING, disabled="static exchange evaluation"))
    assert ordered[:2] == [("c4d5", CAPTURES), ("d2d5", CAPTURES)]


def test_a_queen_promotion_goes_first_and_underpromotions_last() -> None:
    ordered = with_stages(search_after("8/P6k/8/8/8/8/8/K7 w - - 0 1"))
    assert ordered[0] == ("a7a8q", CAPTURES)
    assert set(ordered[-3:]) == {(f"a7a8{piece}", LOSING_CAPTURES) for piece in "rbn"}


def test_en_passant_is_handed_out_among_the_quiet_moves() -> None:
    assert ("e5d6", QUIETS) in with_stages(search_after("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"))


def test_without_history_quiet_moves_keep_the_order_of_the_move_generator() -> None:
    position = Position.initial()
    assert order(search_after(position.fen())) == [move.uci() for move in position.legal_moves()]


def test_a_countermove_follows_good_captures_and_precedes_history() -> None:
    search = search_after(BEFORE_EXCHANGES, LINE)
    set_countermove(search, 2, "e1d1")
    for _ in range(100):
        reward(search, "e1c1", 1600)
    assert with_stages(search, 2)[:5] == [
        ("b5c6", CAPTURES),
        ("a4h4", CAPTURES),
        ("e1e2", CAPTURES),
        ("e1d1", COUNTERMOVE),
        ("e1c1", QUIETS),
    ]


def test_quiet_moves_are_ordered_by_history() -> None:
    search = search_after(EXCHANGES)
    reward(search, "e1d1", 500)
    reward(search, "e1c1", 900)
    reward(search, "a1a2", -500)
    ordered = order(search)
    assert ordered[3:5] == ["e1c1", "e1d1"]
    assert ordered[-1] == "a1a2"


def test_the_history_of_black_does_not_order_whites_moves() -> None:
    search = search_after(EXCHANGES)
    reward(search, "e1d1", 900, side=BLACK)
    assert order(search) == order(search_after(EXCHANGES))


@pytest.mark.parametrize("plies_ago", [1, 2])
def test_continuation_history_orders_quiet_moves(plies_ago: int) -> None:
    search = search_after(BEFORE_EXCHANGES, LINE)
    reward_continuation(search, 2, plies_ago, "e1d1")
    assert order(search, 2)[3] == "e1d1"


@pytest.mark.parametrize("disabled", ["countermoves", "history", "continuation history"])
def test_a_disabled_heuristic_orders_nothing(disabled: str) -> None:
    search = search_after(BEFORE_EXCHANGES, LINE, disabled)
    if disabled == "countermoves":
        set_countermove(search, 2, "e1d1")
    elif disabled == "history":
        reward(search, "e1d1", 900)
    else:
        reward_continuation(search, 2, 1, "e1d1")
    assert with_stages(search, 2) == with_stages(search_after(EXCHANGES))


def test_even_the_worst_history_precedes_a_losing_capture() -> None:
    search = search_after(LOSING)
    for index in range(len(search.history.butterfly)):
        search.history.butterfly[index] = int(1 - MAX_HISTORY)
    for index in range(PIECE_TO_SIZE):
        search.history.continuation[index] = int(1 - MAX_HISTORY)
    *others, last = with_stages(search)
    assert last == ("d2d5", LOSING_CAPTURES)
    assert {stage for _, stage in others} == {CAPTURES, QUIETS}


@pytest.mark.parametrize("hash_move", HASH_MOVES)
def test_the_hash_move_goes_first_and_the_others_keep_their_order(hash_move: str) -> None:
    first, *others = with_stages(search_after(KIWIPETE), hash_move=hash_move)
    assert first == (hash_move, HASH_MOVE)
    usual = with_stages(search_after(KIWIPETE))
    assert sorted(others) == sorted(one for one in usual if one[0] != hash_move)
    assert [stage for _, stage in others] == sorted(stage for _, stage in others)


def test_the_hash_move_is_handed_out_before_any_move_is_generated() -> None:
    picker = search_after(KIWIPETE).pickers.at(0)
    assert picker.start(0, code_from_uci("a2a3"))
    assert uci_of(picker.next_move()) == "a2a3"
    assert picker.count == 0
    picker.next_move()
    assert picker.count == len(legal_codes(Position.from_fen(KIWIPETE)))


@pytest.mark.parametrize("before", range(1, 48, 6))
def test_moves_that_are_left_when_quiet_moves_are_skipped_keep_their_stages(before: int) -> None:
    picker = search_after(KIWIPETE).pickers.at(0)
    assert picker.start(0, NO_MOVE)
    found = [(uci_of(picker.next_move()), int(picker.stage)) for _ in range(before)]
    picker.skips_quiets = True
    assert sorted(found + remaining(picker)) == sorted(with_stages(search_after(KIWIPETE)))


def test_quiet_moves_that_one_node_skips_are_not_skipped_in_the_next_node_of_the_same_ply() -> None:
    picker = search_after(KIWIPETE).pickers.at(0)
    for start in (
        lambda: picker.start(0, NO_MOVE),
        lambda: picker.start_tactical(0, NO_MOVE),
        lambda: picker.start(0, NO_MOVE),
    ):
        picker.skips_quiets = True
        start()
        assert not picker.skips_quiets


@pytest.mark.parametrize("before", [1, 2, 10])
def test_the_search_without_the_hash_move_does_not_disturb_the_moves_of_the_same_node(before: int) -> None:
    usual = order(search_after(KIWIPETE), hash_move="e2a6")
    search = search_after(KIWIPETE)
    picker = search.pickers.at(0)
    assert picker.start(0, code_from_uci("e2a6"))
    found = [uci_of(picker.next_move()) for _ in range(before)]
    search._score_without(code_from_uci("e2a6"), 2, 100, 0, False)
    assert search.pickers.at(0) is picker
    found += [move for move, _ in remaining(picker)]
    assert found[:before] == usual[:before]
    if before > 1:  # the moves have been scored before that search, which changes the history
        assert found == usual
    assert sorted(found) == sorted(usual)


def test_a_node_reads_nothing_that_an_earlier_one_left_behind() -> None:
    searches = search_after(KIWIPETE), search_after(KIWIPETE)
    for ply in range(30):
        for excluded_move in (code_from_uci("e2a6"), NO_MOVE):
            searches[0].stack.excluded_moves[ply] = excluded_move
            picker = searches[0].pickers.at(ply)
            for index in range(len(picker.moves)):
                picker.moves[index] = picker.scores[index] = 1 << 40
    for index in range(len(searches[0].stack.pv_table)):
        searches[0].stack.pv_table[index] = 1 << 40
    scores = [search.search_root(depth, 0, -INFINITE, INFINITE) for search in searches for depth in range(1, 6)]
    assert scores[:5] == scores[5:]
    assert searches[0].counter.nodes == searches[1].counter.nodes
    assert searches[0].stack.pv() == searches[1].stack.pv()


def test_in_quiescence_search_the_hash_move_precedes_the_most_valuable_victim() -> None:
    assert captures_in_order(search_after(EXCHANGES), "e1e2") == ["e1e2", "b5c6", "a4h4"]


def test_in_quiescence_search_a_quiet_hash_move_is_not_handed_out() -> None:
    assert captures_in_order(search_after(EXCHANGES), "e1d1") == ["b5c6", "a4h4", "e1e2"]


@pytest.mark.parametrize(("hash_move", "tried_first"), [("", "a1a6"), ("h1h6", "h1h6")])
def test_quiescence_search_tries_the_hash_move_first(hash_move: str, tried_first: str) -> None:
    """A pawn more is enough for a cutoff, so the move that is stored is the one that was tried first."""
    search = search_after("6k1/8/n6p/8/8/8/8/R3K2R w - - 0 1")
    board = search.stack.board
    static_eval = search.stack.evaluate()
    if hash_move:
        search.table.store(tt_key(board), code_from_uci(hash_move), static_eval, 0, NO_BOUND, 0, static_eval)
    assert search.quiescence.quiesce(static_eval, static_eval + 1, 0) > static_eval
    assert uci_of(move_of(search.table.probe(tt_key(board)))) == tried_first


def test_a_side_in_check_gets_its_evasions_the_capture_of_the_checking_piece_first() -> None:
    search = search_after("7k/8/8/8/4r3/3P4/8/4K3 w - - 0 1")
    picker = search.pickers.at(0)
    assert picker.start(0, NO_MOVE)
    first, *others = remaining(picker)
    assert first == ("d3e4", CAPTURES)
    assert {stage for _, stage in others} == {QUIETS}
    assert len(others) + 1 == len(legal_codes(search.stack.board))


def test_a_node_without_a_legal_move_has_nothing_to_hand_out() -> None:
    stalemate, checkmate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
    assert not search_after(stalemate).pickers.at(0).start(0, NO_MOVE)
    assert not search_after(checkmate).pickers.at(0).start(0, NO_MOVE)
    assert not search_after(checkmate).pickers.at(0).start(0, NO_MOVE)


def test_move_ordering_loses_no_move() -> None:
    position = Position.from_fen(KIWIPETE)
    assert sorted(order(search_after(KIWIPETE))) == sorted(move.uci() for move in position.legal_moves())
