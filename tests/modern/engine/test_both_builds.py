"""The interpreted and the compiled engine search the same nodes, and find the same moves and scores.

`PYTHONPATH=tests/shared python tests/modern/engine/test_both_builds.py` writes the rows in tests/data again, from the
current build.
"""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest
from scenarios import DATA, rows_of

from modern.bench.engine import search_positions, signature

ROWS = "engine-depth-{depth}.jsonl"
DEPTHS = (6, 8, 10)


def assert_rows_match(depth: int) -> None:
    recorded = rows_of(ROWS.format(depth=depth))
    assert len(recorded) == 24
    for row, expected in zip(search_positions(depth), recorded, strict=True):
        assert asdict(row) == expected


def test_both_builds_search_the_same_nodes_to_depth_6() -> None:
    assert_rows_match(6)


@pytest.mark.slow
@pytest.mark.parametrize("depth", [8, 10])
def test_both_builds_search_the_same_nodes_to_greater_depth(depth: int) -> None:
    assert_rows_match(depth)


def test_one_more_node_changes_the_signature() -> None:
    results = list(search_positions(1))
    other = [*results[:-1], type(results[-1])(**{**asdict(results[-1]), "nodes": results[-1].nodes + 1})]
    assert signature(results) != signature(other)


def write() -> None:
    """Writes the files."""
    for depth in DEPTHS:
        text = "".join(json.dumps(asdict(row)) + "\n" for row in search_positions(depth))
        (DATA / ROWS.format(depth=depth)).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
