"""The counts of a campaign, for each kind and each class. Tallies can be merged in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from modern.agreement.classes import classes_of
from modern.agreement.differences import CLASS_KINDS, UNEXPLAINED, Finding
from modern.agreement.pair import NotRepresentable, PositionPair
from modern.rules.bitboard import popcount
from modern.rules.pieces import BLACK, WHITE


class Example(NamedTuple):
    """A position that shows a class. Examples are ordered by the number of pieces, then by the length of the game.

    The fields are the keys of the JSON: `men` is the number of pieces. `moves` (UCI notation, separated by blanks) lead
    from `start` to `fen`. `what` describes the difference in one line. `number` is that of a position of
    modern.agreement.complete, whose state no FEN gives; other examples have none.
    """

    men: int
    plies: int
    fen: str
    start: str
    moves: str
    what: str
    number: int | None = None

    def as_json(self) -> dict[str, Any]:
        """Returns the fields; `number` only if there is one."""
        fields = self._asdict()
        return fields if self.number is not None else {name: fields[name] for name in fields if name != "number"}


#: How large an example is: its first two fields.
Size = tuple[int, int]
#: The largest examples by class that are of use, by kind of comparison.
Bounds = Mapping[str, Mapping[str, Size]]
NO_BOUNDS: Final[Mapping[str, Size]] = {}
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
    differences: dict[str, int] = field(default_factory=dict)
    positions: dict[str, int] = field(default_factory=dict)
    smallest: dict[str, Example] = field(default_factory=dict)

    @property
    def unexplained(self) -> int:
        """The number of differences that no class explains."""
        return self.differences.get(UNEXPLAINED, 0)

    def add(self, pair: PositionPair, findings: Sequence[Finding], bounds: Mapping[str, Size] = NO_BOUNDS) -> None:
        """Counts the findings at a position. The position is an example only if it is not larger than `bounds` say."""
        self.compared += 1
        if not findings:
            self.agree += 1
            return
        differences, positions, smallest = self.differences, self.positions, self.smallest
        bitboards = pair.position.bitboards
        size = (int(popcount(bitboards[WHITE] | bitboards[BLACK])), len(pair.codes))
        found = set()
        for finding in findings:
            name = finding.name
            differences[name] = differences.get(name, 0) + finding.differences
            if name in found:
                continue
            found.add(name)
            positions[name] = positions.get(name, 0) + 1
            if size <= bounds.get(name, size) and (name not in smallest or size <= smallest[name][:2]):
                fen, moves = pair.position.fen(), " ".join(pair.moves)
                self._keep(name, Example(*size, fen, pair.start_fen, moves, finding.what, pair.complete_number))

    def merge(self, other: KindTally) -> None:
        """Adds the counts of another tally."""
        self.compared += other.compared
        self.agree += other.agree
        for name, count in other.differences.items():
            self.differences[name] = self.differences.get(name, 0) + count
        for name, count in other.positions.items():
            self.positions[name] = self.positions.get(name, 0) + count
        for name, example in other.smallest.items():
            self._keep(name, example)

    def _keep(self, name: str, example: Example) -> None:
        self.smallest[name] = min(self.smallest.get(name, example), example)

    def as_json(self, names: Iterable[str], sparse: bool) -> dict[str, Any]:
        """Returns the counts for the classes `names`. With `sparse`, classes without differences are left out."""
        listed = [name for name in names if name in self.differences or not sparse]
        return {
            "compared": self.compared,
            "agree": self.agree,
            "classes": {name: self.differences.get(name, 0) for name in listed},
            "positions": {name: self.positions.get(name, 0) for name in listed},
            "unexplained": self.unexplained,
            "smallest": {name: example.as_json() for name, example in sorted(self.smallest.items())},
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

    def bounds(self) -> dict[str, dict[str, Size]]:
        """Returns the sizes of the examples, by kind and class: no larger example is of use."""
        return {name: {one: example[:2] for one, example in kind.smallest.items()} for name, kind in self.kinds.items()}

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
            return cls(_count(given["positions"]), Counter(_counts(given["cannot_be_held"])), kinds, details)
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
        _counts(by_class({**given["classes"], UNEXPLAINED: given["unexplained"]})),
        _counts(by_class(given["positions"])),
        {one: _example(example) for one, example in by_class(given["smallest"]).items()},
    )


def _counts(counts: dict[str, Any]) -> dict[str, int]:
    return {str(name): _count(count) for name, count in counts.items() if count}


def _count(given: Any) -> int:
    if type(given) is not int or given < 0:
        raise ValueError("expected a count")
    return given


def _example(given: Any) -> Example:
    example = Example(**given)
    types = [type(one) for one in example]
    if types[:6] != [int, int, *4 * [str]] or types[6] not in (int, type(None)):
        raise ValueError("expected an example")
    return example
