"""The ratings of years, and the positions that a year solves."""

from __future__ import annotations

from typing import Any

import thirty_years

from modern.bench.suite import Puzzle
from modern.engine.techniques import FIRST_YEAR, IDEAS, LAST_YEAR, NOTHING
from modern.rules import Position


def match(a: str, b: str, won: int, drawn: int, lost: int, **pace: float) -> dict[str, Any]:
    """Returns the part of the JSON of `gosub match` that the tables need."""
    elo = {"elo": 35.0, "elo_low": -10.0, "elo_high": None}
    return {"a": a, "b": b, "pace": pace, "games": won + drawn + lost, "won": won, "drawn": drawn, "lost": lost, **elo}


def test_the_years_are_in_range_and_each_decade_meets_the_one_before() -> None:
    assert all(FIRST_YEAR <= year <= LAST_YEAR for year in thirty_years.YEARS)
    pairs = {(a, b) for a, b, limit, _ in thirty_years.year_steps().values() if limit == "nodes"}
    years = [thirty_years.year_player(year) for year in thirty_years.YEARS]
    assert {*zip(years[1:], years, strict=False)} <= pairs


def test_the_anchor_has_its_elo_and_the_winner_of_a_match_has_more() -> None:
    anchor, elo = thirty_years.ANCHOR
    matches = [match("a", "b", 7, 1, 2, nodes=5.0), match("b", anchor, 5, 0, 5, nodes=5.0)]
    names, ratings = thirty_years.year_ratings([*matches, match("c", "a", 9, 0, 0, seconds=0.1)])
    assert names == ["a", "b", anchor]
    by_name = {name: ratings.rating(number).value for number, name in enumerate(names)}
    assert by_name[anchor] == elo
    assert abs(by_name["b"] - elo) < 20
    assert by_name["a"] > by_name["b"] + 100


def test_quiescence_search_solves_what_the_year_before_does_not() -> None:
    """The exchange of docs/engine/engine.md: only its third ply tells Nxe5 from Rxe5."""
    fen = "6k1/5ppp/2n5/4p3/8/5N2/5PPP/4R1K1 w - - 0 1"
    puzzle = Puzzle("exchange", fen, (Position.from_fen(fen).parse_uci("f3e5"),))
    (idea,) = (idea for idea in IDEAS if idea.name == "quiescence search")
    having, lacking = thirty_years.configurations(idea)
    assert [(one.year, one.disabled) for one in lacking] == [(1966, NOTHING), (1967, "quiescence search")]
    assert thirty_years.is_example(puzzle, 200, having, lacking)
    assert not thirty_years.is_example(puzzle, 200, lacking[0], lacking)


def test_the_longest_run_is_that_with_the_largest_span_of_nodes() -> None:
    nodes = thirty_years.EXAMPLE_NODES
    assert nodes[:6] == (100, 150, 200, 300, 500, 700)
    assert thirty_years.longest_run([False] * len(nodes)) is None
    assert thirty_years.longest_run([True, True, False, True, True, True, False]) == (3, 5)
