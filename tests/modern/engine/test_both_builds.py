"""Interpreted and compiled, the engine visits the same nodes, and finds the same moves and scores.

`python tests/modern/engine/test_both_builds.py` writes the rows of tests/data anew, from the build that runs.
"""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest
from scenarios import DATA, rows_of

from modern.bench.engine import search_positions, signature

ROWS = "engine-depth-{depth}.jsonl"
DEPTHS = (6, 8, 10)


def held_to_rows(depth: int) -> None:
    recorded = rows_of(ROWS.format(depth=depth))
    assert len(recorded) == 24
    for row, before in zip(search_positions(depth), recorded, strict=True):
        assert asdict(row) == before


def test_both_builds_search_the_same_to_six_plies() -> None:
    held_to_rows(6)


@pytest.mark.slow
@pytest.mark.parametrize("depth", [8, 10])
def test_both_builds_search_the_same_to_more_plies(depth: int) -> None:
    held_to_rows(depth)


def test_the_signature_changes_with_any_node() -> None:
    found = list(search_positions(1))
    other = [*found[:-1], type(found[-1])(**{**asdict(found[-1]), "nodes": found[-1].nodes + 1})]
    assert signature(found) != signature(other)


def write() -> None:
    """Write the files."""
    for depth in DEPTHS:
        text = "".join(json.dumps(asdict(row)) + "\n" for row in search_positions(depth))
        (DATA / ROWS.format(depth=depth)).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
