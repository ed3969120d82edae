"""Trails: the digests of all moments of a run, kept so that another run can be compared with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from historic.position.state import PIECE_COUNT, State
from modern.proof.sides import ProofTask, WatchedSide, run_task
from modern.proof.variables import DIGEST_SIZE, Difference, Layout, Snapshot, differences, unpacked


@dataclass(frozen=True)
class RunDigest:
    """A run of a task: a digest of each moment, how many scores were found, how it ended, and the numbers before."""

    digests: bytes
    scores: int
    ending: str
    last: bytes

    def __len__(self) -> int:
        """How many moments there are; the last one is the end."""
        return len(self.digests) // DIGEST_SIZE


@dataclass(frozen=True)
class FirstDifference:
    """Where two sides differ first: after how many moments of the task, under which label, in what, and where.

    `sides` are their names, `position` is a FEN, and `differences` has the values on the first and the second side.
    """

    task: str
    sides: tuple[str, str]
    index: int
    label: str
    position: str
    differences: tuple[Difference, ...]


class Differs(Exception):
    """A moment that is not the expected one. `index` is its number, from 0, and `label` its label."""

    def __init__(self, index: int, label: str) -> None:
        super().__init__(index, label)
        self.index = index
        self.label = label


class _Reached(Exception):
    """The moment that was looked for."""


def run_digest(side: WatchedSide, task: ProofTask) -> RunDigest:
    digests: list[bytes] = []
    scores = 0
    ending = ""
    last = b""

    def watch(moment: Snapshot) -> None:
        nonlocal scores, ending, last
        digests.append(moment.digest())
        scores += len(moment.scores) // 8
        ending = moment.label
        last = moment.numbers or last

    run_task(side, task, watch)
    return RunDigest(b"".join(digests), scores, ending, last)


def find_difference(
    task: ProofTask, trail: RunDigest, sides: tuple[WatchedSide, WatchedSide]
) -> FirstDifference | None:
    """Returns where the first side leaves the trail of the second one in a task, or None if it never does."""
    try:
        follow(sides[0], task, trail)
    except Differs as differs:
        return first_difference(task, sides, differs.index)
    return None


def follow(side: WatchedSide, task: ProofTask, trail: RunDigest, beat: list[int] | None = None) -> None:
    """Runs a task. Raises Differs at the first moment that is not that of the trail.

    `beat`, if given, is a list with one number, to which each moment adds.
    """
    digests = iter(trail.digests[start : start + DIGEST_SIZE] for start in range(0, len(trail.digests), DIGEST_SIZE))
    count = beat or [0]
    start = count[0]

    def watch(moment: Snapshot) -> None:
        if moment.digest() != next(digests, b""):
            raise Differs(count[0] - start, moment.label)
        count[0] += 1

    run_task(side, task, watch)


def snapshot_at(side: WatchedSide, task: ProofTask, index: int) -> Snapshot:
    """Returns one moment of a run, by its number from 0."""
    found: list[Snapshot] = []
    count = 0

    def watch(moment: Snapshot) -> None:
        nonlocal count
        if count == index:
            found.append(moment)
            raise _Reached
        count += 1

    try:
        run_task(side, task, watch)
    except _Reached:
        return found[0]
    raise IndexError(f"the run has {count} moments, not {index + 1}")


def first_difference(task: ProofTask, sides: tuple[WatchedSide, WatchedSide], index: int) -> FirstDifference:
    """Returns what differs at a moment at which the two sides are known to differ."""
    left, right = (snapshot_at(side, task, index) for side in sides)
    layout = sides[0].layout
    found = tuple(differences(layout, left, right))
    numbers = left.numbers or right.numbers
    names = sides[0].name, sides[1].name
    return FirstDifference(task.name, names, index, left.label, position_of(layout, numbers), found)


def position_of(layout: Layout, numbers: bytes) -> str:
    """Returns the position in PW, PB and PM as a FEN, or '' if there is none."""
    values = dict(zip(layout.places, unpacked(numbers), strict=True)) if numbers else {}
    if not {"PW(0)", "PB(0)", "PM(0,0)", "JAA"} <= values.keys():
        return ""
    return state_in(values).to_fen("white" if values["JAA"] else "black")


def state_in(values: Mapping[str, float]) -> State:
    """Returns the state in the variables of a program."""
    names = ("PW({})", "PB({})", "PM({},0)", "PM({},1)")
    return State(*([int(values[name.format(piece)]) for piece in range(PIECE_COUNT)] for name in names))
