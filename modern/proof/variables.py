"""Every variable of a program, and its values at one moment."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from itertools import product
from typing import Final, NamedTuple

from historic.basic.language.declarations import Declarations
from historic.basic.language.terms import is_text

#: The bytes of the digest of a moment.
DIGEST_SIZE: Final = 16


@dataclass(frozen=True)
class Layout:
    """The variables of a program in a fixed order: numbers, strings, and arrays of numbers with their bounds."""

    numbers: tuple[str, ...]
    texts: tuple[str, ...]
    arrays: tuple[tuple[str, tuple[int, ...]], ...]

    @cached_property
    def places(self) -> tuple[str, ...]:
        """The name of each number of a moment: the variables, then the elements of each array."""
        elements = (
            f"{name}({','.join(map(str, place))})"
            for name, bounds in self.arrays
            for place in product(*(range(bound + 1) for bound in bounds))
        )
        return (*self.numbers, *elements)

    @cached_property
    def place_of(self) -> dict[str, int]:
        """Where each name of `places` stands in it."""
        return {name: place for place, name in enumerate(self.places)}

    @property
    def count(self) -> int:
        """How many values a moment has: numbers, elements and strings."""
        return len(self.places) + len(self.texts)


def layout_of(declared: Declarations) -> Layout:
    """Returns the layout of a listing. Raises ValueError if it has an array of strings."""
    if any(map(is_text, declared.arrays)):
        raise ValueError("an array of strings is not compared")
    return Layout(
        tuple(name for name in declared.variables if not is_text(name)),
        tuple(name for name in declared.variables if is_text(name)),
        tuple((array.name, array.bounds) for array in declared.arrays.values()),
    )


class Snapshot(NamedTuple):
    """What a program holds when a subroutine returns, or when the program has ended.

    `label` is the subroutine, or how the program ended. `numbers` are all numbers as binary64, which holds any SINGLE.
    `scores` are those that were found since the moment before, `shown` is what was printed since.
    """

    label: str
    numbers: bytes
    texts: tuple[str, ...]
    scores: bytes
    shown: str

    def digest(self) -> bytes:
        rest = "\0".join([self.label, *self.texts, self.shown])
        return blake2b(self.numbers + self.scores + rest.encode(), digest_size=DIGEST_SIZE).digest()


class Difference(NamedTuple):
    """A variable, or what was printed, and its value on two sides."""

    name: str
    values: tuple[str, str]


def packed(numbers: Iterable[float]) -> bytes:
    """Returns numbers as the bytes of binary64."""
    return array("d", numbers).tobytes()


def unpacked(numbers: bytes) -> list[float]:
    """Returns the numbers of `packed`."""
    found = array("d")
    found.frombytes(numbers)
    return list(found)


def differences(layout: Layout, left: Snapshot, right: Snapshot) -> list[Difference]:
    """Returns what differs between two moments: how each was reached, each variable, the scores, what was printed."""
    found = []
    if left.label != right.label:
        found.append(Difference("what happens", (left.label, right.label)))
    found += _of_numbers(layout.places, left.numbers, right.numbers)
    for name, one, other in zip(layout.texts, left.texts, right.texts, strict=False):
        if one != other:
            found.append(Difference(name, (f'"{one}"', f'"{other}"')))
    counts = len(unpacked(left.scores)), len(unpacked(right.scores))
    if counts[0] != counts[1]:
        found.append(Difference("number of scores", (str(counts[0]), str(counts[1]))))
    else:
        found += _of_numbers([f"score {number}" for number in range(1, counts[0] + 1)], left.scores, right.scores)
    if left.shown != right.shown:
        found.append(Difference("what is printed", (repr(left.shown), repr(right.shown))))
    return found


def _of_numbers(names: Iterable[str], left: bytes, right: bytes) -> list[Difference]:
    if len(left) != len(right):
        return []  # one of the two has ended with an error
    pairs = zip(names, unpacked(left), unpacked(right), strict=True)
    return [
        Difference(name, (_shown(one), _shown(other))) for name, one, other in pairs if packed([one]) != packed([other])
    ]


def _shown(number: float) -> str:
    """Returns a number in decimal with all its digits; whole numbers without a point."""
    return str(int(number)) if number == int(number) and str(number) != "-0.0" else repr(number)
