"""Compares one position, or the positions of a chunk, in every kind of comparison.

`compare` is for users: `help(compare)` in Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from historic.basic import BasicError
from historic.machine.screen import UNSEEN
from historic.memory import BOARD_SIZE
from historic.program import Program
from historic.readings import PRINTED, RECORDED
from modern.agreement.attacks import compare_attacks
from modern.agreement.choice_comparison import compare_choices
from modern.agreement.classes import CLASSES
from modern.agreement.differences import (
    ALL_KINDS,
    ATTACKS,
    CHOICES,
    CHOICES_RECORDED,
    DEFAULT_KINDS,
    MOVES,
    SCORES,
    UNEXPLAINED,
    Finding,
)
from modern.agreement.move_comparison import compare_moves
from modern.agreement.pair import NotRepresentable, PositionPair, pair_after
from modern.agreement.score_comparison import compare_scores
from modern.agreement.sources import Chunk
from modern.agreement.tally import NO_BOUNDS, Bounds, Tally
from modern.agreement.view import PositionView
from modern.rules import Position
from modern.rules.native import i64, vec

#: The comparisons that are the same in both readings.
COMPARISONS: Final[dict[str, Callable[[PositionView], list[Finding]]]] = {
    MOVES: compare_moves,
    ATTACKS: compare_attacks,
    SCORES: compare_scores,
}


@dataclass(frozen=True)
class Difference:
    """The differences of one class between the 1994 program and the rules at a position.

    `kind` is the kind of comparison, and `name` the class, or `unexplained`. `cause` says why they differ, in general;
    it is empty if no class explains it. `what` describes the first difference here, and `count` is their number.
    """

    kind: str
    name: str
    cause: str
    what: str
    count: int


def compare(position: Position | str, kinds: str | Iterable[str] = DEFAULT_KINDS) -> list[Difference]:
    """Compares the 1994 program with the rules of chess at a position, as `gosub agree` does.

    The position is a FEN or a Position. The 1994 program makes the moves made in a Position, too; a FEN does not tell
    which pieces have moved. The kinds are `moves`, `attacks`, `scores` (of one move) and `choices`. The default leaves
    out the choices, which take longer: they are compared in both readings of the listing.

    Raises NotRepresentable if one of the two cannot represent the position, and ValueError for an unknown kind.
    """
    kinds = [kinds] if isinstance(kinds, str) else list(kinds)
    for kind in kinds:
        if kind not in ALL_KINDS:
            raise ValueError(f"no kind of comparison is called {kind!r}; the kinds are: {', '.join(ALL_KINDS)}")
    found = compare_position(pair_after(position), kinds, Program())
    causes = {one.name: one.cause for one in CLASSES}
    return [
        Difference(kind, one.name, causes.get(one.name, ""), one.what, one.differences)
        for kind, findings in found.items()
        for one in findings
    ]


def compare_position(
    pair: PositionPair, kinds: Sequence[str], program: Program, recorded: Program | None = None
) -> dict[str, list[Finding]]:
    """Makes each kind of comparison at a position, and returns the findings of each kind.

    If the program stops with an error, or the rules have a fault with which there is nothing to compare, this counts as
    an unexplained difference of each kind. So does a difference to `recorded`, the program in the other reading, in a
    kind of COMPARISONS.
    """
    try:
        view = _view(program, pair)
        between_readings = _differences_between_readings(view, recorded) if view and recorded else []
    except BasicError as error:
        return {counted: [_stopped(error)] for kind in kinds for counted in counted_as(kind)}
    findings: dict[str, list[Finding]] = {}
    for kind in kinds:
        try:
            if view:
                findings.update(_compare(view, kind))
        except BasicError as error:
            findings.update({counted: [_stopped(error)] for counted in counted_as(kind)})
        except Exception as error:  # whatever faulty rules lead to
            pair.record_fault(error)
        if pair.fault:
            findings.update({counted: [Finding(UNEXPLAINED, pair.fault)] for counted in counted_as(kind)})
    if between_readings:
        for kind in findings.keys() & COMPARISONS.keys():
            findings[kind] += between_readings
    return findings


def _view(program: Program, pair: PositionPair) -> PositionView | None:
    """Returns the view of a pair, or None if it has a fault. Raises BasicError."""
    if not pair.fault:
        try:
            return PositionView(program, pair)
        except Exception as error:  # whatever faulty rules lead to
            pair.record_fault(error)
    return None


def _compare(view: PositionView, kind: str) -> dict[str, list[Finding]]:
    """Returns the findings of one kind of comparison, by the kinds under which they are counted."""
    if kind != CHOICES:
        return {kind: COMPARISONS[kind](view)}
    by_reading = compare_choices(view)
    return {CHOICES: by_reading[PRINTED], CHOICES_RECORDED: by_reading[RECORDED]}


def _differences_between_readings(view: PositionView, recorded: Program) -> list[Finding]:
    """Returns a finding if the program in the other reading has other bits, moves or scores."""
    other = PositionView(recorded, view.pair)
    same = all(_same_bits(bits, other.think_move_boards[side]) for side, bits in view.think_move_boards.items())
    if same and other.replies == view.replies:
        return []
    return [Finding(UNEXPLAINED, "the two readings differ before any reply")]


def _same_bits(one: vec[i64], other: vec[i64]) -> bool:
    """Returns True if two think move boards are the same."""
    return all(one[square] == other[square] for square in range(BOARD_SIZE))


def _stopped(error: BasicError) -> Finding:
    return Finding(UNEXPLAINED, f"the program stops: {error}")


def counted_as(kind: str) -> tuple[str, ...]:
    """Returns the kinds under which a kind of comparison is counted: choices are counted for each reading."""
    return (CHOICES, CHOICES_RECORDED) if kind == CHOICES else (kind,)


def compare_chunk(chunk: Chunk, kinds: Sequence[str], bounds: Bounds | None = None) -> Tally:
    """Compares the positions of a chunk and returns the counts, with examples up to `bounds`. An executor runs this."""
    program = Program(PRINTED, UNSEEN)
    recorded: Program | None = None
    tally = Tally()
    bounds = bounds or {}
    for pair in chunk.positions():
        if isinstance(pair, NotRepresentable):
            tally.add_not_representable(pair)
            continue
        tally.positions += 1
        if pair.complete_number is not None:
            recorded = recorded or Program(RECORDED, UNSEEN)
        for kind, findings in compare_position(pair, kinds, program, recorded).items():
            tally.kind(kind).add(pair, findings, bounds.get(kind, NO_BOUNDS))
    return tally
