"""Windows: what lies outside is found again, and what is reported is a value or says that it is a bound."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given, settings
from scenarios import position_of, random_boards
from searching import new_search, sound_techniques

from modern.bench.positions import POSITIONS
from modern.engine.engine import ASPIRATION_DEPTH, Engine, IterativeDeepening
from modern.engine.limits import Limits
from modern.engine.report import UCI_EXACT, UCI_LOWER_BOUND, Report
from modern.engine.score import INFINITE
from modern.engine.stability import BestMoveStability, to_centipawns
from modern.engine.techniques import ASPIRATION_WINDOWS, NOTHING, TRANSPOSITION_TABLE
from modern.rules import Position

FEN = "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1"
FENS = [FEN, *(fen for _, fen in POSITIONS[2:12:3])]
ENDING = "8/8/1p6/1p2k3/1P6/1P2K3/8/8 w - - 0 1"


def said_of(fen: str, depth: int, lines: int = 1, without: str = NOTHING) -> list[Report]:
    """All that a new engine says on the way to a depth."""
    engine, said = Engine(1), list[Report]()
    engine.disable(without)
    engine.think(Position.from_fen(fen), Limits(depth=depth), report=said.append, pv_count=lines)
    return said


@pytest.mark.parametrize("before", [-900, -60, 0, 60, 900])
def test_a_score_far_from_the_one_expected_is_found_all_the_same(before: int) -> None:
    """Whatever the last iteration is made to have found, the next finds what a whole window would."""
    position, depth = Position.from_fen(ENDING), int(ASPIRATION_DEPTH)
    wide = new_search(position, sound_techniques(TRANSPOSITION_TABLE)).search_root(depth, 0, -INFINITE, INFINITE)
    said: list[Report] = []
    search = new_search(position, sound_techniques(TRANSPOSITION_TABLE))
    iterations = IterativeDeepening(search, Limits(depth=depth), said.append, BestMoveStability())
    iterations.last_scores[1] = before
    found = iterations._aspiration_search(depth, 1)
    assert found is not None
    assert (found.score.centipawns, found.bound) == (wide, UCI_EXACT)
    assert said[-1] == found


@given(random_boards(max_plies=60))
@settings(max_examples=8, deadline=None)
def test_each_iteration_ends_with_an_exact_score_and_what_comes_before_is_a_bound(board: chess.Board) -> None:
    position = position_of(board)
    said: list[Report] = []
    found = Engine(1).think(position, Limits(depth=6), report=said.append)
    if found is None:
        return
    assert [report.depth for report in said if report.bound == UCI_EXACT] == [1, 2, 3, 4, 5, 6]
    assert all(report.bound in (UCI_EXACT, UCI_LOWER_BOUND) for report in said)
    assert [report.depth for report in said] == sorted(report.depth for report in said)
    assert said[-1].bound == UCI_EXACT
    for report in said:
        assert report.pv


def test_with_windows_and_without_each_depth_is_said_once() -> None:
    for without in (NOTHING, ASPIRATION_WINDOWS):
        exact = [report.depth for report in said_of(FEN, 6, without=without) if report.bound == UCI_EXACT]
        assert exact == [1, 2, 3, 4, 5, 6]


def test_several_lines_begin_with_different_moves_at_every_depth() -> None:
    said = [report for report in said_of(FEN, 6, lines=4) if report.bound == UCI_EXACT]
    for depth in range(1, 7):
        lines = [report for report in said if report.depth == depth]
        assert [report.multipv for report in lines[-4:]] == [1, 2, 3, 4]
        assert len({report.pv[0] for report in lines[-4:]}) == 4


@pytest.mark.parametrize("fen", FENS)
def test_in_the_end_of_an_iteration_no_line_is_better_than_one_before_it(fen: str) -> None:
    """Bets may hide from the first line what a later one finds; then they are told again."""
    engine, said = Engine(1), list[Report]()
    found = engine.think(Position.from_fen(fen), Limits(depth=5), report=said.append, pv_count=4)
    assert found is not None
    for depth in range(1, 6):
        lines = [report for report in said if report.depth == depth and report.bound == UCI_EXACT]
        scores = [to_centipawns(report.score) for report in lines[-4:]]
        assert scores == sorted(scores, reverse=True)
    assert found.pv == lines[-4].pv


def test_a_later_line_is_not_held_to_the_window_of_the_first() -> None:
    """One move mates, all others are far from that."""
    said = said_of("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 6, lines=3)
    last = {report.multipv: report for report in said if report.bound == UCI_EXACT}
    assert last[1].score.mate == 1
    assert last[2].score.mate is None
    assert (last[2].depth, last[3].depth) == (6, 6)
