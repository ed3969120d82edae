"""The classes of difference: each is written once, and their order is that of the ledger."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from modern.agreement.classes import CLASS_BY_NAME, CLASSES, classes_of
from modern.agreement.differences import ALL_KINDS, CLASS_KINDS, DifferenceClass
from modern.agreement.pair import pair_at

DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.parametrize("campaign", ["ledger.json", "ledger-choices.json", "ledger-moves.json"])
def test_the_classes_of_a_kind_are_in_the_order_of_the_ledger(campaign: str) -> None:
    """A class that is younger than the campaign is missing there."""
    kinds = json.loads((DOCS / "data" / campaign).read_text(encoding="utf-8"))["kinds"]
    for kind, counts in kinds.items():
        counted = list(counts["classes"])
        assert counted == [name for name in classes_of(kind) if name in counted]


def test_the_classes_are_sorted_by_kind() -> None:
    assert [one.name for one in CLASSES] == [name for kind in ALL_KINDS for name in classes_of(kind)]
    assert {one.kind for one in CLASSES} == set(CLASS_KINDS.values())


def test_no_two_classes_have_the_same_name() -> None:
    assert len(CLASS_BY_NAME) == len(CLASSES)


@pytest.mark.parametrize("one", CLASSES, ids=lambda one: one.name)
def test_every_class_has_a_label_a_cause_and_a_position_of_chess(one: DifferenceClass) -> None:
    assert re.fullmatch(r"[A-Z0-9]+(, [A-Z0-9]+)*", one.label)
    assert one.cause.endswith(".")
    assert pair_at(one.fen, one.moves)
