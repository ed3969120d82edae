"""The kinds of comparison, and the classes of difference of each kind.

A class is written once: beside the predicate that claims its differences, or the computation that gives its amount.
"""

from __future__ import annotations

from typing import Final, NamedTuple

MOVES: Final = "moves"
ATTACKS: Final = "attacks"
SCORES: Final = "scores"
CHOICES: Final = "choices"
#: The choices in the other reading (historic.readings). They have the classes of CHOICES.
CHOICES_RECORDED: Final = "choices_recorded"

#: The kinds of comparison, in order, each with the kind whose classes it uses.
CLASS_KINDS: Final = {MOVES: MOVES, ATTACKS: ATTACKS, SCORES: SCORES, CHOICES: CHOICES, CHOICES_RECORDED: CHOICES}

#: The kinds of `--kind all`, and the default kinds.
ALL_KINDS: Final = (MOVES, ATTACKS, SCORES, CHOICES)
DEFAULT_KINDS: Final = (MOVES, ATTACKS, SCORES)


class DifferenceClass(NamedTuple):
    """A class of difference.

    `label` is the place in the listing, `quirk` the entry in docs/quirks.md, and `cause` the explanation. The position
    that shows the class is `fen`, after `moves` in UCI notation.
    """

    name: str
    kind: str
    label: str
    quirk: str
    cause: str
    fen: str
    moves: str = ""


class ClassTable:
    """The classes of one kind, in the order in which they are added: that of the JSON and of the ledger."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.classes: list[DifferenceClass] = []
        self.names: list[str] = []

    def add(self, name: str, label: str, quirk: str, cause: str, fen: str, moves: str = "") -> str:
        """Adds a class and returns its name. The arguments are the fields of DifferenceClass. Raises ValueError."""
        if name in self.names:
            raise ValueError(f"there are two classes with the name {name}")
        self.classes.append(DifferenceClass(name, self.kind, label, quirk, cause, fen, moves))
        self.names.append(name)
        return name
