"""Counts: what a campaign has found, kind by kind and class by class. Tallies add up in any order to the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from modern.agreement.attacks import ALL_SQUARES
from modern.agreement.classes import CLASS_KINDS, classes_of
from modern.agreement.findings import UNEXPLAINED, Finding
from modern.agreement.pair import NotRepresentable, PositionPair


class Example(NamedTuple):
    """A position where a class was met. The smaller one has fewer men, then fewer moves before it.

    `start` and `moves` (in UCI's notation, with blanks between them) lead to `fen`; `what` is the difference in a line.
    """

    men: int
    plies: int
    fen: str
    start: str
    moves: str
    what: str


#: Any other is smaller.
LARGEST: Final = Example(65, 0, "", "", "", "")


@dataclass
class KindTally:
    """What one kind of comparison has found.

    `compared` positions, of which `agree` show no difference at all; for each class `differences` (moves, bits, scores,
    choices) and the `positions` in which they were met, and the smallest of these. UNEXPLAINED is counted among them.
    """

    compared: int = 0
    agree: int = 0
    differences: Counter[str] = field(default_factory=Counter)
    positions: Counter[str] = field(default_factory=Counter)
    smallest: dict[str, Example] = field(default_factory=dict)

    @property
    def unexplained(self) -> int:
        """How many differences no class explains."""
        return self.differences[UNEXPLAINED]

    def add(self, pair: PositionPair, findings: Iterable[Finding]) -> None:
        """Count what was found at a position."""
        self.compared += 1
        found: dict[str, str] = {}
        for name, what, differences in findings:
            self.differences[name] += differences
            found.setdefault(name, what)
        self.agree += not found
        if not found:
            return
        self.positions.update(found.keys())
        bitboards = pair.position.bitboards
        size = (int(bitboards[0] | bitboards[8]) & ALL_SQUARES).bit_count()
        for name, what in found.items():
            before = self.smallest.get(name, LARGEST)
            if (size, len(pair.moves)) <= before[:2]:
                fen = pair.position.fen()
                self._keep(name, Example(size, len(pair.moves), fen, pair.start_fen, " ".join(pair.moves), what))

    def merge(self, other: KindTally) -> None:
        """Add what another has counted."""
        self.compared += other.compared
        self.agree += other.agree
        self.differences.update(other.differences)
        self.positions.update(other.positions)
        for name, example in other.smallest.items():
            self._keep(name, example)

    def _keep(self, name: str, example: Example) -> None:
        self.smallest[name] = min(self.smallest.get(name, example), example)

    def as_json(self, names: Iterable[str], sparse: bool) -> dict[str, Any]:
        """The counts; `names` are the classes. A class that was not met is told too, if this is not to be `sparse`."""
        listed = [name for name in names if self.differences[name] or not sparse]
        return {
            "compared": self.compared,
            "agree": self.agree,
            "classes": {name: self.differences[name] for name in listed},
            "positions": {name: self.positions[name] for name in listed},
            "unexplained": self.unexplained,
            "smallest": {name: example._asdict() for name, example in sorted(self.smallest.items())},
        }


@dataclass
class Tally:
    """What a campaign, or a part of it, has found.

    `positions` were looked at; `cannot_be_held` says of how many of them, and why, one of the programs cannot hold
    them. All others have been compared in each kind.
    """

    positions: int = 0
    not_representable: Counter[str] = field(default_factory=Counter)
    kinds: dict[str, KindTally] = field(default_factory=dict)
    #: For each reason one of the details, the first in the alphabet.
    details: dict[str, str] = field(default_factory=dict)

    def add_not_representable(self, reason: NotRepresentable) -> None:
        """Count a position that cannot be held."""
        self.positions += 1
        self.not_representable[reason.reason] += 1
        self._keep(reason.reason, reason.details)

    def _keep(self, reason: str, details: str) -> None:
        self.details[reason] = min(self.details.get(reason, details), details)

    @property
    def compared(self) -> int:
        """How many positions were compared."""
        return self.positions - sum(self.not_representable.values())

    @property
    def unexplained(self) -> int:
        """How many differences of any kind no class explains."""
        return sum(kind.unexplained for kind in self.kinds.values())

    def kind(self, name: str) -> KindTally:
        """The tally of a kind."""
        return self.kinds.setdefault(name, KindTally())

    def merge(self, other: Tally) -> None:
        """Add what another has counted."""
        self.positions += other.positions
        self.not_representable.update(other.not_representable)
        for reason, details in other.details.items():
            self._keep(reason, details)
        for name, kind in other.kinds.items():
            self.kind(name).merge(kind)

    def without_larger(self, other: Tally) -> Tally:
        """The same, without the examples that are no smaller than those that `known` has."""
        kinds = {
            name: replace(
                kind,
                smallest={
                    one: example
                    for one, example in kind.smallest.items()
                    if example < other.kind(name).smallest.get(one, LARGEST)
                },
            )
            for name, kind in self.kinds.items()
        }
        return replace(self, kinds=kinds)

    def as_json(self, sparse: bool = False) -> dict[str, Any]:
        """The counts, kinds and classes in the order of modern.agreement.classes; `sparse` without those not met."""
        return {
            "positions": self.positions,
            "kinds": {
                name: self.kinds[name].as_json(classes_of(name), sparse) for name in CLASS_KINDS if name in self.kinds
            },
            "cannot_be_held": dict(sorted(self.not_representable.items())),
            "cannot_be_held_because": dict(sorted(self.details.items())),
        }

    @classmethod
    def from_json(cls, given: Any) -> Tally:
        """The tally that `as_json` has told. Raises ValueError where it is none."""
        try:
            kinds = {name: _kind_from_json(name, kind) for name, kind in given["kinds"].items()}
            details = {str(reason): str(text) for reason, text in given["cannot_be_held_because"].items()}
            return cls(_count(given["positions"]), _counter(given["cannot_be_held"]), kinds, details)
        except (AttributeError, KeyError, OverflowError, TypeError, ValueError) as error:
            raise ValueError(f"no tally: {error}") from None


def _kind_from_json(name: str, given: Any) -> KindTally:
    names = {*classes_of(name), UNEXPLAINED}
    if not names >= given["classes"].keys() | given["positions"].keys() | given["smallest"].keys():
        raise ValueError("a class was expected")
    return KindTally(
        _count(given["compared"]),
        _count(given["agree"]),
        _counter({**given["classes"], UNEXPLAINED: given["unexplained"]}),
        _counter(given["positions"]),
        {one: _example(example) for one, example in given["smallest"].items()},
    )


def _counter(counts: dict[str, Any]) -> Counter[str]:
    return Counter({str(name): _count(count) for name, count in counts.items() if count})


def _count(given: Any) -> int:
    if type(given) is not int or given < 0:
        raise ValueError("a count was expected")
    return given


def _example(given: Any) -> Example:
    example = Example(**given)
    if [type(one) for one in example] != [int, int, str, str, str, str]:
        raise ValueError("an example was expected")
    return example
