"""The search agrees with plain minimax, and handles mates, draws and several principal variations."""

from __future__ import annotations

from functools import cache

import chess
import pytest
from hypothesis import given, settings
from scenarios import few_pieces, position_after, position_of
from searching import EVALUATOR, fresh_search, plain_minimax, search_to_depth, sound_techniques

from modern.engine.draws import is_repetition
from modern.engine.engine import Engine
from modern.engine.iterative_deepening import IterativeDeepening
from modern.engine.score import MATE, MAX_PLY, to_score
from modern.engine.techniques import NOTHING, Techniques
from modern.engine.transposition import score_of
from modern.limits import Limits
from modern.report import Report, discard
from modern.rules import Move, Position

#: Techniques that must not change the score.
SOUND = (
    NOTHING,
    "principal variation search",
    "aspiration windows",
    "transposition table",
    "countermoves",
    "history",
    "continuation history",
    "mate distance pruning",
)
#: Positions with few moves, so that a depth-5 search is fast.
SMALL_POSITIONS = [
    "8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1",
    "8/1P4k1/8/8/8/8/1p4K1/8 w - - 0 1",
    "8/8/1p6/1p2k3/1P6/1P2K3/8/8 w - - 0 1",
    "k7/7R/1K6/8/8/8/8/8 b - - 0 1",
    "8/8/8/8/8/5k2/r7/7K b - - 95 90",
]


def lines_at_depth(position: Position, depth: int, pv_count: int = 1) -> list[Report]:
    """Returns the lines that a new engine finds at a depth, the best first."""
    by_rank: dict[int, Report] = {}
    Engine(1).think(
        position, Limits(depth=depth), report=lambda latest: by_rank.update({latest.multipv: latest}), pv_count=pv_count
    )
    return [by_rank[rank] for rank in sorted(by_rank)]


@cache
def minimax_of_fen(fen: str, depth: int) -> int:
    return plain_minimax(chess.Board(fen), depth)


def score_at(position: Position, depth: int) -> object:
    return lines_at_depth(position, depth)[0].score


@given(few_pieces())
@settings(max_examples=20, deadline=None)
def test_with_all_pruning_disabled_the_score_is_that_of_plain_minimax(board: chess.Board) -> None:
    """There are few pieces, because without pruning all orders of many captures would take minutes."""
    if any(board.legal_moves):
        found = search_to_depth(position_of(board), sound_techniques(), 2)
        assert found.score == to_score(plain_minimax(board, 2))


@pytest.mark.parametrize("disabled", SOUND)
@pytest.mark.parametrize(
    "fen",
    [
        "8/8/3p4/KP5r/5p1k/8/4P1P1/8 w - - 0 1",
        "8/P1k5/8/8/8/8/1p4K1/8 w - - 0 1",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        "8/8/8/8/4k3/8/R7/4K3 w - - 98 90",
        "k7/8/1K6/8/8/8/8/1Q6 b - - 0 1",
    ],
)
def test_disabling_any_sound_technique_keeps_the_minimax_score(fen: str, disabled: str) -> None:
    found = search_to_depth(Position.from_fen(fen), sound_techniques(disabled), 3)
    assert found.score == to_score(minimax_of_fen(fen, 3))


@pytest.mark.parametrize("fen", SMALL_POSITIONS)
def test_zero_windows_and_aspiration_windows_do_not_change_the_score(fen: str) -> None:
    """The transposition table is disabled, because its entries may come from deeper searches."""
    bare = sound_techniques("transposition table")
    bare.principal_variation_search = bare.aspiration_windows = bare.mate_distance_pruning = False
    position = Position.from_fen(fen)
    windowed = search_to_depth(position, sound_techniques("transposition table"), 5)
    assert windowed.score == search_to_depth(position, bare, 5).score


def test_pruning_reduces_the_number_of_nodes() -> None:
    position = Position.from_fen(SMALL_POSITIONS[0])
    assert search_to_depth(position, Techniques(), 5).nodes < search_to_depth(position, sound_techniques(), 5).nodes


@pytest.mark.parametrize(
    ("fen", "mate", "move"),
    [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1, "a1a8"),
        ("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", 1, "g1g7"),
        ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1, "h5f7"),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, "a1a6"),  # P. Morphy's problem
        ("8/8/8/8/8/6k1/4r3/7K b - - 0 1", 1, "e2e1"),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, "f6a6"),
    ],
)
def test_the_shortest_mate_is_found_with_its_principal_variation(fen: str, mate: int, move: str) -> None:
    best = Engine(1).think(Position.from_fen(fen), Limits(mate=mate))
    assert best is not None
    assert best.score.mate == mate
    assert best.pv[0].uci() == move
    line = chess.Board(fen)
    for played in best.pv:
        line.push_uci(played.uci())
    assert line.is_checkmate()
    assert len(best.pv) == 2 * mate - 1


def test_the_losing_side_reports_its_mate_distance() -> None:
    assert search_to_depth(Position.from_fen("k7/7R/1K6/8/8/8/8/8 b - - 0 1"), sound_techniques(), 3).score.mate == -1
    assert search_to_depth(Position.from_fen("k7/8/1K6/8/8/8/8/7R b - - 0 1"), sound_techniques(), 3).score.mate == -1


def test_a_forced_loss_is_found_with_pruning_enabled() -> None:
    assert score_at(Position.from_fen("k7/7R/1K6/8/8/8/8/8 b - - 0 1"), 14) == (None, -1)


def test_stalemate_is_a_draw() -> None:
    """King and rook pawn against a king in the corner."""
    assert score_at(Position.from_fen("k7/P7/1K6/8/8/8/8/8 w - - 0 1"), 4) == (0, None)


def test_the_weaker_side_draws_by_repetition() -> None:
    """Black is behind in material, but has perpetual check."""
    best = lines_at_depth(Position.from_fen("6k1/1Q3ppp/1R6/4q3/8/8/6P1/6K1 b - - 0 1"), 6)[0]
    assert best.score.centipawns == 0
    assert best.pv[0].uci() == "e5e1"


def test_the_fifty_move_rule_is_a_draw_unless_the_last_move_mates() -> None:
    assert score_at(Position.from_fen("7k/8/5K2/8/8/8/8/6Q1 w - - 99 90"), 3) == (None, 1)
    assert score_at(Position.from_fen("7k/8/4K3/8/8/8/8/R7 w - - 99 90"), 3) == (0, None)


def test_quiescence_search_sees_the_draw_by_the_fifty_move_rule() -> None:
    for fen in ("4k3/p7/8/8/8/8/P7/4KQ2 w - - 99 80", "4k3/p7/8/8/8/8/P7/4K1Q1 w - - 99 80"):
        found = Engine(1).think(Position.from_fen(fen), Limits(depth=1))
        assert found is not None
        assert found.pv[0].uci() in ("a2a3", "a2a4", "g1a7")
    # A queen that gives check, and has not mated, draws too.
    assert score_at(Position.from_fen("7k/8/4K3/8/8/8/8/R7 w - - 99 90"), 1) == (0, None)


def test_near_the_fifty_move_rule_table_entries_of_a_lower_halfmove_clock_are_not_used() -> None:
    """The mate takes three plies: a halfmove clock of 97 leaves enough of them, 98 does not."""
    scores = {}
    engine = Engine(1)
    for clock in (0, 99, 98, 97, 0):
        found = engine.think(Position.from_fen(f"7k/8/5K2/8/8/8/8/R7 w - - {clock} 90"), Limits(mate=2))
        assert found is not None
        scores[clock] = found.score
    assert scores[0] == scores[97] == (None, 2)
    assert scores[98] == scores[99] == (0, None)


def test_at_the_maximum_ply_the_score_is_the_static_evaluation() -> None:
    position = Position.from_fen("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1")
    search, static_eval = fresh_search(position), EVALUATOR.evaluate(position)
    assert search.quiescence.quiesce(-MATE, MATE, MAX_PLY) == static_eval
    assert search.quiescence.quiesce(-MATE, MATE, MAX_PLY - 1) > static_eval + 500
    assert search._alphabeta(5, -MATE, MATE, MAX_PLY, True, False) == static_eval


def test_a_position_before_the_root_has_to_occur_twice_to_count_as_a_repetition() -> None:
    shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"]
    once = position_after(shuffle)
    assert not is_repetition(once, once.ply)
    assert is_repetition(once, 0)
    assert is_repetition(position_after(shuffle * 2), 8)


def test_the_principal_variation_consists_of_legal_moves() -> None:
    fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    board = chess.Board(fen)
    for move in lines_at_depth(Position.from_fen(fen), 3)[0].pv:
        board.push(board.parse_uci(move.uci()))


def test_several_lines_are_the_best_moves_in_order_of_score() -> None:
    """At depth 1 nothing is pruned, so each score is the quiescence score of the position after the move."""
    position = Position.from_fen("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
    reports = lines_at_depth(position, 1, pv_count=100)
    assert len(reports) == len(position.legal_moves()) == len({report.pv[0] for report in reports})
    scores_in_order = [report.score.centipawns or 0 for report in reports]
    assert scores_in_order == sorted(scores_in_order, reverse=True)
    for report, score in zip(reports, scores_in_order, strict=True):
        after = position.copy()
        after.make(report.pv[0])
        if not after.in_check():
            assert score == -fresh_search(after).quiescence.quiesce(-MATE, MATE, 0)


def test_with_several_lines_the_table_gets_the_score_of_the_best_one() -> None:
    """White wins a queen with one of three moves, and the table remembers that score for the next search."""
    search = fresh_search(Position.from_fen("4k3/8/8/3q4/4P3/8/8/R3K3 w - - 0 1"), limits=Limits(depth=1))
    deepening = IterativeDeepening(search, discard)
    best = deepening.run(3)
    deepening.store_root(best)
    stored = score_of(search.table.probe(search.stack.board.key), 0)
    assert stored == best.score.centipawns
    assert stored > 400


def test_thinking_does_not_change_the_position() -> None:
    position = position_after(["e2e4", "e7e5"])
    before = position.fen(), position.moves_made()
    lines_at_depth(position, 3)
    assert (position.fen(), position.moves_made()) == before


def test_the_line_of_a_singular_search_is_not_the_line_of_its_node() -> None:
    """The search without one move fails high here, so it has a principal variation of its own at the same ply."""
    position = Position.from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    search = fresh_search(position)
    assert search._score_without(Move.from_uci("e2a6").code, 2, -500, 0, False) >= -500
    assert search.stack.pv() == []
