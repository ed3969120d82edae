"""The interpreted and the compiled engine search the same nodes, and find the same moves and scores.

`PYTHONPATH=tests/shared:benchmarks python tests/modern/engine/test_both_builds.py` writes the rows in tests/data
again, from the current build.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from itertools import islice

import pytest
from scenarios import DATA, LONG, rows_of
from small_network import random_weights

from modern.bench.engine import search_positions, signature
from modern.bench.positions import POSITIONS
from modern.build import COMPILED, build_mode
from modern.engine.engine import HAND, Engine
from modern.engine.network.network import Network
from modern.limits import Limits
from modern.rules import Position

ROWS = "engine-depth-{depth}.jsonl"
DEPTHS = (6, 10)
NETWORK_ROWS = "engine-network-depth-3.jsonl"
NETWORK_DEPTH = 3


def assert_rows_match(depth: int, count: int) -> None:
    recorded = rows_of(ROWS.format(depth=depth))
    assert len(recorded) == 24
    for row, expected in zip(islice(search_positions(depth, HAND), count), recorded[:count], strict=True):
        assert asdict(row) == expected


def test_both_builds_search_the_same_nodes_to_depth_6() -> None:
    assert_rows_match(6, count=12)


def test_both_builds_search_the_same_nodes_with_a_network() -> None:
    recorded = rows_of(NETWORK_ROWS)
    assert len(recorded) == 24
    for row, expected in zip(network_rows(), recorded, strict=True):
        assert row == expected


@pytest.mark.slow
@pytest.mark.both_builds
def test_both_builds_search_the_same_nodes_to_depth_10() -> None:
    assert_rows_match(10, 24 if LONG or build_mode() == COMPILED else 8)  # interpreted, they take a minute


def network_rows() -> Iterator[dict[str, object]]:
    """Searches each position with a network of random weights, and yields its move, score and nodes."""
    engine = Engine(1)
    engine.network = Network(random_weights(16, 2020, 8))
    for name, fen in POSITIONS:
        engine.clear()
        report = engine.think(Position(fen), Limits(depth=NETWORK_DEPTH))
        assert report is not None
        yield {"name": name, "move": report.pv[0].uci(), "score": str(report.score), "nodes": report.nodes}


def test_one_more_node_changes_the_signature() -> None:
    results = list(search_positions(1, HAND))
    other = [*results[:-1], type(results[-1])(**{**asdict(results[-1]), "nodes": results[-1].nodes + 1})]
    assert signature(results) != signature(other)


def write() -> None:
    for depth in DEPTHS:
        text = "".join(json.dumps(asdict(row)) + "\n" for row in search_positions(depth, HAND))
        (DATA / ROWS.format(depth=depth)).write_text(text, encoding="utf-8")
    (DATA / NETWORK_ROWS).write_text("".join(json.dumps(row) + "\n" for row in network_rows()), encoding="utf-8")


if __name__ == "__main__":
    write()
