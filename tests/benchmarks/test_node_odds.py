"""The figure of the matches at node odds, and the openings that they start from."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import chess
import matches
import node_odds
import pytest
from click.testing import CliRunner

#: Of a hundred pairs of games, how many gave 0, 0.5, 1, 1.5 and 2 points.
LEVEL, BEHIND, AHEAD = [10, 20, 40, 20, 10], [30, 40, 20, 8, 2], [2, 8, 20, 40, 30]


def match(pairs: list[int]) -> dict[str, Any]:
    """Returns the part of the JSON of `gosub match` that a measured match needs."""
    return {"games": 2 * sum(pairs), "pairs": pairs}


def test_an_even_match_puts_the_level_at_its_own_ratio() -> None:
    matches = [(10_000, BEHIND), (40_000, LEVEL), (160_000, AHEAD)]
    measured = [node_odds.odds_match(4_000, nodes, match(pairs)) for nodes, pairs in matches]
    level, low, high = node_odds.levels_of({4_000: measured})[4_000]
    assert level == pytest.approx(10)
    assert low < level < high
    assert level / low == pytest.approx(high / level)


def test_more_games_make_the_interval_narrower() -> None:
    def width(factor: int) -> float:
        matches = [(nodes, match([factor * count for count in pairs])) for nodes, pairs in ((1, BEHIND), (4, AHEAD))]
        _, low, high = node_odds.levels_of({1: [node_odds.odds_match(1, *one) for one in matches]})[1]
        return math.log(high / low)

    assert width(4) == pytest.approx(width(1) / 2, rel=0.03)


def test_a_single_match_takes_the_slope_of_the_others() -> None:
    pair = [node_odds.odds_match(1_000, nodes, match(pairs)) for nodes, pairs in ((2_500, BEHIND), (40_000, AHEAD))]
    single = [node_odds.odds_match(9_000, 45_000, match(BEHIND))]
    levels = node_odds.levels_of({1_000: pair, 9_000: single})
    assert levels[1_000][0] == pytest.approx(10)
    assert levels[9_000][0] == pytest.approx(20)  # two doublings above the ratio of 5, as 10 is above 2.5
    assert node_odds.levels_of({9_000: single}) == {}


def test_the_rows_are_in_order_and_the_levels_are_those_of_equal_stockfish(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = {"4000/80000": AHEAD, "500/8000": LEVEL, "4000/40000": LEVEL, "500/16000": AHEAD}
    monkeypatch.setattr(node_odds, "DATA", tmp_path / "odds.json")
    node_odds.DATA.write_text(json.dumps({name: match(pairs) for name, pairs in matches.items()}), encoding="utf-8")
    lines = CliRunner().invoke(node_odds.main, ["report"], catch_exceptions=False).output.splitlines()
    assert [line.split(" | ")[:4] for line in lines[2:6]] == [
        ["| 500", "8,000", "16", "200"],
        ["| 500", "16,000", "32", "200"],
        ["| 4,000", "40,000", "10", "200"],
        ["| 4,000", "80,000", "20", "200"],
    ]
    assert [line.partition(" (")[0] for line in lines[7:]] == [
        "against 500: level at 16.0 nodes for one of Stockfish's",
        "against 4,000: level at 10.0 nodes for one of Stockfish's",
    ]


def test_the_openings_are_distinct_legal_and_balanced() -> None:
    lines = matches.OPENINGS.read_text(encoding="utf-8").splitlines()
    boards = [chess.Board.from_epd(line) for line in lines]
    assert len({board.epd() for board, _ in boards}) == len(lines) >= 400
    for board, operations in boards:
        assert board.is_valid()
        assert board.turn == chess.WHITE
        assert node_odds.LEAST <= int(str(operations["ce"])) <= node_odds.MOST
