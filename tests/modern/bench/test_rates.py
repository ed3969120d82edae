"""The benchmarks measure: contenders in turn, the median of each, and the same work for all."""

from __future__ import annotations

import statistics
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from historic.study.sample_game import SAMPLE_GAME
from modern.bench import engine, historic, rules
from modern.bench.positions import POSITIONS
from modern.bench.rates import BenchError, Comparison, Rate, TimedRun, medians, timed_runs
from modern.bench.suite import SuiteError, read_suite
from modern.engine.engine import DEFAULT_EVALUATION, EVALUATIONS
from modern.limits import MAX_DEPTH
from modern.rules import Position

START = Position.initial().fen()
#: A UCI program that says as many nodes as the plies that it is asked for; 0 if Ctrl-C in the terminal would reach it.
SUNFISH = """#!{python}
import os, sys, chess
board = chess.Board()
for line in sys.stdin:
    words = line.split()
    if words[0] == "uci": print("uciok", flush=True)
    if words[0] == "isready": print("readyok", flush=True)
    if words[0] == "position": board = chess.Board(" ".join(words[2:8]) if words[1] == "fen" else chess.STARTING_FEN)
    if words[0] == "go":
        nodes = int(words[words.index("depth") + 1]) * (os.getpgrp() == os.getpid())
        print(f"info depth 1 nodes {{nodes}} score cp 0", flush=True)
        print("bestmove", next(iter(board.legal_moves)).uci(), flush=True)
    if words[0] == "quit": break
"""


def test_contenders_run_in_turn_and_each_does_the_amount_that_is_expected() -> None:
    ran: list[str] = []

    def work(name: str, amount: int) -> int:
        ran.append(name)
        return amount

    def working(name: str, amount: int) -> Comparison:
        contenders = {f"{name}1": partial(work, f"{name}1", amount), f"{name}2": partial(work, f"{name}2", 7)}
        return Comparison(name, 7 if name == "a" else None, "a2", contenders)

    runs = list(timed_runs([working("a", 7), working("b", 6)], 2))
    assert ran == ["a1", "a2", "b1", "b2"] * 2
    assert [(run.unit, run.contender) for run in runs] == [(name[0], name) for name in ran]
    assert all(run.per_second > 0 for run in runs)
    for amount in (6, 8):
        with pytest.raises(BenchError, match=f"a: a1 did {amount}, expected 7"):
            list(timed_runs([working("a", amount)], 1))


def test_the_rate_of_a_run_is_its_amount_by_its_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([10.0, 14.0])
    monkeypatch.setattr("modern.bench.rates.time.perf_counter", lambda: next(clock))
    assert list(timed_runs([Comparison("u", 8, "p", {"p": lambda: 8})], 1)) == [TimedRun("u", "p", 2.0)]


SPEEDS = st.lists(st.integers(1, 1000), max_size=4)


@pytest.mark.hypothesis
@given(SPEEDS, SPEEDS, SPEEDS)
def test_a_rate_is_the_median_and_its_ratio_that_to_the_peers(
    own: list[int], peer: list[int], other: list[int]
) -> None:
    nothing = {"own": int, "peer": int}
    compared = [Comparison("one", None, "peer", nothing), Comparison("two", None, "peer", nothing)]
    runs = [TimedRun("one", name, speed) for name, speeds in (("own", own), ("peer", peer)) for speed in speeds]
    runs += [TimedRun("two", "own", speed) for speed in other]  # whose peer has not run
    expected = [
        Rate("one", name, statistics.median(speeds), statistics.median(speeds) / statistics.median(peer))
        for name, speeds in (("own", own), ("peer", peer))
        if speeds and peer
    ]
    assert medians(compared, runs) == expected
    assert [list(rate.as_json().values()) for rate in expected] == [
        [rate.unit, rate.contender, rate.per_second, rate.ratio] for rate in expected
    ]


@pytest.mark.parametrize(("mode", "plies"), [("compiled", (5, 4)), ("interpreted", (4, 3)), ("a mixture", (4, 3))])
def test_perft_is_a_ply_less_deep_unless_the_rules_are_compiled(
    mode: str, plies: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "build_mode", lambda names: mode)
    monkeypatch.setattr("shutil.which", lambda name: None)
    with rules.comparisons() as compared:
        assert [one.unit for one in compared] == [
            f"nodes of perft {depth} from {name}" for depth, name in zip(plies, ("startpos", "Kiwipete"), strict=True)
        ]
        assert [one.amount for one in compared] == [
            counts[depth - 1] for depth, (*_, counts) in zip(plies, rules.POSITIONS, strict=True)
        ]
        assert [list(one.contenders) for one in compared] == [[f"modern.rules, {mode}", "python-chess"]] * 2


@pytest.mark.posix
@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("echo 'e2e4: 1'; echo 'Nodes searched: 20'", ""),
        ("echo 'Nodes searched: many'", "gave no count; expected Nodes searched: and a number"),
        ("exit 0", "gave no count within 60 seconds|stopped answering"),
    ],
)
def test_stockfish_counts_too_and_what_it_says_is_checked(
    said: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "stockfish"
    program.write_text(f"#!/bin/sh\nread position; read go\n{said}\nread end\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setattr(rules, "POSITIONS", (("startpos", START, 2, (20, 400)),))
    monkeypatch.setattr(rules, "build_mode", lambda names: "interpreted")
    with rules.comparisons() as compared:
        (one,) = compared
        if reason:
            with pytest.raises(BenchError, match=reason):
                list(timed_runs(compared, 1))
        else:
            assert [run.contender for run in timed_runs(compared, 1)] == [*one.contenders]
            assert list(one.contenders)[2] == "stockfish, go perft"


@pytest.mark.parametrize("depth", [1, 2])
def test_the_peers_perft_is_the_published_one(depth: int) -> None:
    for _, fen, _, counts in rules.POSITIONS:
        assert rules.chess_perft(chess.Board(fen), depth) == counts[depth - 1]


def test_the_program_of_1994_and_its_peer_go_along_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(historic, "SAMPLE_GAME", SAMPLE_GAME[:3])
    monkeypatch.setattr(historic, "SELF_PLAY_PLIES", 2)
    monkeypatch.setattr(historic, "replay", lambda: iter(range(3)))
    generated: list[list[str]] = []
    along = historic._generate_along

    def noted(game: Sequence[str]) -> int:
        generated.append(list(game))
        return along(game)

    monkeypatch.setattr(historic, "_generate_along", noted)
    runs = list(timed_runs(historic.comparisons(), 1))
    assert [run.unit for run in runs] == [historic.RECORD] * 2 + [historic.SELF_PLAY] * 2
    record, played = generated
    assert record == list(SAMPLE_GAME[:3])
    board = chess.Board()
    for move in played:
        board.push_uci(move)
    assert board.ply() == 2


def test_the_smallest_trees_of_the_plain_search_are_those_of_alpha_beta() -> None:
    """Where all is worth the same, each later move is refuted by its first reply."""
    assert [engine.chess_nodes(chess.Board(), depth) for depth in (0, 1, 2)] == [1, 1 + 20, 1 + 20 + 20 + 19]
    assert engine.chess_nodes(chess.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), 3) == 1  # it is over


@pytest.mark.parametrize(
    ("pieces", "value"), [("P", 100), ("N", 320), ("B", 330), ("R", 500), ("Q", 950), ("Qr", 450), ("", 0)]
)
def test_the_plain_search_counts_the_material_of_the_side_to_move(pieces: str, value: int) -> None:
    board = chess.Board(None)
    for square, piece in zip((chess.C3, chess.F6), pieces, strict=False):
        board.set_piece_at(square, chess.Piece.from_symbol(piece))
    assert engine.material(board) == value
    assert engine.material(board.mirror()) == value
    board.turn = chess.BLACK
    assert engine.material(board) == -value


def test_the_plain_search_takes_no_fewer_nodes_than_pruning_allows_and_no_more_than_all() -> None:
    for fen in (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "4k3/8/8/3q4/8/8/3Q4/4K3 b - - 0 1",
    ):
        board = chess.Board(fen)
        mirrored = engine.chess_nodes(board.mirror(), 1)
        assert mirrored == engine.chess_nodes(board, 1) == 1 + board.legal_moves.count()
        everything = 1 + board.legal_moves.count() + rules.chess_perft(board, 2)
        assert 2 * board.legal_moves.count() < engine.chess_nodes(board, 2) < everything


@pytest.mark.posix
def test_sunfish_searches_four_plies_if_it_is_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("modern.bench.engine.POSITIONS", POSITIONS[:2])
    monkeypatch.setenv("PATH", str(tmp_path))
    with engine.comparisons(1) as (without,):
        assert without.peer == engine.PEER
        assert len(without.contenders) == len(EVALUATIONS) + 1
        assert all(work() > 2 for work in without.contenders.values())
    (tmp_path / "sunfish").write_text(SUNFISH.format(python=sys.executable))
    (tmp_path / "sunfish").chmod(0o755)
    with engine.comparisons(1) as (compared,):
        assert (compared.unit, compared.amount, compared.peer) == ("search nodes", None, "sunfish")
        assert compared.contenders["sunfish"]() == 2 * 4


def test_the_signature_changes_with_each_move_score_and_node_of_a_search() -> None:
    results = [engine.SearchResult("a", START, "e2e4", "+0.10", 20), engine.SearchResult("b", START, "d2d4", "#1", 3)]
    first, second = results
    others = [
        [second, first],
        [first],
        [first, engine.SearchResult("b", START, "d2d3", "#1", 3)],
        [first, engine.SearchResult("b", START, "d2d4", "#2", 3)],
        [first, engine.SearchResult("b", START, "d2d4", "#1", 4)],
    ]
    signatures = {engine.signature(each) for each in (results, *others)}
    assert len(signatures) == 1 + len(others)
    assert all(len(each) == 8 and int(each, 16) >= 0 for each in signatures)
    assert engine.signature(iter(results)) == engine.signature(results)


def test_the_searches_of_the_bench_are_alike_each_time_and_name_their_positions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("modern.bench.engine.POSITIONS", POSITIONS[:2])
    results = list(engine.search_positions(2, DEFAULT_EVALUATION))
    assert [(result.name, result.fen) for result in results] == list(POSITIONS[:2])
    assert list(engine.search_positions(2, DEFAULT_EVALUATION)) == results
    assert all(chess.Board(result.fen).is_legal(chess.Move.from_uci(result.move)) for result in results)


@pytest.mark.parametrize(
    ("operations", "reason"),
    [
        ("dm 1;", ""),
        (f"dm {MAX_DEPTH};", ""),
        ("dm 0;", f"dm must be a whole number of moves from 1 to {MAX_DEPTH}"),
        (f"dm {MAX_DEPTH + 1};", f"dm must be a whole number of moves from 1 to {MAX_DEPTH}"),
        ("bm Ra8#;", ""),
        ("am Ra7;", ""),
        ('id "x";', "the line has no task"),
        ("", "the line has no task"),
    ],
)
def test_a_puzzle_has_a_task_and_a_mate_a_number_of_moves(operations: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / "suite.epd").write_text(f"6k1/5ppp/8/8/8/8/8/R5K1 w - - {operations}\n")
    if reason:
        with pytest.raises(SuiteError, match=reason):
            read_suite(tmp_path / "suite.epd")
    else:
        (puzzle,) = read_suite(tmp_path / "suite.epd").puzzles
        assert puzzle.name == "line 1"
