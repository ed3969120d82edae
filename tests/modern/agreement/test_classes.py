"""The classes of difference: each is written once, and their order is that of the ledger."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from modern.agreement.classes import CLASS_BY_NAME, CLASSES, classes_of
from modern.agreement.kinds import ALL_KINDS, CLASS_KINDS, MOVES, ClassTable

DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.parametrize("campaign", ["ledger.json", "ledger-choices.json", "ledger-moves.json"])
def test_the_classes_of_a_kind_are_in_the_order_of_the_ledger(campaign: str) -> None:
    kinds = json.loads((DOCS / campaign).read_text(encoding="utf-8"))["kinds"]
    for kind, counts in kinds.items():
        assert list(counts["classes"]) == classes_of(kind)


def test_the_classes_are_sorted_by_kind() -> None:
    assert [one.name for one in CLASSES] == [name for kind in ALL_KINDS for name in classes_of(kind)]
    assert {one.kind for one in CLASSES} == set(CLASS_KINDS.values())


def test_no_two_classes_have_the_same_name() -> None:
    assert len(CLASS_BY_NAME) == len(CLASSES)
    table = ClassTable(MOVES)
    assert table.add("en-passant", "WHITE2", "", "A cause.", "4k3/8/8/8/8/8/8/4K3 w - - 0 1") == "en-passant"
    with pytest.raises(ValueError, match="two classes with the name en-passant"):
        table.add("en-passant", "BLACK2", "", "Another.", "4k3/8/8/8/8/8/8/4K3 b - - 0 1")
    assert table.names == ["en-passant"]
