"""The counts of a campaign, for each kind and each class. Tallies can be merged in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from modern.agreement.attacks import ALL_SQUARES
from modern.agreement.classes import classes_of
from modern.agreement.differences import CLASS_KINDS, UNEXPLAINED, Finding
from modern.agreement.pair import NotRepresentable, PositionPair


class Example(NamedTuple):
    """A position that shows a class. Examples are ordered by the number of pieces, then by the length of the game.

    The fields are the keys of the JSON: `men` is the number of pieces. `moves` (UCI notation, separated by blanks) lead
    from `start` to `fen`. `what` describes the difference in one line.
    """

    men: int
    plies: int
    fen: str
    start: str
    moves: str
    what: str


#: Greater than any real example.
LARGEST: Final = Example(65, 0, "", "", "", "")


@dataclass
class KindTally:
    """The counts of one kind of comparison.

    `compared` is the number of positions, and `agree` the number of positions without any difference. For each class,
    `differences` counts moves, bits, scores or choices, `positions` counts the positions that show the class, and
    `smallest` is the smallest of these. UNEXPLAINED is counted like a class.
    """

    compared: int = 0
    agree: int = 0
    differences: Counter[str] = field(default_factory=Counter)
    positions: Counter[str] = field(default_factory=Counter)
    smallest: dict[str, Example] = field(default_factory=dict)

    @property
    def unexplained(self) -> int:
        """The number of differences that no class explains."""
        return self.differences[UNEXPLAINED]

    def add(self, pair: PositionPair, findings: Iterable[Finding]) -> None:
        self.compared += 1
        found: dict[str, str] = {}
        for name, what, differences in findings:
            self.differences[name] += differences
            found.setdefault(name, what)
        self.agree += not found
        if not found:
            return
        bitboards = pair.position.bitboards
        size = (int(bitboards[0] | bitboards[8]) & ALL_SQUARES).bit_count()
        for name, what in found.items():
            self.positions[name] += 1
            before = self.smallest.get(name, LARGEST)
            if (size, len(pair.moves)) <= before[:2]:
                fen = pair.position.fen()
                self._keep(name, Example(size, len(pair.moves), fen, pair.start_fen, " ".join(pair.moves), what))

    def merge(self, other: KindTally) -> None:
        """Adds the counts of another tally."""
        self.compared += other.compared
        self.agree += other.agree
        self.differences.update(other.differences)
        self.positions.update(other.positions)
        for name, example in other.smallest.items():
            self._keep(name, example)

    def _keep(self, name: str, example: Example) -> None:
        self.smallest[name] = min(self.smallest.get(name, example), example)

    def as_json(self, names: Iterable[str], sparse: bool) -> dict[str, Any]:
        """Returns the counts for the classes `names`. With `sparse`, classes without differences are left out."""
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
    """The counts of a campaign, or of a part of it.

    `positions` is the number of all positions. `not_representable` counts, by reason, those that one of the programs
    cannot represent. All others were compared in each kind.
    """

    positions: int = 0
    not_representable: Counter[str] = field(default_factory=Counter)
    kinds: dict[str, KindTally] = field(default_factory=dict)
    #: One detail for each reason: the first in alphabetical order.
    details: dict[str, str] = field(default_factory=dict)

    def add_not_representable(self, reason: NotRepresentable) -> None:
        """Counts a position that is not representable."""
        self.positions += 1
        self.not_representable[reason.reason] += 1
        self._keep(reason.reason, reason.details)

    def _keep(self, reason: str, details: str) -> None:
        self.details[reason] = min(self.details.get(reason, details), details)

    @property
    def compared(self) -> int:
        """The number of positions that were compared."""
        return self.positions - sum(self.not_representable.values())

    @property
    def unexplained(self) -> int:
        """The number of differences of all kinds that no class explains."""
        return sum(kind.unexplained for kind in self.kinds.values())

    def kind(self, name: str) -> KindTally:
        """Returns the tally of a kind."""
        if name not in self.kinds:
            self.kinds[name] = KindTally()
        return self.kinds[name]

    def merge(self, other: Tally) -> None:
        """Adds the counts of another tally."""
        self.positions += other.positions
        self.not_representable.update(other.not_representable)
        for reason, details in other.details.items():
            self._keep(reason, details)
        for name, kind in other.kinds.items():
            self.kind(name).merge(kind)

    def with_smaller_examples(self, other: Tally) -> Tally:
        """Returns a copy that keeps only the examples that are smaller than those of `other`."""
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
        """Returns the counts, in the order of modern.agreement.classes. With `sparse`, zero counts are left out."""
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
        """Returns the tally that `as_json` has written. Raises ValueError if `given` is not a tally."""
        try:
            kinds = {name: _kind_from_json(name, kind) for name, kind in given["kinds"].items()}
            details = {str(reason): str(text) for reason, text in given["cannot_be_held_because"].items()}
            return cls(_count(given["positions"]), _counter(given["cannot_be_held"]), kinds, details)
        except (AttributeError, KeyError, OverflowError, TypeError, ValueError) as error:
            raise ValueError(f"not a tally: {error}") from None


def _kind_from_json(kind: str, given: Any) -> KindTally:
    def by_class(counts: dict[str, Any]) -> dict[str, Any]:
        if not {*classes_of(kind), UNEXPLAINED} >= counts.keys():
            raise ValueError("expected the name of a class")
        return dict(counts)

    return KindTally(
        _count(given["compared"]),
        _count(given["agree"]),
        _counter(by_class({**given["classes"], UNEXPLAINED: given["unexplained"]})),
        _counter(by_class(given["positions"])),
        {one: _example(example) for one, example in by_class(given["smallest"]).items()},
    )


def _counter(counts: dict[str, Any]) -> Counter[str]:
    return Counter({str(name): _count(count) for name, count in counts.items() if count})


def _count(given: Any) -> int:
    if type(given) is not int or given < 0:
        raise ValueError("expected a count")
    return given


def _example(given: Any) -> Example:
    example = Example(**given)
    if [type(one) for one in example] != [int, int, str, str, str, str]:
        raise ValueError("expected an example")
    return example
