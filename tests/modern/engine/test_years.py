"""A year leaves out what was published later: the search, the evaluation, and the same nodes in both builds."""

from __future__ import annotations

from typing import Any

import pytest
from making import ideas
from searching import EVALUATOR

from modern.engine.engine import HAND, NETWORK, OPTIONAL, Engine
from modern.engine.evaluation.groups import ENTRY_YEARS, GROUP_ENTRIES, weights_of
from modern.engine.evaluation.weights import COUNT, TABLE, flatten
from modern.engine.techniques import (
    EVERY_TECHNIQUE,
    FIRST_YEAR,
    FOUNDATIONS,
    IDEAS,
    KILLERS,
    LAST_YEAR,
    NEURAL_NETWORK,
    NOTHING,
    YEAR_OF,
    Techniques,
)
from modern.limits import Limits
from modern.report import Report
from modern.rules import Position, perft

#: The report's game after ten plies, and positions of docs/engine/engine.md: transpositions, exchanges, trees.
MIDDLEGAME = "r2qkbnr/ppp2ppp/2n5/3ppb2/Q7/2N1P3/PPPP1PPP/R1B1KBNR w KQkq - 2 6"
PAWNS = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1"
EXCHANGE = "6k1/5ppp/2n5/4p3/8/5N2/5PPP/4R1K1 w - - 0 1"
TREE = "7k/5p1P/5P2/8/1p1p4/1p1P4/1K1P4/n7 w - - 0 1"


def think(year: int, fen: str, limits: Limits, disabled: str = NOTHING, evaluation: str = HAND) -> Report:
    """Returns the result of a new engine in a year."""
    engine = Engine(1)
    engine.disable(disabled)
    engine.use_ideas_until(year)
    engine.evaluate_with(evaluation)
    best = engine.think(Position.from_fen(fen), limits)
    assert best is not None
    return best


def test_every_technique_and_every_weight_has_a_year() -> None:
    names = [idea.name for idea in IDEAS]
    assert len(set(names)) == len(names)
    assert {*EVERY_TECHNIQUE} <= {*names}
    assert {*ENTRY_YEARS} == {*TABLE}
    assert [idea.year for idea in IDEAS] == sorted(YEAR_OF.values())
    assert YEAR_OF.keys() >= {name for name in OPTIONAL if name not in GROUP_ENTRIES}


def test_1950_is_minimax_with_every_move_to_the_same_depth() -> None:
    for fen, depth in ((MIDDLEGAME, 2), (TREE, 3)):
        position = Position.from_fen(fen)
        assert think(1950, fen, Limits(depth=depth)).nodes == sum(perft(position, ply) for ply in range(1, depth + 1))


def test_1950_evaluates_as_shannon_does() -> None:
    engine = Engine(1)
    engine.use_ideas_until(1950)

    def score(fen: str) -> int:
        return int(engine.hand.evaluate(Position.from_fen(fen)))

    assert score("k7/8/8/8/8/8/8/K6N w - - 0 1") == 300 + 2 * 10  # a knight with two moves
    assert score("k7/8/8/8/8/8/8/K6N b - - 0 1") == -score("k7/8/8/8/8/8/8/K6N w - - 0 1")
    assert score("k7/p7/8/8/8/8/PP6/K7 w - - 0 1") == 100 + 50  # Black's pawn is isolated
    assert score("k7/pp6/8/8/P7/P7/8/K7 w - - 0 1") == -150  # both pawns of White are isolated, one is doubled


def test_alpha_beta_finds_the_score_of_minimax_with_fewer_nodes() -> None:
    for fen, depth in ((MIDDLEGAME, 2), (TREE, 3), (PAWNS, 4)):
        minimax, alpha_beta = (think(year, fen, Limits(depth=depth)) for year in (1950, 1958))
        assert alpha_beta.score == minimax.score
        assert alpha_beta.nodes < minimax.nodes


def test_a_search_of_1950_that_is_stopped_keeps_the_last_complete_depth() -> None:
    best = think(1950, MIDDLEGAME, Limits(nodes=300))
    complete = think(1950, MIDDLEGAME, Limits(depth=1))
    assert (best.depth, best.pv, best.score) == (1, complete.pv, complete.score)
    assert best.nodes == 300


def test_killers_are_used_until_countermoves_replace_them() -> None:
    used = [year for year in range(FIRST_YEAR, LAST_YEAR + 1) if Techniques(year=year).killers]
    assert used == [*range(YEAR_OF[KILLERS], YEAR_OF["countermoves"])]


def test_the_last_year_is_the_engine_as_it_is() -> None:
    assert weights_of(LAST_YEAR) == flatten()
    engine = Engine(1)
    engine.use_ideas_until(1950)
    engine.use_ideas_until(LAST_YEAR)
    for fen in (MIDDLEGAME, EXCHANGE):
        position = Position.from_fen(fen)
        assert engine.hand.evaluate(position) == EVALUATOR.evaluate(position)
        best = engine.think(position, Limits(depth=4))
        assert best is not None
        assert best.nodes == think(LAST_YEAR, fen, Limits(depth=4)).nodes
        engine.clear()


def test_the_endgame_has_the_middlegames_weights_before_the_tapered_evaluation() -> None:
    for year, tapered in ((1978, False), (1979, True)):
        numbers = weights_of(year)
        assert (numbers[:COUNT] != numbers[COUNT:]) == tapered


def test_a_disabled_group_stays_disabled_when_the_year_changes() -> None:
    engine = Engine(1)
    engine.disable("mobility")
    engine.use_ideas_until(1950)
    assert engine.hand.evaluate(Position.from_fen("k7/8/8/8/8/8/8/K6N w - - 0 1")) == 300


#: For each year, the nodes and the move of a search of MIDDLEGAME to a depth. The interpreted engine wrote them; the
#: compiled one must find the same.
SEARCHES = {
    1950: (2, 1774, "g2g3"),
    1958: (2, 203, "g2g3"),
    1967: (1, 63, "a2a3"),
    1970: (2, 2886, "a4b5"),
    1979: (2, 840, "d2d4"),
    1982: (3, 2025, "g2g4"),
    1985: (3, 1894, "g2g4"),
    1994: (3, 1772, "g2g4"),
    2013: (4, 1142, "a4b3"),
}


@pytest.mark.parametrize("year", SEARCHES)
def test_both_builds_search_the_same_nodes_in_each_year(year: int) -> None:
    depth, nodes, move = SEARCHES[year]
    best = think(year, MIDDLEGAME, Limits(depth=depth))
    assert (best.nodes, best.pv[0].uci()) == (nodes, move)


#: Likewise, for searches without one of the foundations.
SEARCHES_WITHOUT = {
    "alpha-beta": (PAWNS, 5, 816, "a1b2"),
    "quiescence search": (MIDDLEGAME, 4, 1299, "d2d4"),
    "iterative deepening": (MIDDLEGAME, 4, 2008, "d2d4"),
    "MVV-LVA": (MIDDLEGAME, 4, 1922, "a4b3"),
}


@pytest.mark.parametrize("name", FOUNDATIONS)
def test_both_builds_search_the_same_nodes_without_a_foundation(name: str) -> None:
    fen, depth, nodes, move = SEARCHES_WITHOUT[name]
    best = think(LAST_YEAR, fen, Limits(depth=depth), name)
    assert (best.nodes, best.pv[0].uci()) == (nodes, move)


#: A test with more nodes takes half a second interpreted.
QUICK_NODES = 1500


def shown_positions() -> list[Any]:
    """Returns the rows of the table of positions; those that search more than QUICK_NODES are slow.

    `python benchmarks/thirty_years.py examples` in a compiled build looks for them.
    """
    rows = ideas.positions()
    assert rows
    params: list[Any] = []
    for idea, nodes, fen, move in rows:
        marks = [pytest.mark.slow] if nodes > QUICK_NODES else []
        params.append(pytest.param(idea, nodes, fen, move, marks=marks))
    return params


@pytest.mark.slow
@pytest.mark.parametrize(("idea", "nodes", "fen", "move"), shown_positions())
def test_an_idea_solves_what_the_year_before_does_not(idea: str, nodes: int, fen: str, move: str) -> None:
    year = YEAR_OF[idea]
    position = Position.from_fen(fen)
    evaluation = NETWORK if idea == NEURAL_NETWORK else HAND
    assert position.san(think(year, fen, Limits(nodes=nodes), evaluation=evaluation).pv[0]) == move
    if year > FIRST_YEAR:
        assert position.san(think(year - 1, fen, Limits(nodes=nodes)).pv[0]) != move
    if idea in OPTIONAL:
        assert position.san(think(year, fen, Limits(nodes=nodes), disabled=idea).pv[0]) != move
