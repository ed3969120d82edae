"""The shares of random positions that the ledger expects of each class."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from modern.agreement.classes import CLASS_BY_NAME
from modern.agreement.differences import CLASS_KINDS, MOVES, SCORES
from modern.agreement.expected import MAX_SURPRISE, ExpectedShare, expected_shares, surprising_counts
from modern.agreement.tally import Tally

DOCS = Path(__file__).parents[3] / "docs"


def tally_of(kind: str, positions: int, **counts: int) -> Tally:
    """Returns a tally in which every class has the expected count, but for the given ones (`en_passant=0`)."""
    tally = Tally(positions)
    counted = tally.kind(kind)
    counted.compared = positions
    for name, expected in expected_shares()[kind].items():
        counted.positions[name] = round(expected.share * positions)
    for name, count in counts.items():
        counted.positions[name.replace("_", "-")] = count
    return tally


@pytest.mark.parametrize("name", ["ledger.json", "ledger-choices.json", "ledger-moves.json"])
def test_the_counts_of_the_ledger_are_no_surprise(name: str) -> None:
    assert surprising_counts(Tally.from_json(json.loads((DOCS / "data" / name).read_text(encoding="utf-8")))) == []


def test_every_class_has_an_expected_share() -> None:
    """Unless it is younger than the ledger's campaigns."""
    ledger = Tally.from_json(json.loads((DOCS / "data" / "ledger.json").read_text(encoding="utf-8")))
    for kind, counted in ledger.kinds.items():
        shares = expected_shares()[kind]
        assert {CLASS_BY_NAME[name].kind for name in shares} == {CLASS_KINDS[kind]}
        assert set(counted.positions) <= set(shares)


def test_the_expected_counts_are_no_surprise() -> None:
    for kind in (MOVES, SCORES):
        assert surprising_counts(tally_of(kind, 10_000)) == []


def test_no_underpromotion_in_3000_positions_is_reported() -> None:
    (line,) = surprising_counts(tally_of(MOVES, 3000, underpromotion=0))
    assert line.startswith("moves: underpromotion is too rare: 0 of 3000 positions, ")


def test_a_class_in_every_position_is_reported() -> None:
    (line,) = surprising_counts(tally_of(MOVES, 500, en_passant=500))
    assert line.startswith("moves: en-passant is too frequent: 500 of 500 positions, 0 to ")


def test_a_class_that_is_expected_nowhere_is_reported_at_once() -> None:
    never = ExpectedShare(0.0, 1.0, 10**6)
    assert never.surprise(0, 1000) == 0
    assert never.surprise(1, 1000) > MAX_SURPRISE
    assert never.interval(1000) == (0, 0)


@given(st.floats(0.001, 0.999), st.floats(1, 20), st.integers(1, 100_000), st.data())
def test_a_count_is_a_surprise_exactly_outside_the_interval(
    share: float, inflation: float, positions: int, data: st.DataObject
) -> None:
    expected = ExpectedShare(share, inflation, 10**6)
    low, high = expected.interval(positions)
    assume(expected.surprise(round(share * positions), positions) <= MAX_SURPRISE)
    assert low <= round(share * positions) <= high
    count = data.draw(st.integers(0, positions))
    assert (expected.surprise(count, positions) > MAX_SURPRISE) == (not low <= count <= high)
    for nearest in (low - 1, high + 1):
        if 0 <= nearest <= positions:
            assert expected.surprise(nearest, positions) > MAX_SURPRISE
