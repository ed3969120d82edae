"""The interpreted and the compiled build agree: both are compared with rows that one of them wrote.

tests/shared/both_builds.py writes the rows.
"""

from __future__ import annotations

import json

from both_builds import ERRORS, POSITIONS, error_rows, position_rows
from scenarios import lines_of


def test_both_builds_have_the_same_move_order_hashes_divides_and_lines() -> None:
    recorded = [json.loads(line) for line in lines_of(POSITIONS)]
    assert len(recorded) > 40
    for row, before in zip(json.loads(json.dumps(position_rows())), recorded, strict=True):
        assert row == before


def test_both_builds_refuse_the_same_input_with_the_same_message() -> None:
    recorded = [json.loads(line) for line in lines_of(ERRORS)]
    assert sum(error != "no error" for _, error, _ in recorded) > 100
    for row, before in zip(error_rows(), recorded, strict=True):
        assert row == before
