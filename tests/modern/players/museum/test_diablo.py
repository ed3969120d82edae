"""Diablo: its search gives minimax scores, its limits and draws, and the same nodes in both builds."""

from __future__ import annotations

import time

import chess
import pytest
from hypothesis import given, settings
from refusals import codes
from scenarios import random_boards

from modern.build import COMPILED, MUSEUM, build_mode
from modern.engine.control import Control
from modern.engine.node_counter import NodeCounter
from modern.engine.stopping.condition import StopCondition
from modern.limits import Clock, Limits
from modern.players import Decision, Game, MoveRequest
from modern.players.museum.cores.diablo import (
    INFINITE,
    MATE,
    DiabloSearch,
    evaluate,
    is_repeated,
    mvv_lva,
    square_value,
)
from modern.players.museum.diablo import DEFAULT_DEPTH, DiabloPlayer
from modern.report import Report, Score
from modern.rules import Move, Position
from modern.rules.movegen import legal_codes

INITIAL = chess.STARTING_FEN
#: Positions in which a search without any cutoffs ends, because there is little to capture.
QUIET_POSITIONS = (
    INITIAL,
    "4k3/1p4p1/8/2P2P2/8/8/1P4P1/4K3 w - - 0 1",
    "8/2k5/3p4/4p3/2K1P3/3R4/8/6r1 b - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    "8/P6k/8/8/8/8/7p/K7 b - - 0 1",
    "k7/8/1K6/8/8/8/8/7R w - - 98 90",
)


def request_of(fen: str, limits: Limits, moves: str = "") -> tuple[MoveRequest, list[Report], list[str]]:
    reports, notes = list[Report](), list[str]()
    return MoveRequest(Game(fen, moves.split()), limits, report=reports.append, note=notes.append), reports, notes


def decided(fen: str, depth: int, moves: str = "") -> Decision:
    return DiabloPlayer().decide(request_of(fen, Limits(depth=depth), moves)[0])


def new_search(position: Position) -> DiabloSearch:
    counter = NodeCounter(StopCondition(Limits(), Control()))
    return DiabloSearch(position.scratch_copy(), legal_codes(position), counter)


def plain_minimax(board: chess.Board, depth: int, ply: int = 0) -> int:
    """Returns the score of the design without alpha-beta and without move ordering, on python-chess's moves."""
    if depth == 0:
        return plain_quiescence(board)
    if ply and board.is_repetition(2):
        return 0
    moves = list(board.legal_moves)
    if not moves:
        return ply - int(MATE) if board.is_check() else 0
    if ply and board.halfmove_clock >= 100:
        return 0
    scores = []
    for move in moves:
        board.push(move)
        scores.append(-plain_minimax(board, depth - 1, ply + 1))
        board.pop()
    return max(scores)


def plain_quiescence(board: chess.Board) -> int:
    """Returns the best score for the side to move by standing pat or capturing, every line to its end."""
    scores = [int(evaluate(Position.from_fen(board.fen())))]
    for move in list(board.generate_legal_captures()):
        board.push(move)
        scores.append(-plain_quiescence(board))
        board.pop()
    return max(scores)


@pytest.mark.both_builds
@pytest.mark.parametrize(
    ("fen", "depth"),
    [
        *((fen, depth) for fen in QUIET_POSITIONS for depth in (1, 2)),
        *(pytest.param(fen, 3, marks=pytest.mark.slow) for fen in QUIET_POSITIONS[1:3]),
    ],
)
def test_its_score_and_its_move_are_those_of_plain_minimax(fen: str, depth: int) -> None:
    search = new_search(Position.from_fen(fen))
    score = search.search_root(depth)
    assert score == plain_minimax(chess.Board(fen), depth)
    after = chess.Board(fen)
    after.push_uci(Move(search.best_move).uci())
    assert -plain_minimax(after, depth - 1, 1) == score


@pytest.mark.parametrize("fen", QUIET_POSITIONS[1:])
def test_what_earlier_iterations_left_in_the_tables_changes_no_score(fen: str) -> None:
    search = new_search(Position.from_fen(fen))
    for depth in range(1, 5):
        assert search.search_root(depth) == new_search(Position.from_fen(fen)).search_root(depth)


def test_move_ordering_saves_most_of_the_nodes() -> None:
    """Plain minimax has 197,281 leaves at depth 4, and a quiescence search at each."""
    search = new_search(Position.initial())
    for depth in range(1, 5):
        search.search_root(depth)
    assert search.counter.nodes < 197_281 // 50


def worst_first(moves: list[int], scores: list[int], index: int, end: int) -> int:
    """Swaps the move with the lowest score to `index`: the reverse of the document's decreasing order."""
    worst = min(range(index, end), key=lambda candidate: scores[candidate])
    for row in (moves, scores):
        row[index], row[worst] = row[worst], row[index]
    return moves[index]


@pytest.mark.skipif(build_mode(MUSEUM) == COMPILED, reason="compiled code calls its own pick_best")
def test_the_worst_move_first_gives_the_same_score_at_many_times_the_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    searches = [new_search(Position.initial()) for _ in range(2)]
    scores = [searches[0].search_root(depth) for depth in (1, 2, 3)]
    monkeypatch.setattr("modern.players.museum.cores.diablo.pick_best", worst_first)
    assert [searches[1].search_root(depth) for depth in (1, 2, 3)] == scores
    assert [search.counter.nodes for search in searches] == [792, 7836]


def test_captures_are_ordered_by_victim_first_and_then_by_attacker() -> None:
    types = range(chess.PAWN, chess.KING + 1)
    ordered = sorted(((victim, attacker) for victim in types for attacker in types), key=lambda pair: -mvv_lva(*pair))
    assert ordered[:2] == [(chess.KING, chess.PAWN), (chess.KING, chess.KNIGHT)]
    assert ordered.index((chess.QUEEN, chess.KING)) < ordered.index((chess.ROOK, chess.PAWN))
    assert ordered[-1] == (chess.PAWN, chess.KING)


def test_the_pv_table_searches_the_best_move_of_the_last_iteration_first() -> None:
    position = Position.from_fen("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
    search = new_search(position)
    search.search_root(3)
    line = search.pv(3)
    assert line[0] == search.best_move
    for code in line:
        assert code in legal_codes(position)
        position.make_move(code)
    assert search.board.key == Position.from_fen("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3").key


@given(random_boards())
@settings(max_examples=20, deadline=None)
def test_both_sides_have_the_same_values(board: chess.Board) -> None:
    position, mirrored = Position.from_fen(board.fen()), Position.from_fen(board.mirror().fen())
    assert evaluate(position) == evaluate(mirrored)
    assert abs(int(evaluate(position))) < INFINITE


def test_the_piece_values_are_those_of_the_document() -> None:
    for letter, value in zip("PNBRQ", (100, 325, 325, 550, 1000), strict=True):
        with_piece = Position.from_fen(f"4k3/8/8/8/3{letter}4/8/8/4K3 w - - 0 1")
        assert evaluate(with_piece) == value + square_value(" PNBRQ".index(letter), 3, 3)


def test_a_knight_belongs_in_the_centre_and_a_king_at_home() -> None:
    assert square_value(chess.KNIGHT, 3, 3) > square_value(chess.KNIGHT, 0, 3) > square_value(chess.KNIGHT, 0, 0)
    assert square_value(chess.KING, 6, 0) > square_value(chess.KING, 4, 0) > square_value(chess.KING, 4, 3)
    assert square_value(chess.PAWN, 4, 5) > square_value(chess.PAWN, 4, 1)


@pytest.mark.parametrize(
    ("fen", "depth", "move", "score"),
    [
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 2, "d1d8", Score(mate=1)),
        ("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", 4, None, Score(mate=2)),
        ("6k1/R7/8/8/8/8/8/1R4K1 b - - 0 1", 4, None, Score(mate=-1)),
    ],
)
def test_a_mate_is_seen_one_ply_deeper_than_it_is_long(fen: str, depth: int, move: str | None, score: Score) -> None:
    decision = decided(fen, depth)
    assert decision.score == score
    assert move in (None, str(decision.move))
    shallower = decided(fen, depth - 1).score
    assert shallower is not None
    assert (shallower.mate is None) == (depth == 2 * abs(score.mate or 0))


def test_quiescence_sees_that_the_pawn_is_protected() -> None:
    fen = "4k3/8/3p4/4p3/8/8/4Q3/4K3 w - - 0 1"
    assert str(decided(fen, 1).move) != "e2e5"


def test_quiescence_captures_en_passant_too() -> None:
    """After d2-d4 Black would stand pat, if it did not see that its pawn takes d4 in passing."""
    before = Position.from_fen("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1")
    before.make(before.parse_uci("d2d4"))
    after_capture = before.copy()
    after_capture.make(after_capture.parse_uci("e4d3"))
    search = new_search(before)
    assert search.search_root(0) == -new_search(after_capture).search_root(0) > evaluate(before) + 50


def test_quiescence_leaves_out_promotions_without_a_capture() -> None:
    position = Position.from_fen("8/P6k/8/8/8/8/8/K7 w - - 0 1")
    assert new_search(position).search_root(0) == evaluate(position)


def test_a_table_entry_is_the_move_that_raised_alpha_even_if_a_later_move_causes_a_cutoff() -> None:
    """The document updates the table every time alpha rises.

    After 1. Nc5 Black tries 1...Qxd1 first, because the rook is the most valuable victim. It raises alpha, although it
    loses the queen. 1...bxc5 then refutes 1. Nc5, which is worse than 1. Nc3.
    """
    position = Position.from_fen("6k1/8/1p6/8/N5q1/8/6PP/3R1R1K w - - 0 1")
    knight_moves = [position.parse_uci(uci).code for uci in ("a4c3", "a4c5")]
    search = DiabloSearch(position.scratch_copy(), knight_moves, NodeCounter(StopCondition(Limits(), Control())))
    search.search_root(2)
    assert search.best_move == knight_moves[0]
    search.board.make_move(knight_moves[1])
    assert [Move(code).uci() for code in search.pv(1)] == ["g4d1"]


def test_one_repetition_is_a_draw() -> None:
    """As the document's IsRepeat has it. That a game is a draw at the third time is the rule of the game."""
    game = Game("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", ["a1a2", "e8e7", "a2a1"])
    assert not is_repeated(game.position)
    game.make(Move.from_uci("e7e8"))
    assert is_repeated(game.position)


def test_the_side_that_is_behind_repeats_and_the_side_that_is_ahead_does_not() -> None:
    fen = "6k1/8/8/8/8/8/8/RR4K1 w - - 0 1"
    moves = "a1a2 g8f8 a2a1"
    behind = decided(fen, 2, moves)
    assert (str(behind.move), behind.score) == ("f8g8", Score(centipawns=0))
    ahead = decided(fen, 2, "g1f1 g8f8 f1g1 f8g8 g1f1 g8h8 f1e1 h8g8")
    assert ahead.score is not None
    assert (ahead.score.centipawns or 0) > 900


def test_fifty_moves_without_progress_are_a_draw_unless_the_last_one_mates() -> None:
    assert decided("k7/8/8/8/8/8/8/KR6 w - - 99 90", 3).score == Score(centipawns=0)
    assert decided("k7/8/1K6/8/8/8/8/7R w - - 99 90", 3).score == Score(mate=1)


def test_a_capture_begins_the_fifty_moves_again() -> None:
    """The document has both: a capture resets the counter (IsRepeat) and increases it (MakeMove)."""
    decision = decided("k7/8/8/8/8/7p/8/KR5R w - - 99 90", 2)
    assert str(decision.move) == "h1h3"
    assert decision.score is not None
    assert (decision.score.centipawns or 0) > 1000


def test_it_searches_the_same_nodes_in_both_builds() -> None:
    rows = [
        (INITIAL, 4, "b1c3", 0, 3042),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2, "e2a6", 13, 8838),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, "b4f4", 98, 1648),
    ]
    for fen, depth, move, score, nodes in rows:
        decision = decided(fen, depth)
        assert (str(decision.move), decision.score, decision.nodes) == (move, Score(centipawns=score), nodes)


def test_a_bare_go_is_answered_after_the_default_depth() -> None:
    fen = "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"
    request, reports, notes = request_of(fen, Limits())
    assert DiabloPlayer().decide(request).depth == DEFAULT_DEPTH
    assert [report.depth for report in reports] == [*range(1, DEFAULT_DEPTH + 1), DEFAULT_DEPTH]
    assert notes == []


def test_the_option_depth_limits_every_search() -> None:
    player = DiabloPlayer()
    player.set_option("Depth", "2")
    for limits in (Limits(), Limits(depth=5), Limits(seconds=5.0), Limits(white=Clock(60.0)), Limits(infinite=True)):
        assert player.decide(request_of(INITIAL, limits)[0]).depth == 2
    assert player.decide(request_of(INITIAL, Limits(depth=1))[0]).depth == 1


def test_a_limit_of_nodes_ends_the_search() -> None:
    decision = DiabloPlayer().decide(request_of(INITIAL, Limits(nodes=500))[0])
    assert decision.nodes == 500
    assert (decision.depth, str(decision.move)) == (2, str(decided(INITIAL, 2).move))


def test_a_time_for_the_move_and_a_clock_end_the_search() -> None:
    for limits in (Limits(seconds=0.1), Limits(white=Clock(3.0))):
        start = time.perf_counter()
        assert DiabloPlayer().decide(request_of(INITIAL, limits)[0]).depth >= 1
        assert time.perf_counter() - start < 10


def test_a_mate_in_n_moves_is_searched_2n_plies_deep() -> None:
    decision = DiabloPlayer().decide(request_of("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", Limits(mate=2))[0])
    assert (decision.depth, decision.score) == (4, Score(mate=2))


def test_with_one_node_the_arbiter_plays_the_first_legal_move_and_says_so() -> None:
    request, _, notes = request_of(INITIAL, Limits(nodes=1))
    assert DiabloPlayer().decide(request).move is not None
    assert [codes(note) for note in notes] == [{"arbiter.plays_what", "arbiter.finds_none_in", "arbiter.first_legal"}]


def test_its_terms_add_up_to_its_evaluation() -> None:
    game = Game(moves=["e2e4", "d7d5", "e4d5", "g8f6"])
    terms = DiabloPlayer().terms(game)
    assert [term.name for term in terms] == ["material", "piece squares"]
    assert sum(term.white - term.black for term in terms) == evaluate(game.position)


def test_its_reason_is_its_principal_variation() -> None:
    player = DiabloPlayer()
    decision = player.decide(request_of(INITIAL, Limits(depth=3))[0])
    (reason,) = player.explained_lines()
    assert (reason.pv, reason.score) == (decision.pv, decision.score)
    assert decision.score == Score(sum(term.white - term.black for term in reason.terms))
