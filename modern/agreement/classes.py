"""All classes of difference, in the order of the JSON and of the ledger.

`gosub agree --show NAME` shows one class. docs/program/agreement.md lists all of them with their counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from modern.agreement.attacks import ATTACK_CLASSES
from modern.agreement.choices import CHOICE_CLASSES
from modern.agreement.differences import ATTACKS, CHOICES, CLASS_KINDS, MOVES, SCORES, DifferenceClass
from modern.agreement.moves import MOVE_CLASSES
from modern.agreement.scores import SCORE_CLASSES

CLASSES_OF_KIND: Final[dict[str, Sequence[DifferenceClass]]] = {
    MOVES: MOVE_CLASSES,
    ATTACKS: ATTACK_CLASSES,
    SCORES: SCORE_CLASSES,
    CHOICES: CHOICE_CLASSES,
}
CLASSES: Final = tuple(one for classes in CLASSES_OF_KIND.values() for one in classes)
CLASS_BY_NAME: Final = {one.name: one for one in CLASSES}


def classes_of(kind: str) -> list[str]:
    """Returns the names of the classes of a kind of comparison."""
    return [one.name for one in CLASSES_OF_KIND[CLASS_KINDS[kind]]]
