"""The figure of the matches at node odds, and the openings that they start from."""

from __future__ import annotations

import math
from typing import Any

import chess
import matches
import node_odds
import pytest

#: Of a hundred pairs of games, how many gave 0, 0.5, 1, 1.5 and 2 points.
LEVEL, BEHIND, AHEAD = [10, 20, 40, 20, 10], [30, 40, 20, 8, 2], [2, 8, 20, 40, 30]


def match(pairs: list[int]) -> dict[str, Any]:
    """Returns the part of the JSON of `gosub match` that a measured match needs."""
    return {"games": 2 * sum(pairs), "pairs": pairs}


def test_an_even_match_puts_the_level_at_its_own_nodes() -> None:
    matches = [(10_000, BEHIND), (40_000, LEVEL), (160_000, AHEAD)]
    measured = [node_odds.odds_match(nodes, match(pairs)) for nodes, pairs in matches]
    level, low, high = node_odds.level_nodes(measured)
    assert level == pytest.approx(40_000)
    assert low < level < high
    assert level / low == pytest.approx(high / level)


def test_more_games_make_the_interval_narrower() -> None:
    def width(factor: int) -> float:
        matches = [(nodes, match([factor * count for count in pairs])) for nodes, pairs in ((1, BEHIND), (4, AHEAD))]
        _, low, high = node_odds.level_nodes([node_odds.odds_match(*one) for one in matches])
        return math.log(high / low)

    assert width(4) == pytest.approx(width(1) / 2, rel=0.03)


def test_a_row_and_the_level_count_our_nodes_for_one_of_stockfish() -> None:
    many = 10 * node_odds.STOCKFISH_NODES
    measured = [node_odds.odds_match(many, match(LEVEL)), node_odds.odds_match(2 * many, match(AHEAD))]
    assert [*node_odds.rows(measured)][2].startswith(f"| {many:,} | 10 | 200 | 50.0 ± ")
    assert node_odds.level_line(measured).startswith("level at 10.0 nodes for one of Stockfish's (")


def test_the_openings_are_distinct_legal_and_balanced() -> None:
    lines = matches.OPENINGS.read_text(encoding="utf-8").splitlines()
    boards = [chess.Board.from_epd(line) for line in lines]
    assert len({board.epd() for board, _ in boards}) == len(lines) >= 400
    for board, operations in boards:
        assert board.is_valid()
        assert board.turn == chess.WHITE
        assert node_odds.LEAST <= int(str(operations["ce"])) <= node_odds.MOST
