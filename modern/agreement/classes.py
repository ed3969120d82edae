"""All classes of difference, in the order of the JSON and of the ledger.

Each is written beside its predicate or its computation: in move_classes, attacks, score_classes and choice_steps.
`gosub agree --show NAME` shows one class. docs/agreement.md lists all of them with their counts.
"""

from __future__ import annotations

from typing import Final

from modern.agreement.attacks import ATTACK_CLASSES
from modern.agreement.choice_steps import CHOICE_CLASSES
from modern.agreement.kinds import CLASS_KINDS, DifferenceClass
from modern.agreement.move_classes import MOVE_CLASSES
from modern.agreement.score_classes import SCORE_CLASSES

TABLES: Final = {table.kind: table for table in (MOVE_CLASSES, ATTACK_CLASSES, SCORE_CLASSES, CHOICE_CLASSES)}
CLASSES: Final[tuple[DifferenceClass, ...]] = tuple(one for table in TABLES.values() for one in table.classes)
CLASS_BY_NAME: Final = {one.name: one for one in CLASSES}


def classes_of(kind: str) -> list[str]:
    """Returns the names of the classes of a kind of comparison."""
    return TABLES[CLASS_KINDS[kind]].names
