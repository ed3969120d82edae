"""Limited strength: the levels, their node limits and their evaluation noise."""

from __future__ import annotations

import pytest

from modern.bench.positions import POSITIONS
from modern.engine.engine import Engine
from modern.engine.strength import LEVELS, MAX_ELO, MIN_ELO, Level, level_of, limit_nodes, noise_of
from modern.game.clock import TimeSetting
from modern.jobs.workers import InProcessExecutor
from modern.limits import Limits
from modern.match.openings import random_openings
from modern.match.options import MATCH, TournamentOptions
from modern.match.tournament import Tournament
from modern.players.protocol import LIMIT_STRENGTH, UCI_ELO
from modern.report import Report
from modern.rules import Position

FENS = [fen for _, fen in POSITIONS]
#: More nodes than any level in these tests has.
NODES = 2000


def think_at(level: Level | None, fen: str, engine: Engine | None = None) -> tuple[Report, list[Report]]:
    """Returns the result of an engine at a level, and all its reports."""
    engine, reports = engine or Engine(1), list[Report]()
    engine.level = level
    best = engine.think(Position.from_fen(fen), Limits(nodes=NODES), report=reports.append)
    assert best is not None
    return best, reports


def test_the_levels_of_the_table_are_used_as_they_are() -> None:
    assert {elo: level_of(elo) for elo in LEVELS} == LEVELS


def test_a_higher_level_has_more_nodes_and_no_more_noise_or_oversights() -> None:
    levels = [level_of(elo) for elo in range(MIN_ELO - 200, MAX_ELO + 200, 20)]
    assert [level.nodes for level in levels] == sorted({level.nodes for level in levels})
    for errors in ([level.eval_noise for level in levels], [level.overlooked for level in levels]):
        assert errors == sorted(errors, reverse=True)
    assert level_of(-10_000).nodes == 1


def test_nodes_are_interpolated_by_their_logarithm() -> None:
    low, high = sorted(LEVELS)[-2:]
    middle = level_of((low + high) / 2).nodes
    assert middle / LEVELS[low].nodes == pytest.approx(LEVELS[high].nodes / middle, rel=0.01)


def test_a_level_never_raises_the_node_limit() -> None:
    assert limit_nodes(Limits(nodes=50), Level(100, 0)).nodes == 50
    assert limit_nodes(Limits(nodes=500), Level(100, 0)).nodes == 100
    assert limit_nodes(Limits(depth=3), Level(100, 0)) == Limits(depth=3, nodes=100)


@pytest.mark.parametrize("fen", FENS[:3])
@pytest.mark.parametrize("nodes", [1, 100, 1500])
def test_no_more_nodes_are_visited_or_reported_than_the_level_has(fen: str, nodes: int) -> None:
    best, reports = think_at(Level(nodes, 0), fen)
    assert best.nodes <= nodes
    assert all(report.nodes <= nodes for report in reports)


def test_earlier_searches_do_not_change_the_move_of_a_level() -> None:
    engine, level = Engine(1), level_of(MIN_ELO)
    first = [think_at(level, fen, engine)[0] for fen in FENS[:6]]
    engine.think(Position.from_fen(FENS[0]), Limits(nodes=2000))
    again = [think_at(level, fen, engine)[0] for fen in FENS[:6]]
    assert [(best.pv, best.score, best.nodes) for best in first] == [
        (best.pv, best.score, best.nodes) for best in again
    ]


def test_a_search_at_a_level_does_not_affect_later_searches_at_full_strength() -> None:
    engine = Engine(1)
    think_at(Level(1000, 300), FENS[1], engine)
    best, _ = think_at(None, FENS[1], engine)
    expected, _ = think_at(None, FENS[1])
    assert (best.pv, best.score, best.nodes) == (expected.pv, expected.score, expected.nodes)


def test_noise_is_bounded_rarely_large_and_zero_on_average() -> None:
    keys = [Position.from_fen(fen).key for fen in FENS]
    for _ in range(3):  # more of them
        keys += [key * 0x2545F4914F6CDD1D % 2**63 - 2**62 for key in keys]
    noise = [noise_of(key, 100) for key in keys]
    assert all(-100 <= value <= 100 for value in noise)
    assert abs(sum(noise) / len(noise)) < 12
    assert sum(-50 < value < 50 for value in noise) > len(noise) / 2
    assert {noise_of(key, 0) for key in keys} == {0}


def test_both_builds_compute_the_same_noise() -> None:
    keys = (0x0123456789ABCDEF, -0x0123456789ABCDEF, 0x2545F4914F6CDD1D, -0x61C8864680B583EB, 1 << 62, -1)
    assert [noise_of(key, 100) for key in keys] == [-6, 5, 38, -24, -100, 100]


def test_evaluation_noise_changes_some_moves() -> None:
    assert any(think_at(Level(500, 200), fen)[0].pv != think_at(Level(500, 0), fen)[0].pv for fen in FENS[:6])


@pytest.mark.slow
def test_a_higher_level_wins() -> None:
    options = TournamentOptions(
        ("modern", "modern"),
        20,
        TimeSetting(seconds=60.0),
        random_openings("random:6", 1994),
        player_options=tuple(((LIMIT_STRENGTH, "true"), (UCI_ELO, elo)) for elo in ("1600", "1000")),
        task=MATCH,
    )
    match = Tournament(options)
    for _ in match.steps(InProcessExecutor(), 1):
        pass
    assert match.crosstable.total(0).points >= 16
