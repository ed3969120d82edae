"""Each technique changes the search when it is disabled, and none is needed to find simple tactics."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
from searching import EVALUATOR, first_report, fresh_search, think_without

from modern.bench.positions import POSITIONS
from modern.engine.engine import OPTIONAL, Engine
from modern.engine.evaluation.groups import ENDINGS, OPTIONAL_PARTS
from modern.engine.picker import LOSING_CAPTURES, QUIETS
from modern.engine.pruning import late_move_reduction
from modern.engine.techniques import (
    FOUNDATIONS,
    IDEAS,
    LAST_YEAR,
    LAST_YEAR_OF,
    NEEDED,
    NEURAL_NETWORK,
    NOTHING,
    RAZORING,
    TECHNIQUES,
    YEAR_OF,
    Techniques,
)
from modern.limits import Limits
from modern.report import Report
from modern.rules import Position

#: Positions in which node counts are compared, with the depth. Most techniques apply in all of them.
COMPARED = [
    ("2r3k1/1b3pbp/3p3p/pq1Pp2P/4P1P1/1PQ2N2/5PB1/3R2K1 w - - 3 27", 6),
    ("r3r1k1/p2n1ppp/8/4p3/1p2B3/1P6/PBP2PPP/5RK1 w - - 1 20", 7),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 6),
    ("4k3/6p1/7p/6rP/1R1pK1P1/8/8/8 w - - 4 43", 9),
]
#: Positions with a short mate, in which mate distance pruning matters.
MATING = [("7k/8/5K2/8/8/8/8/R7 w - - 0 1", 12), ("k7/8/1K6/8/8/8/8/7R b - - 0 1", 12)]

MATE_IN_THREE = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"
#: Enough nodes to solve either position.
NODES = 20_000
#: A knight's fork wins the queen.
FORK = "6k1/5ppp/2q5/3N4/8/8/5PPP/6K1 w - - 0 1"
#: Middlegames and endgames, for each group of weights.
WEIGHED = [fen for _, fen in POSITIONS]


def test_each_technique_has_its_own_switch() -> None:
    default = switches_of(Techniques(NOTHING))
    assert [switch for switch, on in default.items() if not on] == [*LAST_YEAR_OF]
    own: list[str] = []
    for name in (*FOUNDATIONS, *TECHNIQUES):
        changed = {switch for switch, _ in switches_of(Techniques(name)).items() - default.items()}
        needing = {
            needing.replace(" ", "_") for needing, needed in NEEDED.items() if name in needed and needing in TECHNIQUES
        }
        assert needing <= changed
        own += changed - needing
    assert sorted(own) == sorted(default.keys() - {*LAST_YEAR_OF})


@pytest.mark.parametrize("name", LAST_YEAR_OF)
def test_a_technique_of_earlier_years_has_its_own_switch_in_them(name: str) -> None:
    for year in (YEAR_OF[name], LAST_YEAR_OF[name]):
        changed = switches_of(Techniques(name, year)).items() - switches_of(Techniques(NOTHING, year)).items()
        assert changed == {(name, False)}
    for year in (YEAR_OF[name] - 1, LAST_YEAR_OF[name] + 1):
        assert year <= LAST_YEAR
        assert not getattr(Techniques(NOTHING, year), name)


def test_without_quiescence_search_there_is_no_razoring() -> None:
    assert not Techniques("quiescence search", LAST_YEAR_OF[RAZORING]).razoring


def test_a_reduction_is_rounded_once_the_history_is_counted() -> None:
    """The table has 2.77 plies for the eighth move at depth 8, and a history score of 12,000 counts as one."""
    scores = (-15_000, -4_000, 0, 3_000, 4_000, 15_000)
    reductions = [late_move_reduction(8, 8, QUIETS, score, False, False, True, False) for score in scores]
    assert reductions == [4, 3, 3, 3, 2, 2]
    assert late_move_reduction(8, 8, LOSING_CAPTURES, 15_000, False, False, True, False) == 2  # rounded down


@cache
def nodes_with_all_techniques(fen: str, depth: int) -> int:
    return think_without(NOTHING, fen, depth).nodes


@pytest.mark.slow
@pytest.mark.parametrize("name", [*FOUNDATIONS, *TECHNIQUES])
def test_disabling_any_technique_changes_the_node_count(name: str) -> None:
    compared = MATING if name == "mate distance pruning" else COMPARED
    if name in FOUNDATIONS:  # the node count of the whole depth would be too large
        compared = [(fen, 2) for fen, _ in COMPARED]
    assert any(
        think_without(name, fen, depth).nodes != nodes_with_all_techniques(fen, depth) for fen, depth in compared
    )


@pytest.mark.parametrize("name", [NOTHING, *TECHNIQUES])
def test_a_mate_in_three_is_found_without_any_one_technique(name: str) -> None:
    assert solved(name, MATE_IN_THREE, lambda report: report.score.mate == 3)


@pytest.mark.parametrize("name", [NOTHING, *OPTIONAL])
def test_a_fork_is_found_without_any_one_technique_or_group_of_weights(name: str) -> None:
    assert solved(name, FORK, lambda report: report.depth >= 3 and report.pv[0].uci() == "d5e7")


@pytest.mark.parametrize("name", [*OPTIONAL_PARTS, ENDINGS])
def test_disabling_any_part_of_the_evaluation_changes_an_evaluation(name: str) -> None:
    """The positions are chosen so that each part of the evaluation counts in at least one of them."""
    engine = Engine(1)
    engine.disable(name)
    evaluations = [[e.evaluate(Position.from_fen(fen)) for fen in WEIGHED] for e in (engine.hand, EVALUATOR)]
    assert evaluations[0] != evaluations[1]
    engine.disable(NOTHING)
    assert [engine.hand.evaluate(Position.from_fen(fen)) for fen in WEIGHED] == evaluations[1]


def test_every_idea_but_material_and_the_network_can_be_disabled() -> None:
    assert {idea.name for idea in IDEAS} - {*OPTIONAL} == {"material", NEURAL_NETWORK}
    assert len(OPTIONAL) == len({*OPTIONAL})


def test_disable_pruning_keeps_only_the_sound_techniques() -> None:
    techniques = Techniques()
    techniques.disable_pruning()
    enabled = {switch for switch, on in switches_of(techniques).items() if on}
    assert {
        "principal_variation_search",
        "aspiration_windows",
        "transposition_table",
        "check_extension",
        "mate_distance_pruning",
    } <= enabled
    assert not enabled & {"null_move", "late_move_reductions", "late_move_pruning", "futility", "reverse_futility"}
    assert not enabled & {
        "razoring",
        "delta_pruning",
        "static_exchange_evaluation",
        "internal_iterative_reduction",
        "singular_extension",
    }


def solved(name: str, fen: str, condition: Callable[[Report], bool]) -> bool:
    engine = Engine(1)
    engine.disable(name)
    return first_report(engine, fen, Limits(nodes=NODES), condition) is not None


def switches_of(techniques: Techniques) -> dict[str, bool]:
    return {switch: value for switch in dir(techniques) if isinstance(value := getattr(techniques, switch), bool)}


@pytest.mark.parametrize(
    "fen",
    ["4k3/pppp4/8/8/8/8/PPPP1PPP/RNBQKBNR w - - 0 1", "rnbqkbnr/pppp1ppp/8/8/8/8/PPPP4/4K3 b - - 0 1"],
    ids=["White", "Black"],
)
def test_a_node_far_above_beta_is_not_searched_up_to_eight_plies_and_is_from_nine_on(fen: str) -> None:
    def scores(techniques: Techniques) -> list[int]:
        searches = [fresh_search(Position.from_fen(fen), techniques) for _ in range(9)]
        return [search._alphabeta(depth, 0, 1, 1, True, False) for depth, search in enumerate(searches, 1)]

    *shallow, deep = scores(Techniques())
    assert set(shallow) == {shallow[0]}
    assert deep != shallow[0]
    assert set(scores(Techniques("reverse futility"))) != {shallow[0], deep}
