"""Windows: what a score says outside its window, aspiration windows and re-searches, and the lines of MultiPV."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import chess
import pytest
from hypothesis import given, settings
from scenarios import position_of, random_boards
from searching import fresh_search, sound_techniques

from modern.bench.positions import POSITIONS
from modern.engine.engine import Engine
from modern.engine.iterative_deepening import ASPIRATION_DEPTH, IterativeDeepening
from modern.engine.score import INFINITE, MATE
from modern.engine.stopping.stability import to_centipawns
from modern.engine.techniques import NOTHING
from modern.limits import Limits
from modern.report import UCI_EXACT, UCI_LOWER_BOUND, Report
from modern.rules import Position

FEN = "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1"
FENS = [FEN, *(fen for _, fen in POSITIONS[2:12:3])]
ENDGAME = "8/8/1p6/1p2k3/1P6/1P2K3/8/8 w - - 0 1"
#: How far the bounds of a window are from the score, in centipawns.
DISTANCES = (-1000, -100, -24, -12, -4, -2, -1, 0, 1, 2, 4, 12, 24, 100, 1000)


def reports_of(fen: str, depth: int, pv_count: int = 1, disabled: str = NOTHING) -> list[Report]:
    """Returns all reports of a new engine up to a depth."""
    engine, reports = Engine(1), list[Report]()
    engine.disable(disabled)
    engine.think(Position.from_fen(fen), Limits(depth=depth), report=reports.append, pv_count=pv_count)
    return reports


#: Few moves, so that every window can be searched: a mate, a promotion, en passant, a stalemate, a check evasion, the
#: fifty-move rule, and captures of everything.
WINDOWED = [
    ("7k/8/5K2/8/8/8/8/R7 w - - 0 1", 3),
    ("k7/8/1K6/8/8/8/8/7R b - - 0 1", 3),
    ("8/P1k5/8/8/8/8/1p4K1/8 w - - 0 1", 2),
    ("8/8/3p4/KP5r/5p1k/8/4P1P1/8 w - - 0 1", 2),
    ("8/8/8/1k1pP3/8/8/8/4K3 w - d6 0 1", 3),
    ("5k2/5P2/4K3/8/8/8/8/8 b - - 0 1", 4),
    ("4k3/8/8/8/7b/8/3r4/R3K2R w KQ - 0 1", 2),
    ("8/8/8/8/4k3/8/R7/4K3 w - - 98 90", 3),
    ("1k6/8/2q5/1P6/Q6r/8/4p3/K3R3 w - - 0 1", 1),
    ("1k6/8/2q5/1P6/Q6r/8/4p3/K3R3 w - - 0 1", 0),
    ("8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1", 2),
]


def windows_around(score: int) -> list[tuple[int, int]]:
    """Returns windows below the score, above it and around it: zero windows, half-open ones, and narrow ones."""
    infinite = int(INFINITE)
    near = [score + distance for distance in DISTANCES if abs(score + distance) < INFINITE]
    windows = [(bound, bound + 1) for bound in (-infinite, -int(MATE), 0, int(MATE) - 2, infinite - 1, *near)]
    windows += [(bound, infinite) for bound in near] + [(-infinite, bound) for bound in near]
    return windows + list(pairwise(near))


def assert_fail_soft(search: Callable[[int, int], int]) -> None:
    """Asserts that a search's score for any window bounds its score for the infinite window, or is that score."""
    score = search(-int(INFINITE), int(INFINITE))
    for alpha, beta in windows_around(score):
        found = search(alpha, beta)
        if found <= alpha:
            assert score <= found, (alpha, beta)
        elif found >= beta:
            assert score >= found, (alpha, beta)
        else:
            assert score == found, (alpha, beta)


@pytest.mark.slow
@pytest.mark.parametrize(("fen", "depth"), WINDOWED)
def test_a_score_outside_its_window_is_a_bound_and_one_inside_is_exact(fen: str, depth: int) -> None:
    """The transposition table is disabled, because its entries may come from deeper searches."""
    search = fresh_search(Position.from_fen(fen), sound_techniques("transposition table"))
    assert_fail_soft(lambda alpha, beta: int(search._alphabeta(depth, alpha, beta, 0, True, False)))
    if depth:
        assert_fail_soft(lambda alpha, beta: int(search.search_root(depth, 0, alpha, beta)))


@pytest.mark.parametrize("last_score", [-900, -60, 0, 60, 900])
def test_a_score_far_outside_the_aspiration_window_is_found(last_score: int) -> None:
    """Whatever the score of the last iteration was, the next one finds the score of a full window."""
    position, depth = Position.from_fen(ENDGAME), int(ASPIRATION_DEPTH)
    full_window_score = fresh_search(position, sound_techniques("transposition table")).search_root(
        depth, 0, -INFINITE, INFINITE
    )
    reports: list[Report] = []
    search = fresh_search(position, sound_techniques("transposition table"))
    deepening = IterativeDeepening(search, reports.append)
    deepening.last_scores[1] = last_score
    found = deepening._aspiration_search(depth, 1)
    assert found is not None
    assert (found.score.centipawns, found.bound) == (full_window_score, UCI_EXACT)
    assert reports[-1] == found


@given(random_boards(max_plies=60))
@settings(max_examples=4, deadline=None)
def test_each_iteration_ends_with_an_exact_score_after_lower_bounds(board: chess.Board) -> None:
    position = position_of(board)
    reports: list[Report] = []
    found = Engine(1).think(position, Limits(depth=6), report=reports.append)
    if found is None:
        return
    assert [report.depth for report in reports if report.bound == UCI_EXACT] == [1, 2, 3, 4, 5, 6]
    assert all(report.bound in (UCI_EXACT, UCI_LOWER_BOUND) for report in reports)
    assert [report.depth for report in reports] == sorted(report.depth for report in reports)
    assert reports[-1].bound == UCI_EXACT
    for report in reports:
        assert report.pv


def test_each_depth_is_reported_once_with_and_without_aspiration_windows() -> None:
    for disabled in (NOTHING, "aspiration windows"):
        exact = [report.depth for report in reports_of(FEN, 6, disabled=disabled) if report.bound == UCI_EXACT]
        assert exact == [1, 2, 3, 4, 5, 6]


def lines_by_depth(reports: Sequence[Report], pv_count: int) -> dict[int, list[Report]]:
    """Returns the lines that are shown when all of them have been searched to a depth."""
    shown: dict[int, Report] = {}
    found = {}
    for report in reports:
        shown[report.multipv] = report
        lines = [shown[rank] for rank in sorted(shown)]
        if len(lines) == pv_count and {(line.depth, line.bound) for line in lines} == {(report.depth, UCI_EXACT)}:
            found[report.depth] = lines
    return found


def test_several_lines_begin_with_different_moves_at_every_depth() -> None:
    found = lines_by_depth(reports_of(FEN, 6, pv_count=4), 4)
    assert sorted(found) == [1, 2, 3, 4, 5, 6]
    for lines in found.values():
        assert len({report.pv[0] for report in lines}) == 4


@pytest.mark.parametrize("fen", FENS[:3])
def test_the_lines_of_an_iteration_are_sorted_by_score(fen: str) -> None:
    """Pruning may hide from the first line what a later one finds; then all lines are reported again."""
    engine, reports = Engine(1), list[Report]()
    best = engine.think(Position.from_fen(fen), Limits(depth=5), report=reports.append, pv_count=4)
    assert best is not None
    found = lines_by_depth(reports, 4)
    assert sorted(found) == [1, 2, 3, 4, 5]
    for lines in found.values():
        scores = [to_centipawns(report.score) for report in lines]
        assert scores == sorted(scores, reverse=True)
    assert best.pv == found[5][0].pv


def test_each_line_has_its_own_aspiration_window() -> None:
    """One move mates; all others score far less."""
    reports = reports_of("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 6, pv_count=3)
    last = {report.multipv: report for report in reports if report.bound == UCI_EXACT}
    assert last[1].score.mate == 1
    assert last[2].score.mate is None
    assert (last[2].depth, last[3].depth) == (6, 6)
